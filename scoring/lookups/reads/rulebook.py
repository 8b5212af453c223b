"""The paragraphs that the program cites, in our own words, and what it decides by them."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.messages import label
from scoring.messages.paragraphs import WORDS
from scoring.rules.adjudication import ROWS
from scoring.rules.paragraphs import PARAGRAPHS, citations

LANGUAGES = ("de", "en")
TEXTS = {
    "SkO": _("Skat Order (SkO)"),
    "ST": _("Skat Order of 1999 (ST), where it goes further"),
    "TO": _("Tournament Game Order (TO)"),
    "BT": pgettext_lazy("rules", "Bid tables (BT)"),
}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, what it is about and what it says; `cases` are the referee's rows that rest on
    it, where it has no words of its own."""

    key: str
    anchor: str
    about: str
    words: str
    cases: list[str]


def rulebook(sought: str = "") -> list[tuple[str, list[Paragraph]]]:
    """Each text with its paragraphs; only those that hold every word sought."""
    words = sought.casefold().split()
    found: defaultdict[str, list[Paragraph]] = defaultdict(list)
    for key in PARAGRAPHS:
        words_of = str(WORDS.get(key, ""))
        about, cases = gettext(PARAGRAPHS[key]), [] if words_of else cases_of(key)
        paragraph = Paragraph(key, anchor_of(key), about, words_of, cases)
        if not words or all(word in told_of(key) for word in words):
            found[key.partition(" ")[0]].append(paragraph)
    return [(str(TEXTS[text]), paragraphs) for text, paragraphs in found.items()]


def told_of(key: str) -> str:
    """Everything that is said of a paragraph, in each language: who read Spitze may know tops."""
    texts = [key]
    for language in LANGUAGES:
        with override(language):
            texts += [gettext(PARAGRAPHS[key]), str(WORDS.get(key, "")), *cases_of(key)]
            texts += [label("incident", row) for row in _rows().get(key, ())]
    return " ".join(texts).casefold()


def anchor_of(paragraph: str) -> str:
    """Where a paragraph stands on the page: "SkO 2.4.2" at "SkO-2.4.2"."""
    return paragraph.replace(" ", "-")


def cases_of(paragraph: str) -> list[str]:
    return [label("ground", f"row-{key.replace('_', '-')}") for key in _rows().get(paragraph, ())]


@cache
def _rows() -> dict[str, list[str]]:
    """The rows of the table of infractions by the paragraphs that they rest on."""
    rows: defaultdict[str, list[str]] = defaultdict(list)
    for key, row in ROWS.items():
        for paragraph in citations(row.rule):
            rows[paragraph].append(key)
    return dict(rows)
