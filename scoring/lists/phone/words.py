"""The words of the page of a list, in the language of its reader."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

from scoring.messages import LABELS, message
from scoring.rules.law_table import law_notes
from scoring.rules.systems import System


def page_words(system: System) -> dict[str, Any]:
    """Every string of the page, by key, and what the law says against a contract."""
    notes = {
        f"{number}/{place}": message(problem)
        for number, problems in enumerate(law_notes(system))
        for place, problem in enumerate(problems)
    }
    return words_of(system) | {"notes": notes}


def words_of(system: System) -> dict[str, Any]:
    """The strings of the page alone, and the names of games, classes and columns.

    The script fills in placeholders such as [n]. Keys with a hyphen are codes of refusals.
    """
    single = [game_class.key for game_class in system.classes if len(game_class.bases) == 1]
    return WORDS | {
        "games": {key: capfirst(str(name)) for key, name in LABELS["game"].items()},
        "classes": {key: capfirst(str(name)) for key, name in LABELS["class"].items()},
        "classes_with_one_game": single,
        "wenzels": {key: capfirst(str(name)) for key, name in LABELS["wenzel"].items()},
        "columns": LABELS["column"],
        "column_signs": COLUMN_SIGNS,
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
    "kinds": _("How is it played?"),
    "what": _("Which game?"),
    "marks": _("Steps and bid"),
    "result": _("Result"),
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
    "bid_long": _("The last bid is only needed where the game may be overbid."),
    "no_bid": _("Without a bid"),
    "overbid": pgettext("key", "Overbid"),
    "overbid_long": _("Overbid, and nobody remembers the bid: how much is written down?"),
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
    "deals": pgettext("key", "deals"),
    "deals_sign": pgettext("sign of the dealer", "D"),
    "keep": _("Write down"),
    "back": _("Delete a digit"),
    # Lines and their list.
    "ramsch": pgettext("key", "Ramsch"),
    "ramsch_long": _("How many points does [name] lose?"),
    "unread": _("unreadable"),
    "annulled": _("annulled"),
    "kept": _("kept on this phone, not sent yet"),
    "sent": _("has arrived"),
    "no_games": _("No game yet."),
    "no_game": _("nothing"),
    "all_games": _("All games"),
    "all_short": pgettext("games of a list", "All"),
    "undo": _("Undo"),
    "game": _("Game [n]"),
    "number_short": pgettext("column of a list", "No."),
    "player": _("Player"),
    "points": pgettext("foot of a list", "Points"),
    "won_short": pgettext("foot of a list", "won"),
    "lost_short": pgettext("foot of a list", "lost"),
    "others_short": pgettext("foot of a list", "lost by others"),
    "performance": pgettext("foot of a list", "Total"),
    "won_lost": _("[won] won, [lost] lost"),
    # The state.
    "place": _("Series [series] · table [table]"),
    "game_of": _("Game [n] of [due]"),
    "time_left": _("[n] min left"),
    "time_over": _("time is up"),
    "all_sent": _("all sent"),
    "waiting": _("[n] waiting"),
    "offline": _("no network"),
    "offline_long": _(
        "No connection. Just play on: this phone keeps every game and sends it later."
    ),
    "ended_short": _("ended"),
    "ended": _(
        "This list is no longer kept on this phone: it is handed in, at the organizer's desk, "
        "or has another address."
    ),
    "menu": _("More"),
    "close": _("Close"),
    "cancel": _("Cancel"),
    "seen": _("Seen"),
    "done": _("Done"),
    "once_more": _("Try again"),
    "discard": _("Discard"),
    "change": _("Change"),
    "refused": _("Game [n] was not accepted:"),
    "moved-on": _("The organizer has changed the list meanwhile. Which game is right?"),
    "yours": _("Yours:"),
    "all_the_same": _("Store it all the same"),
    "there_now": _("There now:"),
    "not_undone": _("Game [n] has been changed since: it stays as it is."),
    "paper_always": _(
        "You may go on with paper at any time: copy the games and tell the organizer."
    ),
    # Who writes.
    "claim": _("Who keeps the list?"),
    "claim_long": _("Tap whose phone this is. Only this phone writes then; others read along."),
    "reading": _("[name] keeps the list"),
    "reading_long": _("You read along here. All games appear by themselves."),
    "take_over": _("Take over from [name]"),
    "take_sure": _("Write in place of [name]?"),
    "take_long": _(
        "The phone of [name] can then no longer write. What it has not sent stays there and "
        "goes to the organizer. Whose phone is this?"
    ),
    "writes": _("[name] keeps the list."),
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
    "editing": _("You are correcting game [n]."),
    "correct": _("Correct"),
    "insert": _("Insert a game before game [n]"),
    "remove": _("Remove this game"),
    "sure_record": _("Correct game [n]?"),
    "sure_insert": _("Insert a game before game [n]?"),
    "sure_remove": _("Remove game [n]? Later games move up."),
    "until_now": _("until now"),
    "from_now": _("from now on"),
    "consent": _("An earlier entry changes only if all at the table agree (SkO 5.5.3): [names]."),
    "clash": _("Game [games] no longer fits the dealer then and has to be entered again."),
    "clashes": _(
        "[n] later games no longer fit the dealer then and have to be entered again: [games]."
    ),
    "enter_again": _("enter again"),
    "refit": _("No longer fits the dealer, please enter it again:"),
    "agree": _("All agree"),
    "wrong_deal": _("Dealt out of turn"),
    "wrong_deal_long": _("Which game did the wrong player deal?"),
    "wrong_deal_none": _("The last round is finished and stands (SkO 3.2.11)."),
    "wrong_game": _("Game [n] (dealer: [name])"),
    "wrong_unknown": _("An earlier one, or nobody knows"),
    "annul_one": _("Game [first] is annulled and played again."),
    "annul_many": _("Games [first] to [last] are annulled and played again."),
    "agree_annul": _("Annul and play again"),
    "annul_reason": _("dealt out of turn"),
    # The referee.
    "call": _("Call the referee"),
    "call_long": _("The referee sees your table and game [n]. The cards stay on the table."),
    "call_text": _("What is it about? (optional)"),
    "call_now": _("Call"),
    "call_failed": _("No connection: please call the referee by voice."),
    "called": _("Called, somebody comes."),
    "withdraw": _("No longer needed"),
    "ruling": _("Referee on game [n]: [words] ([rule])"),
    # Players who leave or come at a round (SkO 4.5.9, 3.1.2).
    "players_change": _("A player leaves or joins"),
    "players_change_long": _(
        "A player leaves after a round and says so before that round begins (SkO 4.5.9). The "
        "organizer enters it; this phone sends a message."
    ),
    "leaving_at_four": _("Whoever is left plays on as three."),
    "leaving_at_three": _(
        "At a table of three somebody has to take the seat at once; otherwise the list ends."
    ),
    "whose_seat": _("Whose seat?"),
    "seat_empty": _("Seat [n] (empty)"),
    "after_round": _("After which round?"),
    "who_comes": _("Who comes to this seat? (name or start number; empty: nobody)"),
    "leaves_after": _("[name] leaves after round [n]."),
    "comes_at": _("[who] comes to seat [seat] after round [n]."),
    "tell_organizer": _("Tell the organizer"),
    "tell_failed": _("No connection: please tell the organizer yourselves."),
    "call_waits": _("Your table has called already: tell whoever comes."),
    "plays_until": _("[name] plays until round [n] (game [game])."),
    "plays_from": _("[name] plays from round [n] (game [game])."),
    "plays_on": _("The list has [n] games."),
    # The foot of the list, and its hand-in.
    "complete": _("All games are played"),
    "complete_short": _("complete"),
    "complete_long": _("Check the foot together, then all sign with a finger."),
    "to_foot": _("To the foot of the list"),
    "foot": _("Foot of the list"),
    "corrected": _("Game [n] corrected: [before] → [now]"),
    "fees": _("Lost games cost:"),
    "fees_sum": _("together [sum]"),
    "euros": _("€[euros].[cents]"),
    "signatures": _("Signatures"),
    "signatures_long": _("By signing you confirm your figures (TO 9.11)."),
    "sign": _("Signature of [name]"),
    "signed": _("[name] has signed"),
    "sign_long": _("Write with a finger in the field."),
    "sign_again": _("Once more"),
    "sign_dot": _("The signature of [name] is only a dot. Once more, please."),
    "signatures_missing": _("Missing signatures: [n]"),
    "hand_in": _("Hand in the list"),
    "handing_in": _(
        "The hand-in waits for the network. Change nothing now, and leave this page open."
    ),
    "take_back": _("Withdraw the list"),
    "handed_in": _("✓ List handed in, [time]. Thank you."),
    "not_handed_in": _("The list is not handed in yet:"),
    "signed-another": _("The list was changed after it was signed."),
    "sign_anew": _("Check and sign again"),
    "stop": _("Break off the list"),
    "stop_long": _("[n] of [due] games are written down. The others are struck."),
    "stop_time": _("Time is up"),
    "stop_left": _("A player has left"),
    "stop_other": _("Another reason"),
    "stop_now": _("On to the foot"),
    "stopped": _("Ended after game [n]: [reason]"),
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
    "practice_list": _("Practice list"),
    "practice_begin": _("New practice list for [n] players"),
    "practice_foot": _("This is for practice: nothing is handed in."),
    "practice_names": ["Anna", "Bernd", "Clara", "Dieter"],
}
