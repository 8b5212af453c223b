"""A host and the roles in it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import AccountField, Form, TextField
from scoring.core.scope import accounts_of
from scoring.hosts.services import HostTerms
from scoring.models import Host, User
from scoring.models.account import HostRoleName
from scoring.models.host import HOST_LENGTH, HostKind


class HostForm(Form):
    """What a host is, and where it stands."""

    name = TextField(label=_("Name"), max_length=HOST_LENGTH)
    kind = forms.ChoiceField(label=_("Kind"), choices=HostKind.choices)
    parent = forms.ModelChoiceField(
        label=_("Stands below"), queryset=Host.objects.all(), required=False
    )

    second_factor = forms.BooleanField(
        label=_("Its organizers need a second step when signing in"), required=False
    )

    def terms(self) -> HostTerms:
        data = self.cleaned_data
        parent = data["parent"].pk if data["parent"] else None
        return HostTerms(data["name"], data["kind"], parent, data["second_factor"])


class HostRoleForm(Form):
    """A role in the host for an account that is known there; the superuser knows all."""

    user = AccountField()
    role = forms.ChoiceField(label=_("Role"), choices=HostRoleName.choices)

    def __init__(self, *args: Any, host: Host, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        users = User.objects.filter(is_active=True) if by.is_superuser else accounts_of(host)
        choice = self.fields["user"]
        assert isinstance(choice, AccountField)  # noqa: S101 - for the type checker
        choice.among(users)


class HeldRoleForm(Form):
    """Another role for somebody who has one, or none."""

    NONE = "none"

    role = forms.ChoiceField(
        label=_("Role"), choices=[*HostRoleName.choices, (NONE, _("no role any more"))]
    )
