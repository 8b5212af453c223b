"""The score list (Spielliste) of one table in one series: its lines, totals and performance."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.outline import Outline as Outline
from scoring.rules.problem import Problem, errors
from scoring.rules.systems import Scheme as Scheme

SEEGER_FABIAN: Scheme = "seeger-fabian"  # the only one in which games that others lost count
SCHEMES: tuple[Scheme, ...] = (SEEGER_FABIAN, "seeger", "plain")
WON_OR_LOST = 50  # points for a game won, against a game lost (TO 5.1)
OTHERS_LOST: Mapping[int, int] = MappingProxyType({3: 40, 4: 30})  # by seats at the table (TO 5.1)


def per_game(scheme: Scheme) -> int:
    """Points that a game won adds and a game lost takes away."""
    return 0 if scheme == "plain" else WON_OR_LOST


def bonus(scheme: Scheme, seats: int) -> int:
    """Points for each game that another player at the table lost (TO 8.12)."""
    return OTHERS_LOST[seats] if scheme == SEEGER_FABIAN else 0


def per_loss(scheme: Scheme, outline: Outline) -> str:
    """The points for each game that another player lost at this table: "30", "30/40" if it was at
    four and at three, "" for none.

    >>> per_loss("seeger-fabian", Outline(4, 12)), per_loss("seeger", Outline(4, 12))
    ('30', '')
    """
    if not outline.sittings:
        return str(bonus(scheme, outline.seats) or "")
    sizes = sorted({len(part.seats) for part in outline.table}, reverse=True)
    return "/".join(str(points) for size in sizes if (points := bonus(scheme, size)))


def performance(
    scheme: Scheme, game_points: int, won: int, lost: int, others_lost: int, seats: int
) -> int:
    """The performance of one player in one list, in points (TO 5.1, 8.12).

    >>> performance("seeger-fabian", 937, won=18, lost=3, others_lost=14, seats=4)
    2107
    """
    return game_points + per_game(scheme) * (won - lost) + bonus(scheme, seats) * others_lost


def lost_at_three(scheme: Scheme, points: int, others_lost: int) -> int:
    """How many of the games that others lost were lost at a table of three, by the points that they
    brought; 0 under a scheme that counts none.
    """
    three, four = bonus(scheme, 3), bonus(scheme, 4)
    return (points - four * others_lost) // (three - four) if three != four else 0


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a score list.

    `soloist` and `dealer` are seats from 1; `dealer` is recorded only if the order of deal went
    wrong (docs/law.md "What an ISkO entry may say" 5). Several attempts share a number when all but
    one are annulled (SkO 3.2.11-13). `running` is the paper's running total of the soloist after
    this game. `misplaced`, of an unread line, is what it said before it moved to a place where that
    cannot stand.
    """

    number: int
    game: PlayedGame | None = None
    soloist: int | None = None
    passed: bool = False
    unread: bool = False
    dealer: int | None = None
    attempt: int = 1
    annulled: bool = False
    running: int | None = None
    misplaced: "Line | None" = None


class ScoredGame(NamedTuple):
    """What one game brought its soloist, in points."""

    number: int
    seat: int
    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """The foot of the list for one player (TO 8.12); `seat` is his position on the list."""

    seat: int
    game_points: int
    won: int
    lost: int
    others_lost: int
    performance: int


def counted_games(lines: Iterable[Line]) -> Iterator[ScoredGame]:
    """The games that count; games without a soloist, or that cannot be valued, do not."""
    for line in lines:
        if line.annulled or line.game is None or line.soloist is None:
            continue
        worth = appraise(line.game).worth
        if worth is not None:
            yield ScoredGame(line.number, line.soloist, worth.score, worth.won)


def tally(lines: Iterable[Line], outline: Outline, scheme: Scheme) -> tuple[SeatTotal, ...]:
    """The totals of every player (TO 5.1, 8.12)."""
    return total(counted_games(lines), outline, scheme)


def total(games: Iterable[ScoredGame], outline: Outline, scheme: Scheme) -> tuple[SeatTotal, ...]:
    """The totals of every player, by position; a soloist without a seat here is left out.

    A lost game counts for the others at the table, by how many there were (docs/law.md "A score
    list").
    """
    points, won, lost, others, sums = ([0] * (len(outline.times) + 1) for _figure in range(5))
    own = per_game(scheme)
    for game in games:
        if game.seat not in outline.taken(game.number):
            continue
        soloist = outline.position(game.seat, game.number)
        points[soloist] += game.score
        (won if game.won else lost)[soloist] += 1
        sums[soloist] += game.score + (own if game.won else -own)
        present = () if game.won else outline.present(game.number)
        for position in present:
            if position != soloist:
                others[position] += 1
                sums[position] += bonus(scheme, len(present))
    return tuple(
        SeatTotal(place, points[place], won[place], lost[place], others[place], sums[place])
        for place in outline.positions
    )


def points_of_others(scheme: Scheme, seat_total: SeatTotal) -> int:
    """The points that games lost by others brought a player."""
    own = seat_total.game_points + per_game(scheme) * (seat_total.won - seat_total.lost)
    return seat_total.performance - own


def lines_of_soloist(lines: Iterable[Line], outline: Outline, position: int) -> list[Line]:
    return [
        line
        for line in lines
        if line.soloist is not None and outline.position(line.soloist, line.number) == position
    ]


def move_line(line: Line, number: int, outline: Outline) -> Line:
    """The line as row `number`: misplaced if its soloist has no cards in that game (SkO 3.2.7), and
    restored where it may stand again.
    """
    moved = replace(line.misplaced or line, number=number, dealer=None)
    can_play = moved.soloist is None or outline.may_play(moved.soloist, number)
    if line.misplaced and moved.game:
        can_play = can_play and not errors(appraise(moved.game).problems)
    return moved if can_play else Line(number, unread=True, misplaced=moved)


def check_line(line: Line, outline: Outline) -> Iterator[Problem]:
    """The problems of a line's number, soloist and dealer; an annulled line has none."""
    if line.annulled:
        return
    number, soloist, seats = line.number, line.soloist, outline.seats
    if number < 1:
        yield _about(number, "number-out-of-range", "number", "TO 7.2.1", number=number)
    elif number > (due := outline.games_due):
        yield _about(number, "number-beyond-games", "number", "TO 7.2.1", number=number, games=due)
    if line.passed and soloist is not None:
        yield _about(number, "soloist-of-passed-game", "soloist", "SkO 3.3.7", seat=soloist)
    elif soloist is None and not line.passed and not line.unread:
        yield _about(number, "soloist-missing", "soloist", "SkO 5.5.1")
    for seat, field, code, rule in (
        (soloist, "soloist", "seat-out-of-range", "TO 7.1.1"),
        (line.dealer, "dealer", "dealer-out-of-range", "SkO 3.2.1"),
    ):
        if seat is not None and not 1 <= seat <= seats:
            yield _about(number, code, field, rule, seat=seat, seats=seats)
        elif seat is not None and seat not in outline.taken(number):
            # Nobody plays or deals at a seat that is empty in this round (SkO 4.5.9).
            params = {"seat": seat, "round": outline.round_of(number)}
            yield _about(number, "seat-is-empty", field, "SkO 4.5.9", **params)
    if soloist is not None and soloist == outline.idle(number, line.dealer):
        yield _about(number, "dealer-is-soloist", "soloist", "SkO 3.2.7", seat=soloist)


def check_list(lines: Iterable[Line], outline: Outline, *, complete: bool = True) -> list[Problem]:
    """Everything that is wrong with a list and with its lines' places in it (docs/law.md "A score
    list" 1, 5), but not with the games themselves.

    Unless it is `complete`, games after the last one may be missing and lines may be unread.
    """
    ordered = sorted(lines, key=attrgetter("number", "attempt"))
    problems = [] if outline.ended_after is None else [*_ending(outline, outline.ended_after)]
    for line in ordered:
        problems += check_line(line, outline)
    problems += _numbers(ordered, outline, complete=complete)
    problems += [
        _about(line.number, "line-unread", "game", "TO 7.2.4", number=line.number)
        for line in ordered
        if complete and line.unread and not line.annulled
    ]
    return [*problems, *_running_totals(ordered, outline)]


def _ending(outline: Outline, after: int) -> Iterator[Problem]:
    planned = outline.games_planned
    if not 0 <= after <= planned:
        params = {"after": after, "games": planned}
        yield Problem("ended-early-out-of-range", "ended_early", params, "TO 7.2.1")
    elif after < planned and not outline.stop_reason.strip():
        params = {"after": after}
        yield Problem("ended-early-without-reason", "ended_early", params, "TO 7.2.1")


def _numbers(ordered: Sequence[Line], outline: Outline, *, complete: bool) -> Iterator[Problem]:
    """Gaps, annulled games that were not replayed, and numbers that count twice."""
    live = Counter(line.number for line in ordered if not line.annulled)
    void = {line.number for line in ordered if line.annulled}
    last = outline.games_due if complete else min(max(live, default=0), outline.games_due)
    for number in range(1, last + 1):
        if number in live:
            continue
        if number in void:
            yield _about(number, "replay-missing", "number", "SkO 3.2.12", number=number)
        else:
            yield _about(number, "game-number-missing", "number", "TO 7.2.1", number=number)
    for number, count in live.items():
        if count > 1:
            yield _about(number, "number-twice", "number", "TO 7.2.1", number=number, count=count)


def _running_totals(ordered: Iterable[Line], outline: Outline) -> Iterator[Problem]:
    """The first line of each player where paper and computed total differ (TO 8.11).

    After a line that could not be read its player's total is unknown (everybody's, if the soloist
    is illegible too): the paper's next running total is then taken as true.
    """
    totals: dict[int, int | None] = {}
    unknown: int | None = 0
    reported: set[int] = set()
    for line in ordered:
        if line.annulled or line.passed:
            continue
        if line.soloist is None:
            totals, unknown = {}, None
            continue
        player = outline.position(line.soloist, line.number)
        before = totals.get(player, unknown)
        score = next((game.score for game in counted_games([line])), None)
        computed = None if before is None or score is None else before + score
        if computed is None or line.running is None:
            totals[player] = line.running if computed is None else computed
            continue
        totals[player] = computed
        if computed != line.running and player not in reported:
            reported.add(player)
            params = {
                "seat": line.soloist,
                "paper": line.running,
                "computed": computed,
                "difference": line.running - computed,
            }
            yield _about(line.number, "running-total", "running", "TO 8.11", **params)


def _about(number: int, code: str, field: str, rule: str, /, **params: object) -> Problem:
    return Problem(code, field, params, rule, number=number)
