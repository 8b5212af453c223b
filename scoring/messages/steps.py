"""Sentences and buttons of the panel that says the next step of a tournament."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

Words = tuple[str | Promise, str | Promise]  # what the step is called, and the word of its button
STEP_WORDS: Mapping[str, Words] = {
    "add-series": (_("Add a series"), _("Add a series")),
    "answer-calls": (
        ngettext_lazy(
            "%(count)s table calls the referee", "%(count)s tables call the referee", "count"
        ),
        _("Table %(table)s"),
    ),
    "back-to-play": (
        _("Series %(series)s is open again: go back to playing"),
        _("To the settings"),
    ),
    "back-up": (_("Take a backup away on a stick"), _("To the backups")),
    "begin": (_("Begin the tournament"), pgettext_lazy("tournament", "Begin")),
    "broken-off": (_("The tournament is broken off"), _("What became of the money")),
    "choose-prizes": (
        ngettext_lazy(
            "%(count)s winner chooses a prize in kind",
            "%(count)s winners choose prizes in kind, one after the other",
            "count",
        ),
        _("To the prizes in kind"),
    ),
    "close-series": (_("All lists are in: close series %(series)s"), _("Close the series")),
    "collect-fees": (
        ngettext_lazy(
            "Fees are open: %(count)s player, %(sum)s",
            "Fees are open: %(count)s players, %(sum)s",
            "count",
        ),
        _("To the open fees"),
    ),
    "collect-series": (
        _("Series %(series)s: collect the lost-game fees, %(sum)s"),
        pgettext_lazy("money", "Collect"),
    ),
    "confirm-lists": (
        ngettext_lazy(
            "Series %(series)s: compare %(count)s list with the paper and confirm it",
            "Series %(series)s: compare %(count)s lists with the paper and confirm them",
            "count",
        ),
        _("Table %(table)s"),
    ),
    "correct-upheld": (
        _("The objection to decision %(number)s was upheld: correct the list"),
        _("To the decision"),
    ),
    "count-till": (_("Count the till"), _("To the till")),
    "decide-objections": (
        ngettext_lazy(
            "%(count)s objection has to be decided",
            "%(count)s objections have to be decided",
            "count",
        ),
        _("To the objections"),
    ),
    "draw": (
        ngettext_lazy(
            "Draw the seating of series %(series)s: %(count)s player waits",
            "Draw the seating of series %(series)s: %(count)s players wait",
            "count",
        ),
        "%(draw)s",
    ),
    "draw-by-rank": (
        ngettext_lazy(
            "Draw the seating of series %(series)s by rank: %(count)s player waits",
            "Draw the seating of series %(series)s by rank: %(count)s players wait",
            "count",
        ),
        "%(draw)s",
    ),
    "draw-lots": (_("A lot has to decide among equal players"), _("To the standings")),
    "enter-lists": (
        ngettext_lazy(
            "Series %(series)s: enter %(count)s list",
            "Series %(series)s: enter %(count)s lists",
            "count",
        ),
        _("Table %(table)s"),
    ),
    "enter-players": (_("Enter the players"), _("To the players")),
    "fill-draft": (
        ngettext_lazy(
            "Series %(series)s: %(count)s player has left and still has a seat",
            "Series %(series)s: %(count)s players have left and still have a seat",
            "count",
        ),
        _("To series %(series)s"),
    ),
    "fill-seats": (
        ngettext_lazy(
            "Series %(series)s: the player of %(count)s seat has left",
            "Series %(series)s: the players of %(count)s seats have left",
            "count",
        ),
        _("To series %(series)s"),
    ),
    "find-second-person": (
        ngettext_lazy(
            "%(count)s list waits for a second person to confirm it",
            "%(count)s lists wait for a second person to confirm them",
            "count",
        ),
        _("Add a helper"),
    ),
    "finished": (_("The result is final"), _("To the standings")),
    "hand-in": (
        ngettext_lazy(
            "Lists and start card of %(count)s winner are missing",
            "Lists and start cards of %(count)s winners are missing",
            "count",
        ),
        _("Tick what came in"),
    ),
    "papers-back": (
        _("Have all signed their lists, and are lists and start cards back?"),
        _("Yes, all"),
    ),
    "hear-objections": (_("Under review until %(until)s: hear objections"), ""),
    "make-final": (
        _("When nobody objects any more: honour the winners, declare the result final"),
        _("Declare final"),
    ),
    "close-season": (
        _("Every day of the season is final: close it, if no other comes"),
        _("Close the season"),
    ),
    "next-evening": (_("The result is final: prepare the next evening"), _("Prepare the evening")),
    "others-confirm": (
        ngettext_lazy(
            "Somebody else has to confirm %(count)s list",
            "Somebody else has to confirm %(count)s lists",
            "count",
        ),
        "",
    ),
    "pay-prizes": (
        ngettext_lazy(
            "Pay the prizes: %(count)s winner, %(sum)s",
            "Pay the prizes: %(count)s winners, %(sum)s",
            "count",
        ),
        _("To the award"),
    ),
    "remove-names": (
        ngettext_lazy(
            "%(count)s person has not played for six months: remove the name",
            "%(count)s people have not played for six months: remove their names",
            "count",
        ),
        _("To the register"),
    ),
    "release-seating": (
        _("Look through the seating of series %(series)s and release it"),
        _("To series %(series)s"),
    ),
    "report": (_("Report the final result"), _("Report the result")),
    "report-corrected": (
        _("The result was corrected: report it again"),
        _("Report the corrected result"),
    ),
    "report-refused": (_("The server refused the reported result"), _("See why")),
    "report-unreached": (_("No answer from the server: report the result again"), _("See why")),
    "reveal": (_("The hall sees frozen standings"), _("Reveal everything")),
    "review": (_("All series are closed: post the standings for review"), _("Begin the review")),
    "seat-people": (
        ngettext_lazy(
            "Series %(series)s: %(count)s player has no seat",
            "Series %(series)s: %(count)s players have no seat",
            "count",
        ),
        _("Give them seats"),
    ),
    "seat-people-anew": (
        ngettext_lazy(
            "Series %(series)s: %(count)s player came after the draw and has no seat",
            "Series %(series)s: %(count)s players came after the draw and have no seat",
            "count",
        ),
        _("Draw again"),
    ),
    "show-results": (
        _("Show the results of series %(series)s on the public pages"),
        _("Show the results"),
    ),
    "show-seating": (
        _("Show the seating of series %(series)s on the public pages"),
        _("Show the seating"),
    ),
    "start-series": (
        _("Post the seating of series %(series)s; then it starts"),
        _("The series starts"),
    ),
    "throw-dice": (
        _("Series %(series)s: throw the dice for the announced draw"),
        _("To series %(series)s"),
    ),
}
