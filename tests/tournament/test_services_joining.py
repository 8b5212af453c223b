"""A season belongs to all its tournaments: only organizers of all may change it."""

from dataclasses import replace
from datetime import date

import pytest

from scoring.core.forms import Refused
from scoring.models import Actor, Membership, Role, Season, Tournament
from scoring.tournament.services.tournaments import (
    TournamentTerms,
    change_tournament,
    create_tournament,
)
from tests.factories import make_member, make_tournament

pytestmark = pytest.mark.django_db
NAME = "2026/27"
TERMS = TournamentTerms(
    name="Herbstpokal", date=date(2026, 11, 21), season=NAME, ask_handed_in=False
)


@pytest.fixture
def theirs() -> Tournament:
    """A tournament of a season that counts the best three, organized by others."""
    season = Season.objects.create(name=NAME, best_of=3)
    tournament = make_tournament("Frühjahrspokal", season=season)
    make_member(tournament, Role.ORGANIZER)
    return tournament


@pytest.fixture
def mine() -> Tournament:
    return make_tournament()


@pytest.fixture
def organizer(mine: Tournament) -> Actor:
    return Actor(make_member(mine, Role.ORGANIZER))


def promote(actor: Actor, tournament: Tournament, role: str = Role.ORGANIZER) -> None:
    Membership.objects.update_or_create(
        user=actor.user, tournament=tournament, defaults={"role": role}
    )


def refusals(call, *args, **more) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        call(*args, **more)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def season_log(tournament: Tournament) -> list[tuple[object, object]]:
    return list(tournament.log.filter(action="season.changed").values_list("old", "new"))


def test_season_of_other_organizers_cannot_be_joined(theirs, mine, organizer):
    promote(organizer, theirs, Role.REFEREE)
    assert refusals(change_tournament, mine, TERMS, by=organizer) == [
        ("season-of-others", "season")
    ]
    mine.refresh_from_db()
    assert mine.season is None
    assert refusals(create_tournament, TERMS, by=organizer) == [("season-of-others", "season")]
    assert Tournament.objects.count() == 2
    assert not season_log(theirs)


def test_joining_a_season_is_logged_in_its_tournaments(theirs, mine, organizer):
    promote(organizer, theirs)
    change_tournament(mine, TERMS, by=organizer)
    mine.refresh_from_db()
    assert (mine.season, mine.season.best_of) == (theirs.season, 3)  # a blank figure keeps it
    logged = ({"tournaments": 1}, {"season": NAME, "tournaments": 2})
    assert season_log(theirs) == [logged]
    assert mine.log.last().new == {"season": NAME, "season_best_of": 3}


def test_season_settings_are_changed_only_by_organizers_of_all_its_tournaments(
    theirs, mine, organizer
):
    mine.season = theirs.season
    mine.save()
    more = replace(TERMS, season_best_of=5)
    assert refusals(change_tournament, mine, more, by=organizer) == [
        ("season-of-others", "season_best_of")
    ]
    assert Season.objects.get().best_of == 3
    change_tournament(mine, TERMS, by=organizer)  # season unchanged
    promote(organizer, theirs)
    change_tournament(mine, more, by=organizer)
    assert Season.objects.get().best_of == 5
    assert season_log(theirs) == [({"season_best_of": 3}, {"season_best_of": 5})]
    assert mine.log.last().new == {"season_best_of": 5}


def test_leaving_a_season_is_logged_in_the_other_tournaments(theirs, mine, organizer):
    mine.season = theirs.season
    mine.save()
    change_tournament(mine, replace(TERMS, season=""), by=organizer)
    mine.refresh_from_db()
    assert mine.season is None
    assert season_log(theirs) == [({"tournaments": 2}, {"season": NAME, "tournaments": 1})]
