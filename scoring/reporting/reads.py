"""A reported document, packed and unpacked within limits; what a host has received."""

import gzip
import zlib
from datetime import date
from hashlib import sha256
from io import BytesIO

import msgspec
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from scoring.core.forms import Refused, refuse
from scoring.core.scope import ids_below
from scoring.exchange.reads.export import export_bytes
from scoring.models import Host, ReceivedReport, ReportKey, Season, Tournament
from scoring.models.season import SeasonKind

# Bytes. 1,000 players with six series, 72,000 games and their log are 49 million, packed three.
MAX_DOCUMENT = 52 * 1024 * 1024
MAX_PACKED = 16_000_000
GZIP = b"\x1f\x8b"


class Settings(msgspec.Struct):
    name: str
    date: date
    state: str = "prepare"
    sample: bool = False


class LogRow(msgspec.Struct):
    at: str


class Heading(msgspec.Struct):
    """The part of a document that a host reads before it checks the whole."""

    tournament: Settings
    log: list[LogRow]

    @property
    def ident(self) -> str:
        """The same in all documents of a tournament: its log begins at the same microsecond."""
        return sha256(self.log[0].at.encode()).hexdigest() if self.log else ""


def read_heading(document: bytes) -> Heading | None:
    """The heading; None for a document without a log, or with a name that cannot be stored."""
    try:
        heading = msgspec.json.decode(document, type=Heading)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    name = heading.tournament.name
    is_storable = len(name) <= 120 and "\0" not in name
    return heading if heading.ident and is_storable else None


def packed_export(tournament: Tournament) -> bytes:
    """The export as it is sent, equal ones as equal bytes; raises Refused if it is too large."""
    document = export_bytes(tournament)
    packed = gzip.compress(document, mtime=0)
    if len(document) > MAX_DOCUMENT or len(packed) > MAX_PACKED:
        raise too_large()
    return packed


def unpack_document(content: bytes) -> bytes:
    """A document that came packed or not; raises Refused if it is damaged or too large."""
    document = content
    if content.startswith(GZIP):
        try:
            with gzip.open(BytesIO(content)) as file:
                document = file.read(MAX_DOCUMENT + 1)
        except (OSError, EOFError, zlib.error):
            raise refuse("report-unreadable") from None
    if len(document) > MAX_DOCUMENT:
        raise too_large()
    return document


def too_large() -> Refused:
    return refuse("report-too-large", megabytes=MAX_DOCUMENT // 1024**2)


# What a host has received, and the keys that it gave out.

MAX_REFUSED = 50  # refused documents on its page


def keys_of(host: Host) -> QuerySet[ReportKey]:
    """Every key of the host, those in use first."""
    return host.report_keys.order_by(F("withdrawn_at").asc(nulls_first=True), "-pk")


def reports_below(host: Host) -> QuerySet[ReceivedReport]:
    """The reports that count, to the host and to those below it, the newest day first.

    `count` is how many were accepted of the same tournament, `late` whether this one corrected a
    result after the end of its season.
    """
    accepted = ReceivedReport.objects.filter(
        host=OuterRef("host"), ident=OuterRef("ident"), refusal=""
    )
    count = accepted.order_by().values("ident").annotate(count=Count("pk")).values("count")
    earlier = ReceivedReport.objects.filter(tournament__replaced_by=OuterRef("tournament"))
    rows = ReceivedReport.objects.filter(host__in=ids_below(host), refusal="")
    rows = rows.filter(tournament__replaced_by=None).annotate(
        count=Subquery(count), late=Q(at__gt=F("tournament__season__closed_at")) & Exists(earlier)
    )
    rows = rows.select_related("host", "tournament__season").defer("document")
    return rows.order_by("-tournament__date", "-pk")


def refused_reports(host: Host) -> QuerySet[ReceivedReport]:
    """The newest refused documents that their senders have not corrected since."""
    rows = ReceivedReport.objects.filter(host=host).exclude(refusal="").order_by("-pk")
    return rows[:MAX_REFUSED]


def open_seasons(host: Host) -> QuerySet[Season]:
    """The seasons into which a reported result may be put, the newest first."""
    rows = Season.objects.filter(host=host, closed_at=None)
    return rows.exclude(kind=SeasonKind.LEAGUE).order_by("-pk")


def reports_of(tournament: Tournament) -> QuerySet[ReceivedReport]:
    """All accepted reports of this tournament, the newest first."""
    own = ReceivedReport.objects.filter(tournament=tournament)
    rows = ReceivedReport.objects.filter(
        host=tournament.host_id, ident__in=own.values("ident"), refusal=""
    )
    return rows.select_related("tournament").defer("document").order_by("-pk")
