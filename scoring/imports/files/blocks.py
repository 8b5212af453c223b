"""From the columns of a band to blocks: people once, or the results of one series."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.spreadsheets.headings import letters
from scoring.imports.files.bands import HeadedColumn
from scoring.imports.files.kinds import FIGURES, IDENTITY, Kind

# Headings that leave no doubt which points stand below.
GAME_POINTS = frozenset(("spielpunkte", "spielpkt", "spielpkte", "punktespiel", "gamepoints"))
PERFORMANCE = frozenset(("leistung", "performance", "seegerfabian", "totalpoints"))
SHARED = ("club", "category")  # of partners: what stands behind the last one is about all
Group = tuple[int | None, list[HeadedColumn]]


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """Columns (from 0) by what they mean, the series that stands above them, and their place.

    `is_beside` is a block of people who have other series beside it.
    """

    place: int
    columns: Mapping[str, int]
    series: int | None = None
    is_beside: bool = False

    @property
    def first(self) -> int:
        figures = [at for meaning, at in self.columns.items() if meaning in FIGURES]
        return min(figures or self.columns.values())

    @property
    def last(self) -> int:
        return max(self.columns.values())


@dataclass(frozen=True, slots=True)
class Split:
    """The blocks of a band; or why there are none: columns that mean the same, or missing ones.

    `ignored` are the columns that hold sums of several series.
    """

    blocks: tuple[ColumnBlock, ...] = ()
    doubtful: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    ignored: tuple[HeadedColumn, ...] = ()


def split(columns: Iterable[HeadedColumn], kind: Kind) -> Split:
    """The blocks of these columns, which have a meaning each or none."""
    known = [each for each in columns if each.meaning]
    if not kind.has_figures:
        return people_beside(segments(known))
    ignored, blocks = list[HeadedColumn](), list[ColumnBlock]()
    for segment in segments(known):
        found = of_segment(segment, len(blocks))
        if found.doubtful or found.missing:
            return found
        blocks += found.blocks
        ignored += found.ignored
    return Split(tuple(blocks), ignored=tuple(ignored))


def people_beside(found: Sequence[Sequence[HeadedColumn]]) -> Split:
    """A block for each set of columns that name somebody."""
    if doubtful := next(filter(None, map(doubles, found)), ()):
        return Split(doubtful=doubtful)
    columns = [{each.meaning: each.at for each in segment} for segment in found]
    if not all("name" in of or "family" in of or "family_first" in of for of in columns):
        return Split(missing=("name",))
    for meaning in SHARED:
        if meaning in columns[-1] and not any(meaning in of for of in columns[:-1]):
            for of in columns[:-1]:
                of[meaning] = columns[-1][meaning]
    return Split(tuple(ColumnBlock(at, as_names(of)) for at, of in enumerate(columns)))


def as_names(columns: dict[str, int]) -> dict[str, int]:
    """ "Name" beside "Vorname" is the family name."""
    if "given" in columns and "name" in columns:
        columns.setdefault("family", columns.pop("name"))
    return columns


def is_certain(column: HeadedColumn) -> bool:
    """Whether the heading leaves no doubt which points stand below."""
    words = letters(column.heading)
    wanted = GAME_POINTS if column.meaning == "points" else PERFORMANCE
    return any(word in words for word in wanted)


def segments(columns: Iterable[HeadedColumn]) -> list[list[HeadedColumn]]:
    """The columns, parted where people are named once more: two tables beside each other."""
    found: list[list[HeadedColumn]] = [[]]
    for column in columns:
        there = [each.meaning for each in found[-1]]
        is_again = column.meaning in IDENTITY and column.meaning in there
        has_figures = any(meaning in FIGURES for meaning in there)
        if is_again and (not has_figures or there[-1] in FIGURES):
            found.append([])
        elif is_again:
            found.append(take_end(found[-1]))
        found[-1].append(column)
    return found


def take_end(segment: list[HeadedColumn]) -> list[HeadedColumn]:
    """The columns behind the last figure, taken from a segment: they begin the next one."""
    last = max(at for at, each in enumerate(segment) if each.meaning in FIGURES)
    tail = segment[last + 1 :]
    del segment[last + 1 :]
    return tail


def of_segment(columns: Sequence[HeadedColumn], blocks: int) -> Split:
    """The blocks of people who are named once: one, or one a series."""
    others = prefer_start([each for each in columns if each.meaning not in FIGURES])
    if doubtful := doubles(others):
        return Split(doubtful=doubtful)
    places = as_names({each.meaning: each.at for each in others})
    if not set(places).intersection(IDENTITY) - {"given"}:
        return Split(missing=("name",))
    groups, ignored = figure_groups(columns)
    if not groups:
        return Split(missing=FIGURES[:3])
    found: list[ColumnBlock] = []
    for series, group in groups:
        if doubtful := doubles(group):
            return Split(doubtful=doubtful)
        if missing := lacking({each.meaning for each in group}):
            # Where a column comes again, it may be this one that is too many.
            again = doubles(each for _series, figures in groups for each in figures)
            is_one = series is None and all(of is None for of, _figures in groups)
            return Split(doubtful=again) if again and is_one else Split(missing=missing)
        figures = {each.meaning: each.at for each in group}
        found.append(ColumnBlock(blocks + len(found), places | figures, series, len(groups) > 1))
    return Split(tuple(found), ignored=tuple(ignored))


def lacking(there: set[str]) -> tuple[str, ...]:
    """What has to stand in a row of results and has no column."""
    points = () if there.intersection(("points", "total")) else ("points",)
    return (*points, *(meaning for meaning in ("won", "lost") if meaning not in there))


def prefer_start(columns: Sequence[HeadedColumn]) -> list[HeadedColumn]:
    """Of two columns of numbers the one that is headed as a start number."""
    numbers = [each for each in columns if each.meaning == "number"]
    start = [each for each in numbers if "start" in letters(each.heading)]
    return [each for each in columns if each not in numbers or not start or each in start]


def doubles(columns: Iterable[HeadedColumn]) -> tuple[int, ...]:
    """The columns that mean the same as another one."""
    places: dict[str, list[int]] = {}
    for each in columns:
        places.setdefault(each.meaning, []).append(each.at)
    return tuple(sorted(at for found in places.values() if len(found) > 1 for at in found))


def figure_groups(columns: Sequence[HeadedColumn]) -> tuple[list[Group], list[HeadedColumn]]:
    """The figures by series, and sums that stand behind them.

    By what stands above them; else a new group begins where a column comes again.
    """
    figures = [each for each in columns if each.meaning in FIGURES]
    groups: list[Group] = []
    if any(each.series is not None for each in figures):
        named = {each.series for each in figures}
        groups = [(one, [each for each in figures if each.series == one]) for one in named]
        groups.sort(key=lambda group: (group[0] is None, group[0] or 0))
    else:
        for column in figures:
            if not groups or column.meaning in {each.meaning for each in groups[-1][1]}:
                groups.append((None, []))
            groups[-1][1].append(column)
    return without_sums(groups)


def without_sums(groups: list[Group]) -> tuple[list[Group], list[HeadedColumn]]:
    """Several series beside each other: a last total that only one of them has is of all."""
    if len(groups) < 2:
        return groups, []
    series, last = groups[-1]
    has_total = [any(each.meaning == "total" for each in group) for _series, group in groups]
    if series is not None or not has_total[-1] or (any(has_total[:-1]) and len(last) > 1):
        return groups, []
    sums = [each for each in last if each.meaning == "total"]
    rest = [each for each in last if each.meaning != "total"]
    return [*groups[:-1], *([(None, rest)] if rest else [])], sums
