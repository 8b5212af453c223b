"""A season of the server ranks what was reported together with its own days."""

from datetime import date

import pytest

from scoring.models import Person, Season
from scoring.standings.reads.season import season_standings
from scoring.standings.services import adjust
from scoring.tournament.services import move_tournament
from scoring.verify.reads.verify import verify
from tests.parcels import BY, Reporter, document_of, make_reporter, played, received
from tests.simulated import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Reporter:
    return make_reporter()


@pytest.fixture
def season(club: Reporter) -> Season:
    return Season.objects.create(name="2026/27", host=club.host)


def test_reported_days_are_ranked_with_the_own_ones_and_as_corrected(club, season):
    laptop = played()
    day = {"players": 7, "series": 1, "rounds": 1, "day": date(2026, 10, 1)}
    own = finished(**day, host=club.host.pk)
    own.season = season
    own.save()
    club.report(document_of(laptop, season=season.name))
    at_club = Person.objects.filter(host=club.host, entries__tournament=own, club__isnull=False)
    before = {row.person_id: row for row in season_standings(season).rows}
    assert at_club.exists()
    assert all(len(before[each.pk].results) == 2 for each in at_club)
    # The result is corrected: the new one counts in the place of the first.
    move_tournament(laptop, "review", by=BY, reason="a slip")
    adjust(laptop.entries.get(start_number=1), -700, reason="late", by=BY)
    move_tournament(laptop, "final", by=BY, reason="nobody objects")
    club.report(document_of(laptop))
    after = {row.person_id: row for row in season_standings(season).rows}
    late = received().entries.get(start_number=1).person_id
    assert len(after[late].results) == len(before[late].results)
    assert after[late].performance == before[late].performance - 700
    assert verify() == []
