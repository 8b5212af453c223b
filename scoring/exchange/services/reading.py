"""From the bytes of a file to a document of known shape."""

import json
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from scoring.core.refusals import Refused
from scoring.exchange.fields import Node, Object, Problems
from scoring.exchange.layout import DOCUMENT, FORMAT
from scoring.exchange.services.pieces import Pieces, TooMuch, slices
from scoring.rules.problem import Problem

LARGEST_FILE = 96 * 1024 * 1024  # bytes; 72,000 games with their log are 40 MB
# Least bytes of a value and of an object or list, on the average of a document: those of a
# championship without any space have 15.6 and 165, entries alone 24 and 91.
LEAST_OF_VALUE, LEAST_OF_CONTAINER = 10, 80
FEW = 10_000  # values of a small document that are never too many
_OF_FOUR = [bytes([byte]) for byte in range(0xF0, 0xF5)]
MOST_OF_FOUR = 100_000
# Characters that are kept beside games and log: of an ordinary document a tenth, and a logo.
MOST_KEPT, LEAST_OF_KEPT = 8_000_000, 4


def read_document(data: bytes) -> tuple[Node, Problems]:
    """A document of one tournament, as `read_shape`."""
    return read_shape(data, DOCUMENT)


def read_shape(data: bytes, shape: Object) -> tuple[Node, Problems]:
    """The document and the problems of its shape.

    Raises Refused if nothing can be read: no JSON, no object, an unknown format version.
    """
    if len(data) > LARGEST_FILE:
        raise refusal("too-large", megabytes=LARGEST_FILE // 1024**2)
    return read_pieces(slices(data), len(data), shape)


def read_pieces(pieces: Iterable[bytes], size: int, shape: Object) -> tuple[Node, Problems]:
    """As `read_shape`, of a document of `size` bytes that is never there as a whole."""
    value = parse(pieces, size, shape)
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


def parse(pieces: Iterable[bytes], size: int, shape: Object) -> object:
    """The JSON value in a file; numbers are finite and keys of an object unique."""
    with told():
        text = pieces_of(pieces, size)
        value = text.object(shape, twice)
        text.end()
        return value


def settings_in(pieces: Iterable[bytes], size: int) -> object:
    """What a document says of its tournament, however wrong the rest is; None if nothing.

    Raises Refused if what stands before it cannot be read.
    """
    with told():
        text = pieces_of(pieces, size)
        text.take("{")
        return next(
            (value for key, value in text.items(DOCUMENT, twice) if key == "tournament"), None
        )


def pieces_of(pieces: Iterable[bytes], size: int) -> Pieces:
    return Pieces(sparse(pieces, size), DECODER, MOST_KEPT + size // LEAST_OF_KEPT)


@contextmanager
def told() -> Iterator[None]:
    """Why a text cannot be read, as Refused."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise refusal("not-utf8", position=error.start) from None
    except json.JSONDecodeError as error:
        raise refusal("not-json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise refusal("too-deep") from None
    except TooMuch:
        raise refusal("too-many-values") from None
    except ValueError as error:
        raise refusal("not-readable", detail=str(error)[:80]) from None


def sparse(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The pieces; raises Refused for more values than a document of this size has: each takes much
    more memory than its letters, and json reads a list of them with all other threads halted.

    Commas and brackets within texts are counted, too, and letters of four bytes, one of which
    widens all others of its piece: names and notes have few.
    """
    values = containers = wide = 0
    for piece in pieces:
        values += piece.count(b",")
        containers += piece.count(b"[") + piece.count(b"{")
        wide += sum(map(piece.count, _OF_FOUR))
        too_many = values > FEW + size // LEAST_OF_VALUE
        if too_many or containers > FEW + size // LEAST_OF_CONTAINER or wide > MOST_OF_FOUR:
            raise refusal("too-many-values")
        yield piece


def twice(key: str) -> Refused:
    return refusal("key-twice", key=key[:60])


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise twice(next(key for key in keys if keys.count(key) > 1))
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise refusal("not-finite", number=text[:20])
    return number


DECODER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_constant=_finite,
    parse_float=_finite,
    # By Python, as objects are: other threads are let in meanwhile.
    parse_int=lambda digits: int(digits),
)
