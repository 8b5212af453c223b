"""Signing in, setting a password, accounts and roles."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from scoring.accounts.services.accounts import NAME_LENGTH, USERNAME_LENGTH
from scoring.core.forms import MAX_ID, AccountField, Form, TextField, add_css_class
from scoring.core.scope import accounts_of
from scoring.models import Role, Tournament, User
from scoring.models.account import PASSKEY_NAME_LENGTH, HostRoleName

MAX_EMAIL_LENGTH = User._meta.get_field("email").max_length
MAX_ANSWER_LENGTH = 20_000  # of a browser for a passkey, as JSON that a script fills in
MAX_PASSWORD_LENGTH = 200  # hashing a megabyte would take long


class CodeField(TextField):
    """Six digits of an app, or a recovery code."""

    def __init__(self, **options: Any) -> None:
        attributes = {"autocomplete": "one-time-code", "autocapitalize": "none"}
        widget = forms.TextInput(attrs={**attributes, "spellcheck": "false"})
        super().__init__(max_length=40, widget=widget, **options)


class PasswordField(forms.CharField):
    """`autocomplete` tells the browser whether it is a new password or the one it knows."""

    def __init__(self, label: Any, autocomplete: str = "current-password", **options: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        length = MAX_PASSWORD_LENGTH
        super().__init__(label=label, max_length=length, strip=False, widget=widget, **options)


class SignInForm(AuthenticationForm):
    """Django's form: the same error and the same time for unknown names."""

    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": _("Sign-in name and password do not fit. Capitals matter in the password.")
    }
    password = PasswordField(_("Password"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["username"].label = _("Sign-in name")
        for field in self.fields.values():
            add_css_class(field.widget)

    def clean_username(self) -> str:
        """The name of the account in any case, because phones capitalize the first letter.

        Long names are cut, because SQLite refuses to compare 60,000 characters.
        """
        name: str = self.cleaned_data["username"][: USERNAME_LENGTH + 1]
        matches = list(User.objects.filter(username__iexact=name).values_list("username")[:2])
        return matches[0][0] if len(matches) == 1 else name


class PasswordForm(Form):
    """The password of an account that is opened by a link, typed twice."""

    password = PasswordField(
        _("Password"),
        "new-password",
        help_text=_("At least 8 characters. Three words are easier to remember than one."),
    )
    repeated = PasswordField(_("Password once more"), "new-password")

    def clean(self) -> None:
        password, repeated = map(self.cleaned_data.get, ("password", "repeated"))
        if password and repeated and password != repeated:
            self.add_error("repeated", _("The two passwords differ."))


class FirstAccountForm(PasswordForm):
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


class AccountEmailField(forms.EmailField):
    """An e-mail address in lower case, because accounts are looked up by it."""

    def __init__(self, autocomplete: str = "email", **options: Any) -> None:
        widget = forms.EmailInput(attrs={"autocomplete": autocomplete})
        label, length = _("E-mail address"), MAX_EMAIL_LENGTH
        super().__init__(label=label, max_length=length, widget=widget, **options)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").lower()


class InvitingForm(Form):
    """A new account and, if the server sends e-mail, the address for its link."""

    full_name = TextField(label=_("Name"), max_length=NAME_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if settings.MAIL:
            help_text = _("The invitation is sent there. May stay empty: you then get a link.")
            self.fields["email"] = AccountEmailField("off", required=False, help_text=help_text)
            add_css_class(self.fields["email"].widget)


class NewAccountForm(InvitingForm):
    username = TextField(
        label=_("Sign-in name"),
        max_length=USERNAME_LENGTH,
        required=False,
        help_text=_("May stay empty: it is then made from the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class NewHostAccountForm(NewAccountForm):
    role = forms.ChoiceField(
        label=_("Role"), choices=HostRoleName.choices, initial=HostRoleName.ORGANIZER
    )


class ForgottenPasswordForm(Form):
    email = AccountEmailField()


class PasswordAgainForm(Form):
    """The password, asked for again before anything that a stolen session must not do."""

    password = PasswordField(_("Your password"))


class OwnAddressForm(PasswordAgainForm):
    email = AccountEmailField(required=False)
    field_order = ("email", "password")


class NewAppForm(PasswordAgainForm):
    """The first code that an app shows."""

    code = CodeField(label=_("Code that the app shows"))
    field_order = ("code", "password")


class NewPasskeyForm(PasswordAgainForm):
    """A passkey created by the browser (passkeys.js)."""

    name = TextField(
        label=_("Name of the passkey"),
        max_length=PASSKEY_NAME_LENGTH,
        help_text=_("Such as: my telephone"),
    )
    answer = forms.CharField(max_length=MAX_ANSWER_LENGTH, widget=forms.HiddenInput)
    field_order = ("name", "password", "answer")


class RemoveFactorForm(PasswordAgainForm):
    """`passkey` is the id of the passkey to remove; without it the app is removed."""

    passkey = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_ID, widget=forms.HiddenInput
    )


class SecondFactorForm(Form):
    """The second factor: a code, or the browser's answer for a passkey."""

    code = CodeField(required=False, label=_("Code of the app, or a recovery code"))
    answer = forms.CharField(max_length=MAX_ANSWER_LENGTH, required=False, widget=forms.HiddenInput)

    def clean(self) -> None:
        """Refuse what the passkey's button sends without its script: it is not a failed attempt."""
        if not self.errors and not any(self.cleaned_data.values()):
            raise forms.ValidationError(_("Type a code, or use a passkey."))


class AccountActionForm(Form):
    ACTIONS = ("link", "mail", "close", "reopen", "sessions", "factor")

    action = forms.ChoiceField(choices=[(action, action) for action in ACTIONS])


class RoleForm(Form):
    """A role in a tournament for an account of its host."""

    user = AccountField()
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.CLERK)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        accounts = accounts_of(tournament).exclude(memberships__tournament=tournament)
        self.fields["user"].set_queryset(accounts)  # type: ignore[attr-defined]  # an AccountField


class NewMemberForm(InvitingForm):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.CLERK)


class MembershipForm(Form):
    NONE = "none"

    role = forms.ChoiceField(
        label=_("Role"), choices=[*Role.choices, (NONE, _("no role any more"))]
    )
