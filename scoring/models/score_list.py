"""A score list: a table of a series with its seats, results, second entries and phones."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from scoring.models.person import Entry
from scoring.models.tournament import Counts, Series
from scoring.rules.outline import MIN_SEATS, read_sittings
from scoring.rules.score_list import Line, Outline, SeatTotal

MAX_TABLE_NUMBER = 9_999
MAX_PLAYERS = 16  # of one list, with those who joined at a round


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a list at one revision: all rows, annulled ones included, and all seats."""

    lines: Sequence[Line]
    seats: Sequence["Seat"]

    def line(self, number: int) -> Line | None:
        """The row that counts under this number."""
        lines = (each for each in self.lines if each.number == number and not each.annulled)
        return next(lines, None)

    @property
    def last_number(self) -> int:
        """The number of the last row that counts; 0 if there is none."""
        return max((each.number for each in self.lines if not each.annulled), default=0)


class ListState(models.TextChoices):
    OPEN = "open", _("open")
    ENTERED = "entered", _("entered")
    CONFIRMED = "confirmed", _("confirmed")
    FINAL = "final", _("final")
    REJECTED = "rejected", _("rejected")
    ANNULLED = "annulled", _("annulled")


class Depth(models.TextChoices):
    """How detailed a list is entered: by games, by totals."""

    NONE = "none", _("nothing entered")
    GAMES = "games", _("game by game")
    TOTALS = "totals", _("three figures a player")


CLOSED = (ListState.ENTERED, ListState.CONFIRMED, ListState.FINAL)  # complete and consistent
COUNTED_STATES = {
    Counts.ENTERED: CLOSED,
    Counts.CONFIRMED: (ListState.CONFIRMED, ListState.FINAL),
}
SET_ASIDE = (ListState.REJECTED, ListState.ANNULLED)  # they count nowhere


class ScoreList(models.Model):
    """A score list and the table of a series; every change raises `revision`.

    A confirmation refers to a revision, so that any change invalidates it. `layout` is raised when
    rows move: they were inserted, removed or cleared, or a player left or joined. There is no other
    row for the table itself.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="lists")
    table_number = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    games_due = models.PositiveSmallIntegerField()
    games_played = models.PositiveSmallIntegerField(null=True, blank=True)
    stop_reason = models.CharField(max_length=200, blank=True)
    depth = models.CharField(max_length=10, choices=Depth.choices, default=Depth.NONE)
    state = models.CharField(max_length=10, choices=ListState.choices, default=ListState.OPEN)
    revision = models.PositiveIntegerField(default=1)
    layout = models.PositiveIntegerField(default=1)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_revision = models.PositiveIntegerField(null=True, blank=True)
    self_confirmed = models.BooleanField(default=False)
    signatures = models.JSONField(default=list)
    # Players who left or joined at a round (SkO 4.5.9, 3.1.2), for `rules.outline.read_sittings`.
    sittings = models.JSONField(default=list, blank=True)
    # A fourth joined a table that began as three (docs/law.md "A score list"). It follows from
    # `sittings`, which a query cannot look into.
    began_as_three = models.BooleanField(default=False)

    class Meta:
        ordering = ["table_number"]
        constraints = [
            UniqueConstraint(fields=["series", "table_number"], name="table_once_a_series"),
            CheckConstraint(
                condition=Q(table_number__gte=1, seats__in=(3, 4)), name="list_has_3_or_4_seats"
            ),
            CheckConstraint(
                condition=Q(state__in=ListState.values, depth__in=Depth.values),
                name="list_state_known",
            ),
            CheckConstraint(
                condition=Q(games_played__isnull=True) | Q(games_played__lte=F("games_due")),
                name="list_plays_at_most_what_is_due",
            ),
            CheckConstraint(
                # A comparison with NULL is unknown, which a CHECK accepts.
                condition=~Q(state__in=(ListState.CONFIRMED, ListState.FINAL))
                | Q(confirmed_revision__isnull=False, confirmed_revision=F("revision")),
                name="confirmed_is_a_fact_about_a_revision",
            ),
            CheckConstraint(
                condition=Q(confirmed_by__isnull=True)
                | ~Q(confirmed_by=F("entered_by"))
                | Q(self_confirmed=True),
                name="confirmed_by_somebody_else",
            ),
        ]

    def __str__(self) -> str:
        return f"series {self.series_id}, table {self.table_number}"

    @property
    def subject(self) -> str:
        """How the log names this list: "list/1/3" is table 3 of series 1."""
        return f"list/{self.series.number}/{self.table_number}"

    @property
    def progress(self) -> str:
        """The state, or "begun" for an open list that is not empty."""
        is_begun = self.state == ListState.OPEN and self.depth != Depth.NONE
        return "begun" if is_begun else self.state

    @property
    def unsigned_seats(self) -> list[int]:
        """The positions of players at the end whose signature was not recorded (TO 9.11)."""
        # A document may hold anything in this list.
        return [each for each in self.outline.at_the_end if each not in self.signatures]

    @property
    def outline(self) -> Outline:
        return Outline(
            seats=self.seats,
            rounds=self.games_due // self.seats,
            ended_after=self.games_played,
            stop_reason=self.stop_reason,
            sittings=read_sittings(self.sittings, self.seats) if self.sittings else (),
        )

    def lines(self) -> list[Line]:
        """Every row as a line of the rules, by number and attempt, annulled ones included."""
        system = self.series.tournament.rule_system
        outline = self.outline
        return [self.games.model.line_of(row, system, outline) for row in self.games.as_rows()]

    def content(self) -> Content:
        """The current rows and seats, in two queries."""
        return Content(self.lines(), list(self.seat_rows.select_related("entry__person")))

    def line(self, number: int) -> Line | None:
        """The row that counts under this number."""
        row = self.games.filter(number=number, annulled=False).first()
        return row.as_line(self.series.tournament.rule_system, self.outline) if row else None


class NoListReason(models.Model):
    """Why a player who is present has no list in a series, which cannot be closed without it."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="no_list_reasons")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="no_list_reasons")
    reason = models.CharField(max_length=200)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["series", "entry"], name="one_no_list_reason_a_player_and_series"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} without a list in series {self.series_id}"


class SeatQuerySet(models.QuerySet["Seat"]):
    def from_the_beginning(self) -> "SeatQuerySet":
        """The seats taken at the beginning, without those of players who joined at a round."""
        return self.filter(
            Q(position__lt=F("list__seats"))
            | Q(position=F("list__seats"), list__began_as_three=False)
        )


TALLY = ("points", "won", "lost", "others_lost", "performance")
PAPER = ("paper_points", "paper_won", "paper_lost", "paper_total")


class Seat(models.Model):
    """A player's seat at a table with the results of the list (the tally).

    The first positions are those of the players who began; players who joined at a round follow,
    even a fourth. `points`, `won`, `lost`, `others_lost` and `performance` are written together by
    the services and recomputed by `verify`; the `paper_…` figures are from the foot of the paper.
    """

    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="seat_rows")
    series = models.ForeignKey(Series, models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    points = models.IntegerField(null=True, blank=True)
    won = models.PositiveSmallIntegerField(null=True, blank=True)
    lost = models.PositiveSmallIntegerField(null=True, blank=True)
    others_lost = models.PositiveSmallIntegerField(null=True, blank=True)
    performance = models.IntegerField(null=True, blank=True)
    paper_points = models.IntegerField(null=True, blank=True)
    paper_won = models.PositiveSmallIntegerField(null=True, blank=True)
    paper_lost = models.PositiveSmallIntegerField(null=True, blank=True)
    paper_total = models.IntegerField(null=True, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        constraints = [
            UniqueConstraint(fields=["list", "position"], name="seat_once_a_list"),
            UniqueConstraint(fields=["series", "entry"], name="player_once_a_series"),
            CheckConstraint(
                condition=Q(position__gte=1, position__lte=MAX_PLAYERS),
                name="seat_position_in_range",
            ),
            CheckConstraint(
                condition=Q(won__isnull=True) | Q(won__gte=0, lost__gte=0, others_lost__gte=0),
                name="seat_counts_not_negative",
            ),
            CheckConstraint(
                condition=Q(**{f"{figure}__isnull": True for figure in TALLY})
                | Q(**{f"{figure}__isnull": False for figure in TALLY}),
                name="seat_tally_whole_or_empty",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.position} of list {self.list_id}"

    @property
    def chair(self) -> int:
        """The seat at the table, 1 to 4; of a player who joined, the seat that he took over."""
        joined = self.position > MIN_SEATS
        return self.list.outline.seat_of(self.position) if joined else self.position


def tally_figures(total: SeatTotal) -> tuple[int, int, int, int, int]:
    """The figures of a total that a seat stores, in the order of TALLY."""
    return total.game_points, total.won, total.lost, total.others_lost, total.performance


def stored_total(seat: Seat) -> SeatTotal | None:
    """The stored tally of a seat; None while nothing is entered."""
    figures = attrgetter(*TALLY)(seat)
    return None if None in figures else SeatTotal(seat.position, *figures)


class Recheck(models.Model):
    """A blind second entry: typed from the same paper without seeing the first entry.

    `document` holds game records by number, or the figures of each seat; `steps` counts its
    changes, `layout` the insertions and removals among them (as `ScoreList.layout`). `revision` is
    the list's revision that `differences` compare with; both are empty until the end.
    """

    # Declared above `list`, which shadows the builtin below.
    differences = models.JSONField(default=list)
    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="rechecks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    steps = models.PositiveIntegerField(default=0)
    layout = models.PositiveIntegerField(default=1)
    revision = models.PositiveIntegerField(null=True, blank=True)
    document = models.JSONField(default=dict)

    class Meta:
        ordering = ["id"]
        constraints = [
            UniqueConstraint(
                fields=["list", "by"],
                condition=Q(finished_at__isnull=True),
                name="one_open_recheck_a_person",
            ),
        ]

    def __str__(self) -> str:
        return f"second entry of list {self.list_id}"


# Lists kept by phone at the table: addresses, devices, calls, signatures.

HANDLE_LENGTH = 16
DEVICE_NAME_LENGTH = 40
CALL_LENGTH = 200


def nothing() -> list[object]:
    """An empty list; a function, because `list` is a field in the models below."""
    return []


class TableAccess(models.Model):
    """The secret address of a list. Whoever knows it can keep this list, and do nothing else.

    The secret is derived from `seed` by the key of the installation, so that its QR code can be
    printed again; only its hash is stored. A new seed is a new address.
    """

    list = models.OneToOneField(ScoreList, models.CASCADE, related_name="access")
    seed = models.CharField(max_length=32)
    secret_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"address of list {self.list_id}"


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
        constraints = [
            UniqueConstraint(
                fields=["list"], condition=Q(until__isnull=True), name="one_device_writes_a_list"
            ),
        ]

    def __str__(self) -> str:
        return f"device {self.handle} of list {self.list_id}"


class TableCall(models.Model):
    """A call for the referee; a closed call without `answered_by` was withdrawn."""

    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="calls")
    game_number = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=CALL_LENGTH, blank=True)
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            UniqueConstraint(
                fields=["list"], condition=Q(closed_at__isnull=True), name="one_open_call_a_list"
            ),
            CheckConstraint(
                condition=Q(answered_by__isnull=True) | Q(closed_at__isnull=False),
                name="answered_call_is_closed",
            ),
        ]

    def __str__(self) -> str:
        return f"call of list {self.list_id}"


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

    def __str__(self) -> str:
        return f"unsent games of list {self.list_id}"


class Signature(models.Model):
    """A signature by finger under a list (TO 9.11), at the revision that was signed.

    `strokes` are lines of points [x, y] from the upper left: whole numbers, x to 1000, y to 400.
    """

    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="finger_signatures")
    position = models.PositiveSmallIntegerField()
    strokes = models.JSONField(default=nothing)
    revision = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["position"]
        constraints = [
            UniqueConstraint(fields=["list", "position"], name="one_signature_a_player"),
            CheckConstraint(condition=Q(position__gte=1), name="signature_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"signature {self.position} of list {self.list_id}"


class ListPhoto(models.Model):
    """The photo of a list: what its paper said, for whoever types, confirms or decides.

    A JPEG of at most MAX_BYTES, upright and without EXIF; `digest` is its SHA-256. `reading` is
    what `scoring.lists.photos.reading` read on it and only proposes. It goes with the names on it
    (TO 7.4.4) and is in no export.
    """

    MAX_BYTES = 400_000

    list = models.OneToOneField(ScoreList, models.CASCADE, related_name="photo")
    jpeg = models.BinaryField()
    digest = models.CharField(max_length=64)
    reading = models.JSONField(default=dict)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"photo of list {self.list_id}"
