"""The layout of a league in the document of its season: divisions, rosters, schedule, results.

Teams are named by their numbers in their division, match days by theirs, people and tournaments by
their place in the document, from 1.
"""

from scoring.exchange.fields import (
    LARGEST,
    ChoiceField,
    Day,
    Flag,
    Integer,
    Json,
    Many,
    Moment,
    Text,
    shape,
)
from scoring.exchange.layout_office import USERNAME
from scoring.models.league import MOST_DAYS, MOST_SERIES_A_DAY, WithdrawnResults

VENUE = shape(Text("name", limit=120), Text("address", "", limit=200))
MATCH_DAY = shape(Integer("number", low=1, high=MOST_DAYS), Day("date", None))

PLAYER = shape(
    Integer("person", low=1, high=LARGEST),
    Integer("position", None, low=1),
    Integer("from_day", 1),
    Integer("until_day", None),
)

# What the team drew among its equals, if it did.
LOT = shape(
    Integer("order", low=1), Integer("drawing", low=1, high=LARGEST), Text("totals", limit=120)
)

TEAM = shape(
    Integer("number", low=1),
    Text("name", limit=60),
    Text("club", None, limit=120),
    Text("home", None, limit=120),
    Flag("cannot_host", False, quiet=True),
    Integer("withdrawn_from", None, low=1),
    ChoiceField("withdrawn_results", "keep", options=tuple(WithdrawnResults.values), quiet=True),
    Text("withdrawn_reason", "", limit=200),
    Many("players", [], item=PLAYER),
    Many("lots", [], item=LOT, limit=1, quiet=True),
)

RESULT = shape(
    Integer("series", low=1),
    Integer("performance", low=-LARGEST, high=LARGEST),
    Integer("points", 0, low=-LARGEST, high=LARGEST),
    Integer("won", 0),
    Integer("lost", 0),
    Integer("players", 4),
)

FORFEIT = shape(Integer("series", low=1, high=MOST_SERIES_A_DAY), Text("reason", limit=200))

MEETING_TEAM = shape(
    Integer("team", low=1),
    Flag("absent", False, quiet=True),
    Text("reason", "", limit=200),
    Many("forfeits", [], item=FORFEIT, quiet=True),
    Many("results", [], item=RESULT, quiet=True),
)

MEETING = shape(
    Integer("day", low=1),
    Integer("number", low=1),
    Text("venue", None, limit=120),
    Integer("host", None, low=1),
    Integer("tournament", None, low=1),
    Moment("reported_at", None),
    Many("teams", [], item=MEETING_TEAM),
)

PENALTY = shape(
    Integer("team", low=1),
    Integer("day", None, low=1),
    Integer("match_points", 0, low=-99, high=99),
    Integer("counter_points", 0, low=-99, high=99),
    Integer("points", 0, low=-LARGEST, high=LARGEST),
    Text("reason", limit=200),
    # The place of the penalty that this one takes back, from 1.
    Integer("reverses", None, low=1),
    Moment("at"),
    Text("by", None, limit=150, pattern=USERNAME),
)

DIVISION = shape(
    Integer("number", low=1),
    Text("name", limit=60),
    Integer("level", 1, low=1),
    Integer("size", 4, low=2, high=12),
    Integer("series", 3, low=1, high=12),
    Integer("rounds", 12, low=1, high=24),
    Integer("promoted", 0),
    Integer("promotion_playoff", 0),
    Integer("relegation_playoff", 0),
    Integer("relegated", 0),
    Json("scoring", {}, kind=dict),
    Many("teams", [], item=TEAM),
    Many("meetings", [], item=MEETING, limit=10_000),
    Many("penalties", [], item=PENALTY, limit=10_000),
)

LEAGUE = shape(
    Many("leaders", [], item=Text("", limit=150, pattern=USERNAME)),
    Many("venues", [], item=VENUE),
    Many("days", [], item=MATCH_DAY),
    Many("divisions", [], item=DIVISION),
    key="league",
)
