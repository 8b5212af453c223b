"""From the right password to the session: with the second factor between, if there is one."""

import time
from typing import Any

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.accounts.forms import StepForm
from scoring.accounts.reads import device_in_words
from scoring.accounts.services import second_factor, sign_in
from scoring.accounts.services.codes import take_code
from scoring.accounts.services.passkeys import ask_known, take_passkey
from scoring.accounts.services.throttles import TooManyFailures
from scoring.accounts.sessions import DEVICE
from scoring.accounts.views.devices import remember
from scoring.accounts.views.language import in_language
from scoring.core.answers import form_page
from scoring.core.links import passkey_host
from scoring.core.second_factor import has_factor, look
from scoring.models import User
from skatturnier.middleware import RENEWED

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
    look(request.session, user)
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
            second_factor.begin_step(user)
        except TooManyFailures as stop:
            return stopped(request, user, stop)
        if is_right(request, user, form.cleaned_data):
            second_factor.step_done(user)
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
