"""A federation's server with invented hosts, people and tournaments, as many as one likes.

One tournament is played through the services; the others are its rows with people of other hosts.
What is measured is how long a page takes among them all, not what stands in a list.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import TypeVar

from django.db import transaction
from django.db.models import Model

from scoring.core.refusals import refuse
from scoring.core.services import write_log
from scoring.hosts.services import HostTerms, add_host
from scoring.models import (
    Actor,
    Club,
    Entry,
    Game,
    Host,
    Person,
    ScoreList,
    Seat,
    Series,
    Tournament,
)
from scoring.models.host import FIRST_HOST, HostKind
from scoring.models.log import Action
from scoring.models.tournament import TournamentState
from scoring.simulation.services.names import FAMILY, GIVEN
from scoring.simulation.services.tournament import SimulationPlan, simulate

Row = TypeVar("Row", bound=Model)
STATES = 13
PLAYERS = 32
A_CLUB = 40  # people
BATCH = 50  # tournaments, or thousands of people
SUFFIXES = 1_000  # of family names, so that 20,000 people are not 11,000 namesakes


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """How much there is of everything. Half of the people are on record at the first host."""

    hosts: int
    people: int
    tournaments: int
    seed: str
    day: date

    def random(self, what: str) -> Random:
        return Random(f"{self.seed}/{what}")  # noqa: S311 - a game of chance


def simulate_server(
    plan: ServerPlan, *, by: Actor, progress: Callable[[int], None] = lambda made: None
) -> None:
    """Fill an empty server; `progress` is called with the number of tournaments made."""
    if Tournament.objects.exists() or Person.objects.exists():
        raise refuse("server-not-empty")
    hosts = make_hosts(plan, by)
    # Before the people, of whom some have the names of its players.
    made = simulate(SimulationPlan(PLAYERS, 1, plan.seed, "Vorlage", plan.day), by=by)
    template = Template.of(made)
    people = make_people(plan, hosts)
    for start in range(1, plan.tournaments, BATCH):
        numbers = range(start, min(start + BATCH, plan.tournaments))
        with transaction.atomic():
            template.repeat(plan, hosts, people, numbers, by)
        progress(len(numbers))


def make_hosts(plan: ServerPlan, by: Actor) -> list[Host]:
    """The first one is the federation; below it state associations, and below these clubs."""
    first = Host.objects.get(pk=FIRST_HOST)
    states, clubs = [], []
    for number in range(1, plan.hosts):
        if number <= STATES:
            terms = HostTerms(f"Landesverband {number}", HostKind.STATE, first.pk)
            states.append(add_host(terms, by=by))
        else:
            above = states[number % len(states)]
            terms = HostTerms(f"Skatclub {number}", HostKind.CLUB, above.pk)
            clubs.append(add_host(terms, by=by))
    return [first, *states, *clubs]


def make_people(plan: ServerPlan, hosts: Sequence[Host]) -> dict[int, list[Person]]:
    """People by host; each plays for a club of his host."""
    rng = plan.random("people")
    clubs = Club.objects.bulk_create(Club(host=each, name=f"Grand {each.pk}") for each in hosts)
    club_of = {each.host_id: each for each in clubs}
    found: dict[int, list[Person]] = {each.pk: [] for each in hosts}
    waiting = []
    for number in range(plan.people):
        central = len(hosts) == 1 or number % 2
        host = hosts[0] if central else hosts[1 + number // 2 % (len(hosts) - 1)]
        person = invented(rng, host, club_of[host.pk], number)
        found[host.pk].append(person)
        waiting.append(person)
    Person.objects.bulk_create(waiting, batch_size=1_000)
    return {host: each for host, each in found.items() if len(each) >= PLAYERS}


def invented(rng: Random, host: Host, club: Club, number: int) -> Person:
    family = f"{rng.choice(FAMILY)}{'' if rng.random() < 0.5 else f' {rng.randrange(SUFFIXES)}'}"
    return Person(
        host=host,
        family=family,
        given=rng.choice(GIVEN),
        club=club,
        passport=f"{number:06}",
        birth_year=rng.randrange(1935, 2008),
    )


@dataclass(frozen=True, slots=True)
class Template:
    """The rows of a tournament that was played."""

    tournament: Tournament
    series: Series
    entries: Sequence[Entry]
    lists: Sequence[ScoreList]
    seats: Sequence[Seat]
    games: Sequence[Game]

    @classmethod
    def of(cls, tournament: Tournament) -> "Template":
        series = tournament.series.get()
        return cls(
            tournament,
            series,
            list(tournament.entries.all()),
            list(series.lists.all()),
            list(Seat.objects.filter(series=series)),
            list(Game.objects.filter(list__series=series)),
        )

    def repeat(
        self,
        plan: ServerPlan,
        hosts: Sequence[Host],
        people: dict[int, list[Person]],
        numbers: Sequence[int],
        by: Actor,
    ) -> None:
        """More tournaments of these numbers, each with people of its host."""
        ids = sorted(people)
        made = [
            again(
                self.tournament,
                name=f"Pokal {number}",
                host_id=ids[number % len(ids)],
                date=plan.day - timedelta(days=number % 2_000),
                state=TournamentState.FINAL,
            )
            for number in numbers
        ]
        Tournament.objects.bulk_create(made)
        series = [again(self.series, tournament=each) for each in made]
        Series.objects.bulk_create(series)
        entries = self.entries_of(made, people, plan.random(f"entries/{numbers[0]}"))
        self.lists_of(series, entries)
        for each in made:
            new = {"system": each.system}
            write_log(Action.TOURNAMENT_CREATED, "tournament", by=by, tournament=each, new=new)

    def entries_of(
        self, made: Sequence[Tournament], people: dict[int, list[Person]], rng: Random
    ) -> dict[tuple[int, int], Entry]:
        """The entries by tournament and the id of the entry that they repeat."""
        found = {}
        for each in made:
            playing = rng.sample(people[each.host_id], len(self.entries))
            for entry, person in zip(self.entries, playing, strict=True):
                found[each.pk, entry.pk] = again(entry, tournament=each, person=person)
        Entry.objects.bulk_create(found.values())
        return found

    def lists_of(self, series: Sequence[Series], entries: dict[tuple[int, int], Entry]) -> None:
        """Lists, seats and games of each series."""
        lists = {
            (each.pk, row.pk): again(row, series=each) for each in series for row in self.lists
        }
        ScoreList.objects.bulk_create(lists.values())
        Seat.objects.bulk_create(
            again(
                seat,
                series=each,
                list=lists[each.pk, seat.list_id],
                entry=entries[each.tournament_id, seat.entry_id],
            )
            for each in series
            for seat in self.seats
        )
        Game.objects.bulk_create(
            (again(row, list=lists[each.pk, row.list_id]) for each in series for row in self.games),
            batch_size=2_000,
        )


def again(row: Row, **changed: object) -> Row:
    """The row once more with other values, not saved."""
    made = copy(row)
    made.pk, made._state.adding = None, True
    for name, value in changed.items():
        setattr(made, name, value)
    return made
