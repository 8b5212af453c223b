"""The members of a season: who is ticked every evening, by which number."""

from collections import Counter
from collections.abc import Iterable, Mapping

from scoring.core.forms import Refused
from scoring.core.services import changing
from scoring.models import Actor, Person, Season, SeasonMember
from scoring.models.log import Action
from scoring.models.person import HIGHEST_START_NUMBER
from scoring.rules.problem import Problem
from scoring.seasons.services.seasons import ask_organizer, log_change
from scoring.standings.services.seasons import lock_season


def number_problems(wanted: Mapping[int, int]) -> list[Problem]:
    """What is wrong with the numbers of these people (ids); each at the field of its person."""
    counts = Counter(wanted.values())
    problems = []
    for person, number in wanted.items():
        field = f"number_{person}"
        if not 1 <= number <= HIGHEST_START_NUMBER:
            problems.append(
                Problem("season-number-out-of-range", field, {"most": HIGHEST_START_NUMBER})
            )
        elif counts[number] > 1:
            problems.append(Problem("season-number-twice", field, {"number": number}))
    return problems


def set_members(season: Season, wanted: Mapping[int, int], *, by: Actor) -> None:
    """Make these people (ids) the members of the season, each with his number.

    Whoever is not named is a member no longer. The log tells numbers, no names. Raises Refused with
    all problems.
    """
    problems = number_problems(wanted)
    with changing(None, by, Action.SEASON_MEMBERS, host=season.host_id) as change:
        lock_season(season)
        ask_organizer(season, by)
        person_query_set = Person.objects.of(season).filter(pk__in=wanted, anonymised_at=None)
        people = set(person_query_set.values_list("pk", flat=True))
        problems += [Problem("person-gone") for person in wanted if person not in people][:1]
        if problems:
            raise Refused(problems)
        before = dict(season.members.values_list("person", "number"))
        if before == dict(wanted):
            return
        changed = {who for who in before | dict(wanted) if before.get(who) != wanted.get(who)}
        # Numbers may change hands: they are free before they are given.
        season.members.filter(person__in=changed).delete()
        SeasonMember.objects.bulk_create(
            SeasonMember(season=season, person_id=who, number=number)
            for who, number in wanted.items()
            if who in changed
        )
        old, new = (figures_of(each, changed) for each in (before, wanted))
        log_change(change, season, old=old, new=new)


def figures_of(members: Mapping[int, int], changed: Iterable[int]) -> dict[str, object]:
    """What the log keeps: how many members there are, and the numbers of those who changed."""
    numbers = sorted(members[who] for who in changed if who in members)
    return {"members": len(members), "start_numbers": numbers}


def add_members(season: Season, numbered: Iterable[tuple[int, int]], *, by: Actor) -> int:
    """Add people (id, the number he would like, 0 for any); returns how many were added.

    A number that somebody has is replaced by the next free one. Who is a member stays as he is.
    """
    wanted = dict(season.members.values_list("person", "number"))
    before = len(wanted)
    taken = set(wanted.values())
    waiting = []
    for person, number in numbered:
        if person in wanted:
            continue
        if number and number not in taken:
            wanted[person] = number
            taken.add(number)
        else:
            waiting.append(person)
            wanted[person] = 0
    free = (number for number in range(1, HIGHEST_START_NUMBER + 1) if number not in taken)
    for person in waiting:
        wanted[person] = next(free)
    set_members(season, wanted, by=by)
    return len(wanted) - before
