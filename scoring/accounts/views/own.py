"""The account page, the second step of the sign-in, languages, and forgotten passwords."""

import secrets
import time
from http import HTTPStatus
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
from django.views.decorators.http import require_GET, require_POST

from scoring.accounts.forms import (
    ForgottenPasswordForm,
    NewAppForm,
    NewPasskeyForm,
    OwnAddressForm,
    PasswordAgainForm,
    RemoveFactorForm,
    SecondFactorForm,
)
from scoring.accounts.reads import device_in_words, sessions_of
from scoring.accounts.services import accounts, sign_in
from scoring.accounts.services.accounts import RESET_HOURS, end_sessions, refuse_wrong_password
from scoring.accounts.services.limits import TooManyFailures
from scoring.accounts.services.sign_in import request_passkey, use_code, use_passkey
from scoring.accounts.sessions import RENEWED
from scoring.core.access import (
    actor,
    allow_without_factor,
    check_factor,
    has_factor,
    is_factor_demanded,
)
from scoring.core.forms import cleaned_data_of, form_page, notifying, refusals
from scoring.core.links import client_address, passkey_host, qr_code
from scoring.core.services import when_repeated
from scoring.models import RecoveryCode, User

# The account page: second factor, sessions, e-mail address.


def owner(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user


@allow_without_factor
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
        "sessions": sessions_of(user),
    }
    form = address_form or OwnAddressForm(initial={"email": user.email})
    if settings.MAIL:
        context["address_form"] = form
    return form_page(request, "accounts/account.html", form, **context)


@require_POST
def change_address(request: HttpRequest) -> HttpResponse:
    """The address to which links are sent; only where the server sends any."""
    user = owner(request)
    if not settings.MAIL:
        raise Http404
    form = OwnAddressForm(request.POST)
    if form.is_valid():
        with refusals(form):
            refuse_wrong_password(user, form.cleaned_data["password"])
            accounts.set_email(user, form.cleaned_data["email"], by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("account")
    return account_page(request, user, address_form=form)


@allow_without_factor
@require_POST
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """End one session of the list; ending the current one signs the reader out."""
    with notifying(request, _("The session has ended.")):
        end_sessions(owner(request), row_id=session_id, by=actor(request))
    return redirect("account")


@allow_without_factor
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    own = request.session.session_key
    with notifying(request):
        count = end_sessions(owner(request), except_key=own, by=actor(request))
        sentence = ngettext("%(count)s session has ended.", "%(count)s sessions have ended.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("account")


# Second factors are added and removed with the password.

SECRET, NEW_PASSKEY_STATE = "new-app-secret", "new-passkey"  # keys of the session


def respond_codes_shown_before(request: HttpRequest) -> HttpResponse:
    """The answer to a double submit: the codes cannot be shown again."""
    messages.warning(
        request, _("The recovery codes were shown already. If they are lost, make new ones.")
    )
    return redirect("account")


@when_repeated(respond_codes_shown_before)
@allow_without_factor
def new_app(request: HttpRequest) -> HttpResponse:
    """The QR code for the app, and the form for the first code that it shows."""
    user = owner(request)
    secret = request.session.setdefault(SECRET, sign_in.new_secret())
    form = NewAppForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            refuse_wrong_password(user, form.cleaned_data["password"])
            code, own = form.cleaned_data["code"], request.session.session_key
            codes = sign_in.add_app(user, secret, code, except_key=own, by=actor(request))
            del request.session[SECRET]
            return respond_factor_added(request, user, codes)
    picture = qr_code(sign_in.app_address(user, secret))
    return form_page(request, "accounts/new_app.html", form, secret=secret, picture=picture)


@when_repeated(respond_codes_shown_before)
@allow_without_factor
def new_passkey(request: HttpRequest) -> HttpResponse:
    """The form whose button creates a passkey; only with https or on this computer."""
    user, host = owner(request), passkey_host(request)
    if not host:
        return redirect("account")  # where it says why
    form = NewPasskeyForm(request.POST or None)
    if form.is_valid():
        data, state = form.cleaned_data, request.session.get(NEW_PASSKEY_STATE)
        own = request.session.session_key
        with refusals(form):
            refuse_wrong_password(user, data["password"])
            passkey = sign_in.read_new_passkey(data["answer"], state, host)
            codes = sign_in.add_passkey(
                user, data["name"], passkey, except_key=own, by=actor(request)
            )
            return respond_factor_added(request, user, codes)
    options, request.session[NEW_PASSKEY_STATE] = sign_in.request_new_passkey(user, host)
    return form_page(request, "accounts/new_passkey.html", form, options=options)


def respond_factor_added(request: HttpRequest, user: User, codes: list[str]) -> HttpResponse:
    """The recovery codes, if this was the first factor."""
    request.session.pop(NEW_PASSKEY_STATE, None)
    check_factor(request.session, user)
    if not codes:
        messages.success(request, _("Saved."))
        return redirect("account")
    return codes_page(request, user, codes)


def codes_page(request: HttpRequest, user: User, codes: list[str]) -> HttpResponse:
    """The recovery codes, shown only once, as only their hashes are stored."""
    return render(request, "accounts/recovery_codes.html", {"account": user, "codes": codes})


@when_repeated(respond_codes_shown_before)
@require_POST
def renew_codes(request: HttpRequest) -> HttpResponse:
    """Show new recovery codes; the old ones become invalid."""
    user = owner(request)
    with notifying(request):
        refuse_wrong_password(user, cleaned_data_of(PasswordAgainForm(request.POST))["password"])
        return codes_page(request, user, sign_in.renew_codes(user, by=actor(request)))
    return redirect("account")


@require_POST
def remove_factor(request: HttpRequest) -> HttpResponse:
    user = owner(request)
    with notifying(request, _("Removed.")):
        data = cleaned_data_of(RemoveFactorForm(request.POST))
        refuse_wrong_password(user, data["password"])
        sign_in.remove_factor(user, data["passkey"], by=actor(request))
        check_factor(request.session, user)
    return redirect("account")


# A signed cookie marks devices a user has signed in from, so that failed attempts elsewhere cannot
# lock that user out.

COOKIE = "device"
SALT = "scoring.accounts.device"
DEVICE_SECONDS = 365 * 24 * 60 * 60
MAX_NAMES = 20  # of clerks who share a laptop


def device_of(request: HttpRequest, name: str) -> str:
    """The mark of this device if `name` has signed in on it before, else ""."""
    mark, names = read_device_cookie(request)
    return mark if name in names else ""


def remember_name(response: HttpResponse, request: HttpRequest, name: str) -> None:
    mark, names = read_device_cookie(request)
    names = [*(each for each in names if each != name), name][-MAX_NAMES:]
    response.set_cookie(
        COOKIE,
        signing.dumps([mark or secrets.token_hex(16), names], salt=SALT),
        max_age=DEVICE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def read_device_cookie(request: HttpRequest) -> tuple[str, list[str]]:
    """The mark and the names of a device; empty if the cookie is invalid or too old."""
    try:
        mark, names = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=DEVICE_SECONDS
        )
    except signing.BadSignature:
        return "", []
    return mark, names


# The second step of the sign-in: after the right password, a code or a passkey.

PENDING, PASSKEY_STATE = "pending", "passkey-asked"  # keys of the session
PENDING_SECONDS = 10 * 60  # from the password to the second factor


def start_session_or_second_step(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Continue after the right password: with the page `then`, or the second step before it."""
    if not has_factor(user):
        return start_session(request, user, then)
    request.session.flush()
    request.session[PENDING] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "at": int(time.time()),
        "then": then,
    }
    return redirect("second-step")


def start_session(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Start a session and redirect to the page; the device remembers the name."""
    request.session.pop(PENDING, None)
    login(request, user)
    request.session[RENEWED] = int(time.time())
    request.session.save()  # which gives it a key
    device = device_in_words(request.headers.get("User-Agent", ""))
    accounts.note_session(str(request.session.session_key), user, device)
    check_factor(request.session, user)
    response = redirect(then)
    remember_name(response, request, sign_in.plain_name(user.username))
    return set_language_cookie(response, user.language)


def pending_user(request: HttpRequest) -> tuple[User | None, str]:
    """Who gave the right password in this session at most ten minutes ago; the requested page."""
    pending: dict[str, Any] = request.session.get(PENDING) or {}
    if time.time() - pending.get("at", 0) > PENDING_SECONDS:
        return None, ""
    user = User.objects.filter(pk=pending["user"], is_active=True).first()
    # The hash differs if the password was changed meanwhile.
    if user and constant_time_compare(user.get_session_auth_hash(), pending["hash"]):
        return user, str(pending["then"])
    return None, ""


@login_not_required
def second_step(request: HttpRequest) -> HttpResponse:
    """A code of the app, a passkey or a recovery code, after the password."""
    user, then = pending_user(request)
    if user is None:
        return redirect("sign-in")
    form = SecondFactorForm(request.POST or None)
    if form.is_valid():
        try:
            sign_in.count_second_factor(user)
        except TooManyFailures as stop:
            return respond_too_many(
                step_page(request, user, SecondFactorForm(), wait=stop.minutes), stop
            )
        if is_second_factor_right(request, user, form.cleaned_data):
            sign_in.record_second_factor(user)
            return start_session(request, user, then)
        passkey_refused = _("The passkey was not accepted. Please try again.")
        code_refused = _("This code is not right, or was used before.")
        form.add_error(None, passkey_refused if form.cleaned_data["answer"] else code_refused)
    return step_page(request, user, form)


def is_second_factor_right(request: HttpRequest, user: User, data: dict[str, str]) -> bool:
    if not data["answer"]:
        return use_code(user, data["code"])
    state, host = request.session.pop(PASSKEY_STATE, None), passkey_host(request)
    return bool(host) and use_passkey(user, data["answer"], state, host)


def step_page(
    request: HttpRequest, user: User, form: SecondFactorForm, **context: Any
) -> HttpResponse:
    """The page of the second step, with a request to the browser if a passkey can be used."""
    passkeys, host = list(user.passkeys.all()), passkey_host(request)
    if passkeys and host:
        context["passkey_options"], request.session[PASSKEY_STATE] = request_passkey(user, host)
    code = {"required": True, "autofocus": "passkey_options" not in context}
    form.fields["code"].widget.attrs |= code
    context |= {"account": user, "passkeys": passkeys, "has_app": hasattr(user, "code_app")}
    return form_page(request, "accounts/second_step.html", form, **context)


def respond_too_many(response: HttpResponse, stop: TooManyFailures) -> HttpResponse:
    """A page that names the wait, for browsers and for programs."""
    response.status_code = HTTPStatus.TOO_MANY_REQUESTS
    response["Retry-After"] = str(stop.seconds)
    return response


# The language of the pages: an account's, or a visitor's own choice.


@require_POST
@login_not_required
def set_language(request: HttpRequest) -> HttpResponse:
    """Store the language in the account and, by Django's view, in a cookie."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        accounts.set_language(request.user, language)
    return i18n.set_language(request)


def set_language_cookie(response: HttpResponse, language: str) -> HttpResponse:
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
    return response


def switch_language(request: HttpRequest) -> HttpResponse | None:
    """The answer to a link with `?language=en`: a cookie and a redirect to the same page.

    Cached pages have it instead of a form. None if the address names no language.
    """
    query = request.GET.copy()
    language = query.pop("language", [""])[-1]
    if language not in dict(settings.LANGUAGES):
        return None
    rest = f"?{query.urlencode()}" if query else ""
    return set_language_cookie(redirect(escape_uri_path(request.path) + rest), language)


# A link for a forgotten password; only if the server sends e-mail.


@login_not_required
def request_reset(request: HttpRequest) -> HttpResponse:
    """The answer is the same whether an account has this address or not."""
    if not settings.MAIL:
        raise Http404
    form = ForgottenPasswordForm(request.POST or None)
    if not form.is_valid():
        return form_page(request, "accounts/forgotten.html", form)
    email = form.cleaned_data["email"]
    try:
        # The name of the server is one of ALLOWED_HOSTS.
        accounts.mail_resets(email, client_address(request), request.build_absolute_uri("/"))
    except TooManyFailures as stop:
        page = form_page(request, "accounts/forgotten.html", form, wait=stop.minutes)
        return respond_too_many(page, stop)
    context = {"email": email, "hours": RESET_HOURS}
    return render(request, "accounts/forgotten_sent.html", context)
