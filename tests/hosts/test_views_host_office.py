"""What the administrator of a host keeps in order: its logo, its defaults, and its log."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from scoring.accounts.services.accounts import create_account, give_role
from scoring.core.listing import head_of
from scoring.models import (
    Actor,
    Fees,
    Host,
    HostDefaults,
    HostLogo,
    LogEntry,
    Logo,
    Season,
    Tournament,
)
from scoring.models.log import Action
from scoring.prints.services import remove_host_logo, set_host_logo, set_logo
from tests.factories import first_host, make_host, make_member, make_tournament, make_user
from tests.papers import LOGO, picture
from tests.visitors import browser, host_member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def host() -> Host:
    return make_host("SC Eins")


@pytest.fixture
def erna(host: Host) -> Client:
    return host_member(host, "administrator")


def at(name: str, host: Host, *more: object) -> str:
    return reverse(name, args=[host.pk, *more])


def file(content: bytes) -> BytesIO:
    found = BytesIO(content)
    found.name = "club.png"
    return found


def test_the_logo_of_a_host_stands_on_prints_of_its_tournaments_alone(erna: Client, host: Host):
    answer = erna.post(at("host-logo", host), {"file": file(b"no picture")})
    assert answer.status_code == 422
    assert "field-error" in answer.content.decode()
    answer = erna.post(at("host-logo", host), {"file": file(picture(1200, 800))})
    assert answer.status_code == 302
    shown = erna.get(at("host-logo-picture", host)).content
    assert Image.open(BytesIO(shown)).size == (450, 300)
    ours, theirs = make_tournament(host=host), make_tournament()
    assert head_of(ours).logo == shown
    assert head_of(theirs).logo == b""
    print_address = reverse("standings-file", args=[ours.pk, "pdf"])
    assert PdfReader(BytesIO(erna.get(print_address).content)).pages[0].images
    set_logo(ours, picture(90, 90), by=BY)
    assert head_of(ours).logo == bytes(Logo.objects.get().png) != shown
    row = LogEntry.objects.get(action="host.logo.set")
    assert (row.host, row.subject, row.new) == (host, "host/SC Eins", {"logo": True})


@pytest.mark.parametrize(
    ("kind", "pages"), [("club", ("season", "honours")), ("league", ("league",))]
)
def test_public_pages_of_a_season_show_the_logo_of_its_host(
    host: Host, kind: str, pages: tuple[str, ...]
):
    season = Season.objects.create(name="Abende", kind=kind, host=host, public=True)
    image, visitor = reverse("room-season-logo", args=[season.pk]), browser()

    def shows() -> set[bool]:
        addresses = [reverse(f"room-{page}", args=[season.pk]) for page in pages]
        return {image in visitor.get(each).content.decode() for each in addresses}

    assert (shows(), visitor.get(image).status_code) == ({False}, 404)
    set_host_logo(host, LOGO, by=BY)
    assert shows() == {True}
    assert visitor.get(image)["Content-Type"] == "image/png"
    remove_host_logo(host, by=BY)
    assert (shows(), visitor.get(image).status_code) == ({False}, 404)
    set_host_logo(host, LOGO, by=BY)
    Season.objects.update(public=False)
    assert visitor.get(image).status_code == 404


def test_an_organizer_sees_whose_logo_is_printed_and_cannot_remove_that_of_the_host(host: Host):
    set_host_logo(host, LOGO, by=BY)
    ours = make_tournament(host=host)
    organizer = browser(make_member(ours, "organizer"))
    page = organizer.get(reverse("logo", args=[ours.pk]))
    assert "This is the logo of the host" in text(page)
    assert "Remove the logo" not in text(page)
    organizer.post(reverse("logo", args=[ours.pk]), {"remove": "yes"})
    assert HostLogo.objects.exists()


def test_public_pages_show_the_logo_and_follow_when_it_is_exchanged_or_removed(
    erna: Client, host: Host
):
    ours = make_tournament(host=host, public=True)
    room, image = reverse("room", args=[ours.pk]), reverse("room-logo", args=[ours.pk])
    visitor = browser()
    assert image not in visitor.get(room).content.decode()
    assert visitor.get(image).status_code == 404
    set_host_logo(host, picture(60, 40), by=BY)
    assert image in visitor.get(room).content.decode()
    first = visitor.get(image)
    assert first["Content-Type"] == "image/png"
    set_host_logo(host, picture(40, 60), by=BY)
    second = visitor.get(image)
    assert second.content == bytes(HostLogo.objects.get().png) != first.content
    assert second["ETag"] != first["ETag"]
    assert "Remove the logo" in text(erna.get(at("host-logo", host)))
    erna.post(at("host-logo", host), {"remove": "yes"})
    assert image not in visitor.get(room).content.decode()
    assert visitor.get(image).status_code == 404


TYPED = {
    "place": "Vereinsheim",
    "organizer": "SC Eins",
    "system": "isko-1998/1999",
    "ties": "share",
    "counts": "confirmed",
    "confirm": "blind",
    "series": "2",
    "rounds": "10",
    "language": "en",
    "entry_cents": "12,50",
    "from_1": "1",
    "each_1": "0,50",
}


@pytest.fixture
def agreed(erna: Client, host: Host) -> Client:
    assert erna.post(at("host-defaults", host), TYPED).status_code == 302
    return erna


def test_a_new_tournament_begins_with_what_its_host_has_agreed(agreed: Client, host: Host):
    page = agreed.get(reverse("tournament-new"))
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value not in (None, False)}
    assert (sent["place"], sent["series"], sent["system"]) == ("Vereinsheim", 2, "isko-1998/1999")
    assert "paper_total" not in sent
    assert "Its fees are those that are proposed here" in text(page)
    answer = agreed.post(reverse("tournament-new"), {**sent, "name": "Neu", "date": "2026-12-01"})
    assert answer.status_code == 302
    made = Tournament.objects.get()
    assert (made.host, made.ties) == (host, "share")
    assert (made.counts, made.confirm) == ("confirmed", "blind")
    assert [each.rounds for each in made.series.all()] == [10, 10]
    fees = Fees.objects.get(tournament=made)
    assert (fees.entry_cents, fees.lost_ladder) == (1250, [[1, 50]])
    assert LogEntry.objects.filter(tournament=made, action="fees.set").exists()


def test_who_may_choose_the_host_gets_the_proposals_of_the_chosen_one(agreed: Client, host: Host):
    chief = browser(make_user("chief", superuser=True))
    new = reverse("tournament-new")
    first = chief.get(new, {"held_by": first_host().pk})
    assert first.context["form"]["place"].value() == ""
    assert "Its fees" not in text(first)
    chosen = chief.get(new, {"held_by": host.pk, "name": "Angefangen"}).context["form"]
    assert chosen["place"].value() == "Vereinsheim"
    assert chosen["name"].value() == "Angefangen"
    assert str(chosen["held_by"].value()) == str(host.pk)
    for one in (first_host(), host):  # the name is missing
        assert ("Its fees" in text(chief.post(new, {"held_by": one.pk}))) == (one == host)


def test_defaults_are_logged_with_old_and_new(agreed: Client, host: Host):
    agreed.post(at("host-defaults", host), {**TYPED, "rounds": "12", "entry_cents": "15"})
    first, second = LogEntry.objects.filter(action="host.defaults.changed").order_by("pk")
    assert first.new["place"] == "Vereinsheim"
    for made_by, language in ((host.pk, "en"), (make_host().pk, ""), (None, "")):
        account, _link = create_account("Neu Neumann", made_by=made_by, by=BY)
        assert account.language == language
    assert (second.host, second.old) == (host, {"rounds": 10, "entry_cents": 1250})
    assert second.new == {"rounds": 12, "entry_cents": 1500}
    # The same once more changes nothing and is not logged.
    agreed.post(at("host-defaults", host), {**TYPED, "rounds": "12", "entry_cents": "15"})
    assert LogEntry.objects.filter(action="host.defaults.changed").count() == 2


def test_wrong_defaults_are_refused_at_their_fields_and_stay_typed(erna: Client, host: Host):
    wrong = {**TYPED, "rounds": "99", "entry_cents": "viel", "language": "fr", "each_1": ""}
    answer = erna.post(at("host-defaults", host), wrong)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert {"rounds", "entry_cents", "language"} <= set(form.errors)
    assert form["place"].value() == "Vereinsheim"
    assert not HostDefaults.objects.exists()


def test_the_log_of_a_host_holds_its_own_and_that_of_its_tournaments(agreed: Client, host: Host):
    ours, theirs = make_tournament("Unser Pokal", host=host), make_tournament("Ihr Pokal")
    for tournament, name in ((ours, "helga"), (theirs, "fremde")):
        give_role(tournament, make_user(name), "clerk", by=Actor(make_user(f"by.{name}")))
    create_account("Neu Neumann", made_by=host.pk, by=BY)
    page = text(agreed.get(at("host-log", host)))
    for word in ("Account helga", "Unser Pokal", "defaults of a host changed", "neu.neumann"):
        assert word in page
    for word in ("fremde", "Ihr Pokal"):
        assert word not in page
    table = agreed.get(at("host-log-file", host, "csv")).content.decode()
    assert "helga" in table
    assert "fremde" not in table


def test_the_log_of_a_host_is_searched_and_paged(agreed: Client, host: Host):
    ours = make_tournament(host=host)
    for number in range(60):
        LogEntry.objects.create(
            tournament=ours, at="2026-11-21T12:00Z", action="till.counted", subject=f"till/{number}"
        )
    address = at("host-log", host)
    assert agreed.get(address, {"page": 2}).context["page"].object_list
    words = str(Action.HOST_DEFAULTS_CHANGED.label)
    found = agreed.get(address, {"text": words}, headers={"accept-language": "en"})
    assert [each.row.action for each in found.context["events"]] == ["host.defaults.changed"]
