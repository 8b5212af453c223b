"""The layout of a document that holds a whole season: its terms, its people, its tournaments.

A person is named by tournament and start number: people of one name stay different people, and who
played in many tournaments stays one.
"""

from scoring.exchange.fields import (
    LARGEST,
    ChoiceField,
    Flag,
    Integer,
    Many,
    Moment,
    Object,
    Text,
    shape,
)
from scoring.exchange.layout import DOCUMENT, PERSON
from scoring.exchange.layout_league import LEAGUE
from scoring.models.season import SeasonKind, SeasonOrder

FORMAT = 1
MOST_TOURNAMENTS = 1_000

SEASON = shape(
    Text("name", limit=120),
    ChoiceField("kind", "club", options=tuple(SeasonKind.values)),
    ChoiceField("order", "total", options=tuple(SeasonOrder.values), quiet=True),
    Integer("best_of", None, low=1),
    Integer("least", None, low=1, quiet=True),
    Flag("public", False),
    Moment("closed_at", None, quiet=True),
    key="season",
)

# The place of a tournament in the document, from 1, and a start number of it.
PLAYED = shape(Integer("tournament", low=1), Integer("start_number", low=1, high=LARGEST))

SEASON_PERSON = shape(
    # Of a member; everybody else is a guest.
    Integer("number", None, low=1, high=LARGEST, quiet=True),
    # Only of a member or of a roster who has not played yet: otherwise his tournaments tell.
    Object("person", None, PERSON.fields, quiet=True),
    Many("entries", [], item=PLAYED, limit=MOST_TOURNAMENTS),
)

SEASON_DOCUMENT = shape(
    Integer("format", low=FORMAT, high=FORMAT),
    SEASON,
    Many("people", [], item=SEASON_PERSON, limit=100_000),
    Many("tournaments", [], item=DOCUMENT, limit=MOST_TOURNAMENTS),
    Object("league", None, LEAGUE.fields, quiet=True),
)
