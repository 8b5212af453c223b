"""The organizer's pages for publishing, and the announcement form."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime

from scoring.models import Actor, Fees, LogEntry, Role, Tournament
from scoring.public import services
from scoring.public.reads.announcement import draft_of
from scoring.rules.announcement import ITEMS
from tests.factories import seated
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
FORM = {item.field: f"text of {item.code}" for item in ITEMS}


@pytest.fixture
def tournament() -> Tournament:
    return seated(4).tournament


def url(tournament: Tournament, name: str) -> str:
    return reverse(name, args=[tournament.pk])


def test_switch_publishes_and_withdraws_a_seating(organizer, tournament: Tournament):
    services.set_public(tournament, True, by=BY)
    data = {"series": "1", "part": "seating"}
    for on, words, status in (("yes", "Seating shown since", 200), ("no", "Show the seating", 404)):
        organizer.post(url(tournament, "public-switch"), {**data, "on": on})
        assert words in text(organizer.get(url(tournament, "tournament-public")))
        seating = reverse("room-seating", args=[tournament.pk, 1])
        assert browser().get(seating).status_code == status
    for number in ("9", "x", "9" * 30):
        wrong = data | {"series": number, "on": "yes"}
        assert organizer.post(url(tournament, "public-switch"), wrong).status_code == 404
    wrong = data | {"part": "moon", "on": "yes"}
    answer = organizer.post(url(tournament, "public-switch"), wrong, follow=True)
    assert "This choice is not known." in text(answer)


def test_one_click_freezes_and_one_reveals_and_only_organizers_read_of_it(
    organizer, tournament: Tournament
):
    for sent, after in (({"after": "1"}, 1), ({}, None)):
        organizer.post(url(tournament, "public-freeze"), sent)
        assert Tournament.objects.get().frozen_after == after
        for role in (Role.ORGANIZER, Role.CLERK, Role.VIEWER):
            page = text(member(tournament, role).get(url(tournament, "tournament")))
            frozen = role == Role.ORGANIZER and after is not None
            assert ("The standings are frozen." in page) == frozen


def test_links_are_shown_as_text_and_as_qr_codes(organizer, tournament: Tournament):
    services.set_public(tournament, True, by=BY)
    page = organizer.get(url(tournament, "public-links"))
    assert f"http://testserver/t/{tournament.pk}/" in text(page)
    assert page.content.count(b"<svg") == text(page).count("http://testserver/t/") > 2
    assert b"style=" not in page.content


def test_known_items_are_prefilled(organizer, tournament: Tournament):
    tournament.organizer = "Skatclub Herz"
    tournament.save()
    ladder = [[1, 50], [4, 100]]
    Fees.objects.create(tournament=tournament, entry_cents=1500, card_cents=100, lost_ladder=ladder)
    page = organizer.get(url(tournament, "announcement")).content.decode()
    items = ("Skatclub Herz", "Entry fee €15.00", "Card money €1.00", "48 games")
    for words in (*items, "from number 4 on: €1.00", "TO 7.1.1", "Seeger–Fabian"):
        assert words in page, words


def test_incomplete_draft_is_saved(organizer, tournament: Tournament):
    organizer.post(url(tournament, "announcement"), {"Ab": "10 €\r\n\r\nErmäßigt 5 €"})
    draft = draft_of(tournament)
    assert (draft.items["A.b"], draft.published_at) == ("10 €\n\nErmäßigt 5 €", None)
    page = organizer.get(url(tournament, "announcement")).content.decode()
    assert "Ermäßigt 5 €" in page
    assert "TO 7.1.1)." not in page, "what was emptied stays empty"
    for count, status in ((1000, 302), (1001, 422)):  # 1999 or 2001 characters when cleaned
        answer = organizer.post(url(tournament, "announcement"), {"Ab": "\r\n".join("x" * count)})
        assert answer.status_code == status
    assert set(answer.context["form"].errors) == {"Ab"}


def test_publishing_names_each_missing_item_at_its_field_and_keeps_the_draft(
    organizer, tournament: Tournament
):
    """TO 6.2."""
    data = {**FORM, "Ag": "", "Bf": " ", "publish": "yes"}
    answer = organizer.post(url(tournament, "announcement"), data)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert set(form.errors) == {"Ag", "Bf", "__all__"}
    page = answer.content.decode()
    assert "Not published yet. What was typed is kept as a draft." in page
    assert "Something is not right yet. Nothing was saved." not in page
    assert "Arbitration committee" in form.errors["Ag"][0]
    assert "TO 6.2" in form.errors["Ag"][0]
    draft = draft_of(tournament)
    assert (draft.items["A.a"], draft.published_at) == ("text of A.a", None)


def test_a_complete_announcement_is_published_and_withdrawn_with_a_reason(
    organizer, tournament: Tournament
):
    services.set_public(tournament, True, by=BY)
    organizer.post(url(tournament, "announcement"), {**FORM, "publish": "yes"})
    public = reverse("room-announcement", args=[tournament.pk])
    assert "text of B.f" in text(browser().get(public))
    organizer.post(url(tournament, "announcement-withdraw"), {"reason": ""})
    assert browser().get(public).status_code == 200
    # PostgreSQL would fail on a NUL character.
    organizer.post(url(tournament, "announcement-withdraw"), {"reason": "Startgeld\0"})
    assert browser().get(public).status_code == 404
    assert LogEntry.objects.filter(subject="announcement").last().reason == "Startgeld"
    acts = LogEntry.objects.filter(subject="announcement").values_list("action", flat=True)
    assert [act.rpartition(".")[2] for act in acts] == ["saved", "published", "withdrawn"]


@pytest.mark.parametrize(
    ("switch", "field"),
    [("", "public"), ("releases", "shows_releases"), ("chances", "shows_chances")],
)
def test_one_click_switches_on_and_one_off(organizer, tournament: Tournament, switch, field):
    services.set_public(tournament, True, by=BY)
    page = url(tournament, "tournament-public")
    assert "Releasing a seating shows it to the hall" in text(organizer.get(page))
    for on in ("no", "yes"):
        organizer.post(url(tournament, "public-switch"), {switch: "yes", "on": on})
        tournament.refresh_from_db()
        assert getattr(tournament, field) == (on == "yes")
        by_hand = "Each part is shown by hand" in text(organizer.get(page))
        assert by_hand == (field == "shows_releases" and on == "no")


def test_public_pages_show_until_when_a_series_is_played(tournament: Tournament):
    series = tournament.series.get()
    services.set_public(tournament, True, by=BY)
    started = timezone.now()
    tournament.series.update(state="playing", started_at=started, minutes=130)
    for name in ("room", "room-wall-pages"):
        page = browser().get(url(tournament, name))
        ends = localtime(started + timedelta(minutes=130))
        assert f"until {ends:%H:%M}" in text(page)
    services.set_part_public(series, "seating", False, by=BY)
    assert "until" not in text(browser().get(url(tournament, "room")))
