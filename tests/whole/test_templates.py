"""Every template loads exactly the tags and filters that it uses; every state has its sign."""

import re
from pathlib import Path

from django.template import engines
from django.template.loader import get_template

from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState, TournamentState
from scoring.templatetags.shell import SIGNS, state

TEMPLATES = Path(__file__).parents[2] / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))


def test_every_template_knows_its_tags_and_filters():
    for name in NAMES:
        assert get_template(name).template.name == name


def test_every_template_uses_what_it_loads():
    libraries = engines["django"].engine.template_libraries
    unused = []
    for path in TEMPLATES.rglob("*.*"):
        source = path.read_text()
        names = set(re.findall(r"(?:{% |\|)(\w+)", source))
        for line in re.findall(r"{% load (.*?) %}", source):
            loaded, _, library = line.rpartition(" from ")
            if library and loaded:
                unused += [(path.name, name) for name in loaded.split() if name not in names]
            else:
                unused += [
                    (path.name, name)
                    for name in line.split()
                    if names.isdisjoint({*libraries[name].tags, *libraries[name].filters})
                ]
    assert unused == []


def test_no_line_of_a_template_is_longer_than_120_characters():
    lines = [(path.name, line) for path in TEMPLATES.rglob("*.*") for line in path.open()]
    assert [(name, line) for name, line in lines if len(line.rstrip("\n")) > 120] == []


def test_every_state_has_its_sign():
    assert {*EntryState, *SeriesState, *TournamentState} <= SIGNS.keys()


def test_state_without_a_sign_is_shown_by_its_word():
    """A badge never makes a page fail."""
    assert "entered" in state("list_state", "entered")
