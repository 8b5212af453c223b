"""Adding and changing hosts; giving and taking roles in them."""

from dataclasses import asdict, dataclass, replace

from scoring.core.forms import Refused, refuse
from scoring.core.scope import ids_below
from scoring.core.services import changing, refresh
from scoring.core.text import plain_text, row_named
from scoring.models import Actor, Host, HostRole, User
from scoring.models.account import HostRoleName
from scoring.models.host import HostKind
from scoring.models.log import Action
from scoring.models.names import account_subject, subject_of
from scoring.rules.problem import Problem


@dataclass(frozen=True, slots=True)
class HostTerms:
    name: str
    kind: str = HostKind.CLUB
    parent_id: int | None = None
    second_factor: bool = False  # demanded of its administrators and organizers

    def log_values(self) -> dict[str, object]:
        above = Host.objects.filter(pk=self.parent_id or 0).first()
        return {
            "name": self.name,
            "host_kind": self.kind,
            "parent": above.name if above else "",
            "second_factor": self.second_factor,
        }


def terms_problems(terms: HostTerms, host: Host | None = None) -> list[Problem]:
    problems = []
    others = Host.objects.exclude(pk=host.pk) if host else Host.objects.all()
    if not any(char.isalnum() for char in terms.name):
        problems.append(Problem("host-name-missing", "name"))
    if row_named(others, terms.name):
        problems.append(Problem("host-name-taken", "name"))
    if host is not None and terms.parent_id in ids_below(host):
        problems.append(Problem("host-below-itself", "parent"))
    return problems


def add_host(terms: HostTerms, *, by: Actor) -> Host:
    """Raises Refused with all problems."""
    terms = replace(terms, name=plain_text(terms.name))
    with changing(None, by, Action.HOST_ADDED, about=subject_of("host", terms.name)) as change:
        if problems := terms_problems(terms):
            raise Refused(problems)
        host = Host.objects.create(**asdict(terms))
        change.log(new=terms.log_values())
        return host


def change_host(host: Host, terms: HostTerms, *, by: Actor) -> None:
    """Raises Refused with all problems."""
    terms = replace(terms, name=plain_text(terms.name))
    with changing(None, by, Action.HOST_CHANGED, host=host.pk) as change:
        refresh(host, "host-gone")
        if problems := terms_problems(terms, host):
            raise Refused(problems)
        columns = asdict(terms)
        before = HostTerms(**{column: getattr(host, column) for column in columns})
        if terms == before:
            return
        for column, value in columns.items():
            setattr(host, column, value)
        host.save(update_fields=columns)
        change.log(
            about=subject_of("host", before.name), old=before.log_values(), new=terms.log_values()
        )


def give_host_role(host: Host, user: User, role: str, *, by: Actor) -> None:
    with changing(None, by, Action.HOST_ROLE_GIVEN, host=host.pk) as change:
        refresh(host, "host-gone")
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
