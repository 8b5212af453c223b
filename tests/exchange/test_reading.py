"""Whatever a file holds, it is read or refused in a sentence, in little memory."""

import json
import tracemalloc

import pytest
from django.core.management import call_command
from django.utils.translation import override

from scoring.core.forms import Refused
from scoring.exchange.document import Document
from scoring.exchange.reading import MAX_DEPTH, read_document
from scoring.messages.catalogue import message
from tests.refusals import codes

MOMENT = ("tournament.review_until", "shape")
START = b'{"format": 1, "tournament": {"name": "A", "date": "2026-11-21"'


def refused(data: bytes) -> tuple[str, str]:
    """Where and with which code a document is refused; the sentence is there."""
    with pytest.raises(Refused) as refusal:
        read_document(data, Document)
    [problem] = refusal.value.problems
    for language in ("de", "en"):
        with override(language):
            assert message(problem)
    return problem.field, problem.code.removeprefix("document-")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (START + b'}, "log": [{}, {"a": 1, "b": {"x": 1, "y": 2, "x": 3}}]}', "key-twice"),
        (START + b'}, "log": [], "log": []}', "key-twice"),
        (START + b', "n\\u0061me": "B"}}', "key-twice"),
        (START + b'}, "series": [{"tables": [{"games": [{"bid": 1, "bid": 2}]}]}]}', "key-twice"),
        (START + b'}, "log": [1, 2', "not-json"),
        (START + b'}, "log": []} {}', "not-json"),
        (START + b', "place": "\x01"}}', "not-json"),
        (START + b', "place": "\xc3"}}', "not-utf8"),
        (START + b', "place": "\\u0000"}}', "text-unstorable"),
        (START + b', "place": "\\ud83c"}}', "text-unstorable"),
        (START + b'}, "log": [{"new": {"\\u0000": 1}}]}', "text-unstorable"),
        (START + b', "best_of": 1e999}}', "shape"),
        (START + b', "best_of": -Infinity}}', "not-finite"),
        (START + b', "best_of": ' + b"9" * 10_000 + b"}}", "shape"),
        (START + b', "stakes": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}}", "too-deep"),
        (START + b'}, "log": [' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"]}", "too-deep"),
        (b"", "not-json"),
        (b"[]", "shape"),
        (b"{}", "field-missing"),
        (b'{"format": 2}', "format-unknown"),
        (b'{"format": "1"}', "format-unknown"),
        (b'{"format": true}', "format-unknown"),
    ],
)
def test_what_no_document_holds_is_refused_in_a_sentence(data: bytes, code: str) -> None:
    assert refused(data)[1] == code


def test_the_repeated_one_of_many_keys_is_named_at_once() -> None:
    """Compared each with each, 100,000 keys take minutes."""
    keys = ", ".join(f'"{number}": 0' for number in [*range(100_000), 99_999])
    with pytest.raises(Refused) as refusal:
        read_document(START + b'}, "log": [{' + keys.encode() + b"}]}", Document)
    [problem] = refusal.value.problems
    assert (problem.code, dict(problem.params)) == ("key-twice", {"key": "99999"})


def test_a_byte_order_mark_and_spaces_are_passed_over_and_an_escaped_backslash_is_no_zero() -> None:
    data = b"\xef\xbb\xbf \r\n" + START + rb', "place": "\\u0000 \\\\u0000"}}' + b"\t\n"
    document = read_document(data, Document)
    assert document.tournament.place == r"\u0000 \\u0000"


def test_a_fault_has_its_line_and_column() -> None:
    with pytest.raises(Refused) as refusal:
        read_document(b'{\n "format": 1,\n "log": [%]\n}', Document)
    assert codes(refusal) == ["document-not-json"]
    assert dict(refusal.value.problems[0].params) == {"line": 3, "column": 10}


@pytest.mark.parametrize(
    ("rest", "field", "code"),
    [
        (b', "ramsch": 1}}', "tournament.ramsch", "shape"),
        (b', "date_of": 1}}', "tournament", "field-unknown"),
        (b', "counts": "some"}}', "tournament.counts", "shape"),
        (b', "place": "' + b"x" * 121 + b'"}}', "tournament.place", "shape"),
        (b', "review_until": "2026-11-21T10:00:00"}}', *MOMENT),
        (b', "review_until": "0001-01-01T00:00:00+23:59"}}', *MOMENT),
        (b', "review_until": "1900-01-01T00:00:00+14:00"}}', *MOMENT),
        (b', "public_until": "2026-W01-1"}}', "tournament.public_until", "shape"),
        (b'}, "entries": {}}', "entries", "shape"),
        (b'}, "entries": [{"start_number": 1}]}', "entries[0]", "field-missing"),
        (b'}, "logo": "?"}', "logo", "shape"),
        (b'}, "contests": [' + b"{}," * 9 + b"{}]}", "contests[0]", "field-missing"),
    ],
)
def test_the_first_value_of_another_kind_is_named_with_its_path(
    rest: bytes, field: str, code: str
) -> None:
    assert refused(START + rest) == (field, code)


@pytest.mark.parametrize(
    "bomb",
    [
        b'{"format": 1, "log": [' + b"[" * 2_000_000,
        b'{"format": 1, "log": [' + b"[]," * 700_000 + b"[]]}",
        b'{"format": 1, "log": [' + b"0," * 1_000_000 + b"0]}",
        b'{"format": 1, "log": [' + b'{"a":' * 400_000,
        b'{"format": 1, "log": [{' + b'"a":0,' * 300_000 + b'"b":0}]}',
    ],
    ids=["open lists", "empty lists", "numbers", "open objects", "keys"],
)
def test_a_bomb_takes_no_more_memory_than_it_has_letters(bomb: bytes) -> None:
    tracemalloc.start()
    try:
        refused(bomb)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000 + len(bomb), (peak, len(bomb))


def test_the_schema_of_both_documents_is_published(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/formats.md: with the kinds, the bounds and the words of every field."""
    call_command("document_schema")
    schemas = json.loads(capsys.readouterr().out)["$defs"]
    position = {"maximum": 16, "minimum": 1, "type": "integer"}
    assert schemas["SeatPart"]["properties"]["position"] == position
    assert schemas["SettingsPart"]["required"] == ["name", "date"]
    assert "confirmed" in schemas["TablePart"]["properties"]["state"]["enum"]
    assert {"Document", "SeasonDocument", "LogRowPart", "LeaguePart"} <= schemas.keys()
