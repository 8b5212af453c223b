"""Signing in and out, the links that open accounts, and the accounts page."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.accounts.forms import (
    AccountForm,
    FirstAccountForm,
    NewAccountForm,
    PasswordForm,
    SignInForm,
)
from scoring.accounts.reads import everybody
from scoring.accounts.services import accounts, second_factor, sign_in
from scoring.accounts.services.sessions import end_sessions
from scoring.accounts.services.throttles import TooManyFailures
from scoring.accounts.views.devices import device_of
from scoring.accounts.views.entering import TOO_MANY_REQUESTS, enter
from scoring.accounts.views.links import created, first_link_page, link_page, shown_already
from scoring.core.access import actor, administrator
from scoring.core.answers import form_page, notifying, paged, refusals, sought_in
from scoring.core.links import address_of, is_loopback
from scoring.core.second_factor import has_factor
from scoring.core.submission import when_repeated
from scoring.models import AccountLink, User
from scoring.models.account import STAND_INS


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    return redirect("tournaments")


class SignIn(LoginView):
    """Django's sign-in with limits on failures."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    next_page = "tournaments"
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """The requested page, unless it is the sign-in itself."""
        wanted = super().get_redirect_url()
        return "" if wanted.partition("?")[0] == self.request.path else wanted

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """After too many failures the answer is a wait, whether the account exists or not."""
        name = request.POST.get("username", "")
        device = device_of(request, sign_in.plain_name(name))
        self.attempt = sign_in.attempt_of(name, address_of(request), device)
        try:
            self.reached = sign_in.begin_attempt(self.attempt)
        except TooManyFailures as stop:
            return self.stopped(stop)
        return super().post(request, *args, **kwargs)

    def stopped(self, stop: TooManyFailures) -> HttpResponse:
        form = SignInForm(initial={"username": self.request.POST.get("username", "")})
        response = self.render_to_response(self.get_context_data(form=form, wait=stop.minutes))
        response.status_code = TOO_MANY_REQUESTS
        response["Retry-After"] = str(stop.seconds)
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        sign_in.failed(self.attempt, self.reached)
        return super().form_invalid(form)

    def form_valid(self, form: Any) -> HttpResponse:
        user = form.get_user()
        sign_in.signed_in(user, self.attempt, finished=not has_factor(user))
        return enter(self.request, user, self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            no_accounts=not accounts.has_accounts(),
            is_server=settings.PRODUCTION,
            mail=settings.MAIL,
            **kwargs,
        )


@require_POST
@login_not_required
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("sign-in")


@never_cache
@sensitive_post_parameters("password", "repeated")
@require_http_methods(["GET", "POST"])
@login_not_required
def setup(request: HttpRequest, link_token: str) -> HttpResponse:
    """Open an account by its one-time link."""
    link = accounts.find_link(link_token)
    if link is None or (link.user is None and not may_open_first(request)):
        return render(request, "accounts/link_gone.html", status=404)
    form = (PasswordForm if link.user else FirstAccountForm)(request.POST or None)
    if form.is_valid():
        with refusals(form):
            return opened(request, link, form)
    return form_page(request, "accounts/setup.html", form, account=link.user)


def may_open_first(request: HttpRequest) -> bool:
    """Whether the first account may be opened from here.

    On a laptop only by a browser on the laptop itself, without a proxy between. A server has none,
    and its link is seen by nobody but whoever may give it commands.
    """
    if settings.PRODUCTION:
        return True
    forwarded = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return not forwarded and is_loopback(request.META.get("REMOTE_ADDR", ""))


def opened(request: HttpRequest, link: AccountLink, form: PasswordForm) -> HttpResponse:
    """The account with its password set, signed in."""
    data = form.cleaned_data
    user = accounts.use_link(
        link,
        password=data["password"],
        username=data.get("username", ""),
        full_name=data.get("full_name", ""),
    )
    response = enter(request, user, reverse("tournaments"))
    sentence = _("Welcome! From now on you sign in as “%(name)s”.") % {"name": user.username}
    messages.success(request, sentence)
    return response


@when_repeated(shown_already)
@never_cache
@require_http_methods(["GET", "POST"])
def show_accounts(request: HttpRequest) -> HttpResponse:
    """All accounts, and a form for one more."""
    administrator(request)
    form = NewAccountForm(request.POST or None)
    if form.is_valid() and (answer := created(request, form, back=reverse("accounts"))):
        return answer
    sought = sought_in(request)
    page = paged(request, everybody(sought))
    shown: dict[str, Any] = {"page": page, "sought": sought, "mail": settings.MAIL}
    return form_page(request, "accounts/list.html", form, **shown)


@when_repeated(shown_already)
@never_cache
@require_POST
def change_account(request: HttpRequest, user_id: int) -> HttpResponse:
    """What the administrator does with an account, by the action of the button."""
    administrator(request)
    user = get_object_or_404(User.objects.exclude(STAND_INS), pk=user_id)
    form = AccountForm(request.POST)
    if not form.is_valid():
        raise Http404
    with notifying(request):
        return carried_out(request, user, form.cleaned_data["action"])
    return redirect("accounts")


def carried_out(request: HttpRequest, user: User, action: str) -> HttpResponse:
    """One action on an account; raises Refused as its service."""
    by = actor(request)
    if action in ("link", "mail"):
        link = accounts.renew_link(user, by=by)
        page = first_link_page if action == "mail" else link_page
        return page(request, user, link, back=reverse("accounts"))
    if action == "sessions":
        end_sessions(user, by=by)
        messages.success(request, _("All sessions of %(name)s have ended.") % {"name": user})
    elif action == "factor":
        second_factor.take_off(user, by=by)
        messages.success(request, _("The second step of %(name)s is off.") % {"name": user})
    else:
        accounts.set_active(user, action == "reopen", by=by)
    return redirect("accounts")
