"""The page of the award."""

import pytest
from django.urls import reverse

from scoring.models import Booking, Fees, Pot, PrizeInKind, Role, Tournament
from scoring.money.services.ledger import set_fees
from tests.money.test_services_award import WINNER
from tests.money.till import BY
from tests.visitors import member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(pots):
    return member(pots[0].tournament, Role.ORGANIZER)


def shown(client, tournament) -> str:
    return client.get(reverse("award", args=[tournament.pk])).content.decode()


def test_everything_is_handed_out_and_taken_back_on_one_page(organizer, pots):
    tournament, [series, overall] = pots[0].tournament, pots
    entry = tournament.entries.get(start_number=WINNER)
    page = shown(organizer, tournament)
    assert "0 of 3 prizes handed out; still to pay: €60.00." in page
    assert page.index('id="pot-1"') < page.index('id="pot-2"')
    pay = reverse("award-pay", args=[tournament.pk])
    answer = organizer.post(pay, {"entry": entry.pk, "pot": series.pk}, follow=True)
    assert "Handed out: €30.00 to" in answer.content.decode()
    answer = organizer.post(pay, {"entry": entry.pk}, follow=True)
    assert "Handed out: €20.00 to" in answer.content.decode()
    back = reverse("award-take-back", args=[tournament.pk])
    organizer.post(back, {"entry": entry.pk, "pot": overall.pk})
    assert "1 of 3 prizes handed out; still to pay: €30.00." in shown(organizer, tournament)
    assert Booking.objects.filter(kind="payout").count() == 3


def test_money_that_is_still_out_is_named_before_the_first_prize(organizer, pots):
    words = "have not been paid yet. The first prize that is handed out fixes"
    tournament = pots[0].tournament
    assert words not in shown(organizer, tournament)
    set_fees(tournament, Fees(entry_cents=2000), by=BY)
    assert words in shown(organizer, tournament)
    entry = tournament.entries.get(start_number=WINNER)
    organizer.post(reverse("award-pay", args=[tournament.pk]), {"entry": entry.pk})
    assert words not in shown(organizer, tournament)


def test_a_pot_says_of_what_it_is_where_its_title_does_not(organizer, pots):
    series = pots[0]
    organizer.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    for title, beside in (("Serie 1", ""), ("Glücksserie", "Serie 1")):
        Pot.objects.filter(pk=series.pk).update(title=title)
        heading = f'{title} <span class="quiet fs-6">{beside}</span>'
        assert heading in shown(organizer, series.tournament)


def test_it_is_said_beside_the_things_that_papers_of_the_chooser_are_missing(organizer, pots):
    """TO 7.4.1, 9.13."""
    overall = pots[1]
    Tournament.objects.update(ask_handed_in=True)
    overall.tournament.entries.update(handed_in=False)
    organizer.post(reverse("prizes-add", args=[overall.pk]), {"titles": "Ham"})
    page = shown(organizer, overall.tournament)
    choice = page[page.index(f'id="choose-{overall.pk}"') :].partition("</fieldset>")[0]
    assert "lists and start card missing" in choice


def test_things_are_entered_chosen_and_taken_back(organizer, pots):
    overall = pots[1]
    tournament = overall.tournament
    organizer.post(reverse("prizes-add", args=[overall.pk]), {"titles": "2 x Wine\n1 Xbox\n"})
    assert [each.title for each in overall.in_kind.all()] == ["Wine", "Wine", "1 Xbox"]
    assert "Place 1 chooses now" in shown(organizer, tournament)
    ham = overall.in_kind.get(title="1 Xbox")
    first = tournament.entries.get(start_number=WINNER)
    organizer.post(reverse("prize-give", args=[ham.pk]), {"entry": first.pk})
    page = shown(organizer, tournament)
    assert "Place 2 chooses now" in page
    assert "1 Xbox" in page
    overall.in_kind.filter(title="Wine").delete()
    overall.in_kind.update(entry=tournament.entries.get(start_number=4))
    assert "took “1 Xbox”, but wins nothing here any more." in shown(organizer, tournament)
    for _page in range(2):  # the second one has not seen that it was taken back
        organizer.post(reverse("prize-take-back", args=[ham.pk]))
    assert "Place 1 chooses now" in shown(organizer, tournament)
    removing = reverse("prize-take-back", args=[ham.pk]), {"remove": "yes"}
    assert "Removed." in text(organizer.post(*removing, follow=True))
    assert not PrizeInKind.objects.filter(pk=ham.pk).exists()


def test_wrong_things_are_refused_in_words(organizer, pots):
    address = reverse("prizes-add", args=[pots[0].pk])
    for titles in ("", "999 x a", "0 x a", "x" * 90, "\0"):
        refused = organizer.post(address, {"titles": titles})
        assert refused.status_code == 422
        page = refused.content.decode()
        assert f"{titles}</textarea>" in page, "what was typed stays"
        assert page.count('aria-invalid="true"') == page.count('help id_titles_error"') == 1
        assert not pots[0].in_kind.exists()
