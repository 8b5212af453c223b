"""Lists kept by phone at the table: addresses, devices, calls, signatures; photos of lists."""

from django.db import models
from django.db.models import Q

from scoring.models.checks import check, unique
from scoring.models.score_list import ScoreList, nothing

HANDLE_LENGTH = 16
DEVICE_NAME_LENGTH = 40
CALL_LENGTH = 200


class TableAccess(models.Model):
    """The secret address of a list. Whoever knows it can keep this list, and do nothing else.

    The secret is derived from `seed` by the key of the installation, so that its QR code can be
    printed again.
    """

    list = models.OneToOneField(ScoreList, models.CASCADE, related_name="access")
    seed = models.CharField(max_length=32)
    secret_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]


class TableDevice(models.Model):
    """A period in which a device wrote a list; the device without `until` writes now.

    `handle` is the beginning of the hash of the device's id, `name` the name its owner gave it.
    """

    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="devices")
    handle = models.CharField(max_length=HANDLE_LENGTH)
    name = models.CharField(max_length=DEVICE_NAME_LENGTH)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [unique("one_device_writes_a_list", "list", condition=Q(until__isnull=True))]


class TableCall(models.Model):
    """A call for the referee; a closed call without `answered_by` was withdrawn."""

    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="calls")
    game_number = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=CALL_LENGTH, blank=True)
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        "scoring.User", models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            unique("one_open_call_a_list", "list", condition=Q(closed_at__isnull=True)),
            check(
                "answered_call_is_closed", Q(answered_by__isnull=True) | Q(closed_at__isnull=False)
            ),
        ]


class UnsentGames(models.Model):
    """Games that a replaced device had not sent, for the organizer to compare."""

    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="unsent")
    handle = models.CharField(max_length=HANDLE_LENGTH)
    name = models.CharField(max_length=DEVICE_NAME_LENGTH)
    games = models.JSONField(default=nothing)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "unsent games"


SIGNATURE_SIZE = 1_000, 400  # width and height of the field in which a finger signs


class Signature(models.Model):
    """A signature by finger under a list (TO 9.11).

    `strokes` are lines of points [x, y] within SIGNATURE_SIZE: whole numbers from the upper left.
    """

    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="finger_signatures")
    position = models.PositiveSmallIntegerField()
    strokes = models.JSONField(default=nothing)
    revision = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["position"]
        constraints = [
            unique("one_signature_a_player", "list", "position"),
            check("signature_of_a_player", Q(position__gte=1)),
        ]


class ListPhoto(models.Model):
    """The photo of a list, upright and without EXIF; `digest` is its SHA-256.

    `reading` is what `scoring.lists.photos.reading` read on it.
    """

    list = models.OneToOneField(ScoreList, models.CASCADE, related_name="photo")
    jpeg = models.BinaryField()
    digest = models.CharField(max_length=64)
    reading = models.JSONField(default=dict)
    added_by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
