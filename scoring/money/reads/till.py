"""The till: what the ledger expects to be in it, and what was counted. Cents."""

from dataclasses import dataclass

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.columns import AT, BY, NOTE
from scoring.core.listing import Column, Listing, rows_of
from scoring.messages import label
from scoring.models import Booking, TillCount, Tournament
from scoring.models.money import BookingKind
from scoring.money.reads.booked import booked_in
from scoring.standings.reads.source import StandingsSource


@dataclass(frozen=True, slots=True)
class TillLine:
    """One kind of money, or the whole till (`kind` ""): expected by the ledger, and counted.

    `came_in` and `went_out` are the sums of what was booked either way, both not negative.
    `counted` is the last count and `then` what the ledger expected at that moment.
    """

    kind: str
    came_in: int
    went_out: int
    counted: int | None = None
    then: int | None = None

    @property
    def expected(self) -> int:
        return self.came_in - self.went_out

    @property
    def difference(self) -> int | None:
        """What was counted too much; negative: what is missing. Told by the count's moment."""
        if self.counted is None or self.then is None:
            return None
        return self.counted - self.then

    @property
    def moved(self) -> bool:
        """Whether money moved since it was counted."""
        return self.then is not None and self.then != self.expected


@dataclass(frozen=True, slots=True)
class Till:
    lines: tuple[TillLine, ...]
    whole: TillLine

    @property
    def agrees(self) -> bool:
        """The whole till was counted, nothing moved since, and nothing is missing or over."""
        return self.whole.difference == 0 and not self.whole.moved


def till(tournament: Tournament, source: StandingsSource | None = None) -> Till:
    """What the till holds by kind of money; kinds that nothing was booked under are left out.

    `source` keeps what a page asks for more than the till.
    """
    source = source or StandingsSource(tournament)
    counts, sums = source.cached(last_counts), dict[str, list[int]]()
    for row in source.cached(booked_in):
        into_and_out = sums.setdefault(row.kind, [0, 0])
        # A counter-booking takes away what had come in, or brings back what had gone out.
        if (row.cents > 0) != row.reversing:
            into_and_out[0] += row.cents
        else:
            into_and_out[1] -= row.cents
    lines = [
        _line(kind, sums.get(kind, [0, 0]), counts)
        for kind in BookingKind.values
        if kind in sums or kind in counts
    ]
    whole = _line("", [sum(each) for each in zip(*sums.values(), strict=True)] or [0, 0], counts)
    return Till(tuple(lines), whole)


def _line(kind: str, moved: list[int], counts: dict[str, TillCount]) -> TillLine:
    came_in, went_out = moved
    count = counts.get(kind)
    if count is None:
        return TillLine(kind, came_in, went_out)
    return TillLine(kind, came_in, went_out, count.counted_cents, count.expected_cents)


def last_counts(tournament: Tournament) -> dict[str, TillCount]:
    """The latest count of each kind."""
    return {count.kind: count for count in TillCount.objects.filter(tournament=tournament)}


def expected(tournament: Tournament, kind: str = "") -> int:
    """What the ledger expects in the till, of one kind or as a whole."""
    rows = Booking.objects.filter(tournament=tournament)
    if kind:
        rows = rows.filter(kind=kind)
    return rows.aggregate(cents=Sum("cents"))["cents"] or 0


def counts_listing(tournament: Tournament) -> Listing:
    """How often the till was counted, and what the ledger expected then."""
    columns = [
        AT,
        Column("kind", pgettext("booking", "What for"), width=24, value=kind_counted),
        Column("counted", _("Counted"), "cents", width=11, value="counted_cents"),
        Column("expected", _("Expected"), "cents", width=11, value="expected_cents"),
        Column("difference", _("Difference"), "cents", width=11).of(
            lambda each: each.counted_cents - each.expected_cents
        ),
        NOTE.of(width=30),
        BY,
    ]
    counts = tournament.till_counts.select_related("by").order_by("-id")
    return Listing(_("Counts so far"), columns, rows_of(columns, counts))


def kind_counted(count: TillCount) -> str:
    return label("booking_kind", count.kind) if count.kind else _("In the till")
