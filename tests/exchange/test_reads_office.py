"""Checks that no constraint can do: teams, lots, adjustments and money."""

from collections.abc import Callable

import pytest

from scoring.exchange.reads.verify import verify
from scoring.models import Adjustment, Booking, Fees, Lot, TeamContest, TeamMember, Tournament
from tests.factories import make_user, seated
from tests.office_rows import furnish
from tests.visitors import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = seated(7, rounds=1).tournament
    furnish(tournament, make_user())
    return tournament


def codes() -> set[str]:
    return {finding.problem.code for finding in verify()}


def enlarge_a_team(tournament: Tournament) -> None:
    contest = tournament.team_contests.get(kind="mixed")
    entry = tournament.entries.get(start_number=7)
    TeamMember.objects.create(team=contest.teams.get(), contest=contest, entry=entry, position=9)


CORRUPTIONS: dict[str, Callable[[Tournament], object]] = {
    "verify-team-size": enlarge_a_team,
    "verify-lot-of-a-team": lambda _: Lot.objects.filter(order=1).update(scope="mixed"),
    "verify-lot-drawing": lambda _: Lot.objects.update(order=1),
    "verify-adjustment-reversal": lambda _: Adjustment.objects.filter(points=100).update(points=99),
    "verify-ladder": lambda _: Fees.objects.update(lost_ladder=[[4, 100], [1, 50]]),
}


def test_what_services_write_is_sound_and_an_impossible_row_is_reported(tournament: Tournament):
    TeamContest.objects.filter(kind="mixed").update(size=2)
    assert codes() == {"verify-ruling-game"}
    for code, corrupt in CORRUPTIONS.items():
        with undone():
            corrupt(tournament)
            assert code in codes(), code


def test_a_booking_keeps_the_id_of_a_removed_entry(tournament: Tournament):
    last = tournament.bookings.last()
    Booking.objects.create(
        tournament=tournament,
        number=last.number + 1,
        cents=1,
        at=last.at,
        kind="entry_fee",
        start_number=9,
        entry_id=987_654,
    )
    assert codes() == {"verify-ruling-game"}
