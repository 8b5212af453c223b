"""Whether the parts of a document fit together, and every game and total the law.

Everything is recomputed: if a score or figure of the document differs, the import is refused with
the table, the seat and both figures. Games, seats and log become rows here, before the block that
writes them, and the lists are proven as `verify` proves them in the database.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.core.log_rows import misfit
from scoring.exchange import document as parts
from scoring.exchange.document import Document, LogRow, Settings
from scoring.exchange.parts import MAX_SMALL, decoder
from scoring.exchange.reading import Problems, decode
from scoring.exchange.services.checking_office import check_office
from scoring.exchange.services.rows import Links, ManyRows
from scoring.models import Draw, Game, LogEntry, ScoreList, Seat, Series, Tournament
from scoring.models.game import place_fields, row_fields
from scoring.models.score_list import CLOSED, TALLY, Depth, tally_figures
from scoring.models.series import SeriesState
from scoring.models.tournament import Confirm
from scoring.rules import systems
from scoring.rules.bare_totals import BareTotal, tally_totals
from scoring.rules.outline import MOST, joined_by_fourth, read_sittings
from scoring.rules.performance import SCHEMES
from scoring.rules.problem import Problem, errors
from scoring.rules.records import read_line
from scoring.rules.score_list import Line, Outline, SeatTotal, check_line, check_list, tally
from scoring.rules.stakes import read_agreed
from scoring.rules.systems import System
from scoring.rules.valuation import Valuation
from scoring.series.reads.list_states import ACTS, writer_problems, writers_in
from scoring.verify.reads.draws import findings_of
from scoring.verify.reads.unwritten import stored_list
from scoring.verify.reads.verify import appraised, list_problems

ValuedLine = tuple[Line, Valuation | None]
RECORD, LOG_ROW = decoder(dict[str, Any]), decoder(LogRow)


@dataclass
class CheckedRows:
    """The many rows of a checked document, which wait for the block that writes them."""

    document: Document
    seats: ManyRows = field(
        default_factory=lambda: ManyRows(
            Seat, list="list", series="series", entry="entry__start_number"
        )
    )
    games: ManyRows = field(default_factory=lambda: ManyRows(Game, list="list"))
    log: ManyRows = field(
        default_factory=lambda: ManyRows(LogEntry, tournament="tournament", user="user__username")
    )
    names: set[str] = field(default_factory=set)  # of the accounts in it


def check_document(document: Document, problems: Problems) -> CheckedRows:
    """The rows of a document; what is wrong is noted."""
    rows = CheckedRows(document, names=usernames(document))
    settings = document.tournament
    if settings.wenzels is None:
        settings.wenzels = settings.wenzel_bonus or names_wenzels(document, problems.prefix)
    system = check_settings(settings, problems)
    check_office(document, problems)
    check_seating(document, problems)
    writers = check_log(rows, problems)
    if system is not None:
        check = ListCheck(rows, system, writers, problems)
        for at, series in enumerate(document.series):
            check.check_series(series, f"series[{at}]")
    if not problems:
        check_draws(document, problems)
    return rows


def usernames(document: Document) -> set[str]:
    """Every account that is named, but for those of the log."""
    tables = [table for series in document.series for table in series.tables]
    names = {each.user for each in document.memberships}
    names |= {each.by for table in tables for each in table.rechecks}
    by: list[Any] = [*document.adjustments, *document.bookings, *document.till_counts]
    others = [each.by for each in (*by, *document.rulings)]
    others += [draw.drawn_by for series in document.series for draw in series.draws]
    others += [name for table in tables for name in (table.entered_by, table.confirmed_by)]
    others += [each.objection.decided_by for each in document.rulings if each.objection]
    others += [document.announcement.published_by] if document.announcement else []
    return names | {name for name in others if name is not None}


def names_wenzels(document: Document, prefix: str) -> bool:
    """Whether a game of the document has queens or kings as wenzels (docs/formats.md)."""
    return any(
        decode(RECORD, raw, f"{prefix}series[{at}].tables[{number}].games[{index}]").get("wenzel")
        in ("Q", "K")
        for at, series in enumerate(document.series)
        for number, table in enumerate(series.tables)
        for index, raw in enumerate(table.games)
    )


# Settings ---------------------------------------------------------------------------------------


def check_settings(settings: Settings, problems: Problems) -> System | None:
    """The rule system with its options, or None with a problem."""
    if settings.season_best_of is not None and settings.season is None:
        problems.note("field-missing", "tournament", key="season")
    if settings.sample and settings.public:
        problems.note("sample-public", "tournament.public")
    check_terms(settings, problems)
    if settings.scheme not in SCHEMES:
        problems.note("not-a-choice", "tournament.scheme", options=", ".join(SCHEMES))
    system = systems.find(settings.system)
    if system is None:
        options = ", ".join(systems.SYSTEMS)
        problems.note("not-a-choice", "tournament.system", options=options)
    if system is None or settings.scheme not in SCHEMES:
        return None
    settings.system = system.key
    wrong = {
        "hand_loss": settings.hand_loss not in (None, *system.hand_loss_options),
        "ramsch": settings.ramsch and not system.ramsch_allowed,
    }
    for key in filter(wrong.get, wrong):
        problems.note("option-unknown", f"tournament.{key}", system=system.key)
        return None
    if settings.wenzel_bonus and not settings.wenzels:
        problems.place(Problem("bonus-without-wenzels", "wenzel_bonus"), "tournament")
        return None
    return systems.variant(
        system,
        hand_loss=settings.hand_loss,
        ramsch=settings.ramsch,
        wenzels=bool(settings.wenzels),
        wenzel_bonus=settings.wenzel_bonus,
    )


def check_terms(settings: Settings, problems: Problems) -> None:
    """Whether the stakes can be read, substitutes play in a league only (TO 9.7), and signatures
    suffice only where lists are kept by phone and none is typed twice.
    """
    try:
        read_agreed(settings.stakes)
    except ValueError:
        problems.note("not-stakes", "tournament.stakes")
    wrong = []
    if settings.substitutes and not settings.league:
        wrong.append(Problem("substitutes-without-league", "substitutes", rule="TO 9.7"))
    if settings.signed_suffices and not settings.phones:
        wrong.append(Problem("signatures-without-phones", "signed_suffices"))
    if settings.signed_suffices and settings.confirm == Confirm.BLIND:
        wrong.append(Problem("signatures-beside-a-second-entry", "signed_suffices"))
    for problem in wrong:
        problems.place(problem, "tournament")


# The log ----------------------------------------------------------------------------------------


def check_log(rows: CheckedRows, problems: Problems) -> dict[str, set[str]]:
    """Make the rows of the log, each of which holds what its action writes; returns who wrote each
    list since it was last empty.
    """
    acts: list[tuple[str, str, str | None, int]] = []
    for at, raw in enumerate(rows.document.log):
        row = decode(LOG_ROW, raw, f"{problems.prefix}log[{at}]")
        if key := misfit(row.action, row.subject, row.old, row.new):
            problems.note("log-row", f"log[{at}].{key}", row=at + 1, logged=row.action, key=key)
        if row.action in ACTS:
            acts.append((row.subject, row.action, row.user, at + 1))
        if row.user is not None:
            rows.names.add(row.user)
        own = {name: getattr(row, name) for name in LogRow.__struct_fields__ if name != "user"}
        rows.log.add(LogEntry(**own), "tournament", row.user)
    return writers_in(acts)


# Series and lists -------------------------------------------------------------------------------


def check_seating(document: Document, problems: Problems) -> None:
    """Each series, draw and table once, each player once in a series."""
    problems.unique([each.number for each in document.series], "series-twice", "series[{}].number")
    for at, series in enumerate(document.series):
        path, tables = f"series[{at}]", series.tables
        draft = series.state == SeriesState.DRAFT
        if not draft and series.draws and not tables:
            problems.place(Problem("verify-drawn-without-tables", "tables"), path)
        numbers = [each.number for each in series.draws]
        problems.unique(numbers, "draw-twice", f"{path}.draws[{{}}].number")
        numbers = [each.number for each in tables]
        problems.unique(numbers, "table-twice", f"{path}.tables[{{}}].number")
        check_players(document, series, path, problems)


def check_players(document: Document, series: parts.Series, path: str, problems: Problems) -> None:
    """Everybody at a table or without a list is a player, and that once."""
    players = {each.start_number for each in document.entries}
    seated = [
        (seat.player, f"{path}.tables[{at}].seats[{place}].player")
        for at, table in enumerate(series.tables)
        for place, seat in enumerate(table.seats)
    ]
    seated += [
        (each.player, f"{path}.no_list[{at}].player") for at, each in enumerate(series.no_list)
    ]
    before: set[int] = set()
    for player, where in seated:
        problems.among(player, players, "player-unknown", where)
        if player in before:
            problems.note("player-twice-a-series", where, value=player)
        before.add(player)


def seats_of(table: parts.Table) -> int:
    """The seats of a table: its players but for those who joined at a round, unless as a fourth."""
    return MOST if joined_by_fourth(table.sittings) else began(table)


def began(table: parts.Table) -> int:
    """How many sat down at the beginning."""
    joined = [each for each in table.sittings if isinstance(each, dict) and "first_game" in each]
    return len(table.seats) - len(joined)


class ListCheck:
    """Reads, values, adds up and verifies the lists of one document."""

    def __init__(
        self, rows: CheckedRows, system: System, writers: dict[str, set[str]], problems: Problems
    ) -> None:
        self.rows, self.system, self.problems = rows, system, problems
        settings = rows.document.tournament
        self.scheme: Any = settings.scheme
        columns = Links().fields(settings)
        self.tournament = Tournament(**columns)
        # Rows that are not written yet name accounts by places of this list.
        self.people = {name: at for at, name in enumerate(sorted(rows.names), 1)}
        self.links = Links(username=self.people)
        self.writers = {
            subject: {self.people[name] for name in names} for subject, names in writers.items()
        }

    def check_series(self, part: parts.Series, path: str) -> None:
        series = Series(
            tournament=self.tournament, number=part.number, rounds=part.rounds, state=part.state
        )
        for at, table in enumerate(part.tables):
            self.check_table(table, series, f"{path}.tables[{at}]")

    def check_table(self, table: parts.Table, series: Series, path: str) -> None:
        """Every difference is noted; the seats and games of a sound list wait to be written."""
        row = self.list_of(table, series, path)
        if row is None:
            return
        before = len(self.problems)
        lines = self.lines_of(table, row.outline, path)
        if len(self.problems) > before:
            return
        seats = [Seat(**seat_fields(seat)) for seat in table.seats]
        totals = self.totals_of(table, row, [line for line, _ in lines], path)
        by_position = {total.seat: tally_figures(total) for total in totals}
        for at, seat in enumerate(seats):
            figures = by_position.get(seat.position, ())
            for key, figure in zip(TALLY, figures, strict=False):
                self.check_figure(table, row, f"{path}.seats[{at}]", seat, (key, figure))
        games = list(games_of(lines, row.outline))
        places = {line.number: f"{path}.games[{at}]" for at, (line, _) in enumerate(lines)}
        for problem in list_problems(stored_list(row, self.system, seats, games), self.tournament):
            where = path if problem.number is None else places.get(problem.number, "")
            # A game that is missing stands nowhere.
            missing = replace(problem, field="")
            self.problems.place(problem if where else missing, where or f"{path}.games")
        for problem in writer_problems(row, self.writers):
            self.problems.place(problem, path)
        here = (series.number, table.number)
        for part, seat in zip(table.seats, seats, strict=True):
            self.rows.seats.add(seat, here, series.number, part.player)
        for game in games:
            self.rows.games.add(game, here)

    def list_of(self, table: parts.Table, series: Series, path: str) -> ScoreList | None:
        """The row of the list; None with a problem where it cannot be one."""
        count, positions = seats_of(table), [seat.position for seat in table.seats]
        if count not in (3, 4) or sorted(positions) != list(range(1, len(positions) + 1)):
            self.problems.note("seats-not-3-or-4", f"{path}.seats", table=table.number)
            return None
        try:
            read_sittings(table.sittings, count)
        except ValueError:
            self.problems.place(Problem("sittings-malformed", "sittings"), path)
            return None
        if table.games_played is not None and table.games_played > table.games_due:
            where = f"{path}.games_played"
            self.problems.note("number-out-of-range", where, low=0, high=table.games_due)
            return None
        own = self.links.fields(table)
        return ScoreList(series=series, **own, **list_fields(table))

    def lines_of(self, table: parts.Table, outline: Outline, path: str) -> list[ValuedLine]:
        """The games with their values, each problem of one at its path."""
        lines: list[ValuedLine] = []
        for index, raw in enumerate(table.games):
            where = f"{path}.games[{index}]"
            record = decode(RECORD, raw, f"{self.problems.prefix}{where}")
            line, valued, problems = check_record(record, outline, self.system)
            for problem in errors(problems):
                self.problems.place(problem, where)
            if line is not None:
                lines.append((line, valued))
        lines = with_attempts(lines)
        if table.state not in CLOSED:  # it may have gaps and wrong running totals
            for problem in check_list([line for line, _ in lines], outline, complete=False):
                if problem.code == "number-twice":
                    self.problems.place(problem, f"{path}.games")
        return lines

    def totals_of(
        self, table: parts.Table, row: ScoreList, lines: Sequence[Line], path: str
    ) -> Sequence[SeatTotal]:
        """The computed totals; none of a list that nobody has begun."""
        if table.depth != Depth.TOTALS:
            begun = table.depth == Depth.GAMES or table.state in CLOSED
            return tally(lines, row.outline, self.scheme) if begun else ()
        figures = []
        for at, seat in sorted(enumerate(table.seats), key=lambda each: each[1].position):
            for key in ("points", "won", "lost"):
                if getattr(seat, key) is None:
                    self.problems.note("field-missing", f"{path}.seats[{at}]", key=key)
            points, won, lost = seat.points or 0, seat.won or 0, seat.lost or 0
            figures.append(BareTotal(points, won, lost, seat.paper_total))
        return tally_totals(figures, self.scheme)

    def check_figure(
        self, table: parts.Table, row: ScoreList, path: str, seat: Seat, computed: tuple[str, int]
    ) -> None:
        """A figure of the document against the computed one, which the row takes."""
        key, figure = computed
        said = getattr(seat, key)
        if said not in (None, figure):
            self.problems.note(
                "control-differs",
                f"{path}.{key}",
                series=row.series.number,
                table=table.number,
                seat=seat.position,
                figure=key,
                told=said,
                computed=figure,
            )
        setattr(seat, key, figure)


def list_fields(table: parts.Table) -> dict[str, Any]:
    """The columns that follow from who sits at the table."""
    return {"seats": seats_of(table), "began_as_three": joined_by_fourth(table.sittings)}


def seat_fields(seat: parts.Seat) -> dict[str, Any]:
    return {key: getattr(seat, key) for key in seat.__struct_fields__ if key != "player"}


def games_of(lines: Sequence[ValuedLine], outline: Outline) -> Iterator[Game]:
    for line, valued in lines:
        yield Game(
            number=line.number,
            attempt=line.attempt,
            **place_fields(line, outline),
            **row_fields(line, line.dealer or outline.dealer(line.number), valued),
        )


# One game ---------------------------------------------------------------------------------------


def with_attempts(lines: Sequence[ValuedLine]) -> list[ValuedLine]:
    """The lines with attempts counted where several share number and attempt, as on paper."""
    given = Counter((line.number, line.attempt) for line, _ in lines)
    mixed = {number for (number, _), count in given.items() if count > 1}
    dealt: Counter[int] = Counter()
    counted = []
    for line, valued in lines:
        dealt[line.number] += 1
        if line.number in mixed:
            line = replace(line, attempt=dealt[line.number])
        counted.append((line, valued))
    return counted


def check_record(
    record: dict[str, Any], outline: Outline, system: System
) -> tuple[Line | None, Valuation | None, list[Problem]]:
    """One game: the record, its place in the list, the law."""
    problems = [
        Problem("document-number-out-of-range", key, {"low": -MAX_SMALL, "high": MAX_SMALL})
        for key, value in record.items()
        if isinstance(value, int) and abs(value) > MAX_SMALL
    ]
    line, malformed = read_line(record, system=system)
    problems += malformed
    problems += unstored_problems(line, record, malformed, system)
    if line is None or errors(problems):
        return None, None, problems
    # An annulled game is checked too, but may stand after the end.
    all_games = replace(outline, ended_after=None) if line.annulled else outline
    problems += check_line(replace(line, annulled=False), all_games)
    if line.game is None:
        return line, None, problems
    judged = appraised(line.game)
    problems.extend(judged.problems)
    return replace(line, game=judged.game), judged.valuation, problems


def unstored_problems(
    line: Line | None, record: dict[str, Any], malformed: Sequence[Problem], system: System
) -> list[Problem]:
    """What a record contains and no row would store; reading alone only warns."""
    unknown = [problem.field for problem in malformed if problem.code == "unknown-field"]
    unknown += ["ruling"] if "ruling" in record else []
    problems = [Problem("document-field-unknown", "", {"key": key}) for key in unknown]
    if line is not None and line.game is not None and line.game.system is not system:
        problems.append(Problem("document-options-of-a-game", "options"))
    return problems


# Draws ------------------------------------------------------------------------------------------


def check_draws(document: Document, problems: Problems) -> None:
    """Repeat every draw, and compare the tables with it."""
    keys = ("number", "mode", "options", "entries_hash", "seed", "engine")
    draws = {
        (series.number, made.number): Draw(**{key: getattr(made, key) for key in keys})
        for series in document.series
        for made in series.draws
    }
    # Who joined at a round was not drawn.
    seats = {
        series.number: {
            table.number: [seat.player for seat in table.seats if seat.position <= began(table)]
            for table in series.tables
        }
        for series in document.series
        if series.tables
    }
    paths = {series.number: f"series[{at}].draws" for at, series in enumerate(document.series)}
    for number, problem in findings_of(draws, seats):
        problems.place(replace(problem, field=""), paths[number])
