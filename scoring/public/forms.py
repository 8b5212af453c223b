"""Forms of publishing and of the announcement."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import DateField, Form
from scoring.messages import label
from scoring.models import Announcement
from scoring.public.services import plain_lines
from scoring.rules.announcement import ITEMS, LONGEST, AnnouncementItem


class LinesField(forms.CharField):
    """Several lines of text without invisible characters."""

    def to_python(self, value: object) -> str:
        return plain_lines(str(value)) if value else ""


class PublicUntilForm(Form):
    until = DateField(label=_("Last day on the web"), required=False)


class AnnouncementForm(Form):
    """The items of TO 6.2, a few lines each; in a draft any of them may be empty."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for item in ITEMS:
            self.fields[item.field] = item_field(item)

    @classmethod
    def of(
        cls, announcement: Announcement, suggested: Mapping[str, str], data: Any = None
    ) -> "AnnouncementForm":
        """The form with the draft; before the first draft with suggestions."""
        items = announcement.items if announcement.pk else suggested
        return cls(data, initial={item.field: items.get(item.code, "") for item in ITEMS})

    def items(self) -> dict[str, str]:
        """The typed texts by item. The form is valid."""
        return {item.code: self.cleaned_data[item.field] for item in ITEMS}

    @property
    def parts(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of part A and of part B."""
        return [
            (letter, [self[item.field] for item in ITEMS if item.code.startswith(letter)])
            for letter in ("A", "B")
        ]


def item_field(item: AnnouncementItem) -> LinesField:
    """The field of an item: its letter, its name and its paragraphs."""
    letter = item.code.partition(".")[2]
    return LinesField(
        label=f"{letter}) {label('announcement_item', item.code)}",
        required=False,
        max_length=LONGEST,
        help_text=", ".join(item.rules),
        widget=forms.Textarea(attrs={"rows": 2, "class": "form-control"}),
    )
