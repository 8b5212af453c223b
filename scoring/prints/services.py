"""The logos on every print, stored as small PNGs, and the copies of "Print for this moment"."""

import warnings
from collections.abc import Mapping
from hashlib import blake2b
from io import BytesIO

from PIL import Image

from scoring.core.forms import Refused, refuse
from scoring.core.services import changing
from scoring.models import Actor, Host, HostLogo, Logo, PrintCopies, Tournament
from scoring.models.log import Action
from scoring.models.names import host_subject
from scoring.rules.problem import Problem

LARGEST_FILE = 4_000_000  # bytes
# A small file may need much memory: 8 bytes a pixel, and 16 where WebP is decoded.
MAX_PIXELS = {"WEBP": 7_000_000}
MAX_PIXELS_OF_OTHERS = 15_000_000
MILLION = 1_000_000
SIDE = (600, 300)  # pixels: sharp at 300 dpi on a certificate
FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP")


def set_logo(tournament: Tournament, picture: bytes, *, by: Actor) -> None:
    """Store a picture as the tournament's logo, made small. Raises Refused if it is none."""
    png = as_png(picture)
    with changing(tournament, by, Action.TOURNAMENT_LOGO_SET, about="tournament") as change:
        had = Logo.objects.filter(tournament=tournament).exists()
        Logo.objects.update_or_create(tournament=tournament, defaults={"png": png})
        change.log(old={"logo": had}, new={"logo": True})


def remove_logo(tournament: Tournament, *, by: Actor) -> None:
    """Remove the logo, if there is one."""
    with changing(tournament, by, Action.TOURNAMENT_LOGO_REMOVED, about="tournament") as change:
        if Logo.objects.filter(tournament=tournament).delete()[0]:
            change.log(old={"logo": True}, new={"logo": False})


def set_host_logo(host: Host, picture: bytes, *, by: Actor) -> None:
    """Store a picture for tournaments of the host that have none. Raises Refused as `set_logo`."""
    png = as_png(picture)
    with changing(None, by, Action.HOST_LOGO_SET, host=host.pk) as change:
        had = HostLogo.objects.filter(host=host).exists()
        new = {"png": png, "digest": blake2b(png, digest_size=16).hexdigest()}
        HostLogo.objects.update_or_create(host=host, defaults=new)
        change.log(about=host_subject(host.name), old={"logo": had}, new={"logo": True})


def remove_host_logo(host: Host, *, by: Actor) -> None:
    """Remove the logo of the host, if there is one; those of its tournaments stay."""
    with changing(None, by, Action.HOST_LOGO_REMOVED, host=host.pk) as change:
        if HostLogo.objects.filter(host=host).delete()[0]:
            change.log(about=host_subject(host.name), old={"logo": True}, new={"logo": False})


def as_png(picture: bytes) -> bytes:
    """Any usual picture as a PNG of at most SIDE. Raises Refused with one reason."""
    if len(picture) > LARGEST_FILE:
        raise refuse("logo-too-large", field="file", most=LARGEST_FILE // MILLION)
    try:
        small = shrunk(picture)
    except (Refused, MemoryError):
        raise
    except Exception as error:  # Pillow's decoders raise OSError, SyntaxError, …
        raise refuse("logo-unreadable", field="file") from error
    buffer = BytesIO()
    small.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def shrunk(picture: bytes) -> Image.Image:
    """The picture within SIDE, in colours with transparency. Raises Refused, and Pillow's
    exceptions.

    Its size is known before it is decoded. Pictures with a palette are converted first, because
    their colours cannot be mixed.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        image: Image.Image = Image.open(BytesIO(picture), formats=FORMATS)
    most = MAX_PIXELS.get(image.format or "", MAX_PIXELS_OF_OTHERS)
    if (pixels := image.width * image.height) > most:
        raise refuse(
            "logo-of-too-many-pixels",
            field="file",
            pixels=-(-pixels // MILLION),
            most=most // MILLION,
        )
    if image.mode in ("1", "P", "PA"):
        image = image.convert("RGBA")
    image.thumbnail(SIDE)
    return image.convert("RGBA")


def set_copies(tournament: Tournament, copies: Mapping[str, int], *, by: Actor) -> None:
    """How often "Print for this moment" makes each paper, by its key; 0 leaves it out.

    Raises Refused with every number out of range. Papers that are not named keep theirs.
    """
    most = PrintCopies.MAX_COPIES
    wrong = [key for key, count in copies.items() if not 0 <= count <= most]
    if wrong:
        raise Refused([Problem("copies-out-of-range", key, {"most": most}) for key in wrong])
    action = Action.TOURNAMENT_PRINT_COPIES
    with changing(tournament, by, action, about="tournament") as change:
        old = dict(tournament.print_copies.values_list("paper", "copies"))
        new = {key: count for key, count in copies.items() if old.get(key, 1) != count}
        for key, count in new.items():
            PrintCopies.objects.update_or_create(
                tournament=tournament, paper=key, defaults={"copies": count}
            )
        if new:
            change.log(old={key: old.get(key, 1) for key in new}, new=new)
