"""The request as a JSON document (docs/formats.md, `draw`), read with everything that is wrong in
it.
"""

from collections.abc import Mapping
from typing import Any, TypeGuard, cast

from scoring.decoding import (
    FLAG,
    LIST,
    RECORD,
    Decoder,
    WrongValue,
    is_text,
    is_whole,
    kind_of,
    one_of,
    whole,
)
from scoring.seating.faults import Fault, UnusableRequest, faults, of_history, of_players
from scoring.seating.request import (
    APART,
    MODES,
    THREE_SEATS,
    DrawRequest,
    Mode,
    Options,
    Player,
    PlayerId,
    SeatedSeries,
)

Record = Mapping[str, object]


def is_id(value: object) -> TypeGuard[PlayerId]:
    return is_whole(value) or (is_text(value) and value != "")


NUMBER = whole()
AHEAD = whole(0)
COUNT = whole(1)
NAME = kind_of("a text or a number", lambda value: is_text(value) or is_whole(value))
ID = kind_of("a number or a text", is_id)
MODE = one_of(MODES)
OPTIONS = {"clubs": one_of(APART), "teams": one_of(APART), "three_seats": one_of(THREE_SEATS)}


def read_request(document: Record, *, seed: str) -> DrawRequest:
    """The request of a document; `seed` serves if it has none.

    Raises UnusableRequest with every fault. Unknown keys are ignored, but an unknown option
    is a fault, because it would change the draw.
    """
    reader = RequestReader(document)
    request = DrawRequest(
        players=reader.players(),
        series=reader.series(),
        seed=str(reader.read("seed", ID, seed)),
        mode=cast(Mode, reader.read("mode", MODE, MODES[0])),
        options=reader.options(),
        history=reader.history(),
        ahead=reader.read("ahead", AHEAD, 0),
    )
    # While some players are unreadable their number is unknown: only names are checked.
    named = [*of_players(request), *of_history(request)]
    found = reader.faults + named if reader.faults else faults(request)
    if found:
        raise UnusableRequest(found)
    return request


class RequestReader(Decoder):
    """Reads values and records a fault for each invalid one.

    `of` says whose values they are, `player` where they are a player's.
    """

    def __init__(
        self,
        document: Record,
        found: list[Fault] | None = None,
        of: str = "",
        player: PlayerId | None = None,
    ) -> None:
        super().__init__(document)
        self.faults: list[Fault] = [] if found is None else found
        self.of, self.player_id = of, player

    def refuse_value(self, wrong: WrongValue) -> None:
        code = f"{wrong.key.replace('_', '-')}-unreadable"
        text = f"{self.of}{wrong.key} must be {wrong.words}"
        self.faults.append(Fault(code, text, self.player_id))

    def series(self) -> int:
        if self.document.get("series") is None:
            self.faults.append(Fault("series-missing", "series is missing"))
        return self.read("series", NUMBER, 1)

    def players(self) -> tuple[Player, ...]:
        if self.document.get("players") is None:
            self.faults.append(Fault("players-missing", "players are missing"))
        records = self.read("players", LIST, [])
        found = [self.player(place, record) for place, record in enumerate(records, 1)]
        return tuple(player for player in found if player is not None)

    def player(self, place: int, record: object) -> Player | None:
        """One player; None without a usable id."""
        if not isinstance(record, dict):
            self.faults.append(Fault("player-unreadable", f"player no. {place} must be an object"))
            return None
        name = record.get("id")
        if not is_id(name):
            what = "has no id" if name is None else f"has an id that is not {ID.words}"
            self.faults.append(Fault("id-unreadable", f"player no. {place} {what}"))
            return None
        reader = RequestReader(record, self.faults, f"id {name}: ", name)
        return Player(
            id=name,
            club=str(reader.read("club", NAME, "")).strip(),
            team=str(reader.read("team", NAME, "")).strip(),
            fixed_table=reader.read("fixed_table", COUNT),
            first_series=reader.read("first_series", COUNT, 1),
            last_series=reader.read("last_series", COUNT),
            rank=reader.read("rank", COUNT),
            volunteer=reader.read("volunteer", FLAG, False),
        )

    def options(self) -> Options:
        record = self.read("options", RECORD, {})
        for key in sorted(set(record) - set(OPTIONS)):
            self.faults.append(Fault("option-unknown", f"there is no option {key}"))
        reader, defaults = RequestReader(record, self.faults, "options: "), Options()
        settings: dict[str, Any] = {
            key: reader.read(key, kind, getattr(defaults, key)) for key, kind in OPTIONS.items()
        }
        return Options(**settings)

    def history(self) -> tuple[SeatedSeries, ...]:
        """Series → tables → ids; a series with anything else in it is a fault."""
        read: list[SeatedSeries] = []
        for number, series in enumerate(self.read("history", LIST, []), 1):
            if isinstance(series, list) and all(map(is_table, series)):
                read.append(tuple(tuple(table) for table in series))
            else:
                text = f"series {number} of the history must be tables of ids"
                self.faults.append(Fault("history-unreadable", text))
        return tuple(read)


def is_table(value: object) -> bool:
    return isinstance(value, list) and all(map(is_id, value))
