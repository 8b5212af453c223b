"""Lists and start cards come back at the end; no prize without them (TO 7.4.1, 9.13)."""

from collections.abc import Collection

from scoring.core.refusals import Refused
from scoring.core.services import changing
from scoring.models import Actor, Tournament
from scoring.models.log import Action
from scoring.rules.problem import Problem

SUBJECT = "handed-in"


def record_handed_in(
    tournament: Tournament,
    numbers: Collection[int],
    *,
    by: Actor,
    handed_in: bool = True,
) -> list[int]:
    """Tick lists and start card of these start numbers, or take the tick away.

    Returns the numbers that it changed. Raises Refused with every number that nobody has.
    """
    with changing(tournament, by, Action.ENTRY_HANDED_IN, about=SUBJECT) as change:
        entries = tournament.entries.filter(start_number__in=numbers)
        known = dict(entries.values_list("start_number", "handed_in"))
        problems = [
            Problem("start-number-unknown", "numbers", {"number": number})
            for number in sorted(set(numbers) - known.keys())
        ]
        if not numbers:
            problems.append(Problem("handed-in-nobody", "numbers"))
        if problems:
            raise Refused(problems)
        changed = [number for number, already in known.items() if already != handed_in]
        if changed:
            entries.update(handed_in=handed_in)
            figures = {"start_numbers": sorted(changed)}
            change.log(
                old=figures | {"handed_in": not handed_in}, new=figures | {"handed_in": handed_in}
            )
        return sorted(changed)
