"""The form of the logo."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form


class LogoForm(Form):
    """The service examines the picture."""

    file = forms.FileField(
        label=_("Picture (PNG or JPEG)"), widget=forms.FileInput(attrs={"accept": "image/*"})
    )
