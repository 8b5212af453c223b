"""A second factor is set up and removed on the own account's page, by the password once more."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scoring.accounts.forms import NewAppForm, NewPasskeyForm, PasswordAgainForm, RemoveFactorForm
from scoring.accounts.services import codes, passkeys, second_factor
from scoring.accounts.services.password import ask_password
from scoring.accounts.views.own import owner
from scoring.core.access import actor
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.links import passkey_host, qr_code
from scoring.core.second_factor import look, without_factor
from scoring.core.submission import when_repeated
from scoring.models import Submission, User

SECRET, MAKING = "new-app-secret", "new-passkey"  # keys of the session


def shown_already(request: HttpRequest, _earlier: Submission) -> HttpResponse:
    """The answer to a double submit: the codes cannot be shown again."""
    messages.warning(
        request, _("The recovery codes were shown already. If they are lost, make new ones.")
    )
    return redirect("account")


@when_repeated(shown_already)
@without_factor
@never_cache
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "POST"])
def new_app(request: HttpRequest) -> HttpResponse:
    """The picture for the app, and the form for the first code that it shows."""
    user = owner(request)
    secret = request.session.setdefault(SECRET, codes.new_secret())
    form = NewAppForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            ask_password(user, form.cleaned_data["password"])
            written = second_factor.add_app(
                user,
                secret,
                form.cleaned_data["code"],
                besides=request.session.session_key,
                by=actor(request),
            )
            del request.session[SECRET]
            return added(request, user, written)
    picture = qr_code(codes.app_address(user, secret))
    return form_page(request, "accounts/new_app.html", form, secret=secret, picture=picture)


@when_repeated(shown_already)
@without_factor
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def new_passkey(request: HttpRequest) -> HttpResponse:
    """The form whose button lets the browser make a passkey; only by https or on this computer."""
    user, host = owner(request), passkey_host(request)
    if not host:
        return render(request, "accounts/no_passkeys.html", status=403)
    form = NewPasskeyForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        with refusals(form):
            ask_password(user, data["password"])
            made = passkeys.read_new(data["answer"], request.session.get(MAKING), host)
            written = second_factor.add_passkey(
                user,
                data["name"],
                made,
                besides=request.session.session_key,
                by=actor(request),
            )
            return added(request, user, written)
    options, request.session[MAKING] = passkeys.ask_new(user, host)
    return form_page(request, "accounts/new_passkey.html", form, options=options)


def added(request: HttpRequest, user: User, written: list[str]) -> HttpResponse:
    """The printed codes, if this was the first factor."""
    request.session.pop(MAKING, None)
    look(request.session, user)
    if not written:
        messages.success(request, _("Saved."))
        return redirect("account")
    return codes_page(request, user, written)


def codes_page(request: HttpRequest, user: User, written: list[str]) -> HttpResponse:
    """The printed codes, shown only once, as only their hashes are stored."""
    return render(request, "accounts/recovery_codes.html", {"account": user, "codes": written})


@when_repeated(shown_already)
@never_cache
@sensitive_post_parameters("password")
@require_POST
def renew_codes(request: HttpRequest) -> HttpResponse:
    """New printed codes; the old ones open nothing any more."""
    user = owner(request)
    with notifying(request):
        ask_password(user, cleaned(PasswordAgainForm(request.POST))["password"])
        return codes_page(request, user, second_factor.renew_codes(user, by=actor(request)))
    return redirect("account")


@never_cache
@sensitive_post_parameters("password")
@require_POST
def remove_factor(request: HttpRequest) -> HttpResponse:
    """The app, or one passkey."""
    user = owner(request)
    with notifying(request):
        data = cleaned(RemoveFactorForm(request.POST))
        ask_password(user, data["password"])
        if data["passkey"]:
            second_factor.remove_passkey(user, data["passkey"], by=actor(request))
        else:
            second_factor.remove_app(user, by=actor(request))
        look(request.session, user)
        messages.success(request, _("Removed."))
    return redirect("account")
