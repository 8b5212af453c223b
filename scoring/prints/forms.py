"""What is sent for the prints: the logo."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import Form


class LogoForm(Form):
    """A picture; what is inside it is the service's to examine."""

    file = forms.FileField(
        label=_("Picture (PNG or JPEG)"), widget=forms.FileInput(attrs={"accept": "image/*"})
    )
