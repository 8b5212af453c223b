"""Checks that no constraint can do: categories, teams, adjustments, money and rulings."""

from collections.abc import Callable

import pytest

from scoring.models import (
    Adjustment,
    Booking,
    Category,
    EntryCategory,
    Fees,
    Lot,
    Objection,
    Pot,
    Ruling,
    ScoreList,
    Series,
    TeamContest,
    TeamMember,
    Tournament,
)
from scoring.verify.reads.verify import verify
from tests.factories import make_category, make_user, seated
from tests.office_rows import furnish
from tests.visitors import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = seated(7, rounds=1).tournament
    furnish(tournament, make_user())
    return tournament


@pytest.fixture
def other() -> Tournament:
    other = seated(4, rounds=1, name="Anderswo").tournament
    make_category(other, "Damen", (1,))
    return other


def codes(tournament: Tournament) -> set[str]:
    return {finding.problem.code for finding in verify(tournament)}


def foreign_entry(other: Tournament) -> object:
    return other.entries.get(start_number=4)


CORRUPTIONS: dict[str, Callable[[Tournament, Tournament], object]] = {
    "verify-category-member": lambda t, o: EntryCategory.objects.create(
        category=t.categories.first(), entry=foreign_entry(o)
    ),
    "verify-team-member": lambda t, o: TeamMember.objects.filter(
        contest__kind="team", contest__tournament=t, position=1, team__number=2
    ).update(entry=foreign_entry(o)),
    "verify-team-size": lambda t, o: TeamContest.objects.filter(kind="mixed").update(size=2)
    and TeamMember.objects.create(
        team=(contest := t.team_contests.get(kind="mixed")).teams.get(), contest=contest,
        entry=t.entries.get(start_number=7), position=9,
    ),
    "verify-contest-category": lambda t, o: TeamContest.objects.filter(kind="mixed").update(
        one_of=Category.objects.get(tournament=o)
    ),
    "verify-lot-of-a-team": lambda t, o: Lot.objects.filter(order=1).update(scope="mixed"),
    "verify-lot-drawing": lambda t, o: Lot.objects.filter(tournament=t).update(order=1),
    "verify-adjustment-series": lambda t, o: Adjustment.objects.filter(series=None).update(
        series=Series.objects.get(tournament=o)
    ),
    "verify-adjustment-reversal": lambda t, o: Adjustment.objects.filter(points=100).update(
        points=99
    ),
    "verify-ladder": lambda t, o: Fees.objects.update(lost_ladder=[[4, 100], [1, 50]]),
    "verify-pot-foreign": lambda t, o: Pot.objects.filter(number=2).update(
        category=Category.objects.get(tournament=o)
    ),
    "verify-ruling-foreign": lambda t, o: Objection.objects.update(by_entry=foreign_entry(o)),
}  # fmt: skip


def test_what_services_write_is_sound_and_an_impossible_row_is_reported(
    tournament: Tournament, other: Tournament
):
    assert codes(tournament) - {"verify-ruling-game"} == set()
    assert codes(other) == set()
    for code, corrupt in CORRUPTIONS.items():
        with undone():
            corrupt(tournament, other)
            assert code in codes(tournament), code


def test_booking_or_ruling_of_another_tournaments_list_is_reported(
    tournament: Tournament, other: Tournament
):
    """Bookings cannot be changed, so a wrong one is written."""
    last = tournament.bookings.last()
    booking = {"tournament": tournament, "cents": 1, "at": last.at, "number": last.number + 1}
    with undone():
        Booking.objects.create(**booking, kind="entry_fee", start_number=9, entry_id=987_654)
        assert "verify-booking-foreign" not in codes(tournament)
    foreign = ScoreList.objects.get(series__tournament=other)
    Booking.objects.create(**booking, kind="other", list=foreign)
    Ruling.objects.filter(number=2).update(list=foreign)
    assert {"verify-booking-foreign", "verify-ruling-foreign"} <= codes(tournament)
