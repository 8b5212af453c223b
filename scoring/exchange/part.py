"""What the parts of a document are made of: kinds of values, and how a part describes a row."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args

import msgspec
from django.db.models import Model
from msgspec import Meta, field

from scoring.decoding import MAX_INTEGER
from scoring.rules.problem import Problem

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
Name60 = Annotated[str, Meta(min_length=1, max_length=60)]
Name120 = Annotated[str, Meta(min_length=1, max_length=120)]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]
# Names of other rows; `extra` has the column of a field that holds one.
Player = Annotated[int, Meta(ge=1, le=MAX_INTEGER, extra={"column": "entry__start_number"})]
UserName = Annotated[str, Meta(max_length=150, pattern=USERNAME, extra={"column": "{}__username"})]
Object = dict[str, Any]


class Moment(datetime):
    """A point in time with its zone; the export formats it as text before it builds a part."""

    EXAMPLE = "a moment such as 2026-11-21T19:30:00+01:00"


class Day(date):
    """A day in one of YEARS."""

    EXAMPLE = "a date such as 2026-11-21"


class Part(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An object of the document. Values that equal a default are not written, except where the
    default is a `written_default`.

    With a `MODEL` it describes a row: the export reads it and the import writes it.
    """

    MODEL: ClassVar[type[Model]]
    OWNER: ClassVar[str] = "tournament"  # the column that leads to the row above
    ORDER: ClassVar[tuple[str, ...]] = ("id",)
    # The columns that are named differently; "series__number" is a column of another row.
    COLUMNS: ClassVar[Mapping[str, str]] = {}
    # Keys of `Links` under which a row has a name of two fields.
    NAMED_BY: ClassVar[Mapping[str, tuple[str, str]]] = {}
    ONLY: ClassVar[Mapping[str, Any]] = {}  # a filter of the rows that are exported
    # Columns copied from the row above, by their path there.
    COPIED: ClassVar[Mapping[str, str]] = {}
    APART: ClassVar[tuple[str, ...]] = ()  # fields that are no columns
    PLACES: ClassVar[tuple[str, ...]] = ()  # fields that hold the place of a row, from 1
    UNIQUE: ClassVar[tuple[str, ...]] = ()  # fields in which no two parts of a list are equal
    # Keys of `Links` under which others name the row, by the first field of UNIQUE.
    LINKS: ClassVar[tuple[str, ...]] = ()
    STAY: ClassVar[tuple[str, ...]] = ()  # the field that says since when, the one until when
    AMOUNT: ClassVar[str] = ""  # a field that is not zero
    NEEDS: ClassVar[Mapping[str, str]] = {}  # fields that need another one, which is not empty

    @classmethod
    @cache
    def columns(cls) -> dict[str, str]:
        """The columns of the fields that are in the row itself."""
        return {
            field.name: cls.COLUMNS.get(field.name)
            or column_in(field.type).format(field.name)
            or field.name
            for field in msgspec.structs.fields(cls)
            if field.name not in (*cls.APART, *children(cls))
        }

    def computed(self) -> dict[str, Any]:
        """The columns that follow from others, and are not in the document."""
        return {}

    def contradictions(self) -> Iterator[Problem]:
        """What is wrong in its own values, whatever else the document holds."""
        if self.STAY:
            since, until = (getattr(self, name) for name in self.STAY)
            if until is not None and until < since:
                yield Problem("document-leaves-before-coming", self.STAY[1], {"since": since})
        if self.AMOUNT and getattr(self, self.AMOUNT) == 0:
            yield Problem("document-changes-nothing", self.AMOUNT)
        for name, needed in self.NEEDS.items():
            if getattr(self, name) and not getattr(self, needed):
                yield Problem("document-field-missing", "", {"key": needed})

    def names(self) -> dict[str, set[Any]]:
        """The names that rows inside may refer to, by keys of `Links`."""
        return {
            key: {getattr(row, kind.UNIQUE[0]) for row in getattr(self, name)}
            for name, kind in children(type(self)).items()
            for key in kind.LINKS
        }

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        backwards = reversed(cls.__struct_fields__), reversed(cls.__struct_defaults__)
        return dict(zip(*backwards, strict=False))  # fields without a default come first


@cache
def children(kind: type[Part]) -> dict[str, type[Part]]:
    """The fields that hold rows of their own, one or a list, with their parts."""
    parts = {field.name: part_in(field.type) for field in msgspec.structs.fields(kind)}
    return {name: part for name, part in parts.items() if part and hasattr(part, "MODEL")}


def column_in(annotation: Any) -> str:
    """The column that a type says, with "{}" for the name of the field; empty if it says none."""
    if isinstance(annotation, Meta):
        return (annotation.extra or {}).get("column", "")
    return next(filter(None, map(column_in, get_args(annotation))), "")


def part_in(annotation: Any) -> type[Part] | None:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation
    return next(filter(None, map(part_in, get_args(annotation))), None)


def usernames_in(part: Part) -> set[str]:
    """The names of the accounts that a part and those below it have in columns of their rows."""
    columns = part.columns().items()
    names = {getattr(part, field) for field, column in columns if column.endswith("__username")}
    names.discard(None)
    for name in part.__struct_fields__:
        value = getattr(part, name)
        for below in value if isinstance(value, list) else [value]:
            if isinstance(below, Part):
                names |= usernames_in(below)
    return names


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
        has_form = False
    if not has_form or day.year not in YEARS:
        raise ValueError(f"Expected {kind.EXAMPLE}")
    return day


def decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind, dec_hook=read_custom)


def schema_of_custom(kind: type[Any]) -> dict[str, Any]:
    if kind is Moment:
        return {"type": "string", "format": "date-time"}
    return {"type": "string", "format": "date"} if kind is Day else {"enum": kind.values}
