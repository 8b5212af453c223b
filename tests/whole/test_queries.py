"""No page asks more than twenty queries, not even as the first one after a change.

Every address is opened by whoever sees most, in tournaments in which everything happens that a page
may tell of: the first request finds nothing kept in the process, the second what the first kept.
"""

from dataclasses import replace

import pytest

from scoring.models import LogEntry, Tournament
from scoring.tournament.services.tournaments import move_tournament
from tests import championship
from tests.bench.addresses import FILES, MOST_QUERIES, Address, asked, readers_of
from tests.leagues_played import make_league, meeting_of, play_all, prepared
from tests.world import World, a_world, names

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
# A meeting that was played shows league, teams, rosters and results of all days.
MANY_TABLES = {"league-meeting": 25}
# How a championship stands; broken off, the one way or the other, it is under way no more.
STANDS = {
    "running": {"state": "running"},
    "review": {"state": "review"},
    "final": {"state": "final"},
    "refunded": {"state": "running", "broken_off": "refunded"},
    "prizes": {"state": "running", "broken_off": "prizes"},
}


def around(world: World, tournament: Tournament) -> World:
    """The same accounts around another tournament, with its last table that was seated."""
    series = tournament.series.exclude(state="draft").last()
    score_list = series.lists.order_by("table_number")[0]
    acts = LogEntry.objects.filter(tournament=tournament, subject=score_list.subject)
    return replace(
        world,
        tournament=tournament,
        series=series,
        score_list=score_list,
        entry=score_list.seat_rows.first().entry,
        act=acts.first(),
        team=tournament.team_contests.first().teams.first(),
    )


def above(world: World, plain: World, *readers: str) -> list[str]:
    """The pages that ask too much; a file may. What an address names besides is of `plain`."""
    found, opened = [], set()
    lent = {key: plain.found(key) for key in ("secret", "venue_id")}
    for reader in readers_of(world):
        if reader.name not in readers:
            continue
        for name in sorted(names() - FILES.keys()):
            answer = asked(reader, Address(name, world.url(name, **lent), reader.name), 0)
            if answer and not answer.is_file:
                opened.add(name)
                most = MANY_TABLES.get(name, MOST_QUERIES)
                if max(answer.first, len(answer.queries)) > most:
                    found.append(str(answer))
    assert {"tournament", "money", "award", "pots", "standings", "series", "league"} <= opened
    return found


@pytest.mark.parametrize("stands", STANDS)
def test_no_page_of_a_championship_with_all_its_money_asks_more_than_twenty(stands: str):
    begun = stands == "running"
    tournament = championship.in_its_second_series() if begun else championship.played_to_its_end()
    Tournament.objects.filter(pk=tournament.pk).update(phones=True, public=True, **STANDS[stands])
    tournament.refresh_from_db()
    readers = ("organizer", "server", "public") if stands == "final" else ("organizer",)
    plain = a_world()
    assert above(around(plain, tournament), plain, *readers) == []


def test_no_page_of_a_league_that_is_played_asks_more_than_twenty():
    season = make_league(name="Landesliga")
    meeting = meeting_of(season)
    tournament = prepared(meeting)
    play_all(tournament)
    for state in ("review", "final"):
        move_tournament(tournament, state, by=championship.BY, reason="nobody waits")
        tournament.refresh_from_db()
    plain = a_world()
    world = replace(around(plain, tournament), meeting=meeting_of(season))
    assert above(world, plain, "organizer", "server") == []
