"""From the bytes of a file to a document of known shape."""

import json
import math
from typing import Any

from scoring.core.refusals import Refused
from scoring.exchange.fields import Node, Object, Problems
from scoring.exchange.layout import DOCUMENT, FORMAT
from scoring.rules.problem import Problem

LARGEST_FILE = 256 * 1024 * 1024  # bytes; 72,000 games with their log are 40 MB


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
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_unique,
            parse_constant=_finite,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise refusal("not-utf8", position=error.start) from None
    except json.JSONDecodeError as error:
        raise refusal("not-json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise refusal("too-deep") from None
    except ValueError as error:
        raise refusal("not-readable", detail=str(error)[:80]) from None


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
