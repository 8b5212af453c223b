"""Signing in and out, links that open accounts, the accounts of server, tournament and host."""

from collections.abc import Callable
from functools import partial
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
from django.views.decorators.http import require_GET, require_POST

from scoring.accounts.forms import (
    AccountActionForm,
    FirstAccountForm,
    InvitingForm,
    MembershipForm,
    NewAccountForm,
    NewHostAccountForm,
    NewMemberForm,
    PasswordForm,
    RoleForm,
    SignInForm,
)
from scoring.accounts.reads import (
    accounts_made_by,
    all_accounts,
    members_of,
    members_without_password,
    unopened_of_host,
)
from scoring.accounts.services import accounts, sign_in
from scoring.accounts.services.accounts import LINK_DAYS, create_account, end_sessions, renew_link
from scoring.accounts.services.limits import TooManyFailures
from scoring.accounts.views.own import device_of, respond_too_many, start_session_or_second_step
from scoring.core.access import (
    RIGHTS,
    actor,
    administrator,
    has_factor,
    host_to_administer,
    right_in,
    tournament_for,
)
from scoring.core.forms import (
    cleaned_data_of,
    form_page,
    notifying,
    page_of_rows,
    refusals,
    search_text,
)
from scoring.core.links import client_address, is_loopback, qr_code, shareable_url
from scoring.core.services import when_repeated
from scoring.hosts.services import give_host_role
from scoring.models import Role, Tournament, User
from scoring.models.account import STAND_INS

# One-time links of new accounts, and of accounts that were never opened.


def link_page(request: HttpRequest, user: User, token: str, *, back: str) -> HttpResponse:
    """The page of a link, shown only once because only its hash is stored."""
    url = shareable_url(request, reverse("setup", args=[token]))
    context = {"account": user, "url": url, "code": qr_code(url), "days": LINK_DAYS, "back": back}
    return render(request, "accounts/link.html", context)


def first_link_page(request: HttpRequest, user: User, token: str, *, back: str) -> HttpResponse:
    """Send the link if the account has an address; show it otherwise, or if the e-mail fails."""
    if not (settings.MAIL and user.email):
        return link_page(request, user, token, back=back)
    if not accounts.mail_invitation(user, token, request.build_absolute_uri("/")):
        messages.warning(request, _("The e-mail could not be sent. Pass the link on yourself."))
        return link_page(request, user, token, back=back)
    messages.success(request, _("A link was sent to %(address)s.") % {"address": user.email})
    return redirect(back)


def create_and_show_link(
    request: HttpRequest,
    form: InvitingForm,
    *,
    back: str,
    made_by: int | None = None,
    give: Callable[..., None] | None = None,
) -> HttpResponse | None:
    """Create an account and answer with its link; None if the form is invalid or refused.

    `give` is a service that gives it the role of the form.
    """
    if not form.is_valid():
        return None
    data, by = form.cleaned_data, actor(request)
    give_role = partial(give, role=data.pop("role"), by=by) if give else None
    with refusals(form):
        user, link = create_account(**data, made_by=made_by, give=give_role, by=by)
        return first_link_page(request, user, link, back=back)
    return None


def renew_and_show_link(request: HttpRequest, user: User, *, back: str) -> HttpResponse:
    """Answer with a new link for an account that was never opened."""
    with notifying(request):
        return link_page(request, user, renew_link(user, by=actor(request)), back=back)
    return redirect(back)


def respond_link_made_before(request: HttpRequest, **parts: int) -> HttpResponse:
    """The answer to a double submit: the link cannot be shown again."""
    if request.POST.get("action", "link") in ("link", "mail"):
        messages.warning(request, _("The link was made already. If it is lost, make a new one."))
    else:
        messages.info(request, _("This was saved already; nothing was written twice."))
    if "tournament_id" in parts:
        return redirect("people", parts["tournament_id"])
    if "host_id" in parts:
        return redirect("host-accounts", parts["host_id"])
    return redirect("accounts")


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    return redirect("tournaments")


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    next_page = "tournaments"
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """The requested page, unless that is the sign-in itself."""
        url = super().get_redirect_url()
        return "" if url.partition("?")[0] == self.request.path else url

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Count the attempt first; after too many failures the answer names a wait."""
        name = request.POST.get("username", "")
        device = device_of(request, sign_in.plain_name(name))
        self.attempt = sign_in.attempt_of(name, client_address(request), device)
        try:
            self.reached = sign_in.begin_attempt(self.attempt)
        except TooManyFailures as stop:
            form = SignInForm(initial={"username": name})
            context = self.get_context_data(form=form, wait=stop.minutes)
            return respond_too_many(self.render_to_response(context), stop)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        sign_in.record_failure(self.attempt, self.reached)
        return super().form_invalid(form)

    def form_valid(self, form: Any) -> HttpResponse:
        user = form.get_user()
        sign_in.record_success(user, self.attempt, finished=not has_factor(user))
        return start_session_or_second_step(self.request, user, self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            no_superuser=not accounts.has_superuser(),
            is_server=settings.PRODUCTION,
            mail=settings.MAIL,
            **kwargs,
        )


@require_POST
@login_not_required
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("sign-in")


@login_not_required
def setup(request: HttpRequest, link_token: str) -> HttpResponse:
    """Open an account by its one-time link: set the password, and sign in."""
    link = accounts.find_link(link_token)
    if link is None or (link.user is None and not may_open_first(request)):
        return render(request, "accounts/link_gone.html", status=404)
    form = (PasswordForm if link.user else FirstAccountForm)(request.POST or None)
    if form.is_valid():
        del form.cleaned_data["repeated"]
        with refusals(form):
            user = accounts.use_link(link, **form.cleaned_data)
            sentence = _("Welcome! From now on you sign in as “%(name)s”.")
            messages.success(request, sentence % {"name": user.username})
            return start_session_or_second_step(request, user, reverse("tournaments"))
    return form_page(request, "accounts/setup.html", form, account=link.user)


def may_open_first(request: HttpRequest) -> bool:
    """Whether the first account may be opened from here.

    On a laptop only a browser on the laptop itself may do it, without a proxy. On a server only
    somebody with a shell sees the link.
    """
    if settings.PRODUCTION:
        return True
    forwarded = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return not forwarded and is_loopback(request.META.get("REMOTE_ADDR", ""))


@when_repeated(respond_link_made_before)
def show_accounts(request: HttpRequest) -> HttpResponse:
    administrator(request)
    form = NewAccountForm(request.POST or None)
    if answer := create_and_show_link(request, form, back=reverse("accounts")):
        return answer
    query = search_text(request)
    page = page_of_rows(request, all_accounts(query))
    context: dict[str, Any] = {"page": page, "query": query, "mail": settings.MAIL}
    return form_page(request, "accounts/list.html", form, **context)


@when_repeated(respond_link_made_before)
@require_POST
def change_account(request: HttpRequest, user_id: int) -> HttpResponse:
    """Run the action of the button that the administrator pressed."""
    administrator(request)
    user = get_object_or_404(User.objects.exclude(STAND_INS), pk=user_id)
    form = AccountActionForm(request.POST)
    if not form.is_valid():
        raise Http404
    with notifying(request):
        return run_account_action(request, user, form.cleaned_data["action"])
    return redirect("accounts")


def run_account_action(request: HttpRequest, user: User, action: str) -> HttpResponse:
    """Run one action on an account; raises Refused as its service does."""
    by = actor(request)
    if action in ("link", "mail"):
        link = accounts.renew_link(user, by=by)
        page = first_link_page if action == "mail" else link_page
        return page(request, user, link, back=reverse("accounts"))
    if action == "sessions":
        end_sessions(user, by=by)
        messages.success(request, _("All sessions of %(name)s have ended.") % {"name": user})
    elif action == "factor":
        sign_in.remove_all_factors(user, by=by)
        messages.success(request, _("The second step of %(name)s is off.") % {"name": user})
    else:
        accounts.set_active(user, action == "reopen", by=by)
    return redirect("accounts")


# The members of a tournament and their roles.


@require_GET
def show_people(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return people_page(request, tournament_for(request, tournament_id, Role.ORGANIZER))


def people_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    role_form: RoleForm | None = None,
    new_form: NewMemberForm | None = None,
) -> HttpResponse:
    without_password = members_without_password(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "members": members_of(tournament),
        "without_password": set(without_password.values_list("pk", flat=True)),
        "roles": Role.choices,
        "role_form": role_form or RoleForm(tournament=tournament),
        "new_form": new_form or NewMemberForm(),
    }
    bound_form = new_form or context["role_form"]
    return form_page(request, "accounts/members.html", bound_form, **context)


@require_POST
def give_role(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = RoleForm(request.POST, tournament=tournament)
    if form.is_valid():
        user, role = form.cleaned_data["user"], form.cleaned_data["role"]
        with refusals(form):
            accounts.give_role(tournament, user, role, by=actor(request))
            return redirect("people", tournament.pk)
    return people_page(request, tournament, role_form=form)


@when_repeated(respond_link_made_before)
@require_POST
def new_member(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    back = reverse("people", args=[tournament.pk])
    form = NewMemberForm(request.POST)
    host, give = tournament.host_id, partial(accounts.give_role, tournament)
    if answer := create_and_show_link(request, form, back=back, made_by=host, give=give):
        return answer
    return people_page(request, tournament, new_form=form)


@require_POST
def change_role(request: HttpRequest, tournament_id: int, user_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    user = get_object_or_404(User, pk=user_id, memberships__tournament=tournament)
    with notifying(request, _("Saved.")):
        role, by = cleaned_data_of(MembershipForm(request.POST))["role"], actor(request)
        if role == MembershipForm.NONE:
            accounts.take_role(tournament, user, by=by)
        else:
            accounts.give_role(tournament, user, role, by=by)
    # The reader may have given up his own role.
    if right_in(request.user, tournament) != RIGHTS[Role.ORGANIZER]:
        return redirect("tournaments")
    return redirect("people", tournament.pk)


@when_repeated(respond_link_made_before)
@require_POST
def renew_member_link(request: HttpRequest, tournament_id: int, user_id: int) -> HttpResponse:
    """Create a new link for a member without a password."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    user = get_object_or_404(members_without_password(tournament), pk=user_id)
    return renew_and_show_link(request, user, back=reverse("people", args=[tournament.pk]))


# The accounts of a host: its administrator creates them, renews links and ends sessions.


@when_repeated(respond_link_made_before)
def show_host_accounts(request: HttpRequest, host_id: int) -> HttpResponse:
    """The accounts set up in the host, and a form for a new one with its role."""
    host = host_to_administer(request, host_id)
    back = reverse("host-accounts", args=[host.pk])
    form = NewHostAccountForm(request.POST or None)
    give = partial(give_host_role, host)
    if answer := create_and_show_link(request, form, back=back, made_by=host.pk, give=give):
        return answer
    context: dict[str, Any] = {
        "host": host,
        "page": page_of_rows(request, accounts_made_by(host)),
        "unopened": set(unopened_of_host(host).values_list("pk", flat=True)),
    }
    return form_page(request, "accounts/of_host.html", form, **context)


@when_repeated(respond_link_made_before)
@require_POST
def renew_host_link(request: HttpRequest, host_id: int, user_id: int) -> HttpResponse:
    host = host_to_administer(request, host_id)
    user = get_object_or_404(unopened_of_host(host), pk=user_id)
    return renew_and_show_link(request, user, back=reverse("host-accounts", args=[host.pk]))


@require_POST
def end_host_sessions(request: HttpRequest, host_id: int, user_id: int) -> HttpResponse:
    """Sign an account of the host out everywhere, for instance when a telephone was lost."""
    host = host_to_administer(request, host_id)
    user = get_object_or_404(accounts_made_by(host), pk=user_id)
    with notifying(request):
        end_sessions(user, by=actor(request))
        messages.success(request, _("All sessions of %(name)s have ended.") % {"name": user})
    return redirect("host-accounts", host.pk)
