"""The layout of an exchange document, for import and export.

No database id is written: a player is named by start number, a table by its number, an account by
its user name. A game is a record of docs/formats.md, read by the rules; its `score` and the figures
of a seat are checked by the import, which recomputes them.
"""

from scoring.exchange.fields import (
    LARGEST,
    LARGEST_SMALL,
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
from scoring.exchange.layout_office import OFFICE, SCOPE, USERNAME
from scoring.models import Role
from scoring.models.person import EntryState
from scoring.models.score_list import MOST_PLAYERS, Depth, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import BrokenOff, Confirm, Counts, Ties, TournamentState
from scoring.rules.performance import SCHEMES

FORMAT = 1
MOST_GAMES = 1_000  # of one list, annulled attempts included

SETTINGS = shape(
    Text("name", limit=120),
    Day("date"),
    Text("place", "", limit=120),
    Text("organizer", "", limit=120),
    Text("system", "isko-1998", limit=40),
    Text("edition", "1999", limit=20),
    Integer("hand_loss", None, low=1, high=2),
    Flag("ramsch", False),
    # True where it is told; without it wenzels are allowed where the bonus or a game has some.
    Flag("wenzels", None),
    Flag("wenzel_bonus", False),
    ChoiceField("scheme", "seeger-fabian", options=tuple(SCHEMES)),
    ChoiceField("state", "prepare", options=tuple(TournamentState.values)),
    Moment("review_until", None),
    ChoiceField("counts", "entered", options=tuple(Counts.values)),
    ChoiceField("confirm", "second", options=tuple(Confirm.values)),
    ChoiceField("ties", "lot", options=tuple(Ties.values)),
    Flag("paper_total", True),
    Flag("public", False),
    Flag("shows_releases", True, quiet=True),
    Integer("frozen_after", None),
    Text("season", None, limit=120),
    Integer("season_best_of", None, low=1),
    Integer("best_of", None, low=1),
    Flag("league", False),
    Flag("substitutes", False, quiet=True),
    Json("stakes", [], kind=list),
    Flag("sample", False),
    Flag("ask_handed_in", True, quiet=True),
    Flag("phones", False, quiet=True),
    Flag("signed_suffices", False, quiet=True),
    ChoiceField("broken_off", "", options=tuple(BrokenOff.values), quiet=True),
    key="tournament",
)

MEMBERSHIP = shape(
    Text("user", limit=150, pattern=USERNAME), ChoiceField("role", options=tuple(Role.values))
)

PERSON = shape(
    Text("family", limit=80),
    Text("given", "", limit=80),
    Text("club", None, limit=120),
    Text("passport", "", limit=40),
    Integer("birth_year", None),
    Moment("anonymised_at", None),
    key="person",
)

ENTRY = shape(
    Integer("start_number", low=1, high=LARGEST),
    PERSON,
    Text("club_name", "", limit=120),
    ChoiceField("state", "present", options=tuple(EntryState.values)),
    Integer("from_series", 1),
    Integer("until_series", None),
    Integer("fixed_table", None),
    Flag("three_seats", False),
    Flag("handed_in", False, quiet=True),
    Many("categories", [], item=Text("", limit=60), limit=1_000),
    # The numbers of the optional pots that a player chose.
    Many("pots", [], item=Integer("", low=1), limit=1_000, quiet=True),
)

DRAW = shape(
    Integer("number"),
    Text("mode", limit=20),
    Json("options", {}, kind=dict),
    Text("entries_hash", limit=64),
    Text("seed", limit=80),
    Text("engine", limit=20),
    Json("report", {}, kind=dict),
    Text("reason", "", limit=200),
    Moment("drawn_at"),
    Text("drawn_by", None, limit=150, pattern=USERNAME),
    Moment("released_at", None),
)

SEAT = shape(
    Integer("position", low=1, high=MOST_PLAYERS),
    Integer("player", low=1, high=LARGEST),
    Integer("points", None, low=-LARGEST, high=LARGEST),
    Integer("won", None),
    Integer("lost", None),
    Integer("others_lost", None),
    Integer("performance", None, low=-LARGEST, high=LARGEST),
    Integer("paper_points", None, low=-LARGEST, high=LARGEST),
    Integer("paper_won", None),
    Integer("paper_lost", None),
    Integer("paper_total", None, low=-LARGEST, high=LARGEST),
)

# A finished blind second entry; unfinished ones are not exported.
RECHECK = shape(
    Text("by", limit=150, pattern=USERNAME),
    Moment("started_at"),
    Moment("finished_at"),
    Integer("steps", 0, high=LARGEST),
    Integer("revision", None, high=LARGEST),
    Json("document", {}, kind=dict),
    Json("differences", [], kind=list),
)

TABLE = shape(
    Integer("number", low=1),
    Integer("games_due", low=3, high=96),
    Integer("games_played", None),
    Text("stop_reason", "", limit=200),
    ChoiceField("depth", "none", options=tuple(Depth.values)),
    ChoiceField("state", "open", options=tuple(ListState.values)),
    Integer("revision", 1, high=LARGEST),
    Text("entered_by", None, limit=150, pattern=USERNAME),
    Text("confirmed_by", None, limit=150, pattern=USERNAME),
    Moment("confirmed_at", None),
    Integer("confirmed_revision", None, high=LARGEST),
    Flag("self_confirmed", False),
    Json("signatures", [], kind=list),
    # Who left or joined at a round, as in a list document.
    Json("sittings", [], kind=list),
    Many("seats", item=SEAT, limit=MOST_PLAYERS),
    Many("games", [], item=Json("", kind=dict), limit=MOST_GAMES, packed=True),
    Many("rechecks", [], item=RECHECK, limit=MOST_GAMES),
)

NO_LIST = shape(Integer("player", low=1, high=LARGEST), Text("reason", limit=200))

SERIES = shape(
    Integer("number", low=1),
    Day("day", None),
    Integer("rounds", 12, low=1, high=24),
    ChoiceField("state", "draft", options=tuple(SeriesState.values)),
    Moment("seating_public_at", None),
    Moment("results_public_at", None),
    Moment("started_at", None, quiet=True),
    Integer("minutes", None, low=1, quiet=True),
    Many("no_list", [], item=NO_LIST, limit=20_000, quiet=True),
    Many("draws", [], item=DRAW, limit=1_000),
    Many("tables", [], item=TABLE, limit=5_000),
)

# Drawn among players, or among the teams of the scope's kind.
LOT = shape(
    Text("scope", limit=80, pattern=SCOPE),
    Integer("player", None, low=1, high=LARGEST),
    Integer("team", None),
    Integer("order"),
    Integer("drawing", 0, high=LARGEST),
    Text("totals", "", limit=120),
)

LOG = shape(
    Moment("at"),
    Text("user", None, limit=150, pattern=USERNAME),
    Text("actor", "", limit=150),
    Text("action", limit=60),
    Text("subject", "", limit=60),
    Json("old", None, kind=dict),
    Json("new", None, kind=dict),
    Text("reason", "", limit=400),
)

DOCUMENT = shape(
    Integer("format", low=FORMAT, high=FORMAT),
    SETTINGS,
    Many("memberships", [], item=MEMBERSHIP, limit=10_000),
    Many("entries", [], item=ENTRY, limit=20_000),
    Many("series", [], item=SERIES, limit=LARGEST_SMALL),
    *OFFICE,
    Many("lots", [], item=LOT, limit=100_000),
    Many("log", [], item=LOG, limit=5_000_000, packed=True),
)
