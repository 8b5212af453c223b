"""A table of three figures a player, as clubs write them: columns in any order, any heading."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.core.foreign.cells import LONGEST, CellReader, Spot, place
from scoring.core.foreign.headings import HEADS_WITHIN, Header, find_header, vocabulary
from scoring.printed_list.incoming import Incoming
from scoring.results_import.reads import KnownPlaces
from scoring.rules.bare_totals import BareTotal
from scoring.rules.problem import Problem

HEADS = vocabulary(
    *("number", "name", "series", "table", "seat"),
    *("points", "won", "lost", "total"),
)

# Which column shows a figure of a list.
COLUMNS_OF_FIELDS = (
    ("points", "points"),
    ("game_points", "points"),
    ("won", "won"),
    ("lost", "lost"),
    ("paper_total", "total"),
    ("start", "number"),
)


@dataclass(frozen=True, slots=True)
class _Row:
    row: int
    number: int
    total: BareTotal


def read_totals(
    name: str, rows: Sequence[Sequence[object]], known: KnownPlaces, series: int | None
) -> tuple[list[Incoming], list[Spot]] | None:
    """The lists that a table of totals fills; None if this is no such table."""
    header = heads(rows)
    if header is None:
        return None
    columns = {column: at + 1 for column, at in header.columns.items()}
    reader = CellReader(name, rows)
    tables: dict[tuple[int, int], dict[int, _Row]] = defaultdict(dict)
    for row in range(header.below + 1, len(rows) + 1):
        if not any(reader.value(row, column) is not None for column in columns.values()):
            continue
        number = _player(reader, row, columns, known)
        of = reader.whole(row, columns["series"], least=1) if "series" in columns else series
        total = _figures(reader, row, columns)
        if number is None or total is None:
            continue
        seat = known.seats.get((of or 0, number))
        at = columns.get("number", columns.get("name", 1))
        if seat is None:
            reader.wrong(row, at, "incoming-not-seated", number=number, series=of or "?")
        elif seat[1] in tables[of or 0, seat[0]]:
            reader.wrong(row, at, "incoming-twice", number=number)
        else:
            tables[of or 0, seat[0]][seat[1]] = _Row(row, number, total)
    lists = [_incoming(reader, columns, at, found, known) for at, found in sorted(tables.items())]
    return lists, reader.spots


def heads(rows: Sequence[Sequence[object]]) -> Header | None:
    """The headings, which may stand in two rows; "Serie 1" stands above columns and is none."""
    words = [["" if has_digit(cell) else cell for cell in row] for row in rows[: HEADS_WITHIN + 1]]
    return find_header(words, HEADS, names_figures, most_lines=2)


def has_digit(cell: object) -> bool:
    return any(map(str.isdigit, str(cell)))


def names_figures(header: Header) -> bool:
    columns = header.columns.keys()
    return {"points", "won", "lost"} <= columns and bool({"number", "name"} & columns)


def _player(
    reader: CellReader, row: int, columns: Mapping[str, int], known: KnownPlaces
) -> int | None:
    number = reader.whole(row, columns["number"], least=1) if "number" in columns else None
    if number is not None:
        if number in known.names:
            return number
        reader.wrong(row, columns["number"], "start-number-unknown", number=number)
        return None
    at = columns.get("number")
    if at and any(spot.cell == place(row, at) for spot in reader.spots):
        return None
    if "name" not in columns:
        reader.wrong(row, columns["number"], "incoming-player-missing")
        return None
    name = reader.text(row, columns["name"])
    found = known.by_name(name) if name else []
    if len(found) == 1:
        return found[0]
    code = "incoming-name-twice" if found else "incoming-name-unknown"
    reader.wrong(row, columns["name"], code, text=name[:LONGEST])
    return None


def _figures(reader: CellReader, row: int, columns: Mapping[str, int]) -> BareTotal | None:
    figures = [reader.whole(row, columns["points"])]
    figures += [reader.whole(row, columns[key], least=0) for key in ("won", "lost")]
    total = reader.whole(row, columns["total"]) if "total" in columns else None
    for key, figure in zip(("points", "won", "lost"), figures, strict=True):
        if figure is None and reader.value(row, columns[key]) is None:
            reader.wrong(row, columns[key], "incoming-figure-missing")
    points, won, lost = figures
    if points is None or won is None or lost is None:
        return None
    return BareTotal(points, won, lost, total)


def _incoming(
    reader: CellReader,
    columns: Mapping[str, int],
    at: tuple[int, int],
    found: Mapping[int, _Row],
    known: KnownPlaces,
) -> Incoming:
    series, table = at
    cells = {
        f"seat{seat}/{field}": place(each.row, columns[column])
        for seat, each in found.items()
        for field, column in COLUMNS_OF_FIELDS
        if column in columns
    }
    cells["foot"] = place(min(each.row for each in found.values()), columns["points"])
    seated = {place: number for (of, number), place in known.seats.items() if of == series}
    starts = [seated[table, seat] for seat in range(1, known.sizes[at] + 1)]
    missing = [
        Problem(
            "incoming-player-of-table-missing",
            "",
            {"number": number, "table": table, "series": series},
        )
        for seat, number in enumerate(starts, 1)
        if seat not in found
    ]
    return Incoming(
        reader.sheet,
        series,
        table,
        tuple(starts),
        totals=tuple(found[seat].total for seat in sorted(found)),
        cells=cells,
        spots=tuple(Spot(reader.sheet, cells["foot"], problem) for problem in missing),
    )
