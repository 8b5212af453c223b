"""Fees, pots and the till, in cents (docs/law.md "Money of a tournament")."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import check, unique
from scoring.models.person import Entry
from scoring.models.score_list import ScoreList
from scoring.models.team import Category
from scoring.models.tournament import Series, Tournament


class FeeColumns(models.Model):
    """What a player pays, in cents.

    `lost_ladder` holds steps [from the n-th lost game of a list, cents each]: [[1, 50], [4, 100]]
    is 0.50 for the first three and 1.00 from the fourth. A player pays `passed_cents` for each game
    passed in while he was at the table.
    """

    entry_cents = models.PositiveIntegerField(default=0)
    card_cents = models.PositiveIntegerField(default=0)
    table_cents = models.PositiveIntegerField(default=0)
    passed_cents = models.PositiveIntegerField(default=0)
    lost_ladder = models.JSONField(default=list, blank=True)

    class Meta:
        abstract = True


class Fees(FeeColumns):
    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="fees")

    class Meta:
        verbose_name_plural = "fees"


class PotKind(models.TextChoices):
    OVERALL = "overall", _("overall")
    SERIES = "series", _("series")
    DAY = "day", _("day")
    TEAM = "team", _("teams")
    TANDEM = "tandem", _("tandems")
    MIXED = "mixed", _("mixed pairs")
    CATEGORY = "category", _("category")
    SPECIAL = "special", _("special prize")


class Pot(models.Model):
    """Money for one kind of prizes, and the plan of its distribution (`rules.prizes`).

    `stake_cents` is what every player pays into it; into an `optional` pot those who want to play
    for it. `special` names the special standings that decide it.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pots")
    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=PotKind.choices)
    series = models.ForeignKey(Series, models.RESTRICT, null=True, blank=True, related_name="+")
    category = models.ForeignKey(Category, models.RESTRICT, null=True, blank=True, related_name="+")
    day = models.DateField(null=True, blank=True)
    special = models.CharField(max_length=30, blank=True)
    stake_cents = models.PositiveIntegerField(default=0)
    optional = models.BooleanField(default=False)
    plan = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            unique("pot_number_once", "tournament", "number"),
            check("pot_kind_known", Q(kind__in=PotKind.values)),
            check(
                "pot_of_a_category_names_it", ~Q(kind=PotKind.CATEGORY) | Q(category__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.title


class PotChoice(models.Model):
    """A player wants to play for an optional pot, whether or not its stake is paid."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="pot_choices")
    pot = models.ForeignKey(Pot, models.CASCADE, related_name="choices")

    class Meta:
        constraints = [unique("pot_chosen_once", "entry", "pot")]


class PrizeInKind(models.Model):
    """A thing that a winner of a pot takes home instead of money, or in addition.

    `entry` is the winner; for a team, the player for whom its money is booked.
    """

    pot = models.ForeignKey(Pot, models.CASCADE, related_name="in_kind")
    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    entry = models.ForeignKey(Entry, models.RESTRICT, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name_plural = "prizes in kind"
        ordering = ["number"]
        constraints = [
            unique("prize_in_kind_number_once", "pot", "number"),
            unique("prize_in_kind_once_a_winner", "pot", "entry"),
        ]

    def __str__(self) -> str:
        return self.title


class BookingKind(models.TextChoices):
    ENTRY_FEE = "entry_fee", _("entry fee")
    CARD_MONEY = "card_money", _("card money")
    TABLE_MONEY = "table_money", _("table money")
    STAKE = "stake", _("stake of a side pot")
    LOST_GAMES = "lost_games", _("lost-game fee")
    PASSED_GAMES = "passed_games", _("passed-game fee")
    PAYOUT = "payout", _("prize paid out")
    OTHER = "other", _("other")


class Booking(models.Model):
    """A payment into the till (positive cents) or out of it (negative).

    Triggers refuse every UPDATE, and every DELETE outside a sample tournament: a mistake is
    corrected by a second booking that `reverses` the first.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="bookings")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=BookingKind.choices)
    # Not enforced: a registration can be taken back, its bookings cannot.
    entry = models.ForeignKey(
        Entry,
        models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="bookings",
    )
    start_number = models.PositiveIntegerField(null=True, blank=True)
    list = models.ForeignKey(
        ScoreList, models.RESTRICT, null=True, blank=True, related_name="bookings"
    )
    pot = models.ForeignKey(Pot, models.RESTRICT, null=True, blank=True, related_name="bookings")
    cents = models.IntegerField()
    note = models.CharField(max_length=200, blank=True)
    reverses = models.OneToOneField(
        "self", models.RESTRICT, null=True, blank=True, related_name="reversed_by"
    )
    at = models.DateTimeField()
    by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            unique("booking_number_once", "tournament", "number"),
            check("booking_kind_known", Q(kind__in=BookingKind.values)),
            check("booking_moves_money", ~Q(cents=0)),
        ]


class TillCount(models.Model):
    """A count of the till, with the amount expected by the ledger. Append-only as bookings are.

    `kind` is a BookingKind, or empty for the whole till.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="till_counts")
    kind = models.CharField(max_length=12, blank=True)
    counted_cents = models.IntegerField()
    expected_cents = models.IntegerField()
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
