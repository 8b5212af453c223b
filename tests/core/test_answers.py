"""Refusals in a POST: shown at their fields or as messages; other exceptions pass."""

from datetime import date, datetime, time

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.test import RequestFactory
from django.utils.translation import override

from scoring.core.forms import (
    DateField,
    Form,
    MomentField,
    MoneyField,
    RevisionField,
    StaleRevision,
    TimeField,
    cents,
    cleaned_data_of,
    notifying,
    refusals,
    refuse,
)


class NumberForm(Form):
    number = forms.IntegerField()


def test_refusal_is_added_to_its_form_field():
    form = NumberForm({"number": "3"})
    assert form.is_valid()
    with refusals(form) as found:
        raise refuse("start-number-taken", field="number", number=3)
    codes = [each.code for each in found.problems]
    assert (found.status, list(form.errors), codes) == (422, ["number"], ["start-number-taken"])


def test_a_form_in_conflict_keeps_what_was_typed_and_goes_on_from_the_new_revision():
    class Decision(Form):
        reason = forms.CharField()
        revision = RevisionField()

    form = Decision(QueryDict("reason=Karte+fehlt&revision=3"), initial={"revision": 4})
    with refusals(form) as found:
        raise StaleRevision
    codes = [each.code for each in found.problems]
    assert (found.status, codes) == (409, ["list-changed-meanwhile"])
    assert (form["reason"].value(), form["revision"].value()) == ("Karte fehlt", 4)


def test_refusals_and_form_errors_of_a_button_are_shown_on_the_next_page():
    post = RequestFactory().post("/")
    post._messages = CookieStorage(post)  # type: ignore[attr-defined]
    with notifying(post):
        raise refuse("start-number-taken", number=3)
    with override("de"), notifying(post):
        cleaned_data_of(NumberForm({"number": "x"}))
    first, second = map(str, get_messages(post))
    assert "3" in first
    assert second == "Bitte eine ganze Zahl eingeben."


@pytest.mark.parametrize(
    ("text", "amount"),
    [("15", 1500), ("2,5", 250), (" € 0.50", 50), ("20 €", 2000), ("−3,25", -325), ("+7", 700)],
)
def test_amount_is_read_in_every_usual_notation(text: str, amount: int):
    assert cents(text) == MoneyField().clean(text) == amount


@pytest.mark.parametrize("text", ["", "€", "1.234,50", "12,505", "1e3", "1234567", "zwei"])
def test_invalid_amount_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011 - the text itself is the message
        cents(text)


@pytest.mark.parametrize("language", ["de", "en"])
def test_days_and_times_are_written_as_germans_write_them(language: str):
    """A date input of the browser follows the browser's language: 11/27/2026 06:30 PM."""

    class Day(Form):
        day, at, until = DateField(), TimeField(), MomentField()

    day, at = date(2026, 11, 27), time(18, 30)
    with override(language):
        page = str(Day(initial={"day": day, "at": at, "until": datetime.combine(day, at)}))
        assert page.count('type="text"') == 3
        for written in ("27.11.2026", "18:30", "27.11.2026 18:30"):
            assert f'value="{written}"' in page
        for typed in ("27.11.2026", "27.11.26", "27112026", "2026-11-27"):
            assert DateField().clean(typed) == day
        for typed in ("18:30", "18.30", "1830"):
            assert TimeField().clean(typed) == at
        with pytest.raises(ValidationError, match=r"27\.11\.2026"):
            DateField().clean("11/27/2026")
