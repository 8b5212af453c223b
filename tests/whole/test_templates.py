"""Every template loads the tags and filters that it uses; every state has its sign."""

from pathlib import Path

import pytest
from django.template.loader import get_template

from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState, TournamentState
from scoring.templatetags.shell import SIGNS, state

TEMPLATES = Path(__file__).parents[2] / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))


@pytest.mark.parametrize("name", NAMES)
def test_every_template_knows_its_tags_and_filters(name: str):
    assert get_template(name).template.name == name


@pytest.mark.parametrize("code", [*EntryState, *SeriesState, *TournamentState])
def test_every_state_has_its_sign(code: str):
    assert code in SIGNS


def test_state_without_a_sign_is_shown_by_its_word():
    """A badge never makes a page fail."""
    assert "entered" in state("list_state", "entered")
