"""Which keys a telephone offers: its numeric keypad has neither spaces nor stops nor new lines."""

import pytest
from django.forms import Field

from scoring.core.forms import DateField, MomentField
from scoring.leagues.forms import MeetingResultsForm
from scoring.money.forms import PotForm
from scoring.series.forms import ByHandForm
from tests.leagues_played import make_league, meeting_of


def keypad(field: Field) -> str:
    return str(field.widget.attrs.get("inputmode", "text"))


@pytest.mark.django_db
def test_what_needs_more_than_digits_is_typed_with_all_keys():
    """27.11.2026 18:30; one table, or one amount, a line; 4512 31 9 are the figures of a result."""
    results = MeetingResultsForm(meeting=meeting_of(make_league())).fields.values()
    lines = ByHandForm.base_fields["tables"], PotForm.base_fields["amounts"]
    assert {keypad(field) for field in (MomentField(), *lines, *results)} == {"text"}
    assert keypad(DateField()) == "numeric"  # 27112026 is a date as well
