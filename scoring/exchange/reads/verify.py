"""Recompute everything that is stored twice, and find states that no service can make.

It works on plain tuples instead of rows and values equal games once, for speed with 72,000 games.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from itertools import chain
from operator import attrgetter
from typing import Any

from django.db import IntegrityError, connection
from django.db.models import QuerySet

from scoring.core.stored import unreadable_columns
from scoring.exchange.reads.office import (
    draw_findings,
    host_problems,
    league_problems,
    office_problems,
    pot_problems,
    season_member_problems,
)
from scoring.lists.phone.forms import is_drawing
from scoring.lists.reads import writers_of
from scoring.log.reads import log_problems
from scoring.models import (
    Game,
    ListPhoto,
    Ruling,
    ScoreList,
    Seat,
    Series,
    Signature,
    TableCall,
    Tournament,
    UnsentGames,
)
from scoring.models.score_list import (
    CLOSED,
    GAME_FIELDS,
    LINE_COLUMNS,
    PAPER,
    TALLY,
    Depth,
    bare_total,
    misplaced_line,
)
from scoring.models.tournament import SeriesState
from scoring.rules.adjudication.incident import read_incident
from scoring.rules.adjudication.table import decide
from scoring.rules.bare_totals import check_totals, count_passed_in, tally_totals
from scoring.rules.checks import Appraisal, appraise
from scoring.rules.outline import check_sittings
from scoring.rules.problem import Problem, errors
from scoring.rules.records import read_line
from scoring.rules.score_list import Outline, ScoredGame, SeatTotal, check_line, check_list, total
from scoring.series.reads.list_states import (
    Finding,
    missing_seats,
    state_problems,
    tally_problems,
    writer_problems,
)

Totals = Generator[Problem, None, Sequence[SeatTotal]]

tally_of, paper_of = attrgetter(*TALLY), attrgetter(*PAPER)
game_fields_of = attrgetter(*GAME_FIELDS)


def verify(
    tournament: Tournament | None = None, *, progress: Callable[[int], None] = lambda lists: None
) -> list[Finding]:
    """Every finding in one tournament, or in all, and those of the whole database.

    Of each tournament, findings of the draws and the office come first, then those of its lists in
    the order of series, table and game. If stored values cannot be read, only these are returned.
    `progress` is called with the number of lists done since the last call.
    """
    if unreadable := list(unreadable_values()):
        return [Finding("", problem) for problem in unreadable]
    tournaments = Tournament.objects.all() if tournament is None else [tournament]
    findings = [finding for row in tournaments for finding in tournament_findings(row, progress)]
    whole = chain(
        orphans(),
        host_problems(),
        season_member_problems(),
        league_problems(),
        log_problems(),
        trigger_problems(),
    )
    return findings + [Finding("", problem) for problem in whole]


def unreadable_values() -> Iterator[Problem]:
    """SQLite columns that hold a value of another type; PostgreSQL refuses such values."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for name in unreadable_columns(lambda sql: cursor.execute(sql).fetchall()):
                yield Problem("verify-unreadable", params={"name": name})


def tournament_findings(
    tournament: Tournament, progress: Callable[[int], None] = lambda lists: None
) -> Iterator[Finding]:
    """Every finding in the rows of one tournament, without what concerns the whole database."""
    name = f"{tournament.pk} {tournament.name}"
    for series, problem in chain(tournament_problems(tournament), draw_findings(tournament)):
        yield Finding(name, problem, series)
    writers = writers_of(tournament)
    for row, seats, games in stored_lists(tournament):
        for problem in chain(list_problems(row, seats, games), writer_problems(row, writers)):
            yield Finding(name, problem, row.series.number, row.table_number)
        progress(1)


def stored_lists(tournament: Tournament) -> Iterator[tuple[ScoreList, list[Any], list[Any]]]:
    """The lists by series and table, with their seats and games; read series by series."""
    for series in Series.objects.filter(tournament=tournament).order_by("number"):
        series.tournament = tournament
        seats = by_list(Seat.objects.filter(list__series=series).order_by("position"))
        games = Game.objects.filter(list__series=series).order_by("number", "attempt")
        columns = (*LINE_COLUMNS, "list_id", "factor", "seats", "at_three")
        games_of = by_list(games.values_list(*columns, named=True))
        for row in series.lists.order_by("table_number"):
            row.series = series
            yield row, seats[row.pk], games_of[row.pk]


def by_list(rows: QuerySet[Any]) -> dict[int, list[Any]]:
    lists: dict[int, list[Any]] = defaultdict(list)
    for row in rows.iterator(chunk_size=5_000):
        lists[row.list_id].append(row)
    return lists


judge = lru_cache(maxsize=2**16)(appraise)


def game_problems(stored: Any, judgement: Appraisal | None, outline: Outline) -> Iterator[Problem]:
    if stored.seats != outline.seats:
        yield game_problem(stored, "seats", stored.seats, outline.seats)
    if stored.at_three != outline.is_short(stored.number):
        yield game_problem(stored, "at_three", stored.at_three, not stored.at_three)
    figures: list[tuple[str, object, object]]
    if judgement is None:
        figures = [("value", stored.value, 0), ("score", stored.score, 0)]
    elif judgement.valuation is None:
        yield from (replace(error, number=stored.number) for error in errors(judgement.problems))
        return
    else:
        right = judgement.valuation
        figures = [
            ("value", stored.value, right.value),
            ("factor", stored.factor, right.factor),
            ("score", stored.score, right.score),
        ]
        stored_values, completed = game_fields_of(stored), game_fields_of(judgement.game)
        if stored_values != completed:
            figures += zip(GAME_FIELDS, stored_values, completed, strict=True)
    for field, figure, expected in figures:
        if figure != expected:
            yield game_problem(stored, field, figure, expected)


def game_problem(stored: Any, field: str, stored_value: object, computed: object) -> Problem:
    params = {"figure": field, "stored": stored_value, "computed": computed}
    return Problem("verify-game", field, params, number=stored.number)


def list_problems(row: ScoreList, seats: Sequence[Any], games: Sequence[Any]) -> Iterator[Problem]:
    """The problems of a list with its seats and games in order; an import has not stored them yet.

    `seats` are rows or parts of a document, `games` rows or named tuples of their columns.
    """
    yield from list_state_problems(row, has_games=bool(games))
    if problem := missing_seats(row, seats):
        yield problem
        return
    if row.depth == Depth.TOTALS:
        totals = yield from totals_problems(row, seats)
    else:
        totals = yield from games_problems(row, games)
    has_tally = any(figure is not None for seat in seats for figure in tally_of(seat))
    # Set aside, a list that ended before its first game keeps its tally; an emptied one has none.
    is_ended = has_tally and row.games_played is not None
    if row.depth != Depth.NONE or row.state in CLOSED or is_ended:
        yield from sum_problems(row, seats, totals)
    elif has_tally:
        yield Problem("verify-tally-without-entry", "points")


def list_state_problems(row: ScoreList, *, has_games: bool) -> Iterator[Problem]:
    """States that no service can bring about (docs/data-model.md)."""
    series, outline = row.series, row.outline
    if row.games_due != row.seats * series.rounds:
        params = {"stored": row.games_due, "computed": row.seats * series.rounds}
        yield Problem("verify-games-due", "games_due", params)
    if outline.sittings:
        yield from check_sittings(outline.sittings, outline.seats, outline.rounds)
    if row.began_as_three != (outline.began < outline.seats):
        yield Problem("sittings-malformed", "seats")
    yield from state_problems(series.tournament, series, row, has_games=has_games)


def games_problems(row: ScoreList, games: Sequence[Any]) -> Totals:
    """The problems of a list entered by games; returns the totals of the games."""
    lines, scored = [], []
    outline, tournament = row.outline, row.series.tournament
    system = tournament.rule_system
    for game in games:
        line = Game.line_of(game, system, outline)
        judgement = judge(line.game) if line.game else None
        yield from game_problems(game, judgement, outline)
        if judgement and judgement.game != line.game:
            line = replace(line, game=judgement.game)
        lines.append(line)
        if judgement and judgement.valuation and game.soloist and not game.annulled:
            right = judgement.valuation
            scored.append(ScoredGame(game.number, game.soloist, right.score, right.won))
    if row.state in CLOSED:
        yield from errors(check_list(lines, outline))
    else:
        for line in lines:
            yield from errors(check_line(line, outline))
    return total(scored, outline, tournament.scheme)


def totals_problems(row: ScoreList, seats: Sequence[Any]) -> Totals:
    """The problems of a list entered by totals; returns the totals."""
    tournament, outline = row.series.tournament, row.outline
    system, scheme = tournament.rule_system, tournament.scheme
    figures = [bare_total(seat) for seat in seats]
    passed = count_passed_in(outline.games_due, figures)
    yield from errors(check_totals(figures, outline, passed, system, scheme))
    return tally_totals(figures, scheme)


def sum_problems(
    row: ScoreList, seats: Sequence[Any], totals: Iterable[SeatTotal]
) -> Iterator[Problem]:
    """The differences of the seats' stored tallies, and of the paper's foot of a closed list."""
    for seat, computed in zip(seats, totals, strict=True):
        yield from tally_problems(seat, computed)
        figures = (computed.game_points, computed.won, computed.lost, computed.performance)
        for key, paper, right in zip(PAPER, paper_of(seat), figures, strict=True):
            if row.state in CLOSED and paper is not None and paper != right:
                params = {"seat": seat.position, "figure": key, "stored": paper, "computed": right}
                yield Problem("verify-paper", key, params, "TO 8.12")


def tournament_problems(tournament: Tournament) -> Iterator[tuple[int | None, Problem]]:
    """Problems outside the lists and draws, each with the number of its series, if any."""
    for problems in (office_problems, pot_problems, ruling_problems):
        yield from ((None, problem) for problem in problems(tournament))
    drawn = Series.objects.filter(tournament=tournament, lists=None, draws__isnull=False)
    for series in drawn.exclude(state=SeriesState.DRAFT).distinct():
        yield series.number, Problem("verify-drawn-without-tables", "draws")
    yield from phone_problems(tournament)
    yield from photo_problems(tournament)
    yield from misplaced_problems(tournament)


def misplaced_problems(tournament: Tournament) -> Iterator[tuple[int, Problem]]:
    """Lines that have moved and cannot be read: list and export leave them out."""
    rows = Game.objects.filter(list__series__tournament=tournament, misplaced__isnull=False)
    for row in rows.select_related("list__series").order_by("list_id", "number"):
        if misplaced_line(row, tournament.rule_system) is None:
            params = {"table": row.list.table_number, "number": row.number}
            yield row.list.series.number, Problem("verify-misplaced", "misplaced", params)


def orphans() -> Iterator[Problem]:
    """Rows that refer to missing rows: a damaged file, or a change outside the program."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Problem("verify-orphan", "", {"detail": str(error)[:200]})


# The triggers that keep log and ledger append-only: all of them, and no others.

MIGRATION = import_module("scoring.migrations.0002_triggers")
# Without the internal triggers of constraints; "O" means that the trigger is enabled.
ENABLED_TRIGGERS = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'"


def trigger_problems() -> Iterator[Problem]:
    """Triggers that are missing or changed, and those that are not ours.

    On PostgreSQL, which words the statement anew, a trigger is known by its name alone.
    """
    expected = {statement.split()[2]: statement for statement in trigger_statements()}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            stored = dict(cursor.fetchall())
        else:
            cursor.execute(ENABLED_TRIGGERS)
            stored = {name: expected.get(name, "") for (name,) in cursor.fetchall()}
    for name in sorted(expected.keys() | stored.keys()):
        if name not in expected:
            yield Problem("verify-trigger-foreign", params={"name": name})
        elif stored.get(name) != expected[name]:
            yield Problem("verify-trigger", params={"name": name})


def trigger_statements() -> Sequence[str]:
    return MIGRATION.SQLITE if connection.vendor == "sqlite" else MIGRATION.POSTGRESQL


# Stored decisions must still follow from their facts.


def ruling_problems(tournament: Tournament) -> Iterator[Problem]:
    """A decision equals `decide` of its facts; its game may have been corrected since."""
    for ruling in Ruling.objects.filter(tournament=tournament):
        incident = read_incident(ruling.incident, tournament.rule_system)
        decision = decide(incident).as_record() if incident else None
        if decision is None or decision != ruling.decision:
            params = {"number": ruling.number}
            yield Problem("verify-ruling", "decision", params, severity="warning")


# Signatures, calls, unsent games and photos must fit their lists.

PHOTOS_AT_ONCE = 20  # each has up to 400 KB
Problems = Iterator[tuple[int, Problem]]


def phone_problems(tournament: Tournament) -> Problems:
    """Signatures, calls and unsent games that no phone can have sent, by the number of a series."""
    yield from signature_problems(tournament)
    rows = TableCall.objects.filter(list__series__tournament=tournament).exclude(game_number=None)
    for call in rows.select_related("list__series"):
        if not 1 <= (call.game_number or 0) <= call.list.outline.games_planned:
            params = {"table": call.list.table_number, "number": call.game_number}
            yield call.list.series.number, Problem("verify-call", "game_number", params)
    system = tournament.rule_system
    unsent = UnsentGames.objects.filter(list__series__tournament=tournament)
    for row in unsent.select_related("list__series"):
        records = row.games if isinstance(row.games, list) else [None]
        if any(read_line(record, system=system)[0] is None for record in records):
            params = {"table": row.list.table_number}
            yield row.list.series.number, Problem("verify-unsent", "games", params)


def signature_problems(tournament: Tournament) -> Problems:
    """A signature is a drawing by a player of the list, under a revision that it had."""
    rows = Signature.objects.filter(list__series__tournament=tournament)
    for row in rows.select_related("list__series"):
        params = {"table": row.list.table_number, "seat": row.position}
        stands = row.position in row.list.outline.positions and row.revision <= row.list.revision
        if not (stands and is_drawing(row.strokes)):
            yield row.list.series.number, Problem("verify-signature", "strokes", params)


def photo_problems(tournament: Tournament) -> Problems:
    """Photos that are not as they were added, or whose reading has more rows than the list."""
    photos = ListPhoto.objects.filter(list__series__tournament=tournament)
    for photo in photos.select_related("list__series").iterator(PHOTOS_AT_ONCE):
        rows = photo.reading.get("rows", [])
        is_as_added = sha256(photo.jpeg).hexdigest() == photo.digest
        if not is_as_added or len(rows) > photo.list.outline.games_planned:
            params = {"table": photo.list.table_number}
            yield photo.list.series.number, Problem("verify-photo", "photo", params)
