"""Every template loads the tags and filters that it uses."""

from pathlib import Path

import pytest
from django.template.loader import get_template

TEMPLATES = Path(__file__).parents[2] / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))


@pytest.mark.parametrize("name", NAMES)
def test_every_template_knows_its_tags_and_filters(name: str):
    assert get_template(name).template.name == name
