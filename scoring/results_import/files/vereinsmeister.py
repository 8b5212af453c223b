"""The backup of the club program "Vereinsmeister": a ZIP of dBASE tables in the DOS code page.

Its tables are known by their columns, whatever they are called and in whatever case: players have
NR and NAME1; results have the NR of their player, PUNKTE, GSP, VSP and TISCH, and where there is
more than one day or series SPIELTAG and SERIE. A day and a series there are a series here.
Columns that are not known are named and not guessed at; so is whoever has no number. Two names
under one number are a problem: nobody can know whose results they are.
"""

import zipfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NoReturn

from scoring.core.foreign.archive import Packed, Unreadable, measured
from scoring.core.foreign.cells import Spot, as_whole
from scoring.core.text import folded, parse_name
from scoring.players.services.matching import Newcomer
from scoring.printed_list.incoming import Incoming
from scoring.results_import.services.prelude import Prelude
from scoring.rules.bare_totals import BareTotal
from scoring.rules.problem import Problem

CODE_PAGE = "cp850"
PLAYER = frozenset(("NR", "NAME1"))
RESULT = frozenset(("NR", "PUNKTE", "GSP", "VSP", "TISCH"))
OPTIONAL = frozenset(("SERIE", "SPIELTAG"))
READ = PLAYER | RESULT | OPTIONAL
MOST_ROWS = 50_000  # of all tables
MOST_UNPACKED = 25_000_000  # bytes
ROUNDS = (6, 8, 10, 12, 16, 24)  # what series are played over
Row = Mapping[str, object]


def is_backup(data: bytes) -> bool:
    """Whether this is a ZIP that holds dBASE tables. Raises zipfile.BadZipFile."""
    if not data.startswith(b"PK"):
        return False
    with zipfile.ZipFile(Packed(data)) as archive:
        return any(name.upper().endswith(".DBF") for name in archive.namelist())


@dataclass(frozen=True, slots=True)
class VereinsmeisterFile:
    """What a backup brings: players, the lists of every table of every series, what is wrong with
    the players, and what nobody read: columns ("SPIELER.NAME2") and names without a number."""

    prelude: Prelude
    lists: Sequence[Incoming]
    spots: Sequence[Spot]
    ignored: Sequence[str]


@dataclass(frozen=True, slots=True)
class VereinsmeisterTable:
    """A dBASE table: its name, its columns and its rows, deleted ones left out.

    `places` are the numbers of the rows as the club program counts them, deleted ones too.
    """

    name: str
    columns: frozenset[str]
    rows: Sequence[Row]
    places: Sequence[int]

    @property
    def has_results(self) -> bool:
        return self.columns >= RESULT

    @property
    def has_players(self) -> bool:
        """The table of results has a NR too: that of the players has no points."""
        return self.columns >= PLAYER and "PUNKTE" not in self.columns

    @property
    def unread(self) -> list[str]:
        known = RESULT | OPTIONAL if self.has_results else PLAYER if self.has_players else ()
        return sorted(f"{self.name}.{column}" for column in self.columns - frozenset(known))


def read_backup(data: bytes) -> VereinsmeisterFile:
    """Players, and a list for every table of every series. Raises Unreadable."""
    tables = read_tables(data)
    results = [row for table in tables if table.has_results for row in table.rows]
    if not results or not any(table.has_players and table.rows for table in tables):
        refuse_tables(tables)
    newcomers, spots, nameless = players_of(tables)
    series = series_of(results)
    seated: defaultdict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in results:
        rows = seated[series[day_of(row)], as_whole(row["TISCH"]) or 0]
        # The same row in two tables is one result: some backups hold last year's beside this.
        if result_of(row) not in map(result_of, rows):
            rows.append(row)
    lists = [incoming(of, table, rows) for (of, table), rows in sorted(seated.items())]
    ignored = [*(column for table in tables for column in table.unread), *nameless]
    return VereinsmeisterFile(Prelude(newcomers, rounds_of(lists)), lists, spots, ignored)


def players_of(
    tables: Sequence[VereinsmeisterTable],
) -> tuple[tuple[Newcomer, ...], list[Spot], list[str]]:
    """Everybody with a number, the numbers that have two names, and the names without a number.

    The same name twice under one number is one player: some backups hold last year's table too.
    """
    found: dict[int, tuple[Newcomer, str]] = {}
    spots, without = [], []
    for table in tables:
        for place, row in zip(table.places, table.rows, strict=True) if table.has_players else ():
            name, number, where = name_of(row), as_whole(row["NR"]), f"{table.name} {place}"
            if not name:
                continue
            if not number or number < 0:
                without.append(f"{where} ({name})")
                continue
            newcomer = Newcomer(parse_name(name), start_number=number, another=True)
            first, there = found.setdefault(number, (newcomer, where))
            if folded(str(first.name)) != folded(str(newcomer.name)):
                params: dict[str, object] = {
                    "number": number,
                    "name": str(first.name),
                    "row": there,
                    "found": name,
                    "other": where,
                }
                spots.append(
                    Spot(
                        table.name, f"NR {number}", Problem("backup-number-twice", "start", params)
                    )
                )
    return tuple(newcomer for newcomer, _where in found.values()), spots, without


def result_of(row: Row) -> tuple[object, ...]:
    return tuple(row[key] for key in ("NR", "PUNKTE", "GSP", "VSP"))


def refuse_tables(tables: Sequence[VereinsmeisterTable]) -> NoReturn:
    """Raises Unreadable: which column of the results is missing, or what was found instead."""
    for table in tables:
        missing = RESULT - table.columns
        if "PUNKTE" in table.columns and missing:
            raise Unreadable(
                "backup-column-missing", table=table.name, columns=", ".join(sorted(missing))
            )
    raise Unreadable("backup-without-results")


def read_tables(data: bytes) -> list[VereinsmeisterTable]:
    """Every dBASE table of the archive, by name."""
    import dbf  # here, because hardly any server ever needs it in its memory

    found, left = list[VereinsmeisterTable](), MOST_ROWS
    with TemporaryDirectory() as folder, zipfile.ZipFile(Packed(data)) as archive:
        measured(archive, MOST_UNPACKED)
        for name in archive.namelist():
            # Memo files lie beside their tables; a path in the archive leads nowhere.
            plain = PurePosixPath(name.replace("\\", "/")).name
            if plain:
                (Path(folder) / plain.upper()).write_bytes(archive.read(name))
        for path in sorted(Path(folder).glob("*.DBF")):
            with dbf.Table(str(path), codepage=CODE_PAGE).open(dbf.READ_ONLY) as table:
                columns = {str(each).upper(): each for each in table.field_names}
                left -= len(table)
                if left < 0:
                    raise Unreadable("sheet-too-large")
                # Of a table of 250 columns only those are held that mean anything here.
                known = {name: each for name, each in columns.items() if name in READ}
                rows = {
                    place: {name: record[each] for name, each in known.items()}
                    for place, record in enumerate(table, 1)
                    if not dbf.is_deleted(record)
                }
            found.append(
                VereinsmeisterTable(path.stem, frozenset(columns), [*rows.values()], [*rows])
            )
    return found


def name_of(row: Row) -> str:
    return " ".join(str(row["NAME1"] or "").split())


def day_of(row: Row) -> tuple[str, int]:
    """A day and a series in their order; a table without either has one of it."""
    day = row.get("SPIELTAG") or ""
    number = as_whole(day)
    text = f"{number:09}" if number is not None else str(day)
    return text, as_whole(row.get("SERIE")) or 0


def series_of(results: Sequence[Row]) -> dict[tuple[str, int], int]:
    """Our number of every series of every day, in their order."""
    return {day: number for number, day in enumerate(sorted({day_of(r) for r in results}), 1)}


def incoming(series: int, table: int, rows: Sequence[Row]) -> Incoming:
    sheet = f"{series}/{table}"
    totals, spots = [], []
    for row in rows:
        figures = [as_whole(row[key]) for key in ("PUNKTE", "GSP", "VSP")]
        points, won, lost = figures
        if points is None or won is None or lost is None:
            texts = (row[key] for key in ("PUNKTE", "GSP", "VSP"))
            params = {"text": " ".join("–" if each is None else str(each) for each in texts)}
            spots.append(Spot(sheet, f"NR {row['NR']}", Problem("cell-not-a-number", "", params)))
        else:
            totals.append(BareTotal(points, won, lost))
    starts = tuple(as_whole(row["NR"]) for row in rows)
    cells = {
        f"seat{seat}/{key}": f"NR {number}"
        for seat, number in enumerate(starts, 1)
        for key in ("points", "game_points", "won", "lost", "start")
    }
    cells["table"] = f"TISCH {table}"
    return Incoming(
        sheet,
        series,
        table,
        starts,
        totals=tuple(totals),
        computed=True,
        cells=cells,
        spots=tuple(spots),
        names=tuple("" if number is None else str(number) for number in starts),
        keys=tuple(f"{sheet}.{seat}" for seat in range(1, len(starts) + 1)),
    )


def rounds_of(lists: Sequence[Incoming]) -> dict[int, int]:
    """How many rounds each series must have had, by the fullest of its tables."""
    found: dict[int, int] = {}
    for each in lists:
        seats = max(3, min(4, len(each.starts)))
        games = sum(total.won + total.lost for total in each.totals)
        rounds = next((r for r in ROUNDS if r * seats >= games), ROUNDS[-1])
        found[each.series] = max(found.get(each.series, 0), rounds)
    return found
