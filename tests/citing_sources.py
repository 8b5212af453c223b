"""Every sentence of the program that cites a paragraph, found in the sources.

A citation is a paragraph with what cites it: the code of a problem or of a referee's reason, a row
of the table of infractions, a field of a rule system, a text, a page. Comments and docstrings cite
too, but no reader of the program sees them.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scoring.messages.paragraphs import WORDS
from scoring.rules.paragraphs import PARAGRAPHS, citations, custom_of
from scoring.rules.systems import SYSTEMS
from tests.problem_sources import SOURCES, maker_names, sources, uses

TEMPLATES = SOURCES.parent / "templates"
NUMBER = r"(?:[0-9]+(?:\.[0-9]+)+|[0-9][A-C]|MP[12])"
CITED = re.compile(rf"\b(SkO|ST|TO|BT) ({NUMBER}(?:, {NUMBER})*)")
TRANSLATED = re.compile(r"{% translate \"(.*?)\"|{% blocktranslate[^%]*%}(.*?){%", re.DOTALL)
# What names what it cites in its first argument.
NAMED = {"Ground": "ground", "Infraction": "row"}
GETTEXT = ("_", "gettext", "gettext_lazy", "pgettext", "pgettext_lazy", "ngettext")
# Read as data, or as what makes problems, instead of as text.
DATA = ("rules/paragraphs.py", "messages/paragraphs.py", "rules/systems.py")


class CitingSentence(NamedTuple):
    """A paragraph, the kind of what cites it, and its key among those of that kind."""

    paragraph: str
    kind: str
    key: str


@cache
def citing_sentences() -> frozenset[CitingSentence]:
    found = {
        *of_problems(),
        *of_systems(),
        *of_templates(),
        *(each for path, tree in sources().items() for each in of_module(path, tree)),
        *(CitingSentence(each, "heading", each) for each in PARAGRAPHS),
        *(CitingSentence(each, "summary", each) for each in WORDS),
    }
    return frozenset(found)


def paragraphs_in(text: str) -> Iterator[str]:
    """The paragraphs that a text names: "(TO 7.2.2, 7.2.3)" names two."""
    for source, numbers in CITED.findall(text):
        yield from (f"{source} {number}" for number in numbers.split(", "))


def of_problems() -> Iterator[CitingSentence]:
    for use in uses():
        yield from (CitingSentence(each, "problem", use.pattern) for each in use.citations)


def of_systems() -> Iterator[CitingSentence]:
    """What a rule system cites as its data, customs apart."""
    for system in SYSTEMS.values():
        rules = asdict(system.citations)
        rules |= {f"step {name}": rule for name, rule in rules.pop("step_of").items()}
        for field, rule in rules.items():
            for each in citations(rule):
                if not custom_of(each):
                    yield CitingSentence(each, "system", f"{system.key} {field}")


def of_templates() -> Iterator[CitingSentence]:
    for path in sorted(TEMPLATES.rglob("*.html")):
        source = path.read_text("utf-8")
        sentences = ["".join(found) for found in TRANSLATED.findall(source)]
        for text in sentences:
            for each in paragraphs_in(text):
                yield CitingSentence(each, "text", " ".join(text.split()))
        for rule in re.findall(r"{% cite \"(.*?)\"", source):
            name = str(path.relative_to(TEMPLATES))
            yield from (CitingSentence(each, "page", name) for each in paragraphs_in(rule))


def of_module(path: Path, tree: ast.Module) -> Iterator[CitingSentence]:
    name = str(path.relative_to(SOURCES))
    if name in DATA or "migrations" in path.parts:
        return
    yield from below(tree, name, "code", name)


def below(node: ast.AST, module: str, kind: str, key: str) -> Iterator[CitingSentence]:
    """The citations in the constants of a node, under the nearest name that they stand under."""
    if isinstance(node, ast.Call) and makes_a_problem(node):
        return  # `of_problems` has seen it
    kind, key = name_of(node, module, kind, key)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        key = node.value if kind == "text" else key
        yield from (CitingSentence(each, kind, key) for each in paragraphs_in(node.value))
    for child in ast.iter_child_nodes(node):
        if not is_docstring(child):
            yield from below(child, module, kind, key)


def name_of(node: ast.AST, module: str, kind: str, key: str) -> tuple[str, str]:
    """How the citations in a node are called: that of what it stands in, or its own name."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return "code", f"{module} {node.name}"
    if isinstance(node, ast.Assign | ast.AnnAssign) and key == module:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return kind, f"{module} {ast.unparse(target)}"
    if isinstance(node, ast.Call):
        called = called_by(node)
        if called in GETTEXT:
            return "text", key
        if called in NAMED and node.args and isinstance(node.args[0], ast.Constant):
            return NAMED[called], str(node.args[0].value)
    return kind, key


def called_by(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def makes_a_problem(call: ast.Call) -> bool:
    called = called_by(call)
    return called == "rule" or (called, isinstance(call.func, ast.Attribute)) in maker_names()


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
