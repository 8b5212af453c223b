"""Columns of many tables. `NAME.of("entry.person.sorted_name")` says where its values come from."""

from operator import attrgetter

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.core.listing import Column, Text
from scoring.messages import label

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
AHEAD_BY = Column("reason", _("Ahead by"), width=24)

AT = Column("at", _("When"), "date", width=16)
REASON = Column("reason", _("Reason"), width=34)
NOTE = Column("note", _("Note"), width=28)
BY = Column("by", _("By"), width=14, value=lambda each: str(each.by or ""))


def coded(key: str, heading: Text, kind: str, width: int = 0, value: str = "") -> Column:
    """A column of codes, shown by their labels of `kind` ("list_state")."""
    code = attrgetter(value or key)
    return Column(key, heading, width=width, value=lambda each: label(kind, code(each)))
