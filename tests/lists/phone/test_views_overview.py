"""The organizer's view of all tables, and what he does about one of them."""

from io import BytesIO

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from scoring.lists.phone import reads
from scoring.lists.phone.reads import handle_of, table_path, table_rows
from scoring.models import LogEntry, Role, ScoreList, Signature, TableAccess, UnsentGames
from scoring.models.score_list import ListState
from tests.factories import make_member, open_list
from tests.lists.phone.tables import (
    ONE,
    OTHER,
    PASSED,
    STROKES,
    Phone,
    handed_in,
    hearts,
    writing_phone,
)

pytestmark = pytest.mark.django_db


def member(score_list: ScoreList, role: str = Role.ORGANIZER) -> Client:
    client = Client()
    client.force_login(make_member(score_list.series.tournament, role))
    return client


def page(client: Client, score_list: ScoreList) -> str:
    return client.get(reverse("phone-tables", args=[score_list.series_id])).content.decode()


def act(client: Client, score_list: ScoreList, what: str) -> None:
    url = reverse("phone-change", args=[score_list.pk, what])
    assert client.post(url).status_code == 302


def test_every_table_shows_its_game_its_phone_and_what_waits(score_list, phone):
    """One that is silent stands out; reading along is no sign of life."""
    phone.play(1, hearts(2))
    Client().get(phone.path + "state/", {"device": ONE, "waiting": 3})
    (row,) = table_rows(score_list.series)
    due = row.score_list.outline.games_due
    assert (row.games, due, row.writer.name, row.way) == (1, 4, "Karls Handy", "phone")
    assert (row.sign.waiting, row.is_silent) == (3, False)
    organizer = member(score_list)
    shown = page(organizer, score_list)
    assert "Karls Handy" in shown
    assert "1/4" in shown
    url = reverse("phone-tables", args=[score_list.series_id])
    part = organizer.get(url, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="phone-tables"')
    cache.clear()
    Phone(phone.path, OTHER).state()
    (row,) = table_rows(score_list.series)
    assert row.is_silent
    phone.state()
    assert reads.signs_of_life([score_list.pk])
    for state in (ListState.ENTERED, ListState.REJECTED, ListState.ANNULLED):
        ScoreList.objects.filter(pk=score_list.pk).update(state=state, depth="games")
        assert f"state-{state}" in page(organizer, score_list)


def test_the_desk_says_of_a_list_that_a_phone_at_the_table_writes_it(score_list):
    """The clerk typed over the table, and neither knew of the other."""
    clerk = member(score_list, Role.CLERK)
    desk = reverse("list", args=[score_list.pk])
    words = "Karls Handy führt diese Liste am Tisch"
    assert words not in clerk.get(desk).content.decode()
    writing_phone(score_list)
    asked = clerk.get(desk).content.decode()
    assert words in asked
    # He says first that he wants to type beside the phone.
    assert "Trotzdem hier eingeben" in asked
    assert 'id="pad"' not in asked
    beside = clerk.get(desk, {"beside": "1"}).content.decode()
    assert 'id="pad"' in beside
    assert "Trotzdem hier eingeben" not in beside
    member(score_list).post(reverse("phone-change", args=[score_list.pk, "paper"]))
    assert words not in clerk.get(desk).content.decode()


def test_a_list_is_taken_over_to_paper_and_given_back(score_list, phone):
    organizer, clerk = member(score_list), member(score_list, Role.CLERK)
    address = reverse("phone-address", args=[score_list.pk])
    shown = clerk.get(address)
    assert table_path(TableAccess.objects.get()) in shown.content.decode()
    assert shown["Referrer-Policy"] == "no-referrer"
    act(organizer, score_list, "paper")
    assert clerk.get(address).status_code == 404
    assert phone.play(1).status_code == 404
    assert "auf Papier" in page(organizer, score_list)
    act(organizer, score_list, "phone")
    assert phone.play(1).status_code == 200
    assert LogEntry.objects.filter(action__in=("phone.ended", "phone.resumed")).count() == 2
    unknown = reverse("phone-change", args=[score_list.pk, "burn"])
    assert organizer.post(unknown).status_code == 404


def test_unsent_games_stand_beside_those_of_the_list(score_list, phone):
    other = Phone(phone.path, OTHER)
    other.claim("Idas Handy", replaces=handle_of(ONE))
    other.play(1, hearts(2))
    other.play(2, hearts(3))
    games = [{"number": 1, **hearts(2)}, {"number": 2, **PASSED}, {"number": 3, **hearts(1)}]
    phone.post("comparison/", games=games)
    organizer, unsent = member(score_list), UnsentGames.objects.get()
    assert "Nicht gesendete Spiele von Karls Handy" in page(organizer, score_list)
    games = organizer.get(reverse("phone-unsent", args=[unsent.pk])).context["games"]
    assert [each["there"] == each["here"] for each in games] == [True, False, False]
    assert [bool(each["here"]) for each in games] == [True, True, False]
    organizer.post(reverse("phone-unsent-settle", args=[unsent.pk]))
    assert "Nicht gesendete" not in page(organizer, score_list)


def test_lists_without_an_address_or_with_one_of_another_installation_get_one(settings, score_list):
    """Of a document, or of a program that knew no phones; a key that is unknown here."""
    TableAccess.objects.all().delete()
    shown = page(organizer := member(score_list), score_list)
    assert ("Adressen vergeben" in shown, "Neue Adresse" in shown) == (True, False)
    organizer.post(reverse("phone-issue", args=[score_list.series_id]))
    assert TableAccess.objects.get().list == score_list
    assert "Adressen vergeben" not in page(organizer, score_list)
    settings.SECRET_KEY = "of another machine"
    assert table_path(TableAccess.objects.get()) == ""
    organizer = member(score_list)
    assert "Neue Adresse" in page(organizer, score_list)
    act(organizer, score_list, "renew")
    assert table_path(TableAccess.objects.get())


# On paper --------------------------------------------------------------------------------------


def printed(client: Client, score_list: ScoreList, what: str) -> str:
    url = reverse("print", args=[score_list.series.tournament_id, what])
    answer = client.get(url, {"series": 1}, SERVER_NAME="192.168.178.20")
    return "\n".join(each.extract_text() for each in PdfReader(BytesIO(answer.content)).pages)


@pytest.mark.parametrize("what", ["lists", "table-signs"])
def test_the_prepared_list_and_the_sign_of_the_table_hold_the_address(
    what: str, monkeypatch, score_list
):
    codes: list[str] = []
    for module in ("scoring.lists.printed.files.pdf", "scoring.prints.files.cards"):
        monkeypatch.setattr(f"{module}.draw_qr", lambda canvas, link, *more: codes.append(link))
    path = table_path(TableAccess.objects.get())
    printed(member(score_list, Role.CLERK), score_list, what)
    assert all(each.endswith(path) for each in codes)
    assert codes
    codes.clear()
    printed(member(score_list, Role.VIEWER), score_list, what)
    assert bool(codes) == (what == "lists")
    assert path not in "".join(codes)


def test_signatures_are_drawn_under_the_list_until_it_is_corrected(monkeypatch):
    """TO 9.11; and not on the public pages."""
    drawn: list[int] = []
    score_list = handed_in()
    organizer, file = member(score_list), reverse("list-file", args=[score_list.pk, "pdf"])
    assert len(PdfReader(BytesIO(organizer.get(file).content)).pages) == 1, "really drawn"
    monkeypatch.setattr(
        "scoring.lists.printed.files.pdf._draw_signature",
        lambda canvas, grid, seat: drawn.append(len(seat.signature)),
    )
    organizer.get(file)
    assert drawn == [1, 1, 1, 1]
    printed(organizer, score_list, "lists")
    assert drawn[4:] == [1, 1, 1, 1]
    ScoreList.objects.update(revision=99)
    organizer.get(file)
    assert drawn[8:] == [0, 0, 0, 0]


def test_a_list_without_a_paper_is_confirmed_by_its_signatures_and_not_by_a_paper():
    score_list = handed_in()
    elsewhere = {"list": open_list(), "revision": 1, "at": timezone.now()}
    Signature.objects.create(position=1, strokes=STROKES, **elsewhere)
    confirm = reverse("list-confirm", args=[score_list.pk])
    shown = member(score_list, Role.CLERK).get(confirm).content.decode()
    assert "Bestätigen: am Tisch unterschrieben" in shown
    assert "stimmt mit dem Papier überein" not in shown
    assert shown.count('<svg class="signature"') == 4
    assert '<polyline points="10,20 30,40 500,60"/>' in shown


def test_without_phones_nothing_leads_to_them():
    score_list = open_list()
    page = member(score_list).get(reverse("series", args=[score_list.series_id]))
    assert reverse("phone-tables", args=[score_list.series_id]) not in page.content.decode()
