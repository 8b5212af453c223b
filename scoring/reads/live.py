"""What the spreadsheets recompute: the typed figures, apart from everything that follows."""

from dataclasses import dataclass

from scoring.models import Seat, Tournament
from scoring.reads.results import Field, Part, field_of, player_results
from scoring.reads.standings import Standings, StandingsRow
from scoring.rules.performance import bonus, per_game


@dataclass(frozen=True, slots=True)
class LiveResult:
    """A counted list of a player, or points that he got in a series without one (`seats` 4)."""

    start_number: int
    name: str
    series: int
    seats: int
    points: int
    won: int
    lost: int
    others_lost: int
    adjusted: int


@dataclass(frozen=True, slots=True)
class LivePlayer:
    """Who is ranked: `free` are points of no series, `lot` the recorded one."""

    start_number: int
    name: str
    club: str
    free: int
    lot: int | None


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """Everything that a ranking of players is computed from."""

    players: tuple[LivePlayer, ...]
    results: tuple[LiveResult, ...]
    numbers: tuple[int, ...]
    per_game: int
    bonus_three: int
    bonus_four: int
    best_of: int | None
    shared: bool

    @property
    def has_adjusted(self) -> bool:
        return any(each.adjusted for each in self.results) or any(p.free for p in self.players)


def live_standings(found: Standings) -> LiveStandings:
    """The figures below a ranking: overall, or of one series. Three queries."""
    tournament, scheme = found.tournament, found.tournament.performance_scheme
    whole = found.series is None
    part = Part() if found.series is None else Part(number=found.series.number)
    field = field_of(tournament, found.scope, part)
    results = player_results(tournament, field, part)
    seats = seats_at(tournament)
    ordered = sorted(found.rows, key=lambda row: row.start_number)
    return LiveStandings(
        players=tuple(
            LivePlayer(
                row.start_number, row.name, row.club,
                field.free(row.entry_id) if whole else 0, lot_of(row, field),
            )
            for row in ordered
        ),
        results=tuple(
            LiveResult(
                row.start_number, row.name, number, seats.get((row.entry_id, number), 4),
                each.points, each.won, each.lost, each.others_lost, each.adjusted,
            )
            for row in ordered
            for number, each in sorted(results[row.entry_id].items())
        ),
        numbers=found.numbers,
        per_game=per_game(scheme),
        bonus_three=bonus(scheme, 3),
        bonus_four=bonus(scheme, 4),
        best_of=tournament.best_of if whole else None,
        shared=tournament.ties == "share",
    )  # fmt: skip


def lot_of(row: StandingsRow, field: Field) -> int | None:
    """The place drawn; None where it decides nothing, because others have drawn since."""
    drawn = field.lots.get(row.entry_id)
    return drawn.order if drawn and not row.rank.lot_needed else None


def seats_at(tournament: Tournament) -> dict[tuple[int, int], int]:
    """How many sat at the table of an entry in a series."""
    rows = Seat.objects.filter(series__tournament=tournament)
    return {
        (entry, number): seats
        for entry, number, seats in rows.values_list("entry_id", "series__number", "list__seats")
    }
