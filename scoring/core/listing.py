"""One description of a table for page, PDF, workbook and csv; what stands above it on paper."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, takewhile
from operator import attrgetter
from typing import Any, Literal

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.text import fold
from scoring.messages.labels import label
from scoring.messages.sentence import amount, figure_text
from scoring.models import HostLogo, Tournament
from scoring.models.host import Owned
from scoring.models.spelling import compose
from scoring.models.tournament import TournamentState

Text = str | Promise
Kind = Literal["text", "int", "points", "rank", "mark", "date", "cents", "fraction"]
Align = Literal["start", "center", "end"]
Row = Mapping[str, object]
Getter = str | Callable[[Any], object]

FIGURES = frozenset({"int", "points", "rank", "cents", "fraction"})
MARK = "×"
LINE = "\N{LINE SEPARATOR}"  # between the lines of a text that has several
# Control characters, surrogates, non-characters, and marks that change the text direction. Other
# invisible characters were removed when the text was read (`text.plain_text`).
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+"
)
# Letters without a Unicode decomposition.
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a listing.

    `key` names the value in every row (no double underscore: django-tables2 reads it as a path).
    Of the kinds, `points` and `fraction` have a space between the thousands, `cents` are integers
    shown as money, a `mark` is true, false or a short text; what is not whole has two decimals.
    `width` is in characters, 0 if the contents decide. Neighbours with the same `group` share a
    heading. A `minor` column is hidden on phones. `value` tells `rows_of` the path of an attribute
    ("entry.club_name") or a function of the object; empty means the attribute named by the key.
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
        return replace(
            self, value=value or self.value, width=width or self.width, minor=minor or self.minor
        )

    @property
    def alignment(self) -> Align:
        if self.align:
            return self.align
        if self.kind in FIGURES:
            return "end"
        return "center" if self.kind == "mark" else "start"


@dataclass(frozen=True, slots=True)
class Listing:
    """A table with its title; `signatures` name the people who sign it on paper."""

    title: Text
    columns: Sequence[Column]
    rows: Sequence[Row]
    subtitle: Text = ""
    notes: Sequence[Text] = ()
    foot: Sequence[Row] = ()
    signatures: Sequence[Text] = ()


def rows_of(columns: Iterable[Column], objects: Iterable[Any], **besides: Getter) -> list[Row]:
    """A row for each object: the values of the columns, and `besides` under further keys."""
    values = {column.key: column.value or column.key for column in columns} | besides
    getters = {
        key: attrgetter(value) if isinstance(value, str) else value for key, value in values.items()
    }
    return [{key: get(each) for key, get in getters.items()} for each in objects]


def without_empty(columns: Sequence[Column], rows: Sequence[Row], *keys: str) -> list[Column]:
    """The columns, without those named by `keys` that are empty in every row."""
    empty = {key for key in keys if not any(row.get(key) for row in rows)}
    return [column for column in columns if column.key not in empty]


@dataclass(frozen=True, slots=True)
class Span:
    """A cell that covers the columns from `first` to `last`."""

    first: int
    last: int
    text: str
    align: Align
    value: object = None

    @property
    def count(self) -> int:
        return self.last - self.first + 1


def group_spans(columns: Sequence[Column]) -> list[Span]:
    """The row above the headings; empty if no column has a group."""
    if not any(column.group for column in columns):
        return []
    spans: list[Span] = []
    for text, members in groupby(columns, key=lambda column: printable(column.group)):
        first = spans[-1].last + 1 if spans else 0
        spans.append(Span(first, first + len(list(members)) - 1, text, "center"))
    return spans


def foot_cells(columns: Sequence[Column], row: Row) -> list[Span]:
    """The cells of a row of the foot: its first text spans the empty columns after it."""
    spans: list[Span] = []
    index = 0
    while index < len(columns):
        column, count = columns[index], 1
        value = row.get(column.key)
        is_label = isinstance(value, str | Promise) and not any(span.text for span in spans)
        if is_label:
            following = takewhile(lambda other: row.get(other.key) is None, columns[index + 1 :])
            count += len(list(following))
        align = "start" if is_label else column.alignment
        spans.append(Span(index, index + count - 1, cell_text(column, value), align, value))
        index += count
    return spans


def printable(text: object) -> str:
    """A text as it may be printed: composed letters, no control characters."""
    return compose(_UNPRINTABLE.sub(" ", str(text)))


def alphabetical(text: str) -> str:
    """The sort key of a name in German order: Özil under O, Łukasz under L.

    >>> sorted(["Zander", "Özil", "Łukasz"], key=alphabetical)
    ['Łukasz', 'Özil', 'Zander']
    """
    return fold(text).translate(_LETTERS)


def cell_text(column: Column, value: object) -> str:
    """A value as readers see it in the active language; "" for None."""
    if value is None or value is False:
        return ""
    if value is True:
        return MARK
    if isinstance(value, int) and column.kind == "cents":
        return amount(value)
    if isinstance(value, int | Fraction):
        return figure_text(value, grouped=column.kind in ("points", "fraction"))
    if isinstance(value, datetime):
        moment = timezone.localtime(value) if timezone.is_aware(value) else value
        return date_format(moment, "SHORT_DATETIME_FORMAT")
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return printable(value)


def exact_decimal(column: Column, value: int | Fraction) -> Decimal:
    """A figure as a decimal number: cents as euros, thirds with all digits."""
    number = Decimal(value.numerator) / value.denominator
    return number / 100 if column.kind == "cents" else number


# Columns of many tables.

RANK = Column("rank", _("Rank"), "rank", width=5, value="rank.rank")
NUMBER = Column("number", _("No."), "int", width=5)
START_NUMBER = Column("start_number", _("No."), "int", width=5)
NAME = Column("name", _("Name"), width=28)
CLUB = Column("club", _("Club"), width=22)

SERIES = Column("series", pgettext_lazy("one of several", "Series"), "rank", width=7)
TABLE = Column("table", _("Table"), "int", width=5)
SEAT = Column("seat", _("Seat"), "int", width=5)

POINTS = Column("points", _("Game points"), "points", width=9)
WON = Column("won", _("Won"), "int", width=6)
LOST = Column("lost", _("Lost"), "int", width=6)
ADJUSTED = Column("adjusted", _("Adjusted"), "points", width=8)
PERFORMANCE = Column("performance", _("Performance"), "points", width=11)
TOTAL = Column("performance", _("Total"), "points", width=6)
AHEAD_BY = Column("reason", _("Ahead by"), width=24, minor=True)

AT = Column("at", _("When"), "date", width=16)
REASON = Column("reason", _("Reason"), width=34)
NOTE = Column("note", _("Note"), width=28)
BY = Column("by", _("By"), width=14, value=lambda each: str(each.by or ""))


def code_column(key: str, heading: Text, kind: str, width: int, value: str = "") -> Column:
    """A column of codes, shown by their labels of `kind` ("list_state")."""
    code = attrgetter(value or key)
    return Column(key, heading, width=width, value=lambda each: label(kind, code(each)))


PROVISIONAL, FINAL = _("provisional"), _("final")  # states of a result


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above every printed page; `logo` is a PNG."""

    club: str = ""
    tournament: str = ""
    place: str = ""
    day: date | None = None
    state: Text = ""
    printed_at: datetime | None = None
    logo: bytes = b""

    @property
    def day_text(self) -> str:
        return date_format(self.day, "DATE_FORMAT") if self.day else ""

    @property
    def printed_text(self) -> str:
        if self.printed_at is None:
            return ""
        return date_format(timezone.localtime(self.printed_at), "DATETIME_FORMAT")


def head_of(tournament: Tournament) -> Head:
    """The head of its papers, with its own logo, else that of its host."""
    logos = Tournament.objects.filter(pk=tournament.pk).values_list("logo__png", "host__logo__png")
    own_logo, host_logo = logos.get()
    is_final = tournament.state == TournamentState.FINAL
    return Head(
        club=tournament.organizer,
        tournament=tournament.title,
        place=tournament.place,
        day=tournament.date,
        state=FINAL if is_final else PROVISIONAL,
        printed_at=timezone.now(),
        logo=bytes(own_logo or host_logo or b""),
    )


def logo_of_host(owned: Owned) -> bytes:
    png = HostLogo.objects.filter(host=owned.host_id).values_list("png", flat=True).first()
    return bytes(png or b"")
