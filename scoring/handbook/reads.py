"""The chapters and sections of docs/handbook, the search in them, and the pages they explain."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import get_language
from markdown_it import MarkdownIt

LANGUAGES = tuple(dict(settings.LANGUAGES))
# The line above the heading of a section: an anchor wherever the file is read, the same in both
# languages.
_ANCHOR = re.compile(r'^<a id="([a-z-]+)"></a>\n## (.+)\n', re.MULTILINE)
_SIGNS = re.compile(r"[*`|#]|!?\[([^\]]*)\]\([^)]*\)")
CONTEXT_LENGTH = 70  # characters shown before and after the first word of a search

markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    title: str
    text: str
    chapter: str

    @property
    def html(self) -> str:
        return markdown.render(self.text.replace("../pictures/", "/help/pictures/"))

    @property
    def plain_text(self) -> str:
        """The text without Markdown, on one line."""
        return " ".join(_SIGNS.sub(r"\1", self.text).split())


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    introduction: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    section: Section
    before: str
    word: str
    after: str


def chapters() -> tuple[Chapter, ...]:
    """The handbook in the active language; in German if it is not translated into that."""
    name = (get_language() or "de")[:2]
    return _chapters(name if name in LANGUAGES else "de")


@cache
def _chapters(language: str) -> tuple[Chapter, ...]:
    all_chapters = []
    for file in sorted((settings.HANDBOOK / language).glob("*.md")):
        head, *parts = _ANCHOR.split(file.read_text(encoding="utf-8"))
        title, _line, introduction = head.removeprefix("# ").partition("\n")
        triples = zip(parts[::3], parts[1::3], parts[2::3], strict=True)  # key, heading, text
        chapter_sections = tuple(Section(*triple, title) for triple in triples)
        all_chapters.append(Chapter(title, introduction, chapter_sections))
    return tuple(all_chapters)


def sections() -> Iterator[Section]:
    for chapter in chapters():
        yield from chapter.sections


def search(words: str) -> list[Hit]:
    """The sections that contain all these words; those with the first word in the heading lead."""
    all_words = words.lower().split()
    hits = [
        _hit(section, all_words[0])
        for section in sections()
        if all_words
        and all(word in f"{section.title} {section.plain_text}".lower() for word in all_words)
    ]
    return sorted(hits, key=lambda hit: all_words[0] not in hit.section.title.lower())


def _hit(section: Section, word: str) -> Hit:
    text = section.plain_text
    at = max(text.lower().find(word), 0)
    end = at + len(word)
    if text[at:end].lower() != word:  # it stands in the heading only
        end = at
    before, after = text[:at], text[end:]
    if at >= CONTEXT_LENGTH:
        before = before[-CONTEXT_LENGTH:].partition(" ")[2]
    if len(after) > CONTEXT_LENGTH:
        after = after[:CONTEXT_LENGTH].rpartition(" ")[0]
    return Hit(section, before, text[at:end], after)


# Which section of the handbook belongs to which page.

SECTIONS = {
    "start": "tournaments home",
    "sign-in": "sign-in setup accounts forgotten second-step",
    "account": "account new-app new-passkey renew-codes remove-factor",
    "screen": "tournament",
    "new-tournament": "tournament-new",
    "settings": "tournament-settings tournament-state tournament-remove",
    "announcement": "announcement room-announcement",
    "times": "times",
    "reservations": "reservations",
    "registration": "entries entries-paste players-import entry-add",
    "entry": "entry entry-change entry-remove",
    "teams": "teams team",
    "categories": "categories",
    "draw": "series-new series-draw seating-change series-at-hand series-limit seats-swap",
    "posting": "series-posting",
    "series": "series series-state series-remove series-seat series-signatures series-table",
    "standings": "standings series-standings standings-of room-player",
    "review": "series-no-list",
    "adjustments": "adjustments",
    "prints": "prints logo press",
    "public": "tournament-public public-links room room-kind-standings room-league"
    " room-league-division room-list room-pictures room-plan room-seating room-season"
    " room-standings room-tables room-wall room-honours room-feed room-league-feed"
    " room-season-feed",
    "line": "list",
    "close-list": "list-close",
    "totals": "list-totals",
    "photos": "series-photos series-photo-add list-photo-take list-photo-remove",
    "confirm": "list-confirm recheck recheck-totals recheck-compare",
    "import-results": "results-import",
    "corrections": "list-history correction-undo",
    "phones": "phone-tables phone-address phone-unsent",
    "phone-table": "phone-list",
    "fees": "money-fees",
    "collect": "money-open series-fees list-fees book ledger booking-reverse",
    "pots": "pots pot pot-new pot-change",
    "award": "award",
    "till": "till money",
    "handed-in": "handed-in",
    "break-off": "break-off",
    "leagues": "leagues league-new league league-settings league-log league-division-new",
    "schedule": "league-schedule league-schedule-make league-lot",
    "match-day": "league-meeting league-meeting-lineup league-meeting-results league-day"
    " league-meeting-substitute league-venue",
    "league-table": "league-division league-division-change league-team",
    "seasons": "seasons season season-new season-settings season-person report-season",
    "next-evening": "next-evening attendance",
    "members": "club-members club-member club-members-import season-members clubs members-offered",
    "persons": "register person-merge",
    "privacy": "person-anonymise",
    "honours": "honours",
    "late": "series-late",
    "leaving": "list-players",
    "undo": "series-back list-reset list-seats list-open",
    "log": "log log-subject installation-log host-log list-trace",
    "find": "find",
    "rulings": "rulings ruling ruling-new ruling-exclusion",
    "objections": "objection-lodge objection-decide",
    "annul": "list-annulment list-decide",
    "calculator": "calculator bids rules list-settlement",
    "helpers": "people people-link host-accounts host-account-link",
    "hosts": "hosts host host-defaults host-logo host-offered",
    "report": "report report-target report-versions host-report host-reports",
    "backups": "backups backup-restore",
}
SECTION_OF_PAGE = {page: section for section, pages in SECTIONS.items() for page in pages.split()}
