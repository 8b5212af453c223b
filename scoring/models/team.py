"""Categories, and teams, tandems and mixed pairs. A player may be in one team of each kind."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import check, unique
from scoring.models.person import Entry
from scoring.models.tournament import LAST_SERIES_NUMBER, Tournament

MIN_TEAM_SIZE, MAX_TEAM_SIZE = 2, 12


class Category(models.Model):
    """A category of a tournament: ladies, juniors, guests.

    `entry_cents` replaces the entry fee. Without `ranked` it has no standings.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="categories")
    name = models.CharField(max_length=60)
    entry_cents = models.PositiveIntegerField(null=True, blank=True)
    ranked = models.BooleanField(default=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "categories"
        constraints = [
            unique("category_name_once", "tournament", "name"),
            check("category_has_a_name", ~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class EntryCategory(models.Model):
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="in_categories")
    category = models.ForeignKey(Category, models.CASCADE, related_name="members")

    class Meta:
        constraints = [unique("in_a_category_once", "entry", "category")]


class TeamKind(models.TextChoices):
    TEAM = "team", _("team")
    TANDEM = "tandem", _("tandem")
    MIXED = "mixed", _("mixed pair")


class TeamContest(models.Model):
    """A contest of one kind of teams in a tournament.

    If `scaled`, a team of three counts 4/3 of its sum (docs/law.md "Ranking"), else its plain sum.
    One player of a mixed pair belongs to the category `one_of`, the other does not.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="team_contests")
    kind = models.CharField(max_length=10, choices=TeamKind.choices)
    size = models.PositiveSmallIntegerField(default=4)
    scaled = models.BooleanField(default=False)
    one_of = models.ForeignKey(Category, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            unique("contest_once_a_kind", "tournament", "kind"),
            check(
                "contest_of_two_to_twelve",
                Q(kind__in=TeamKind.values, size__gte=MIN_TEAM_SIZE, size__lte=MAX_TEAM_SIZE),
            ),
        ]


class Team(models.Model):
    contest = models.ForeignKey(TeamContest, models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)

    class Meta:
        ordering = ["number"]
        constraints = [
            unique("team_number_once", "contest", "number"),
            unique("team_name_once", "contest", "name"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """A player of a team in some series; `contest` repeats the team's for a constraint."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="members")
    contest = models.ForeignKey(TeamContest, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="in_teams")
    position = models.PositiveSmallIntegerField()
    from_series = models.PositiveSmallIntegerField(default=1)
    until_series = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            unique("one_team_of_a_kind", "contest", "entry"),
            unique("team_position_once", "team", "position"),
            check(
                "member_leaves_after_coming",
                Q(until_series__isnull=True) | Q(until_series__gte=F("from_series")),
            ),
        ]

    def plays(self, series: int) -> bool:
        """Whether this player's result in that series counts for the team."""
        return self.from_series <= series and (
            self.until_series is None or series <= self.until_series
        )


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a team by start number; a substitute plays from or until a series."""

    start_number: int
    from_series: int = 1
    until_series: int | None = None

    def plays(self, series: int) -> bool:
        return self.from_series <= series <= (self.until_series or LAST_SERIES_NUMBER)


def max_lineup(members: Sequence[Member] | Sequence[TeamMember]) -> int:
    """The most members who play in the same series."""
    # It grows only in a series in which a member begins.
    starts = {member.from_series for member in members}
    return max((sum(member.plays(start) for member in members) for start in starts), default=0)
