"""A table of three figures a player, as clubs write them: columns in any order, any heading."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.core.foreign.cells import LONGEST, CellReader, Spot, place
from scoring.core.foreign.grids import HEADS_WITHIN
from scoring.core.text import folded
from scoring.printed_list.incoming import Incoming
from scoring.results_import.reads import KnownPlaces
from scoring.rules.bare_totals import BareTotal
from scoring.rules.problem import Problem

HEADS: Mapping[str, str] = {
    **dict.fromkeys(("nr", "nummer", "startnummer", "startnr", "no", "number"), "number"),
    **dict.fromkeys(("name", "spieler", "spielerin", "teilnehmer", "player"), "name"),
    **dict.fromkeys(("serie", "series", "runde"), "series"),
    **dict.fromkeys(("tisch", "table"), "table"),
    **dict.fromkeys(("platz", "seat", "sitz"), "seat"),
    **dict.fromkeys(("punkte", "spielpunkte", "points", "gamepoints", "pkt"), "points"),
    **dict.fromkeys(("gewonnen", "gew", "won", "g", "gsp", "gewonnenespiele", "siege"), "won"),
    **dict.fromkeys(("verloren", "verl", "lost", "v", "vsp", "verlorenespiele"), "lost"),
    **dict.fromkeys(
        ("gesamt", "gesamtpunkte", "total", "summe", "performance", "leistung"), "total"
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Row:
    row: int
    number: int
    total: BareTotal


def read_totals(
    name: str, rows: Sequence[Sequence[object]], known: KnownPlaces, series: int | None
) -> tuple[list[Incoming], list[Spot]] | None:
    """The lists that a table of totals fills; None if this is no such table."""
    found = heads(rows)
    if found is None:
        return None
    last, columns = found
    reader = CellReader(name, rows)
    tables: dict[tuple[int, int], dict[int, _Row]] = defaultdict(dict)
    for row in range(last + 1, len(rows) + 1):
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


def heads(rows: Sequence[Sequence[object]]) -> tuple[int, dict[str, int]] | None:
    """The row of the headings (from 1) and the columns; a heading may stand in two rows."""
    for index in range(min(HEADS_WITHIN, len(rows))):
        for lines in (rows[index : index + 1], rows[index : index + 2]):
            columns: dict[str, int] = {}
            for line in lines:
                for at, cell in enumerate(line, 1):
                    words = folded(str(cell or ""))
                    letters = "".join(char for char in words if char.isalpha())
                    # "Serie 1" stands above columns and is none.
                    if letters in HEADS and not any(char.isdigit() for char in words):
                        columns.setdefault(HEADS[letters], at)
            if {"points", "won", "lost"} <= columns.keys() and {"number", "name"} & columns.keys():
                return index + len(lines), columns
    return None


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
    size = known.sizes[at]
    cells = {}
    for seat, each in found.items():
        for field, column in (
            ("points", "points"),
            ("game_points", "points"),
            ("won", "won"),
            ("lost", "lost"),
            ("paper_total", "total"),
            ("start", "number"),
        ):
            if column in columns:
                cells[f"seat{seat}/{field}"] = place(each.row, columns[column])
    first = min(each.row for each in found.values())
    cells["foot"] = place(first, columns["points"])
    missing = [seat for seat in range(1, size + 1) if seat not in found]
    spots = tuple(
        Spot(
            reader.sheet,
            cells["foot"],
            Problem(
                "incoming-player-of-table-missing",
                "",
                {
                    "number": number_at(known, series, table, seat),
                    "table": table,
                    "series": series,
                },
            ),
        )
        for seat in missing
    )
    ordered = [found[seat] for seat in sorted(found)]
    starts = tuple(number_at(known, series, table, seat) for seat in range(1, size + 1))
    return Incoming(
        reader.sheet,
        series,
        table,
        starts,
        totals=tuple(r.total for r in ordered),
        cells=cells,
        spots=spots,
    )


def number_at(known: KnownPlaces, series: int, table: int, seat: int) -> int:
    """Who sits there."""
    return next(
        number
        for (of, number), place in known.seats.items()
        if of == series and place == (table, seat)
    )
