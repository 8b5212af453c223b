"""People, clubs, members and entries."""

from collections.abc import Iterable
from datetime import date
from typing import Any, Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import check, unique
from scoring.models.host import Host, HostKey, Owned, OwnedQuerySet
from scoring.models.spelling import MAX_COLUMN_LENGTH, Named, PublishedAs, alike, search_words
from scoring.models.tournament import Series, Tournament

MAX_START_NUMBER = 99_999
MAX_MEMBER_NUMBER = 99_999_999

FAMILY_LENGTH, GIVEN_LENGTH, CLUB_LENGTH, PASSPORT_LENGTH = 80, 80, 120, 40


class Club(models.Model):
    """A club; its age limits are completed years at the beginning of a calendar year."""

    host = HostKey(Host, models.PROTECT, related_name="clubs")
    name = models.CharField(max_length=CLUB_LENGTH)
    # Juniors have not yet completed their 21st year, seniors have completed their 60th.
    junior_below = models.PositiveSmallIntegerField(default=21)
    senior_from = models.PositiveSmallIntegerField(default=60)

    objects = OwnedQuerySet["Club"].as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            unique("club_name_once_a_host", "host", "name"),
            check(
                "juniors_are_younger_than_seniors",
                Q(junior_below__lte=F("senior_from"), senior_from__lte=150),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PersonQuerySet(OwnedQuerySet["Person"]):
    def on_record(self) -> "PersonQuerySet":
        """People who were not anonymised and do not occur in sample tournaments only."""
        samples = Entry.objects.filter(tournament__sample=True).values("person")
        played = Entry.objects.filter(person=OuterRef("pk"), tournament__sample=False)
        member = ClubMember.objects.filter(person=OuterRef("pk"))
        # The cheap test first: few people have played in a sample.
        real = ~Q(pk__in=samples) | Exists(played) | Exists(member)
        return self.filter(real, anonymised_at=None)

    def bulk_create(self, objs: Iterable["Person"], *args: Any, **options: Any) -> list["Person"]:
        people = list(objs)
        for person in people:
            person.spell()
        return super().bulk_create(people, *args, **options)


class Person(Named, models.Model):
    """A person in the register of one host. Anonymising empties the row."""

    host = HostKey(Host, models.PROTECT, related_name="people")
    family = models.CharField(max_length=FAMILY_LENGTH)
    given = models.CharField(max_length=GIVEN_LENGTH, blank=True)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="people")
    passport = models.CharField(max_length=PASSPORT_LENGTH, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    anonymised_at = models.DateTimeField(null=True, blank=True)
    published_as = models.CharField(
        max_length=10, choices=PublishedAs.choices, default=PublishedAs.NAME
    )
    # Derived from the name, for searching (`search_words`) and for doubles (`alike` in `spelling`).
    sought = models.CharField(max_length=MAX_COLUMN_LENGTH, editable=False, default="")
    alike = models.CharField(max_length=MAX_COLUMN_LENGTH, editable=False, default="")

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ["family", "given", "id"]
        indexes = [
            models.Index(fields=["host", "family", "given"], name="person_of_a_host"),
            models.Index(fields=["host", "sought"], name="person_by_name"),
            models.Index(fields=["host", "alike"], name="person_by_spelling"),
        ]
        constraints = [check("published_as_known", Q(published_as__in=PublishedAs.values))]

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        self.spell()
        if update_fields is not None and {"family", "given"} & set(update_fields):
            update_fields = {*update_fields, "sought", "alike"}
        super().save(update_fields=update_fields, **options)

    def spell(self) -> None:
        """Derive the columns for searching from the name."""
        self.sought = search_words(self.family, self.given)
        self.alike = alike(self.family, self.given)


class ClubMemberQuerySet(models.QuerySet["ClubMember"]):
    def on(self, day: date) -> "ClubMemberQuerySet":
        """The members on that day; an unknown entry date is long ago."""
        return self.not_left(day).filter(Q(joined__isnull=True) | Q(joined__lte=day))

    def not_left(self, day: date) -> "ClubMemberQuerySet":
        """The members on that day or later."""
        return self.filter(Q(left__isnull=True) | Q(left__gte=day))


class ClubMember(models.Model):
    """A person's time in a club; a member who leaves and comes back has two rows.

    The number is free again once `left`, the last day, is set.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="members")
    person = models.ForeignKey(Person, models.PROTECT, related_name="memberships")
    number = models.PositiveIntegerField()
    joined = models.DateField(null=True, blank=True)
    left = models.DateField(null=True, blank=True)
    # Counts among the ladies; neither name nor age says so.
    lady = models.BooleanField(default=False)

    objects = ClubMemberQuerySet.as_manager()

    class Meta:
        ordering = ["club", "number", "id"]
        constraints = [
            unique("member_number_once", "club", "number", condition=Q(left__isnull=True)),
            unique("member_of_a_club_once", "club", "person", condition=Q(left__isnull=True)),
            check("member_number_in_range", Q(number__gte=1, number__lte=MAX_MEMBER_NUMBER)),
            check(
                "member_leaves_after_entering",
                Q(joined__isnull=True) | Q(left__isnull=True) | Q(left__gte=F("joined")),
            ),
        ]


class MemberOfferQuerySet(models.QuerySet["MemberOffer"]):
    def waiting_for(self, owned: Owned) -> Self:
        return self.filter(to=owned.host_id, refused_at=None)

    def refused_to(self, owned: Owned) -> Self:
        """The offers of this host that another one has refused."""
        return self.filter(member__club__host=owned.host_id, refused_at__isnull=False)


class MemberOffer(models.Model):
    """A member whom his host offers to another host, where a club may take him over from `on`."""

    member = models.OneToOneField(ClubMember, models.CASCADE, related_name="offer")
    to = models.ForeignKey(Host, models.CASCADE, related_name="offers")
    on = models.DateField()
    refused_at = models.DateTimeField(null=True, blank=True)
    refused_because = models.CharField(max_length=400, blank=True, default="", db_default="")

    objects = MemberOfferQuerySet.as_manager()

    class Meta:
        ordering = ["on", "id"]


class EntryState(models.TextChoices):
    PRESENT = "present", _("present")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPELLED = "expelled", _("expelled")
    NO_SHOW = "no_show", _("did not appear")


class Entry(models.Model):
    """A player in a tournament. The start number is stable; gaps are allowed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, models.PROTECT, related_name="entries")
    start_number = models.PositiveIntegerField()
    club_name = models.CharField(max_length=CLUB_LENGTH, blank=True)
    state = models.CharField(max_length=10, choices=EntryState.choices, default=EntryState.PRESENT)
    from_series = models.PositiveSmallIntegerField(default=1)
    until_series = models.PositiveSmallIntegerField(null=True, blank=True)
    # For the draw: a fixed table for a player who cannot walk far; a volunteer for tables of three.
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    three_seats = models.BooleanField(default=False)
    # Whether lists and start card came back: no prize without them (TO 7.4.1, 9.13).
    handed_in = models.BooleanField(default=False)

    class Meta:
        ordering = ["start_number"]
        verbose_name_plural = "entries"
        constraints = [
            unique("start_number_once", "tournament", "start_number"),
            unique("person_once", "tournament", "person"),
            check("start_number_positive", Q(start_number__gte=1)),
            check("entry_state_known", Q(state__in=EntryState.values)),
            check(
                "entry_leaves_after_coming",
                Q(until_series__isnull=True) | Q(until_series__gte=F("from_series")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.start_number} {self.person}"

    def plays(self, series: int) -> bool:
        """Whether this player is to be seated in that series."""
        if self.state != EntryState.PRESENT or series < self.from_series:
            return False
        return self.until_series is None or series <= self.until_series


def plays_in(series: int) -> Q:
    """The entries that play a series, by the same condition as `Entry.plays`."""
    stays = Q(until_series=None) | Q(until_series__gte=series)
    return Q(state=EntryState.PRESENT, from_series__lte=series) & stays


class Reservation(models.Model):
    """A place reserved before the day, in the order of the rows; who finds none left waits."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="reservations")
    person = models.ForeignKey(Person, models.CASCADE, related_name="reservations")

    class Meta:
        ordering = ["id"]
        constraints = [unique("place_reserved_once", "tournament", "person")]


class Adjustment(models.Model):
    """Points added to or taken from a player's total by decision; a mistake is reversed."""

    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="adjustments")
    series = models.ForeignKey(
        Series, models.RESTRICT, null=True, blank=True, related_name="adjustments"
    )
    points = models.IntegerField()
    reason = models.CharField(max_length=200)
    reverses = models.OneToOneField(
        "self", models.RESTRICT, null=True, blank=True, related_name="reversed_by"
    )
    at = models.DateTimeField()
    by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            check("adjustment_changes_something", ~Q(points=0)),
            check("adjustment_has_a_reason", ~Q(reason="")),
        ]
