"""A federation's server with invented hosts, people and tournaments, as many as one likes.

One tournament is played through the services; the others are its rows with other people
(`rows`). What is measured is how long a page takes among them all, not what stands in a
list.
"""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from django.db import connection, transaction

from scoring.hosts.services import add_host
from scoring.management.terminal import progress as bar_of
from scoring.models import (
    Actor,
    Club,
    ClubMember,
    Entry,
    Game,
    Host,
    HostRole,
    Person,
    Season,
    Tournament,
    User,
)
from scoring.models.account import HostRoleName
from scoring.models.host import FIRST_HOST, HostKind
from scoring.simulation.services import FAMILY_NAMES, GIVEN_NAMES, SimulationPlan, simulate
from tools.simulate_server.rows import PlayedTournament

STATES = 13
PLAYERS = 36  # nine tables of four: 5,000 tournaments are 2,000,000 games
A_CLUB = 10  # people of it at the federation; each other host has one club
A_YEAR = 20  # tournaments of a season
OF_A_SEASON = 60  # people
CENTRAL = 10  # of so many tournaments one is the federation's
BATCH = 250  # tournaments of one transaction
SUFFIXES = 1_000  # of family names, so that 20,000 people are not 11,000 namesakes
# The accounts of each host, and how many more of the last kind the federation has.
STAFF = (HostRoleName.ORGANIZER, HostRoleName.CLERK, HostRoleName.VIEWER)
VIEWERS = 200
UNUSABLE = "!"  # nobody signs in by this password

People = Mapping[int, Sequence[Person]]  # by the id of their host


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """How much there is of everything. Half of the people are on record at the first host."""

    hosts: int
    people: int
    tournaments: int
    seed: str
    day: date

    def random(self, what: str) -> Random:
        return Random(f"{self.seed}/{what}")


def simulate_server(
    plan: ServerPlan, *, by: Actor, progress: Callable[[int], None] = lambda made: None
) -> None:
    """Fill an empty server; `progress` is called with the number of tournaments made.

    Raises:
        SystemExit: The server is not empty.
    """
    if Tournament.objects.exists() or Person.objects.exists():
        raise SystemExit("There are people or tournaments here already.")
    hosts = make_hosts(plan, by)
    make_accounts(hosts)
    # Before the people, of whom some have the names of its players.
    template = PlayedTournament(
        simulate(SimulationPlan(PLAYERS, 1, plan.seed, "Vorlage", plan.day), by=by)
    )
    template.release()
    people = make_people(plan, hosts)
    seasons = make_seasons(plan, people)
    for start in range(1, plan.tournaments, BATCH):
        numbers = range(start, min(start + BATCH, plan.tournaments))
        with transaction.atomic():
            made = [tournament_of(plan, template, people, seasons, each) for each in numbers]
            template.repeat(made, plan.random(f"entries/{start}"))
        progress(len(numbers))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # what was inserted at once is unknown to the planner


def make_hosts(plan: ServerPlan, by: Actor) -> list[Host]:
    """The first one is the federation; below it state associations, and below these clubs."""
    first = Host.objects.get(pk=FIRST_HOST)
    states, clubs = [], []
    for number in range(1, plan.hosts):
        if number <= STATES:
            host = Host(name=f"Landesverband {number}", kind=HostKind.STATE, parent=first)
            states.append(host)
        else:
            above = states[number % len(states)]
            host = Host(name=f"Skatclub {number}", kind=HostKind.CLUB, parent=above)
            clubs.append(host)
        add_host(host, by=by)
    return [first, *states, *clubs]


def make_accounts(hosts: Sequence[Host]) -> None:
    """Accounts with a role in each host, into which nobody can sign in."""
    wanted = [(host, role, 0) for host in hosts for role in STAFF]
    wanted += [(hosts[0], STAFF[-1], number) for number in range(1, VIEWERS + 1)]
    users = User.objects.bulk_create(
        User(
            username=f"{role}-{host.pk}-{number}",
            first_name=str(role.label),
            last_name=f"{host.name} {number or ''}".strip(),
            password=UNUSABLE,
            made_by=host,
        )
        for host, role, number in wanted
    )
    HostRole.objects.bulk_create(
        HostRole(user=user, host=host, role=role)
        for user, (host, role, _number) in zip(users, wanted, strict=True)
    )


def make_people(plan: ServerPlan, hosts: Sequence[Host]) -> dict[int, list[Person]]:
    """People by host, as far as there are enough for a tournament; each second one is a member of
    his club.
    """
    rng = plan.random("people")
    clubs = make_clubs(plan, hosts)
    found: dict[int, list[Person]] = {each.pk: [] for each in hosts}
    for number in range(plan.people):
        central = len(hosts) == 1 or number % 2
        host = hosts[0] if central else hosts[1 + number // 2 % (len(hosts) - 1)]
        among = clubs[host.pk]
        club = among[len(found[host.pk]) % len(among)]
        found[host.pk].append(invented(rng, host, club, number))
    Person.objects.bulk_create((each for some in found.values() for each in some), batch_size=1_000)
    ClubMember.objects.bulk_create(
        (
            ClubMember(club=person.club, person=person, number=number)
            for some in found.values()
            for number, person in enumerate(some[::2], 1)
        ),
        batch_size=1_000,
    )
    return {host: some for host, some in found.items() if len(some) >= PLAYERS}


def make_clubs(plan: ServerPlan, hosts: Sequence[Host]) -> dict[int, list[Club]]:
    """The clubs of each host: one, and of the first as many as its people fill."""
    counts = {each.pk: 1 for each in hosts} | {hosts[0].pk: max(1, plan.people // 2 // A_CLUB)}
    clubs = Club.objects.bulk_create(
        Club(host_id=host, name=f"Grand {host}" + (f"/{number:04}" if number else ""))
        for host, count in counts.items()
        for number in range(count)
    )
    found: dict[int, list[Club]] = {host: [] for host in counts}
    for each in clubs:
        found[each.host_id].append(each)
    return found


def invented(rng: Random, host: Host, club: Club, number: int) -> Person:
    family = (
        f"{rng.choice(FAMILY_NAMES)}{'' if rng.random() < 0.5 else f' {rng.randrange(SUFFIXES)}'}"
    )
    return Person(
        host=host,
        family=family,
        given=rng.choice(GIVEN_NAMES),
        club=club,
        passport=f"{number:06}",
        birth_year=rng.randrange(1935, 2008),
    )


def make_seasons(plan: ServerPlan, people: People) -> dict[int, list[Season]]:
    """The seasons of each host that has tournaments, as many as it needs."""
    counts = dict.fromkeys(people, 1) | {FIRST_HOST: plan.tournaments // CENTRAL // A_YEAR + 1}
    seasons = Season.objects.bulk_create(
        Season(host_id=host, name=f"Jahr {number}", public=number % 2 == 0)
        for host, count in counts.items()
        if host in people
        for number in range(count)
    )
    found: dict[int, list[Season]] = {host: [] for host in people}
    for each in seasons:
        found[each.host_id].append(each)
    return found


def tournament_of(
    plan: ServerPlan,
    template: PlayedTournament,
    people: People,
    seasons: Mapping[int, Sequence[Season]],
    number: int,
) -> tuple[Tournament, Sequence[Person]]:
    """The tournament of that number, not saved, and who may play in it; each second is public."""
    ids = sorted(people)
    host = ids[0] if number % CENTRAL == 0 else ids[number % len(ids)]
    place = number // CENTRAL % len(seasons[host])
    made = template.tournament_again(
        name=f"Pokal {number}",
        host_id=host,
        date=plan.day - timedelta(days=number % 2_000),
        season=seasons[host][place],
        public=number % 2 == 1 or number % (2 * CENTRAL) == 0,
    )
    # A season has its own people, who come again and again.
    first = place * OF_A_SEASON % max(1, len(people[host]) - OF_A_SEASON)
    return made, people[host][first : first + OF_A_SEASON]


def main(arguments: Sequence[str]) -> None:
    """Fill the server of the settings, and print as JSON how many rows there are of each kind."""
    parser = ArgumentParser(
        prog="python -m tools.simulate_server",
        description="Fills an empty server with invented hosts, people and tournaments; half of "
        "the people are on record at the first host. The same seed gives the same.",
    )
    parser.add_argument("--hosts", type=int, default=500)
    parser.add_argument("--people", type=int, default=40_000)
    parser.add_argument("--tournaments", type=int, default=5_000)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--date", dest="day", type=date.fromisoformat, default=date(2026, 11, 21))
    plan = ServerPlan(**vars(parser.parse_args(arguments)))
    with bar_of(plan.tournaments, "tournaments") as bar:
        simulate_server(plan, by=Actor(name="simulate_server"), progress=bar.update)
    counted = (Host, Person, Tournament, Entry, Game)
    print(json.dumps({each._meta.model_name: each.objects.count() for each in counted}))
