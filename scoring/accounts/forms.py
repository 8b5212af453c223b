"""Signing in, setting a password, accounts and roles."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from scoring.accounts.services.accounts import NAME_LENGTH, USERNAME_LENGTH
from scoring.core.forms import AccountField, Form, TextField, add_css_class
from scoring.core.scope import accounts_of
from scoring.models import Role, Tournament, User

PASSWORD_LENGTH = 200  # hashing a megabyte would take long


class SignInForm(AuthenticationForm):
    """Django's form: the same error and the same time for unknown names."""

    password = forms.CharField(
        label=_("Password"),
        max_length=PASSWORD_LENGTH,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["username"].label = _("Sign-in name")
        for field in self.fields.values():
            add_css_class(field.widget)

    def clean_username(self) -> str:
        """Case does not matter: phones capitalize the first letter.

        Longer names are cut: SQLite would not compare 60,000 letters.
        """
        typed: str = self.cleaned_data["username"][: USERNAME_LENGTH + 1]
        known = list(User.objects.filter(username__iexact=typed).values_list("username")[:2])
        return known[0][0] if len(known) == 1 else typed


class PasswordForm(Form):
    """The password of an account opened by a link, typed twice."""

    password = forms.CharField(
        label=_("Password"),
        max_length=PASSWORD_LENGTH,
        strip=False,
        help_text=_("At least 8 characters. Three words are easier to keep in mind than one."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    repeated = forms.CharField(
        label=_("Password once more"),
        max_length=PASSWORD_LENGTH,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "repeated" in cleaned and cleaned.get("password") != cleaned["repeated"]:
            self.add_error("repeated", _("The two passwords differ."))
        return cleaned


class FirstAccountForm(PasswordForm):
    """Name and password of the first superuser."""

    full_name = TextField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autofocus": True}),
    )
    username = TextField(
        label=_("Sign-in name"),
        max_length=USERNAME_LENGTH,
        required=False,
        help_text=_("May stay empty: it is then made from your name."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    field_order = ("full_name", "username", "password", "repeated")


class NewAccountForm(Form):
    full_name = TextField(label=_("Name"), max_length=NAME_LENGTH)
    username = TextField(
        label=_("Sign-in name"),
        max_length=USERNAME_LENGTH,
        required=False,
        help_text=_("May stay empty: it is then made from the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class AccountForm(Form):
    """An action on an account."""

    ACTIONS = ("link", "close", "reopen")

    action = forms.ChoiceField(choices=[(action, action) for action in ACTIONS])


class RoleForm(Form):
    """A role in a tournament for an account of its host."""

    user = AccountField()
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.CLERK)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        accounts = accounts_of(tournament).exclude(memberships__tournament=tournament)
        choice = self.fields["user"]
        assert isinstance(choice, AccountField)  # noqa: S101 - for the type checker
        choice.among(accounts)


class NewMemberForm(Form):
    """A role for somebody without an account."""

    full_name = TextField(label=_("Name"), max_length=NAME_LENGTH)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.CLERK)


class MembershipForm(Form):
    """A member's new role, or none; `confirmed` after the warning about the last organizer."""

    NONE = "none"

    role = forms.ChoiceField(
        label=_("Role"), choices=[*Role.choices, (NONE, _("no role any more"))]
    )
    confirmed = forms.BooleanField(required=False)
