"""Adding and changing hosts; giving and taking roles in them."""

from scoring.core.forms import refuse, refuse_all
from scoring.core.scope import ids_below
from scoring.core.services import changing
from scoring.core.text import plain_text, row_named
from scoring.models import Actor, Host, HostRole, User
from scoring.models.account import HostRoleName
from scoring.models.log import Action
from scoring.models.names import account_subject, subject_of
from scoring.rules.problem import Problem


def terms_of(host: Host) -> dict[str, object]:
    """The terms of a host for the log."""
    return {
        "name": host.name,
        "host_kind": host.kind,
        "parent": host.parent.name if host.parent else "",
        "second_factor": host.second_factor,
    }


def refuse_terms(host: Host) -> None:
    """Raise Refused with all problems of a host that is to be stored."""
    problems = []
    if not any(char.isalnum() for char in host.name):
        problems.append(Problem("host-name-missing", "name"))
    if row_named(Host.objects.exclude(pk=host.pk), host.name):
        problems.append(Problem("host-name-taken", "name"))
    if host.pk and host.parent_id in ids_below(host):
        problems.append(Problem("host-below-itself", "parent"))
    refuse_all(problems)


def add_host(host: Host, *, by: Actor) -> None:
    """Store a new host; raises Refused."""
    host.name = plain_text(host.name)
    with changing(None, by, Action.HOST_ADDED, about=subject_of("host", host.name)) as change:
        refuse_terms(host)
        host.save(force_insert=True)
        change.log(new=terms_of(host))


def change_host(host: Host, *, by: Actor) -> None:
    """Store a host that has new terms; raises Refused."""
    with changing(None, by, Action.HOST_CHANGED, host=host.pk) as change:
        before = Host.objects.get(pk=host.pk)
        refuse_terms(host)
        old, new = terms_of(before), terms_of(host)
        if old != new:
            host.save()
            change.log(about=subject_of("host", before.name), old=old, new=new)


def give_host_role(host: Host, user: User, role: str, *, by: Actor) -> None:
    with changing(None, by, Action.HOST_ROLE_GIVEN, host=host.pk) as change:
        user.refresh_from_db(fields=["is_active"])
        if not user.is_active:
            raise refuse("account-inactive", field="user")
        if role != HostRoleName.ADMINISTRATOR:
            refuse_losing_last_administrator(host, user, by)
        before = host.roles.filter(user=user).values_list("role", flat=True).first()
        if before == role:
            return
        HostRole.objects.update_or_create(user=user, host=host, defaults={"role": role})
        old, new = role_for_log(host, before), role_for_log(host, role)
        change.log(about=account_subject(user), old=old, new=new)


def take_host_role(host: Host, user: User, *, by: Actor) -> None:
    """Roles in single tournaments stay."""
    with changing(None, by, Action.HOST_ROLE_TAKEN, host=host.pk) as change:
        refuse_losing_last_administrator(host, user, by)
        host_role = host.roles.filter(user=user).first()
        if host_role is None:
            return
        host_role.delete()
        change.log(about=account_subject(user), old=role_for_log(host, host_role.role))


def role_for_log(host: Host, role: str | None) -> dict[str, object] | None:
    return {"of_host": host.name, "role": role} if role else None


def refuse_losing_last_administrator(host: Host, user: User, by: Actor) -> None:
    """Only superusers and commands may leave a host without an administrator."""
    if by.user is None or by.user.is_superuser:
        return
    administrators = host.roles.filter(role=HostRoleName.ADMINISTRATOR, user__is_active=True)
    if administrators.filter(user=user).exists() and administrators.count() == 1:
        raise refuse("host-last-administrator")
