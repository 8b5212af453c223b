"""A season: the days of a club's year or of a league, counted together."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import check, unique
from scoring.models.host import Host, HostKey, OwnedQuerySet

MAX_SEASON_NAME = 120
MAX_KEPT = 99  # evenings of a season, or series of a tournament, of which the best count


class SeasonKind(models.TextChoices):
    CLUB = "club", _("club championship")
    LEAGUE = "league", _("league")
    CUP = "cup", _("cup of several events")


class SeasonOrder(models.TextChoices):
    """The figure by which the players of a season are ranked."""

    TOTAL = "total", _("sum of the performance")
    AVERAGE = "average", _("average performance of a series")
    POINTS = "points", _("sum of the game points")


class Season(models.Model):
    """Tournaments counted together: the best `best_of` of a player who played at least `least`."""

    name = models.CharField(max_length=MAX_SEASON_NAME)
    host = HostKey(Host, models.PROTECT, related_name="seasons")
    kind = models.CharField(max_length=10, choices=SeasonKind.choices, default=SeasonKind.CLUB)
    order = models.CharField(max_length=10, choices=SeasonOrder.choices, default=SeasonOrder.TOTAL)
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    least = models.PositiveSmallIntegerField(null=True, blank=True)
    # Its standings are public as far as its tournaments publish theirs.
    public = models.BooleanField(default=False)
    # When the organizer closed it; until then its table is provisional.
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedQuerySet["Season"].as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            unique("season_name_once_a_host", "host", "name"),
            check("season_keeps_one", Q(best_of__isnull=True) | Q(best_of__gte=1)),
            check("season_least_is_one", Q(least__isnull=True) | Q(least__gte=1)),
            check("season_kind_known", Q(kind__in=SeasonKind.values)),
            check("season_order_known", Q(order__in=SeasonOrder.values)),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonMember(models.Model):
    """A member of a season, with the number under which attendance is ticked every evening."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="members")
    person = models.ForeignKey("scoring.Person", models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            unique("season_member_once", "season", "person"),
            unique("season_number_once", "season", "number"),
            check("season_number_positive", Q(number__gte=1)),
        ]
