"""The game record of the exchange format (docs/formats.md) and the line of a score list."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, cast, get_args

from scoring.decoding import FLAG, MAX_QUOTED, RECORD, TEXT, Decoder, Mismatch, one_of, whole
from scoring.rules.game import Credit, End, PlayedGame, Wenzel
from scoring.rules.problem import Problem, errors
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO, SYSTEMS, System, find, variant
from scoring.rules.valuation import RAMSCH

FLAGS: Final = (
    *("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert"),
    *("won", "overbid"),
)
GAME_FIELDS: Final = (
    *("class", "turn", "game", "tops", *FLAGS),
    *("bid", "card_points", "tricks", "score", "end", "credited", "wenzel"),
)
# What a field says that is absent; the others then say nothing.
DEFAULTS = {"class": "", "tops": 0, "end": "played", "credited": "", "wenzel": "J"}
SYSTEM_FIELDS: Final = ("system", "options", "wenzels", "wenzel_bonus")
LINE_FIELDS: Final = (
    *("number", "soloist", "passed", "unread", "ramsch", "dealer", "attempt", "annulled"),
    *("running", "misplaced"),
    "ruling",  # of the format, and ignored
)
OPTIONS: Final = ("hand_loss", "ramsch")
KNOWN_FIELDS: Final = frozenset((*GAME_FIELDS, *SYSTEM_FIELDS, *LINE_FIELDS))
MISPLACED_FIELDS: Final = frozenset(
    (*GAME_FIELDS, "soloist", "passed", "unread", "ramsch", "running")
)

MAX_FIGURE = 1_000_000  # far above any figure of a game; larger ones are never computed with
WHOLE = whole(-MAX_FIGURE, MAX_FIGURE)
ENDS, CREDITS, WENZELS = (one_of(get_args(words)) for words in (End, Credit, Wenzel))


def read_line(
    record: object, *, system: System | None = None, bare: bool = False
) -> tuple[Line | None, list[Problem]]:
    """A record as a line of a list, or None if it is malformed; with every problem.

    `system` is that of the list; without it the record's own counts, by default ISkO. A `bare`
    record stands alone and needs no number (its line then has number 0); without a `system` it
    chooses wenzels by naming them.
    """
    if not isinstance(record, Mapping):
        return None, [Problem("record-not-object", rule="TO 7.2.1")]
    if bare and system is None and record.get("wenzels") is None:
        record = {**record, "wenzels": record.get("wenzel") not in (None, "J")}
    reader = RecordReader(record)
    own_system = read_system(record, reader.problems, default=system)
    line = _read_fields(reader, own_system, bare=bare)
    if (misplaced := reader.read("misplaced", RECORD)) is not None:
        if not line.unread:
            reader.refuse("unread-with-game", "misplaced")
        own = _read_fields(RecordReader(misplaced, reader.problems), own_system, bare=True)
        reader.problems += unknown_fields(misplaced, MISPLACED_FIELDS)
        line = replace(line, misplaced=replace(own, number=line.number))
    reader.problems += unknown_fields(record, KNOWN_FIELDS)
    return (None if errors(reader.problems) else line), reader.problems


def read_system(
    document: Mapping[Any, object], problems: list[Problem], *, default: System | None = None
) -> System | None:
    """The rule system that a record or a list names, with its options; None with a problem added.

    A record may not leave the system of its list, the `default`, but may add an option.
    """
    reader = RecordReader(document, problems)
    key = reader.text("system")
    system = default or ISKO
    if key is not None and key not in (system.key, *system.aliases):
        other = find(key)
        if other is None:
            systems = tuple(SYSTEMS)
            reader.refuse("unknown-system", "system", "TO 6.2", value=key, known=systems)
            return None
        if default is not None:
            reader.refuse("system-differs", "system", "TO 6.2", value=key, list=default.key)
            return None
        system = other
    return _read_options(reader, system)


def write_line(line: Line) -> dict[str, object]:
    """The record of a line; absent fields have their defaults."""
    record: dict[str, object] = {
        "number": line.number or None,
        "soloist": line.soloist,
        "passed": line.passed or None,
        "unread": line.unread or None,
        **(_game_fields(line.game) if line.game else {}),
        "dealer": line.dealer,
        "attempt": None if line.attempt == 1 else line.attempt,
        "annulled": line.annulled or None,
        "running": line.running,
        "misplaced": write_misplaced(line.misplaced) if line.misplaced else None,
    }
    return {key: value for key, value in record.items() if value is not None}


def write_misplaced(line: Line) -> dict[str, object]:
    """The record of a misplaced line, without the number and system of the row around it."""
    record = write_line(replace(line, number=0, attempt=1))
    return {key: value for key, value in record.items() if key not in SYSTEM_FIELDS}


def unknown_fields(document: Iterable[object], expected: Container[object]) -> Iterator[Problem]:
    """A warning for each unknown field, which is ignored."""
    for key in document:
        if key not in expected:
            name = str(key)[:MAX_QUOTED]
            yield Problem("unknown-field", name, {"name": name}, "TO 7.2.1", "warning")


class RecordReader(Decoder):
    """Reads one field at a time; an unusable value becomes a problem and reads as None."""

    def __init__(self, record: Mapping[Any, object], problems: list[Problem] | None = None) -> None:
        super().__init__(record)
        self.problems: list[Problem] = [] if problems is None else problems

    def refuse_value(self, key: str, mismatch: Mismatch) -> None:
        self.problems.append(Problem(mismatch.code, key, dict(mismatch.params), "TO 7.2.1"))

    def refuse(self, code: str, field: str, rule: str = "TO 7.2.1", **params: object) -> None:
        self.problems.append(Problem(code, field, params, rule))

    def text(self, key: str) -> str | None:
        value = self.read(key, TEXT)
        return value and value[:MAX_QUOTED]

    def refuse_fields(self, code: str, rule: str, *, allowed: tuple[str, ...] = ()) -> None:
        """Refuse fields that only a played game has; empty values are allowed."""
        for key in GAME_FIELDS:
            value = self.document.get(key)
            if key not in allowed and value and value != DEFAULTS.get(key):
                self.refuse(code, key, rule)


def _read_fields(reader: RecordReader, system: System | None, *, bare: bool) -> Line:
    number = reader.read("number", WHOLE)
    if number is None and not bare and reader.document.get("number") is None:
        reader.refuse("number-missing", "number")
    attempt = reader.read("attempt", whole(1, MAX_FIGURE))
    passed, unread = bool(reader.read("passed", FLAG)), bool(reader.read("unread", FLAG))
    game = None
    if passed:
        reader.refuse_fields("passed-with-game", "SkO 3.3.7")
        if reader.document.get("soloist"):
            reader.refuse("passed-with-game", "soloist", "SkO 3.3.7")
    elif unread:
        reader.refuse_fields("unread-with-game", "TO 7.2.1")
    else:
        game = _read_game(reader, system or ISKO)
    return Line(
        number or 0,
        game,
        reader.read("soloist", WHOLE),
        passed,
        unread,
        reader.read("dealer", WHOLE),
        1 if attempt is None else attempt,
        bool(reader.read("annulled", FLAG)),
        reader.read("running", WHOLE),
    )


def _read_game(reader: RecordReader, system: System) -> PlayedGame | None:
    if reader.read("ramsch", FLAG):
        reader.refuse_fields("ramsch-with-game", "TO 7.2.1", allowed=("score",))
        return PlayedGame(system, RAMSCH, score=reader.read("score", WHOLE))
    game_class = reader.text("class") or ""
    game, own_class = reader.text("game"), system.class_named(game_class)
    if not game and own_class is not None and len(own_class.bases) == 1:
        (game,) = own_class.bases  # a guckser is always grand
    if not game and reader.document.get("game") in (None, ""):
        reader.refuse("game-missing", "game", "SkO 5.5.2")
    return PlayedGame(
        system,
        game or "",
        reader.read("tops", WHOLE) or 0,
        game_class,
        reader.read("turn", WHOLE),
        **{key: reader.read(key, FLAG) for key in FLAGS},
        bid=reader.read("bid", WHOLE),
        card_points=reader.read("card_points", WHOLE),
        tricks=reader.read("tricks", WHOLE),
        score=reader.read("score", WHOLE),
        end=cast(End, reader.read("end", ENDS, "played")),
        credited=cast(Credit, reader.read("credited", CREDITS, "")),
        wenzel=cast(Wenzel, reader.read("wenzel", WENZELS, "J")),
    )


def _read_options(reader: RecordReader, system: System) -> System:
    wenzels, bonus = reader.read("wenzels", FLAG), reader.read("wenzel_bonus", FLAG)
    options = reader.read("options", RECORD, {})
    choices = RecordReader(options, reader.problems)
    hand_loss, ramsch = choices.read("hand_loss", WHOLE), choices.read("ramsch", FLAG)
    # An unknown option is an error, not just an unknown field: it would change values of games.
    refused: dict[str, object] = {
        str(name)[:MAX_QUOTED]: None for name in options if name not in OPTIONS
    }
    if hand_loss is not None and hand_loss not in system.hand_loss_options:
        refused["hand_loss"] = hand_loss
    if ramsch and not system.ramsch_allowed:
        refused["ramsch"] = ramsch
    for name, value in refused.items():
        params = {"option": name, "value": value, "system": system.key}
        reader.refuse("option-not-allowed", "options", "TO 6.2", **params)
    if refused:
        return system
    return variant(
        system,
        hand_loss=system.hand_loss if hand_loss is None else hand_loss,
        ramsch=system.ramsch if ramsch is None else ramsch,
        wenzels=system.wenzels if wenzels is None else wenzels,
        wenzel_bonus=system.wenzel_bonus if bonus is None else bonus,
    )


def _game_fields(game: PlayedGame) -> dict[str, object]:
    system = game.system
    options = {"hand_loss": system.hand_loss, "ramsch": system.ramsch or None}
    chosen = {key: value for key, value in options.items() if value is not None}
    system_fields = {
        "system": system.key,
        "options": chosen or None,
        "wenzels": (system.wenzels and not system.wenzel_bonus) or None,
        "wenzel_bonus": system.wenzel_bonus or None,
    }
    if game.game == RAMSCH:
        return {**system_fields, "ramsch": True, "score": game.score}
    fields = {key: getattr(game, "game_class" if key == "class" else key) for key in GAME_FIELDS}
    return system_fields | {
        key: value for key, value in fields.items() if value != DEFAULTS.get(key)
    }
