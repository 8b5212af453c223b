"""From the right password to the session: with the second factor between, if there is one."""

import secrets
import time
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.accounts.forms import (
    ForgottenForm,
    NewAppForm,
    NewPasskeyForm,
    OwnAddressForm,
    PasswordAgainForm,
    RemoveFactorForm,
    StepForm,
)
from scoring.accounts.reads import device_in_words, sessions_of
from scoring.accounts.services import accounts, sign_in
from scoring.accounts.services import sign_in as passkeys
from scoring.accounts.services.accounts import (
    RESET_HOURS,
    TooManyFailures,
    ask_password,
    end_sessions,
)
from scoring.accounts.services.sign_in import ask_known, take_code, take_passkey
from scoring.accounts.sessions import DEVICE
from scoring.core.access import (
    actor,
    allow_without_factor,
    check_factor,
    has_factor,
    is_factor_demanded,
)
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.links import address_of, passkey_host, qr_code
from scoring.core.services import when_repeated
from scoring.models import RecoveryCode, Submission, User
from skatturnier.middleware import RENEWED

# The page of the own account: second factor, sessions, e-mail address.


def owner(request: HttpRequest) -> User:
    """The signed-in account; the page is that of nobody else."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


@allow_without_factor
@never_cache
@require_GET
def show_account(request: HttpRequest) -> HttpResponse:
    return account_page(request, owner(request))


def account_page(
    request: HttpRequest, user: User, *, address_form: OwnAddressForm | None = None
) -> HttpResponse:
    passkeys = list(user.passkeys.all())
    app = getattr(user, "code_app", None)
    context: dict[str, Any] = {
        "app": app,
        "passkeys": passkeys,
        "demanded": is_factor_demanded(user),
        "factors": len(passkeys) + bool(app),
        "passkeys_work": bool(passkey_host(request)),
        "codes_left": RecoveryCode.objects.filter(user=user, used_at=None).count(),
        "again": PasswordAgainForm(),
        "sessions": sessions_of(user, request.session.session_key),
    }
    form = address_form or OwnAddressForm(initial={"email": user.email})
    if settings.MAIL:
        context["address_form"] = form
    return form_page(request, "accounts/account.html", form, **context)


@never_cache
@sensitive_post_parameters("password")
@require_POST
def change_address(request: HttpRequest) -> HttpResponse:
    """The address to which links are sent; only where the server sends any."""
    user = owner(request)
    if not settings.MAIL:
        raise Http404
    form = OwnAddressForm(request.POST)
    if form.is_valid():
        with refusals(form):
            ask_password(user, form.cleaned_data["password"])
            accounts.set_email(user, form.cleaned_data["email"], by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("account")
    return account_page(request, user, address_form=form)


@allow_without_factor
@require_POST
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """One of the list; whoever ends his own is signed out."""
    with notifying(request):
        end_sessions(owner(request), number=session_id, by=actor(request))
        messages.success(request, _("The session has ended."))
    return redirect("account")


@allow_without_factor
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """All but the one in which the button is pressed."""
    own = request.session.session_key
    with notifying(request):
        count = end_sessions(owner(request), besides=own, by=actor(request))
        sentence = ngettext("%(count)s session has ended.", "%(count)s sessions have ended.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("account")


# A second factor is set up and removed on the own account's page, by the password once more.

SECRET, MAKING = "new-app-secret", "new-passkey"  # keys of the session


def shown_already(request: HttpRequest, _earlier: Submission) -> HttpResponse:
    """The answer to a double submit: the codes cannot be shown again."""
    messages.warning(
        request, _("The recovery codes were shown already. If they are lost, make new ones.")
    )
    return redirect("account")


@when_repeated(shown_already)
@allow_without_factor
@never_cache
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "POST"])
def new_app(request: HttpRequest) -> HttpResponse:
    """The picture for the app, and the form for the first code that it shows."""
    user = owner(request)
    secret = request.session.setdefault(SECRET, sign_in.new_secret())
    form = NewAppForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            ask_password(user, form.cleaned_data["password"])
            written = sign_in.add_app(
                user,
                secret,
                form.cleaned_data["code"],
                besides=request.session.session_key,
                by=actor(request),
            )
            del request.session[SECRET]
            return added(request, user, written)
    picture = qr_code(sign_in.app_address(user, secret))
    return form_page(request, "accounts/new_app.html", form, secret=secret, picture=picture)


@when_repeated(shown_already)
@allow_without_factor
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
            written = sign_in.add_passkey(
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
    check_factor(request.session, user)
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
        return codes_page(request, user, sign_in.renew_codes(user, by=actor(request)))
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
            sign_in.remove_passkey(user, data["passkey"], by=actor(request))
        else:
            sign_in.remove_app(user, by=actor(request))
        check_factor(request.session, user)
        messages.success(request, _("Removed."))
    return redirect("account")


# Devices on which somebody has signed in before: guesses made elsewhere do not lock him out.

COOKIE = "device"
SALT = "scoring.accounts.device"
KEPT = 365 * 24 * 60 * 60  # seconds
MOST_NAMES = 20  # the clerks who share a laptop


def device_of(request: HttpRequest, name: str) -> str:
    """The mark of this device if `name` has signed in on it before, else ""."""
    mark, names = marked(request)
    return mark if name in names else ""


def remember(response: HttpResponse, request: HttpRequest, name: str) -> None:
    """Let the device know, from now on, that `name` has signed in on it."""
    mark, names = marked(request)
    names = [*(each for each in names if each != name), name][-MOST_NAMES:]
    response.set_cookie(
        COOKIE,
        signing.dumps([mark or secrets.token_hex(16), names], salt=SALT),
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def marked(request: HttpRequest) -> tuple[str, list[str]]:
    """The mark and the names of a device; nothing where the cookie is not ours or too old."""
    try:
        mark, names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT)
    except signing.BadSignature:
        return "", []
    return mark, names


# The language of the pages: an account's, or a visitor's own choice.


@require_POST
@login_not_required
def set_language(request: HttpRequest) -> HttpResponse:
    """Django's view, which sets a cookie and refuses foreign addresses; and the account's."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        accounts.set_language(request.user, language)
    return i18n.set_language(request)


def in_language(response: HttpResponse, language: str) -> HttpResponse:
    """Set the cookie of this language."""
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
    return response


def switched(request: HttpRequest) -> HttpResponse | None:
    """The answer to a link with `?language=en`: a cookie, and back to the same page; else None.

    A cached page cannot contain a form of its reader, so it has a link. It changes nothing but the
    language and leads only to its own address.
    """
    asked = request.GET.copy()
    language = asked.pop("language", [""])[-1]
    if language not in dict(settings.LANGUAGES):
        return None
    rest = f"?{asked.urlencode()}" if asked else ""
    return in_language(redirect(escape_uri_path(request.path) + rest), language)


PENDING, ASKED = "pending", "passkey-asked"  # keys of the session
PATIENCE = 10 * 60  # seconds from the password to the second factor
TOO_MANY_REQUESTS = 429


def enter(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Sign in whose password is right and show the page `then`; before it the second factor."""
    if not has_factor(user):
        return signed_in(request, user, then)
    request.session.flush()
    request.session[PENDING] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "at": int(time.time()),
        "then": then,
    }
    return redirect("second-step")


def signed_in(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """A session of the account, and its page; the device knows the name from now on."""
    request.session.pop(PENDING, None)
    login(request, user)
    request.session[DEVICE] = device_in_words(request.headers.get("User-Agent", ""))
    request.session[RENEWED] = int(time.time())
    check_factor(request.session, user)
    response = redirect(then)
    remember(response, request, sign_in.plain_name(user.username))
    return in_language(response, user.language)


def waiting(request: HttpRequest) -> tuple[User | None, str]:
    """Who has typed the right password in this session, and the page that he asked for."""
    pending: dict[str, Any] = request.session.get(PENDING) or {}
    if time.time() - pending.get("at", 0) > PATIENCE:
        return None, ""
    user = User.objects.filter(pk=pending["user"], is_active=True).first()
    # A password that was changed meanwhile was not the right one.
    if user and constant_time_compare(user.get_session_auth_hash(), pending["hash"]):
        return user, str(pending["then"])
    return None, ""


@never_cache
@require_http_methods(["GET", "POST"])
@login_not_required
def second_step(request: HttpRequest) -> HttpResponse:
    """A code of the app, a passkey or a printed code, after the password."""
    user, then = waiting(request)
    if user is None:
        return redirect("sign-in")
    form = StepForm(request.POST or None)
    if form.is_valid():
        try:
            sign_in.begin_step(user)
        except TooManyFailures as stop:
            return stopped(request, user, stop)
        if is_right(request, user, form.cleaned_data):
            sign_in.step_done(user)
            sign_in.log_sign_in(user)
            return signed_in(request, user, then)
        form.add_error(None, _("That was not right. Each code counts once."))
    return step_page(request, user, form)


def is_right(request: HttpRequest, user: User, data: dict[str, str]) -> bool:
    if not data["answer"]:
        return take_code(user, data["code"])
    asked, host = request.session.pop(ASKED, None), passkey_host(request)
    return bool(host) and take_passkey(user, data["answer"], asked, host)


def step_page(request: HttpRequest, user: User, form: StepForm, **context: Any) -> HttpResponse:
    """The page of the second step; where a passkey can be used, with what the browser asks for."""
    passkeys, host = list(user.passkeys.all()), passkey_host(request)
    if passkeys and host:
        context["options"], request.session[ASKED] = ask_known(user, host)
    context |= {"account": user, "passkeys": passkeys, "has_app": hasattr(user, "code_app")}
    return form_page(request, "accounts/second_step.html", form, **context)


def stopped(request: HttpRequest, user: User, stop: TooManyFailures) -> HttpResponse:
    response = step_page(request, user, StepForm(), wait=stop.minutes, status=TOO_MANY_REQUESTS)
    response["Retry-After"] = str(stop.seconds)
    return response


# A link for a new password, sent to whoever forgot his; only where the server sends e-mail.


def base_of(request: HttpRequest) -> str:
    """The address of the server, for links in e-mails; its name is one of ALLOWED_HOSTS."""
    return request.build_absolute_uri("/").rstrip("/")


@never_cache
@require_http_methods(["GET", "POST"])
@login_not_required
def forgotten(request: HttpRequest) -> HttpResponse:
    """The answer is the same whether an account has this address or not."""
    if not settings.MAIL:
        raise Http404
    form = ForgottenForm(request.POST or None)
    if not form.is_valid():
        return form_page(request, "accounts/forgotten.html", form)
    email = form.cleaned_data["email"]
    try:
        accounts.begin_reset(email, address_of(request))
    except TooManyFailures as stop:
        return refused(request, form, stop)
    accounts.mail_resets(email, base_of(request))
    context = {"email": email, "hours": RESET_HOURS}
    return render(request, "accounts/forgotten_sent.html", context)


def refused(request: HttpRequest, form: ForgottenForm, stop: TooManyFailures) -> HttpResponse:
    context = {"wait": stop.minutes, "status": TOO_MANY_REQUESTS}
    response = form_page(request, "accounts/forgotten.html", form, **context)
    response["Retry-After"] = str(stop.seconds)
    return response
