"""From the bytes of a file to a document of known shape."""

import json
import math
import re
from typing import Any

from scoring.core.refusals import Refused
from scoring.exchange.fields import Node, Object, Problems
from scoring.exchange.layout import DOCUMENT, FORMAT
from scoring.rules.problem import Problem

LARGEST_FILE = 96 * 1024 * 1024  # bytes; 72,000 games with their log are 40 MB
# Least bytes of a value and of an object or list, on the average of a document: those of a
# championship without any space have 15.6 and 165, entries alone 24 and 91.
LEAST_OF_VALUE, LEAST_OF_CONTAINER = 10, 80
FEW = 10_000  # values of a small document that are never too many
_OF_FOUR = [bytes([byte]) for byte in range(0xF0, 0xF5)]
_FOUR = re.compile(rb"[\xf0-\xf4][\x80-\xbf]{3}")
MOST_OF_FOUR = 100_000


def read_document(data: bytes) -> tuple[Node, Problems]:
    """A document of one tournament, as `read_shape`."""
    return read_shape(data, DOCUMENT)


def read_shape(data: bytes, shape: Object) -> tuple[Node, Problems]:
    """The document and the problems of its shape.

    Raises Refused if nothing can be read: no JSON, no object, an unknown format version.
    """
    value = parse(data)
    if not isinstance(value, dict):
        raise refusal("not-an-object")
    if "format" not in value:
        raise refusal("field-missing", key="format")
    version = value["format"]
    if not isinstance(version, int) or isinstance(version, bool) or version != FORMAT:
        raise refusal("format-unknown", "format", format=str(version)[:20], known=FORMAT)
    problems = Problems()
    return shape.parse(value, "", problems), problems


def refusal(code: str, field: str = "", **params: object) -> Refused:
    return Refused([Problem(f"document-{code}", field, params)])


def parse(data: bytes) -> object:
    """The JSON value in a file; numbers are finite and keys of an object unique."""
    if len(data) > LARGEST_FILE:
        raise refusal("too-large", megabytes=LARGEST_FILE // 1024**2)
    refuse_many_values(data)
    try:
        return json.loads(
            escaped(data).decode("utf-8-sig"),
            object_pairs_hook=_unique,
            parse_constant=_finite,
            parse_float=_finite,
            # By Python, as objects are: other threads are let in meanwhile.
            parse_int=lambda digits: int(digits),
        )
    except UnicodeDecodeError as error:
        raise refusal("not-utf8", position=error.start) from None
    except json.JSONDecodeError as error:
        raise refusal("not-json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise refusal("too-deep") from None
    except ValueError as error:
        raise refusal("not-readable", detail=str(error)[:80]) from None


def refuse_many_values(data: bytes) -> None:
    """Raises Refused for more values than a document of this size has: each takes much more memory
    than its letters, and json reads a list of them with all other threads halted.

    Commas and brackets within texts are counted, too.
    """
    size = len(data)
    values, containers = data.count(b","), data.count(b"[") + data.count(b"{")
    if values > FEW + size // LEAST_OF_VALUE or containers > FEW + size // LEAST_OF_CONTAINER:
        raise refusal("too-many-values")


def escaped(data: bytes) -> bytes:
    """Letters of four bytes as JSON spells them in ASCII: one would widen all others to as much.

    Raises Refused for more of them than names and notes have.
    """
    if sum(map(data.count, _OF_FOUR)) > MOST_OF_FOUR:
        raise refusal("too-many-values")
    return _FOUR.sub(_in_ascii, data)


def _in_ascii(found: re.Match[bytes]) -> bytes:
    try:
        return json.dumps(found[0].decode()).strip('"').encode()
    except UnicodeDecodeError:
        return found[0]  # told when all is decoded


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise refusal("key-twice", key=twice[:60])
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise refusal("not-finite", number=text[:20])
    return number
