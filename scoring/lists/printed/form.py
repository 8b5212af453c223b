"""The content of a score list on paper."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from scoring.core.labels_of_systems import heading
from scoring.core.listing import Column, Head, Listing, Row
from scoring.messages.sentence import MINUS

Stroke = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PaperSeat:
    """A player's columns; without a name there is a line to write on."""

    position: int
    name: str = ""
    start_number: int | None = None
    chair: int | None = None  # his seat at the table; None: his position
    stay: str = ""  # in which rounds he sat there; empty: in all
    signature: tuple[Stroke, ...] = ()  # points from the upper left, within SIGNATURE_SIZE

    @property
    def number(self) -> int:
        return self.chair or self.position


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One line of the form; `running`, `won` and `lost` are the soloist's after this game.

    `dealer` and `soloist` are positions of players, `idle` those of all without cards.
    """

    number: int
    dealer: int
    marks: Mapping[str, object] = field(default_factory=dict)  # by column of the rule system
    score: int | None = None
    soloist: int | None = None
    running: int | None = None
    won: int | None = None
    lost: int | None = None
    remarks: tuple[str, ...] = ()  # keys of REMARKS
    idle: tuple[int, ...] = ()
    dealer_seat: int = 0
    ends_round: bool = False


@dataclass(frozen=True, slots=True)
class PaperList:
    """A whole list.

    `link` is the address of its page at the desk or, for a list kept `by_phone`, of its page on the
    phone. `number` is what the marks of a form say, by which a photo is read: the id of its list, 0
    for no list; None for a form without marks.
    """

    head: Head
    columns: tuple[str, ...]  # of the rule system
    seats: tuple[PaperSeat, ...]
    rows: tuple[PaperRow, ...]
    foot: tuple[Row, ...]  # the lines below the games, without figures if the paper is blank
    series: int | None = None
    table: int | None = None
    system: str = ""
    stopped: str = ""
    passed: int | None = None
    revision: int | None = None
    legend: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    link: str = ""
    by_phone: bool = False
    number: int | None = None

    @property
    def remarks(self) -> tuple[str, ...]:
        if not self.stopped:
            return self.problems
        return (gettext("Ended early: %(reason)s") % {"reason": self.stopped}, *self.problems)


@dataclass(frozen=True, slots=True)
class Remark:
    sign: str
    text: Promise


REMARKS: Mapping[str, Remark] = {
    "overbid": Remark("ü", gettext_lazy("overbid")),
    "unread": Remark("?", gettext_lazy("unreadable")),
    "queens": Remark("Q", gettext_lazy("queens as wenzels")),
    "kings": Remark("K", gettext_lazy("kings as wenzels")),
    "annulled": Remark("", gettext_lazy("annulled")),
    "not-played": Remark("", gettext_lazy("not played")),
    "other-dealer": Remark("", gettext_lazy("deal out of turn")),
}


def form_columns(paper: PaperList) -> tuple[Column, ...]:
    numbers = ("base", "with", "without")
    marks = [
        Column(key, heading(key), "int" if key in numbers else "mark", "center", 5)
        for key in paper.columns
    ]
    seats = [
        replace(column, key=f"{column.key}_{seat.position}", group=seat_heading(seat))
        for seat in paper.seats
        for column in SEAT_COLUMNS
    ]
    return (
        Column("number", pgettext_lazy("score list", "No."), "int", width=4),
        *marks,
        Column("plus", "+", "int", width=5),
        Column("minus", MINUS, "int", width=5),
        *seats,
        Column("dealer", gettext_lazy("Dealer"), "int", "center", 6),
        Column("remark", gettext_lazy("Remark"), width=12),
    )


SEAT_COLUMNS = (
    Column("points", pgettext_lazy("score list", "Points"), "points", width=7),
    Column("won", pgettext_lazy("score list", "won"), "int", width=5),
    Column("lost", pgettext_lazy("score list", "lost"), "int", width=5),
)


def seat_heading(seat: PaperSeat) -> str:
    """The heading above a seat's columns: "2 · Anna Özdemir (17)"."""
    words = [f"{seat.number} ·", seat.name]
    if seat.start_number is not None:
        words.append(f"({seat.start_number})")
    if seat.stay:
        words.append(f"– {seat.stay}")
    return " ".join(word for word in words if word)


def paper_listing(paper: PaperList) -> Listing:
    return Listing(
        title=gettext("Score list"),
        subtitle=place_of(paper),
        columns=form_columns(paper),
        rows=[listing_row(row) for row in paper.rows],
        foot=paper.foot,
        notes=(*paper.remarks, " · ".join(paper.legend)),
    )


def place_of(paper: PaperList) -> str:
    """Series and table of the list: "Series 2 · Table 7"."""
    words = []
    if paper.series is not None:
        words.append(gettext("Series %(number)s") % {"number": paper.series})
    if paper.table is not None:
        words.append(gettext("Table %(number)s") % {"number": paper.table})
    return " · ".join(words)


def listing_row(row: PaperRow) -> Row:
    score = row.score or 0
    cells: dict[str, object] = {
        **row.marks,
        "number": row.number,
        "plus": score if score > 0 else None,
        "minus": -score if score < 0 else None,
        "dealer": row.dealer_seat,
        "remark": ", ".join(str(REMARKS[key].text) for key in row.remarks),
    }
    if row.soloist is not None and "annulled" not in row.remarks:
        cells[f"points_{row.soloist}"] = row.running
        cells[f"won_{row.soloist}"] = row.won
        cells[f"lost_{row.soloist}"] = row.lost
    return cells
