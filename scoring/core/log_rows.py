"""What a log row may hold, by its action, as far as pages and services rely on it.

The log is append-only: an unreadable row of an imported document would stay for good.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta, ValidationError, convert

from scoring.decoding import MAX_INTEGER, is_whole
from scoring.models import LogEntry
from scoring.models.log import Action
from scoring.rules.prizes import read_plan
from scoring.rules.records import read_line

Figures = Mapping[str, Any]
Test = Callable[[Any], bool]
Shape = Mapping[str, Test]  # of the values of one side, by key

NUMBERED = ("series", "entry", "booking", "pot", "ruling", "team", "tandem", "mixed")
NUMBER = "[1-9][0-9]{0,8}"
SUBJECTS = re.compile(rf"list/{NUMBER}/{NUMBER}|({'|'.join(NUMBERED)})/{NUMBER}")
OF_ONE_KIND = ("list", "series")  # the actions "list.…" are about a list
OF_A_LINE = frozenset({"game", "soloist", "unread", "passed", "ramsch"})  # besides "number"


def first_misfit(action: str, subject: str, old: Figures | None, new: Figures | None) -> str:
    """The first place where a row does not fit its action, as "new.games"; empty if it fits.

    >>> first_misfit("list.games.recorded", "list/1/3", None, {"games": [1]})
    'new.games'
    >>> first_misfit("series.moved", "report/x", None, {"state": "closed"})
    'subject'
    >>> first_misfit("results.imported", "tournament", None, {"lists": [[1, 3, "x", 0]]})
    'new.lists'
    """
    if not names_its_kind(action, subject):
        return "subject"
    before, after = SHAPES.get(action, (ANY, ANY))
    misfits = [f"old.{key}" for key in side_misfits(before, old or {})]
    misfits += [f"new.{key}" for key in side_misfits(after, new or {})]
    if action in OF_A_GAME:
        # A line can stand in a list again, as can the totals of all.
        if old and "totals" not in old and not is_line(old):
            misfits.append("old")
        act = new or old or {}
        if "totals" not in act and not is_whole(act.get("number")):
            misfits.append("new")
    return next(iter(misfits), "")


def fits(row: LogEntry) -> bool:
    """Whether the row can be read."""
    are_objects = all(side is None or isinstance(side, dict) for side in (row.old, row.new))
    return are_objects and not first_misfit(row.action, row.subject, row.old, row.new)


def names_its_kind(action: str, subject: str) -> bool:
    """Whether the subject is of the action's kind and has the numbers of its kind."""
    kind = subject.partition("/")[0]
    expected = action.partition(".")[0]
    if expected in OF_ONE_KIND and kind != expected:
        return False
    return kind not in (*NUMBERED, "list") or bool(SUBJECTS.fullmatch(subject))


def side_misfits(shape: Shape, side: Figures) -> Iterator[str]:
    """The keys of one side of a row with an invalid value."""
    yield from (key for key, suits in shape.items() if not suits(side.get(key)))
    if "number" in side and side.keys() & OF_A_LINE and not is_line(side):
        yield "number"
    yield from (key for key, value in values_in(side) if key in PARTS and not PARTS[key](value))


def values_in(side: Figures) -> Iterator[tuple[str, Any]]:
    """Every key with its value, nested objects included."""
    for key, value in side.items():
        yield key, value
        if isinstance(value, dict):
            yield from values_in(value)


def is_line(value: object) -> bool:
    return read_line(value)[0] is not None


def is_plan(value: object) -> bool:
    try:
        read_plan(value)
    except ValueError:
        return False
    return True


def is_a(kind: object) -> Test:
    """A check that a value is of this type."""

    def suits(value: object) -> bool:
        with suppress(ValidationError):
            convert(value, kind)
            return True
        return False

    return suits


Number = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]  # can be looked up
Key = Annotated[str, Meta(pattern=rf"^{NUMBER}\Z")]  # of a table or a seat
# Game points, games won and lost, and maybe the total on paper.
Total = Annotated[list[int | None], Meta(min_length=3, max_length=4)]
are_numbers, are_tables = is_a(list[Number]), is_a(dict[Key, list[Number]])


def are_lines(value: object) -> bool:
    return isinstance(value, list) and all(map(is_line, value))


def are_sittings(value: Any) -> bool:
    """Whether this says who left or joined at a round, the latter with a start number."""
    return is_a(list[dict[str, int]])(value) and all(
        "seat" in sitting and ("player" in sitting or "first_game" not in sitting)
        for sitting in value
    )


# Checked by key, whatever the action, as pages of the log show them.
PARTS: Shape = {
    "games": lambda value: is_whole(value) or are_lines(value),  # or how many there are
    "totals": is_a(list[Total]),
    "sittings": are_sittings,
}

# Checked by action, before and after: services read them.
ANY: Shape = {}
TABLES: Shape = {"tables": is_a(dict[Key, list[Number]] | None)}
ENTERED: Shape = {"start_numbers": is_a(list[Number] | None)}
RENUMBERED: Shape = {"start_number": is_a(int | None)}
BOOKED: Shape = {"bookings": is_a(list[Number] | None), "pots": is_a(list[Number] | None)}
MOVED: Shape = {"number": is_whole, "revision": is_a(int | None)}
CLEARED: Shape = {
    "depth": is_a(str),
    "games": lambda value: value is None or are_lines(value),
    "foot": is_a(dict[Key, Total | None] | None),
}
SHAPES: Mapping[str, tuple[Shape, Shape]] = MappingProxyType({
    Action.BOOKING_MADE: (ANY, BOOKED),
    Action.ENTRY_ADDED: (ANY, ENTERED),
    Action.ENTRY_CHANGED: (RENUMBERED, RENUMBERED),
    Action.LIST_CLEARED: (CLEARED, {**MOVED, "number": is_a(int | None)}),
    Action.LIST_GAMES_ANNULLED: (ANY, {"numbers": are_numbers}),
    Action.LIST_ROW_INSERTED: (ANY, MOVED),
    Action.LIST_ROW_REMOVED: (ANY, MOVED),
    Action.MEMBERS_IMPORTED: (ANY, {"member_numbers": is_a(list[Number] | None)}),
    Action.PLAYERS_IMPORTED: (ANY, ENTERED),
    Action.POT_FIXED: ({"plan": is_plan}, ANY),
    Action.RESULTS_IMPORTED: (ANY, {"lists": is_a(list[list[Number]] | None)}),
    Action.SERIES_PLAYER_JOINED: (TABLES, TABLES),
    Action.SERIES_PLAYER_MOVED: (TABLES, TABLES),
    Action.SERIES_SEATS_SWAPPED: (TABLES, TABLES),
    Action.SERIES_SEAT_FILLED: (TABLES, TABLES),
    Action.SERIES_TABLE_DISSOLVED: (TABLES, TABLES),
    Action.SERIES_TABLE_SHORTENED: (TABLES, TABLES),
    Action.TOURNAMENT_BROKEN_OFF: (ANY, BOOKED),
})  # fmt: skip
OF_A_GAME = (
    Action.LIST_GAME_CHANGED,
    Action.LIST_GAME_EMPTIED,
    Action.LIST_GAME_RECORDED,
    Action.LIST_GAME_UNREAD,
    Action.LIST_RECHECK_CORRECTED,
    Action.LIST_ROW_REMOVED,
)
