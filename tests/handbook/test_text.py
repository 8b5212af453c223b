"""The chapters: the same in both languages, with labels, links and pictures that exist."""

import re

import pytest
from django.conf import settings
from django.utils.translation import override

from launch.environment import ROOT
from scoring.handbook.reads import LANGUAGES, SECTION_OF_PAGE, SECTIONS, sections
from tests.world import names
from tools.checks.translations import CATALOGUE, messages
from tools.screens.pictures import PHOTOGRAPHED

# A label of the screen, or the way to it: **Kasse → Siegerehrung**.
LABEL = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]+\]\(\.\./pictures/([a-z]+)/([a-z-]+)\.png\)")
END = ".:?"


def keys(language: str) -> list[str]:
    with override(language):
        return [section.key for section in sections()]


def whole(language: str) -> str:
    files = sorted((settings.HANDBOOK / language).glob("*.md"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def labels_on_the_screen(language: str) -> set[str]:
    """What the catalogue has in a language: English by its keys, without their contexts."""
    catalogue = messages((ROOT / CATALOGUE).with_suffix(".mo"))
    if language == "de":
        return {str(words).rstrip(END) for words in catalogue.values()}
    keys_of = (key[0] if isinstance(key, tuple) else key for key in catalogue)
    return {str(key).rpartition("\4")[2].rstrip(END) for key in keys_of}


def test_both_languages_have_the_same_sections_to_which_pages_lead():
    assert keys("de") == keys("en")
    assert len(set(keys("de"))) == len(keys("de"))
    assert set(SECTIONS) <= set(keys("de"))
    assert set(SECTION_OF_PAGE) <= names()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_in_bold_stands_on_the_screen(language: str):
    """A button that is renamed is renamed in the handbook with it."""
    on_the_screen = labels_on_the_screen(language)
    labels = (
        label.strip().rstrip(END)
        for way in LABEL.findall(whole(language))
        for label in " ".join(way.split()).split(" → ")
    )
    assert sorted({label for label in labels if label not in on_the_screen}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_and_made_by_the_program(language: str):
    shown = PICTURE.findall(whole(language))
    assert whole(language).count("![") == len(shown)
    assert {name for _language, name in shown} == set(PHOTOGRAPHED)
    for folder, name in shown:
        assert folder == language
        assert (settings.HANDBOOK / "pictures" / folder / f"{name}.png").is_file()


def test_files_that_it_names_are_in_the_repository():
    for path in re.findall(r"`(docs/[\w./-]+)`", whole("de") + whole("en")):
        assert (ROOT / path).is_file(), path
