"""Every document that the code refers to exists and has the named heading."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
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
