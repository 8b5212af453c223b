"""Every sentence that cites a paragraph was held against its text, and is listed as checked.

Whoever lets a sentence cite reads the paragraph and adds the line to the list.
"""

from collections.abc import Set
from pathlib import Path

from scoring.rules.paragraphs import PARAGRAPHS
from tests.citing_sources import CitingSentence, citing_sentences, paragraphs_in

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
        CitingSentence("TO 9.11", "page", "confirmation/_signatures.html"),
        CitingSentence("SkO 5.4.1", "heading", "SkO 5.4.1"),
        CitingSentence("SkO 5.4.1", "summary", "SkO 5.4.1"),
    } <= citing_sentences()
    assert list(paragraphs_in("as they say (TO 7.2.2, 7.2.3)")) == ["TO 7.2.2", "TO 7.2.3"]


def test_every_paragraph_that_is_cited_is_known():
    assert {each.paragraph for each in citing_sentences()} <= PARAGRAPHS.keys()
