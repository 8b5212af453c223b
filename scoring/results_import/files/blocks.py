"""From the headings of a band to blocks: sets of columns that hold one series each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.results_import.files.bands import Band, HeadedColumn
from scoring.results_import.files.labels import FIGURES, IDENTITY, letters
from scoring.results_import.reads import LEFT_OUT

# Headings that leave no doubt which points stand below.
GAME_POINTS = frozenset(("spielpunkte", "spielpkt", "spielpkte", "punktespiel", "gamepoints"))
PERFORMANCE = frozenset(("leistung", "performance", "seegerfabian", "totalpoints"))


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """Columns (from 0) by what they mean, the series that stands above them, and their place.

    `is_beside` is a block of people who have other series beside it. `certain` are the columns
    whose heading leaves no doubt, or that somebody was asked about.
    """

    place: int
    columns: Mapping[str, int]
    series: int | None
    is_beside: bool = False
    certain: frozenset[int] = frozenset()

    @property
    def first(self) -> int:
        return min(at for role, at in self.columns.items() if role in FIGURES)


@dataclass(frozen=True, slots=True)
class Split:
    """The blocks of a band; or why there are none: columns that mean the same, or missing ones.

    `ignored` are the columns that hold sums of several series.
    """

    blocks: tuple[ColumnBlock, ...] = ()
    doubtful: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    ignored: tuple[HeadedColumn, ...] = ()


def split(band: Band, chosen: Mapping[int, str]) -> Split:
    """The blocks of a band; `chosen` says what columns are that somebody was asked about."""
    columns = [
        replace(each, role="" if chosen[each.at] == LEFT_OUT else chosen[each.at], is_overall=False)
        if each.at in chosen
        else each
        for each in band.columns
    ]
    ignored = [each for each in columns if each.is_overall and each.role in FIGURES]
    known = [each for each in columns if each.role and each not in ignored]
    blocks: list[ColumnBlock] = []
    for segment in segments(known):
        found = of_segment(segment, len(blocks))
        if found.doubtful or found.missing:
            return found
        certain = frozenset(each.at for each in known if each.at in chosen or is_certain(each))
        blocks += (replace(each, certain=certain) for each in found.blocks)
        ignored += found.ignored
    return Split(tuple(blocks), ignored=tuple(ignored))


def is_certain(column: HeadedColumn) -> bool:
    words = letters(column.heading)
    wanted = GAME_POINTS if column.role == "points" else PERFORMANCE
    return any(word in words for word in wanted)


def segments(columns: Iterable[HeadedColumn]) -> list[list[HeadedColumn]]:
    """The columns, parted where people are named once more: two tables beside each other."""
    found: list[list[HeadedColumn]] = [[]]
    for column in columns:
        roles = [each.role for each in found[-1]]
        if column.role in IDENTITY and column.role in roles and roles[-1] in (*FIGURES, "rank"):
            found.append([])
        elif column.role in IDENTITY and column.role in roles and not_since(found[-1]):
            found.append(taken_off(found[-1]))
        found[-1].append(column)
    return found


def not_since(segment: Sequence[HeadedColumn]) -> bool:
    """Whether figures stand before the columns at the end that name a table or a person."""
    return any(each.role in FIGURES for each in segment)


def taken_off(segment: list[HeadedColumn]) -> list[HeadedColumn]:
    """The columns behind the last figure, taken from a segment: they begin the next one."""
    last = max(at for at, each in enumerate(segment) if each.role in FIGURES)
    tail = segment[last + 1 :]
    del segment[last + 1 :]
    return tail


def of_segment(columns: Sequence[HeadedColumn], blocks: int) -> Split:
    """The blocks of people who are named once: one, or one a series."""
    others = [each for each in columns if each.role not in FIGURES]
    if doubtful := doubles(prefer(others)):
        return Split(doubtful=doubtful)
    places = {each.role: each.at for each in prefer(others)}
    if "given" in places and "name" in places:
        places.setdefault("family", places.pop("name"))
    if not set(places).intersection(IDENTITY) - {"given"}:
        return Split(missing=("name",))
    groups, ignored = figure_groups(columns)
    found: list[ColumnBlock] = []
    for series, group in groups:
        group = prefer(group)
        roles = {each.role for each in group}
        if doubtful := doubles(group):
            return Split(doubtful=doubtful)
        if missing := lacking(roles):
            # Where a column comes again, it may be this one that is too many.
            again = doubles(each for _series, figures in groups for each in prefer(figures))
            is_one = series is None and all(of is None for of, _figures in groups)
            return Split(doubtful=again) if again and is_one else Split(missing=missing)
        figures = {each.role: each.at for each in group}
        found.append(ColumnBlock(blocks + len(found), places | figures, series, len(groups) > 1))
    return Split(tuple(found), ignored=tuple(ignored))


def lacking(roles: Iterable[str]) -> tuple[str, ...]:
    """What has to stand in a row of results and has no column."""
    there = set(roles)
    points = () if there.intersection(("points", "total")) else ("points",)
    return (*points, *(role for role in ("won", "lost") if role not in there))


def prefer(columns: Sequence[HeadedColumn]) -> list[HeadedColumn]:
    """Of columns that mean the same those in sight, and a start number before any other."""
    found: list[HeadedColumn] = []
    for _role, alike in groupby(sorted(columns, key=lambda c: c.role), lambda c: c.role):
        same = list(alike)
        for is_better in (lambda c: not c.is_hidden, lambda c: "start" in letters(c.heading)):
            same = [each for each in same if is_better(each)] or same
        found += same
    return found


def doubles(columns: Iterable[HeadedColumn]) -> tuple[int, ...]:
    """The columns that mean the same as another one."""
    places: dict[str, list[int]] = {}
    for each in columns:
        places.setdefault(each.role, []).append(each.at)
    return tuple(sorted(at for found in places.values() if len(found) > 1 for at in found))


Group = tuple[int | None, list[HeadedColumn]]


def figure_groups(
    columns: Sequence[HeadedColumn],
) -> tuple[list[Group], list[HeadedColumn]]:
    """The figures by series, and sums that stand behind them.

    By what stands above them; else a new group begins where a column comes again.
    """
    figures = [each for each in columns if each.role in FIGURES]
    seen = {each.role for each in figures if not each.is_hidden}
    groups: list[Group] = []
    if any(each.series is not None for each in figures):
        named = {each.series for each in figures}
        groups = [(one, [each for each in figures if each.series == one]) for one in named]
        groups.sort(key=lambda group: (group[0] is None, group[0] or 0))
    else:
        unseen = [each for each in figures if each.is_hidden and each.role in seen]
        for column in figures:
            if column in unseen:
                continue
            if not groups or column.role in {each.role for each in groups[-1][1]}:
                groups.append((None, []))
            groups[-1][1].append(column)
    return without_sums(groups)


def without_sums(groups: list[Group]) -> tuple[list[Group], list[HeadedColumn]]:
    """Several series beside each other: a last total that only one of them has is of all."""
    if len(groups) < 2:
        return groups, []
    series, last = groups[-1]
    has_total = [any(each.role == "total" for each in group) for _series, group in groups]
    if series is not None or not has_total[-1] or (any(has_total[:-1]) and len(last) > 1):
        return groups, []
    sums = [each for each in last if each.role == "total"]
    rest = [each for each in last if each.role != "total"]
    return [*groups[:-1], *([(None, rest)] if rest else [])], sums
