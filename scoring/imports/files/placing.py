"""From the rows of tables to lists: whose result each row is, and at which table it was made."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.core.spreadsheets.cells import Spot
from scoring.imports.files.identity import Identity, PlayerFinder
from scoring.imports.files.kinds import FIGURES, IDENTITY
from scoring.imports.files.mapping import Table
from scoring.imports.files.meaning import Result, game_points, meaning_of
from scoring.imports.files.table_rows import TableRow
from scoring.imports.reads.answers import LEFT_OUT, Answers, Option, Question
from scoring.imports.reads.known import KnownPlaces
from scoring.printed_list.incoming import Incoming
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
Place = tuple[int, int]  # series and table
SeriesOf = Callable[[TableRow], int | None]


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row and the table that it stands in."""

    table: Table
    row: TableRow

    def spot(self, problem: Problem) -> Spot:
        return Spot(self.table.name, self.row.cell(*IDENTITY), problem)


@dataclass(slots=True)
class Seats:
    """The rows of one list by seat, and those that stand twice."""

    rows: dict[int, PlacedRow] = field(default_factory=dict)
    twice: list[PlacedRow] = field(default_factory=list)


@dataclass(slots=True)
class Placer:
    """Puts every row of every table to its list, and asks where it is not certain which."""

    finder: PlayerFinder
    system: System
    answers: Answers
    ignored: list[str] = field(default_factory=list)
    lists: dict[Place, Seats] = field(default_factory=lambda: defaultdict(Seats))
    waiting: set[int] = field(default_factory=set)  # series in which somebody is asked about
    points: dict[tuple[str, int], str | None] = field(default_factory=dict)

    @property
    def known(self) -> KnownPlaces:
        return self.finder.known

    def lists_of(
        self, rows: Sequence[tuple[Table, list[TableRow]]], usual: int | None
    ) -> list[Incoming]:
        """The lists that all tables fill."""
        for table, of_table in rows:
            series = series_of(table, of_table, self.known, usual, self.answers)
            if self.has_clear_numbers(table, of_table):
                for row in of_table:
                    if (number := series(row)) is not None:
                        self.place(PlacedRow(table, row), number)
        self.read_points()
        return [self.incoming(*at, seats) for at, seats in sorted(self.lists.items())]

    def has_clear_numbers(self, table: Table, rows: Sequence[TableRow]) -> bool:
        """Whether numbers fit the names; asks for the column where they hardly ever do."""
        at = table.block.columns.get("number")
        if at is None or table.is_certain(at):
            return True
        named = [row for row in rows if row.number is not None and row.name]
        doubts = [row for row in named if self.finder.named(row.number, row.name).player is None]
        if len(doubts) < 2 or 2 * len(doubts) <= len(rows):
            return True
        table.ask(Problem("asked-columns-number", "", {"column": table.heading(at)}), (at,))
        return False

    # Whose result a row is -----------------------------------------------------------------------

    def place(self, placed: PlacedRow, series: int) -> None:
        """Put a row to the list at which its player sits, or ask who that is."""
        row = placed.row
        row.player = self.identified(placed, series)
        if row.player is None:
            return
        seat = self.known.seats.get((series, row.player))
        if seat is None:  # somebody was answered who does not play that series
            self.ask(placed, series, Identity(problem=not_seated(row.player, series)))
            return
        seats = self.lists[series, seat[0]]
        if seat[1] not in seats.rows:
            seats.rows[seat[1]] = placed
        elif row.figures == seats.rows[seat[1]].row.figures:
            self.ignored.append(f"{placed.table.name}: {row.row} ({row.described})")
        else:
            seats.twice.append(placed)

    def identified(self, placed: PlacedRow, series: int) -> int | None:
        """Who a row is by all that stands in it, or by what was answered."""
        row = placed.row
        if row.number is None and not row.name:
            return self.ask(placed, series, Identity(problem=Problem("incoming-player-missing")))
        found = self.finder.named(row.number, row.name)
        if found.player is not None:
            found = self.finder.seated(found.player, row, series)
        if found.player is None and found.problem and is_no_result(row, found.problem):
            self.ignored.append(f"{placed.table.name}: {row.row} ({row.described})")
            return None
        return found.player or self.ask(placed, series, found)

    def ask(self, placed: PlacedRow, series: int, found: Identity) -> int | None:
        """Who a row is that may be several people or nobody: asked once for all that say so."""
        row, problem = placed.row, found.problem or Problem("incoming-player-missing")
        about: tuple[object, ...] = (row.number, row.name)
        if row.number is None and not row.name:
            about = (row.key,)
        elif problem.code in ("incoming-other-place", "incoming-not-seated"):
            about = (row.number, row.name, series, row.table, row.seat)
        answer = self.finder.ask(about, row.described, placed.spot(problem), found.options, series)
        if not answer:
            self.waiting.add(series)
        return int(answer) if answer not in ("", LEFT_OUT) else None

    # Game points or performance ------------------------------------------------------------------

    def read_points(self) -> None:
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
            heading = single_points(table) or "points"
            place = table.block.columns[heading]
            meaning = meaning_of(complete[column], heading, self.known.scheme, self.system)
            self.points[column] = meaning
            if meaning is None:
                params: dict[str, object] = {"column": table.heading(place)}
                table.ask(Problem("asked-columns-points", "", params), (place,))
            else:
                table.show_as(place, meaning)

    def meaning(self, table: Table) -> str | None:
        """What the points of a table are; None while that is asked."""
        column = doubtful_column(table)
        return self.points[column] if column else single_points(table) or "points"

    # The list ------------------------------------------------------------------------------------

    def incoming(self, series: int, number: int, seats: Seats) -> Incoming:
        starts = self.known.table(series, number)
        rows = [seats.rows.get(seat) for seat in range(1, len(starts) + 1)]
        there = [placed for placed in rows if placed is not None]
        missing = len(there) < len(starts)
        key = f"l{series}.{number}"
        is_left = self.answers.is_left(key)
        waits = any(self.meaning(placed.table) is None for placed in there)
        waits = waits or (missing and series in self.waiting)
        spots = [spot for placed in (*there, *seats.twice) for spot in placed.row.spots]
        spots += (
            placed.spot(Problem("incoming-twice", "", {"number": placed.row.player}))
            for placed in seats.twice
        )
        if missing and not waits:
            spots += self.missing_players(series, number, rows)
        return Incoming(
            there[0].table.name,
            series,
            number,
            tuple(starts),
            totals=() if missing or spots or waits else self.totals(there),
            cells=cells_of(rows, there[0]),
            spots=tuple(spots),
            names=tuple(placed.row.described if placed else "" for placed in rows),
            figures=tuple(map(read_figures, rows)),
            key=key,
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
            has_both = single_points(placed.table) is None
            paper = paper if has_both or is_total else None
            found.append(BareTotal(inside, result["won"], result["lost"], paper))
        return tuple(found)


def not_seated(player: int, series: int) -> Problem:
    return Problem("incoming-not-seated", "", {"number": player, "series": series})


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
    return tuple(placed.row.figures.get(meaning) if placed else None for meaning in FIGURES)


def results_of(seats: Seats) -> Iterator[tuple[tuple[str, int], list[Result]]]:
    """The results of a list under the one doubtful column that they stand in."""
    columns = {doubtful_column(placed.table) for placed in seats.rows.values()}
    column = columns.pop() if len(columns) == 1 else None
    rows = [placed for _seat, placed in sorted(seats.rows.items())]
    if column and not any(placed.row.spots for placed in rows):
        yield column, [result_of(placed) for placed in rows]


def single_points(table: Table) -> str | None:
    """Which points a table has, if it has not both."""
    there = [meaning for meaning in ("points", "total") if meaning in table.block.columns]
    return there[0] if len(there) == 1 else None


def doubtful_column(table: Table) -> tuple[str, int] | None:
    """The column that may hold game points or performances."""
    meaning = single_points(table)
    at = table.block.columns[meaning] if meaning else None
    if at is None or table.is_certain(at):
        return None
    return table.band.digest, table.index(at)


def cells_of(rows: Sequence[PlacedRow | None], anyone: PlacedRow) -> Mapping[str, str]:
    """Where the figures of every seat stand, for problems of the rules."""
    cells = {
        f"seat{seat}/{name}": placed.row.cell(*meanings)
        for seat, placed in enumerate(rows, 1)
        if placed is not None
        for name, meanings in COLUMNS_OF_FIELDS
    }
    return cells | {"foot": anyone.row.cell("points", "total")}


# Which series ------------------------------------------------------------------------------------


def series_of(
    table: Table, rows: Iterable[TableRow], known: KnownPlaces, usual: int | None, answers: Answers
) -> SeriesOf:
    """The series of each row of a table, None while that is asked.

    By what the file says; else `usual`, the one that was chosen for the whole file, but never for
    one of several series that stand beside each other.
    """
    named = set[int]().union(*(row.series for row in rows))
    several = {number for row in rows if len(row.series) > 1 for number in row.series}
    unknown = named.difference(known.series)
    is_missing = any(not row.series for row in rows)
    doubtful = several or unknown
    chosen = None if doubtful or table.block.is_beside else usual
    if doubtful or (is_missing and chosen is None):
        among = [number for number in known.series if not several or number in several]
        options = tuple(Option(str(each), str(each)) for each in among)
        name = f"series-{table.key}"
        answer = answers.of(name, map(str, among))
        table.series = Question(name, series_problem(several, unknown), options, answer)
        chosen = int(answer) if answer else None

    def series_of_row(row: TableRow) -> int | None:
        is_certain = len(row.series) == 1 and row.series <= set(known.series)
        return next(iter(row.series)) if is_certain else chosen

    return series_of_row


def series_problem(several: Collection[int], unknown: Collection[int]) -> Problem:
    """Why it is not certain which series a table is."""
    params: dict[str, object] = {"series": ", ".join(map(str, sorted(several or unknown)))}
    if several:
        return Problem("asked-series-which", "", params)
    return Problem("asked-series-unknown", "", params) if unknown else Problem("asked-series")
