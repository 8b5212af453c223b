"""The members of a tournament and their roles."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scoring.accounts.forms import MembershipForm, NewMemberForm, RoleForm
from scoring.accounts.services import accounts
from scoring.accounts.views.links import created, renewed, shown_already
from scoring.core.access import Right, actor, right_in, tournament_for
from scoring.core.answers import UNPROCESSABLE, cleaned, form_page, notifying, refusals
from scoring.core.refusals import Refused
from scoring.core.submission import when_repeated
from scoring.models import Role, Tournament, User


@require_GET
def show_people(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    return people_page(request, tournament)


def people_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    role_form: RoleForm | None = None,
    new_form: NewMemberForm | None = None,
    **context: Any,
) -> HttpResponse:
    """The members with their roles, and the two forms that add one."""
    without_password = accounts.members_without_password(tournament)
    members = tournament.memberships.select_related("user").order_by("user__last_name", "user")
    role_form = role_form or RoleForm(tournament=tournament)
    new_form = new_form or NewMemberForm()
    shown: forms.BaseForm = new_form if new_form.is_bound else role_form
    context = {
        "tournament": tournament,
        "members": members,
        "without_password": set(without_password.values_list("pk", flat=True)),
        "roles": Role.choices,
        "role_form": role_form,
        "new_form": new_form,
        **context,
    }
    return form_page(request, "accounts/members.html", shown, **context)


@require_POST
def give_role(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A role for an existing account."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = RoleForm(request.POST, tournament=tournament)
    if form.is_valid():
        user, role = form.cleaned_data["user"], form.cleaned_data["role"]
        with refusals(form):
            accounts.give_role(tournament, user, role, by=actor(request))
            return redirect("people", tournament.pk)
    return people_page(request, tournament, role_form=form)


@when_repeated(shown_already)
@never_cache
@require_POST
def new_member(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A new account with a role; its link is shown once."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    back = reverse("people", args=[tournament.pk])
    form = NewMemberForm(request.POST)
    if form.is_valid():
        role, by = form.cleaned_data.pop("role"), actor(request)

        def give(user: User) -> None:
            accounts.give_role(tournament, user, role, by=by)

        if answer := created(request, form, back=back, made_by=tournament.host_id, give=give):
            return answer
    return people_page(request, tournament, new_form=form)


@require_POST
def change_role(request: HttpRequest, tournament_id: int, user_id: int) -> HttpResponse:
    """Another role for a member, or none; the last organizer only if confirmed."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    user = get_object_or_404(User, pk=user_id, memberships__tournament=tournament)
    with notifying(request):
        data = cleaned(MembershipForm(request.POST))
        try:
            set_role(tournament, user, **data, by=actor(request))
        except Refused as refused:
            if all(problem.code != "last-organizer" for problem in refused.problems):
                raise
            asked = {"last_organizer": user, "wanted": data["role"]}
            return people_page(request, tournament, status=UNPROCESSABLE, **asked)
        messages.success(request, _("Saved."))
    # The reader may have given up his own role.
    if right_in(request.user, tournament) != Right(Role.ORGANIZER):
        return redirect("tournaments")
    return redirect("people", tournament.pk)


def set_role(tournament: Tournament, user: User, role: str, **how: Any) -> None:
    if role == MembershipForm.NONE:
        accounts.take_role(tournament, user, **how)
    else:
        accounts.give_role(tournament, user, role, **how)


@when_repeated(shown_already)
@never_cache
@require_POST
def renew_member_link(request: HttpRequest, tournament_id: int, user_id: int) -> HttpResponse:
    """A new link for an account without a password; other accounts are the superuser's."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    user = get_object_or_404(accounts.members_without_password(tournament), pk=user_id)
    return renewed(request, user, back=reverse("people", args=[tournament.pk]))
