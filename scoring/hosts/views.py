"""Hosts: their tree, and the page of one with its roles and published tournaments."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from scoring.core.access import actor, administrator, host_for, host_reader, host_to_administer
from scoring.core.forms import (
    AccountField,
    Form,
    TextField,
    cleaned_data_of,
    form_page,
    notifying,
    page_of_rows,
    refusals,
)
from scoring.core.scope import accounts_of, administers, hosts_seen_by, organizes_host
from scoring.hosts import reads, services
from scoring.models import Host, HostLogo, User
from scoring.models.account import HostRoleName
from scoring.models.host import HOST_LENGTH, HostKind


class HostForm(Form):
    name = TextField(label=gettext_lazy("Name"), max_length=HOST_LENGTH)
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=HostKind.choices)
    parent = forms.ModelChoiceField(
        label=gettext_lazy("Stands below"), queryset=Host.objects.all(), required=False
    )
    second_factor = forms.BooleanField(
        label=gettext_lazy("Its organizers need a second step when signing in"), required=False
    )


class HostRoleForm(Form):
    """A superuser may give a role to any account, others to those known in the host."""

    user = AccountField()
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=HostRoleName.choices)

    def __init__(self, *args: Any, host: Host, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        users = User.objects.filter(is_active=True) if by.is_superuser else accounts_of(host)
        self.fields["user"].set_queryset(users)  # type: ignore[attr-defined]  # an AccountField


class ChangeRoleForm(Form):
    NONE = "none"

    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[*HostRoleName.choices, (NONE, gettext_lazy("no role any more"))],
    )


def show_hosts(request: HttpRequest) -> HttpResponse:
    user = host_reader(request)
    if request.method == "POST":
        administrator(request)
    branches = reads.tree_for(user)
    if not branches:
        raise Http404
    form = HostForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            host = Host(**form.cleaned_data)
            services.add_host(host, by=actor(request))
            return redirect("host", host.pk)
    return form_page(request, "hosts/list.html", form, branches=branches)


def show_host(request: HttpRequest, host_id: int) -> HttpResponse:
    host = host_for(request, host_id)
    if request.method == "POST":
        administrator(request)
    form = HostForm(request.POST or None, initial=vars(host) | {"parent": host.parent_id})
    if form.is_valid():
        with refusals(form):
            services.change_host(Host(pk=host.pk, **form.cleaned_data), by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("host", host.pk)
    user, page = host_reader(request), page_of_rows(request, reads.public_tournaments_below(host))
    context: dict[str, Any] = {"host": host, "page": page}
    context["seasons"] = page_of_rows(request, reads.seasons_below(host), key="seasons")
    context["has_logo"] = HostLogo.objects.filter(host=host).exists()
    if organizes_host(user, host):
        context["offer_notices"] = reads.offer_notices([host])
    if administers(user, host):
        context["roles"] = page_of_rows(request, reads.roles_in(host), key="roles")
        context |= {"change_form": ChangeRoleForm(), "role_form": HostRoleForm(host=host, by=user)}
    return form_page(request, "hosts/host.html", form, **context)


@require_POST
def give_role(request: HttpRequest, host_id: int) -> HttpResponse:
    host = host_to_administer(request, host_id)
    with notifying(request, _("Saved.")):
        data = cleaned_data_of(HostRoleForm(request.POST, host=host, by=host_reader(request)))
        services.give_host_role(host, **data, by=actor(request))
    return redirect("host", host.pk)


@require_POST
def change_role(request: HttpRequest, host_id: int, user_id: int) -> HttpResponse:
    host = host_to_administer(request, host_id)
    account = get_object_or_404(User, pk=user_id, host_roles__host=host)
    with notifying(request, _("Saved.")):
        role = cleaned_data_of(ChangeRoleForm(request.POST))["role"]
        if role == ChangeRoleForm.NONE:
            services.take_host_role(host, account, by=actor(request))
        else:
            services.give_host_role(host, account, role, by=actor(request))
    # The reader may have given up his own role.
    is_visible = hosts_seen_by(host_reader(request)).filter(pk=host.pk).exists()
    return redirect("host", host.pk) if is_visible else redirect("tournaments")
