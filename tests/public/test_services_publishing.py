"""The organizer decides what is public; each decision is logged."""

import pytest
from django.utils import translation

from scoring.core.listing import Head
from scoring.models import Announcement, LogEntry
from scoring.public import services
from scoring.public.files import announcement_pdf
from scoring.public.reads.announcement import announced_or_suggested, announced_parts
from scoring.public.services import publish_announcement, save_announcement, withdraw_announcement
from scoring.rules.announcement import ITEMS
from scoring.rules.paragraphs import PARAGRAPHS
from tests.factories import make_series, make_tournament, seated
from tests.papers import pages
from tests.refusals import codes_of
from tests.simulated import BY, finished

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("part", services.PARTS)
def test_publishing_and_withdrawing_a_part_are_logged(part: str):
    draft = make_series(make_tournament())
    assert codes_of(services.set_part_public, draft, part, True, by=BY) == ["series-not-released"]
    series = seated(4)
    assert codes_of(services.set_part_public, series, "state", True, by=BY)
    services.set_part_public(series, part, True, by=BY)
    first = getattr(series, f"{part}_public_at")
    services.set_part_public(series, part, True, by=BY)
    series.refresh_from_db()
    assert getattr(series, f"{part}_public_at") == first is not None
    services.set_part_public(series, part, False, by=BY)
    log_rows = LogEntry.objects.filter(action__startswith=f"series.{part}")
    assert [row.action.rpartition(".")[2] for row in log_rows] == ["released", "withdrawn"]


def test_a_sample_is_never_public_and_a_freeze_requires_an_existing_series():
    sample = make_tournament(sample=True)
    assert codes_of(services.set_public, sample, True, by=BY) == ["sample-never-public"]
    refused = codes_of(services.set_frozen_after, seated(4).tournament, 2, by=BY)
    assert refused == ["freeze-after-unknown-series"]


def test_items_are_those_of_the_tournament_rules():
    """TO 6.2."""
    codes = [*(f"A.{letter}" for letter in "abcdefgh"), *(f"B.{letter}" for letter in "abcdef")]
    assert [item.code for item in ITEMS] == codes
    assert all(rule in PARAGRAPHS for item in ITEMS for rule in item.rules)


def test_published_announcement_is_fixed_until_withdrawn_with_a_reason(tournament):
    """TO 2.1.1."""
    save_announcement(tournament, {item.code: f"Text zu {item.code}" for item in ITEMS}, by=BY)
    assert LogEntry.objects.get().new == {"items": [item.code for item in ITEMS]}, "no names"
    publish_announcement(tournament, by=BY)
    fixed = codes_of(save_announcement, tournament, {"A.b": "12 €"}, by=BY)
    assert fixed == ["announcement-is-published"]
    assert codes_of(withdraw_announcement, tournament, by=BY, reason=" ") == ["reason-missing"]
    withdraw_announcement(tournament, by=BY, reason="Startgeld")
    assert save_announcement(tournament, {"A.b": "12 €"}, by=BY).items["A.b"] == "12 €"


def printed(items: dict[str, str]) -> list[str]:
    parts = announced_parts(Announcement(items=items))
    return pages(announcement_pdf(parts, Head(club="SC Łódź", tournament="Herbstpokal")))


@pytest.mark.parametrize("language", ["de", "en"])
def test_all_items_are_printed_in_order(language: str):
    with translation.override(language):
        [page] = printed({item.code: f"Text-{item.code} <b> & ♣" for item in ITEMS})
    places = [page.index(f"Text-{item.code} <b> & ♣") for item in ITEMS]
    assert places == sorted(places)
    assert "SC Łódź" in page
    assert "Herbstpokal" in page


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_announcement_that_is_suggested_to_a_club_is_one_page(language: str):
    with translation.override(language):
        tournament = finished(players=23)
        assert len(printed(announced_or_suggested(tournament).items)) == 1


def test_long_announcement_continues_on_the_next_page():
    words = " ".join(f"Wort{n}" for n in range(250))
    pages = printed({item.code: f"{words}\n\nEnde-{item.code}" for item in ITEMS})
    assert len(pages) > 1
    assert all(f"Ende-{item.code}" in "\n".join(pages) for item in ITEMS)


def test_invisible_characters_are_accepted():
    assert "Aa Bb" in printed({"A.a": "Aa\x07\u202eBb"})[0].replace("\n", " ")
