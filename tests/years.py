"""A club's year in rows: many evenings at once, without going through the services."""

from datetime import date, timedelta
from random import Random

from scoring.core.services import write_log
from scoring.models import Actor, Entry, Person, ScoreList, Season, Seat, Series, Tournament
from scoring.models.score_list import Depth, ListState

FIRST = date(2026, 1, 9)


def club_year(
    people: int = 60,
    evenings: int = 40,
    series: int = 3,
    *,
    seed: str = "year",
    come: int = 100,
    **season: object,
) -> Season:
    """Tables of four; each person comes to `come` percent of the evenings."""
    rng = Random(seed)
    found = Season.objects.create(**{"name": "Vereinsjahr 2026", **season})
    members = Person.objects.bulk_create(
        Person(family=f"Spieler {number:02}", given="Kim") for number in range(1, people + 1)
    )
    for evening in range(evenings):
        tournament = Tournament.objects.create(
            name=f"Vereinsabend {evening + 1}",
            date=FIRST + timedelta(weeks=evening),
            season=found,
            state="final",
            ask_handed_in=False,
        )
        here = [each for each in members if rng.randrange(100) < come]
        here = here[: len(here) // 4 * 4]
        entries = Entry.objects.bulk_create(
            Entry(tournament=tournament, person=each, start_number=number)
            for number, each in enumerate(here, 1)
        )
        for number in range(1, series + 1):
            play(tournament, number, entries, rng)
        write_log("tournament.created", "tournament", by=Actor(name="year"), tournament=tournament)
    return found


def play(tournament: Tournament, number: int, entries: list[Entry], rng: Random) -> None:
    """A closed series with lists of three figures a player."""
    made, _new = Series.objects.update_or_create(
        tournament=tournament, number=number, defaults={"state": "closed"}
    )
    order = rng.sample(entries, len(entries))
    played = {"seats": 4, "games_due": 48, "depth": Depth.TOTALS, "state": ListState.ENTERED}
    lists = ScoreList.objects.bulk_create(
        ScoreList(series=made, table_number=table, **played)
        for table in range(1, len(order) // 4 + 1)
    )
    seats = []
    for at, each in enumerate(lists):
        figures = [
            (rng.randrange(-200, 900), rng.randrange(12), rng.randrange(4)) for _ in range(4)
        ]
        for position, (points, won, lost) in enumerate(figures, 1):
            others = sum(lost_by for _points, _won, lost_by in figures) - lost
            seat = Seat(list=each, series=made, position=position, points=points, won=won)
            seat.entry = order[4 * at + position - 1]
            seat.lost, seat.others_lost = lost, others
            seat.performance = points + 50 * (won - lost) + 30 * others
            seats.append(seat)
    Seat.objects.bulk_create(seats)
