"""A document is read piece by piece: alike wherever it is cut, and in little memory."""

import json
import tracemalloc
from typing import Any

import pytest

from scoring.core.refusals import Refused
from scoring.exchange.fields import Node
from scoring.exchange.layout import DOCUMENT
from scoring.exchange.packed import Packed
from scoring.exchange.reads.export import export_text
from scoring.exchange.services.reading import parse, read_document
from tests.refusals import codes
from tests.simulated import finished

SMALL = (
    '\ufeff{"format" : 1,\r\n "x": [1.5, -2e+3, true, null, "Ä\\u00e9\\n€"],\n'
    ' "log": [{"at": 1, "n": {"log": [12]}}, 12, "a"],\n "series": [{"tables":[{"games": [] ,'
    ' "seats":[1]}, 7], "draws": {}}, {}],"entries":[ ]\n}\n'
).encode()


def plain(value: Any) -> Any:
    """Without packing."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | Packed) else value


def read_in(data: bytes, size: int) -> object:
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    return parse(pieces, len(data), DOCUMENT)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 1_000])
def test_what_is_read_is_the_same_wherever_it_is_cut(size: int, monkeypatch: Any) -> None:
    monkeypatch.setattr("scoring.exchange.services.pieces.PIECE", 1)
    assert plain(read_in(SMALL, size)) == json.loads(SMALL.decode("utf-8-sig"))


@pytest.mark.parametrize("size", [1, 3, 1_000])
@pytest.mark.parametrize("at", [24, 60, 75, 110, 130, 150, 190, len(SMALL) - 2])
def test_a_fault_has_its_line_and_column(size: int, at: int, monkeypatch: Any) -> None:
    monkeypatch.setattr("scoring.exchange.services.pieces.PIECE", 1)
    faulty = SMALL[:at] + b" % " + SMALL[at:]
    try:
        json.loads(faulty.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        expected = {"line": error.lineno, "column": error.colno}
    except UnicodeDecodeError:
        pytest.skip("a letter was cut")
    else:
        pytest.skip("it stands in a text")
    with pytest.raises(Refused) as refused:
        read_in(faulty, size)
    assert codes(refused) == ["document-not-json"]
    found = dict(refused.value.problems[0].params)
    assert found["line"] == expected["line"]
    assert abs(int(str(found["column"])) - expected["column"]) <= 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b'{"log": [1, 2', "document-not-json"),
        (b'{"log": [1 2]}', "document-not-json"),
        (b'{"log": [1,]}', "document-not-json"),
        (b'{"log": []} {}', "document-not-json"),
        (b'{"log": [], "log": []}', "document-key-twice"),
        (b'{"series": [{"tables": [], "tables": []}]}', "document-key-twice"),
        (b'{"log": [' + b"[" * 100_000, "document-too-many-values"),
        (b'{"log": ["\xc3"]}', "document-not-utf8"),
        (b'{"log": [1e999]}', "document-not-finite"),
    ],
)
def test_what_is_wrong_in_a_long_list_is_refused(text: bytes, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_document(text)
    assert codes(refused) == [code]


def test_more_text_beside_the_long_lists_than_a_tournament_has_is_refused() -> None:
    notes = b",".join(b'"%s"' % (b"x" * 1_000_000) for _each in range(14))
    with pytest.raises(Refused) as refused:
        read_document(b'{"format": 1, "x": [' + notes + b"]}")
    assert codes(refused) == ["document-too-many-values"]


@pytest.mark.long
@pytest.mark.django_db
def test_a_long_document_takes_less_memory_than_it_has_letters() -> None:
    document = json.loads(export_text(finished(players=8, series=1)))
    document["log"] *= 1 + 6_000 // len(document["log"])
    data = json.dumps(document, indent=1).encode()
    assert len(data) > 1_000_000
    tracemalloc.start()
    read: Node
    read, problems = read_document(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not problems
    assert len(read["log"]) == len(document["log"])
    assert read["log"].count == len([each for each in read["log"] if each["action"]])
    # What is unpacked at once, and read again, is always about a megabyte.
    assert peak < 1_500_000 + len(data) / 4, (peak, len(data))
