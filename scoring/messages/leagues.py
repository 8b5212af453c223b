"""Sentences about leagues, seasons and their members."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.messages.sentence import Counted, Sentence

LEAGUES: dict[str, Sentence] = {
    "league-gone": _("This league is gone."),
    "league-name-missing": _("The league needs a name."),
    "league-name-taken": _("There is a league or a season called “%(name)s” already."),
    "league-account-unknown": _(
        "Nobody signs in as “%(name)s”. Give the sign-in name of the account."
    ),
    "league-last-leader": _("A league has at least one leader. Name another one first."),
    "league-team-is-scheduled": _(
        "This team stands in the schedule. Make the schedule anew without it, or let it withdraw."
    ),
    "league-team-unknown": _("No team here has the number %(number)s."),
    "league-teams-count": _("A division has at most %(most)s teams."),
    "league-player-twice": _("“%(name)s” occurs twice."),
    "league-player-elsewhere": _(
        "%(name)s is lined up for “%(team)s” on this match day or a later one."
    ),
    "league-position-twice": _("Position %(number)s is given twice."),
    "league-roster-full": _("A roster has at most %(most)s players."),
    "league-points-not-falling": _("Match points must not rise from place to place: 3 2 1 0."),
    "league-points-twice": _("There are two lists of match points for the same number of teams."),
    "league-points-length": _("A list of match points is for 2 to 20 teams: 3 2 1 0."),
    "league-order-counter": _("The table cannot be ordered by counter-points if none are given."),
    "league-team-mates": _("Table %(table)s has players of one team: %(numbers)s."),
    "league-tables": _("The teams present need tables of %(wanted)s."),
    "league-one-team": _("Only one team is here."),
    "league-two-teams-short": _("Two teams alone play only if both are complete."),
    "division-gone": _("This division has been removed."),
    "division-name-missing": _("The division needs a name."),
    "division-was-played": _("Something was played in this division already."),
    "too-many-divisions": _("A league has at most %(most)s divisions."),
    "name-taken": _("“%(name)s” is taken already."),
    "number-between": _("A number from %(least)s to %(most)s."),
    "match-day-unknown": _("There is no match day %(number)s."),
    "match-day-without-date": _("Match day %(number)s has no date yet."),
    "meeting-gone": _("This meeting is no longer in the schedule."),
    "meeting-needs-two-teams": _("At least two teams meet."),
    "meeting-team-twice": _("Team %(number)s occurs twice."),
    "meeting-team-elsewhere": _("“%(team)s” plays elsewhere on match day %(day)s."),
    "meeting-was-played": _("This meeting was set up or played already."),
    "meeting-not-reported": _("This result is in a meeting already, or was not reported."),
    "meeting-not-played": _("This meeting is not played on this computer."),
    "meeting-has-a-tournament": _(
        "This meeting has a tournament: its results follow from the lists there."
    ),
    "meeting-is-reported": _("The match report is in. Take it back first, with a reason."),
    "meeting-was-typed": _("Results of this meeting were typed. Empty them first."),
    "meeting-without-results": _("No result of this meeting is there yet."),
    "lineup-needs-two-teams": _("At least two teams need a line-up."),
    "lineup-size": _("“%(team)s” plays with %(least)s to %(most)s players."),
    "late-series-closed": _("Late players begin in a series that is not closed yet."),
    "lot-of-equal-teams": _("A lot is drawn among all teams that are equal in everything else."),
    "venue-gone": _("This venue is gone."),
    "substitution-too-late": _("A substitute can come in from a later series that is not closed."),
    "substitution-of-nobody": _("Number %(number)s does not play series %(series)s."),
    "penalty-missing": _("Say how many points are taken or given."),
    "penalty-reversed": _("This penalty was taken back already."),
    "import-replaces-results": _(
        "Results of this meeting are there already. Say why they are replaced."
    ),
    "import-other-teams": _("The tournament has other teams: %(names)s. Playing here: %(known)s."),
    "import-without-teams": _("The tournament has no teams. Playing here: %(known)s."),
    "schedule-teams-count": _("A schedule is made for 2 to 40 teams."),
    "schedule-days-count": _("A number from 1 to 30."),
    "schedule-central-count": _("At most as many as there are match days."),
    "schedule-venue-size": _("2 to 8 teams meet at a venue."),
    "schedule-venues-count": _("With this many venues a day, 2 to 8 teams cannot meet at each."),
    "result-unreadable": _(
        "“%(text)s” cannot be read. Performance, or performance won lost: 4512 or 4512 31 9."
    ),
    # Sentences about seasons and their members.
    "season-number-twice": _("Number %(number)s is given to several members."),
    "nobody-called-so": _("Nobody on record is called “%(name)s”."),
    "person-gone": _("Somebody of this list is no longer on record: please look at it again."),
    "tournament-is-a-match-day": _(
        "This tournament is a match day of “%(name)s”: it counts there and nowhere else."
    ),
    "season-closed": _("This season is closed. To change it, open it again first."),
    "season-days-open": Counted(
        "count",
        _("One day of this season is not final yet."),
        _("%(count)s days of this season are not final yet."),
    ),
    "season-gone": _("This season has been removed meanwhile."),
    "season-has-divisions": _("There are divisions already: this season stays a league."),
    "season-name-taken": _("There is a season of this name already."),
    "season-not-empty": Counted(
        "count",
        _("It counts one tournament: only an empty season can be removed."),
        _("It counts %(count)s tournaments: only an empty season can be removed."),
    ),
    "season-not-played": _("No day of this season has been played yet."),
    "season-reports-missing": Counted(
        "count", _("One match report is missing."), _("%(count)s match reports are missing.")
    ),
    "several-called-so": _(
        "Several people fit: %(names)s. Please type more of the name, or the club behind it."
    ),
}

Names = Mapping[str, str | Promise]

MEETING_STATES: Names = {
    "planned": _("planned"),
    "provisional": _("provisional"),
    "reported": _("reported"),
}
ZONES: Names = {
    "promoted": _("promotion"),
    "promotion_playoff": _("promotion play-off"),
    "relegation_playoff": _("relegation play-off"),
    "relegated": _("relegation"),
}
CRITERIA: Names = {
    "match": _("match points"),
    "counter": _("fewer counter-points"),
    "difference": _("match points less counter-points"),
    "game": _("game points"),
    "direct": _("direct comparison"),
    "won": _("games won"),
    "lost": _("fewer games lost"),
    "firsts": _("first places"),
    "lot": pgettext_lazy("league", "lot"),
}
