"""Labels of codes: games, steps, states and actions as shown on the screen."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.messages import grounds, leagues, lists, referee
from scoring.messages.money import CURVES, METHODS, SHARING
from scoring.messages.series import OF_DRAWS
from scoring.models.account import Role
from scoring.models.host import HostKind
from scoring.models.log import Action
from scoring.models.money import BookingKind, PotKind
from scoring.models.person import EntryState
from scoring.models.ruling import ObjectionState
from scoring.models.score_list import Depth, ListState
from scoring.models.season import SeasonKind, SeasonOrder
from scoring.models.spelling import PublishedAs
from scoring.models.tournament import BrokenOff, Confirm, Counts, SeriesState, Ties, TournamentState
from scoring.rules.outline import Outline

SYSTEMS = {
    "isko-1998": _("International Skat Order (ISkO)"),
    "texas": _("Texas Skat (TSSL 2019)"),
    "nasl1975": _("North American Skat League 1975 (Wergin)"),
    "nasl1898": _("North American Skat League 1898 (Eichhorn)"),
}
# How a rule is cited that stands in no text.
CUSTOMS = {
    "texas": _("by custom of Texas Skat"),
    "nasl1975": _("by custom of the North American Skat League"),
    "nasl1898": _("by custom of the North American Skat League"),
}
# Results of the rows of an imported table.
IMPORT_VERDICTS = {
    "new": pgettext_lazy("verdict", "new"),
    "known": pgettext_lazy("verdict", "on record"),
    "entered": pgettext_lazy("verdict", "plays here already"),
    "double": pgettext_lazy("verdict", "stands here twice"),
    "ambiguous": pgettext_lazy("verdict", "fits several people"),
    "faulty": pgettext_lazy("verdict", "cannot be entered"),
    "left": pgettext_lazy("verdict", "left out"),
}
NOT_READ = {"-": _("is not read")}
PEOPLE_COLUMNS = {
    "name": _("Name, given name first"),
    "family_first": _("Name, family name first"),
    "family": _("Family name"),
    "given": _("Given name"),
}
PLAYERS_COLUMNS = {
    **NOT_READ,
    "number": _("Start number"),
    **PEOPLE_COLUMNS,
    "club": _("Club"),
    "passport": _("Passport number"),
    "birth_year": _("Year of birth"),
    "category": _("Category"),
    "state": pgettext_lazy("player", "State"),
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
LABELS: Mapping[str, Mapping[str, str | Promise]] = {
    "game": {
        "diamonds": pgettext_lazy("game", "diamonds"),
        "hearts": pgettext_lazy("game", "hearts"),
        "spades": pgettext_lazy("game", "spades"),
        "clubs": pgettext_lazy("game", "clubs"),
        "grand": pgettext_lazy("game", "grand"),
        "null": pgettext_lazy("game", "null"),
        "revolution": pgettext_lazy("game", "revolution"),
        "ramsch": pgettext_lazy("game", "ramsch"),
    },
    "class": {
        "frage": pgettext_lazy("class", "frage"),
        "tournee": pgettext_lazy("class", "tournee"),
        "guckser": pgettext_lazy("class", "guckser"),
        "solo": pgettext_lazy("class", "solo"),
        "grand_ouvert": pgettext_lazy("class", "grand ouvert"),
        "suit": pgettext_lazy("class", "suit game"),
        "grand": pgettext_lazy("game", "grand"),
        "null": pgettext_lazy("game", "null"),
    },
    "step": STEPS,
    # A null is called by its name: null ouvert, not an open null (SkO 5.1.2).
    "null": {"ouvert": pgettext_lazy("null", "ouvert"), "hand": pgettext_lazy("step", "hand")},
    # Announcements as the soloist says them: "schneider", not "schneider announced".
    "announcement": {
        "hand": pgettext_lazy("step", "hand"),
        "schneider": pgettext_lazy("step", "schneider"),
        "schneider_announced": pgettext_lazy("step", "schneider"),
        "schwarz": pgettext_lazy("step", "schwarz"),
        "schwarz_announced": pgettext_lazy("step", "schwarz"),
        "ouvert": pgettext_lazy("step", "open"),
        "class": _("the class of the game"),
    },
    # What a mark of the clerk's line sets.
    "mark": {
        **{step.replace(" ", "_"): words for step, words in STEPS.items()},
        "wenzel": _("queens or kings"),
        "bid": _("the bid"),
        "lost": _("lost"),
    },
    "system": SYSTEMS,
    "scheme": {
        "seeger-fabian": _("Seeger–Fabian"),
        "seeger": _("Seeger"),
        "plain": _("game points only"),
    },
    "column": {
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
    },
    # Figures of a seat, its tally and the paper's foot.
    "figure": {
        "points": pgettext_lazy("figure", "game points"),
        "won": pgettext_lazy("figure", "games won"),
        "lost": pgettext_lazy("figure", "games lost"),
        "others_lost": pgettext_lazy("figure", "games lost by the others"),
        "performance": pgettext_lazy("figure", "total points"),
        "paper_points": pgettext_lazy("figure", "game points"),
        "paper_won": pgettext_lazy("figure", "games won"),
        "paper_lost": pgettext_lazy("figure", "games lost"),
        "paper_total": pgettext_lazy("figure", "total points"),
    },
    "wenzel": {
        "J": _("jacks"),
        "Q": pgettext_lazy("step", "queens"),
        "K": pgettext_lazy("step", "kings"),
    },
    "end": {
        "played": _("played out"),
        "conceded": _("conceded by the soloist"),
        "defender_conceded": _("conceded by a defender"),
        "claim": _("cards laid open, the rest claimed"),
        "thrown_in": _("cards thrown in"),
        "infraction": _("ended by an infraction"),
    },
    "action": dict(Action.choices),
    # The items of TO 6.2 as an announcement names them.
    "announcement_item": {
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
    },
    "backup_kind": {
        "automatic": _("after a closed series"),
        "hand": _("made by hand"),
        "updated": _("before an update of the program"),
        "replaced": _("replaced by a restored backup"),
        "uploaded": _("imported from elsewhere"),
    },
    "import_verdict": IMPORT_VERDICTS,
    "import_doubt": {
        "no-name": _("This seems not to be a name."),
        "state": _("The file says that this player does not play any more."),
    },
    "players_column": PLAYERS_COLUMNS,
    "members_column": {
        **PLAYERS_COLUMNS,
        "number": _("Member number"),
        "joined": _("Member since"),
        "left": _("Left on"),
    },
    "results_column": {
        **NOT_READ,
        "number": _("Start number"),
        **PEOPLE_COLUMNS,
        "series": pgettext_lazy("one of several", "Series"),
        "table": _("Table"),
        "seat": _("Seat"),
        "points": _("Game points"),
        "won": _("Games won"),
        "lost": _("Games lost"),
        "total": _("Total"),
    },
    "member_verdict": {
        **IMPORT_VERDICTS,
        "entered": pgettext_lazy("verdict", "is a member already"),
    },
    "tournament_state": dict(TournamentState.choices),
    "incident": referee.INCIDENTS,
    "phase": referee.PHASES,
    "photo_refusal": lists.PHOTO_REFUSALS,
    "photo_row": lists.PHOTO_ROWS,
    "question": referee.QUESTIONS,
    "question_help": referee.QUESTION_HELP,
    "option": referee.OPTIONS,
    "verdict": referee.VERDICTS,
    "ground": grounds.GROUNDS,
    "objection_state": dict(ObjectionState.choices),
    "league_zone": leagues.ZONES,
    "meeting": leagues.MEETING_STATES,
    "league_criterion": leagues.CRITERIA,
    "series_state": dict(SeriesState.choices),
    # An open list is called by whether anything is in it (`ScoreList.progress`).
    "list_state": {
        **dict(ListState.choices),
        "open": pgettext_lazy("score list", "still empty"),
        "begun": pgettext_lazy("score list", "begun"),
    },
    "entry_state": dict(EntryState.choices),
    # Rankings by one figure, and the heading of its column.
    "special": {
        "best-game": _("Best single game"),
        "best-series": _("Best series"),
        "fewest-lost": _("Fewest games lost"),
        "grand-ouvert": _("Grand ouverts"),
        "hundred": _("Games of 100 or more"),
        "most-won": _("Most games won"),
        "net-games": _("Net games"),
        "top-solos": _("Solo against most tops"),
    },
    "special_figure": {
        "best-game": _("Points"),
        "best-series": _("Performance"),
        "fewest-lost": _("Lost"),
        "grand-ouvert": _("Games"),
        "hundred": _("Games"),
        "most-won": _("Won"),
        "net-games": _("Won − lost"),
        "top-solos": _("Tops"),
    },
    "team_kind": {"team": _("Team"), "tandem": _("Tandem"), "mixed": _("Mixed pair")},
    "team_kinds": {"team": _("Teams"), "tandem": _("Tandems"), "mixed": _("Mixed pairs")},
    "depth": dict(Depth.choices),
    "broken_off": dict(BrokenOff.choices),
    "counts": dict(Counts.choices),
    "confirm": dict(Confirm.choices),
    "ties": {**SHARING, **dict(Ties.choices)},
    "method": METHODS,
    "curve": CURVES,
    "role": dict(Role.choices),
    "booking_kind": dict(BookingKind.choices),
    "pot_kind": dict(PotKind.choices),
    "published_as": dict(PublishedAs.choices),
    "host_kind": dict(HostKind.choices),
    "factor": {"app": _("codes of an app"), "passkey": _("passkey")},
    "season_kind": dict(SeasonKind.choices),
    "season_order": dict(SeasonOrder.choices),
    **OF_DRAWS,
}


def label(kind: str, code: str) -> str:
    """The label of `code` in the active language; the code itself if it has none.

    `kind` is a key of LABELS. An imported log may hold codes of a later version.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     label("game", "hearts"), label("action", "list.closed")
    ('hearts', 'list entered')
    """
    return str(LABELS[kind].get(code, code))


def question_text(key: str, row: str) -> str:
    """What a referee is asked; some incidents (`row`) ask in words of their own."""
    own = f"{key}-{row}"
    return label("question", own if own in LABELS["question"] else key)


def option_text(key: str, value: str) -> str:
    """One answer to a question; some questions have answers in words of their own."""
    own = f"{key}-{value}"
    return label("option", own if own in LABELS["option"] else value)


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


def stay_text(outline: Outline, position: int) -> str:
    """When a player sat there: "to round 5", "rounds 3 to 6"; empty from the first to the last."""
    if not outline.sittings:
        return ""
    sitting = outline.times[position - 1]
    rounds = {"first": outline.round_of(sitting.first)}
    if sitting.last is not None:
        rounds["last"] = outline.round_of(sitting.last)
        if sitting.first > 1:
            return gettext("rounds %(first)s to %(last)s") % rounds
        return gettext("to round %(last)s") % rounds
    return gettext("from round %(first)s") % rounds if sitting.first > 1 else ""
