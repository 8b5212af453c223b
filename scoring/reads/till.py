"""The till: what the ledger expects to be in it, and what was counted. Cents."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet, Sum

from scoring.models import Booking, TillCount, Tournament
from scoring.models.money import BookingKind


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


def till(tournament: Tournament) -> Till:
    """What the till holds by kind of money; kinds that nothing was booked under are left out."""
    sums: dict[str, list[int]] = {}
    rows = Booking.objects.filter(tournament=tournament).order_by()
    for kind, reversing, sign, cents in _signed(rows):
        line = sums.setdefault(kind, [0, 0])
        # A counter-booking takes away what had come in, or brings back what had gone out.
        if (sign > 0) != reversing:
            line[0] += cents
        else:
            line[1] -= cents
    counts = last_counts(tournament)
    lines = [
        _line(kind, sums.get(kind, [0, 0]), counts)
        for kind in BookingKind.values
        if kind in sums or kind in counts
    ]
    whole = _line("", [sum(each) for each in zip(*sums.values(), strict=True)] or [0, 0], counts)
    return Till(tuple(lines), whole)


def _signed(rows: QuerySet[Booking]) -> Iterator[tuple[str, bool, int, int]]:
    """Sums by kind, counter-booking or not, and the sign of the money."""
    for sign, moved in ((1, Q(cents__gt=0)), (-1, Q(cents__lt=0))):
        for reversing in (False, True):
            part = rows.filter(moved, reverses__isnull=not reversing)
            for kind, cents in part.values_list("kind").annotate(Sum("cents")):
                yield kind, reversing, sign, cents


def _line(kind: str, moved: list[int], counts: dict[str, TillCount]) -> TillLine:
    came_in, went_out = moved
    count = counts.get(kind)
    if count is None:
        return TillLine(kind, came_in, went_out)
    return TillLine(kind, came_in, went_out, count.counted_cents, count.expected_cents)


def last_counts(tournament: Tournament) -> dict[str, TillCount]:
    """The latest count of each kind."""
    newest = TillCount.objects.filter(tournament=tournament).order_by()
    ids = newest.values_list("kind").annotate(Max("id")).values_list("id__max", flat=True)
    return {count.kind: count for count in TillCount.objects.filter(pk__in=list(ids))}


def expected(tournament: Tournament, kind: str = "") -> int:
    """What the ledger expects in the till, of one kind or as a whole."""
    rows = Booking.objects.filter(tournament=tournament)
    if kind:
        rows = rows.filter(kind=kind)
    return rows.aggregate(cents=Sum("cents"))["cents"] or 0
