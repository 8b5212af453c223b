"""What an account shows beside its password: codes of an app, passkeys, printed codes."""

from django.db import models
from django.db.models import Q

from scoring.models.account import User

PASSKEY_NAME_LENGTH = 60


class CodeApp(models.Model):
    """The secret that an app on its owner's phone shares (TOTP, RFC 6238).

    It has to be readable to reckon codes, so it stands here as it is; exports and logs have no word
    of it. `used_step` is the half minute of the newest code that was taken: none counts twice.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="code_app")
    secret = models.CharField(max_length=32)
    used_step = models.BigIntegerField()
    added_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"app of {self.user}"


class Passkey(models.Model):
    """The public half of a key that a device keeps (WebAuthn); it is no secret.

    `credential` is its id in hexadecimal, `data` the key in base64; `uses` counts where the device
    counts (else 0).
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
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="passkey_has_a_name")]

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """A printed code that stands in once for a lost device. Only its hash is stored."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    hash = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"code of {self.user}"
