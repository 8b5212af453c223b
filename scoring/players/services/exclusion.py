"""Whether players are excluded over a referee's decision: the organizer says it (TO 9.4, 8.5)."""

from collections.abc import Collection

from scoring.core.access import has_role
from scoring.core.forms import Refused, refuse
from scoring.core.services import changing
from scoring.models import Actor, Role, Ruling
from scoring.models.log import Action
from scoring.models.names import ruling_subject
from scoring.models.person import EntryState
from scoring.models.tournament import TournamentState
from scoring.players.services.leaving import write_state
from scoring.rules.problem import Problem


def decide_exclusion(ruling: Ruling, numbers: Collection[int], *, by: Actor, reason: str) -> None:
    """Record what the organizer decides; the players of these start numbers are expelled.

    No number: nobody is excluded, which is recorded too. What they played stays, their fee is kept
    (TO 4.3). Raises Refused with all problems.
    """
    tournament, about = ruling.tournament, ruling_subject(ruling)
    with changing(tournament, by, Action.RULING_EXCLUSION, about=about) as change:
        if not has_role(by, tournament, Role.ORGANIZER):
            raise refuse("exclusion-of-the-organizer", rule="TO 9.4")
        entries = list(tournament.entries.filter(start_number__in=numbers))
        unknown = set(numbers) - {entry.start_number for entry in entries}
        problems = [
            Problem("start-number-unknown", "numbers", {"number": number})
            for number in sorted(unknown)
        ]
        if not reason.strip():
            problems.append(Problem("reason-missing", "reason"))
        if tournament.state == TournamentState.FINAL:
            problems.append(Problem("tournament-final"))
        if problems:
            raise Refused(problems)
        change.log(new={"start_numbers": sorted(set(numbers))}, reason=reason.strip())
        for entry in entries:
            if entry.state != EntryState.EXPELLED:
                write_state(entry, EntryState.EXPELLED, change, reason.strip())
