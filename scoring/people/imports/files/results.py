"""Results in the tables of other programs: whose they are, and to which list they belong."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.core.spreadsheets import Cells, Spot, as_whole, place
from scoring.lists.printed.incoming import Incoming
from scoring.people.imports.files.tables import FileMap, Table
from scoring.people.imports.files.words import (
    FIGURES,
    IDENTITY,
    NAMES,
    Identity,
    PlayerFinder,
    is_blank,
    is_figure,
    is_sum,
    player_text,
    series_in,
    table_in,
    text_of,
    texts,
    unclear,
)
from scoring.people.imports.reads import FileAnswers, FileQuestion, KnownPlaces, Option
from scoring.rules.bare_totals import BareTotal
from scoring.rules.problem import Problem
from scoring.rules.score_list import per_game, performance

# The columns that may hold a field of a list, the best first.
COLUMNS_OF_FIELDS = (
    ("points", ("points", "total")),
    ("game_points", ("points", "total")),
    ("won", ("won",)),
    ("lost", ("lost",)),
    ("paper_total", ("total", "points")),
    ("start", IDENTITY),
)
_NUMBER = re.compile(r"(?:(?:start)?-?(?:nr|no)\b\.?|#)?\s*(\d{1,5})\.?", re.IGNORECASE)


@dataclass(slots=True)
class ResultLine:
    """A result of one player; `spots` are cells that cannot be read."""

    table: Table
    row: int
    number: int | None
    name: str
    series: Collection[int] = ()  # those that it may be about
    place: int | None = None  # the number of its table
    seat: int | None = None
    figures: dict[str, int | None] = field(default_factory=dict)
    spots: Sequence[Spot] = ()

    def cell(self, *meanings: str) -> str:
        """The address of the first of these columns that the table has, else its first figure."""
        columns = self.table.columns
        at = next((columns[each] for each in (*meanings, *FIGURES) if each in columns), 0)
        return place(self.row, at + 1)

    def spot(self, problem: Problem) -> Spot:
        return Spot(self.table.name, self.cell(*IDENTITY), problem)

    @property
    def label(self) -> str:
        return player_text(self.number, self.name)


def result_lines(tables: Sequence[Table], ignored: list[str]) -> dict[str, list[ResultLine]]:
    """By the key of the table; a row without figures may name the series of those below it."""
    lines: dict[str, list[ResultLine]] = {table.key: [] for table in tables}
    if not tables:
        return lines
    rows, sheet = tables[0].reader.rows, tables[0].name
    of_sheet = series_in(sheet)
    above: int | None = None
    for at, cells in enumerate(rows):
        inside = [table for table in tables if table.head.below <= at < table.head.end]
        with_words = any(has_figures_with_words(table, cells) for table in inside)
        if not with_words and not any(map(is_figure, cells)):
            named = {number for text in texts(cells) if (number := series_in(text)) is not None}
            above = named.pop() if len(named) == 1 else above
            continue
        for table in inside:
            last = lines[table.key][-1] if lines[table.key] else None
            series = {number for number in (above, of_sheet) if number}
            if line := read_result(table, at + 1, series, last, ignored):
                lines[table.key].append(line)
    return lines


def has_figures_with_words(table: Table, cells: Cells) -> bool:
    """Whether a row has a name, and its figures have units: "120 Pkt"."""
    by_meaning = {meaning: cells[at] for meaning, at in table.columns.items() if at < len(cells)}
    figures = (text_of(by_meaning.get(meaning)) for meaning in FIGURES)
    return bool(row_name(by_meaning)) and any(
        re.search(r"\d", text) and series_in(text) is None and table_in(text) is None
        for text in figures
    )


def read_result(
    table: Table, row: int, series: Collection[int], last: ResultLine | None, ignored: list[str]
) -> ResultLine | None:
    """The result in a row; None for a row without one. `last` is the result above it."""
    reader, columns = table.reader, table.columns
    cells = {meaning: reader.value(row, at + 1) for meaning, at in columns.items()}
    if all(is_blank(cells.get(meaning)) for meaning in FIGURES):
        return None
    reader.spots.clear()
    line = ResultLine(table, row, read_number(table, row), row_name(cells))
    first = min(columns[meaning] for meaning in FIGURES if meaning in columns)
    words = line.name or next(filter(None, map(text_of, reader.rows[row - 1][:first])), "")
    is_nobody = not line.name and not reader.spots
    if line.number is None and (is_sum(words) or is_nobody):
        ignored.append(f"{table.name}: {row} ({words})" if words else f"{table.name}: {row}")
        return None
    line.figures = {meaning: read_figure(table, row, meaning) for meaning in FIGURES}
    line.series = series_of_line(table, row, series, last)
    line.place = as_whole(cells.get("table")) or table_in(str(cells.get("table")))
    line.seat = as_whole(cells.get("seat"))
    line.spots = tuple(reader.spots)
    return line


def read_number(table: Table, row: int) -> int | None:
    if "number" not in table.columns:
        return None
    column = table.columns["number"] + 1
    cell = table.reader.value(row, column)
    if isinstance(cell, str) and (match := _NUMBER.fullmatch(cell.strip())):
        return int(match[1])
    return None if is_blank(cell) else table.reader.whole(row, column, least=1)


def row_name(cells: Mapping[str, object]) -> str:
    names = {
        meaning: " ".join(str(cells[meaning]).split())
        for meaning in NAMES
        if not is_blank(cells.get(meaning))
    }
    if "family" in names and "given" in names:
        return f"{names['family']}, {names['given']}"
    return next(iter(names.values()), "")


def read_figure(table: Table, row: int, meaning: str) -> int | None:
    """A missing figure is a problem, except the total of a table that has points."""
    if meaning not in table.columns:
        return None
    column = table.columns[meaning] + 1
    if is_blank(table.reader.value(row, column)):
        if meaning != "total" or "points" not in table.columns:
            table.reader.add_problem(row, column, "incoming-figure-missing")
        return None
    return table.reader.whole(row, column, least=0 if meaning in ("won", "lost") else -99_999)


def series_of_line(
    table: Table, row: int, above: Collection[int], last: ResultLine | None
) -> Collection[int]:
    """By the column of series, else what stands above the columns, else above the row."""
    if "series" in table.columns:
        column = table.columns["series"] + 1
        if last and is_blank(table.reader.value(row, column)):
            return last.series  # merged cells, of which only the first is filled
        text = table.reader.text(row, column)
        number = series_in(text) or table.reader.whole(row, column)
        return () if number is None else {number}
    return above if table.block.series is None else {table.block.series}


def settle_series(
    table: Table,
    lines: Sequence[ResultLine],
    places: KnownPlaces,
    usual: int | None,
    answers: FileAnswers,
) -> None:
    """Give every line one series, `usual` if the file names none; asks where that is unclear."""
    several = {number for line in lines if len(line.series) > 1 for number in line.series}
    unknown = {number for line in lines for number in line.series}.difference(places.series)
    chosen = None if several or unknown or table.block.is_one_of_several else usual
    if several or unknown or (chosen is None and any(not line.series for line in lines)):
        table.series = series_question(table, several, unknown, places, answers)
        chosen = int(table.series.chosen) if table.series.chosen else None
    for line in lines:
        if len(line.series) != 1 or unknown.intersection(line.series):
            line.series = () if chosen is None else {chosen}


def series_question(
    table: Table,
    several: Collection[int],
    unknown: Collection[int],
    places: KnownPlaces,
    answers: FileAnswers,
) -> FileQuestion:
    """Offers the series that the table names, or all if none of these exists."""
    problem = Problem("asked-series")
    if several or unknown:
        code = "asked-series-which" if several else "asked-series-unknown"
        params: dict[str, object] = {"series": ", ".join(map(str, sorted(several or unknown)))}
        problem = Problem(code, "", params)
    among = [str(number) for number in places.series if number in several]
    among = among or [str(number) for number in places.series]
    name = f"series-{table.key}"
    options = tuple(Option(number, number) for number in among)
    return FileQuestion(name, problem, options, answers.of(name, among))


@dataclass(slots=True)
class ListSeats:
    lines: dict[int, ResultLine] = field(default_factory=dict)
    twice: list[tuple[int, ResultLine]] = field(default_factory=list)


class Placer:
    def __init__(self, finder: PlayerFinder, file_map: FileMap) -> None:
        self.finder, self.places = finder, finder.places
        self.answers, self.ignored = file_map.answers, file_map.ignored
        self.lists: dict[tuple[int, int], ListSeats] = defaultdict(ListSeats)
        self.waiting: set[int] = set()  # series with an open question about a player

    def lists_of(self, file_map: FileMap, usual: int | None) -> list[Incoming]:
        for sheet in file_map.sheets:
            tables = [table for table in sheet.tables if table.is_used]
            lines = result_lines(tables, self.ignored)
            for table in tables:
                settle_series(table, lines[table.key], self.places, usual, self.answers)
                if self.is_clear(table, lines[table.key]):
                    for line in lines[table.key]:
                        for series in line.series:
                            self.seat_line(line, series)
        return [self.incoming(*at, seats) for at, seats in sorted(self.lists.items())]

    def is_clear(self, table: Table, lines: Sequence[ResultLine]) -> bool:
        """Whether it is certain which points and whose numbers the columns hold; else asks."""
        single = single_points(table)
        if single and per_game(self.places.scheme) and not table.is_certain(single):
            table.ask_column(single, "asked-columns-points")
            return False
        if "number" not in table.columns or table.is_certain("number"):
            return True
        named = [line for line in lines if line.number is not None and line.name]
        doubts = [line for line in named if not self.finder.identify(line.number, line.name).player]
        if len(doubts) < 2 or 2 * len(doubts) <= len(lines):
            return True
        table.ask_column("number", "asked-columns-number")
        return False

    def seat_line(self, line: ResultLine, series: int) -> None:
        player = self.identify(line, series)
        if player is None:
            return
        table, seat = self.places.seats[series, player]
        seats = self.lists[series, table]
        if seat not in seats.lines:
            seats.lines[seat] = line
        elif line.figures == seats.lines[seat].figures:
            self.ignore(line)
        else:
            seats.twice.append((player, line))

    def ignore(self, line: ResultLine) -> None:
        self.ignored.append(f"{line.table.name}: {line.row} ({line.label})")

    def identify(self, line: ResultLine, series: int) -> int | None:
        """The player of a row, by what it says or by the answer; None if it is not to be read."""
        if line.number is None and not line.name:
            return self.ask_player(line, series, unclear("incoming-player-missing"))
        identity = self.finder.identify(line.number, line.name)
        if identity.player is not None:
            identity = self.finder.check_seat(identity.player, series, line.place, line.seat)
        is_elsewhere = identity.problem and identity.problem.code == "incoming-not-seated"
        if is_elsewhere and not any(line.figures.values()):
            self.ignore(line)  # zeros of somebody who did not play that series
            return None
        return identity.player or self.ask_player(line, series, identity)

    def ask_player(self, line: ResultLine, series: int, identity: Identity) -> int | None:
        """Ask once for all equal rows whose they are."""
        problem = identity.problem or Problem("incoming-player-missing")
        about: tuple[object, ...] = (line.number, line.name)
        if line.number is None and not line.name:
            about = (line.table.key, line.row)
        elif problem.code in ("incoming-other-place", "incoming-not-seated"):
            about = (*about, series, line.place, line.seat)
        spot = line.spot(problem)
        answer = self.finder.ask_who(about, line.label, spot, identity.options, series)
        if not answer:
            self.waiting.add(series)
        return int(answer) if answer.isdigit() else None

    def incoming(self, series: int, table: int, seats: ListSeats) -> Incoming:
        starts = self.places.table(series, table)
        rows = [seats.lines.get(seat) for seat in range(1, len(starts) + 1)]
        lines = [line for line in rows if line is not None]
        anyone = next(iter(seats.lines.values()))  # `lines` leaves out who joined
        key = f"l{series}.{table}"
        waits = len(lines) < len(starts) and series in self.waiting
        spots = [spot for line in lines for spot in line.spots]
        for player, again in seats.twice:
            spots += (*again.spots, again.spot(Problem("incoming-twice", "", {"number": player})))
        for number, row in zip(starts, rows, strict=True):
            if row is None and not waits:
                params: dict[str, object] = {"number": number, "table": table, "series": series}
                problem = Problem("incoming-player-of-table-missing", "", params)
                spots.append(replace(anyone.spot(problem), cell=anyone.cell(*FIGURES)))
        is_whole = len(lines) == len(starts) and not spots and not waits
        return Incoming(
            anyone.table.name,
            series,
            table,
            tuple(starts),
            totals=self.totals_of(lines) if is_whole else (),
            cells=cells_by_figure(rows, anyone),
            spots=tuple(spots),
            names=tuple(line.label if line else "" for line in rows),
            figures=tuple(
                tuple(line.figures.get(meaning) if line else None for meaning in FIGURES)
                for line in rows
            ),
            key=key,
            is_left_out=self.answers.is_left(key),
            waits=waits,
        )

    def totals_of(self, lines: Sequence[ResultLine]) -> tuple[BareTotal, ...]:
        """The totals; from performances alone the game points are computed (TO 5.1, 8.12)."""
        scheme = self.places.scheme
        figures = [{key: figure or 0 for key, figure in line.figures.items()} for line in lines]
        lost = sum(each["lost"] for each in figures)
        totals = []
        for line, own in zip(lines, figures, strict=True):
            points, paper = own["points"], line.figures["total"]
            if single := single_points(line.table):
                points, paper = own[single], None
            if single == "total" and per_game(scheme):
                total, others = own["total"], lost - own["lost"]
                added = performance(scheme, total, own["won"], own["lost"], others, len(lines))
                points, paper = 2 * total - added, total
            totals.append(BareTotal(points, own["won"], own["lost"], paper))
        return tuple(totals)


def single_points(table: Table) -> str:
    """The meaning of the only column of points; empty if there are both."""
    present = [meaning for meaning in ("points", "total") if meaning in table.columns]
    return present[0] if len(present) == 1 else ""


def cells_by_figure(lines: Sequence[ResultLine | None], anyone: ResultLine) -> Mapping[str, str]:
    """The cells of the fields of a list, for problems of the rules."""
    cells = {
        f"seat{seat}/{name}": line.cell(*meanings)
        for seat, line in enumerate(lines, 1)
        if line is not None
        for name, meanings in COLUMNS_OF_FIELDS
    }
    return cells | {"foot": anyone.cell("points", "total")}
