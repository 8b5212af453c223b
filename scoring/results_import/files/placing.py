"""From the rows of tables to lists: whose result each row is, and at which table it was made."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.core.foreign.cells import LONGEST, Spot
from scoring.messages import label
from scoring.printed_list.incoming import Incoming
from scoring.results_import.files.identity import Identity, PlayerFinder
from scoring.results_import.files.labels import FIGURES, IDENTITY
from scoring.results_import.files.meaning import Result, game_points, meaning_of
from scoring.results_import.files.table_rows import TableRow
from scoring.results_import.files.totals import SeriesOf, Table, TotalsRead, series_question
from scoring.results_import.reads import (
    LEFT_OUT,
    Asked,
    FileAnswers,
    FileQuestion,
    KnownPlaces,
    Option,
    StrayRow,
)
from scoring.rules.bare_totals import BareTotal
from scoring.rules.problem import Problem
from scoring.rules.systems import System

# Which column shows a figure of a list.
COLUMNS_OF_FIELDS = (
    ("points", ("points", "total")),
    ("game_points", ("points", "total")),
    ("won", ("won",)),
    ("lost", ("lost",)),
    ("paper_total", ("total", "points")),
    ("start", IDENTITY),
)
AT_A_TABLE = range(1, 5)
Place = tuple[int, int]  # series and table


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row and the table that it stands in."""

    table: Table
    row: TableRow

    def spot(self, problem: Problem) -> Spot:
        return Spot(self.table.reader.sheet, self.row.cell(*IDENTITY), problem)


@dataclass(slots=True)
class Seats:
    """The rows of one list by seat; those that stand twice, and how many are left out."""

    rows: dict[int, PlacedRow] = field(default_factory=dict)
    twice: list[PlacedRow] = field(default_factory=list)
    left: list[PlacedRow] = field(default_factory=list)


class Placer:
    """Puts every row of every table to its list, and asks where it is not certain which."""

    def __init__(self, known: KnownPlaces, system: System, answers: FileAnswers) -> None:
        self.known, self.system, self.answers = known, system, answers
        self.finder = PlayerFinder(known)
        self.lists: dict[Place, Seats] = defaultdict(Seats)
        self.waiting: set[int] = set()  # series in which somebody is asked whose a row is
        self.meanings: dict[tuple[str, int], str | None] = {}

    def lists_of(self, tables: Sequence[Table], usual: int | None, found: TotalsRead) -> TotalsRead:
        """The lists that all tables fill; what is wrong and what is asked goes to `found`."""
        self.found = found
        for table in tables:
            series = series_question(table, self.known, usual, self.answers, found)
            if self.has_clear_columns(table, series):
                for row in table.rows:
                    if (number := series(row)) is not None:
                        self.place(PlacedRow(table, row), number)
        self.read_meanings()
        for at, seats in sorted(self.lists.items()):
            found.lists.append(self.incoming(*at, seats))
        return found

    # Columns that hold something else ------------------------------------------------------------

    def has_clear_columns(self, table: Table, series: SeriesOf) -> bool:
        """Whether numbers and names fit; asks for the columns where they do so hardly ever."""
        columns = table.block.columns
        rows = table.rows
        if "number" in columns and columns["number"] not in table.columns.chosen:
            doubts = [
                each
                for each in rows
                if each.number is not None
                and each.name
                and self.finder.named(each.number, each.name).player is None
            ]
            if len(doubts) > 1 and 2 * len(doubts) > len(rows):
                self.ask_column(table, "asked-columns-number", "number")
                return False
        return "place" not in columns or self.has_clear_places(table, series)

    def has_clear_places(self, table: Table, series: SeriesOf) -> bool:
        """Whether "Platz" is where somebody sits or what he reached; asks where it may be both."""
        if "seat" in table.block.columns or table.block.columns["place"] in table.columns.chosen:
            return True
        rows = [row for row in table.rows if row.place is not None]
        if any(row.place not in AT_A_TABLE for row in rows) or is_ranking(rows):
            return True
        planned = [self.known.seats.get((series(row) or 0, self.player(row) or 0)) for row in rows]
        if len(rows) > len(AT_A_TABLE) or all(
            at is None or at[1] == row.place for at, row in zip(planned, rows, strict=True)
        ):
            for row in rows:
                row.seat = row.place
            return True
        self.ask_column(table, "asked-columns-place", "place")
        return False

    def ask_column(self, table: Table, code: str, role: str) -> None:
        """Ask what the columns of a table hold, because of one that is doubtful."""
        at = table.block.columns[role]
        problem = Problem(code, "", {"column": table.heading(at)})
        self.found.ask_columns(table.columns, problem, doubtful=(at,))

    def player(self, row: TableRow) -> int | None:
        return self.finder.named(row.number, row.name).player

    # Whose result a row is -----------------------------------------------------------------------

    def place(self, placed: PlacedRow, series: int) -> None:
        """Put a row to the list at which its player sits, or ask who that is."""
        row, sheet = placed.row, placed.table.reader.sheet
        found = self.identified(placed, series)
        seat = self.known.seats.get((series, found.player or 0))
        if found.player is None or seat is None:
            if row.key in self.answers.left or found.problem is None:
                self.found.strays.append(self.stray(placed, is_left=True))
            elif is_no_result(row, found.problem):
                self.found.ignored.append(f"{sheet}: {row.row} ({described(row)})")
            elif not found.options:
                self.found.strays.append(self.stray(placed))
                self.found.spots += row.spots or (placed.spot(found.problem),)
            return
        row.player = found.player
        seats = self.lists[series, seat[0]]
        if row.key in self.answers.left:
            seats.left.append(placed)
        elif seat[1] not in seats.rows:
            seats.rows[seat[1]] = placed
        elif row.same_result(seats.rows[seat[1]].row):
            self.found.ignored.append(f"{sheet}: {row.row} ({row.name or row.number})")
        else:
            seats.twice.append(placed)

    def identified(self, placed: PlacedRow, series: int) -> Identity:
        """Who a row is by all that stands in it, or by what was answered."""
        row = placed.row
        if row.number is None and not row.name:
            return Identity(problem=Problem("incoming-player-missing"))
        found = self.finder.named(row.number, row.name)
        if found.player is not None:
            found = self.finder.seated(found.player, row, series)
        return self.answered(placed, found, series) if found.options else found

    def answered(self, placed: PlacedRow, found: Identity, series: int) -> Identity:
        """A row that may be several people: the question, and who was answered."""
        question = f"who-{placed.row.key}"
        values = (*map(str, found.options), LEFT_OUT)
        answer = self.answers.of(question, values)
        is_left = placed.row.key in self.answers.left
        asked = FileQuestion(question, described(placed.row), self.options(found.options), answer)
        if found.problem is not None:
            spot = placed.spot(found.problem)
            is_open = not (answer or is_left)
            self.found.asked.append(Asked(spot.sheet, spot.cell, spot.problem, (asked,), is_open))
        if answer == LEFT_OUT or (is_left and not answer):
            return Identity()
        if not answer:
            self.waiting.add(series)
            return found
        return Identity(int(answer))

    def options(self, numbers: Sequence[int]) -> tuple[Option, ...]:
        people = (Option(str(each), f"{each} · {self.known.names[each]}") for each in numbers)
        return (*people, Option(LEFT_OUT, label("result_column", LEFT_OUT)))

    def stray(self, placed: PlacedRow, *, is_left: bool = False) -> StrayRow:
        row, sheet = placed.row, placed.table.reader.sheet
        return StrayRow(row.key, sheet, row.cell(*IDENTITY), described(row), is_left)

    # Game points or performance ------------------------------------------------------------------

    def read_meanings(self) -> None:
        """What the points of every table with one column of them are; asks if it may be both."""
        columns: dict[tuple[str, int], Table] = {}
        complete: dict[tuple[str, int], list[list[Result]]] = defaultdict(list)
        for at, seats in self.lists.items():
            for placed in seats.rows.values():
                if column := doubtful_column(placed.table):
                    columns[column] = placed.table
            if len(seats.rows) == self.known.sizes[at]:
                for column, results in results_of(seats):
                    complete[column].append(results)
        for column, table in columns.items():
            role = single_role(table) or "points"
            scheme = self.known.scheme
            self.meanings[column] = meaning_of(complete[column], role, scheme, self.system)
            if self.meanings[column] is None:
                self.ask_column(table, "asked-columns-points", role)

    def meaning(self, table: Table) -> str | None:
        """What the points of a table are; None while that is asked."""
        column = doubtful_column(table)
        return self.meanings[column] if column else single_role(table) or "points"

    # The list ------------------------------------------------------------------------------------

    def incoming(self, series: int, number: int, seats: Seats) -> Incoming:
        starts = self.known.table(series, number)
        rows = [seats.rows.get(seat) for seat in range(1, len(starts) + 1)]
        there = [placed for placed in rows if placed is not None]
        meanings = [self.meaning(placed.table) for placed in there]
        missing = len(there) < len(starts)
        is_left = missing and bool(seats.left)
        waits = None in meanings or (missing and not is_left and series in self.waiting)
        spots = [spot for placed in (*there, *seats.twice) for spot in placed.row.spots]
        spots += (
            placed.spot(Problem("incoming-twice", "", {"number": placed.row.player}))
            for placed in seats.twice
        )
        if missing and not is_left and not waits:
            spots += self.missing_players(series, number, rows)
        anyone = (there or seats.left)[0]
        return Incoming(
            anyone.table.reader.sheet,
            series,
            number,
            tuple(starts),
            totals=() if missing or spots or waits else self.totals(there),
            cells=cells_of(rows, anyone),
            spots=tuple(spots),
            names=tuple(described(placed.row) if placed else "" for placed in rows),
            figures=tuple(map(read_figures, rows)),
            keys=tuple(placed.row.key if placed else "" for placed in rows),
            is_left=is_left,
            waits=waits,
        )

    def missing_players(
        self, series: int, table: int, rows: Sequence[PlacedRow | None]
    ) -> Iterator[Spot]:
        there = next(placed for placed in rows if placed is not None)
        for number, placed in zip(self.known.table(series, table), rows, strict=True):
            if placed is None:
                params: dict[str, object] = {"number": number, "table": table, "series": series}
                problem = Problem("incoming-player-of-table-missing", "", params)
                yield replace(there.spot(problem), cell=there.row.cell(*FIGURES))

    def totals(self, rows: Sequence[PlacedRow]) -> tuple[BareTotal, ...]:
        """The foot of a list; of performances alone, with the game points in them."""
        results = [result_of(placed) for placed in rows]
        points = game_points(results, self.known.scheme)
        found = []
        for placed, result, inside in zip(rows, results, points, strict=True):
            is_total = self.meaning(placed.table) == "total"
            paper = result["points"] if is_total else placed.row.figures["total"]
            inside = inside if is_total else result["points"]
            has_both = single_role(placed.table) is None
            paper = paper if has_both or is_total else None
            found.append(BareTotal(inside, result["won"], result["lost"], paper))
        return tuple(found)


def result_of(placed: PlacedRow) -> Result:
    """The figures of a row that has no problem; `points` are whatever points it has."""
    figures = placed.row.figures
    points = figures["points"] if figures["points"] is not None else figures["total"]
    return {"points": points or 0, "won": figures["won"] or 0, "lost": figures["lost"] or 0}


def is_no_result(row: TableRow, problem: Problem) -> bool:
    """Whether a row has nothing but zeros, of somebody who did not play that series."""
    figures = [figure for figure in row.figures.values() if figure is not None]
    return problem.code == "incoming-not-seated" and not any(figures)


def read_figures(placed: PlacedRow | None) -> tuple[int | None, ...]:
    """The figures of a row as far as they could be read."""
    return tuple(placed.row.figures.get(role) if placed else None for role in FIGURES)


def results_of(seats: Seats) -> Iterator[tuple[tuple[str, int], list[Result]]]:
    """The results of a list under the one doubtful column that they stand in."""
    columns = {doubtful_column(placed.table) for placed in seats.rows.values()}
    column = columns.pop() if len(columns) == 1 else None
    rows = [placed for _seat, placed in sorted(seats.rows.items())]
    if column and not any(placed.row.spots for placed in rows):
        yield column, [result_of(placed) for placed in rows]


def single_role(table: Table) -> str | None:
    """Which points a table has, if it has not both."""
    there = [role for role in ("points", "total") if role in table.block.columns]
    return there[0] if len(there) == 1 else None


def doubtful_column(table: Table) -> tuple[str, int] | None:
    """The column that may hold game points or performances."""
    role = single_role(table)
    at = table.block.columns[role] if role else None
    return None if at is None or at in table.block.certain else (table.key, at)


def is_ranking(rows: Sequence[TableRow]) -> bool:
    """Whether places are those of a ranking: distinct, and who has more stands higher."""
    ordered = sorted(rows, key=lambda row: row.place or 0)
    if len({row.place for row in rows}) < len(rows):
        return False
    for role in ("total", "points"):
        figures = [figure for row in ordered if (figure := row.figures.get(role)) is not None]
        if len(figures) == len(rows) and figures == sorted(figures, reverse=True):
            return True
    return False


def described(row: TableRow) -> str:
    """Whom a row names, as it stands there."""
    number = "" if row.number is None else str(row.number)
    return " · ".join(filter(None, (number, row.name[:LONGEST])))


def cells_of(rows: Sequence[PlacedRow | None], anyone: PlacedRow) -> Mapping[str, str]:
    """Where the figures of every seat stand, for problems of the rules."""
    cells = {
        f"seat{seat}/{field}": placed.row.cell(*roles)
        for seat, placed in enumerate(rows, 1)
        if placed is not None
        for field, roles in COLUMNS_OF_FIELDS
    }
    return cells | {"foot": anyone.row.cell("points", "total")}
