"""Categories with their own ranking: ladies, juniors, seniors, guests, …"""

from django.db import models
from django.db.models import Q

from scoring.models.person import Entry
from scoring.models.tournament import Tournament


class Category(models.Model):
    """A category of one tournament. `entry_cents` replaces the tournament's entry fee, in cents.

    A player may be in several ("lady", "junior"). Without `ranked` it has no standings
    and serves only for a fee or a mark.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="categories")
    name = models.CharField(max_length=60)
    entry_cents = models.PositiveIntegerField(null=True, blank=True)
    ranked = models.BooleanField(default=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "categories"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="category_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="category_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class EntryCategory(models.Model):
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="in_categories")
    category = models.ForeignKey(Category, models.CASCADE, related_name="members")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "category"], name="in_a_category_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.category_id}"
