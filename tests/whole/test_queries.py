"""No page asks more than sixty queries, a public one 25, not even as the first after a change.

Every address is opened by whoever sees most, in tournaments in which everything happens that a page
may tell of: the first request finds nothing kept in the process, the second what the first kept.
"""

from dataclasses import replace

import pytest

from scoring.core.services import write_log
from scoring.core.text import Name
from scoring.leagues.reads.meetings import meeting_page
from scoring.leagues.services.match_days import prepare_meeting
from scoring.leagues.services.results import add_late_players
from scoring.models import LeaguePlayer, LogEntry, Meeting, Tournament
from scoring.models.names import subject_of
from scoring.public.services import set_part_public
from scoring.series.reads.draw_request import usual_options
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.tournament.services.tournaments import move_tournament
from tests import championship
from tests.leagues_played import lineup, make_league, meeting_of, play, play_all, prepared
from tests.world import World, a_world, names
from tools.bench.addresses import Address, asked, readers_of

BY = championship.BY
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.long]
# How a championship stands; broken off, the one way or the other, it is under way no more.
STANDS = {
    "running": {"state": "running"},
    "review": {"state": "review"},
    "final": {"state": "final"},
    "refunded": {"state": "running", "broken_off": "refunded"},
    "prizes": {"state": "running", "broken_off": "prizes"},
}
FILE = ("-file", "-pdf", "-xlsx", "print")  # how names end whose address gives a file


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
        for name in sorted(each for each in names() if not each.endswith(FILE)):
            answer = asked(reader, Address(name, world.url(name, **lent), reader.name), 0)
            if answer and not answer.is_file:
                opened.add(name)
                if answer.asks_too_much:
                    found.append(str(answer))
    assert {"tournament", "money", "award", "pots", "standings", "series", "league"} <= opened
    return found


@pytest.mark.parametrize("stands", list(STANDS))
def test_no_page_of_a_championship_with_all_its_money_asks_too_much(stands: str):
    begun = stands == "running"
    tournament = championship.in_its_second_series() if begun else championship.played_to_its_end()
    Tournament.objects.filter(pk=tournament.pk).update(phones=True, public=True, **STANDS[stands])
    for series in tournament.series.all() if stands == "final" else ():
        set_part_public(series, "results", True, by=BY)
    tournament.refresh_from_db()
    readers = ("organizer", "server", "public") if stands == "final" else ("organizer",)
    plain = a_world()
    assert above(around(plain, tournament), plain, *readers) == []


def test_no_page_of_a_championship_with_a_seating_to_be_released_asks_too_much():
    tournament = championship.in_its_second_series()
    last = tournament.series.last()
    draw_series(last, usual_options(last), by=BY, seed="third")
    plain = a_world()
    world = replace(around(plain, tournament), series=last)
    assert above(world, plain, "organizer") == []


def test_no_page_of_a_league_with_a_seating_to_be_released_asks_too_much():
    """Four tables of three, whose number only the teams at the venue explain."""
    season = make_league(name="Landesliga")
    meeting = meeting_of(season)
    tournament = prepare_meeting(meeting, {team: lineup(team) for team in (1, 2, 3)}, by=BY)
    first, second, _third = tournament.series.all()
    play(first)
    draw_series(second, usual_options(second), by=BY, seed="second")
    assert [each.seats for each in second.lists.all()] == [3, 3, 3, 3]
    plain = a_world()
    act = LogEntry.objects.filter(tournament=tournament).first()
    around_it = around(plain, tournament)
    world = replace(around_it, series=second, meeting=meeting_of(season), act=act)
    assert above(world, plain, "organizer") == []


def test_no_page_of_a_league_whose_late_players_wait_asks_too_much():
    season = make_league(name="Landesliga")
    meeting = meeting_of(season)
    present = {1: lineup(1, 3), 2: lineup(2), 3: lineup(3), 4: lineup(4, 3)}
    tournament = prepare_meeting(meeting, present, by=BY)
    first, second, _third = tournament.series.all()
    play(first)
    draw_series(second, usual_options(second), by=BY, seed="late")
    move_series(second, "playing", by=BY)
    for team in (1, 4):
        add_late_players(meeting, team, [Name(f"Spät{team}", "Ines")], from_series=2, by=BY)
    joined_the_roster(meeting)
    plain = a_world()
    act = LogEntry.objects.filter(tournament=tournament).first()
    world = replace(around(plain, tournament), meeting=meeting_of(season), act=act)
    page = meeting_page(world.meeting)
    assert (len(page.waiting), len(page.newcomers)) == (2, 1)
    assert page.open_series == page.late_series == (2, 3)
    assert above(world, plain, "organizer") == []


def joined_the_roster(meeting: Meeting) -> None:
    """Somebody stands on a roster since a venue sent the match day."""
    season = meeting.division.season
    person = LeaguePlayer.objects.filter(team__number=1)[0].person_id
    about = {"division": 1, "day": 1, "meeting": 1, "team": 1}
    people = {"old": {"people": [0]}, "new": {**about, "people": [person]}}
    where = {"tournament": None, "host": season.host_id}
    write_log("league.roster.set", subject_of("league", season.name), by=BY, **where, **people)


def test_no_page_of_a_league_that_is_played_asks_too_much():
    season = make_league(name="Landesliga")
    meeting = meeting_of(season)
    tournament = prepared(meeting)
    play_all(tournament)
    for state in ("review", "final"):
        move_tournament(tournament, state, by=BY, reason="nobody waits")
        tournament.refresh_from_db()
    plain = a_world()
    world = replace(around(plain, tournament), meeting=meeting_of(season))
    assert above(world, plain, "organizer", "server") == []
