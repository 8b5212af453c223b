"""Which keys a telephone offers: its numeric keypad has neither spaces nor stops nor new lines."""

import pytest
from django.forms import Field

from scoring.core.forms import DateField, MomentField
from scoring.leagues.forms import MeetingResultsForm
from scoring.money.forms import PotForm
from scoring.series.forms import ByHandForm
from tests.leagues_played import make_league, meeting_of

DIGITS = ("numeric", "decimal")


def keypad(field: Field) -> str:
    return str(field.widget.attrs.get("inputmode", "text"))


@pytest.mark.parametrize(
    "field",
    [MomentField(), ByHandForm.base_fields["tables"], PotForm.base_fields["amounts"]],
)
def test_what_needs_more_than_digits_is_typed_with_all_keys(field: Field):
    """27.11.2026 18:30; one table, or one amount, a line."""
    assert keypad(field) not in DIGITS
    assert keypad(DateField()) == "numeric"  # 27112026 is a date as well


@pytest.mark.django_db
def test_a_result_of_three_figures_is_typed_with_all_keys():
    """4512 31 9: performance, games won, games lost."""
    form = MeetingResultsForm(meeting=meeting_of(make_league()))
    assert {keypad(field) for field in form.fields.values()} == {"text"}
