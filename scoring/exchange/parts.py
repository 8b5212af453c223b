"""The base of all objects in a document, and the types of their values.

Every field is declared once, in a `Part`. msgspec reads and writes it; its database column has the
same name unless `COLUMNS` says otherwise.
"""

from collections.abc import Container, Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import Meta, field

from scoring.decoding import MAX_INTEGER

T = TypeVar("T")
OF_ALL = ("start_number", "username")  # players and accounts, whatever the foreign key
MAX_SMALL = 32_767  # a small integer column of PostgreSQL
YEARS = range(1900, 2200)
USERNAME = r"^[\w.@+-]+$(?!\n)"

Small = Annotated[int, Meta(ge=0, le=MAX_SMALL)]
FromOne = Annotated[int, Meta(ge=1, le=MAX_SMALL)]
Count = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Number = Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
Signed = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
Text20 = Annotated[str, Meta(max_length=20)]
Text40 = Annotated[str, Meta(max_length=40)]
Text60 = Annotated[str, Meta(max_length=60)]
Text80 = Annotated[str, Meta(max_length=80)]
Text120 = Annotated[str, Meta(max_length=120)]
Text150 = Annotated[str, Meta(max_length=150)]
Text200 = Annotated[str, Meta(max_length=200)]
Text400 = Annotated[str, Meta(max_length=400)]
Text2000 = Annotated[str, Meta(max_length=2_000)]
UserName = Annotated[str, Meta(max_length=150, pattern=USERNAME)]
Object = dict[str, Any]


class Moment(datetime):
    """A point in time with its zone; the export formats it as text before it builds a part."""


class Day(date):
    """A day in one of YEARS."""


class Part(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An object of the document. Values that equal a default are not written, except where the
    default is a `written_default`.
    """

    # The columns that are named differently; "entry__start_number" is a column of another row.
    COLUMNS: ClassVar[Mapping[str, str]] = {}
    APART: ClassVar[tuple[str, ...]] = ()  # fields that have rows of their own
    UNIQUE: ClassVar[tuple[str, ...]] = ()  # fields in which no two parts of a list are equal

    @classmethod
    def columns(cls) -> dict[str, str]:
        """The column of every field."""
        names = (name for name in cls.__struct_fields__ if name not in cls.APART)
        return {name: cls.COLUMNS.get(name, name) for name in names}

    def names(self) -> Mapping[str, Container[object]]:
        """The names that rows inside may refer to, by the key under which `Links` has their ids."""
        return {}

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """The default of every optional field."""
        defaults = cls.__struct_defaults__
        return dict(zip(cls.__struct_fields__[-len(defaults) :], defaults, strict=False))


def link_of(column: str) -> str:
    """The key under which the ids for a column such as "entry__start_number" stand."""
    key, _, by = column.partition("__")
    return by if by in OF_ALL else key


def written_default(value: T) -> T:
    """A default that is written nevertheless; only older documents lack the field."""
    default: T = field(default_factory=lambda: value)
    return default


def read_custom(kind: type[Any], value: Any) -> Any:
    """The hook by which msgspec reads a day or a moment."""
    try:
        day = kind.fromisoformat(value)
        if kind is Moment:
            has_form, day = day.tzinfo is not None, day.astimezone(UTC)
        else:
            has_form = day.isoformat() == value  # no weeks, and no date without hyphens
    except (TypeError, ValueError, OverflowError):
        raise ValueError(kind.__name__) from None
    if not has_form or day.year not in YEARS:
        raise ValueError(kind.__name__)
    return day


def decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind, dec_hook=read_custom)


def schema_of_custom(kind: type[Any]) -> dict[str, Any]:
    """The JSON schema of a type that msgspec does not know."""
    if kind is Moment:
        return {"type": "string", "format": "date-time"}
    return {"type": "string", "format": "date"} if kind is Day else {"enum": kind.values}
