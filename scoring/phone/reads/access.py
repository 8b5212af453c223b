"""The secret addresses of lists: how they are made, and which list one opens."""

import secrets
from base64 import b32encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import Aggregate, F, OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.models import (
    Ruling,
    ScoreList,
    Seat,
    Series,
    TableAccess,
    TableCall,
    TableDevice,
)
from scoring.models.phone import HANDLE_LENGTH
from scoring.models.score_list import ListState
from scoring.models.series import SeriesState

BITS = 128
SHOWN = (SeriesState.RELEASED, SeriesState.PLAYING)


def new_seed() -> str:
    return secrets.token_hex(BITS // 8)


def secret_of(seed: str) -> str:
    """The secret of an address: 26 letters and digits that only this installation derives."""
    digest = salted_hmac("table access", seed, algorithm="sha256").digest()
    return b32encode(digest[: BITS // 8]).decode().rstrip("=").lower()


def hash_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def handle_of(device: str) -> str:
    """How rows and other devices name a device: nobody can write in its name who reads this.

    >>> handle_of("5d5c4a2e-0000-4000-8000-000000000001")
    'c0da23da8bbacb6f'
    """
    return sha256(device.encode()).hexdigest()[:HANDLE_LENGTH]


def path_of(access: TableAccess) -> str:
    """The path of an address; "" where it comes from another installation, whose key is unknown."""
    secret = secret_of(access.seed)
    return reverse("phone-list", args=[secret]) if hash_of(secret) == access.secret_hash else ""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A list with its address, and what decides whether its state has changed.

    `writer` is the handle of the device that writes, `call` and `ruling` are ids of rows; None
    where there is none. `players` are those of the list with their names, `fees` what a passed game
    and lost ones cost, each as one comparable text or number.
    """

    access: TableAccess
    writer: str | None
    call: int | None
    ruling: int | None
    players: str | None
    fees: tuple[int | None, str | None]

    @property
    def score_list(self) -> ScoreList:
        return self.access.list

    @property
    def is_open(self) -> bool:
        return is_open(self.access)

    def etag(self, device: str) -> str:
        """The tag of the state as this device sees it: another one whenever anything changes."""
        at, series = self.score_list, self.score_list.series
        facts = (at.pk, at.revision, at.state, self.writer, self.call, self.ruling, self.is_open)
        clock = (series.state, series.started_at, series.minutes, series.rounds)
        names = (at.table_number, self.players, self.fees)
        text = repr((facts, clock, names, terms_of(series), handle_of(device)))
        return f'"{sha256(text.encode()).hexdigest()[:32]}"'


def terms_of(series: Series) -> tuple[object, ...]:
    """What the state tells of the tournament, and whether its running standings are shown."""
    at, since = series.tournament, series.results_public_at
    law = (at.system, at.scheme, at.hand_loss, at.ramsch, at.wenzels, at.wenzel_bonus)
    shown = since is not None and since <= timezone.now()
    return at.name, *law, at.signed_suffices, at.public, at.frozen_after, shown


class JoinedTexts(Aggregate):
    """The texts of several rows as one, to compare it with another time."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        # DISTINCT sorts them; ORDER BY would name the expression twice, its parameters once.
        template = "STRING_AGG(DISTINCT %(expressions)s, ',')"
        return self.as_sql(compiler, connection, function="", template=template, **context)


def is_open(access: TableAccess) -> bool:
    """Whether the list may be kept by phone now: released, not closed, not taken over to paper."""
    score_list, series = access.list, access.list.series
    return (
        access.ended_at is None
        and score_list.state == ListState.OPEN
        and series.state in SHOWN
        and series.tournament.phones
        and series.tournament.under_way
    )


def has_written(table: OpenTable, device: str) -> bool:
    """Whether this device has written the list: it may read how that ended."""
    rows = TableDevice.objects.filter(list=table.score_list, handle=handle_of(device))
    return bool(device) and rows.exists()


def tables() -> QuerySet[TableAccess]:
    """Addresses with list, series and tournament, and what else an `OpenTable` holds."""
    own = OuterRef("list")
    writers = TableDevice.objects.filter(list=own, until=None).values("handle")
    calls = TableCall.objects.filter(list=own, closed_at=None).values("pk")
    rulings = Ruling.objects.filter(list=own, applied=True).order_by("-pk").values("pk")
    number, name = Cast("position", TextField()), F("entry__person__family")
    named = Concat(number, Value(" "), F("entry__person__given"), Value(" "), name)
    seats = Seat.objects.filter(list=own).order_by().values("list")
    fees = "list__series__tournament__fees__"
    return TableAccess.objects.select_related("list__series__tournament").annotate(
        writer=Subquery(writers[:1]),
        call=Subquery(calls[:1]),
        ruling=Subquery(rulings[:1]),
        players=Subquery(seats.annotate(text=JoinedTexts(named)).values("text")),
        passed=F(f"{fees}passed_cents"),
        ladder=Cast(f"{fees}lost_ladder", TextField()),
    )


def table_of(secret: str) -> OpenTable | None:
    """The list of a secret, ended or not, in one query; None if there is no such secret."""
    return opened(tables().filter(secret_hash=hash_of(secret)).first())


def table_of_list(list_id: int) -> OpenTable | None:
    """The list as its phone sees it; None without an address."""
    return opened(tables().filter(list=list_id).first())


def opened(found: Any) -> OpenTable | None:
    if not found:
        return None
    fees = (found.passed, found.ladder)
    return OpenTable(found, found.writer, found.call, found.ruling, found.players, fees)


def addresses_of(series: Series) -> list[tuple[int, str]]:
    """The lists of a series that are kept by phone, by id, each with the path of its address."""
    if not series.tournament.phones:
        return []
    rows = TableAccess.objects.filter(
        list__series=series, list__state=ListState.OPEN, ended_at=None
    )
    found = ((each.list_id, path_of(each)) for each in rows)
    return [(pk, path) for pk, path in found if path]
