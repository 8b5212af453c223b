"""Words for codes: what a game, a step, a state or an act is called on the screen.

Each is a sentence fragment in the reader's language, with a capital only where the word has
one. Words whose meaning depends on the place carry a context.
"""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.messages import referee
from scoring.messages.prizes import CURVES, METHODS, SHARING
from scoring.messages.series import OF_DRAWS
from scoring.models.account import Role
from scoring.models.log import Action
from scoring.models.money import BookingKind, PotKind
from scoring.models.person import EntryState
from scoring.models.score_list import Depth, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import Confirm, Counts, Ties, TournamentState

GAMES = {
    "diamonds": pgettext_lazy("game", "diamonds"),
    "hearts": pgettext_lazy("game", "hearts"),
    "spades": pgettext_lazy("game", "spades"),
    "clubs": pgettext_lazy("game", "clubs"),
    "grand": pgettext_lazy("game", "grand"),
    "null": pgettext_lazy("game", "null"),
    "revolution": pgettext_lazy("game", "revolution"),
    "ramsch": pgettext_lazy("game", "ramsch"),
}
CLASSES = {
    "frage": pgettext_lazy("class", "frage"),
    "tournee": pgettext_lazy("class", "tournee"),
    "guckser": pgettext_lazy("class", "guckser"),
    "solo": pgettext_lazy("class", "solo"),
    "grand_ouvert": pgettext_lazy("class", "grand ouvert"),
    "suit": pgettext_lazy("class", "suit game"),
    "grand": pgettext_lazy("game", "grand"),
    "null": pgettext_lazy("game", "null"),
}
STEPS = {
    "game": pgettext_lazy("step", "game"),
    "hand": pgettext_lazy("step", "hand"),
    "schneider": pgettext_lazy("step", "schneider"),
    "schneider announced": pgettext_lazy("step", "schneider announced"),
    "schwarz": pgettext_lazy("step", "schwarz"),
    "schwarz announced": pgettext_lazy("step", "schwarz announced"),
    "ouvert": pgettext_lazy("step", "open"),
    "queens": pgettext_lazy("step", "queens"),
    "kings": pgettext_lazy("step", "kings"),
    "overbid": pgettext_lazy("step", "overbid"),
}
# A null is called by its name: null ouvert, not an open null (SkO 5.1.2).
NULLS = {
    "ouvert": pgettext_lazy("null", "ouvert"),
    "hand": pgettext_lazy("step", "hand"),
}
# What a soloist says when he announces: not "schneider announced", but "schneider".
ANNOUNCEMENTS = {
    "hand": pgettext_lazy("step", "hand"),
    "schneider": pgettext_lazy("step", "schneider"),
    "schneider_announced": pgettext_lazy("step", "schneider"),
    "schwarz": pgettext_lazy("step", "schwarz"),
    "schwarz_announced": pgettext_lazy("step", "schwarz"),
    "ouvert": pgettext_lazy("step", "open"),
    "class": _("the class of the game"),
}
# What a mark of the clerk's line sets.
MARKS = {
    "hand": pgettext_lazy("step", "hand"),
    "schneider": pgettext_lazy("step", "schneider"),
    "schneider_announced": pgettext_lazy("step", "schneider announced"),
    "schwarz": pgettext_lazy("step", "schwarz"),
    "schwarz_announced": pgettext_lazy("step", "schwarz announced"),
    "ouvert": pgettext_lazy("step", "open"),
    "wenzel": _("queens or kings"),
    "bid": _("the bid"),
    "overbid": pgettext_lazy("step", "overbid"),
    "lost": _("lost"),
}
SYSTEMS = {
    "isko-1998": _("International Skat Order (ISkO)"),
    "texas": _("Texas Skat (TSSL 2019)"),
    "nasl1975": _("North American Skat League 1975 (Wergin)"),
    "nasl1898": _("North American Skat League 1898 (Eichhorn)"),
}
SCHEMES = {
    "seeger-fabian": _("Seeger–Fabian"),
    "seeger": _("Seeger"),
    "plain": _("game points only"),
}
COLUMNS = {
    "class": pgettext_lazy("score list", "Kind"),
    "base": pgettext_lazy("score list", "Base value"),
    "with": pgettext_lazy("score list", "with"),
    "without": pgettext_lazy("score list", "without"),
    "hand": pgettext_lazy("score list", "Hand"),
    "schneider": pgettext_lazy("score list", "Schneider"),
    "schneider_announced": pgettext_lazy("score list", "announced"),
    "schwarz": pgettext_lazy("score list", "Schwarz"),
    "schwarz_announced": pgettext_lazy("score list", "announced"),
    "ouvert": pgettext_lazy("score list", "open"),
}
# Figures of a seat, its tally and the paper's foot.
FIGURES = {
    "points": pgettext_lazy("figure", "game points"),
    "won": pgettext_lazy("figure", "games won"),
    "lost": pgettext_lazy("figure", "games lost"),
    "others_lost": pgettext_lazy("figure", "games lost by the others"),
    "performance": pgettext_lazy("figure", "total points"),
    "paper_points": pgettext_lazy("figure", "game points"),
    "paper_won": pgettext_lazy("figure", "games won"),
    "paper_lost": pgettext_lazy("figure", "games lost"),
    "paper_total": pgettext_lazy("figure", "total points"),
}
WENZELS = {
    "J": _("jacks"),
    "Q": pgettext_lazy("step", "queens"),
    "K": pgettext_lazy("step", "kings"),
}
ENDS = {
    "played": _("played out"),
    "conceded": _("conceded by the soloist"),
    "defender_conceded": _("conceded by a defender"),
    "claim": _("cards laid open, the rest claimed"),
    "thrown_in": _("cards thrown in"),
    "infraction": _("ended by an infraction"),
}
# Rankings by one figure, and what the figure is called at the head of its column.
SPECIALS = {
    "best-game": _("Best single game"),
    "best-series": _("Best series"),
    "fewest-lost": _("Fewest games lost"),
    "grand-ouvert": _("Grand ouverts"),
    "hundred": _("Games of 100 or more"),
    "most-won": _("Most games won"),
    "net-games": _("Net games"),
    "top-solos": _("Solo against most tops"),
}
SPECIAL_FIGURES = {
    "best-game": _("Points"),
    "best-series": _("Performance"),
    "fewest-lost": _("Lost"),
    "grand-ouvert": _("Games"),
    "hundred": _("Games"),
    "most-won": _("Won"),
    "net-games": _("Won − lost"),
    "top-solos": _("Tops"),
}
TEAM_KINDS = {"team": _("Teams"), "tandem": _("Tandems"), "mixed": _("Mixed pairs")}
TEAM_KIND = {"team": _("Team"), "tandem": _("Tandem"), "mixed": _("Mixed pair")}
# The items of TO 6.2, as an announcement words them.
ANNOUNCEMENT_ITEMS = {
    "A.a": pgettext_lazy("announcement", "Organizer"),
    "A.b": pgettext_lazy("announcement", "Entry fees"),
    "A.c": pgettext_lazy("announcement", "Number of series"),
    "A.d": pgettext_lazy("announcement", "Players at a table"),
    "A.e": pgettext_lazy("announcement", "Distribution of the money"),
    "A.f": pgettext_lazy("announcement", "Right to expel players"),
    "A.g": pgettext_lazy("announcement", "Arbitration committee"),
    "A.h": pgettext_lazy("announcement", "Signature"),
    "B.a": pgettext_lazy("announcement", "The Skat Order is binding"),
    "B.b": pgettext_lazy("announcement", "Supervision"),
    "B.c": pgettext_lazy("announcement", "Penalties"),
    "B.d": pgettext_lazy("announcement", "Keeping of the score list"),
    "B.e": pgettext_lazy("announcement", "Stakes and game fees"),
    "B.f": pgettext_lazy("announcement", "Cards"),
}
ACTIONS = {
    Action.ACCOUNT_ACTIVATED: _("account reopened"),
    Action.ACCOUNT_CREATED: _("account created"),
    Action.ACCOUNT_DEACTIVATED: _("account closed"),
    Action.ACCOUNT_FIRST: _("first account set up"),
    Action.ACCOUNT_LINK_RENEWED: _("new link for an account"),
    Action.ACCOUNT_OPENED: _("password set by link"),
    Action.ACCOUNT_SIGN_IN_BLOCKED: _("sign-in stopped after failures"),
    Action.ACCOUNT_SIGNED_IN: _("signed in"),
    Action.ADJUSTMENT_MADE: _("points adjusted"),
    Action.ADJUSTMENT_REVERSED: _("adjustment taken back"),
    Action.BACKUP_DOWNLOADED: _("backup downloaded"),
    Action.BACKUP_FAILED: _("backup failed"),
    Action.BACKUP_MADE: _("backup made"),
    Action.BACKUP_RESTORED: _("backup restored"),
    Action.BACKUP_UPLOADED: _("backup taken in"),
    Action.BOOKING_MADE: _("money booked"),
    Action.BOOKING_PAID_OUT: _("prize paid out"),
    Action.BOOKING_REVERSED: _("booking cancelled"),
    Action.CATEGORY_ADDED: _("category added"),
    Action.CATEGORY_CHANGED: _("category changed"),
    Action.CATEGORY_JOINED: _("players put into a category"),
    Action.CATEGORY_LEFT: _("players taken out of a category"),
    Action.CATEGORY_REMOVED: _("category removed"),
    Action.CLUB_MERGED: _("clubs merged"),
    Action.CLUB_RENAMED: _("club renamed"),
    Action.CONTEST_REMOVED: _("teams of a kind no longer counted"),
    Action.CONTEST_SET: _("teams of a kind counted"),
    Action.ENTRY_ADDED: _("player entered"),
    Action.ENTRY_CATEGORIES: _("categories of a player changed"),
    Action.ENTRY_CHANGED: _("player changed"),
    Action.ENTRY_REMOVED: _("player removed"),
    Action.ENTRY_STATE: _("state of a player changed"),
    Action.FEES_SET: _("fees set"),
    Action.LIST_ANNULLED: _("list annulled"),
    Action.LIST_CLEARED: _("list emptied"),
    Action.LIST_CLOSED: _("list closed"),
    Action.LIST_CONFIRMATION_WITHDRAWN: _("confirmation withdrawn"),
    Action.LIST_CONFIRMED: _("list confirmed"),
    Action.LIST_FOOT_RECORDED: _("foot of the paper recorded"),
    Action.LIST_GAME_CHANGED: _("game changed"),
    Action.LIST_GAME_EMPTIED: _("row emptied"),
    Action.LIST_GAME_RECORDED: _("game recorded"),
    Action.LIST_GAME_UNREAD: _("game marked unreadable"),
    Action.LIST_GAMES_ANNULLED: _("games annulled"),
    Action.LIST_GAMES_RECORDED: _("games recorded"),
    Action.LIST_GAMES_RESTORED: _("annulment of games taken back"),
    Action.LIST_OPENED: _("list opened"),
    Action.LIST_READMITTED: _("list readmitted"),
    Action.LIST_RECHECK_CORRECTED: _("corrected by the second entry"),
    Action.LIST_RECHECK_GIVEN_UP: _("second entry given up"),
    Action.LIST_RECHECK_STARTED: _("second entry begun"),
    Action.LIST_RECHECK_TYPED: _("line of the second entry"),
    Action.LIST_REJECTED: _("list rejected"),
    Action.LIST_REOPENED: _("list reopened"),
    Action.LIST_RESTORED: _("emptying of the list taken back"),
    Action.LIST_ROW_INSERTED: _("row inserted"),
    Action.LIST_ROW_REMOVED: _("row removed"),
    Action.LIST_SEATS_EXCHANGED: _("seats exchanged"),
    Action.LIST_TOTALS_ENTERED: _("totals entered"),
    Action.LOTS_DRAWN: _("lots drawn"),
    Action.PLAYERS_IMPORTED: _("players imported"),
    Action.POT_CHANGED: _("pot changed"),
    Action.POT_CREATED: _("pot set up"),
    Action.POT_FIXED: _("amounts of a pot fixed"),
    Action.POT_REMOVED: _("pot removed"),
    Action.PEOPLE_MERGED: _("doubles merged"),
    Action.PERSON_ANONYMISED: _("name removed for good"),
    Action.PERSON_MERGED: _("player is one with another on record"),
    Action.OBJECTION_DECIDED: _("objection decided"),
    Action.OBJECTION_LODGED: _("objection lodged"),
    Action.ROLE_GIVEN: _("role given"),
    Action.ROLE_TAKEN: _("role taken away"),
    Action.RULING_APPLIED: _("decision entered in the list"),
    Action.RULING_MADE: _("decision of the referee"),
    Action.TOURNAMENT_ANNOUNCEMENT_PUBLISHED: _("announcement published"),
    Action.TOURNAMENT_ANNOUNCEMENT_SAVED: _("draft of the announcement saved"),
    Action.TOURNAMENT_ANNOUNCEMENT_WITHDRAWN: _("announcement withdrawn"),
    Action.TOURNAMENT_IMPORTED: _("tournament imported"),
    Action.SERIES_CREATED: _("series created"),
    Action.SERIES_DRAW_ANNOUNCED: _("draw announced"),
    Action.SERIES_PLAYER_JOINED: _("latecomer seated"),
    Action.SERIES_PLAYER_MOVED: _("player moved to another table"),
    Action.SERIES_SEAT_FILLED: _("seat filled by a latecomer"),
    Action.SERIES_SEATED: _("seated by hand"),
    Action.SERIES_SEATS_SWAPPED: _("two players swapped"),
    Action.SERIES_TABLE_DISSOLVED: _("table given up"),
    Action.SERIES_TABLE_SHORTENED: _("table of four made three"),
    Action.SERIES_DRAWN: _("seating drawn"),
    Action.SERIES_MOVED: _("state of the series changed"),
    Action.SERIES_REMOVED: _("series removed"),
    Action.TILL_COUNTED: _("till counted"),
    Action.TEAM_ADDED: _("team formed"),
    Action.TEAM_CHANGED: _("team changed"),
    Action.TEAM_REMOVED: _("team dissolved"),
    Action.TEAMS_DRAWN: _("teams drawn by lot"),
    Action.SEASON_CHANGED: _("season changed"),
    Action.SEASON_PUBLIC_CLOSED: _("page of the season closed"),
    Action.SEASON_PUBLIC_OPENED: _("page of the season opened"),
    Action.TOURNAMENT_CHANGED: _("settings of the tournament changed"),
    Action.TOURNAMENT_CREATED: _("tournament created"),
    Action.TOURNAMENT_LOGO_REMOVED: _("logo removed"),
    Action.TOURNAMENT_LOGO_SET: _("logo set"),
    Action.TOURNAMENT_MOVED: _("state of the tournament changed"),
    Action.TOURNAMENT_PUBLIC_CLOSED: _("public pages closed"),
    Action.TOURNAMENT_PUBLIC_OPENED: _("public pages opened"),
    Action.TOURNAMENT_REMOVED: _("tournament removed"),
    Action.SERIES_RESULTS_RELEASED: _("results shown to the room"),
    Action.SERIES_RESULTS_WITHDRAWN: _("results taken from the room"),
    Action.SERIES_SEATING_RELEASED: _("seating shown to the room"),
    Action.SERIES_SEATING_WITHDRAWN: _("seating taken from the room"),
    Action.TOURNAMENT_STANDINGS_FROZEN: _("standings frozen for the room"),
    Action.TOURNAMENT_STANDINGS_REVEALED: _("standings revealed"),
}
# What becomes of a row of somebody else's table.
IMPORT_VERDICTS = {
    "new": pgettext_lazy("verdict", "new"),
    "known": pgettext_lazy("verdict", "on record"),
    "entered": pgettext_lazy("verdict", "plays here already"),
    "double": pgettext_lazy("verdict", "stands here twice"),
    "ambiguous": pgettext_lazy("verdict", "fits several people"),
    "faulty": pgettext_lazy("verdict", "cannot be entered"),
}
IMPORT_COLUMNS = {
    "number": _("Start number"),
    "family": _("Family name"),
    "given": _("Given name"),
    "name": _("Name"),
    "family_first": _("Name"),
    "club": _("Club"),
    "passport": _("Passport number"),
    "birth_year": _("Year of birth"),
    "category": _("Category"),
}
BACKUP_KINDS = {
    "automatic": _("after a closed series"),
    "hand": _("made by hand"),
    "updated": _("before an update of the program"),
    "replaced": _("replaced by a restored backup"),
    "uploaded": _("taken in from elsewhere"),
}
LABELS: Mapping[str, Mapping[str, str | Promise]] = MappingProxyType(
    {
        "game": GAMES,
        "class": CLASSES,
        "step": STEPS,
        "null": NULLS,
        "announcement": ANNOUNCEMENTS,
        "mark": MARKS,
        "system": SYSTEMS,
        "scheme": SCHEMES,
        "column": COLUMNS,
        "figure": FIGURES,
        "wenzel": WENZELS,
        "end": ENDS,
        "action": {action.value: words for action, words in ACTIONS.items()},
        "announcement_item": ANNOUNCEMENT_ITEMS,
        "backup_kind": BACKUP_KINDS,
        "import_verdict": IMPORT_VERDICTS,
        "import_column": IMPORT_COLUMNS,
        "tournament_state": dict(TournamentState.choices),
        "incident": referee.INCIDENTS,
        "phase": referee.PHASES,
        "question": referee.QUESTIONS,
        "option": referee.OPTIONS,
        "verdict": referee.VERDICTS,
        "ground": referee.GROUNDS,
        "objection_state": referee.OBJECTION_STATES,
        "series_state": dict(SeriesState.choices),
        "list_state": dict(ListState.choices),
        "entry_state": dict(EntryState.choices),
        "special": SPECIALS,
        "special_figure": SPECIAL_FIGURES,
        "team_kind": TEAM_KIND,
        "team_kinds": TEAM_KINDS,
        "depth": dict(Depth.choices),
        "counts": dict(Counts.choices),
        "confirm": dict(Confirm.choices),
        "ties": {**SHARING, **dict(Ties.choices)},
        "method": METHODS,
        "curve": CURVES,
        "role": dict(Role.choices),
        "booking_kind": dict(BookingKind.choices),
        "pot_kind": dict(PotKind.choices),
        **OF_DRAWS,
    }
)


def label(kind: str, code: str) -> str:
    """What `code` is called in the active language; the code itself if nobody named it.

    `kind` is a key of LABELS. A name that a later version wrote into an imported log is shown
    as it stands rather than refused.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     label("game", "hearts"), label("action", "list.closed")
    ('hearts', 'list closed')
    """
    return str(LABELS[kind].get(code, code))


def step_label(name: str) -> str:
    """A step of a valuation ("with 1", "hand", "schneider announced") in the active language.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     step_label("without 2"), step_label("schneider announced")
    ('without 2', 'schneider announced')
    """
    first, _space, tops = name.partition(" ")
    if tops.isdecimal():
        sentence = gettext("with %(tops)s") if first == "with" else gettext("without %(tops)s")
        return sentence % {"tops": tops}
    return label("step", name)
