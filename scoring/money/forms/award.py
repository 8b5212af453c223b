"""Things put into a pot, one a line."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form
from scoring.money.services.award import MOST_THINGS, TITLE_LENGTH

# "5 × Wine" is five prizes.
_SEVERAL = re.compile(r"\s*(\d{1,3})\s*[x×X*]\s*(\S.*)")


class PrizesForm(Form):
    """What winners can choose from."""

    titles = forms.CharField(
        label=_("Prizes in kind"),
        max_length=20_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line; “5 × bottle of wine” are five. The winners choose in order."),
    )

    def clean_titles(self) -> list[str]:
        found: list[str] = []
        for line in self.cleaned_data["titles"].splitlines():
            several = _SEVERAL.fullmatch(line)
            count, title = (int(several[1]), several[2]) if several else (1, line)
            if len(title) > TITLE_LENGTH:
                raise ValidationError(
                    _("At most %(most)s letters a line, please."), params={"most": TITLE_LENGTH}
                )
            if not 1 <= count <= MOST_THINGS or len(found) + count > MOST_THINGS:
                raise ValidationError(
                    _("Between 1 and %(most)s prizes, please."), params={"most": MOST_THINGS}
                )
            found += [title] * count
        return found
