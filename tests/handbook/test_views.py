"""The handbook as it is read: beside a page, by itself, by a word, on paper."""

import re
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from scoring.handbook.files import handbook_pdf, keys_pdf
from scoring.handbook.reads import CONTEXT_LENGTH, Section, _hit, chapters, search
from tests.factories import make_user
from tests.visitors import browser


def test_a_section_is_a_page_and_a_text_for_the_panel(client: Client):
    address = reverse("handbook-section", args=["registration"])
    page = client.get(address, headers={"accept-language": "de"}).content.decode()
    assert "<h1>Anmeldung am Einlass</h1>" in page
    assert "<html" in page
    panel = client.get(address, headers={"accept-language": "de", "hx-request": "true"})
    assert b"<html" not in panel.content
    assert b"/help/pictures/de/entries.png" in panel.content
    assert client.get("/help/pictures/de/entries.png")["Content-Type"] == "image/png"


def test_what_does_not_exist_is_said(client: Client):
    for path in ("nothing/", "pictures/de/nothing.png", "pictures/xx/list.png"):
        assert client.get(f"/help/{path}").status_code == 404, path


def test_the_words_around_a_hit_are_whole_and_none_is_lost_at_the_end_of_a_section():
    text = "Karten mischen, abheben und geben"
    assert _hit(Section("cards", "", text, ""), "mischen").after == ", abheben und geben"
    longer = _hit(
        Section("cards", "", f"mischen {'und geben ' * CONTEXT_LENGTH}", ""), "mischen"
    ).after
    assert len(longer) < CONTEXT_LENGTH
    assert longer.split()[-1] in ("und", "geben")


def test_a_word_is_found_in_headings_first(client: Client):
    with override("de"):
        assert search("auslosen")[0].section.key == "draw"
        assert [hit.word for hit in search("Beutel")] == ["Beutel"]
        assert search("Auslosung gibtesnicht") == search("") == []
    page = client.get("/help/", {"q": "<b>"}, headers={"accept-language": "de"}).content.decode()
    assert "In keinem Abschnitt stehen diese Wörter" in page
    assert "<b>" not in page.split("<main")[1]


def test_the_whole_on_paper_names_the_page_of_every_section():
    with override("de"):
        pages = [page.extract_text() for page in PdfReader(BytesIO(handbook_pdf())).pages]
        assert len(pages) <= 60
        for chapter in chapters():
            for section in chapter.sections:
                line = next(
                    line for page in pages for line in page.splitlines() if section.title in line
                )
                number = int(re.search(r"(\d+)$", line)[1] if line[-1].isdigit() else 0)
                assert not number or section.title in pages[number - 1]
        assert len(PdfReader(BytesIO(keys_pdf())).pages) == 1


@pytest.mark.django_db
def test_files_are_for_helpers(client: Client):
    assert client.get(reverse("handbook-file")).status_code == 302
    assert client.get(reverse("handbook-keys")).status_code == 302
    response = browser(make_user()).get(reverse("handbook-keys"))
    assert response["Content-Type"] == "application/pdf"
