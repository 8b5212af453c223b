"""Rulings of a referee and the objections against them (docs/law.md "Infractions", TO 7.3.3)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import check, unique
from scoring.models.person import Entry
from scoring.models.score_list import ScoreList
from scoring.models.tournament import Tournament


def no_paragraphs() -> list[str]:
    """An empty list; a function, because `list` is a field in the model below."""
    return []


class Ruling(models.Model):
    """A decision with its facts, as `rules.adjudication` reads and writes them."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rulings")
    number = models.PositiveIntegerField()
    list = models.ForeignKey(
        ScoreList, models.RESTRICT, null=True, blank=True, related_name="rulings"
    )
    game_number = models.PositiveSmallIntegerField(null=True, blank=True)
    incident = models.JSONField(default=dict)
    decision = models.JSONField(default=dict)
    paragraphs = models.JSONField(default=no_paragraphs)
    note = models.CharField(max_length=400, blank=True)
    applied = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [unique("ruling_number_once", "tournament", "number")]


class ObjectionState(models.TextChoices):
    LODGED = "lodged", _("lodged")
    UPHELD = "upheld", _("upheld")
    DISMISSED = "dismissed", _("dismissed")


class Objection(models.Model):
    """An objection against a ruling; the board decides it, and its decision is final."""

    ruling = models.OneToOneField(Ruling, models.RESTRICT, related_name="objection")
    by_entry = models.ForeignKey(Entry, models.RESTRICT, null=True, related_name="objections")
    text = models.TextField(max_length=2000)
    lodged_at = models.DateTimeField()
    state = models.CharField(
        max_length=10, choices=ObjectionState.choices, default=ObjectionState.LODGED
    )
    reason = models.TextField(max_length=2000, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            check(
                "objection_decided_at_a_time",
                Q(state=ObjectionState.LODGED) | Q(decided_at__isnull=False),
            )
        ]
