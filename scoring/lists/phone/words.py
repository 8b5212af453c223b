"""The words of the page of a list."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

from scoring.messages.catalogue import message
from scoring.messages.labels import LABELS
from scoring.rules.law_table import law_table
from scoring.rules.systems import System


def page_words(system: System) -> dict[str, Any]:
    """The strings of the page with those of the law table's notes."""
    notes = {
        f"{number}/{place}": message(problem)
        for number, problems in enumerate(law_table(system).notes)
        for place, problem in enumerate(problems)
    }
    return words_of(system) | {"notes": notes}


def words_of(system: System) -> dict[str, Any]:
    """The strings of the page; the script fills in placeholders such as [n]."""
    single = [game_class.key for game_class in system.classes if len(game_class.bases) == 1]
    return WORDS | {
        "games": {key: capfirst(str(name)) for key, name in LABELS["game"].items()},
        "classes": {key: capfirst(str(name)) for key, name in LABELS["class"].items()},
        "classes_with_one_game": single,
        "wenzels": {key: capfirst(str(name)) for key, name in LABELS["wenzel"].items()},
    }


# The heads of the narrow columns of the paper form.
COLUMN_SIGNS = {
    "class": pgettext("score list", "Kind"),
    "base": pgettext("column of a list", "Game"),
    "with": pgettext("column of a list", "w"),
    "without": pgettext("column of a list", "w/o"),
    "hand": pgettext("column of a list", "H"),
    "schneider": pgettext("column of a list", "Sn"),
    "schneider_announced": pgettext("column of a list", "an."),
    "schwarz": pgettext("column of a list", "Sw"),
    "schwarz_announced": pgettext("column of a list", "an."),
    "ouvert": pgettext("column of a list", "O"),
}
WORDS: dict[str, Any] = {
    # The keys.
    "who": _("Who plays?"),
    "what": _("Which game?"),
    "with": pgettext("tops", "with"),
    "without": pgettext("tops", "without"),
    "more_tops": _("More tops"),
    "hand": _("Hand"),
    "schneider": _("Schneider"),
    "schwarz": _("Schwarz"),
    "schneider_announced": _("Schneider announced"),
    "schwarz_announced": _("Schwarz announced"),
    "ouvert": pgettext("key", "Open"),
    "bid": pgettext("key", "Bid"),
    "bid_of": pgettext("key", "Bid [bid]"),
    "overbid": pgettext("key", "Overbid"),
    "won": pgettext("key", "Won"),
    "lost": pgettext("key", "Lost"),
    "passed": pgettext("key", "Passed in"),
    "begin": _("Tap who plays."),
    "missing_tops": _("With or without how many?"),
    "spoken": _("[name], [game]: won [won], lost [lost]."),
    "impossible": _("not possible"),
    "below_bid": _("The game does not reach the bid: overbid, [score]."),
    "null_below_bid": _("This null does not reach the bid. Another game has to be played."),
    "second_turn": pgettext("key", "[game], second turn"),
    # Lines and their list.
    "ramsch": pgettext("key", "Ramsch"),
    "unread": _("unreadable"),
    "annulled": _("annulled"),
    "kept": _("kept on this phone, not sent yet"),
    "sent": _("has arrived"),
    "no_game": _("nothing"),
    # The state.
    "time_left": _("[n] min left"),
    "time_over": _("time is up"),
    "all_sent": _("all sent"),
    "waiting": _("[n] waiting"),
    "offline": _("no network"),
    "ended_short": _("ended"),
    "refused": _("Game [n] was not accepted:"),
    "moved-on": _("The organizer has changed the list meanwhile. Which game is right?"),
    # Who writes.
    "left": _("[name] keeps the list now. Not in the list, entered on this phone:"),
    "left_own": _("Not in the list, entered on this phone. Tap a game to enter it:"),
    "left_ended": _(
        "This phone no longer keeps the list. Not in the list, entered on this phone; please "
        "tell the organizer:"
    ),
    "act_insert": _("Insert a game before game [n]"),
    "act_remove": _("Remove game [n]"),
    "act_empty": _("Take game [n] back"),
    "act_annul": _("Annul game [n]: dealt out of turn"),
    "act_hand-in": _("Hand in the list"),
    # Corrections (SkO 5.5.3, 3.2.11).
    "sure_record": _("Correct game [n]?"),
    "sure_insert": _("Insert a game before game [n]?"),
    "sure_remove": _("Remove game [n]? Later games move up."),
    "enter_again": _("enter again"),
    "annul_reason": _("dealt out of turn"),
    # Players who leave or come at a round (SkO 4.5.9, 3.1.2).
    "leaves_after": _("[name] leaves after round [n]."),
    "comes_at": _("[who] comes to seat [seat] after round [n]."),
    # The foot of the list, and its hand-in.
    "corrected": _("Game [n] corrected: [before] → [now]"),
    "handed_in": _("✓ List handed in, [time]. Thank you."),
    "not_handed_in": _("The list is not handed in yet:"),
    "signed-another": _("The list was changed after it was signed."),
    "stop_time": _("Time is up"),
    "stop_left": _("A player has left"),
    # What a phone cannot keep.
    "storage_denied": _(
        "This phone keeps nothing (private window, or storage is switched off). Please go on "
        "with paper, or scan the code with another phone."
    ),
    "storage_full": _(
        "This phone has no room left: the last game was not written down. Please go on with "
        "paper, or scan the code with another phone."
    ),
    "cannot_reopen": _("Leave this page open: without a network this phone cannot open it again."),
    # The practice list.
    "practice": _("practice"),
}
