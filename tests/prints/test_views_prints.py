"""The page of the prints, and every document for a running tournament."""

import re
from datetime import timedelta
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import ExifTags, Image
from pypdf import PdfReader

from scoring import models
from scoring.core.text import spoken_name
from scoring.models.spelling import PublishedAs
from scoring.money.services.ledger import collect_entries, set_fees
from scoring.money.services.pots import PotTerms, create_pot
from scoring.prints.files.award import DESIGNS
from scoring.prints.papers import PRINTS
from scoring.prints.reads.papers import start_cards
from scoring.prints.services import as_png
from scoring.referee.services import make_ruling
from scoring.rules.adjudication.incident import Incident
from scoring.rules.prizes import PrizePlan
from scoring.standings.reads.players import standings
from scoring.standings.reads.scopes import find_standings, kinds_of
from tests.effort import repeats
from tests.factories import make_category, make_member, make_series, make_team, seated
from tests.papers import LOGO, pages, picture, squeezed
from tests.simulated import BY, finished

pytestmark = pytest.mark.django_db


def text_of(content: bytes) -> str:
    return squeezed("\n".join(pages(content)))


def document(client: Client, tournament, what: str, **wanted: object) -> str:
    address = reverse("print", args=[tournament.pk, what])
    response = client.get(address, {"language": "en", **wanted})
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return text_of(response.content)


@pytest.fixture
def tournament():
    return finished()


def test_every_player_is_on_every_print(viewer, tournament):
    people = models.Person.objects.filter(entries__tournament=tournament)
    names = [["".join(n.split()) for n in (str(each), each.sorted_name)] for each in people]
    papers = ("start-cards", "place-cards", "table-signs", "lists", "report", "interim")
    for what, how in (*((what, {"series": 1}) for what in papers), ("interim", {"type": "large"})):
        text = document(viewer, tournament, what, **how)
        assert all(any(name in text for name in either) for either in names), what


def test_seating_print_has_seed_and_fingerprint_of_the_draw(viewer, tournament):
    draw = tournament.series.get(number=1).draws.get()
    draw.report |= {"repeated_meetings": 7, "same_club": 0}
    draw.save()
    people = models.Person.objects.filter(entries__tournament=tournament)
    names = ["".join(person.sorted_name.split()) for person in people]
    for what in ("by-name", "by-table"):
        text = document(viewer, tournament, what, series=1)
        for words in (draw.entries_hash, draw.seed, draw.engine, "meetagain:7", *names):
            assert words in text


def test_winners_are_listed_in_reverse_order_with_all_who_share_a_place(viewer, tournament):
    names = ["".join(spoken_name(row.name).split()) for row in standings(tournament).rows]
    text = document(viewer, tournament, "winners", places=3)
    at = [text.index(name) for name in names[:3]]
    assert at == sorted(at, reverse=True)
    assert names[3] not in text
    models.Seat.objects.update(won=0, lost=0, performance=0)
    text = document(viewer, tournament, "winners") + document(viewer, tournament, "press")
    assert [text.count(name) for name in names] == [1 + 4] * 11  # press: in words and rankings


def test_every_winner_of_a_prize_is_on_the_list_to_be_read(organizer, tournament):
    first = standings(tournament).rows[:5]
    ladies = make_category(tournament, "Damen", [row.start_number for row in first])
    plans = [PrizePlan(method="table", amounts=(500, 400, 300, 200, 100))]
    plans += [PrizePlan(method="table", amounts=(700, 600), one_each=True)]
    create_pot(tournament, PotTerms("Damen", "category", plans[0], category=ladies), by=BY)
    create_pot(tournament, PotTerms("Gesamt", "overall", plans[1]), by=BY)
    text = document(organizer, tournament, "winners", places=3)
    assert "7.00" in text
    assert "6.00" in text


def test_certificates_of_an_award_that_has_no_ranking_are_those_of_the_overall_one(
    organizer, tournament
):
    terms = PotTerms("Grand ouvert", "special", PrizePlan(), special="grand-ouvert")
    create_pot(tournament, terms, by=BY)
    assert document(organizer, tournament, "award-certificates").count("Certificate") == 3


def test_a_start_card_has_the_series_that_its_player_plays(tournament):
    early, late, *_others = tournament.entries.all()
    models.Seat.objects.filter(entry__in=[early, late], series__number=2).delete()
    models.Entry.objects.filter(pk=early.pk).update(until_series=1)
    cards = start_cards(tournament, lambda _page, _pk: "", drafts=False)
    assert [len(card.places) for card in cards[:3]] == [1, 2, 2]


def test_blank_lists_have_as_many_rows_as_games(viewer, tournament):
    """And room for the keeper and the hours; tops are named beside a game (SkO 5.2.1)."""
    for seats, rounds, last in ((4, 12, 48), (3, 12, 36), (3, 6, 18)):
        options = {"seats": seats, "rounds": rounds, "language": "en"}
        content = viewer.get(reverse("print", args=[tournament.pk, "blank-lists"]), options).content
        [page] = PdfReader(BytesIO(content)).pages
        numbers = [int(word) for word in page.extract_text().split() if word.isdigit()]
        assert set(range(1, last + 1)) <= set(numbers)
        assert last + 1 not in numbers
        for words in ("Listkeeper____from_____to_____", "withtops", "withouttops"):
            assert words in text_of(content)


def test_the_page_offers_every_print(organizer, tournament):
    make_category(tournament, "Damen", [1, 2, 3])
    page = organizer.get(reverse("prints", args=[tournament.pk]), {"series": 1}).content.decode()
    for what in PRINTS.keys() - {"award-certificates"}:
        assert reverse("print", args=[tournament.pk, what]) in page, what


def test_every_document_is_made_in_both_languages(organizer, tournament):
    make_category(tournament, "Damen", [1, 2, 3])
    wrong = {"places": "9" * 400, "rounds": "-1", "seats": "x", "design": "²"}
    for what in PRINTS:
        german = document(organizer, tournament, what, series=1, language="de")
        assert german != document(organizer, tournament, what, series=1, **wrong), what


def test_a_series_or_a_document_that_does_not_exist_is_404(viewer, tournament):
    for what, wanted in (("nothing", {}), ("by-name", {"series": 9}), ("by-name", {})):
        address = reverse("print", args=[tournament.pk, what])
        assert viewer.get(address, wanted).status_code == 404


def test_unreleased_seating_is_printed_only_for_the_organizer(client):
    series = seated(8)
    series.state = "draft"
    series.save()
    name = "".join(series.lists.first().seat_rows.first().entry.person.sorted_name.split())
    for role, shown in ((models.Role.CLERK, False), (models.Role.ORGANIZER, True)):
        client.force_login(make_member(series.tournament, role))
        assert (name in document(client, series.tournament, "by-name", series=1)) == shown
        assert "4836beingprepared" in document(client, series.tournament, "plan")
        cards = document(client, series.tournament, "start-cards")
        address = reverse("print", args=[series.tournament_id, "lists"])
        assert client.get(address, {"series": 1}).status_code == (200 if shown else 404)
        assert cards


@pytest.mark.parametrize("role", repeats(models.Role.ORGANIZER, models.Role.CLERK))
def test_every_document_offered_can_be_opened_also_before_the_draw(client, role: models.Role):
    series = seated(8)
    tournament = series.tournament
    make_series(tournament, number=2)
    client.force_login(make_member(tournament, role))
    models.Series.objects.filter(pk=series.pk).update(state="draft")
    for number, query in ((1, {}), (2, {"series": 2})):
        page = client.get(reverse("prints", args=[tournament.pk]), query).content.decode()
        found = re.findall(r'href="([^"]+/prints/[^"]+[.]pdf[^"]*)"', page)
        assert len(found) > 5
        of_series = {each[-8:] for each in found if "series=" in each}
        is_seated = number == 1 and role == models.Role.ORGANIZER  # before the draw is released
        assert of_series == ({"series=1"} if is_seated else set())
        for address in (*found, *re.findall(r'href="([^"]+/lists[.]xlsx)"', page)):
            assert client.get(unescape(address)).status_code == 200, address


def test_prints_with_results_state_their_status(client):
    """Standings, lists and certificates do; a posted draw, a plan and a blank form do not:
    "provisional" above a draw would make people wait for another one.
    """
    tournament = finished()
    client.force_login(make_member(tournament, models.Role.ORGANIZER))
    shown = ("interim", "winners", "certificates", "report", "lists")
    silent = ("by-name", "by-table", "plan", "start-cards", "place-cards", "table-signs")
    for state, word in (("running", "provisional"), ("final", "final")):
        models.Tournament.objects.filter(pk=tournament.pk).update(state=state)
        for what in shown:
            is_trusted = what == "certificates" and state == "final"
            text = document(client, tournament, what, series=1)
            assert (word in text) != is_trusted, (what, state)
        for what in silent:
            assert "provisional" not in document(client, tournament, what, series=1), what
    open_series = seated(8)
    client.force_login(make_member(open_series.tournament, models.Role.ORGANIZER))
    assert "provisional" not in document(client, open_series.tournament, "lists", series=1)
    models.Series.objects.update(state="draft")
    assert "draft" in document(client, open_series.tournament, "by-name", series=1)


# The logo


def test_a_logo_is_made_small_and_printed(organizer, tournament):
    address = reverse("logo", args=[tournament.pk])
    response = organizer.post(address, {"file": SimpleUploadedFile("a.png", picture(2400, 1600))})
    assert response.status_code == 302
    png = bytes(models.Logo.objects.get(tournament=tournament).png)
    assert Image.open(BytesIO(png)).size == (450, 300)
    content = organizer.get(reverse("standings-file", args=[tournament.pk, "pdf"])).content
    assert PdfReader(BytesIO(content)).pages[0].images
    models.Tournament.objects.update(reported_at=timezone.now())
    page = organizer.post(address, {"remove": "yes"}, follow=True).content.decode()
    assert "This result was reported from elsewhere" in page
    assert "field-error" not in page, "no file is missing"
    models.Tournament.objects.update(reported_at=None)
    organizer.post(address, {"remove": "yes"})
    assert not models.Logo.objects.exists()
    assert organizer.get(reverse("logo-picture", args=[tournament.pk])).status_code == 404


def test_invalid_picture_is_refused_and_a_huge_one_before_decoding(organizer, tournament):
    """From 179 million pixels on Pillow refuses it by itself."""
    invalid = [(each, "") for each in (b"", b"no picture", LOGO[:200], b"%PDF-1.4", b"GIF89a" * 9)]
    for side in (9_000, 15_000):
        buffer = BytesIO()
        Image.new("1", (side, side)).save(buffer, "PNG")
        assert len(buffer.getvalue()) < 40_000
        invalid.append((buffer.getvalue(), "15 million"))
    invalid.append((LOGO + bytes(4_000_000), "4 MB"))
    for content, words in invalid:
        address = reverse("logo", args=[tournament.pk])
        response = organizer.post(address, {"file": SimpleUploadedFile("a.png", content)})
        assert response.status_code == 422
        assert words in response.content.decode()
    assert not models.Logo.objects.exists()


def test_pictures_of_every_format_are_accepted():
    """One photographed by phone stands upright, and a grey one of 16 bits is not white."""
    for mode in ("1", "L", "P", "RGB", "RGBA", "LA", "CMYK"):
        image = kept(Image.new(mode, (1_200, 900)), "JPEG" if mode == "CMYK" else "PNG")
        assert image.size == (400, 300)
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    assert kept(Image.new("RGB", (900, 300)), "JPEG", exif=exif).size == (100, 300)
    grey = kept(Image.new("I;16", (30, 30), 128 * 256), "PNG")
    assert grey.getpixel((9, 9)) == (128, 128, 128, 255)


def kept(image: Image.Image, kind: str, **how: object) -> Image.Image:
    """A picture as it is printed after it was sent in a file of this kind."""
    buffer = BytesIO()
    image.save(buffer, kind, **how)
    return Image.open(BytesIO(as_png(buffer.getvalue())))


def test_report_begins_with_the_ranking_and_shows_money_and_rulings_only_by_role(
    client, tournament
):
    set_fees(tournament, models.Fees(entry_cents=1_500), by=BY)
    create_pot(tournament, PotTerms("Gesamt", "overall", PrizePlan()), by=BY)
    collect_entries(tournament, list(tournament.entries.all()[:1]), by=BY)
    models.Tournament.objects.filter(pk=tournament.pk).update(state="running")
    tournament.refresh_from_db()
    make_ruling(tournament, Incident("card_exposed", answers={"exposed": "deal"}), by=BY)
    titles = ("Cashreport", "Potsandprizes", "Decisionsofthereferees")
    order = ("Overallstandings", "Tournamentplan", "Pointsbyseries", "Gamesbykind")
    for role, shown in ((models.Role.VIEWER, 0), (models.Role.CLERK, 2), (models.Role.REFEREE, 3)):
        client.force_login(make_member(tournament, role))
        report = document(client, tournament, "report")
        assert [title for title in titles if title in report] == list(titles[:shown]), role
        at = [report.index(title) for title in order if title in report]
        assert order[0] in report
        assert at == sorted(at)
        assert "Noentries" not in report


def test_certificates_exist_for_every_kind_of_standings(viewer, tournament):
    first, second = tournament.series.all()
    for series, day in ((first, 21), (second, 22)):
        series.day = tournament.date.replace(day=day)
        series.save()
    make_category(tournament, "Damen & Jugend", [1, 2, 3])
    make_team(tournament, [1, 2, 3, 4], size=4)
    make_team(tournament, [5, 6], kind="tandem", size=2)
    page = unescape(viewer.get(reverse("prints", args=[tournament.pk])).content.decode())
    scopes = [each.scope for each in kinds_of(tournament).parts]
    days = [f"day/{each.day}" for each in (first, second)]
    others = ["team", "tandem", "category/Damen & Jugend"]
    assert scopes == ["series/1", "series/2", *days, *others]
    for scope in scopes:
        assert f'<option value="{scope}">' in page
        name = "".join(spoken_name(find_standings(tournament, scope).rows[0].name).split())
        for design in DESIGNS:
            assert name in document(viewer, tournament, "certificates", of=scope, design=design)
    text = document(viewer, tournament, "certificates", of="team", places=1)
    assert text.count("Organizer") == 4  # one for every member
    for scope in ("season", "special/most-won", "category/x", "day/x", "a\0"):
        address = reverse("print", args=[tournament.pk, "certificates"])
        assert viewer.get(address, {"of": scope}).status_code == 404


def test_certificate_says_nothing_of_its_state_once_the_review_is_over(viewer, tournament):
    under_review = models.Tournament.objects.filter(pk=tournament.pk)
    for hours, provisional in ((1, True), (-1, False)):
        until = timezone.now() + timedelta(hours=hours)
        under_review.update(state="review", review_until=until)
        for what in ("certificates", "award-certificates"):
            assert ("provisional" in document(viewer, tournament, what)) == provisional, what


def test_classes_stand_below_one_another_without_the_empty_ones(viewer, tournament):
    make_category(tournament, "Gäste", [])
    assert "Standings:Gäste" in document(viewer, tournament, "classes")
    make_category(tournament, "Damen", [1, 2, 3])
    team = make_team(tournament, [1, 2, 3, 4], size=4)
    address = reverse("print", args=[tournament.pk, "classes"])
    classes = viewer.get(address, {"language": "en"}).content
    assert len(PdfReader(BytesIO(classes)).pages) == 1
    for text in (text_of(classes), document(viewer, tournament, "report")):
        assert "Standings:Damen" in text
        assert "Standingsoftheteams" in text
        assert "".join(team.name.split()) in text
        assert "Standings:Gäste" not in text


def test_plan_says_each_item_of_the_announcement_in_one_line(viewer, tournament):
    items = {"A.b": "Entry fees 15.00 €\nCards 1.00 €", "A.e": "Overall\nSeries 1"}
    models.Announcement.objects.create(tournament=tournament, items=items)
    models.Tournament.objects.update(best_of=1)
    text = document(viewer, tournament, "plan")
    assert "Entryfees15.00€;Cards1.00€" in text
    assert "Entryfees:" not in text
    assert "Distributionofthemoney:Overall;Series1" in text
    assert "Thebestseriesofeveryplayercounts." in text


def test_the_report_for_the_press_is_a_text_that_can_be_copied(viewer, tournament):
    def words() -> str:
        address = reverse("press", args=[tournament.pk])
        page = viewer.get(address, headers={"accept-language": "en"}).content.decode()
        return re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)[1]

    text = words()
    assert text.startswith(tournament.title)
    assert all(each in text for each in (" players, ", "The first ", "Won by "))
    first = tournament.entries.get(start_number=1).person
    assert f"{first.given} {first.family}" in text
    models.Person.objects.filter(pk=first.pk).update(published_as=PublishedAs.INITIALS)
    assert f"{first.given} {first.family}" not in words()
    assert f"{first.given[0]}. {first.family[0]}." in words()
    models.Tournament.objects.update(state="running")
    ruling = make_ruling(tournament, Incident("card_exposed", answers={"exposed": "deal"}), by=BY)
    for hours, word in ((1, "Led"), (-1, "Won")):
        until = timezone.now() + timedelta(hours=hours)
        models.Tournament.objects.update(state="review", review_until=until)
        assert f" {word} by " in words()
    models.Objection.objects.create(ruling=ruling, lodged_at=timezone.now())
    assert " Led by " in words()
