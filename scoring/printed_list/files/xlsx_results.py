"""The results of a list's formulas, for programs that show a sheet without computing it."""

from dataclasses import dataclass

from scoring.printed_list.files.xlsx_formulas import SheetLayout
from scoring.printed_list.reads.xlsx_rows import LiveList, LiveRow
from scoring.rules.ranking import bonus, per_game


@dataclass(frozen=True, slots=True)
class SeatSums:
    """The sums of a seat; None: not known."""

    points: int | None
    won: int | None
    lost: int | None
    others_lost: int | None
    performance: int | None


def score_of(row: LiveRow) -> tuple[int | str | None, int | str | None]:
    """The columns + and −: "" for an empty cell, None where the result is not known here."""
    if row.value is None or row.factor is None:
        return None, None
    counts = row.value > 0 and row.won is not None
    plus = row.value if counts and row.won else ""
    return plus, row.value * row.factor if counts and not row.won else ""


def is_right(row: LiveRow, layout: SheetLayout) -> bool:
    """Whether the error column is known to be empty."""
    base, tops = row.marks.get("base"), row.marks.get("with") or row.marks.get("without")
    if base is None or base == "E":
        return row.soloist is None and row.won is None and not tops
    if base == "?":
        return True
    seated = row.soloist is not None and 1 <= row.soloist <= layout.seats
    return row.value is not None and seated and (layout.seats == 3 or row.soloist != row.dealer)


def passed_in(live: LiveList) -> int:
    return sum(not row.void and row.marks.get("base") == "E" for row in live.rows)


class RunningSums:
    """Points and games of every seat up to the current row; None once a result is not known."""

    def __init__(self, live: LiveList) -> None:
        self.live = live
        self.seats = {  # a foot has figures only in a list of bare totals
            seat: [foot.points or 0, foot.won or 0, foot.lost or 0]
            for seat, foot in enumerate(live.foot, 1)
        }
        self.is_known = True

    def add(self, row: LiveRow) -> None:
        plus, minus = score_of(row)
        if plus is None or minus is None:
            self.is_known = False
        elif row.soloist in self.seats:
            sums = self.seats[row.soloist]
            sums[0] += int(plus or 0) - int(minus or 0)
            if row.won is not None:
                sums[1 if row.won else 2] += 1

    def points(self, seat: int) -> int | None:
        return self.seats[seat][0] if self.is_known else None

    def games(self, seat: int, *, won: bool) -> int | None:
        return self.seats[seat][1 if won else 2] if self.is_known else None

    def of_seat(self, seat: int) -> tuple[int | None, int | None, int | None]:
        """Points, games won and games lost."""
        points, won, lost = self.seats[seat]
        return (points, won, lost) if self.is_known else (None, None, None)

    def foot(self, seat: int, games: int, others: int) -> tuple[int | None, ...]:
        """The two bonuses and the total."""
        if not self.is_known:
            return None, None, None
        points, won, lost = self.seats[seat]
        own = games * (won - lost)
        theirs = others * sum(each[2] for other, each in self.seats.items() if other != seat)
        return own, theirs, points + own + theirs

    def by_seat(self) -> dict[int, SeatSums]:
        """The sums of every seat."""
        lost = sum(each[2] for each in self.seats.values())
        games, others = per_game(self.live.scheme), bonus(self.live.scheme, len(self.seats))
        return {
            seat: SeatSums(
                *self.of_seat(seat),
                lost - own[2] if self.is_known else None,
                self.foot(seat, games, others)[2],
            )
            for seat, own in self.seats.items()
        }

    @property
    def missing(self) -> int | None:
        """How many games are missing; negative: too many; 0 for a blank list."""
        if not self.is_known:
            return None
        live = self.live
        passed = (live.passed or 0) if live.bare else passed_in(live)
        there = sum(each[1] + each[2] for each in self.seats.values()) + passed
        return live.outline.games_due - there if there else 0

    @property
    def differs(self) -> bool:
        """Whether a total on paper is a different one."""
        games, others = per_game(self.live.scheme), bonus(self.live.scheme, len(self.seats))
        return any(
            foot.paper_total is not None and foot.paper_total != self.foot(seat, games, others)[2]
            for seat, foot in enumerate(self.live.foot, 1)
        )
