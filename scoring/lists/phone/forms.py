"""What a phone sends as JSON, read into values."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from scoring.core.forms import Refused, refuse
from scoring.core.services import TOKEN
from scoring.core.text import plain_text
from scoring.decoding import RECORD, TEXT, Decoder, Mismatch, is_whole, one_of, whole
from scoring.lists.phone.services import ACTS, TableAct
from scoring.lists.services.games import Seen, shown_line
from scoring.models import ScoreList
from scoring.models.phone import SIGNATURE_SIZE
from scoring.models.score_list import MAX_PLAYERS
from scoring.rules.outline import MAX_GAMES
from scoring.rules.problem import Problem
from scoring.rules.records import read_line
from scoring.rules.score_list import Line

MAX_BODY_BYTES = 100_000
REASON_LENGTH = 200
MAX_STROKES, MAX_POINTS = 60, 2_000  # of one signature
MAX_UNSENT = 100
NUMBER, REVISION, LAYOUT = whole(1, MAX_GAMES), whole(1, 2**31 - 2), whole(0, 2**31 - 2)


class TableRequest(Decoder):
    def refuse_value(self, key: str, mismatch: Mismatch) -> None:
        raise Refused([Problem(mismatch.code, key, dict(mismatch.params))])

    def text(self, key: str, most: int) -> str:
        return plain_text(self.read(key, TEXT, ""))[:most].strip()

    def id_of(self, key: str) -> str:
        """The id of a device, or the token of a request."""
        name = self.read(key, TEXT, "")
        if not TOKEN.fullmatch(name):
            raise refuse("request-unusable", key)
        return name


def read_request(request: HttpRequest) -> TableRequest:
    """The object in the body of a request; raises Refused for anything else."""
    if len(request.body) > MAX_BODY_BYTES:
        raise refuse("request-unusable")
    try:
        document = json.loads(request.body)
    except (ValueError, RecursionError):
        raise refuse("request-unusable") from None
    if not isinstance(document, Mapping):
        raise refuse("request-unusable")
    return TableRequest(document)


def act_of(data: TableRequest, score_list: ScoreList, number: int) -> TableAct:
    """What is sent about game `number`; raises Refused with every problem of its record."""
    kind, line = data.read("act", one_of(ACTS), "record"), None
    if kind == "record":
        # Without what only the desk writes.
        own = {**data.read("game", RECORD, {}), "number": number, "annulled": None}
        own = {key: value for key, value in own.items() if key not in ("running", "attempt")}
        line, problems = read_line(own, system=score_list.series.tournament.rule_system)
        if line is None:
            raise Refused(problems)
    consent = data.document.get("consent") is True
    seen = read_seen(data, score_list, number)
    return TableAct(number, seen, kind, line, data.text("reason", REASON_LENGTH), consent)


def read_seen(data: TableRequest, score_list: ScoreList, number: int) -> Seen:
    """What stood in the row on the phone."""
    record, layout = data.document.get("seen"), data.read("layout", LAYOUT)
    if layout is None:
        raise refuse("request-unusable", "layout")
    if record is None:
        return Seen("", layout)
    record = {**data.read("seen", RECORD, {}), "number": number, "annulled": None}
    line, _problems = read_line(record, system=score_list.series.tournament.rule_system)
    return Seen(shown_line(line), layout)


def unsent_of(data: TableRequest, score_list: ScoreList) -> list[Line]:
    """The games that a replaced device had not sent, without those that cannot be read."""
    records = data.document.get("games")
    if not isinstance(records, list) or not 1 <= len(records) <= MAX_UNSENT:
        raise refuse("request-unusable", "games")
    system = score_list.series.tournament.rule_system
    readings = (read_line(record, system=system)[0] for record in records)
    lines = [line for line in readings if line is not None and 1 <= line.number <= MAX_GAMES]
    if not lines:
        raise refuse("request-unusable", "games")
    return lines


def read_signatures(data: TableRequest) -> dict[int, Any]:
    """The strokes of the signatures, by position."""
    entries = data.document.get("signatures")
    if not isinstance(entries, list) or len(entries) > MAX_PLAYERS:
        raise refuse("request-unusable", "signatures")
    signatures = dict[int, Any]()
    for entry in entries:
        signature = TableRequest(entry if isinstance(entry, Mapping) else {})
        strokes = signature.document.get("strokes")
        position = signature.read("position", whole(1, MAX_PLAYERS), 0)
        if not position or not is_drawing(strokes):
            raise refuse("phone-signature-unreadable", "signatures")
        signatures[position] = strokes
    return signatures


def is_drawing(strokes: object) -> bool:
    """Whether this is a drawing of at least one line and no more than a finger draws."""
    if not isinstance(strokes, list) or not 1 <= len(strokes) <= MAX_STROKES:
        return False
    if not all(isinstance(stroke, list) for stroke in strokes):
        return False
    points = [point for stroke in strokes for point in stroke]
    return 2 <= len(points) <= MAX_POINTS and all(map(is_point, points))


def is_point(point: object) -> bool:
    if not isinstance(point, list) or len(point) != 2 or not all(map(is_whole, point)):
        return False
    return all(0 <= place <= most for place, most in zip(point, SIGNATURE_SIZE, strict=True))


def stop_of(data: TableRequest) -> tuple[int | None, str]:
    """After which game the table breaks off, and why; None and "" if it does not."""
    stop = TableRequest(data.read("stop", RECORD, {}))
    reason = stop.text("reason", REASON_LENGTH)
    if not stop.document:
        return None, ""
    if not reason:
        raise refuse("reason-missing", "reason")
    return stop.read("after", whole(0, MAX_GAMES)), reason
