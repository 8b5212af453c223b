"""The kinds of values in an exchange document, each read and written by one object.

Reading does not stop at a fault: a field notes a problem under its path
("series[0].tables[2].number") and the rest is read on. Objects are returned as `Node`, a dictionary
that has its path and whether everything in it was sound.
"""

import re
from abc import ABC, abstractmethod
from base64 import b64decode, b64encode
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as with_default
from datetime import UTC, date, datetime
from typing import Any, TypeVar, cast

from scoring.decoding import FLAG, LIST, RECORD, TEXT, Kind, one_of, whole
from scoring.exchange.packed import Packed
from scoring.rules.problem import Problem

T = TypeVar("T")
REQUIRED = object()
PNG = b"\x89PNG\r\n\x1a\n"
LARGEST_SMALL = 32_767  # a small integer column of PostgreSQL
LARGEST = 2_147_483_647
DEEPEST = 30  # levels of a free JSON value; json itself fails below a thousand
WHOLE = whole()
NEVER = datetime.min.replace(tzinfo=UTC)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # PostgreSQL has no NUL, UTF-8 no surrogates


class Problems(list[Problem]):
    """The problems of a document, each under the path of its value."""

    def note(self, code: str, path: str, **params: object) -> None:
        self.append(Problem(f"document-{code}", path, params))

    def take(self, value: object, kind: Kind[T], code: str, path: str) -> T | None:
        """The value if it is of a kind; else None, with a problem."""
        if kind.mismatch(value):
            self.note(code, path)
            return None
        return cast(T, value)


class Node(dict[str, Any]):
    """An object of the document. Only a `sound` one has every field of its shape."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.sound = True

    def where(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def without(self, *keys: str) -> dict[str, Any]:
        """The other fields."""
        return {key: value for key, value in self.items() if key not in keys}


def check_unique(nodes: Iterable[Node], key: str, code: str, problems: Problems) -> None:
    """Note every node whose `key` an earlier node has."""
    seen: set[Hashable] = set()
    for node in nodes:
        value = node.get(key)
        if value is not None and value in seen:
            problems.note(code, node.where(key), value=value)
        seen.add(value)


@dataclass(frozen=True)
class DocumentField(ABC):
    """One value. It may be absent if it has a `default`, and null if that is None.

    A `quiet` one is written only where it differs from its default: documents from before it was
    thought of stay as they are.
    """

    key: str
    default: Any = REQUIRED
    quiet: bool = with_default(default=False, kw_only=True)

    @property
    def is_long(self) -> bool:
        """Whether it has so many items, in it or below, that they are read one by one."""
        return False

    @abstractmethod
    def parse(self, value: object, path: str, problems: Problems) -> Any:
        """The value for the row. Whatever does not fit is noted in `problems`."""

    def read(self, value: object, path: str, problems: Problems) -> Any:
        if value is None and self.default is None:
            return None
        return self.parse(value, path, problems)

    def write(self, value: Any) -> Any:
        """The value for the document."""
        return value

    def is_written(self, value: Any) -> bool:
        """Whether the document mentions it: what is empty by default need not be written."""
        if self.quiet:
            return bool(value != self.default)
        return bool(value != self.default or value not in (None, "", [], {}))


@dataclass(frozen=True)
class Text(DocumentField):
    limit: int = 200
    pattern: str = ""

    def parse(self, value: object, path: str, problems: Problems) -> str:
        text = problems.take(value, TEXT, "not-a-text", path)
        if text is None:
            return ""
        if len(text) > self.limit:
            problems.note("text-too-long", path, limit=self.limit)
        elif _UNSTORABLE.search(text):
            problems.note("text-unstorable", path)
        elif self.pattern and not re.fullmatch(self.pattern, text):
            problems.note("text-malformed", path)
        return text


@dataclass(frozen=True)
class Integer(DocumentField):
    low: int = 0
    high: int = LARGEST_SMALL

    def parse(self, value: object, path: str, problems: Problems) -> int:
        number = problems.take(value, WHOLE, "not-an-integer", path)
        if number is None:
            return self.low
        if not self.low <= number <= self.high:
            problems.note("number-out-of-range", path, low=self.low, high=self.high)
        return number


@dataclass(frozen=True)
class Flag(DocumentField):
    def parse(self, value: object, path: str, problems: Problems) -> bool:
        return problems.take(value, FLAG, "not-a-flag", path) is True


@dataclass(frozen=True)
class ChoiceField(DocumentField):
    options: tuple[str, ...] = ()

    def parse(self, value: object, path: str, problems: Problems) -> str:
        choice = one_of(self.options).of(value)
        if choice is None:
            problems.note("not-a-choice", path, options=", ".join(self.options))
        return self.options[0] if choice is None else choice


@dataclass(frozen=True)
class Day(DocumentField):
    def parse(self, value: object, path: str, problems: Problems) -> date:
        try:
            day = date.fromisoformat(value if isinstance(value, str) else "")
        except ValueError:
            day = date.min
        if not 1900 <= day.year < 2200:
            problems.note("not-a-date", path)
        return day

    def write(self, value: Any) -> Any:
        return value.isoformat() if value else None


@dataclass(frozen=True)
class Moment(DocumentField):
    """A point in time with its zone, in UTC to the microsecond."""

    def parse(self, value: object, path: str, problems: Problems) -> datetime:
        try:
            moment = datetime.fromisoformat(value if isinstance(value, str) else "")
        except ValueError:
            moment = NEVER
        if moment.tzinfo is None or not 1900 <= moment.year < 2200:
            problems.note("not-a-moment", path)
            return NEVER
        return moment.astimezone(UTC)

    def write(self, value: Any) -> Any:
        return value.astimezone(UTC).isoformat() if value else None


@dataclass(frozen=True)
class PictureField(DocumentField):
    """A PNG as base64, of at most `limit` bytes."""

    limit: int = 2 * 1024 * 1024

    def parse(self, value: object, path: str, problems: Problems) -> bytes:
        try:
            picture = b64decode(value, validate=True) if isinstance(value, str) else b""
        except ValueError:
            picture = b""
        if not picture.startswith(PNG) or len(picture) > self.limit:
            problems.note("not-a-picture", path, megabytes=self.limit // 1024**2)
        return picture

    def write(self, value: Any) -> Any:
        return b64encode(value).decode("ascii")


@dataclass(frozen=True)
class Json(DocumentField):
    """A free value of the log or a draw."""

    kind: type | tuple[type, ...] = (dict, list, str, int, float, bool)

    def parse(self, value: object, path: str, problems: Problems) -> Any:
        if not isinstance(value, self.kind):
            problems.note("not-an-object" if self.kind is dict else "not-a-list", path)
        elif not storable(value):
            problems.note("text-unstorable", path)
        return value


def storable(value: object, depth: int = 0) -> bool:
    """Whether a JSON value fits a column of both databases."""
    if isinstance(value, str):
        return not _UNSTORABLE.search(value)
    if depth > DEEPEST:
        return False
    if isinstance(value, dict):
        return all(storable(key) and storable(each, depth + 1) for key, each in value.items())
    if isinstance(value, list):
        return all(storable(each, depth + 1) for each in value)
    return True


@dataclass(frozen=True)
class Object(DocumentField):
    """An object with its own fields."""

    fields: Sequence[DocumentField] = ()

    @property
    def is_long(self) -> bool:
        return any(field.is_long for field in self.fields)

    def parse(self, value: object, path: str, problems: Problems) -> Node:
        node = Node(path)
        record = problems.take(value, RECORD, "not-an-object", path)
        if record is None:
            node.sound = False
            return node
        before = len(problems)
        for field in self.fields:
            self._take(field, record, node, problems)
        known = {field.key for field in self.fields}
        for key in sorted(record.keys() - known):
            problems.note("field-unknown", path, key=key[:60])
            node.sound = False
        node.sound = node.sound and not _own(problems[before:], node, self.fields)
        return node

    def _take(
        self, field: DocumentField, value: Mapping[str, object], node: Node, problems: Problems
    ) -> None:
        if field.key in value:
            node[field.key] = field.read(value[field.key], node.where(field.key), problems)
        elif field.default is REQUIRED:
            problems.note("field-missing", node.path, key=field.key)
        else:
            node[field.key] = field.default

    def write(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return {
            field.key: field.write(value[field.key])
            for field in self.fields
            if field.key in value and field.is_written(value[field.key])
        }


def shape(*fields: DocumentField, key: str = "", default: Any = REQUIRED) -> Object:
    """An object with these fields; the item of a list has no key."""
    return Object(key, default, fields)


def _own(problems: Iterable[Problem], node: Node, fields: Sequence[DocumentField]) -> bool:
    """Whether a problem is in the node itself and not in an item of its lists."""
    lists = tuple(f"{node.where(field.key)}[" for field in fields if isinstance(field, Many))
    return any(not problem.field.startswith(lists) for problem in problems)


@dataclass(frozen=True)
class Many(DocumentField):
    """A list of equal items, at most `limit`; where there are very many, it stays `packed`."""

    item: DocumentField = Flag("")
    limit: int = 1000
    packed: bool = False

    @property
    def is_long(self) -> bool:
        return self.packed or self.item.is_long

    def parse(self, value: object, path: str, problems: Problems) -> list[Any] | Packed:
        if isinstance(value, Packed):
            items: Sequence[object] | Packed = value
        else:
            items = problems.take(value, LIST, "not-a-list", path) or []
        if len(items) > self.limit:
            problems.note("too-many", path, limit=self.limit, count=len(items))
            return []
        if isinstance(items, Packed):
            return self.checked(items, path, problems)
        return [
            self.item.read(each, f"{path}[{index}]", problems) for index, each in enumerate(items)
        ]

    def checked(self, items: Packed, path: str, problems: Problems) -> Packed:
        """Look at every item once; who goes through them later finds them sound."""
        for index, each in enumerate(items.raw()):
            self.item.read(each, f"{path}[{index}]", problems)
        items.read = lambda index, each: self.item.read(each, f"{path}[{index}]", Problems())
        return items

    def write(self, value: Any) -> list[Any]:
        return [self.item.write(each) for each in value]
