"""Who needs a second factor to sign in, and who has none yet.

Where one is demanded, who has none is led to set one up and reaches nothing else. Whether that is
so stands in the session: it is found out at the sign-in and every quarter of an hour, so that no
request asks the database.
"""

import time
from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Q

from scoring.core.scope import ORGANIZING
from scoring.models import Role, User

View = TypeVar("View", bound=Callable[..., Any])
LACKS, LOOKED_AT = "lacks-second-factor", "second-factor-looked-at"  # keys of the session
LOOK_AFTER = 15 * 60  # seconds

HAS = Q(code_app__isnull=False) | Q(passkeys__isnull=False)


def without_factor(view: View) -> View:
    """Mark a view that is reached while a factor is lacking; must be the outermost decorator."""
    view.is_without_factor = True  # type: ignore[attr-defined]
    return view


def has_factor(user: User) -> bool:
    return User.objects.filter(HAS, pk=user.pk).exists()


def demanding() -> Q:
    """The accounts of which a second factor is demanded: by the server, or by a host of theirs."""
    if settings.SECOND_FACTOR:
        return (
            Q(is_superuser=True)
            | Q(host_roles__role__in=ORGANIZING)
            | Q(memberships__role=Role.ORGANIZER)
            | Q(leagues__isnull=False)
        )
    return (
        Q(host_roles__role__in=ORGANIZING, host_roles__host__second_factor=True)
        | Q(memberships__role=Role.ORGANIZER, memberships__tournament__host__second_factor=True)
        | Q(leagues__season__host__second_factor=True)
    )


def is_demanded(user: User) -> bool:
    return User.objects.filter(demanding(), pk=user.pk).exists()


def look(session: MutableMapping[str, Any], user: User) -> bool:
    """Whether the account of this session lacks a factor; kept in the session."""
    lacks = User.objects.filter(demanding(), pk=user.pk).exclude(HAS).exists()
    session[LACKS], session[LOOKED_AT] = lacks, int(time.time())
    return lacks


def lacks_factor(session: MutableMapping[str, Any], user: User) -> bool:
    """What `look` found, anew after a while."""
    if time.time() - session.get(LOOKED_AT, 0) > LOOK_AFTER:
        return look(session, user)
    return bool(session.get(LACKS))
