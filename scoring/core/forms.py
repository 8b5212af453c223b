"""What all forms share: clean text, fields that show what was refused, one look."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.services import Refused
from scoring.core.text import plain_text
from scoring.messages.citing import with_paragraph

MEGABYTE = 1_000_000


class TextField(forms.CharField):
    """One line of text, without anything invisible in it."""

    def to_python(self, value: object) -> str:
        return plain_text(str(value)) if value else ""


class NumberField(forms.IntegerField):
    """A whole number, typed and not clicked: no arrows that a mouse wheel turns by accident."""

    def __init__(self, **options: Any) -> None:
        digits = len(str(options.get("max_value", 10**6)))
        attributes = {"inputmode": "numeric", "autocomplete": "off", "maxlength": str(digits + 1)}
        options.setdefault("widget", forms.TextInput(attrs=attributes))
        super().__init__(**options)


class Form(forms.Form):
    """A form in Bootstrap's clothes; `refuse` puts each problem to the field it is about."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            dress(field.widget)

    def refuse(self, refused: Refused) -> None:
        for problem in refused.problems:
            field = problem.field if problem.field in self.fields else None
            self.add_error(field, with_paragraph(problem))


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[object, object]]) -> None:
    """Let a field choose among these: what only the form knows when it is made."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
    field.choices = list(choices)


def at_most(most: int, file: UploadedFile) -> UploadedFile:
    """The file that was sent; raises ValidationError if it has more than so many bytes."""
    if (file.size or 0) > most:
        params = {"megabytes": most // MEGABYTE}
        raise forms.ValidationError(gettext("At most %(megabytes)s MB can be sent.") % params)
    return file


def dress(widget: forms.Widget) -> None:
    """Bootstrap's class for this kind of field."""
    if isinstance(widget, forms.CheckboxInput | forms.CheckboxSelectMultiple):
        css = "form-check-input"
    elif isinstance(widget, forms.Select):
        css = "form-select"
    else:
        css = "form-control"
    widget.attrs["class"] = f"{css} {widget.attrs.get('class', '')}".strip()


class ReasonForm(Form):
    """A step that has to be explained, or may be."""

    reason = TextField(label=_("Reason"), max_length=400, required=False)
