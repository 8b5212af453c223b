"""A tournament: its terms, its series and draws, its announcement, logo and prints."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import TypeVar, cast

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import check, unique
from scoring.models.host import Host, HostKey
from scoring.models.season import Season
from scoring.rules import score_list, systems
from scoring.rules.settlement import AgreedStake, find_stake, read_agreed

T = TypeVar("T")

# Dates outside are typing errors; spreadsheets cannot show years before 1900.
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2199, 12, 31)


class TournamentState(models.TextChoices):
    PREPARE = "prepare", _("in preparation")
    RUNNING = "running", _("running")
    REVIEW = "review", _("under review")
    FINAL = "final", _("final")


class Counts(models.TextChoices):
    """Which lists the standings count."""

    ENTERED = "entered", _("every list that is entered and closed")
    CONFIRMED = "confirmed", _("only lists confirmed by a second person")


class Confirm(models.TextChoices):
    SECOND = "second", _("a second person")
    BLIND = "blind", _("a blind second entry")
    SELF = "self", _("whoever entered it")


class Ties(models.TextChoices):
    LOT = "lot", _("draw lots")
    SHARE = "share", _("share rank and prize")


class BrokenOff(models.TextChoices):
    """What became of the money of a tournament that was broken off (TO 3.4)."""

    NO = "", _("not broken off")
    REFUNDED = "refunded", _("broken off, fees refunded")
    PRIZES = "prizes", _("broken off, prizes in proportion")


# Names of the sample tournament, which is created before anybody has chosen a language.
SAMPLE_NAMES = ("Sample tournament", "Beispielturnier")


class Tournament(models.Model):
    """One event with its series. `system` is the immutable key of a rule system."""

    host = HostKey(Host, models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=120)
    date = models.DateField()
    place = models.CharField(max_length=120, blank=True)
    organizer = models.CharField(max_length=120, blank=True)
    system = models.CharField(max_length=40, default="isko-1998")
    edition = models.CharField(max_length=20, default="1999")
    hand_loss = models.PositiveSmallIntegerField(null=True, blank=True)
    ramsch = models.BooleanField(default=False)
    # Queens or kings may be the trumps of a game (wenzels); with the bonus they count steps.
    wenzels = models.BooleanField(default=False)
    wenzel_bonus = models.BooleanField(default=False)
    # A constraint limits the values.
    scheme: "models.CharField[score_list.Scheme, score_list.Scheme]" = models.CharField(
        max_length=20, default="seeger-fabian"
    )
    state = models.CharField(
        max_length=10, choices=TournamentState.choices, default=TournamentState.PREPARE
    )
    review_until = models.DateTimeField(null=True, blank=True)
    counts = models.CharField(max_length=10, choices=Counts.choices, default=Counts.ENTERED)
    confirm = models.CharField(max_length=10, choices=Confirm.choices, default=Confirm.SECOND)
    ties = models.CharField(max_length=10, choices=Ties.choices, default=Ties.LOT)
    paper_total = models.BooleanField(default=True)
    public = models.BooleanField(default=False)
    public_until = models.DateField(null=True, blank=True)  # the last day of its public pages
    # Releasing a seating shows it on the public pages, closing a series its result.
    shows_releases = models.BooleanField(default=True)
    # The plan of a day: its beginning, minutes of a series, minutes between two.
    begins_at = models.TimeField(null=True, blank=True)
    series_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    break_minutes = models.PositiveSmallIntegerField(default=15)
    # How many places can be reserved; later registrations wait.
    max_players = models.PositiveIntegerField(null=True, blank=True)
    # Rankings and public pages say who can still win a prize (docs/practice.md "Who is sure of a
    # prize").
    shows_chances = models.BooleanField(default=False)
    # Public standings show series up to this one until the prize-giving.
    frozen_after = models.PositiveSmallIntegerField(null=True, blank=True)
    season = models.ForeignKey(
        Season, models.SET_NULL, null=True, blank=True, related_name="tournaments"
    )
    # Best k of n series (docs/law.md "Ranking"); empty: all of them count.
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    # Teams are ranked by match points of the series, as in leagues (3-2-1-0).
    league = models.BooleanField(default=False)
    # A player who left may be replaced during a series, in leagues only (TO 9.7).
    substitutes = models.BooleanField(default=False)
    # The agreed stakes, each from a series on (`rules.settlement`, TO 9.2).
    stakes = models.JSONField(default=list, blank=True)
    sample = models.BooleanField(default=False)
    # Prizes are paid only to players who handed in lists and start card (TO 7.4.1, 9.13).
    ask_handed_in = models.BooleanField(default=True)
    # Lists are kept at the table by phone (docs/data-model.md "Lists kept by phone").
    phones = models.BooleanField(default=False)
    # A list that all players have signed at the table needs no second person.
    signed_suffices = models.BooleanField(default=False)
    broken_off = models.CharField(
        max_length=10, choices=BrokenOff.choices, default=BrokenOff.NO, blank=True
    )
    # Set when another club reported it; only that club can change it then.
    reported_at = models.DateTimeField(null=True, blank=True)
    # The next version of a reported result, which counts instead of this one.
    replaced_by = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="replaces"
    )

    class Meta:
        ordering = ["-date", "-id"]
        constraints = [
            check("tournament_scheme_known", Q(scheme__in=score_list.SCHEMES)),
            check("tournament_state_known", Q(state__in=TournamentState.values)),
            check("tournament_counts_known", Q(counts__in=Counts.values)),
            check("tournament_ties_known", Q(ties__in=Ties.values)),
            check("tournament_confirm_known", Q(confirm__in=Confirm.values)),
            check("tournament_keeps_one_series", Q(best_of__isnull=True) | Q(best_of__gte=1)),
            check("wenzel_bonus_needs_wenzels", Q(wenzel_bonus=False) | Q(wenzels=True)),
            check("tournament_broken_off_known", Q(broken_off__in=BrokenOff.values)),
            check(
                "signatures_suffice_where_lists_are_kept_by_phone",
                Q(signed_suffices=False) | (Q(phones=True) & ~Q(confirm=Confirm.BLIND)),
            ),
            check(
                "replaced_is_reported_and_not_public",
                Q(replaced_by__isnull=True) | Q(reported_at__isnull=False, public=False),
            ),
            # A sample must never be taken for a result.
            check("sample_is_never_public", Q(sample=False) | Q(public=False)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_public(self) -> bool:
        """Whether its public pages are open today."""
        return self.public and (self.public_until is None or self.public_until >= localdate())

    @property
    def title(self) -> str:
        """The name; that of the sample is translated."""
        is_named_as_sample = self.sample and self.name in SAMPLE_NAMES
        return str(_("Sample tournament")) if is_named_as_sample else self.name

    @property
    def under_way(self) -> bool:
        """Whether its series may still be drawn and played."""
        return (
            self.state in (TournamentState.PREPARE, TournamentState.RUNNING) and not self.broken_off
        )

    @property
    def review_over(self) -> bool:
        """Whether the time for objections is over, or there is none."""
        return self.review_until is None or self.review_until <= timezone.now()

    @property
    def what_counts(self) -> Counts:
        # Standings must not show sums of a first entry to the typist of the second.
        return Counts.CONFIRMED if self.confirm == Confirm.BLIND else Counts(self.counts)

    @property
    def agreed_stakes(self) -> tuple[AgreedStake, ...]:
        """In the order of the first series for which each holds."""
        return read_agreed(self.stakes)

    def stake_of(self, number: int) -> AgreedStake | None:
        """The stake of this series; None if nothing was agreed before it (TO 9.2)."""
        return find_stake(self.agreed_stakes, number)

    @property
    def rule_system(self) -> systems.System:
        """The rule system with the options of this tournament."""
        return systems.variant(
            systems.SYSTEMS[self.system],
            hand_loss=self.hand_loss,
            ramsch=self.ramsch,
            wenzels=self.wenzels,
            wenzel_bonus=self.wenzel_bonus,
        )


def open_to_everybody(path: str = "") -> Q:
    """The condition of `is_public`; `path` is the lookup of the tournament, "tournament__"."""
    no_end = Q(**{f"{path}public_until": None})
    return Q(**{f"{path}public": True}) & (no_end | Q(**{f"{path}public_until__gte": localdate()}))


class Lot(models.Model):
    """The lot of a player or team among those who are equal in everything (TO 5.1).

    The lower `order` stands ahead in the standings `scope` (`names.Scope`).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="lots")
    scope = models.CharField(max_length=80)
    entry = models.ForeignKey(
        "scoring.Entry", models.CASCADE, null=True, blank=True, related_name="lots"
    )
    team = models.ForeignKey(
        "scoring.Team", models.CASCADE, null=True, blank=True, related_name="lots"
    )
    order = models.PositiveSmallIntegerField()
    # Lots of one drawing decide only between each other, while the totals they were drawn at
    # stand (`rules.ranking`). Older lots have 0 and no totals.
    drawing = models.PositiveIntegerField(default=0)
    totals = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        constraints = [
            unique("one_lot_a_player_and_scope", "tournament", "scope", "entry"),
            unique("one_lot_a_team_and_scope", "tournament", "scope", "team"),
            check(
                "lot_of_a_player_or_a_team",
                Q(entry__isnull=True, team__isnull=False)
                | Q(entry__isnull=False, team__isnull=True),
            ),
        ]


LAST_SERIES_NUMBER = 99  # in "plays from … to …"
ROUNDS = range(1, 25)
MAX_TIME_LIMIT = 600  # minutes of a series


class SeriesState(models.TextChoices):
    DRAFT = "draft", _("being prepared")
    RELEASED = "released", _("seating released")
    PLAYING = "playing", _("being played")
    CLOSED = "closed", _("closed")


class Series(models.Model):
    """One series: `rounds` × seats games at every table (12 rounds: 48 at four, 36 at three)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="series")
    number = models.PositiveSmallIntegerField()
    day = models.DateField(null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(default=12)
    state = models.CharField(max_length=10, choices=SeriesState.choices, default=SeriesState.DRAFT)
    seating_public_at = models.DateTimeField(null=True, blank=True)
    results_public_at = models.DateTimeField(null=True, blank=True)
    # The clock: when it began to be played, and how long a list may take (docs/law.md
    # "A score list"); without `minutes` there is no limit.
    started_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "series"
        constraints = [
            unique("series_number_once", "tournament", "number"),
            check(
                "series_rounds_sensible",
                Q(number__gte=1, rounds__gte=ROUNDS[0], rounds__lte=ROUNDS[-1]),
            ),
            check("series_state_known", Q(state__in=SeriesState.values)),
            check("series_limit_sensible", Q(minutes__isnull=True) | Q(minutes__gte=1)),
        ]

    @property
    def has_clock(self) -> bool:
        return self.state == SeriesState.PLAYING and self.started_at is not None

    @property
    def ends_at(self) -> datetime | None:
        """When the time for its lists is over; None without a limit, and before it is played."""
        if self.started_at is None or self.minutes is None:
            return None
        return self.started_at + timedelta(minutes=self.minutes)


@dataclass
class TournamentSource:
    """A tournament and what is read of it while one page is built: later writes are not seen."""

    tournament: Tournament
    answers: dict[Hashable, object] = field(default_factory=dict)

    def cached(self, question: Callable[..., T], *about: Hashable) -> T:
        """The answer to a question about the tournament, or its part `about`."""
        key = (question, *about)
        if key not in self.answers:
            self.answers[key] = question(self.tournament, *about)
        return cast(T, self.answers[key])

    @cached_property
    def all_series(self) -> list[Series]:
        return list(self.tournament.series.all())


class Draw(models.Model):
    """A draw of a series with everything that is needed to repeat it."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    mode = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    entries_hash = models.CharField(max_length=64)
    seed = models.CharField(max_length=80)
    engine = models.CharField(max_length=20)
    report = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey("scoring.User", models.SET_NULL, null=True)
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [unique("draw_number_once", "series", "number")]


def current_series(tournament: Tournament) -> Series | None:
    """The first series that is not closed, else the last."""
    all_series = list(tournament.series.all())
    unfinished = (each for each in all_series if each.state != SeriesState.CLOSED)
    return next(unfinished, all_series[-1] if all_series else None)


class Announcement(models.Model):
    """The items of TO 6.2 by their letter ("A.a"), as the organizer worded them."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="announcement")
    items = models.JSONField(default=dict, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")


class Logo(models.Model):
    """The picture above every print: a small PNG, stored so that exports and backups have it."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="logo")
    png = models.BinaryField()


class HostLogo(models.Model):
    """The logo for tournaments of a host that have none; pages know a new one by its `digest`."""

    host = models.OneToOneField(Host, models.CASCADE, related_name="logo")
    png = models.BinaryField()
    digest = models.CharField(max_length=32)


MAX_COPIES = 20  # of a paper, by "Print for this moment"


class PrintCopies(models.Model):
    """How often "Print for this moment" prints a paper: once without a row, 0 for never."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="print_copies")
    paper = models.CharField(max_length=20)
    copies = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            unique("copies_set_once", "tournament", "paper"),
            check("twenty_copies_at_most", Q(copies__lte=MAX_COPIES)),
        ]
