"""Accounts, their roles, and what they sign in with."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import check, unique
from scoring.models.host import Host
from scoring.models.tournament import Tournament

# Prefix of the sign-in names of stand-ins: closed accounts for the names in an imported document.
STAND_IN = "="
STAND_INS = Q(username__startswith=STAND_IN)
MAX_USERNAME_LENGTH = 150


class User(AbstractUser):
    """An account of this installation, or a stand-in for one of another (`STAND_IN`)."""

    # In lower case.
    email = models.EmailField(blank=True)
    language = models.CharField(max_length=5, blank=True)
    # The host whose people set it up; None if the administrator of the server did.
    made_by = models.ForeignKey(Host, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta(AbstractUser.Meta):
        indexes = [models.Index(fields=["email"], name="account_by_email")]

    def __str__(self) -> str:
        return self.get_full_name() or self.sign_in_name

    @property
    def sign_in_name(self) -> str:
        """The sign-in name; of a stand-in the name in its document."""
        return username_without_mark(self.username)


def username_without_mark(username: str) -> str:
    """A sign-in name as pages and documents show it.

    >>> username_without_mark("lars"), username_without_mark(stand_in_name("lars"))
    ('lars', 'lars')
    """
    return username.removeprefix(STAND_IN)


def stand_in_name(name: str) -> str:
    return f"{STAND_IN}{name}"[:MAX_USERNAME_LENGTH]


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of a change: an account, or a command at the machine, which may do everything."""

    user: User | None = None
    name: str = ""
    at_table: bool = False  # players who keep their list
    elsewhere: bool = False  # a club that reports a result

    @property
    def is_command(self) -> bool:
        return self.user is None and not (self.at_table or self.elsewhere)

    @property
    def label(self) -> str:
        return self.user.username if self.user else self.name


class Role(models.TextChoices):
    """The roles in one tournament, from most to least rights."""

    ORGANIZER = "organizer", _("organizer")
    REFEREE = "referee", _("referee")
    CLERK = "clerk", _("clerk")
    VIEWER = "viewer", _("viewer")


class Membership(models.Model):
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = [
            unique("one_role_a_tournament", "user", "tournament"),
            check("membership_role_known", Q(role__in=Role.values)),
        ]


class HostRoleName(models.TextChoices):
    """The roles in a host, from most to least rights; the administrator gives them."""

    ADMINISTRATOR = "administrator", _("administrator")
    ORGANIZER = Role.ORGANIZER.value, Role.ORGANIZER.label
    REFEREE = Role.REFEREE.value, Role.REFEREE.label
    CLERK = Role.CLERK.value, Role.CLERK.label
    VIEWER = Role.VIEWER.value, Role.VIEWER.label


class HostRole(models.Model):
    """The role of an account in a host's seasons, and in its tournaments if it has none there."""

    user = models.ForeignKey(User, models.CASCADE, related_name="host_roles")
    host = models.ForeignKey(Host, models.CASCADE, related_name="roles")
    role = models.CharField(max_length=15, choices=HostRoleName.choices)

    class Meta:
        constraints = [
            unique("one_role_a_host", "user", "host"),
            check("host_role_known", Q(role__in=HostRoleName.values)),
        ]

    @property
    def in_tournaments(self) -> Role:
        return Role.ORGANIZER if self.role == HostRoleName.ADMINISTRATOR else Role(self.role)


class AccountLink(models.Model):
    """A one-time link that sets name and password, of the first account if `user` is empty."""

    hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="links")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class SignedIn(models.Model):
    """A session in its owner's list; it is deleted with the session."""

    # No constraint: the session may end before it is noted.
    session = models.OneToOneField(
        "sessions.Session", models.CASCADE, db_constraint=False, related_name="signed_in"
    )
    user = models.ForeignKey(User, models.CASCADE, related_name="signed_in")
    since = models.DateTimeField()
    used_at = models.DateTimeField()
    device = models.CharField(max_length=60, blank=True)


class SignInFailures(models.Model):
    """A counter of recent failures of one account, one address, or both together.

    `key` is a keyed hash, because people type passwords into the name field and addresses are
    personal data.
    """

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)
    blocked_until = models.DateTimeField(null=True)


PASSKEY_NAME_LENGTH = 60


class CodeApp(models.Model):
    """The secret shared with an app on its owner's phone (TOTP, RFC 6238).

    `used_step` is the half minute of the newest accepted code, so that no code counts twice.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="code_app")
    secret = models.CharField(max_length=32)
    used_step = models.BigIntegerField()
    added_at = models.DateTimeField()


class Passkey(models.Model):
    """The public half of a key pair on a device (WebAuthn).

    `credential` is its id in hexadecimal, `data` the key in base64; `uses` is the counter of the
    device, or 0 if it has none.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=PASSKEY_NAME_LENGTH)
    credential = models.CharField(max_length=2046, unique=True)
    data = models.TextField()
    uses = models.BigIntegerField(default=0)
    added_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [check("passkey_has_a_name", ~Q(name=""))]

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """A recovery code that replaces a lost device once. Only its hash is stored."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    hash = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)
