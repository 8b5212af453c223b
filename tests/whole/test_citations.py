"""Paragraphs and documents that are cited exist; of each paragraph there is a summary."""

import re
from dataclasses import asdict
from pathlib import Path

from scoring.entry.line import parse
from scoring.lookups.reads import calculation, rulebook
from scoring.messages.paragraphs import SUMMARIES
from scoring.rules.adjudication.table import ROWS
from scoring.rules.paragraphs import PARAGRAPHS, citations, custom_of
from scoring.rules.systems import SYSTEMS

NUMBER = r"(?:[0-9]+(?:\.[0-9]+)+|[0-9][A-C]|MP[12])"
CITED = re.compile(rf"\b(SkO|ST|TO|BT) ({NUMBER}(?:, {NUMBER})*)")
QUOTED = re.compile(r'"((?:SkO|ST|TO|BT) [0-9][0-9A-Z.]*(?:, (?:SkO|ST|TO|BT) [0-9][0-9A-Z.]*)*)"')
ROOT = Path(__file__).parents[2]


def cited_in(folder: str, suffix: str) -> set[str]:
    """ "(TO 7.2.2, 7.2.3)" names two."""
    return {
        f"{text} {number}"
        for path in (ROOT / folder).rglob(f"*.{suffix}")
        if path.name != "paragraphs.py"
        for text, numbers in CITED.findall(path.read_text("utf-8"))
        for number in numbers.split(", ")
    }


def test_every_paragraph_that_is_cited_is_known():
    cited = cited_in("scoring", "py") | cited_in("templates", "html")
    assert {"SkO 2.1.3", "TO 7.2.3"} <= cited
    chapters = {each.rpartition(".")[0] for each in PARAGRAPHS}
    assert cited - PARAGRAPHS.keys() - chapters == set()


def test_every_cited_paragraph_has_a_summary():
    """Wherever the source names a paragraph, and those by which the calculator reckons."""
    cited = {each for row in ROWS.values() for each in citations(row.rule)}
    cited |= {
        key
        for path in (ROOT / "scoring").rglob("*.py")
        if path.name != "paragraphs.py"
        for rule in QUOTED.findall(path.read_text("utf-8"))
        for key in citations(rule)
    }
    dear = {"nasl1898": "lh2ssv", "nasl1975": "lh2ssv", "texas": "h2hssv"}
    for key, line in dear.items():
        typed = parse(f"{line}1", system=SYSTEMS[key], seats=4, dealer=None)
        found = {each for _text, rule in calculation(typed.game).parts for each in citations(rule)}
        cited |= {each for each in found if not custom_of(each)}
    for system in SYSTEMS.values():
        texts = (each for each in asdict(system.citations).values() if isinstance(each, str))
        cited |= {each for text in texts for each in citations(text) if not custom_of(each)}
    paragraphs = {each.key: each for _title, group in rulebook() for each in group}
    silent = [each for each in cited if not (paragraphs[each].words or paragraphs[each].cases)]
    assert silent == []
    assert set(SUMMARIES) <= PARAGRAPHS.keys()


# Documents ---------------------------------------------------------------------------------------

FOLDERS = ("scoring", "skatturnier", "launch", "tests", "tools", "templates", "docs", "fixtures")
SUFFIXES = {".py", ".html", ".js", ".css", ".md", ".toml"}
FILES = sorted(
    path
    for path in (
        *ROOT.glob("*"),
        *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*")),
    )
    if path.suffix in SUFFIXES and "vendor" not in path.parts
)
REFERENCE = re.compile(r"\b(docs/[\w/-]+\.md)(?: \"([^\"]+)\")?")


def text_of(path: Path) -> str:
    """A file as one line, because a reference may continue on the next line of a comment."""
    return re.sub(r"\s*\n\s*(?:#\s+)?", " ", path.read_text("utf-8"))


def headings(paper: Path) -> set[str]:
    return {
        line.lstrip("#").strip()
        for line in paper.read_text("utf-8").splitlines()
        if line[:1] == "#"
    }


def test_every_referenced_document_has_the_heading():
    references = {found for path in FILES for found in REFERENCE.findall(text_of(path))}
    missing = [
        (paper, heading)
        for paper, heading in references
        if not (ROOT / paper).exists() or (heading and heading not in headings(ROOT / paper))
    ]
    assert missing == []
    assert len(references) >= 25
