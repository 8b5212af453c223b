"""A score list: a table of a series with its games as on paper, its seats, and second entries."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.models.checks import check, unique
from scoring.models.person import Entry
from scoring.models.tournament import Counts, Series
from scoring.rules.bare_totals import BareTotal
from scoring.rules.game import PlayedGame
from scoring.rules.outline import MIN_SEATS, read_sittings
from scoring.rules.records import read_line, write_misplaced
from scoring.rules.score_list import Line, Outline, SeatTotal
from scoring.rules.systems import System
from scoring.rules.valuation import RAMSCH, Valuation

MAX_TABLE_NUMBER = 9_999
MAX_PLAYERS = 16  # of one list, with those who joined at a round


@dataclass(frozen=True, slots=True)
class Content:
    """All rows of a list, annulled ones included, and all seats."""

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
    ENTERED = "entered", pgettext_lazy("score list", "entered")
    CONFIRMED = "confirmed", pgettext_lazy("score list", "confirmed")
    FINAL = "final", pgettext_lazy("score list", "final")
    REJECTED = "rejected", pgettext_lazy("score list", "rejected")
    ANNULLED = "annulled", pgettext_lazy("score list", "annulled")


class Depth(models.TextChoices):
    NONE = "none", _("nothing entered")
    GAMES = "games", _("game by game")
    TOTALS = "totals", _("three figures a player")


CLOSED = (ListState.ENTERED, ListState.CONFIRMED, ListState.FINAL)  # complete and consistent
COUNTED_STATES = {Counts.ENTERED: CLOSED, Counts.CONFIRMED: (ListState.CONFIRMED, ListState.FINAL)}
SET_ASIDE = (ListState.REJECTED, ListState.ANNULLED)  # they count nowhere


class ScoreList(models.Model):
    """A score list and the table of a series; every change of its content raises `revision`.

    `layout` is raised when rows move: they were inserted, removed or cleared, or a player left or
    joined.
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
    entered_by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")
    confirmed_by = models.ForeignKey("scoring.User", models.PROTECT, null=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_revision = models.PositiveIntegerField(null=True, blank=True)
    self_confirmed = models.BooleanField(default=False)
    signatures = models.JSONField(default=list)
    # Players who left or joined at a round (SkO 4.5.9, 3.1.2), for `rules.outline.read_sittings`.
    sittings = models.JSONField(default=list, blank=True)
    # A fourth joined a table that began as three (docs/law.md "A score list"). It follows from
    # `sittings`, and queries ask for it.
    began_as_three = models.BooleanField(default=False)

    class Meta:
        ordering = ["table_number"]
        constraints = [
            unique("table_once_a_series", "series", "table_number"),
            check("list_has_3_or_4_seats", Q(table_number__gte=1, seats__in=(3, 4))),
            check("list_state_known", Q(state__in=ListState.values, depth__in=Depth.values)),
            check(
                "list_plays_at_most_what_is_due",
                Q(games_played__isnull=True) | Q(games_played__lte=F("games_due")),
            ),
            # A comparison with NULL is unknown, which a CHECK accepts.
            check(
                "confirmed_is_a_fact_about_a_revision",
                ~Q(state__in=(ListState.CONFIRMED, ListState.FINAL))
                | Q(confirmed_revision__isnull=False, confirmed_revision=F("revision")),
            ),
            check(
                "confirmed_by_somebody_else",
                Q(confirmed_by__isnull=True)
                | ~Q(confirmed_by=F("entered_by"))
                | Q(self_confirmed=True),
            ),
        ]

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
        system, outline = self.series.tournament.rule_system, self.outline
        rows = self.games.values_list(*LINE_COLUMNS, named=True)
        return [Game.line_of(row, system, outline) for row in rows]

    def content(self) -> Content:
        """The current rows and seats, in two queries."""
        return Content(self.lines(), list(self.seat_rows.select_related("entry__person")))

    def line(self, number: int) -> Line | None:
        """The row that counts under this number."""
        row = self.games.filter(number=number, annulled=False).first()
        system, outline = self.series.tournament.rule_system, self.outline
        return Game.line_of(row, system, outline) if row else None


class NoListReason(models.Model):
    """Why a player who is present has no list in a series, which cannot be closed without it."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="no_list_reasons")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="no_list_reasons")
    reason = models.CharField(max_length=200)

    class Meta:
        constraints = [unique("one_no_list_reason_a_player_and_series", "series", "entry")]


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
    """A player's seat at a table with the results of the list (TALLY).

    The first positions are those of the players who began; players who joined at a round follow,
    even a fourth. The `paper_…` figures are from the foot of the paper.
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
            unique("seat_once_a_list", "list", "position"),
            unique("player_once_a_series", "series", "entry"),
            check("seat_position_in_range", Q(position__gte=1, position__lte=MAX_PLAYERS)),
            check(
                "seat_counts_not_negative",
                Q(won__isnull=True) | Q(won__gte=0, lost__gte=0, others_lost__gte=0),
            ),
            check(
                "seat_tally_whole_or_empty",
                Q(**{f"{figure}__isnull": True for figure in TALLY})
                | Q(**{f"{figure}__isnull": False for figure in TALLY}),
            ),
        ]

    @property
    def chair(self) -> int:
        """The seat at the table, 1 to 4; of a player who replaced another, the other's seat."""
        is_original = self.position <= MIN_SEATS
        return self.position if is_original else self.list.outline.seat_of(self.position)


def tally_figures(total: SeatTotal) -> tuple[int, int, int, int, int]:
    """The figures of a total that a seat stores, in the order of TALLY."""
    return total.game_points, total.won, total.lost, total.others_lost, total.performance


def stored_total(seat: Seat) -> SeatTotal | None:
    """The stored tally of a seat; None while nothing is entered."""
    figures = attrgetter(*TALLY)(seat)
    return None if None in figures else SeatTotal(seat.position, *figures)


def bare_total(seat: Any) -> BareTotal:
    """The figures of a seat, or of its part of a document; 0 for those that are not entered."""
    return BareTotal(seat.points or 0, seat.won or 0, seat.lost or 0, seat.paper_total)


class Recheck(models.Model):
    """A blind second entry: typed from the same paper without seeing the first entry.

    `document` holds game records by number, or the figures of each seat; `steps` counts its
    changes, `layout` as in the list. `revision` is that of the list at the end.
    """

    # Declared above `list`, which shadows the builtin below.
    differences = models.JSONField(default=list)
    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="rechecks")
    by = models.ForeignKey("scoring.User", models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    steps = models.PositiveIntegerField(default=0)
    layout = models.PositiveIntegerField(default=1)
    revision = models.PositiveIntegerField(null=True, blank=True)
    document = models.JSONField(default=dict)

    class Meta:
        ordering = ["id"]
        constraints = [
            unique("one_open_recheck_a_person", "list", "by", condition=Q(finished_at__isnull=True))
        ]


# The fields of a game in the rules that are stored as they are.
GAME_FIELDS = tuple(
    field.name for field in fields(PlayedGame) if field.name not in ("system", "score")
)
# The columns that make a line (`Game.line_of`), and its value: cheaper to read than whole objects.
LINE_COLUMNS = (
    *("number", "attempt", "annulled", "dealer", "soloist", "passed", "unread"),
    *("value", "score", "paper_running", "misplaced", *GAME_FIELDS),
)


class Game(models.Model):
    """A line of a list. Annulled rows keep their number and do not count (SkO 3.2.12).

    `seats` and `at_three` repeat the list's for constraints; `dealer` is who dealt, also where the
    order of dealing was not kept. `value` is the game's value before sign and loss factor, `score`
    the points written to the list.
    """

    list = models.ForeignKey(ScoreList, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    annulled = models.BooleanField(default=False)
    seats = models.PositiveSmallIntegerField()
    # Whether a table of four that one player has left played this game as three.
    at_three = models.BooleanField(default=False)
    dealer = models.PositiveSmallIntegerField()
    soloist = models.PositiveSmallIntegerField(null=True, blank=True)
    passed = models.BooleanField(default=False)
    unread = models.BooleanField(default=False)
    game_class = models.CharField(max_length=20, blank=True)
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.CharField(max_length=20, blank=True)
    tops = models.SmallIntegerField(default=0)
    hand = models.BooleanField(default=False)
    schneider = models.BooleanField(default=False)
    schneider_announced = models.BooleanField(default=False)
    schwarz = models.BooleanField(default=False)
    schwarz_announced = models.BooleanField(default=False)
    ouvert = models.BooleanField(default=False)
    overbid = models.BooleanField(default=False)
    credited = models.CharField(max_length=10, blank=True)
    end = models.CharField(max_length=20, default="played")
    wenzel = models.CharField(max_length=1, default="J")
    bid = models.PositiveSmallIntegerField(null=True, blank=True)
    card_points = models.PositiveSmallIntegerField(null=True, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    won = models.BooleanField(null=True, blank=True)
    value = models.PositiveIntegerField(default=0)
    factor = models.PositiveSmallIntegerField(default=1)
    score = models.IntegerField(default=0)
    paper_running = models.IntegerField(null=True, blank=True)
    # The record of the line that stood in an unread row before it moved (`Line.misplaced`).
    misplaced = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["number", "attempt"]
        constraints = [
            unique("game_number_once", "list", "number", condition=Q(annulled=False)),
            unique("game_attempt_once", "list", "number", "attempt"),
            check("game_number_from_1", Q(number__gte=1, attempt__gte=1)),
            check(
                "passed_has_no_soloist",
                Q(unread=True)
                | Q(soloist__isnull=True, passed=True)
                | Q(soloist__isnull=False, passed=False),
            ),
            check(
                "soloist_sits_at_the_table",
                Q(soloist__isnull=True) | Q(soloist__gte=1, soloist__lte=F("seats")),
            ),
            check("dealer_sits_at_the_table", Q(dealer__gte=1, dealer__lte=F("seats"))),
            # SkO 3.2.7: at a table of four the dealer gets no cards.
            check(
                "dealer_of_four_does_not_play",
                Q(seats=3) | Q(at_three=True) | Q(soloist__isnull=True) | ~Q(soloist=F("dealer")),
            ),
            check(
                "score_follows_from_value",
                Q(won=True, passed=False, unread=False, score=F("value"))
                | Q(won=False, passed=False, unread=False, score=-F("value") * F("factor"))
                | (Q(won__isnull=True, score=0) & (Q(passed=True) | Q(unread=True))),
            ),
            # The check above is NULL where `won` is, and a CHECK accepts NULL.
            check(
                "a_played_game_is_won_or_lost",
                Q(won__isnull=False) | Q(passed=True) | Q(unread=True),
            ),
            check("a_misplaced_game_is_unread", Q(misplaced__isnull=True) | Q(unread=True)),
        ]

    @staticmethod
    def line_of(row: Any, system: System, outline: Outline) -> Line:
        """A row, or a named tuple of its columns, as a line of the rules."""
        game = None
        if not (row.passed or row.unread):
            # For a game overbid without a bid, and for a Ramsch, the entered score decides.
            decided_by_paper = (row.overbid and row.bid is None) or row.game == RAMSCH
            score = row.score if decided_by_paper else None
            game = PlayedGame(
                system, score=score, **{name: getattr(row, name) for name in GAME_FIELDS}
            )
        return Line(
            number=row.number,
            game=game,
            soloist=row.soloist,
            passed=row.passed,
            unread=row.unread,
            dealer=None if row.dealer == outline.dealer(row.number) else row.dealer,
            attempt=row.attempt,
            annulled=row.annulled,
            running=row.paper_running,
            misplaced=row.misplaced and misplaced_line(row, system),
        )


# The columns of a row without a game.
NO_GAME = {name: getattr(Game(), name) for name in (*GAME_FIELDS, "value", "factor", "score")}


def misplaced_line(row: Any, system: System) -> Line | None:
    record = {"number": row.number, "unread": True, "misplaced": row.misplaced}
    line, _problems = read_line(record, system=system)
    return line and line.misplaced


def place_fields(line: Line, outline: Outline) -> dict[str, Any]:
    """The columns of a row that follow from its place in the list."""
    number, seats = line.number, outline.seats
    dealer, at_three = line.dealer or outline.dealer(number), outline.is_short(number)
    return {"number": number, "seats": seats, "at_three": at_three, "dealer": dealer}


def row_fields(line: Line, outline: Outline, valued: Valuation | None) -> dict[str, Any]:
    """The columns of the row for a complete line (no flag is None), except the list."""
    columns: dict[str, Any] = {
        **place_fields(line, outline),
        "attempt": line.attempt,
        "soloist": line.soloist,
        "passed": line.passed,
        "unread": line.unread,
        "annulled": line.annulled,
        "paper_running": line.running,
        "misplaced": line.misplaced and write_misplaced(line.misplaced),
    }
    if line.game is None or valued is None:
        return columns | NO_GAME
    columns |= {name: getattr(line.game, name) for name in GAME_FIELDS}
    return columns | {"value": valued.value, "factor": valued.factor, "score": valued.score}


def nothing() -> list[object]:
    """An empty list, for the models of `phone`: the first migration names it here."""
    return []
