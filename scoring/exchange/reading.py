"""Reads the bytes of a file as a document of a known type."""

import json
import re
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

import msgspec

from scoring.core.forms import Refused, refuse, refuse_all
from scoring.exchange.document import FORMAT
from scoring.exchange.part import decoder
from scoring.rules.problem import Problem

MAX_BYTES = 96 * 1024 * 1024  # 72,000 games with their log are 50 MB
MAX_PROBLEMS = 50  # in one refusal
MAX_DEPTH = 40  # levels; a list in a season has eight, a prize plan five more
# Minimal average bytes of a value, and of an object or list. A championship without any space has
# 15.6 and 165, entries alone 24 and 91.
MIN_VALUE, MIN_CONTAINER = 10, 80
FREE_VALUES = 10_000  # this many are always allowed
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_WHERE = re.compile(r" - at `\$\.?(.*)`$")
_FIELD = re.compile(r"Object (?:missing required|contains (unknown)) field `(.*)`")
T = TypeVar("T")


class DocumentStart(msgspec.Struct):
    format: Any


def read_document(data: bytes, kind: type[T]) -> T:
    """Decode a document; raises Refused with the first problem of its shape."""
    if len(data) > MAX_BYTES:
        raise refusal("too-large", megabytes=MAX_BYTES // 1024**2)
    data = data.removeprefix(b"\xef\xbb\xbf")
    refuse_bombs(data)
    head = decode(msgspec.json.Decoder(DocumentStart), data)
    if type(head.format) is not int or head.format != FORMAT:
        raise refusal("format-unknown", "format", format=str(head.format)[:20], known=FORMAT)
    return decode(decoder(kind), data)


def refusal(code: str, field: str = "", **params: object) -> Refused:
    return Refused([Problem(f"document-{code}", field, params)])


def refuse_first(problems: Iterable[Problem]) -> None:
    """Raise Refused with the first MAX_PROBLEMS of these problems, if there are any."""
    refuse_all(islice(problems, MAX_PROBLEMS))


# Before anything is decoded ---------------------------------------------------------------------


def refuse_bombs(data: bytes) -> None:
    """Raise Refused for a document that would take far more memory than its bytes.

    Also refuses what is no JSON, duplicate keys, which msgspec does not report, and text that no
    column can hold. The bytes are read as Latin-1, a byte per character, and of an object only its
    depth is kept.
    """
    containers = data.count(b"[") + data.count(b"{")
    too_many_values = data.count(b",") > FREE_VALUES + len(data) // MIN_VALUE
    if too_many_values or containers > FREE_VALUES + len(data) // MIN_CONTAINER:
        raise refusal("too-many-values")
    # The expression alone takes 0.4 seconds for twelve megabytes, and no other thread runs then.
    if b"\\u0000" in data and _NUL.search(data):
        raise refusal("text-unstorable")
    try:
        json.loads(
            data.decode("latin-1"),
            object_pairs_hook=depth_of_object,
            parse_int=drop_number,
            parse_float=drop_number,
            parse_constant=refuse_constant,
        )
    except RecursionError:
        raise refusal("too-deep") from None
    except json.JSONDecodeError as error:
        with refuse_undecodable():
            data.decode()
        raise refusal("not-json", line=error.lineno, column=error.colno) from None


def refuse_constant(_word: str) -> None:
    raise refusal("not-finite")


def drop_number(_digits: str) -> None:
    """Return None, so that the only integers left are depths of objects."""


def depth_of_object(pairs: list[tuple[str, Any]]) -> int:
    keys = [key for key, _value in pairs]
    if len(set(keys)) != len(keys):
        raise refuse("key-twice", key=Counter(keys).most_common(1)[0][0][:60])
    inner = (depth_of(value) for _key, value in pairs if type(value) in (int, list))
    depth = 1 + max(inner, default=0)
    if depth > MAX_DEPTH:
        raise refusal("too-deep")
    return depth


def depth_of(value: Any) -> int:
    if type(value) is list:
        return 1 + max(map(depth_of, value), default=0)
    return value if type(value) is int else 0


# What msgspec reports ---------------------------------------------------------------------------


def decode(json_decoder: msgspec.json.Decoder[T], data: bytes | msgspec.Raw, path: str = "") -> T:
    """Decode a value; raises Refused with its path in the document."""
    with refuse_undecodable(path):
        return json_decoder.decode(data)


@contextmanager
def refuse_undecodable(path: str = "") -> Iterator[None]:
    try:
        yield
    except msgspec.ValidationError as error:
        raise Refused([shape_problem(str(error), path)]) from None
    except UnicodeDecodeError:
        raise refusal("not-utf8", path) from None
    except msgspec.DecodeError:  # a lone surrogate, which json accepts
        raise refusal("text-unstorable", path) from None


def shape_problem(text: str, path: str) -> Problem:
    """The problem in a message of msgspec, which ends with a path below `path`."""
    where = _WHERE.search(text)
    inner = where[1] if where else ""
    field = f"{path}.{inner}" if path and inner else path or inner
    detail = text[: where.start()] if where else text
    if match := _FIELD.match(detail):
        code = "unknown" if match[1] else "missing"
        return Problem(f"document-field-{code}", field, {"key": match[2][:60]})
    return Problem("document-shape", field, {"detail": detail[:120]})


class Problems(list[Problem]):
    """The problems of a document, or of the part of it at the path `prefix`."""

    def __init__(self, prefix: str = "") -> None:
        super().__init__()
        self.prefix = prefix

    def note(self, code: str, field: str, **params: object) -> None:
        self.place(Problem(f"document-{code}", "", params), field)

    def place(self, problem: Problem, field: str) -> None:
        """Add a problem under its path; its own field is below that."""
        path = ".".join(filter(None, (field, problem.field)))
        self.append(replace(problem, field=self.prefix + path, number=None))

    def note_repeated(self, values: Iterable[Hashable], field: str) -> None:
        """Note every repeated value; `field` has "{}" for its index."""
        seen: set[Hashable] = set()
        for index, value in enumerate(values):
            if value is not None and value in seen:
                self.note("twice", field.format(index), value=value)
            seen.add(value)

    def note_unknown(self, value: object, names: Container[object], field: str) -> None:
        """Note a value that is not among these names; None is always known."""
        if value is not None and value not in names:
            self.note("unknown", field, value=value)
