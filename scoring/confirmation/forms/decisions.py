"""Decisions of a referee or the organizer about a list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, RevisionField, TextField

KNOWN, UNKNOWN = "known", "unknown"


class DecisionForm(Form):
    """The reason of a decision, and the revision that was looked at."""

    revision = RevisionField(widget=forms.HiddenInput)
    reason = TextField(label=_("Reason"), max_length=400)


class AnnulmentForm(DecisionForm):
    """Which game was dealt out of turn (docs/law.md "A score list").

    `last` is the very last game where it is entered: its deal alone depends on the signatures
    (SkO 3.2.11), so they are asked for only then.
    """

    where = forms.ChoiceField(
        label=_("Which deal was out of turn?"),
        choices=[
            (KNOWN, _("the deal of this game:")),
            (UNKNOWN, _("it cannot be located, or was inherited from a finished round")),
        ],
        initial=KNOWN,
        widget=forms.RadioSelect,
    )
    number = NumberField(label=_("Game"), min_value=1, max_value=100, required=False)
    signed = forms.BooleanField(label=_("All have signed the list"), required=False)

    def __init__(self, *args: Any, last: int | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["where"].widget.attrs["class"] = "form-check-input"
        if last is None:
            del self.fields["signed"]
        else:
            words = _("Matters for game %(number)s only, the last one.") % {"number": last}
            self.fields["signed"].help_text = words

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("where") == KNOWN and data.get("number") is None and "number" in data:
            self.add_error("number", _("Which game? Please type its number."))
        return data

    @property
    def wrong_number(self) -> int | None:
        """The game dealt by the wrong player; None if unknown."""
        return self.cleaned_data["number"] if self.cleaned_data["where"] == KNOWN else None

    @property
    def all_signed(self) -> bool:
        """Whether all have signed; False where that is not asked."""
        return bool(self.cleaned_data.get("signed"))
