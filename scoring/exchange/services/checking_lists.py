"""The check of every list in a document: its games by the law, its totals, its state.

Games become rows here, and lists are checked as `verify` checks them in the database.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from scoring.exchange import document as parts
from scoring.exchange.document import Document
from scoring.exchange.part import MAX_SMALL, Part, decoder, link_of, usernames_in
from scoring.exchange.reading import Problems, decode
from scoring.exchange.reads.verify import judge, list_problems
from scoring.models import Game, LogEntry, ScoreList, Series, Tournament
from scoring.models.score_list import CLOSED, TALLY, Depth, bare_total, row_fields, tally_figures
from scoring.rules.bare_totals import tally_totals
from scoring.rules.outline import read_sittings
from scoring.rules.problem import Problem, errors
from scoring.rules.records import read_line
from scoring.rules.score_list import Line, Outline, SeatTotal, check_line, check_list, tally
from scoring.rules.systems import System
from scoring.rules.valuation import Valuation
from scoring.series.reads.list_states import writer_problems

ValuedLine = tuple[Line, Valuation | None]
RECORD = decoder(dict[str, Any])


class Links:
    """The ids of rows by their names in a document, by `link_of` their columns."""

    def __init__(self, **ids: Mapping[Any, Any]) -> None:
        self.ids = ids

    def fields(self, part: Part) -> dict[str, Any]:
        row = part.computed()
        for name, column in part.columns().items():
            key, _, by = column.partition("__")
            value = getattr(part, name)
            if key in part.NAMED_BY:
                value = tuple(getattr(part, field) for field in part.NAMED_BY[key])
            if by or name in part.PLACES:
                row[f"{key}_id"] = self.ids[link_of(column)].get(value)
            else:
                row[column] = value
        return row


class ManyRows:
    """Rows of one model that no other row refers to, prepared before the block that writes them.

    Written by plain SQL, because an import holds SQLite's only write lock meanwhile: for 19,200
    games with their log 0.3 seconds of processor, with `bulk_create` 1.9.
    """

    def __init__(self, model: type[Model], **links: str) -> None:
        self.model = model
        self.links = links  # by the name of the field, the key of `Links` for its ids
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        self.columns: dict[Field[Any, Any], list[Any]] = {field: [] for field in fields}

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def add(self, row: Model, **names: Hashable) -> None:
        """Prepare a row; `names` are those that the document has for the rows of its links."""
        for field, values in self.columns.items():
            if field.name in names:
                values.append(names[field.name])
            else:
                values.append(field.get_db_prep_save(field.pre_save(row, add=True), connection))

    def write(self, links: Links) -> None:
        columns = {
            field: map(links.ids[self.links[field.name]].get, values)
            if field.name in self.links
            else values
            for field, values in self.columns.items()
        }
        names = ", ".join(f'"{field.column}"' for field in columns)
        places = ", ".join(["%s"] * len(columns))
        insert = f'INSERT INTO "{self.model._meta.db_table}" ({names}) VALUES ({places})'  # noqa: S608
        with connection.cursor() as cursor:
            cursor.executemany(insert, list(zip(*columns.values(), strict=True)))


class CheckedTournament:
    """A checked document, with the games and log rows that its check prepared."""

    def __init__(self, document: Document) -> None:
        self.document, self.sha256 = document, ""
        self.names = usernames_in(document)  # `check_log` adds those of the log
        self.games = ManyRows(Game, list="list")
        self.log = ManyRows(LogEntry, tournament="tournament", user="username")

    def join_season(self, name: str | None, best_of: int | None) -> None:
        """Put the tournament into this season, or none, whatever the document says."""
        settings = self.document.tournament
        settings.season, settings.season_best_of = name, best_of


class ListCheck:
    """Reads, values, adds up and verifies the lists of one document."""

    def __init__(
        self,
        rows: CheckedTournament,
        tournament: Tournament,
        writers: Mapping[str, set[str]],
        problems: Problems,
    ) -> None:
        self.rows, self.writers, self.problems = rows, writers, problems
        self.system, self.scheme = tournament.rule_system, tournament.scheme
        # Lists that are not written yet have the names of accounts instead of their ids.
        self.links = Links(username={name: name for name in rows.names})

    def check_table(self, table: parts.TablePart, series: Series, path: str) -> None:
        """Note every difference; fill in the totals of a list, and prepare its games."""
        row = self.list_of(table, series, path)
        if row is None:
            return
        before = len(self.problems)
        lines = self.lines_of(table, row.outline, path)
        if len(self.problems) > before:
            return
        self.fill_totals(table, row, [line for line, _ in lines], path)
        games = [Game(**row_fields(line, row.outline, valued)) for line, valued in lines]
        self.verify(table, row, games, path)
        for problem in writer_problems(row, self.writers):
            self.problems.place(problem, path)
        for game in games:
            self.rows.games.add(game, list=(series.number, table.number))

    def list_of(self, table: parts.TablePart, series: Series, path: str) -> ScoreList | None:
        """The row of the list; None, with a problem noted, if it cannot be a list."""
        count = table.chairs
        positions = [seat.position for seat in table.seats]
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
        return ScoreList(series=series, **self.links.fields(table))

    def lines_of(self, table: parts.TablePart, outline: Outline, path: str) -> list[ValuedLine]:
        """The games with their values; problems are noted at their paths."""
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

    def fill_totals(
        self, table: parts.TablePart, row: ScoreList, lines: Sequence[Line], path: str
    ) -> None:
        """Compute the totals that a document leaves out, unless nobody has begun the list."""
        seats = sorted(table.seats, key=attrgetter("position"))
        totals: Sequence[SeatTotal] = ()
        if table.depth == Depth.TOTALS:
            for at, seat in enumerate(table.seats):
                for key in ("points", "won", "lost"):
                    if getattr(seat, key) is None:
                        self.problems.note("field-missing", f"{path}.seats[{at}]", key=key)
            totals = tally_totals(list(map(bare_total, seats)), self.scheme)
        elif table.depth == Depth.GAMES or table.state in CLOSED:
            totals = tally(lines, row.outline, self.scheme)
        for seat, total in zip(seats, totals, strict=False):
            for key, figure in zip(TALLY, tally_figures(total), strict=True):
                if getattr(seat, key) is None:
                    setattr(seat, key, figure)

    def verify(self, table: parts.TablePart, row: ScoreList, games: list[Game], path: str) -> None:
        places = {game.number: f"{path}.games[{at}]" for at, game in enumerate(games)}
        seats = sorted(table.seats, key=attrgetter("position"))
        stored_games = sorted(games, key=attrgetter("number", "attempt"))
        for problem in list_problems(row, seats, stored_games):
            if problem.number is None:
                self.problems.place(problem, path)
            elif problem.number in places:
                self.problems.place(problem, places[problem.number])
            else:  # a missing game has no path of its own
                self.problems.place(replace(problem, field=""), f"{path}.games")


# One game ---------------------------------------------------------------------------------------


def with_attempts(lines: Sequence[ValuedLine]) -> list[ValuedLine]:
    """The lines, with attempts numbered anew where several share number and attempt."""
    counts = Counter((line.number, line.attempt) for line, _ in lines)
    ambiguous = {number for (number, _), count in counts.items() if count > 1}
    attempts: Counter[int] = Counter()
    with_attempts = []
    for line, valued in lines:
        attempts[line.number] += 1
        if line.number in ambiguous:
            line = replace(line, attempt=attempts[line.number])
        with_attempts.append((line, valued))
    return with_attempts


def check_record(
    record: dict[str, Any], outline: Outline, system: System
) -> tuple[Line | None, Valuation | None, list[Problem]]:
    """Check one game: its record, its place in the list, the law."""
    problems = [
        Problem("document-number-out-of-range", key, {"low": -MAX_SMALL, "high": MAX_SMALL})
        for key, value in record.items()
        if isinstance(value, int) and abs(value) > MAX_SMALL
    ]
    line, malformed = read_line(record, system=system)
    problems += malformed
    # Fields that no row would store, of which `read_line` only warns.
    unknown = [problem.field for problem in malformed if problem.code == "unknown-field"]
    unknown += ["ruling"] if "ruling" in record else []
    problems += [Problem("document-field-unknown", "", {"key": key}) for key in unknown]
    if line is not None and line.game is not None and line.game.system is not system:
        problems.append(Problem("document-options-of-a-game", "options"))
    if line is None or errors(problems):
        return None, None, problems
    # An annulled game is checked too, but may stand after the end.
    all_games = replace(outline, ended_after=None) if line.annulled else outline
    problems += check_line(replace(line, annulled=False), all_games)
    if line.game is None:
        return line, None, problems
    appraisal = judge(line.game)
    problems.extend(appraisal.problems)
    return replace(line, game=appraisal.game), appraisal.valuation, problems
