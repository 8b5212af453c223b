"""Lists and start cards come back, or there is no prize (TO 7.4.1, 9.13)."""

from dataclasses import replace

import pytest

from scoring.core.forms import Refused
from scoring.models import LogEntry, Tournament
from scoring.models.tournament import TournamentSource
from scoring.money.reads.award import ceremony
from scoring.money.services.pots import create_pot, pay_out, record_handed_in
from scoring.tournament.services.tournaments import TournamentTerms, change_tournament
from tests.factories import make_team
from tests.money.till import BY, OVERALL, ranked
from tests.refusals import codes
from tests.visitors import member, text, undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(played) -> Tournament:
    Tournament.objects.update(ask_handed_in=True)
    played.refresh_from_db()
    return played


def test_no_prize_is_paid_to_who_kept_his_lists_back(clerk, tournament):
    """Unless a setting of the tournament turns it off."""
    pot = create_pot(tournament, OVERALL, by=BY)
    first, second = ranked(tournament)[:2]
    record_handed_in(tournament, [second.start_number], by=BY)
    with pytest.raises(Refused) as refusal:
        pay_out(pot, [first, second], by=BY)
    assert codes(refusal) == ["prize-not-handed-in"]
    assert refusal.value.problems[0].rule == "TO 7.4.1, TO 9.13"
    assert refusal.value.problems[0].params == {"number": first.start_number}
    pay_out(pot, [second], by=BY)
    award = ceremony(TournamentSource(tournament))
    people = {person.contender.number: person for person in award.people}
    assert (people[first.start_number].contender.waits, people[first.start_number].due) == (True, 0)
    with undone():
        record_handed_in(tournament, [first.start_number], by=BY)
        pay_out(pot, [first], by=BY)
    terms = TournamentTerms(tournament.name, tournament.date, ask_handed_in=False)
    change_tournament(tournament, replace(terms, paper_total=False), by=BY)
    assert LogEntry.objects.last().new == {"ask_handed_in": False}
    assert "whether or not lists and start cards were" in text(clerk.get(page(tournament)))
    money = clerk.get(f"/tournaments/{tournament.pk}/money/").content.decode()
    assert page(tournament) not in money
    pot.refresh_from_db()
    assert pay_out(pot, [first], by=BY)


def test_the_prize_of_a_team_waits_for_each_of_its_players(tournament):
    """TO 9.13: the score cards of single players and of teams."""
    make_team(tournament, [1, 2], kind="tandem", size=2)
    plan = replace(OVERALL.plan, places=1)
    pot = create_pot(tournament, replace(OVERALL, kind="tandem", plan=plan), by=BY)
    entry = tournament.entries.get(start_number=1)
    record_handed_in(tournament, [1], by=BY)
    with pytest.raises(Refused) as refusal:
        pay_out(pot, [entry], by=BY)
    assert refusal.value.problems[0].params == {"number": 2}
    record_handed_in(tournament, [2], by=BY)
    pay_out(pot, [entry], by=BY)


def test_a_tick_is_one_row_of_the_log_and_can_be_taken_back(tournament):
    assert record_handed_in(tournament, [3, 1, 3], by=BY) == [1, 3]
    rows = LogEntry.objects.filter(action="entry.handed_in")
    assert rows.get().new == {"start_numbers": [1, 3], "handed_in": True}
    assert record_handed_in(tournament, [1, 2], by=BY) == [2]
    assert record_handed_in(tournament, [1], by=BY, handed_in=False) == [1]
    assert record_handed_in(tournament, [1], by=BY, handed_in=False) == []
    assert (ticked(tournament), rows.count()) == ([2, 3], 3)


def page(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.pk}/money/handed-in/"


def ticked(tournament: Tournament) -> list[int]:
    rows = tournament.entries.filter(handed_in=True)
    return list(rows.values_list("start_number", flat=True))


def test_a_clerk_ticks_by_numbers_by_tables_and_everybody(tournament):
    clerk, address = member(tournament, "clerk"), page(tournament)
    assert "4 still missing" in text(clerk.get(address))
    clerk.post(address, {"numbers": "2-3"})
    assert ticked(tournament) == [2, 3]
    for said in ("1 tick taken back.", "Nothing has changed: it was like this before."):
        assert said in text(clerk.post(address, {"numbers": "3", "take_back": "1"}, follow=True))
    assert ticked(tournament) == [2]
    clerk.post(address, {"everybody": "1"})
    assert ticked(tournament) == [1, 2, 3, 4]
    tournament.entries.update(handed_in=False)
    answer = clerk.post(address, {"tables": "1"}, follow=True)
    assert ticked(tournament) == [1, 2, 3, 4]
    assert "Everything has been handed in. Next: pay the prizes." in text(answer)


def test_what_cannot_be_ticked_is_said_at_its_field(clerk, tournament):
    for sent, said in (
        ({"numbers": "1 99"}, "Nobody has the start number 99."),
        ({"tables": "7"}, "Nobody sits at table 7."),
        ({"numbers": "3-x"}, "3-x"),
        ({"numbers": ""}, "Please type whose lists and start card have come back."),
    ):
        response = clerk.post(page(tournament), sent)
        assert response.status_code == 422
        assert said in text(response)
    assert ticked(tournament) == []


def test_the_pot_names_winners_whose_lists_are_missing_and_offers_no_tick(organizer, tournament):
    pot = create_pot(tournament, OVERALL, by=BY)
    address = f"/pots/{pot.pk}/"
    assert "2 winners have not handed in lists and start card" in text(organizer.get(address))
    assert 'name="entry"' not in organizer.get(address).content.decode()
    record_handed_in(tournament, [ranked(tournament)[0].start_number], by=BY)
    shown = organizer.get(address)
    assert "1 winner has not handed in lists and start card" in text(shown)
    assert shown.content.decode().count('name="entry"') == 1
