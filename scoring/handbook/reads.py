"""The chapters and sections of docs/handbook, and what their words say."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language
from markdown_it import MarkdownIt

LANGUAGES = tuple(dict(settings.LANGUAGES))
# The line above the heading of a section: an anchor wherever the file is read, the same in both
# languages.
_ANCHOR = re.compile(r'^<a id="([a-z-]+)"></a>\n## (.+)\n', re.MULTILINE)
_SIGNS = re.compile(r"[*`|#]|!?\[([^\]]*)\]\([^)]*\)")
AROUND = 70  # characters shown on each side of a word that was looked for

markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Section:
    """What one kind of page is for: a heading and its text in Markdown."""

    key: str
    title: str
    text: str
    chapter: str

    @property
    def html(self) -> str:
        return markdown.render(self.text.replace("../pictures/", "/help/pictures/"))

    @property
    def words(self) -> str:
        """The text without its signs, on one line."""
        return " ".join(_SIGNS.sub(r"\1", self.text).split())


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    introduction: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that holds what was looked for: the words before it, itself, and behind it."""

    section: Section
    before: str
    word: str
    after: str


def chapters(language: str | None = None) -> tuple[Chapter, ...]:
    """The handbook in a language, in the active one by default; German where there is no other."""
    name = (language or get_language() or "de")[:2]
    return _chapters(name if name in LANGUAGES else "de")


@cache
def _chapters(language: str) -> tuple[Chapter, ...]:
    return tuple(_chapter(file) for file in sorted((settings.HANDBOOK / language).glob("*.md")))


def _chapter(file: Path) -> Chapter:
    head, *parts = _ANCHOR.split(file.read_text(encoding="utf-8"))
    title, _line, introduction = head.removeprefix("# ").partition("\n")
    keys, titles, texts = parts[::3], parts[1::3], parts[2::3]
    sections = (
        Section(key, heading, text, title)
        for key, heading, text in zip(keys, titles, texts, strict=True)
    )
    return Chapter(title, introduction, tuple(sections))


def sections() -> Iterator[Section]:
    for chapter in chapters():
        yield from chapter.sections


def search(words: str) -> list[Hit]:
    """The sections that hold all these words, those first whose heading does."""
    wanted = words.lower().split()
    hits = [
        _hit(section, wanted[0])
        for section in sections()
        if wanted and all(word in f"{section.title} {section.words}".lower() for word in wanted)
    ]
    return sorted(hits, key=lambda hit: wanted[0] not in hit.section.title.lower())


def _hit(section: Section, word: str) -> Hit:
    text = section.words
    at = max(text.lower().find(word), 0)
    end = at + len(word)
    if text[at:end].lower() != word:  # it stands in the heading only
        end = at
    before = text[:at] if at < AROUND else text[at - AROUND : at].partition(" ")[2]
    return Hit(section, before, text[at:end], text[end : end + AROUND].rpartition(" ")[0])
