"""The forms of the logo and of the copies."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumberField, UploadField
from scoring.models.tournament import PrintCopies
from scoring.prints.papers import DuePaper
from scoring.prints.services import LARGEST_FILE


class LogoForm(Form):
    """The service examines the picture."""

    file = UploadField(most=LARGEST_FILE, accept="image/*", label=_("Picture (PNG or JPEG)"))


class CopiesForm(Form):
    """How often each paper of the moment is printed; a field a paper, named by its key."""

    def __init__(self, papers: Iterable[DuePaper], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for paper in papers:
            self.fields[paper.key] = NumberField(
                label=paper.name,
                min_value=0,
                max_value=PrintCopies.MAX_COPIES,
                initial=paper.copies,
            )
            self.fields[paper.key].widget.attrs["class"] = "form-control number-field"
