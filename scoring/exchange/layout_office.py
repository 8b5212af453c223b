"""The layout of categories, teams, adjustments, money, prints and rulings in a document."""

from scoring.exchange.fields import (
    LARGEST,
    ChoiceField,
    Day,
    Flag,
    Integer,
    Json,
    Many,
    Moment,
    PictureField,
    Text,
    shape,
)
from scoring.models.announcement import PrintCopies
from scoring.models.money import BookingKind, PotKind
from scoring.models.ruling import ObjectionState
from scoring.models.team import TeamKind

USERNAME = r"[\w.@+-]+"
KIND = r"[a-z_]{0,12}"
SCOPE = (
    r"overall|series/[1-9][0-9]{0,4}|day/[0-9]{4}-[0-9]{2}-[0-9]{2}|category/.+"
    r"|special/[a-z-]{1,30}|team|tandem|mixed"
)

CATEGORY = shape(
    Text("name", limit=60, pattern=r"(?s).+"),
    Integer("entry_cents", None, high=LARGEST),
    Flag("ranked", True),
)

MEMBER = shape(
    Integer("player", low=1, high=LARGEST),
    Integer("position"),
    Integer("from_series", 1),
    Integer("until_series", None),
)

TEAM = shape(
    Integer("number"), Text("name", limit=120), Many("members", [], item=MEMBER, limit=1_000)
)

CONTEST = shape(
    ChoiceField("kind", options=tuple(TeamKind.values)),
    Integer("size", 4, low=2, high=12),
    Flag("scaled", False),
    Text("one_of", None, limit=60),
    Many("teams", [], item=TEAM, limit=10_000),
)

# `reverses` is a place in this list, from 1.
ADJUSTMENT = shape(
    Integer("player", low=1, high=LARGEST),
    Integer("series", None),
    Integer("points", low=-LARGEST, high=LARGEST),
    Text("reason", limit=200, pattern=r"(?s).+"),
    Integer("reverses", None, low=1, high=LARGEST),
    Moment("at"),
    Text("by", None, limit=150, pattern=USERNAME),
)

FEES = shape(
    Integer("entry_cents", 0, high=LARGEST),
    Integer("card_cents", 0, high=LARGEST),
    Integer("table_cents", 0, high=LARGEST),
    Integer("passed_cents", 0, high=LARGEST),
    Json("lost_ladder", [], kind=list),
    key="fees",
    default=None,
)

PRIZE_IN_KIND = shape(
    Integer("number"),
    Text("title", limit=80, pattern=r"(?s).+"),
    Integer("player", None, low=1, high=LARGEST),
)

POT = shape(
    Integer("number"),
    Text("title", limit=80),
    ChoiceField("kind", options=tuple(PotKind.values)),
    Integer("series", None),
    Text("category", None, limit=60),
    Day("day", None),
    Text("special", "", limit=30),
    Integer("stake_cents", 0, high=LARGEST),
    Flag("optional", False),
    Json("plan", {}, kind=dict),
    Many("in_kind", [], item=PRIZE_IN_KIND, limit=1_000, quiet=True),
)

# `start_number` stays in the row when the entry, named by `player`, is removed.
BOOKING = shape(
    Integer("number", low=1, high=LARGEST),
    ChoiceField("kind", options=tuple(BookingKind.values)),
    Integer("player", None, low=1, high=LARGEST),
    Integer("start_number", None, high=LARGEST),
    Integer("series", None),
    Integer("table", None),
    Integer("pot", None),
    Integer("cents", low=-LARGEST, high=LARGEST),
    Text("note", "", limit=200),
    Integer("reverses", None, low=1, high=LARGEST),
    Moment("at"),
    Text("by", None, limit=150, pattern=USERNAME),
)

TILL_COUNT = shape(
    Text("kind", "", limit=12, pattern=KIND),
    Integer("counted_cents", low=-LARGEST, high=LARGEST),
    Integer("expected_cents", low=-LARGEST, high=LARGEST),
    Text("note", "", limit=200),
    Moment("at"),
    Text("by", None, limit=150, pattern=USERNAME),
)

ANNOUNCEMENT = shape(
    Json("items", {}, kind=dict),
    Moment("published_at", None),
    Text("published_by", None, limit=150, pattern=USERNAME),
    key="announcement",
    default=None,
)

LOGO = PictureField("logo", None)

PRINT_COPIES = shape(
    Text("paper", limit=20, pattern=r"[a-z-]+"),
    Integer("copies", high=PrintCopies.MOST),
)

OBJECTION = shape(
    Integer("player", None, low=1, high=LARGEST),
    Text("text", limit=2_000),
    Moment("lodged_at"),
    ChoiceField("state", "lodged", options=tuple(ObjectionState.values)),
    Text("reason", "", limit=2_000),
    Moment("decided_at", None),
    Text("decided_by", None, limit=150, pattern=USERNAME),
    key="objection",
    default=None,
)

RULING = shape(
    Integer("number", high=LARGEST),
    Integer("series", None),
    Integer("table", None),
    Integer("game_number", None),
    Json("incident", {}, kind=dict),
    Json("decision", {}, kind=dict),
    Json("paragraphs", [], kind=list),
    Text("note", "", limit=400),
    Flag("applied", False),
    Moment("at"),
    Text("by", None, limit=150, pattern=USERNAME),
    OBJECTION,
)

OFFICE = (
    Many("categories", [], item=CATEGORY, limit=1_000),
    Many("contests", [], item=CONTEST, limit=len(TeamKind.values)),
    Many("adjustments", [], item=ADJUSTMENT, limit=100_000),
    FEES,
    Many("pots", [], item=POT, limit=1_000),
    Many("bookings", [], item=BOOKING, limit=1_000_000),
    Many("till_counts", [], item=TILL_COUNT, limit=10_000),
    ANNOUNCEMENT,
    LOGO,
    Many("print_copies", [], item=PRINT_COPIES, limit=100, quiet=True),
    Many("rulings", [], item=RULING, limit=100_000),
)
