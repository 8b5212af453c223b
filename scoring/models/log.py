"""The log: who changed what, when, from what to what, and why."""

from django.conf import settings
from django.db import models

from scoring.models.tournament import Tournament


class Action(models.TextChoices):
    """The actions of the log. Their codes are part of exports and never change."""

    ACCOUNT_ACTIVATED = "account.activated"
    ACCOUNT_CREATED = "account.created"
    ACCOUNT_DEACTIVATED = "account.deactivated"
    ACCOUNT_FIRST = "account.first"
    ACCOUNT_LINK_RENEWED = "account.link.renewed"
    ACCOUNT_OPENED = "account.opened"
    ACCOUNT_SIGN_IN_BLOCKED = "account.sign_in.blocked"
    ACCOUNT_SIGNED_IN = "account.signed_in"
    ADJUSTMENT_MADE = "adjustment.made"
    ADJUSTMENT_REVERSED = "adjustment.reversed"
    BACKUP_DOWNLOADED = "backup.downloaded"
    BACKUP_FAILED = "backup.failed"
    BACKUP_MADE = "backup.made"
    BACKUP_RESTORED = "backup.restored"
    BACKUP_UPLOADED = "backup.uploaded"
    BOOKING_MADE = "booking.made"
    BOOKING_PAID_OUT = "booking.paid_out"
    BOOKING_REVERSED = "booking.reversed"
    CATEGORY_ADDED = "category.added"
    CATEGORY_CHANGED = "category.changed"
    CATEGORY_JOINED = "category.joined"
    CATEGORY_LEFT = "category.left"
    CATEGORY_REMOVED = "category.removed"
    CLUB_MERGED = "club.merged"
    CLUB_RENAMED = "club.renamed"
    CONTEST_REMOVED = "contest.removed"
    CONTEST_SET = "contest.set"
    ENTRY_ADDED = "entry.added"
    ENTRY_CATEGORIES = "entry.categories"
    ENTRY_CHANGED = "entry.changed"
    ENTRY_REMOVED = "entry.removed"
    ENTRY_STATE = "entry.state"
    FEES_SET = "fees.set"
    LIST_ANNULLED = "list.annulled"
    LIST_CLEARED = "list.cleared"
    LIST_CLOSED = "list.closed"
    LIST_CONFIRMATION_WITHDRAWN = "list.confirmation.withdrawn"
    LIST_CONFIRMED = "list.confirmed"
    LIST_FOOT_RECORDED = "list.foot.recorded"
    LIST_GAME_CHANGED = "list.game.changed"
    LIST_GAME_EMPTIED = "list.game.emptied"
    LIST_GAME_RECORDED = "list.game.recorded"
    LIST_GAME_UNREAD = "list.game.unread"
    LIST_GAMES_ANNULLED = "list.games.annulled"
    LIST_GAMES_RECORDED = "list.games.recorded"
    LIST_GAMES_RESTORED = "list.games.restored"
    LIST_OPENED = "list.opened"
    LIST_READMITTED = "list.readmitted"
    LIST_RECHECK_CORRECTED = "list.recheck.corrected"
    LIST_RECHECK_GIVEN_UP = "list.recheck.given_up"
    LIST_RECHECK_STARTED = "list.recheck.started"
    LIST_RECHECK_TYPED = "list.recheck.typed"
    LIST_REJECTED = "list.rejected"
    LIST_REOPENED = "list.reopened"
    LIST_RESTORED = "list.restored"
    LIST_ROW_INSERTED = "list.row.inserted"
    LIST_ROW_REMOVED = "list.row.removed"
    LIST_SEATS_EXCHANGED = "list.seats.exchanged"
    LIST_TOTALS_ENTERED = "list.totals.entered"
    LOTS_DRAWN = "lots.drawn"
    OBJECTION_DECIDED = "objection.decided"
    OBJECTION_LODGED = "objection.lodged"
    PEOPLE_MERGED = "people.merged"
    PERSON_ANONYMISED = "person.anonymised"
    PERSON_MERGED = "person.merged"
    PLAYERS_IMPORTED = "players.imported"
    POT_CHANGED = "pot.changed"
    POT_CREATED = "pot.created"
    POT_FIXED = "pot.fixed"
    POT_REMOVED = "pot.removed"
    ROLE_GIVEN = "role.given"
    ROLE_TAKEN = "role.taken"
    RULING_APPLIED = "ruling.applied"
    RULING_MADE = "ruling.made"
    SEASON_CHANGED = "season.changed"
    SEASON_PUBLIC_CLOSED = "season.public.closed"
    SEASON_PUBLIC_OPENED = "season.public.opened"
    SERIES_CREATED = "series.created"
    SERIES_DRAW_ANNOUNCED = "series.draw.announced"
    SERIES_DRAWN = "series.drawn"
    SERIES_MOVED = "series.moved"
    SERIES_PLAYER_JOINED = "series.player.joined"
    SERIES_PLAYER_MOVED = "series.player.moved"
    SERIES_REMOVED = "series.removed"
    SERIES_RESULTS_RELEASED = "series.results.released"
    SERIES_RESULTS_WITHDRAWN = "series.results.withdrawn"
    SERIES_SEAT_FILLED = "series.seat.filled"
    SERIES_SEATED = "series.seated"
    SERIES_SEATING_RELEASED = "series.seating.released"
    SERIES_SEATING_WITHDRAWN = "series.seating.withdrawn"
    SERIES_SEATS_SWAPPED = "series.seats.swapped"
    SERIES_TABLE_DISSOLVED = "series.table.dissolved"
    SERIES_TABLE_SHORTENED = "series.table.shortened"
    TEAM_ADDED = "team.added"
    TEAM_CHANGED = "team.changed"
    TEAM_REMOVED = "team.removed"
    TEAMS_DRAWN = "teams.drawn"
    TILL_COUNTED = "till.counted"
    TOURNAMENT_ANNOUNCEMENT_PUBLISHED = "tournament.announcement.published"
    TOURNAMENT_ANNOUNCEMENT_SAVED = "tournament.announcement.saved"
    TOURNAMENT_ANNOUNCEMENT_WITHDRAWN = "tournament.announcement.withdrawn"
    TOURNAMENT_CHANGED = "tournament.changed"
    TOURNAMENT_CREATED = "tournament.created"
    TOURNAMENT_IMPORTED = "tournament.imported"
    TOURNAMENT_LOGO_REMOVED = "tournament.logo.removed"
    TOURNAMENT_LOGO_SET = "tournament.logo.set"
    TOURNAMENT_MOVED = "tournament.moved"
    TOURNAMENT_PUBLIC_CLOSED = "tournament.public.closed"
    TOURNAMENT_PUBLIC_OPENED = "tournament.public.opened"
    TOURNAMENT_REMOVED = "tournament.removed"
    TOURNAMENT_STANDINGS_FROZEN = "tournament.standings.frozen"
    TOURNAMENT_STANDINGS_REVEALED = "tournament.standings.revealed"


class LogEntry(models.Model):
    """Append-only: triggers refuse every UPDATE and DELETE on both databases.

    `subject` names the object by what people see ("list/1/3" is table 3 of series 1,
    "entry/17" start number 17), never by a row's id, so that the log is readable in
    other installations. `old` and `new` hold figures and start numbers, no names.
    References are not enforced, because a row outlives its subject.
    """

    tournament = models.ForeignKey(
        Tournament, models.DO_NOTHING, null=True, db_constraint=False, related_name="log"
    )
    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
    )
    actor = models.CharField(max_length=150, blank=True)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=60, blank=True)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.CharField(max_length=400, blank=True)
    submission = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001 - NULLs are not equal, "" would be

    class Meta:
        ordering = ["id"]
        # The log page reads a tournament's rows from the newest, filtered by these columns.
        indexes = [
            models.Index(fields=["tournament", "subject", "id"]),
            models.Index(fields=["tournament", "id"], name="log_of_tournament"),
            models.Index(fields=["tournament", "action", "id"], name="log_by_action"),
            models.Index(fields=["tournament", "actor", "id"], name="log_by_actor"),
            models.Index(fields=["tournament", "at"], name="log_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"


# Actions that enter figures. Their authors since the list was last empty have entered it.
# A correction by a blind second entry: for the confirmation that follows from it, its typist does
# not count as an author of the list, for every later one he does.
WRITING = (
    Action.LIST_RECHECK_CORRECTED,
    Action.LIST_GAME_CHANGED,
    Action.LIST_GAME_EMPTIED,
    Action.LIST_GAME_RECORDED,
    Action.LIST_GAMES_ANNULLED,
    Action.LIST_GAMES_RECORDED,
    Action.LIST_GAMES_RESTORED,
    Action.LIST_ROW_INSERTED,
    Action.LIST_ROW_REMOVED,
    Action.LIST_SEATS_EXCHANGED,
    Action.LIST_TOTALS_ENTERED,
)

# Actions that the organizer can take back separately, whenever they were done.
REVERSIBLE = (
    Action.LIST_GAME_RECORDED,
    Action.LIST_GAME_CHANGED,
    Action.LIST_GAME_EMPTIED,
    Action.LIST_TOTALS_ENTERED,
    Action.LIST_RECHECK_CORRECTED,
    Action.LIST_FOOT_RECORDED,
    Action.LIST_SEATS_EXCHANGED,
    Action.LIST_GAMES_ANNULLED,
    Action.LIST_CLEARED,
)
