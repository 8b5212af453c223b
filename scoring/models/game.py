"""A game of a list as on paper, with its value."""

from typing import Any

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from scoring.models.score_list import ScoreList
from scoring.rules.game import PlayedGame as RuleGame
from scoring.rules.outline import Outline
from scoring.rules.records import read_line, write_misplaced
from scoring.rules.score_list import Line
from scoring.rules.systems import System
from scoring.rules.valuation import RAMSCH, Valuation

# The columns that have the same name as a field of a game in the rules.
GAME_FIELDS = (
    "game_class",
    "turn",
    "game",
    "tops",
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
    "overbid",
    "credited",
    "end",
    "wenzel",
    "bid",
    "card_points",
    "tricks",
    "won",
)
# The other columns that make a line (`Game.line_of`).
PLACE_COLUMNS = (
    *("number", "attempt", "annulled", "dealer", "soloist", "passed", "unread"),
    *("score", "paper_running", "misplaced"),
)


class GameQuerySet(models.QuerySet["Game"]):
    def as_rows(self, *more: str) -> Any:
        """The columns that make a line, the value and `more`; cheaper than whole objects."""
        return self.values_list("value", *more, *PLACE_COLUMNS, *GAME_FIELDS, named=True)


class Game(models.Model):
    """A line of a list. Its steps are derived, never stored.

    `seats`, `at_three` and `dealer` repeat the list's, because a CHECK cannot look into another
    table. `value` is the game's value before sign and loss factor, `score` the points written to
    the list. Annulled rows keep their number and do not count (SkO 3.2.12).
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

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["number", "attempt"]
        constraints = [
            UniqueConstraint(
                fields=["list", "number"], condition=Q(annulled=False), name="game_number_once"
            ),
            UniqueConstraint(fields=["list", "number", "attempt"], name="game_attempt_once"),
            CheckConstraint(condition=Q(number__gte=1, attempt__gte=1), name="game_number_from_1"),
            CheckConstraint(
                condition=Q(unread=True)
                | Q(soloist__isnull=True, passed=True)
                | Q(soloist__isnull=False, passed=False),
                name="passed_has_no_soloist",
            ),
            CheckConstraint(
                condition=Q(soloist__isnull=True) | Q(soloist__gte=1, soloist__lte=F("seats")),
                name="soloist_sits_at_the_table",
            ),
            CheckConstraint(
                condition=Q(dealer__gte=1, dealer__lte=F("seats")), name="dealer_sits_at_the_table"
            ),
            # SkO 3.2.7: at a table of four the dealer gets no cards.
            CheckConstraint(
                condition=Q(seats=3)
                | Q(at_three=True)
                | Q(soloist__isnull=True)
                | ~Q(soloist=F("dealer")),
                name="dealer_of_four_does_not_play",
            ),
            CheckConstraint(
                condition=Q(won=True, passed=False, unread=False, score=F("value"))
                | Q(won=False, passed=False, unread=False, score=-F("value") * F("factor"))
                | (Q(won__isnull=True, score=0) & (Q(passed=True) | Q(unread=True))),
                name="score_follows_from_value",
            ),
            # The check above is NULL where `won` is, and a CHECK accepts NULL.
            CheckConstraint(
                condition=Q(won__isnull=False) | Q(passed=True) | Q(unread=True),
                name="a_played_game_is_won_or_lost",
            ),
            CheckConstraint(
                condition=Q(misplaced__isnull=True) | Q(unread=True),
                name="a_misplaced_game_is_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of list {self.list_id}"

    def as_line(self, system: System, outline: Outline) -> Line:
        return self.line_of(self, system, outline)

    @staticmethod
    def line_of(row: Any, system: System, outline: Outline) -> Line:
        """A row, or a named tuple of its columns, as a line of the rules.

        `system` is the tournament's with its options, `outline` the list's.
        """
        game = None
        if not (row.passed or row.unread):
            # For a game overbid without a bid, and for a Ramsch, the entered score decides.
            decided_by_paper = (row.overbid and row.bid is None) or row.game == RAMSCH
            score = row.score if decided_by_paper else None
            game = RuleGame(
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
    dealer = line.dealer or outline.dealer(line.number)
    return {"seats": outline.seats, "at_three": outline.is_short(line.number), "dealer": dealer}


def row_fields(line: Line, outline: Outline, valued: Valuation | None) -> dict[str, Any]:
    """The columns of the row for `line`, except list, number and attempt.

    The game in `line` is complete (no flag is None). `valued` is None for a passed-in or an unread
    game.
    """
    fields: dict[str, Any] = {
        **place_fields(line, outline),
        "soloist": line.soloist,
        "passed": line.passed,
        "unread": line.unread,
        "annulled": line.annulled,
        "paper_running": line.running,
        "misplaced": line.misplaced and write_misplaced(line.misplaced),
    }
    if line.game is None or valued is None:
        return fields | NO_GAME
    fields |= {name: getattr(line.game, name) for name in GAME_FIELDS}
    return fields | {"value": valued.value, "factor": valued.factor, "score": valued.score}
