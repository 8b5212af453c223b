"""Print for this moment: one button, one document with all papers of the hour."""

import re
from datetime import timedelta
from html import unescape
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate
from pypdf import PdfReader

from scoring.core import links
from scoring.core.files import pdf_style
from scoring.models import LogEntry, Role, Series, Tournament
from scoring.models.score_list import Depth, ListState
from scoring.models.tournament import PrintCopies, SeriesState, TournamentState
from scoring.money.services.pots import PotTerms, add_prizes, create_pot
from scoring.prints.reads.papers import missing_listing
from scoring.rules.prizes import PrizePlan
from scoring.series.reads.series import print_moment
from scoring.series.services.draw import draw_series
from tests.factories import make_entries, make_member, make_series, seated
from tests.simulated import BY, finished

pytestmark = pytest.mark.django_db


def signed_in(client: Client, tournament: Tournament, role: str = Role.ORGANIZER) -> Client:
    client.force_login(make_member(tournament, role))
    return client


def papers_on(client: Client, tournament: Tournament) -> list[str]:
    """The names of the papers that the page of prints offers for now."""
    page = client.get(reverse("prints", args=[tournament.pk]), headers={"Accept-Language": "en"})
    moment = page.content.decode().partition('class="copies"')[2].partition("</ol>")[0]
    return [unescape(each) for each in re.findall(r"<label[^>]*>([^<]+)</label>", moment)]


def now(client: Client, tournament: Tournament) -> PdfReader:
    response = client.get(reverse("prints-now", args=[tournament.pk]), {"language": "en"})
    assert response.status_code == 200
    return PdfReader(BytesIO(response.content))


def squeezed(document: PdfReader) -> str:
    return "".join("".join(page.extract_text().split()) for page in document.pages)


def test_before_any_seating_announcement_and_plan_are_printed(tournament, client):
    make_entries(tournament, 8)
    make_series(tournament)
    assert print_moment(tournament).code == "announcing"
    signed_in(client, tournament)
    assert papers_on(client, tournament) == ["Announcement", "Tournament plan"]
    text = squeezed(now(client, tournament))
    assert "Announcement" in text
    assert "Tournamentplan" in text


def test_released_first_series_has_cards_signs_lists_and_postings(client):
    series = seated(8)
    tournament = series.tournament
    assert print_moment(tournament).code == "seating"
    signed_in(client, tournament)
    of_series = ("Score lists", "Seating by name", "Seating by table")
    papers = ["Start cards", "Table numbers", *(f"{paper} of series 1" for paper in of_series)]
    assert papers_on(client, tournament) == papers
    # A page of start cards, two signs, two lists, two postings.
    document = now(client, tournament)
    assert len(document.pages) == 1 + 2 + 2 + 1 + 1
    assert document.metadata.title == "Print everything for series 1"


def test_start_cards_of_the_moment_show_no_seat_of_a_series_that_is_not_released(client):
    tournament = finished()
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    first, second = tournament.series.all()
    Series.objects.filter(pk=first.pk).update(state=SeriesState.RELEASED)
    first.lists.update(depth=Depth.NONE, state=ListState.OPEN)
    Series.objects.filter(pk=second.pk).update(state=SeriesState.DRAFT)
    signed_in(client, tournament)
    rows = now(client, tournament).pages[0].extract_text().split("\n")
    alone = client.get(reverse("print", args=[tournament.pk, "start-cards"]), {"language": "en"})
    with_drafts = PdfReader(BytesIO(alone.content)).pages[0].extract_text().split("\n")
    seats = 2 * min(8, tournament.entries.count())  # table and seat of eight cards
    assert len(with_drafts) - len(rows) == seats


def test_begun_series_asks_for_the_missing_lists_if_there_are_any(client):
    """A list that waits for its confirmation is not missing."""
    series = seated(8, confirm="blind")
    tournament = series.tournament
    draw_series(make_series(tournament), by=BY, seed="fixed")
    Series.objects.update(state=SeriesState.RELEASED)
    Series.objects.filter(pk=series.pk).update(state=SeriesState.PLAYING)
    series.lists.filter(table_number=1).update(depth=Depth.GAMES)
    assert print_moment(tournament).code == "playing"
    signed_in(client, tournament)
    assert papers_on(client, tournament) == ["Missing lists"]
    assert "Print the 2 missing lists" in page_of(client, series)
    series.lists.filter(table_number=1).update(depth=Depth.TOTALS, state=ListState.ENTERED)
    assert "Print the 1 missing list" in page_of(client, series)
    assert [row["table"] for row in missing_listing(tournament).rows] == [2]
    series.lists.update(depth=Depth.TOTALS, state=ListState.ENTERED)
    now = reverse("prints-now", args=[tournament.pk])
    assert now not in page_of(client, series)
    page = client.get(reverse("prints", args=[tournament.pk])).content.decode()
    assert "Es fehlt keine Liste" in page
    assert client.get(now).status_code == 404


def page_of(client: Client, series: Series) -> str:
    address = reverse("series", args=[series.pk])
    return client.get(address, headers={"Accept-Language": "en"}).content.decode()


def test_closed_series_has_its_result_and_the_next_posting_once_it_is_out(client):
    tournament = finished()
    second = tournament.series.get(number=2)
    Series.objects.filter(pk=second.pk).update(state=SeriesState.DRAFT)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    tournament.refresh_from_db()
    signed_in(client, tournament)
    assert papers_on(client, tournament) == ["Result of series 1"]

    Series.objects.filter(pk=second.pk).update(state=SeriesState.RELEASED)
    second.lists.update(depth=Depth.NONE, state=ListState.OPEN)
    papers = ("Score lists", "Seating by name", "Seating by table")
    of_series_2 = [f"{paper} of series 2" for paper in papers]
    assert papers_on(client, tournament) == ["Result of series 1", *of_series_2]


def test_award_has_winners_certificates_and_for_clerks_the_money(client):
    tournament = finished()
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.REVIEW)
    tournament.refresh_from_db()
    assert print_moment(tournament).code == "award"
    papers = ["Standings", "Winners", "Certificates", "Press report"]
    signed_in(client, tournament, Role.VIEWER)
    assert papers_on(client, tournament) == papers
    signed_in(client, tournament, Role.CLERK)
    assert papers_on(client, tournament) == [*papers, "Cash report"]
    create_pot(tournament, PotTerms("Gesamt", "overall", PrizePlan()), by=BY)
    papers = ["Standings", "Award", "Certificates", "Press report"]
    assert papers_on(client, tournament) == [*papers, "Pots and prizes", "Cash report"]
    page = client.get(reverse("prints", args=[tournament.pk])).content.decode()
    own = page.partition('id="now"')[2]  # below the panel of the next step
    assert own.count("btn-primary") == 1
    assert "Certificate" in squeezed(now(client, tournament)).replace("\u2009", "")


def test_certificates_of_the_award_go_with_its_prizes_or_by_wish_to_three_places(client):
    tournament = finished()
    signed_in(client, tournament, Role.ORGANIZER)
    address = reverse("print", args=[tournament.pk, "award-certificates"])

    def pages(**options: str) -> int:
        return len(PdfReader(BytesIO(client.get(address, options).content)).pages)

    assert pages() == 3
    pot = create_pot(tournament, PotTerms("Gesamt", "overall", PrizePlan()), by=BY)
    add_prizes(pot, ["Schinken"], by=BY)
    assert (pages(), pages(beyond_prizes="1")) == (1, 3)
    page = client.get(reverse("award", args=[tournament.pk])).content.decode()
    assert 'name="beyond_prizes"' in page


def test_copies_are_kept_and_zero_leaves_a_paper_out(client):
    series = seated(8)
    tournament = series.tournament
    signed_in(client, tournament)
    sent = {"start-cards": 0, "number-signs": 0, "lists": 1, "by-name": 3, "by-table": 0}
    client.post(reverse("prints", args=[tournament.pk]), sent)
    assert len(now(client, tournament).pages) == 2 + 3
    row = LogEntry.objects.get(action="tournament.print.copies")
    assert row.old == {"start-cards": 1, "number-signs": 1, "by-name": 1, "by-table": 1}
    assert row.new == {"start-cards": 0, "number-signs": 0, "by-name": 3, "by-table": 0}


def test_wrong_copies_are_refused_at_their_field_and_stay_typed(client):
    tournament = seated(8).tournament
    signed_in(client, tournament)
    sent = {"start-cards": 21, "number-signs": "x", "lists": 1, "by-name": 1, "by-table": 1}
    answer = client.post(reverse("prints", args=[tournament.pk]), sent)
    page = answer.content.decode()
    assert (answer.status_code, page.count("field-error"), 'value="21"' in page) == (422, 2, True)
    assert not tournament.print_copies.exists()


@pytest.mark.parametrize("moment", ["seating", "award"])
def test_the_pages_of_the_moment_are_counted_before_they_are_printed(client, moment):
    tournament = seated(19).tournament if moment == "seating" else finished()
    copies = {"by-name": 3} if moment == "seating" else {"certificates": 2, "interim": 2}
    for paper, count in copies.items():
        PrintCopies.objects.create(tournament=tournament, paper=paper, copies=count)
    assert print_moment(tournament).code == moment
    signed_in(client, tournament)
    page = client.get(reverse("prints", args=[tournament.pk])).content.decode()
    address = f"{reverse('prints-now', args=[tournament.pk])}?pages=1"
    assert f'hx-get="{address}' in page
    counted = client.get(address, headers={"Accept-Language": "en"}).content.decode()
    assert counted.strip() == f"· {len(now(client, tournament).pages)} pages"


def test_of_nothing_to_be_printed_there_are_no_pages(tournament, client):
    for paper in ("announcement", "plan"):
        PrintCopies.objects.create(tournament=tournament, paper=paper, copies=0)
    signed_in(client, tournament)
    counted = client.get(f"{reverse('prints-now', args=[tournament.pk])}?pages=1")
    assert "0 Seiten" in counted.content.decode()
    page = client.get(reverse("prints", args=[tournament.pk])).content.decode()
    assert reverse("prints-now", args=[tournament.pk]) not in page
    assert "Alle Papiere stehen auf 0 Exemplaren." in page
    answer = client.get(reverse("prints-now", args=[tournament.pk]))  # from a page opened before
    assert answer.headers["Location"] == reverse("prints", args=[tournament.pk])


# QR codes lead to an address that a phone reaches, or are left off.


def codes_of(monkeypatch, client: Client, tournament: Tournament, what: str, host: str) -> set[str]:
    """The addresses that a document draws as QR codes."""
    drawn: set[str] = set()
    original = pdf_style._qr
    monkeypatch.setattr(pdf_style, "_qr", lambda text: (drawn.add(text), original(text))[1])
    address = reverse("print", args=[tournament.pk, what])
    response = client.get(address, {"series": 1, "language": "en"}, headers={"host": host})
    assert response.status_code == 200
    return drawn


def test_qr_codes_carry_the_address_in_the_network_and_without_one_there_is_none(
    client, monkeypatch, settings
):
    settings.ALLOWED_HOSTS = ["*"]
    tournament = seated(8).tournament
    Tournament.objects.update(public=True)
    signed_in(client, tournament)
    here = ("127.0.0.1", "start-cards"), ("localhost", "place-cards"), ("[::1]", "lists")
    for addresses, of_network in ((["192.168.178.23"], {"192.168.178.23:8000"}), ([], set())):
        monkeypatch.setattr(links, "local_addresses", lambda addresses=addresses: addresses)
        for host, what in here:
            codes = codes_of(monkeypatch, client, tournament, what, f"{host}:8000")
            assert {urlsplit(code).netloc for code in codes} == of_network, what
    headers = {"host": "127.0.0.1:8000", "Accept-Language": "en"}
    page = client.get(reverse("prints", args=[tournament.pk]), headers=headers)
    assert "not in a network" in page.content.decode()
    codes = codes_of(monkeypatch, client, tournament, "lists", "skat.local:8000")
    assert {urlsplit(code).netloc for code in codes} == {"skat.local:8000"}


def test_start_cards_have_no_qr_code_while_the_public_pages_are_closed(client, monkeypatch):
    tournament = seated(8).tournament
    signed_in(client, tournament)
    monkeypatch.setattr(links, "local_addresses", lambda: ["192.168.178.23"])
    assert not codes_of(monkeypatch, client, tournament, "start-cards", "127.0.0.1:8000")
    assert codes_of(monkeypatch, client, tournament, "lists", "127.0.0.1:8000")

    def said() -> bool:
        address = reverse("prints", args=[tournament.pk])
        page = client.get(address, headers={"Accept-Language": "en"}).content.decode()
        return "Start cards without QR code" in page

    assert said()
    Tournament.objects.update(public=True, public_until=localdate() - timedelta(days=1))
    assert said()
    Series.objects.update(state="closed")
    assert not said()
