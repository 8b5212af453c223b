"""The log: who changed what, when, from what to what, and why."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.checks import unique
from scoring.models.host import Host
from scoring.models.tournament import Tournament


class Action(models.TextChoices):
    """The actions of the log. The codes are part of exports and never change."""

    ACCOUNT_ACTIVATED = "account.activated", _("account reopened")
    ACCOUNT_CODES_RENEWED = "account.codes.renewed", _("new recovery codes")
    ACCOUNT_CREATED = "account.created", _("account created")
    ACCOUNT_DEACTIVATED = "account.deactivated", _("account closed")
    ACCOUNT_EMAIL_CHANGED = "account.email.changed", _("e-mail address of an account changed")
    ACCOUNT_FACTOR_ADDED = "account.factor.added", _("second step set up")
    ACCOUNT_FACTOR_REMOVED = "account.factor.removed", _("second step removed")
    ACCOUNT_FACTOR_TAKEN_OFF = "account.factor.taken_off", _("lost second step taken off")
    ACCOUNT_FIRST = "account.first", _("first account set up")
    ACCOUNT_LINK_RENEWED = "account.link.renewed", _("new link for an account")
    ACCOUNT_OPENED = "account.opened", _("password set by link")
    ACCOUNT_RESET_MAILED = "account.reset.mailed", _("link for a forgotten password sent")
    ACCOUNT_SESSIONS_ENDED = "account.sessions.ended", _("sessions ended")
    ACCOUNT_SIGN_IN_BLOCKED = "account.sign_in.blocked", _("sign-in stopped after failures")
    ACCOUNT_SIGNED_IN = "account.signed_in", _("signed in")
    ADJUSTMENT_MADE = "adjustment.made", _("points adjusted")
    ADJUSTMENT_REVERSED = "adjustment.reversed", _("adjustment taken back")
    BACKUP_DOWNLOADED = "backup.downloaded", _("backup downloaded")
    BACKUP_FAILED = "backup.failed", _("backup failed")
    BACKUP_MADE = "backup.made", _("backup made")
    BACKUP_RESTORED = "backup.restored", _("backup restored")
    BACKUP_UPLOADED = "backup.uploaded", _("backup imported")
    BOOKING_MADE = "booking.made", _("money booked")
    BOOKING_PAID_OUT = "booking.paid_out", _("prize paid out")
    BOOKING_REVERSED = "booking.reversed", _("booking cancelled")
    CATEGORY_ADDED = "category.added", _("category added")
    CATEGORY_CHANGED = "category.changed", _("category changed")
    CATEGORY_JOINED = "category.joined", _("players put into a category")
    CATEGORY_LEFT = "category.left", _("players taken out of a category")
    CATEGORY_REMOVED = "category.removed", _("category removed")
    CLUB_ADDED = "club.added", _("club added")
    CLUB_LIMITS_SET = "club.limits.set", _("age limits of a club set")
    CLUB_MERGED = "club.merged", _("clubs merged")
    CLUB_RENAMED = "club.renamed", _("club renamed")
    CONTEST_REMOVED = "contest.removed", _("teams of a kind no longer counted")
    CONTEST_SET = "contest.set", _("teams of a kind counted")
    ENTRY_ADDED = "entry.added", _("player entered")
    ENTRY_POTS = "entry.pots", _("optional pots of a player changed")
    ENTRY_CATEGORIES = "entry.categories", _("categories of a player changed")
    ENTRY_CHANGED = "entry.changed", _("player changed")
    ENTRY_HANDED_IN = "entry.handed_in", _("lists and start cards handed in")
    ENTRY_REMOVED = "entry.removed", _("player removed")
    ENTRY_STATE = "entry.state", _("state of a player changed")
    FEES_SET = "fees.set", _("fees set")
    HOST_ADDED = "host.added", _("host added")
    HOST_CHANGED = "host.changed", _("host changed")
    HOST_DEFAULTS_CHANGED = "host.defaults.changed", _("defaults of a host changed")
    HOST_LOGO_REMOVED = "host.logo.removed", _("logo of a host removed")
    HOST_LOGO_SET = "host.logo.set", _("logo of a host set")
    HOST_ROLE_GIVEN = "host.role.given", _("role in a host given")
    HOST_ROLE_TAKEN = "host.role.taken", _("role in a host taken")
    LEAGUE_CREATED = "league.created", _("league created")
    LEAGUE_CHANGED = "league.changed", _("league changed")
    LEAGUE_DAY_SET = "league.day.set", _("match day set")
    LEAGUE_DIVISION_ADDED = "league.division.added", _("division added")
    LEAGUE_DIVISION_CHANGED = "league.division.changed", _("division changed")
    LEAGUE_DIVISION_REMOVED = "league.division.removed", _("division removed")
    LEAGUE_FORFEIT = "league.forfeit", _("forfeit of a team")
    LEAGUE_FORFEIT_REMOVED = "league.forfeit.removed", _("forfeit of a team taken back")
    LEAGUE_LEADER_ADDED = "league.leader.added", _("league leader named")
    LEAGUE_LEADER_REMOVED = "league.leader.removed", _("league leader dismissed")
    LEAGUE_LATE = "league.late", _("late player of a team entered")
    LEAGUE_LOTS_DRAWN = "league.lots.drawn", _("lot drawn among equal teams")
    LEAGUE_MEETING_CHANGED = "league.meeting.changed", _("meeting changed")
    LEAGUE_MEETING_IMPORTED = "league.meeting.imported", _("results of a venue imported")
    LEAGUE_MEETING_PREPARED = "league.meeting.prepared", _("match day set up")
    LEAGUE_MEETING_REOPENED = "league.meeting.reopened", _("match report taken back")
    LEAGUE_MEETING_REPORTED = "league.meeting.reported", _("match report in")
    LEAGUE_PENALTY = "league.penalty", _("penalty of a team")
    LEAGUE_PENALTY_REVERSED = "league.penalty.reversed", _("penalty of a team taken back")
    LEAGUE_RESULTS_TYPED = "league.results.typed", _("results of a venue typed")
    LEAGUE_ROSTER_SET = "league.roster.set", _("roster of a team changed")
    LEAGUE_SCHEDULE_MADE = "league.schedule.made", _("schedule made")
    LEAGUE_SUBSTITUTED = "league.substituted", _("player substituted")
    LEAGUE_TEAM_ADDED = "league.team.added", _("team of the league added")
    LEAGUE_TEAM_CHANGED = "league.team.changed", _("team of the league changed")
    LEAGUE_TEAM_REMOVED = "league.team.removed", _("team of the league removed")
    LEAGUE_TEAM_WITHDRAWN = "league.team.withdrawn", _("team withdrawn")
    LEAGUE_VENUE_CHANGED = "league.venue.changed", _("venue changed")
    LIST_ANNULLED = "list.annulled", _("list annulled")
    LIST_CLEARED = "list.cleared", _("list emptied")
    LIST_CLOSED = "list.closed", _("list entered")
    LIST_CONFIRMATION_WITHDRAWN = "list.confirmation.withdrawn", _("confirmation withdrawn")
    LIST_CONFIRMED = "list.confirmed", _("list confirmed")
    LIST_FOOT_RECORDED = "list.foot.recorded", _("foot of the paper recorded")
    LIST_GAME_CHANGED = "list.game.changed", _("game changed")
    LIST_GAME_EMPTIED = "list.game.emptied", _("row emptied")
    LIST_GAME_RECORDED = "list.game.recorded", _("game recorded")
    LIST_GAME_UNREAD = "list.game.unread", _("game marked unreadable")
    LIST_GAMES_ANNULLED = "list.games.annulled", _("games annulled")
    LIST_GAMES_RECORDED = "list.games.recorded", _("games recorded")
    LIST_GAMES_RESTORED = "list.games.restored", _("annulment of games taken back")
    LIST_OPENED = "list.opened", _("list opened")
    LIST_PHOTO_ADDED = "list.photo.added", _("photo of the list added")
    LIST_PHOTO_REMOVED = "list.photo.removed", _("photo of the list removed")
    LIST_PLAYERS_CHANGED = "list.players.changed", _("players left or joined")
    LIST_READMITTED = "list.readmitted", _("list readmitted")
    LIST_RECHECK_CORRECTED = "list.recheck.corrected", _("corrected by the second entry")
    LIST_RECHECK_GIVEN_UP = "list.recheck.given_up", _("second entry given up")
    LIST_RECHECK_STARTED = "list.recheck.started", _("second entry begun")
    LIST_RECHECK_TYPED = "list.recheck.typed", _("line of the second entry")
    LIST_REJECTED = "list.rejected", _("list rejected")
    LIST_REOPENED = "list.reopened", _("list reopened")
    LIST_RESTORED = "list.restored", _("emptying of the list taken back")
    LIST_ROW_INSERTED = "list.row.inserted", _("row inserted")
    LIST_ROW_REMOVED = "list.row.removed", _("row removed")
    LIST_SEATS_EXCHANGED = "list.seats.exchanged", _("seats exchanged")
    LIST_SIGNED = "list.signed", _("signatures recorded")
    LIST_TOTALS_ENTERED = "list.totals.entered", _("totals entered")
    LOTS_DRAWN = "lots.drawn", _("lots drawn")
    MEMBER_ADDED = "member.added", _("member of a club added")
    MEMBER_CHANGED = "member.changed", _("member of a club changed")
    MEMBER_MOVED = "member.moved", _("member moved to another club")
    MEMBER_OFFERED = "member.offered", _("member offered to another host")
    MEMBER_OFFER_WITHDRAWN = "member.offer.withdrawn", _("offer of a member withdrawn")
    MEMBER_OFFER_REFUSED = "member.offer.refused", _("offer of a member refused")
    MEMBER_GONE = "member.gone", _("member taken by another host")
    MEMBER_TAKEN = "member.taken", _("member of another host taken")
    MEMBER_REMOVED = "member.removed", _("member of a club removed")
    MEMBERS_IMPORTED = "members.imported", _("members of a club imported")
    OBJECTION_DECIDED = "objection.decided", _("objection decided")
    OBJECTION_LODGED = "objection.lodged", _("objection lodged")
    PEOPLE_MERGED = "people.merged", _("doubles merged")
    PERSON_ANONYMISED = "person.anonymised", _("name removed for good")
    PERSON_MERGED = "person.merged", _("player is one with another on record")
    PERSON_PUBLISHED_AS = "person.published", _("name on the public pages changed")
    PLACE_CANCELLED = "place.cancelled", _("reserved place given free")
    PLACES_LIMITED = "places.limited", _("number of places set")
    PLACES_RESERVED = "places.reserved", _("places reserved")
    PLAYERS_IMPORTED = "players.imported", _("players imported")
    PHONE_CALL_ANSWERED = "phone.call.answered", _("call of a table answered")
    PHONE_CALL_WITHDRAWN = "phone.call.withdrawn", _("call of a table withdrawn")
    PHONE_CALLED = "phone.called", _("table called the referee")
    PHONE_ENDED = "phone.ended", _("list taken over to paper")
    PHONE_ISSUED = "phone.issued", _("addresses for phones issued")
    PHONE_RENEWED = "phone.renewed", _("new address for a list")
    PHONE_RESUMED = "phone.resumed", _("list given back to the phone")
    PHONE_UNSENT = "phone.unsent", _("unsent games of a replaced phone")
    PHONE_UNSENT_SETTLED = "phone.unsent.settled", _("unsent games compared")
    PHONE_WRITER = "phone.writer", _("phone writes the list")
    POT_CHANGED = "pot.changed", _("pot changed")
    POT_CREATED = "pot.created", _("pot set up")
    POT_FIXED = "pot.fixed", _("amounts of a pot fixed")
    POT_REMOVED = "pot.removed", _("pot removed")
    PRIZE_GIVEN = "prize.given", _("prize in kind handed out")
    PRIZE_TAKEN_BACK = "prize.taken_back", _("prize in kind taken back")
    PRIZES_ADDED = "prizes.added", _("prizes in kind added")
    PRIZES_REMOVED = "prizes.removed", _("prize in kind removed")
    REPORT_ACCEPTED = "report.accepted", _("server took the reported result")
    REPORT_KEY_GIVEN = "report.key.given", _("key for reporting given out")
    REPORT_KEY_WITHDRAWN = "report.key.withdrawn", _("key for reporting withdrawn")
    # No longer logged; older exports have it.
    REPORT_MADE = "report.made", _("result reported to the server")
    REPORT_RECEIVED = "report.received", _("reported result received")
    REPORT_REFUSED = "report.refused", _("server refused the reported result")
    REPORT_TARGET_REMOVED = "report.target.removed", _("server for reports removed")
    REPORT_TARGET_SET = "report.target.set", _("server for reports set")
    REPORT_TURNED_AWAY = "report.turned_away", _("reported result turned away")
    RESULTS_IMPORTED = "results.imported", _("results imported")
    RESULTS_WITHDRAWN = "results.withdrawn", _("import of results taken back")
    ROLE_GIVEN = "role.given", _("role given")
    ROLE_TAKEN = "role.taken", _("role taken away")
    RULING_APPLIED = "ruling.applied", _("decision entered in the list")
    RULING_EXCLUSION = "ruling.exclusion", _("exclusion decided")
    RULING_MADE = "ruling.made", _("decision of the referee")
    SEASON_CHANGED = "season.changed", _("season changed")
    SEASON_CLOSED = "season.closed", _("season closed")
    SEASON_CREATED = "season.created", _("season created")
    SEASON_IMPORTED = "season.imported", _("season imported")
    SEASON_MEMBERS = "season.members", _("members of the season changed")
    SEASON_PUBLIC_CLOSED = "season.public.closed", _("page of the season closed")
    SEASON_PUBLIC_OPENED = "season.public.opened", _("page of the season opened")
    SEASON_REMOVED = "season.removed", _("empty season removed")
    SEASON_REOPENED = "season.reopened", _("season opened again")
    SERIES_CREATED = "series.created", _("series created")
    SERIES_DRAW_ANNOUNCED = "series.draw.announced", _("draw announced")
    SERIES_DRAWN = "series.drawn", _("seating drawn")
    SERIES_MOVED = "series.moved", _("state of the series changed")
    SERIES_NO_LIST = "series.no_list", _("reason for a player without list")
    SERIES_PLAYER_JOINED = "series.player.joined", _("latecomer seated")
    SERIES_PLAYER_MOVED = "series.player.moved", _("player moved to another table")
    SERIES_REMOVED = "series.removed", _("series removed")
    SERIES_RESULTS_RELEASED = "series.results.released", _("results shown to the room")
    SERIES_RESULTS_WITHDRAWN = "series.results.withdrawn", _("results taken from the room")
    SERIES_SEAT_FILLED = "series.seat.filled", _("seat filled by a latecomer")
    SERIES_SEATED = "series.seated", _("seated by hand")
    SERIES_SEATING_RELEASED = "series.seating.released", _("seating shown to the room")
    SERIES_SEATING_WITHDRAWN = "series.seating.withdrawn", _("seating taken from the room")
    SERIES_SEATS_SWAPPED = "series.seats.swapped", _("two players swapped")
    SERIES_TABLE_DISSOLVED = "series.table.dissolved", _("table given up")
    SERIES_TABLE_SHORTENED = "series.table.shortened", _("table of four made three")
    SERIES_TIME_LIMIT = "series.time_limit", _("time limit of the series set")
    TEAM_ADDED = "team.added", _("team formed")
    TEAM_CHANGED = "team.changed", _("team changed")
    TEAM_REMOVED = "team.removed", _("team dissolved")
    TEAMS_DRAWN = "teams.drawn", _("teams drawn by lot")
    TILL_COUNTED = "till.counted", _("till counted")
    TOURNAMENT_ANNOUNCEMENT_PUBLISHED = (
        "tournament.announcement.published",
        _("announcement published"),
    )
    TOURNAMENT_ANNOUNCEMENT_SAVED = (
        "tournament.announcement.saved",
        _("draft of the announcement saved"),
    )
    TOURNAMENT_ANNOUNCEMENT_WITHDRAWN = (
        "tournament.announcement.withdrawn",
        _("announcement withdrawn"),
    )
    TOURNAMENT_BROKEN_OFF = "tournament.broken_off", _("tournament broken off")
    TOURNAMENT_CHANGED = "tournament.changed", _("settings of the tournament changed")
    TOURNAMENT_CHANCES_HIDDEN = "tournament.chances.hidden", _("chances of a prize hidden")
    TOURNAMENT_CHANCES_SHOWN = "tournament.chances.shown", _("chances of a prize shown")
    TOURNAMENT_CREATED = "tournament.created", _("tournament created")
    TOURNAMENT_IMPORTED = "tournament.imported", _("tournament imported")
    TOURNAMENT_LOGO_REMOVED = "tournament.logo.removed", _("logo removed")
    TOURNAMENT_LOGO_SET = "tournament.logo.set", _("logo set")
    TOURNAMENT_PRINT_COPIES = "tournament.print.copies", _("copies of the prints set")
    TOURNAMENT_MOVED = "tournament.moved", _("state of the tournament changed")
    TOURNAMENT_TIMES = "tournament.times", _("times of the day planned")
    TOURNAMENT_PUBLIC_CLOSED = "tournament.public.closed", _("public pages closed")
    TOURNAMENT_PUBLIC_OPENED = "tournament.public.opened", _("public pages opened")
    TOURNAMENT_PUBLIC_UNTIL = "tournament.public.until", _("end of the public pages set")
    TOURNAMENT_RELEASES_APART = "tournament.releases.apart", _("releases no longer shown at once")
    TOURNAMENT_RELEASES_SHOWN = "tournament.releases.shown", _("releases shown at once")
    TOURNAMENT_REMOVED = "tournament.removed", _("tournament removed")
    TOURNAMENT_RESUMED = "tournament.resumed", _("breaking off taken back")
    TOURNAMENT_STANDINGS_FROZEN = "tournament.standings.frozen", _("standings frozen for the room")
    TOURNAMENT_STANDINGS_REVEALED = "tournament.standings.revealed", _("standings revealed")


SUBJECT_LENGTH = 60
MAX_REASON_LENGTH = 400


class LogEntry(models.Model):
    """Append-only: triggers refuse every UPDATE and DELETE.

    `subject` names the object by what people see ("list/1/3" is table 3 of series 1, "entry/17"
    start number 17), so that the log is readable in other installations. References are not
    enforced, because a row outlives its subject.
    """

    tournament = models.ForeignKey(
        Tournament, models.DO_NOTHING, null=True, db_constraint=False, related_name="log"
    )
    # The owner of a row outside tournaments; None if it concerns the server or predates hosts.
    host = models.ForeignKey(
        Host, models.DO_NOTHING, null=True, db_constraint=False, related_name="log"
    )
    at = models.DateTimeField()
    user = models.ForeignKey(
        "scoring.User", models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    actor = models.CharField(max_length=150, blank=True)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)

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


# Actions that decide what a list holds: whoever did one since it was last empty is an author of
# it. The foot of the paper is only compared with the games.
WRITING = (
    Action.LIST_RECHECK_CORRECTED,
    Action.LIST_GAME_CHANGED,
    Action.LIST_GAME_EMPTIED,
    Action.LIST_GAME_RECORDED,
    Action.LIST_GAMES_ANNULLED,
    Action.LIST_GAMES_RECORDED,
    Action.LIST_GAMES_RESTORED,
    Action.LIST_PLAYERS_CHANGED,
    Action.LIST_ROW_INSERTED,
    Action.LIST_ROW_REMOVED,
    Action.LIST_SEATS_EXCHANGED,
    Action.LIST_TOTALS_ENTERED,
)

# Frequent actions that `PublicRoom.revision` skips. One about a list invalidates only what is
# polled about this list.
KEYSTROKES = (
    Action.LIST_FOOT_RECORDED,
    Action.LIST_GAME_CHANGED,
    Action.LIST_GAME_EMPTIED,
    Action.LIST_GAME_RECORDED,
    Action.LIST_GAME_UNREAD,
    Action.LIST_GAMES_RECORDED,
    Action.LIST_PHOTO_ADDED,
    Action.LIST_PHOTO_REMOVED,
    Action.LIST_RECHECK_STARTED,
    Action.LIST_RECHECK_TYPED,
    Action.LIST_ROW_INSERTED,
    Action.LIST_ROW_REMOVED,
    *(each for each in Action if each.startswith("phone.")),
)

# Actions that can be reversed alone.
REVERSIBLE = (
    Action.LIST_GAME_RECORDED,
    Action.LIST_GAME_CHANGED,
    Action.LIST_GAME_EMPTIED,
    Action.LIST_TOTALS_ENTERED,
    Action.LIST_RECHECK_CORRECTED,
    Action.LIST_FOOT_RECORDED,
    Action.LIST_PLAYERS_CHANGED,
    Action.LIST_SEATS_EXCHANGED,
    Action.LIST_GAMES_ANNULLED,
    Action.LIST_CLEARED,
)

# What is allowed in a result reported by another club, because it does not change the result.
PREFIXES_ALLOWED_IN_REPORTED = (
    "club.",
    "member.",
    "members.",
    "people.",
    "person.",
    "role.",
    "series.results.",
    "series.seating.",
    "tournament.public.",
    "tournament.releases.",
    "tournament.standings.",
)
ALLOWED_IN_REPORTED = frozenset(
    (
        *(action for action in Action if action.startswith(PREFIXES_ALLOWED_IN_REPORTED)),
        Action.TOURNAMENT_CHANGED,  # its season alone: `change_tournament`
    )
)


ADDRESS_LENGTH = 2_000


class Submission(models.Model):
    """The token of a form, stored with its change, and the address that its sender was led to.

    `sender` is the account or list that owns the token, empty for a visitor; `log` is the id of the
    first log row of the change. Kept for a day.
    """

    sender = models.CharField(max_length=40, blank=True)
    token = models.CharField(max_length=64)
    at = models.DateTimeField(db_index=True)
    log = models.BigIntegerField(null=True)
    address = models.CharField(max_length=ADDRESS_LENGTH, blank=True)

    class Meta:
        constraints = (unique("one_submission_of_a_token", "sender", "token"),)
