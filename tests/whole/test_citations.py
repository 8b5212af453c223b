"""Every sentence that cites a paragraph was held against its text, and is listed as checked.

Whoever lets a sentence cite reads the paragraph and adds the line to the list.
"""

import re
from collections.abc import Set
from dataclasses import asdict
from pathlib import Path

from scoring.entry import parse
from scoring.lookups.reads import calculation, rulebook
from scoring.messages.paragraphs import WORDS
from scoring.rules.adjudication import ROWS
from scoring.rules.paragraphs import PARAGRAPHS, citations, custom_of
from scoring.rules.systems import SYSTEMS
from tests.citing_sources import CitingSentence, citing_sentences, paragraphs_in
from tests.problem_sources import SOURCES, uses

CITED = re.compile(r'"((?:SkO|ST|TO|BT) [0-9][0-9A-Z.]*(?:, (?:SkO|ST|TO|BT) [0-9][0-9A-Z.]*)*)"')
LIST = Path(__file__).parents[1] / "data" / "checked_citations.txt"


def checked() -> list[CitingSentence]:
    lines = LIST.read_text("utf-8").splitlines()
    listed = (line for line in lines if line and not line.startswith("#"))
    return [CitingSentence(*line.split(" | ", 2)) for line in listed]


def lines_of(sentences: Set[CitingSentence]) -> list[str]:
    return [" | ".join(each) for each in sorted(sentences)]


def test_every_sentence_that_cites_is_listed_as_checked():
    assert lines_of(citing_sentences() - set(checked())) == []


def test_no_sentence_is_listed_that_is_gone():
    assert lines_of(set(checked()) - citing_sentences()) == []


def test_the_list_names_each_sentence_once_in_order():
    lines = [" | ".join(each) for each in checked()]
    assert lines == sorted(set(lines))


def test_all_ways_to_cite_are_found():
    assert {
        CitingSentence("SkO 2.1.3", "problem", "announcement-needs-hand"),  # by a rule
        CitingSentence("BT 3C", "problem", "bid-not-a-level"),  # by the data of a system
        CitingSentence("SkO 4.1.6", "ground", "play-goes-on"),
        CitingSentence("SkO 4.2.3", "row", "revoke"),
        CitingSentence("BT 2A", "system", "texas bases"),
        CitingSentence("TO 9.2", "text", "No stake is played for (TO 9.2)."),
        CitingSentence("TO 9.11", "page", "lists/confirming/_signatures.html"),
        CitingSentence("SkO 5.4.1", "heading", "SkO 5.4.1"),
        CitingSentence("SkO 5.4.1", "summary", "SkO 5.4.1"),
    } <= citing_sentences()
    assert list(paragraphs_in("as they say (TO 7.2.2, 7.2.3)")) == ["TO 7.2.2", "TO 7.2.3"]


def test_every_paragraph_that_is_cited_is_known():
    assert {each.paragraph for each in citing_sentences()} <= PARAGRAPHS.keys()


def test_every_cited_paragraph_has_a_summary():
    """Wherever the source names a paragraph, and those by which the calculator reckons."""
    cited = {each for row in ROWS.values() for each in citations(row.rule)}
    cited |= {each for use in uses() for each in use.citations}
    sources = [each for each in SOURCES.rglob("*.py") if "paragraphs" not in each.name]
    cited |= {
        key
        for each in sources
        for rule in CITED.findall(each.read_text("utf-8"))
        for key in citations(rule)
    }
    dear = {"nasl1898": "lh2ssv", "nasl1975": "lh2ssv", "texas": "h2hssv"}
    for key, line in dear.items():
        typed = parse(f"{line}1", system=SYSTEMS[key], seats=4, dealer=None)
        found = {each for part in calculation(typed.game).parts for each in citations(part.rule)}
        cited |= {each for each in found if not custom_of(each)}
    for system in SYSTEMS.values():
        texts = (each for each in asdict(system.citations).values() if isinstance(each, str))
        cited |= {each for text in texts for each in citations(text) if not custom_of(each)}
    paragraphs = {each.key: each for _title, group in rulebook() for each in group}
    silent = [each for each in cited if not (paragraphs[each].words or paragraphs[each].cases)]
    assert silent == []
    assert set(WORDS) <= PARAGRAPHS.keys()
