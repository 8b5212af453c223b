"""The logos on every print, stored as small PNGs, and the copies of "Print for this moment"."""

import warnings
from collections.abc import Mapping
from hashlib import blake2b
from io import BytesIO

from PIL import Image, ImageOps

from scoring.core.forms import Refused, refuse
from scoring.core.services import changing
from scoring.models import Actor, Host, HostLogo, Logo, PrintCopies, Tournament
from scoring.models.log import Action
from scoring.models.names import subject_of

MILLION = 1_000_000
MAX_BYTES = 4 * MILLION  # the form refuses a larger file
# A small file may need much memory: 8 bytes a pixel, and 16 where WebP is decoded.
MAX_PIXELS, MAX_WEBP_PIXELS = 15 * MILLION, 7 * MILLION
MAX_SIZE = (600, 300)  # pixels: sharp at 300 dpi on a certificate
FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP")


def set_logo(tournament: Tournament, picture: bytes, *, by: Actor) -> None:
    """Store a picture as the tournament's logo, made small. Raises Refused if it cannot be read."""
    png = as_png(picture)
    with changing(tournament, by, Action.TOURNAMENT_LOGO_SET, about="tournament") as change:
        had = Logo.objects.filter(tournament=tournament).exists()
        Logo.objects.update_or_create(tournament=tournament, defaults={"png": png})
        change.log(old={"logo": had}, new={"logo": True})


def remove_logo(tournament: Tournament, *, by: Actor) -> None:
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
        change.log(about=subject_of("host", host.name), old={"logo": had}, new={"logo": True})


def remove_host_logo(host: Host, *, by: Actor) -> None:
    with changing(None, by, Action.HOST_LOGO_REMOVED, host=host.pk) as change:
        if HostLogo.objects.filter(host=host).delete()[0]:
            change.log(about=subject_of("host", host.name), old={"logo": True}, new={"logo": False})


def as_png(picture: bytes) -> bytes:
    """The picture as a PNG of at most MAX_SIZE pixels. Raises Refused with one reason."""
    try:
        small = shrink(picture)
    except (Refused, MemoryError):
        raise
    except Image.DecompressionBombError as error:
        raise too_many_pixels(MAX_PIXELS) from error
    except Exception as error:  # Pillow's decoders raise OSError, SyntaxError, …
        raise refuse("logo-unreadable", field="file") from error
    buffer = BytesIO()
    small.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def shrink(picture: bytes) -> Image.Image:
    """The picture upright and within MAX_SIZE. Raises Refused, and Pillow's exceptions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        image: Image.Image = Image.open(BytesIO(picture), formats=FORMATS)
    most = MAX_WEBP_PIXELS if image.format == "WEBP" else MAX_PIXELS
    if image.width * image.height > most:
        raise too_many_pixels(most)
    if image.mode.startswith("I"):  # grey values of 16 bits, which convert would cut off at 255
        image = image.point(lambda value: value / 256).convert("L")
    elif image.mode in ("1", "P", "PA"):  # colours of a palette cannot be mixed
        image = image.convert("RGBA")
    image.thumbnail((max(MAX_SIZE), max(MAX_SIZE)))
    image = ImageOps.exif_transpose(image)
    image.thumbnail(MAX_SIZE)
    return image.convert("RGBA")


def too_many_pixels(most: int) -> Refused:
    return refuse("logo-of-too-many-pixels", field="file", most=most // MILLION)


def set_copies(tournament: Tournament, copies: Mapping[str, int], *, by: Actor) -> None:
    """Set how many copies "Print for this moment" makes of each paper, by its key in PRINTS."""
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
