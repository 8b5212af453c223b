"""The announcement on paper (TO 6.2)."""

from io import BytesIO

import pytest
from django.utils import translation
from pypdf import PdfReader

from scoring.core.head import Head
from scoring.models import Announcement
from scoring.public.files import announcement_pdf
from scoring.public.reads.announcement import announced_or_suggested, announcement_paper
from scoring.rules.announcement import ITEMS
from tests.simulated import finished

HEAD = Head(club="SC Łódź", tournament="Herbstpokal", place="Altenburg", state="provisional")


def printed(items: dict[str, str]) -> list[str]:
    paper = announcement_paper(Announcement(items=items))
    content = announcement_pdf(paper, HEAD)
    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


@pytest.mark.parametrize("language", ["de", "en"])
def test_all_items_are_printed_in_order(language: str):
    with translation.override(language):
        [page] = printed({item.code: f"Text-{item.code} <b> & ♣" for item in ITEMS})
    places = [page.index(f"Text-{item.code} <b> & ♣") for item in ITEMS]
    assert places == sorted(places)
    assert "SC Łódź" in page
    assert "Herbstpokal" in page


@pytest.mark.django_db
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
