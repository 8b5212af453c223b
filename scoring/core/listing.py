"""One description of a table of figures: the page, the PDF and the sheet are made from it."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise

Text = str | Promise
Kind = Literal["text", "int", "points", "rank", "mark", "date", "cents", "fraction"]
Align = Literal["start", "center", "end"]
Row = Mapping[str, object]
Getter = str | Callable[[Any], object]

FIGURES = frozenset({"int", "points", "rank", "cents", "fraction"})
MARK = "×"
MINUS = "\N{MINUS SIGN}"
# What no sheet and no printer can show: control characters, halves of surrogate pairs,
# non-characters; and the marks that turn the direction of everything that follows.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+"
)
# Letters that no decomposition leads back to the alphabet's.
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a listing.

    `key` names the value in every row (no double underscore: django-tables2 reads it as a
    path). `kind` says what the value is and so how it is written and aligned: `points` are
    signed, `cents` are integers shown as money, a `fraction` is exact and shown with two
    decimals, a `mark` is true, false or a short text. `width` is the usual width in characters,
    0 if the contents decide. Neighbours with the same `group` share a heading.
    What is `minor` a telephone leaves out; prints and sheets never do. `value` is where `rows_of`
    finds the value of an object: the path of an attribute ("entry.club_name"), or a function of
    the object; the attribute of the column's key, if it is empty.
    """

    key: str
    heading: Text
    kind: Kind = "text"
    align: Align | None = None
    width: int = 0
    group: Text = ""
    minor: bool = False
    value: Getter = ""

    def of(self, value: Getter = "", width: int = 0, *, minor: bool = False) -> "Column":
        """The same column with its values from elsewhere, or of another width."""
        return replace(
            self,
            value=value or self.value,
            width=width or self.width,
            minor=minor or self.minor,
        )

    @property
    def is_figure(self) -> bool:
        return self.kind in FIGURES

    @property
    def alignment(self) -> Align:
        if self.align:
            return self.align
        if self.is_figure:
            return "end"
        return "center" if self.kind == "mark" else "start"


@dataclass(frozen=True, slots=True)
class Listing:
    """A table with its title. Rows may hold more than the columns show.

    In a row of the `foot` the first text spans the empty columns behind it: "Total".
    """

    title: Text
    columns: Sequence[Column]
    rows: Sequence[Row]
    subtitle: Text = ""
    notes: Sequence[Text] = ()
    foot: Sequence[Row] = ()


def rows_of(columns: Iterable[Column], objects: Iterable[Any], **besides: Getter) -> list[Row]:
    """A row for each object, with the values of the columns, and `besides` what no column shows."""
    values = {column.key: column.value or column.key for column in columns} | besides
    getters = {
        key: attrgetter(value) if isinstance(value, str) else value for key, value in values.items()
    }
    return [{key: get(each) for key, get in getters.items()} for each in objects]


def filled(columns: Sequence[Column], rows: Sequence[Row], *keys: str) -> list[Column]:
    """The columns without those of `keys` that no row fills: names need the room."""
    empty = {key for key in keys if not any(row.get(key) for row in rows)}
    return [column for column in columns if column.key not in empty]


@dataclass(frozen=True, slots=True)
class Span:
    """A cell that covers `count` columns from `first` on: a group's heading, a foot's cell."""

    first: int
    count: int
    text: str
    align: Align
    value: object = None

    @property
    def last(self) -> int:
        return self.first + self.count - 1


def groups(columns: Sequence[Column]) -> list[Span]:
    """The row of headings above the headings; empty when no column has a group."""
    spans: list[Span] = []
    for text, members in groupby(columns, key=lambda column: printable(column.group)):
        first = spans[-1].last + 1 if spans else 0
        spans.append(Span(first, len(list(members)), text, "center"))
    return spans if any(span.text for span in spans) else []


def foot_cells(columns: Sequence[Column], row: Row) -> list[Span]:
    """The cells of a row of the foot, left to right, every column covered once."""
    spans: list[Span] = []
    index = 0
    while index < len(columns):
        column, count = columns[index], 1
        value = row.get(column.key)
        is_label = isinstance(value, str | Promise) and not any(span.text for span in spans)
        while (
            is_label
            and index + count < len(columns)
            and (row.get(columns[index + count].key) is None)
        ):
            count += 1
        align = "start" if is_label else column.alignment
        spans.append(Span(index, count, shown(column, value), align, value))
        index += count
    return spans


def printable(text: object) -> str:
    """A text as it may be printed: composed letters, no control characters."""
    return unicodedata.normalize("NFC", _UNPRINTABLE.sub(" ", str(text)))


def alphabetical(text: str) -> str:
    """By which a German index orders names: Özil under O, Łukasz under L.

    >>> sorted(["Zander", "Özil", "Łukasz"], key=alphabetical)
    ['Łukasz', 'Özil', 'Zander']
    """
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    return "".join(char for char in plain if not unicodedata.combining(char))


def shown(column: Column, value: object) -> str:
    """A value as people read it, in the active language; nothing for None.

    A text in a column of figures stays as it is: "E" for a passed game, the label of a foot.
    """
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return MARK if value else ""
    if isinstance(value, date):
        return _date(value)
    if isinstance(value, int | Fraction | Decimal):
        return _figure(column, value)
    return printable(value)


def _date(value: date) -> str:
    if not isinstance(value, datetime):
        return date_format(value, "SHORT_DATE_FORMAT")
    moment = timezone.localtime(value) if timezone.is_aware(value) else value
    return date_format(moment, "SHORT_DATETIME_FORMAT")


def _figure(column: Column, value: int | Fraction | Decimal) -> str:
    if isinstance(value, int) and column.kind not in ("cents", "fraction"):
        text = str(value)
    else:  # rounded here because number_format only cuts
        rounded = exact_decimal(column, value).quantize(Decimal("0.01"), ROUND_HALF_UP)
        text = number_format(rounded, 2, force_grouping=False)
    return text.replace("-", MINUS)


def exact_decimal(column: Column, value: int | Fraction | Decimal) -> Decimal:
    """A figure as a decimal number: cents as money, thirds with all the digits of a sheet."""
    if isinstance(value, Fraction):
        number = Decimal(value.numerator) / Decimal(value.denominator)
    else:
        number = Decimal(value)
    return number / 100 if column.kind == "cents" else number
