"""The request as a JSON document (docs/formats.md, `draw`), read with everything that is wrong in
it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from scoring.seating.faults import Fault, UnusableRequest, faults, of_history, of_players
from scoring.seating.request import (
    APART,
    MODES,
    THREE_SEATS,
    DrawRequest,
    Options,
    Player,
    PlayerId,
    SeatedSeries,
)

Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What a value must be, in the words of the refusal, and whether one is it."""

    words: str
    suits: Callable[[Any], bool]


def is_number(value: object) -> bool:
    """JSON knows true and false apart from 1 and 0; so do we."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: object) -> bool:
    """Half a character, as JSON allows it, is no text that could be hashed or printed."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def one_of(choices: Sequence[str]) -> ValueKind:
    return ValueKind(f"one of {', '.join(choices)}", lambda value: value in choices)


NUMBER = ValueKind("a number", is_number)
WHOLE = ValueKind("a number from 0", lambda value: is_number(value) and value >= 0)
COUNT = ValueKind("a number from 1", lambda value: is_number(value) and value >= 1)
NAME = ValueKind("a text or a number", lambda value: is_text(value) or is_number(value))
ID = ValueKind(
    "a number or a text", lambda value: is_number(value) or (is_text(value) and value != "")
)
MARK = ValueKind("true or false", lambda value: isinstance(value, bool))
LIST = ValueKind("a list", lambda value: isinstance(value, list))
RECORD = ValueKind("an object", lambda value: isinstance(value, dict))

OPTIONS = {"clubs": one_of(APART), "teams": one_of(APART), "three_seats": one_of(THREE_SEATS)}


def read_request(document: Record, *, seed: str) -> DrawRequest:
    """The request of a document; `seed` serves if it has none.

    Raises UnusableRequest with every fault. Keys that are not ours are left alone, but not an
    unknown option: somebody relies on it.
    """
    reader = Reader()
    request = DrawRequest(
        players=reader.players(document),
        series=reader.series(document),
        seed=str(reader.value(document, "seed", ID, seed)),
        mode=reader.value(document, "mode", one_of(MODES), MODES[0]),
        options=reader.options(document),
        history=reader.history(document),
        ahead=reader.value(document, "ahead", WHOLE, 0),
    )
    # While some players are unreadable nobody knows how many they are: only names are checked.
    named = [*of_players(request), *of_history(request)]
    found = reader.faults + named if reader.faults else faults(request)
    if found:
        raise UnusableRequest(found)
    return request


class Reader:
    """Reads values, and keeps a fault for each that is not what it must be."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def value(self, record: Record, key: str, kind: ValueKind, otherwise: Any, of: str = "") -> Any:
        """The value of a key; `otherwise` where there is none, or where it is a fault."""
        value = record.get(key)
        if value is None:
            return otherwise
        if not kind.suits(value):
            code = f"{key.replace('_', '-')}-unreadable"
            self.faults.append(Fault(code, f"{of}{key} must be {kind.words}"))
            return otherwise
        return value

    def series(self, document: Record) -> int:
        if document.get("series") is None:
            self.faults.append(Fault("series-missing", "series is missing"))
        return cast(int, self.value(document, "series", NUMBER, 1))

    def players(self, document: Record) -> tuple[Player, ...]:
        if document.get("players") is None:
            self.faults.append(Fault("players-missing", "players are missing"))
        records = self.value(document, "players", LIST, [])
        found = [self.player(place, record) for place, record in enumerate(records, 1)]
        return tuple(player for player in found if player is not None)

    def player(self, place: int, record: object) -> Player | None:
        """One player; None for who has no id to be seated by."""
        if not isinstance(record, dict):
            self.faults.append(Fault("player-unreadable", f"player no. {place} must be an object"))
            return None
        name = record.get("id")
        if name is None or not ID.suits(name):
            what = "has no id" if name is None else f"has an id that is not {ID.words}"
            self.faults.append(Fault("id-unreadable", f"player no. {place} {what}"))
            return None
        before = len(self.faults)
        of = f"id {name}: "
        player = Player(
            id=cast(PlayerId, name),
            club=str(self.value(record, "club", NAME, "", of)).strip(),
            team=str(self.value(record, "team", NAME, "", of)).strip(),
            fixed_table=self.value(record, "fixed_table", COUNT, None, of),
            first_series=self.value(record, "first_series", COUNT, 1, of),
            last_series=self.value(record, "last_series", COUNT, None, of),
            rank=self.value(record, "rank", COUNT, None, of),
            volunteer=self.value(record, "volunteer", MARK, False, of),
        )
        self.faults[before:] = [
            Fault(fault.code, fault.text, player.id) for fault in self.faults[before:]
        ]
        return player

    def options(self, document: Record) -> Options:
        record: Record = self.value(document, "options", RECORD, {})
        for key in sorted(set(record) - set(OPTIONS)):
            self.faults.append(Fault("option-unknown", f"there is no option {key}"))
        defaults = Options()
        settings = {
            key: self.value(record, key, kind, getattr(defaults, key), "options: ")
            for key, kind in OPTIONS.items()
        }
        return Options(**settings)

    def history(self, document: Record) -> tuple[SeatedSeries, ...]:
        """Series → tables → ids; a series with anything else in it is a fault."""
        read: list[SeatedSeries] = []
        for number, series in enumerate(self.value(document, "history", LIST, []), 1):
            if LIST.suits(series) and all(map(is_table, series)):
                read.append(tuple(tuple(table) for table in series))
            else:
                text = f"series {number} of the history must be tables of ids"
                self.faults.append(Fault("history-unreadable", text))
        return tuple(read)


def is_table(value: object) -> bool:
    return isinstance(value, list) and all(map(ID.suits, value))
