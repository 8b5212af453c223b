"""The document of a tournament (docs/formats.md), for import and export.

No database id is written: a player is named by start number, a table by its number, an account by
its user name. A game is a record of docs/formats.md, read by the rules; its `score` and the figures
of a seat are checked by the import, which recomputes them.

Every field is declared once, in a `Part`. msgspec reads and writes it; its database column has the
same name unless its type (`Player`, `UserName`) or `COLUMNS` says otherwise.
"""

from collections.abc import Iterator
from datetime import time
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw

from scoring import models
from scoring.exchange.part import (
    Count,
    Day,
    FromOne,
    Moment,
    Name60,
    Number,
    Object,
    Part,
    Player,
    Reason,
    Signed,
    Small,
    Text20,
    Text40,
    Text60,
    Text80,
    Text120,
    Text150,
    Text200,
    Text400,
    Text2000,
    UserName,
    written_default,
)
from scoring.models.money import BookingKind, PotKind
from scoring.models.person import EntryState
from scoring.models.ruling import ObjectionState
from scoring.models.score_list import MAX_PLAYERS, Depth, ListState
from scoring.models.spelling import PublishedAs
from scoring.models.team import MAX_TEAM_SIZE, MIN_TEAM_SIZE, TeamKind
from scoring.models.tournament import (
    MAX_COPIES,
    ROUNDS,
    BrokenOff,
    Confirm,
    Counts,
    SeriesState,
    Ties,
    TournamentState,
)
from scoring.rules.outline import MAX_SEATS, joined_by_fourth
from scoring.rules.problem import Problem

FORMAT: Final = 1
MAX_GAMES = 1_000  # of one list, annulled attempts included
MAX_LOGO = 2 * 1024 * 1024  # bytes
SCOPE = (
    r"^(overall|series/[1-9][0-9]{0,4}|day/[0-9]{4}-[0-9]{2}-[0-9]{2}|category/[^\n]+"
    r"|special/[a-z-]{1,30}|team|tandem|mixed)$(?!\n)"
)
Position = Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]
Rounds = Annotated[int, Meta(ge=ROUNDS[0], le=ROUNDS[-1])]
Scope = Annotated[str, Meta(max_length=80, pattern=SCOPE)]


# The parts of a tournament ------------------------------------------------------------------------


class SettingsPart(Part):
    APART = ("season", "season_best_of")

    name: Text120
    date: Day
    place: Text120 = ""
    organizer: Text120 = ""
    system: Text40 = written_default("isko-1998")
    edition: Text20 = written_default("1999")
    hand_loss: Annotated[int, Meta(ge=1, le=2)] | None = None
    ramsch: bool = written_default(False)
    # Without it wenzels are allowed where the bonus or a game implies them.
    wenzels: bool | None = None
    wenzel_bonus: bool = written_default(False)
    scheme: Text20 = written_default("seeger-fabian")
    state: TournamentState = written_default(TournamentState.PREPARE)
    review_until: Moment | None = None
    counts: Counts = written_default(Counts.ENTERED)
    confirm: Confirm = written_default(Confirm.SECOND)
    ties: Ties = written_default(Ties.LOT)
    paper_total: bool = written_default(True)
    public: bool = written_default(False)
    public_until: Day | None = None
    begins_at: time | None = None
    series_minutes: FromOne | None = None
    break_minutes: Small = 15
    max_players: FromOne | None = None
    shows_releases: bool = True
    shows_chances: bool = False
    frozen_after: Small | None = None
    season: Text120 | None = None
    season_best_of: FromOne | None = None
    best_of: FromOne | None = None
    league: bool = written_default(False)
    substitutes: bool = False
    stakes: list[Any] = []
    sample: bool = written_default(False)
    ask_handed_in: bool = True
    phones: bool = False
    signed_suffices: bool = False
    broken_off: BrokenOff = BrokenOff.NO

    def contradictions(self) -> Iterator[Problem]:
        if self.season_best_of is not None and self.season is None:
            yield Problem("document-field-missing", "", {"key": "season"})
        if self.sample and self.public:
            yield Problem("sample-never-public", "public")


class MembershipPart(Part):
    MODEL = models.Membership
    ORDER = ("user__username",)
    UNIQUE = ("user",)

    user: UserName
    role: models.Role


class PersonPart(Part):
    COLUMNS = {"club": "club__name"}

    family: Text80
    given: Text80 = ""
    club: Text120 | None = None
    passport: Text40 = ""
    birth_year: Small | None = None
    anonymised_at: Moment | None = None
    published_as: PublishedAs = PublishedAs.NAME


class EntryPart(Part):
    MODEL = models.Entry
    ORDER = ("start_number",)
    UNIQUE = ("start_number",)
    APART = ("person", "categories", "pots")
    STAY = ("from_series", "until_series")
    LINKS = ("start_number",)

    start_number: Number
    person: PersonPart
    club_name: Text120 = ""
    state: EntryState = written_default(EntryState.PRESENT)
    from_series: Small = written_default(1)
    until_series: Small | None = None
    fixed_table: Small | None = None
    three_seats: bool = written_default(False)
    handed_in: bool = False
    categories: Annotated[list[Text60], Meta(max_length=1_000)] = []
    # The numbers of the optional pots that a player chose.
    pots: Annotated[list[FromOne], Meta(max_length=1_000)] = []


class DrawPart(Part):
    MODEL = models.Draw
    OWNER = "series"
    ORDER = ("number",)
    UNIQUE = ("number",)

    number: Small
    mode: Text20
    entries_hash: Annotated[str, Meta(max_length=64)]
    seed: Text80
    engine: Text20
    drawn_at: Moment
    options: Object = {}
    report: Object = {}
    reason: Text200 = ""
    drawn_by: UserName | None = None
    released_at: Moment | None = None


class SeatPart(Part):
    MODEL = models.Seat
    OWNER = "list"
    ORDER = ("position",)
    COPIED = {"series_id": "series_id"}

    position: Position
    player: Player
    points: Signed | None = None
    won: Small | None = None
    lost: Small | None = None
    others_lost: Small | None = None
    performance: Signed | None = None
    paper_points: Signed | None = None
    paper_won: Small | None = None
    paper_lost: Small | None = None
    paper_total: Signed | None = None


class RecheckPart(Part):
    """A finished blind second entry; unfinished ones are not exported."""

    MODEL = models.Recheck
    OWNER = "list"
    ONLY = {"finished_at__isnull": False}

    by: UserName
    started_at: Moment
    finished_at: Moment
    steps: Count = written_default(0)
    revision: Count | None = None
    document: Object = {}
    differences: list[Any] = []


class TablePart(Part):
    MODEL = models.ScoreList
    OWNER = "series"
    ORDER = ("table_number",)
    APART = ("games",)
    COLUMNS = {"number": "table_number"}
    UNIQUE = ("number",)

    number: FromOne
    games_due: Annotated[int, Meta(ge=3, le=96)]
    seats: Annotated[list[SeatPart], Meta(max_length=MAX_PLAYERS)]
    games_played: Small | None = None
    stop_reason: Text200 = ""
    depth: Depth = written_default(Depth.NONE)
    state: ListState = written_default(ListState.OPEN)
    revision: Count = written_default(1)
    entered_by: UserName | None = None
    confirmed_by: UserName | None = None
    confirmed_at: Moment | None = None
    confirmed_revision: Count | None = None
    self_confirmed: bool = written_default(False)
    signatures: list[Any] = []
    # Players who left or joined at a round, as in a list document.
    sittings: list[Any] = []
    games: Annotated[list[Raw], Meta(max_length=MAX_GAMES)] = []  # game records
    rechecks: Annotated[list[RecheckPart], Meta(max_length=MAX_GAMES)] = []

    @property
    def seats_at_start(self) -> int:
        joined = [one for one in self.sittings if isinstance(one, dict) and "first_game" in one]
        return len(self.seats) - len(joined)

    @property
    def chairs(self) -> int:
        """How many seats the table has: who joins at a round takes another's, except a fourth."""
        return MAX_SEATS if joined_by_fourth(self.sittings) else self.seats_at_start

    def computed(self) -> dict[str, Any]:
        return {"seats": self.chairs, "began_as_three": joined_by_fourth(self.sittings)}


class NoListPart(Part):
    MODEL = models.NoListReason
    OWNER = "series"
    ORDER = ("entry__start_number",)

    player: Player
    reason: Text200


class SeriesPart(Part):
    MODEL = models.Series
    ORDER = ("number",)
    UNIQUE = ("number",)
    LINKS = ("series",)

    number: FromOne
    day: Day | None = None
    rounds: Rounds = written_default(12)
    state: SeriesState = written_default(SeriesState.DRAFT)
    seating_public_at: Moment | None = None
    results_public_at: Moment | None = None
    started_at: Moment | None = None
    minutes: FromOne | None = None
    no_list: Annotated[list[NoListPart], Meta(max_length=20_000)] = []
    draws: Annotated[list[DrawPart], Meta(max_length=1_000)] = []
    tables: Annotated[list[TablePart], Meta(max_length=5_000)] = []


class CategoryPart(Part):
    MODEL = models.Category
    UNIQUE = ("name",)
    LINKS = ("category", "one_of")

    name: Name60
    entry_cents: Count | None = None
    ranked: bool = written_default(True)


class MemberPart(Part):
    MODEL = models.TeamMember
    OWNER = "team"
    ORDER = ("position",)
    UNIQUE = ("position",)
    COPIED = {"contest_id": "contest_id"}
    STAY = ("from_series", "until_series")

    player: Player
    position: Small
    from_series: Small = written_default(1)
    until_series: Small | None = None


class TeamPart(Part):
    MODEL = models.Team
    OWNER = "contest"
    ORDER = ("number",)
    UNIQUE = ("number", "name")

    number: Small
    name: Text120
    members: Annotated[list[MemberPart], Meta(max_length=1_000)] = []


class ContestPart(Part):
    MODEL = models.TeamContest
    COLUMNS = {"one_of": "one_of__name"}
    UNIQUE = ("kind",)

    kind: TeamKind
    size: Annotated[int, Meta(ge=MIN_TEAM_SIZE, le=MAX_TEAM_SIZE)] = written_default(4)
    scaled: bool = written_default(False)
    one_of: Text60 | None = None
    teams: Annotated[list[TeamPart], Meta(max_length=10_000)] = []


class AdjustmentPart(Part):
    """`reverses` is a place in the list, from 1."""

    MODEL = models.Adjustment
    OWNER = "entry__tournament"
    COLUMNS = {"series": "series__number"}
    UNIQUE = ("reverses",)
    PLACES = ("reverses",)
    AMOUNT = "points"

    player: Player
    points: Signed
    reason: Reason
    at: Moment
    series: Small | None = None
    reverses: Number | None = None
    by: UserName | None = None


class FeesPart(Part):
    MODEL = models.Fees

    entry_cents: Count = written_default(0)
    card_cents: Count = written_default(0)
    table_cents: Count = written_default(0)
    passed_cents: Count = written_default(0)
    lost_ladder: list[Any] = []


class PrizeInKindPart(Part):
    MODEL = models.PrizeInKind
    OWNER = "pot"
    ORDER = ("number",)
    UNIQUE = ("number", "player")

    number: Small
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    player: Player | None = None


class PotPart(Part):
    MODEL = models.Pot
    ORDER = ("number",)
    COLUMNS = {"series": "series__number", "category": "category__name"}
    UNIQUE = ("number",)
    LINKS = ("pot",)

    number: Small
    title: Text80
    kind: PotKind
    series: Small | None = None
    category: Text60 | None = None
    day: Day | None = None
    special: Annotated[str, Meta(max_length=30)] = ""
    stake_cents: Count = written_default(0)
    optional: bool = written_default(False)
    plan: Object = {}
    in_kind: Annotated[list[PrizeInKindPart], Meta(max_length=1_000)] = []

    def contradictions(self) -> Iterator[Problem]:
        if self.kind == PotKind.CATEGORY and self.category is None:
            yield Problem("document-field-missing", "", {"key": "category"})


class BookingPart(Part):
    """`start_number` stays in the row when the entry, named by `player`, is removed."""

    MODEL = models.Booking
    ORDER = ("number",)
    COLUMNS = {
        "series": "list__series__number",
        "table": "list__table_number",
        "pot": "pot__number",
        "reverses": "reverses__number",
    }
    NAMED_BY = {"list": ("series", "table")}
    UNIQUE = ("number", "reverses")
    AMOUNT = "cents"

    number: Number
    kind: BookingKind
    cents: Signed
    at: Moment
    player: Player | None = None
    start_number: Count | None = None
    series: Small | None = None
    table: Small | None = None
    pot: Small | None = None
    note: Text200 = ""
    reverses: Number | None = None
    by: UserName | None = None


class TillCountPart(Part):
    MODEL = models.TillCount

    counted_cents: Signed
    expected_cents: Signed
    at: Moment
    kind: Annotated[str, Meta(pattern=r"^[a-z_]{0,12}$(?!\n)")] = ""
    note: Text200 = ""
    by: UserName | None = None


class AnnouncementPart(Part):
    MODEL = models.Announcement

    items: Annotated[dict[str, str], Meta(max_length=1_000)] = {}
    published_at: Moment | None = None
    published_by: UserName | None = None


class PrintCopiesPart(Part):
    MODEL = models.PrintCopies
    UNIQUE = ("paper",)

    paper: Annotated[str, Meta(max_length=20, pattern=r"^[a-z-]+$(?!\n)")]
    copies: Annotated[int, Meta(ge=0, le=MAX_COPIES)]


class ObjectionPart(Part):
    MODEL = models.Objection
    OWNER = "ruling"
    COLUMNS = {"player": "by_entry__start_number"}

    text: Text2000
    lodged_at: Moment
    player: Player | None = None
    state: ObjectionState = written_default(ObjectionState.LODGED)
    reason: Text2000 = ""
    decided_at: Moment | None = None
    decided_by: UserName | None = None

    def contradictions(self) -> Iterator[Problem]:
        if self.state != ObjectionState.LODGED and self.decided_at is None:
            yield Problem("document-field-missing", "", {"key": "decided_at"})


class RulingPart(Part):
    MODEL = models.Ruling
    ORDER = ("number",)
    COLUMNS = {"series": "list__series__number", "table": "list__table_number"}
    NAMED_BY = {"list": ("series", "table")}
    UNIQUE = ("number",)

    number: Count
    at: Moment
    series: Small | None = None
    table: Small | None = None
    game_number: Small | None = None
    incident: Object = {}
    decision: Object = {}
    paragraphs: list[str] = []
    note: Text400 = ""
    applied: bool = written_default(False)
    by: UserName | None = None
    objection: ObjectionPart | None = None


class LotPart(Part):
    """Drawn among players, or among the teams of the scope's kind."""

    MODEL = models.Lot
    ORDER = ("scope", "order", "entry__start_number", "team__number", "drawing", "totals")
    COLUMNS = {"team": "team__number"}
    NAMED_BY = {"team": ("scope", "team")}

    scope: Scope
    order: Small
    player: Player | None = None
    team: Small | None = None
    drawing: Count = written_default(0)
    totals: Text120 = ""

    def contradictions(self) -> Iterator[Problem]:
        if (self.player is None) == (self.team is None):
            yield Problem("document-lot-of-nobody")


class LogRowPart(Part):
    at: Moment
    action: Text60
    user: UserName | None = None
    actor: Text150 = ""
    subject: Text60 = ""
    old: Object | None = None
    new: Object | None = None
    reason: Text400 = ""


class Document(Part):
    """A tournament. `games` and `log` are long and stay raw text, decoded one by one."""

    format: Literal[1]
    tournament: SettingsPart
    memberships: Annotated[list[MembershipPart], Meta(max_length=10_000)] = []
    entries: Annotated[list[EntryPart], Meta(max_length=20_000)] = []
    series: Annotated[list[SeriesPart], Meta(max_length=1_000)] = []
    categories: Annotated[list[CategoryPart], Meta(max_length=1_000)] = []
    contests: Annotated[list[ContestPart], Meta(max_length=len(TeamKind.values))] = []
    adjustments: Annotated[list[AdjustmentPart], Meta(max_length=100_000)] = []
    fees: FeesPart | None = None
    pots: Annotated[list[PotPart], Meta(max_length=1_000)] = []
    bookings: Annotated[list[BookingPart], Meta(max_length=1_000_000)] = []
    till_counts: Annotated[list[TillCountPart], Meta(max_length=10_000)] = []
    announcement: AnnouncementPart | None = None
    logo: Annotated[bytes, Meta(max_length=MAX_LOGO)] | None = None
    print_copies: Annotated[list[PrintCopiesPart], Meta(max_length=100)] = []
    rulings: Annotated[list[RulingPart], Meta(max_length=100_000)] = []
    lots: Annotated[list[LotPart], Meta(max_length=100_000)] = []
    log: Annotated[list[Raw], Meta(max_length=5_000_000)] = []  # each a LogRowPart
