"""The pages of the till: fees, lists, pots, ledger, counts."""

from dataclasses import replace

import pytest
from django.urls import reverse

from scoring.models import Booking, Fees, Pot
from scoring.money.reads.prizes import award_of
from scoring.money.services.ledger import book, charge, collect_entries, set_fees
from scoring.money.services.pots import PotTerms, change_pot, create_pot, pay_out
from scoring.rules.prizes import PrizePlan
from scoring.series.services.draw import draw_series
from scoring.series.services.series import create_series
from tests.factories import (
    make_category,
    make_entries,
    make_team,
    make_tournament,
    open_list,
    undrawn,
)
from tests.money.till import ALL_IN, BY, OVERALL, fill_list, promised
from tests.visitors import HTMX, member, text

COMMON = [[1, 50], [4, 100]]
pytestmark = pytest.mark.django_db


@pytest.fixture
def score_list():
    """A closed list; 15 euros entry fee; seat 1 lost five games, seat 2 one."""
    found = open_list(paper_total=False)
    set_fees(
        found.series.tournament, Fees(entry_cents=1500, card_cents=100, lost_ladder=COMMON), by=BY
    )
    return fill_list(found, won=(11, 12, 10, 9), lost=(5, 1, 0, 0))


@pytest.fixture
def tournament(score_list):
    return score_list.series.tournament


def address(tournament, rest: str = "") -> str:
    return f"/tournaments/{tournament.pk}/money/{rest}"


def pot_data(**changed) -> dict:
    return {
        "title": "Gesamtpreise",
        "kind": "overall",
        "percent": "100",
        "method": "places",
        "places": "2",
        "curve": "linear",
        "rounding": "100",
        "ties": "lot",
        "source_entry_fee": "100",
        **changed,
    }


def test_fees_hide_an_unreleased_seating():
    series = undrawn(4)
    tournament = series.tournament
    draw_series(series, by=BY)
    name = tournament.entries.get(start_number=1).person.family
    for role, visible in (("clerk", False), ("organizer", True)):
        client = member(tournament, role)
        for page, *kind in (("series-fees",), ("series-fees-file", "csv")):
            content = client.get(reverse(page, args=[series.pk, *kind])).content.decode()
            assert (name in content) is visible, (role, page)


def test_an_organizer_types_the_fees_as_people_write_them():
    tournament = make_tournament()
    fees = {"entry_cents": "15", "card_cents": "2,50 €", "passed_cents": "0.1"}
    ladder = {"from_1": "1", "each_1": "0,50", "from_2": "4", "each_2": "1"}
    organizer = member(tournament, "organizer")
    assert organizer.post(address(tournament, "fees/"), fees | ladder).status_code == 302
    fees = Fees.objects.get()
    assert (fees.entry_cents, fees.card_cents, fees.passed_cents) == (1500, 250, 10)
    assert fees.lost_ladder == COMMON


def test_a_refund_is_proposed_of_a_stake_with_its_pot_and_of_no_fee_of_a_list(
    score_list, tournament
):
    """What was paid for a list follows the list; only what was paid at the door is refunded."""
    pot = create_pot(tournament, promised(100, stake_cents=200), by=BY)
    collect_entries(tournament, list(tournament.entries.all()), by=BY)
    client = member(tournament, "organizer")

    def page_of(kind: str) -> str:
        booking = tournament.bookings.filter(kind=kind).first()
        return client.get(f"/bookings/{booking.pk}/reverse/").content.decode()

    assert "book a refund" not in page_of("lost_games")
    assert f"kind=stake&amp;pot={pot.pk}" in page_of("stake")
    form = client.get(address(tournament, f"book/?direction=refund&pot={pot.pk}")).context["form"]
    assert form["pot"].value() == str(pot.pk)


@pytest.mark.parametrize(("headers", "status"), [({}, 302), (HTMX, 404)])
def test_fees_of_a_list_that_was_removed_meanwhile_are_not_collected(monkeypatch, headers, status):
    """The series was drawn anew between the click and the lock."""
    removed = open_list()
    removed.seat_rows.all().delete()
    monkeypatch.setattr("scoring.money.views.till.posted_rests", lambda *_args: removed.delete())
    client, address = member(removed.series.tournament, "organizer"), f"/lists/{removed.pk}/fees/"
    assert client.post(address, headers=headers).status_code == status


def test_a_ladder_of_many_steps_keeps_them_when_it_is_saved():
    """A document may bring more of them than the page offers."""
    ladder = [[step, 10 * step] for step in range(1, 8)]
    Fees.objects.create(tournament=(tournament := make_tournament()), lost_ladder=ladder)
    steps = {f"from_{step}": step for step, _cents in ladder}
    steps |= {f"each_{step}": f"0,{cents}" for step, cents in ladder}
    member(tournament, "organizer").post(address(tournament, "fees/"), steps | {"entry_cents": "5"})
    fees = Fees.objects.get()
    assert (fees.entry_cents, fees.lost_ladder) == (500, ladder)


def test_invalid_fee_is_reported_at_its_field_and_kept():
    tournament = make_tournament()
    organizer = member(tournament, "organizer")
    for fields, name, message in (
        ({"entry_cents": "a lot"}, "entry_cents", "Please type an amount like 12.50."),
        ({"entry_cents": "-5"}, "entry_cents", "A fee of this size is not possible."),
        (dict.fromkeys(["from_1", "each_1", "from_2", "each_2"], "1"), "from_1", "one before"),
        ({"each_1": "1", "from_2": "4", "each_2": "2"}, "from_1", "A step needs both figures."),
        ({"from_1": "1", "each_1": "1", "from_2": "4"}, "each_2", "A step needs both figures."),
    ):
        response = organizer.post(address(tournament, "fees/"), fields)
        assert response.status_code == 422
        assert message in str(response.context["form"].errors[name])
        for value in fields.values():
            assert f'value="{value}"' in response.content.decode()
    assert not Fees.objects.exists()


def test_a_clerk_ticks_what_a_player_owes_at_the_door_and_for_his_lists(tournament, score_list):
    client = member(tournament, "clerk")
    first = score_list.seat_rows.get(position=1).entry
    page = text(client.get(address(tournament, "open/")))
    assert str(first.person) in page
    assert "series 1, table 1: €3.50" in page
    [stranger] = make_entries(make_tournament("Beside"), 1)
    client.post(address(tournament, "collect/"), {"entry": stranger.pk})
    assert not Booking.objects.exists(), "he plays elsewhere"
    answer = client.post(address(tournament, "collect/?page=2"), {"entry": first.pk})
    assert answer.url == address(tournament, "open/?page=2"), "where he was"
    assert sum(first.bookings.values_list("cents", flat=True)) == 1500 + 100 + 350
    page = text(client.get(address(tournament, "open/")))
    assert str(first.person) not in page.split("Booked")[1]


def test_one_seat_is_ticked_and_then_the_rest_of_the_table(tournament, score_list):
    client, fees = member(tournament, "clerk"), f"/lists/{score_list.pk}/fees/"
    page = text(client.get(f"/series/{score_list.series_id}/fees/"))
    assert "€3.50" in page
    assert "Whole table €4.00" in page
    response = client.post(fees, {"seat": "1", "rest_1": "350"}, headers=HTMX)
    assert "Whole table €0.50" in text(response)
    assert [booking.cents for booking in Booking.objects.all()] == [350]
    rests = {"rest_1": "0", "rest_2": "50", "rest_3": "0", "rest_4": "0"}
    assert client.post(fees, rests).status_code == 302
    assert sum(booking.cents for booking in Booking.objects.all()) == 400


def test_a_list_that_was_corrected_meanwhile_books_nothing(tournament, score_list):
    client, fees = member(tournament, "clerk"), f"/lists/{score_list.pk}/fees/"
    response = client.post(fees, {"seat": "1", "rest_1": "300"}, headers=HTMX)
    assert response.status_code == 422
    assert "says something else by now: €3.50" in text(response)
    assert not Booking.objects.exists()
    for rest in ("--5", "-", "5-", "\u0663", "9" * 400):
        sent = {"seat": "1", "rest_1": rest}
        assert client.post(fees, sent, headers=HTMX).status_code == 200
    assert [booking.cents for booking in Booking.objects.all()] == [350]


def test_the_button_of_a_seat_that_left_the_list_meanwhile_books_nothing(tournament, score_list):
    rests = {"rest_1": "350", "rest_2": "50", "rest_3": "0", "rest_4": "0", "rest_5": "100"}
    fees = f"/lists/{score_list.pk}/fees/"
    response = member(tournament, "clerk").post(fees, {"seat": "5", **rests}, headers=HTMX)
    assert "Nothing was open." in response.content.decode()
    assert not Booking.objects.exists()


def test_a_pot_is_set_up_and_its_winners_are_paid(organizer, tournament):
    charge(tournament, list(tournament.entries.all()), by=BY)
    made = organizer.post(f"/tournaments/{tournament.pk}/pots/new/", pot_data())
    pot = Pot.objects.get()
    assert made.url == f"/pots/{pot.pk}/"
    page = text(organizer.get(made.url))
    assert "taken €60.00 = prizes €60.00 + kept €0.00" in page
    winners = organizer.get(made.url).context["pot_award"].winners
    organizer.post(f"/pots/{pot.pk}/pay/", {"entry": [w.contender.entry_id for w in winners]})
    assert sorted(pot.bookings.values_list("cents", flat=True)) == [-4000, -2000]
    assert "✓ €40.00" in text(organizer.get(made.url))


def test_the_preview_follows_what_is_typed(tournament):
    """Nobody has paid yet: it reckons with what will be there, and with who plays for the pot."""
    make_team(tournament, [1, 2], kind="tandem", size=2)
    make_team(tournament, [3, 4], kind="tandem")
    ladies = make_category(tournament, "Damen", [1, 2, 3])
    client = member(tournament, "organizer")
    token = {"token": "0123456789abcdef"}
    assert (
        client.post(f"/tournaments/{tournament.pk}/pots/new/", pot_data(**token)).status_code == 302
    )

    def preview(**changed) -> str:
        where = f"/tournaments/{tournament.pk}/pots/preview/"
        return text(client.post(where, pot_data(**changed), headers=HTMX))

    # It may arrive after its form, which it is sent with.
    assert "€60.00 among 4 players" in preview(**token)
    page = preview(try_money="100", try_players="9", percent="75", rounding="10")
    assert "taken €100.00 = prizes €75.00 + kept €25.00" in page
    assert "among 4 players" in preview(try_players="99999", every="1", rounding="1")  # too many
    assert "as soon as the plan is complete" in preview(percent="a")
    every = {"method": "every", "every": "2"}
    assert "among 2 teams" in preview(**every, kind="tandem")
    assert "€60.00 among 3 players" in preview(**every, kind="category", category=ladies.pk)
    # Five lost games and one, nothing of it paid: 3 × €0.50 + 2 × €1.00, and €0.50.
    page = preview(source_entry_fee="", source_lost_games="100")
    assert "€4.00 among 4 players" in page
    assert "so far €0.00 came in, €4.00 when everybody has paid" in page


def test_a_pot_shows_its_prizes_before_the_first_game():
    tournament = make_tournament()
    make_entries(tournament, 8)
    set_fees(tournament, Fees(entry_cents=1000), by=BY)
    plan = PrizePlan(sources=(("entry_fee", 100),), method="places", places=2, curve="linear")
    pot = create_pot(tournament, replace(OVERALL, plan=plan), by=BY)
    clerk = member(tournament, "clerk")
    for _series in range(2):  # before there is one, and before it is drawn
        page = text(clerk.get(f"/pots/{pot.pk}/"))
        assert "The prizes as planned €80.00 among 8 players" in page
        assert "taken €80.00 = prizes €80.00 + kept €0.00" in page
        create_series(tournament, by=BY)


def test_pots_are_set_up_one_after_the_other_and_titled_by_what_decides_them(organizer, tournament):
    new = reverse("pot-new", args=[tournament.pk])
    ladies = make_category(tournament, "Ladies", [1])
    contests = {"overall": "", "series": "1", "category": ladies.pk, "special": "grand-ouvert"}
    for kind, which in contests.items():
        data = pot_data(title="", source_entry_fee="10", step="another", kind=kind)
        assert organizer.post(new, data | {kind: which}).headers["Location"] == new
    titles = list(Pot.objects.order_by("number").values_list("title", flat=True))
    assert titles[:3] == ["Overall", "Series 1", "Ladies"]
    assert len(titles) == 4


def test_the_amounts_of_a_curve_become_a_table_to_be_edited(tournament):
    client, new = member(tournament, "organizer"), reverse("pot-new", args=[tournament.pk])
    page = client.post(new, pot_data(step="edit", title="Abend")).content.decode()
    assert "40\n20" in page
    assert '<option value="table" selected>' in page
    assert 'value="Abend"' in page
    assert not Pot.objects.exists()


def test_problem_of_a_plan_is_reported_at_its_field(tournament):
    client, where = member(tournament, "organizer"), f"/tournaments/{tournament.pk}/pots/new/"
    response = client.post(where, pot_data(kind="series", method="table", amounts="10 20"))
    assert response.status_code == 422
    assert "Please say what decides this pot." in text(response)
    assert "No place can win more than the one before it." in text(response)
    assert "10 20" in response.content.decode()
    client.post(where, pot_data())
    response = client.post(where, pot_data(source_entry_fee="1"))
    assert "only 0 % are left for this pot" in text(response)


def test_a_clerk_takes_the_stake_of_an_optional_pot(clerk, tournament):
    terms = PotTerms("Ouvert", "special", PrizePlan(), special="grand-ouvert", optional=True)
    pot = create_pot(tournament, replace(terms, stake_cents=200), by=BY)
    clerk.post(f"/pots/{pot.pk}/join/", {"start_number": "2"})
    for number, message in (("2", "has paid this stake already"), ("99", "Nobody has"), ("x", "")):
        again = text(clerk.post(f"/pots/{pot.pk}/join/", {"start_number": number}, follow=True))
        assert message in again
        assert "1 player so far" in again  # though nobody is ranked
    assert [booking.cents for booking in pot.bookings.all()] == [200]


def test_the_ledger_is_searched_and_a_booking_cancelled(tournament):
    charge(tournament, list(tournament.entries.all()), by=BY)
    client = member(tournament, "organizer")
    found = client.get(address(tournament, "ledger/"), {"kind": "entry_fee", "start_number": "2"})
    assert "1 booking, sum €15.00" in text(found)
    booking = Booking.objects.get(kind="entry_fee", start_number=2)
    refused = client.post(f"/bookings/{booking.pk}/reverse/", {"reason": ""})
    assert refused.status_code == 422
    client.post(f"/bookings/{booking.pk}/reverse/", {"reason": "typed twice"})
    assert "cancelled by no. 9" in text(client.get(address(tournament, "ledger/")))
    again = client.post(f"/bookings/{booking.pk}/reverse/", {"reason": "once more"})
    assert "was cancelled already" in text(again)


def test_a_donation_and_a_refund_are_booked_by_hand(organizer, tournament):
    charge(tournament, list(tournament.entries.all()), by=BY)
    where = address(tournament, "book/")
    given = {"direction": "in", "cents": "20", "kind": "other", "reason": "a donation"}
    assert organizer.post(where, given).status_code == 302
    fee = {"direction": "refund", "kind": "entry_fee"}
    back = {**fee, "cents": "7,50", "start_number": "1", "reason": "leaves early"}
    assert organizer.post(where, back).status_code == 302
    assert sum(Booking.objects.values_list("cents", flat=True)) == 6400 + 2000 - 750
    assert organizer.post(where, back).status_code == 302
    assert "No more can be given back" in text(organizer.post(where, back))
    every = {**fee, "start_number": "2", "reason": "ill"}
    assert organizer.post(where, every).status_code == 302
    assert sum(Booking.objects.filter(start_number=2).values_list("cents", flat=True)) == 0
    assert organizer.post(where, {**every, "direction": "in"}).status_code == 422


def test_the_till_shows_the_difference_until_it_agrees(clerk, tournament):
    charge(tournament, list(tournament.entries.all()), by=BY)
    where = address(tournament, "till/")
    clerk.post(where, {"counted_all": "63,50"})
    assert "Difference: −€0.50." in text(clerk.get(where))
    clerk.post(where, {"counted_all": "64", "counted_entry_fee": "60"})
    assert "The till agrees." in text(clerk.get(where))
    assert clerk.post(where, {"note": "nothing"}).status_code == 422


def test_report_shows_that_totals_agree(tournament):
    charge(tournament, list(tournament.entries.all()), by=BY)
    create_pot(tournament, replace(OVERALL, plan=PrizePlan(percent=75, sources=ALL_IN)), by=BY)
    clerk, stakes_only = member(tournament, "clerk"), make_tournament("Einsätze")
    assert "taken €64.00 = prizes €45.00 + kept €19.00" in text(clerk.get(address(tournament)))
    clerk, nobody = member(stakes_only, "clerk"), "Nobody pays anything yet"
    assert nobody in text(clerk.get(address(stakes_only)))
    create_pot(stakes_only, PotTerms("Gesamt", "overall", PrizePlan(), stake_cents=500), by=BY)
    assert nobody not in text(clerk.get(address(stakes_only)))


@pytest.fixture
def one_each(tournament):
    """The overall pot, and behind it one of the series for who wins nothing in it."""
    overall = create_pot(tournament, promised(500), by=BY)
    plan = PrizePlan(method="table", amounts=(300,), one_each=True)
    terms = PotTerms("1. Serie", "series", plan, series=tournament.series.get())
    return overall, create_pot(tournament, terms, by=BY)


def test_pot_waiting_for_another_names_it_and_offers_no_payment(tournament, one_each):
    overall, of_series = one_each
    organizer, waits = member(tournament, "organizer"), "it is certain who wins in the pots before"
    answer = organizer.get(f"/pots/{of_series.pk}/")
    assert waits not in text(answer)
    assert answer.content.decode().count('name="entry"') == 1
    create_series(tournament, by=BY)
    answer = organizer.get(f"/pots/{of_series.pk}/")
    assert waits in text(answer)
    assert "1 series is still to be played" in text(answer)
    assert f'<a href="/pots/{overall.pk}/">Gesamt</a>' in answer.content.decode()
    assert 'name="entry"' not in answer.content.decode()


def test_a_pot_of_teams_names_who_paid_and_is_in_no_team(tournament):
    terms = PotTerms("Mannschaften", "team", PrizePlan(), stake_cents=200, optional=True)
    pot = create_pot(tournament, terms, by=BY)
    client, page = member(tournament, "organizer"), reverse("pot", args=[pot.pk])
    client.post(reverse("pot-join", args=[pot.pk]), {"start_number": "2"})
    assert "No team is formed yet" in text(client.get(page))
    make_team(tournament, [1, 3], size=2)
    words = text(client.get(page))
    name = tournament.entries.get(start_number=2).person
    assert f"are in no team: 2 {name}" in words
    client.post(reverse("pot-join", args=[pot.pk]), {"start_number": "1"})
    assert f"are in no team: 2 {name}" in text(client.get(page))


def test_contest_without_a_winner_says_that_its_money_is_kept(organizer, tournament):
    """All lists are in, and nobody played a grand ouvert."""
    charge(tournament, list(tournament.entries.all()), by=BY)
    tournament.series.update(state="closed")
    plan = PrizePlan(method="places", places=1, sources=(("card_money", 100),))
    terms = PotTerms("Grand ouvert", "special", plan, special="grand-ouvert")
    pot = create_pot(tournament, terms, by=BY)
    page = text(organizer.get(f"/pots/{pot.pk}/"))
    assert "taken €4.00 = prizes €0.00 + kept €4.00" in page
    assert "Nobody has won anything from this pot" in page


def test_pot_names_winners_already_paid_by_a_later_pot(tournament, one_each):
    overall, of_series = one_each
    change_pot(overall, PotTerms("Gesamt", "overall", PrizePlan()), by=BY)  # holds nothing yet
    winner = award_of(of_series).winners[0].contender
    pay_out(of_series, [tournament.entries.get(pk=winner.entry_id)], by=BY)
    book(tournament, 5000, pot=overall.pk, by=BY, reason="a donation")
    page = text(member(tournament, "organizer").get(f"/pots/{overall.pk}/"))
    assert f"{winner.number} {winner.name} has a prize from the pot “1. Serie”" in page
