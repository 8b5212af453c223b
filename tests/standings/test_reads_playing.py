"""How people play, from the lists that were entered game by game; the game of the evening."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import translation

from scoring.core.text import Name
from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list
from scoring.messages.sentence import points
from scoring.models import Entry, Game, Role, ScoreList, Season, Tournament
from scoring.models.score_list import Depth, ListState
from scoring.models.tournament import Counts
from scoring.money.reads.award import games_of_the_evening
from scoring.money.services.pots import PotTerms, create_pot
from scoring.people.services.matching import Newcomer
from scoring.rules.prizes import PrizePlan
from scoring.standings.reads.player import KINDS, Style, StyleTally, style_listing, style_of
from tests.factories import add_entry, line, make_member, open_list
from tests.races import fresh
from tests.simulated import BY, DAY

LINES = [
    line(1, 2, "hearts", won=True),
    line(2, 3, "grand", tops=2, won=False, hand=True),
    line(3, 2, "null", tops=0, won=True),
    line(4, 2, "clubs", tops=-3, won=False),
    line(5, 3, "spades", won=True),
    line(6, passed=True),
    line(7, 2, "diamonds", won=True),
    line(8, 2, "grand", tops=1, won=True),
]


@pytest.fixture
def score_list(db: None) -> ScoreList:
    """Two rounds of four: seat 2 plays five games, seat 3 two."""
    found = open_list(4, rounds=2)
    record_games(found, LINES, by=BY, revision=found.revision)
    found = fresh(found)
    close_list(found, by=BY, revision=found.revision)
    return fresh(found)


def test_games_are_counted_by_kind_and_by_who_won(score_list):
    """Against are others' games for which one had cards: seat 2 deals 2 and 6, seat 1 1 and 5."""
    first, second, third = (style_at(score_list, position) for position in (1, 2, 3))
    own = {"solo": (5, 4), "suits": (3, 2), "grand": (1, 1), "null": (1, 1), "hand": (0, 0)}
    own |= {"ouvert": (0, 0), "against": (1, 0)}
    assert {key: second.own.tallies[key] for key in own} == {
        key: StyleTally(*tally) for key, tally in own.items()
    }
    assert third.own.tallies["hand"] == StyleTally(1, 0)
    assert first.own.tallies["against"] == StyleTally(5, 2)
    club = first.club  # everybody together: two have cards beside the soloist
    assert (club.lists, club.tallies["solo"]) == (4, StyleTally(7, 5))
    assert club.tallies["against"].games == 2 * 7


def person_at(score_list: ScoreList, position: int) -> int:
    return score_list.seat_rows.get(position=position).entry.person_id


def style_at(score_list: ScoreList, position: int) -> Style:
    return style_of([score_list.series.tournament], person_at(score_list, position))


def test_averages_are_exact_and_scaled_to_48_games_and_every_game_is_a_step(score_list):
    """20 + 50, 23 + 50, −(60 doubled) − 50, …: every game as soloist with its 50 (TO 5.1)."""
    style = style_at(score_list, 2)
    performance = score_list.seat_rows.get(position=2).performance
    assert (style.own.lists, style.own.best) == (1, performance)
    with translation.override("de"):
        assert style.own.per_list == points(48 * performance // 8)
        assert style.own.average_tops == "1,50"  # 1, 3, 1, 1 of four games with trumps
    assert style.streaks == (2, 1)
    path = [0]
    for score, won in Game.objects.filter(soloist=2).order_by("number").values_list("score", "won"):
        path.append(path[-1] + score + (50 if won else -50))
    assert style.path == tuple(path)


def test_announced_games_are_not_called_as_the_people_who_reserved_a_place():
    with translation.override("de"):
        assert str(KINDS["announced"][0]) == "Angesagt"


def test_the_last_evening_is_the_latest_one_whatever_counts_in_it(score_list):
    """Here a list counts once it is entered, in the later tournament once it is confirmed."""
    early = score_list.series.tournament
    later = open_list(4, rounds=2)
    record_games(later, LINES[:3], by=BY, revision=later.revision)
    ScoreList.objects.filter(pk=later.pk).update(
        state=ListState.CONFIRMED, confirmed_revision=F("revision")
    )
    entry = later.seat_rows.get(position=2).entry
    Tournament.objects.filter(pk=entry.tournament_id).update(date=DAY, counts=Counts.CONFIRMED)
    Tournament.objects.filter(pk=early.pk).update(date=DAY - timedelta(1), counts=Counts.ENTERED)
    Entry.objects.filter(pk=entry.pk).update(person=person_at(score_list, 2))
    for order in ("date", "-date"):
        both = list(Tournament.objects.order_by(order))
        assert len(style_of(both, person_at(score_list, 2)).path) == 1 + 2


def test_who_played_no_game_and_lists_of_three_figures_have_an_empty_style(score_list):
    nobody = style_of([score_list.series.tournament], 0)
    assert (nobody.own.lists, nobody.streaks, nobody.own.per_list) == (0, (0, 0), "")
    assert style_listing(nobody).rows == []
    ScoreList.objects.update(depth=Depth.TOTALS)
    style = style_at(score_list, 2)
    assert (style.own.lists, style.path) == (0, (0,))


def test_the_dearest_game_won_is_the_game_of_the_evening(score_list):
    """Grand with 1: 48 points; the lost grand hand with 2 would be worth more."""
    name = score_list.seat_rows.get(position=2).entry.person
    with translation.override("de"):
        [game] = games_of_the_evening(score_list.series.tournament)
    assert game == f"{name}: Grand, mit 1, 48 Punkte (Serie 1, Tisch 1, Spiel 8)"
    ScoreList.objects.update(sittings=[{"seat": 2, "last_game": 4}, {"seat": 2, "first_game": 5}])
    fifth = add_entry(score_list.series.tournament, Newcomer(Name("Fink", "Eva")), by=BY)
    score_list.seat_rows.create(series=score_list.series, position=5, entry=fifth)
    [game] = games_of_the_evening(score_list.series.tournament)
    assert game.startswith("Eva Fink: Grand")
    Game.objects.filter(won=True).update(won=None, score=0, passed=True, soloist=None)
    assert games_of_the_evening(score_list.series.tournament) == []


def test_pages_tell_how_a_person_plays_and_the_game_of_the_evening(
    score_list, client, django_assert_max_num_queries
):
    tournament = score_list.series.tournament
    season = Season.objects.create(name="Vereinsjahr")
    Tournament.objects.update(season=season)
    create_pot(tournament, PotTerms("Gesamt", "overall", PrizePlan()), by=BY)
    client.force_login(make_member(tournament, Role.CLERK))
    url = reverse("season-person", args=[season.pk, person_at(score_list, 2)])
    with django_assert_max_num_queries(30):
        text = client.get(url).content.decode()
    assert "1,50 Spitzen" in text
    assert "Aus 1 Liste, die Spiel für Spiel eingegeben ist." in text
    assert "Alleinspiele" in text
    award = client.get(reverse("award", args=[tournament.pk])).content.decode()
    assert "Spiel des Abends" in award
    ScoreList.objects.update(depth=Depth.TOTALS)
    assert "Spielweise" not in client.get(url).content.decode()
