"""Tables whose lists all players have signed."""

from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form, NumbersField


class SignaturesForm(Form):
    """Table numbers as they are called out: "3 7 12-15"."""

    tables = NumbersField(
        label=_("Tables whose lists all players have signed"),
        max_length=400,
        help_text=_("Such as 3 7 12-15, then Enter."),
    )
    tables.widget.attrs["autofocus"] = True
