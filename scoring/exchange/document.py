"""The document of a tournament (docs/formats.md), for import and export.

No database id is written: a player is named by start number, a table by its number, an account by
its user name. A game is a record of docs/formats.md, read by the rules; its `score` and the figures
of a seat are checked by the import, which recomputes them.

Every field is declared once, in a `Part`. msgspec reads and writes it; its database column has the
same name unless `COLUMNS` says otherwise.
"""

from collections.abc import Container, Mapping
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw, field

from scoring.decoding import MAX_INTEGER
from scoring.models import Role
from scoring.models.money import BookingKind, PotKind
from scoring.models.person import EntryState, PublishedAs
from scoring.models.ruling import ObjectionState
from scoring.models.score_list import MAX_PLAYERS, Depth, ListState
from scoring.models.team import TeamKind
from scoring.models.tournament import (
    BrokenOff,
    Confirm,
    Counts,
    PrintCopies,
    SeriesState,
    Ties,
    TournamentState,
)

T = TypeVar("T")
FORMAT: Final = 1
MAX_GAMES = 1_000  # of one list, annulled attempts included
MAX_LOGO = 2 * 1024 * 1024  # bytes
SCOPE = (
    r"^(overall|series/[1-9][0-9]{0,4}|day/[0-9]{4}-[0-9]{2}-[0-9]{2}|category/[^\n]+"
    r"|special/[a-z-]{1,30}|team|tandem|mixed)$(?!\n)"
)
OF_ALL = ("start_number", "username")  # players and accounts, whatever the foreign key
MAX_SMALL = 32_767  # a small integer column of PostgreSQL
YEARS = range(1900, 2200)
USERNAME = r"^[\w.@+-]+$(?!\n)"

Small = Annotated[int, Meta(ge=0, le=MAX_SMALL)]
FromOne = Annotated[int, Meta(ge=1, le=MAX_SMALL)]
Count = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Number = Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
Signed = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
Text20 = Annotated[str, Meta(max_length=20)]
Text40 = Annotated[str, Meta(max_length=40)]
Text60 = Annotated[str, Meta(max_length=60)]
Text80 = Annotated[str, Meta(max_length=80)]
Text120 = Annotated[str, Meta(max_length=120)]
Text150 = Annotated[str, Meta(max_length=150)]
Text200 = Annotated[str, Meta(max_length=200)]
Text400 = Annotated[str, Meta(max_length=400)]
Text2000 = Annotated[str, Meta(max_length=2_000)]
UserName = Annotated[str, Meta(max_length=150, pattern=USERNAME)]
Object = dict[str, Any]
Position = Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]
Scope = Annotated[str, Meta(max_length=80, pattern=SCOPE)]


class Moment(datetime):
    """A point in time with its zone; the export formats it as text before it builds a part."""

    EXAMPLE = "2026-11-21T19:30:00+01:00"


class Day(date):
    """A day in one of YEARS."""

    EXAMPLE = "2026-11-21"


class Part(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An object of the document. Values that equal a default are not written, except where the
    default is a `written_default`.
    """

    # The columns that are named differently; "entry__start_number" is a column of another row.
    COLUMNS: ClassVar[Mapping[str, str]] = {}
    APART: ClassVar[tuple[str, ...]] = ()  # fields that have rows of their own
    UNIQUE: ClassVar[tuple[str, ...]] = ()  # fields in which no two parts of a list are equal

    @classmethod
    def columns(cls) -> dict[str, str]:
        """The column of every field."""
        names = (name for name in cls.__struct_fields__ if name not in cls.APART)
        return {name: cls.COLUMNS.get(name, name) for name in names}

    def names(self) -> Mapping[str, Container[object]]:
        """The names that rows inside may refer to, by the key under which `Links` has their ids."""
        return {}

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """The default of every optional field."""
        defaults = cls.__struct_defaults__
        return dict(zip(cls.__struct_fields__[-len(defaults) :], defaults, strict=False))


def link_of(column: str) -> str:
    """The key under which the ids for a column such as "entry__start_number" stand."""
    key, _, by = column.partition("__")
    return by if by in OF_ALL else key


def written_default(value: T) -> T:
    """A default that is written nevertheless; only older documents lack the field."""
    default: T = field(default_factory=lambda: value)
    return default


def read_custom(kind: type[Any], value: Any) -> Any:
    """The hook by which msgspec reads a day or a moment."""
    try:
        day = kind.fromisoformat(value)
        if kind is Moment:
            has_form, day = day.tzinfo is not None, day.astimezone(UTC)
        else:
            has_form = day.isoformat() == value  # no weeks, and no date without hyphens
    except (TypeError, ValueError, OverflowError):
        has_form = False
    if not has_form or day.year not in YEARS:
        raise ValueError(f"Expected {kind.EXAMPLE}")
    return day


def decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind, dec_hook=read_custom)


def schema_of_custom(kind: type[Any]) -> dict[str, Any]:
    """The JSON schema of a type that msgspec does not know."""
    if kind is Moment:
        return {"type": "string", "format": "date-time"}
    return {"type": "string", "format": "date"} if kind is Day else {"enum": kind.values}


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


class MembershipPart(Part):
    COLUMNS = {"user": "user__username"}
    UNIQUE = ("user",)

    user: UserName
    role: Role


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
    APART = ("person", "categories", "pots")
    UNIQUE = ("start_number",)

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
    COLUMNS = {"drawn_by": "drawn_by__username"}
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
    COLUMNS = {"player": "entry__start_number"}

    position: Position
    player: Number
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

    COLUMNS = {"by": "by__username"}

    by: UserName
    started_at: Moment
    finished_at: Moment
    steps: Count = written_default(0)
    revision: Count | None = None
    document: Object = {}
    differences: list[Any] = []


class TablePart(Part):
    COLUMNS = {
        "number": "table_number",
        "entered_by": "entered_by__username",
        "confirmed_by": "confirmed_by__username",
    }
    APART = ("seats", "games", "rechecks")
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


class NoListPart(Part):
    COLUMNS = {"player": "entry__start_number"}

    player: Number
    reason: Text200


class SeriesPart(Part):
    APART = ("no_list", "draws", "tables")
    UNIQUE = ("number",)

    number: FromOne
    day: Day | None = None
    rounds: Annotated[int, Meta(ge=1, le=24)] = written_default(12)
    state: SeriesState = written_default(SeriesState.DRAFT)
    seating_public_at: Moment | None = None
    results_public_at: Moment | None = None
    started_at: Moment | None = None
    minutes: FromOne | None = None
    no_list: Annotated[list[NoListPart], Meta(max_length=20_000)] = []
    draws: Annotated[list[DrawPart], Meta(max_length=1_000)] = []
    tables: Annotated[list[TablePart], Meta(max_length=5_000)] = []


class CategoryPart(Part):
    UNIQUE = ("name",)

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    entry_cents: Count | None = None
    ranked: bool = written_default(True)


class MemberPart(Part):
    COLUMNS = {"player": "entry__start_number"}
    UNIQUE = ("position",)

    player: Number
    position: Small
    from_series: Small = written_default(1)
    until_series: Small | None = None


class TeamPart(Part):
    APART = ("members",)
    UNIQUE = ("number", "name")

    number: Small
    name: Text120
    members: Annotated[list[MemberPart], Meta(max_length=1_000)] = []


class ContestPart(Part):
    COLUMNS = {"one_of": "one_of__name"}
    APART = ("teams",)
    UNIQUE = ("kind",)

    kind: TeamKind
    size: Annotated[int, Meta(ge=2, le=12)] = written_default(4)
    scaled: bool = written_default(False)
    one_of: Text60 | None = None
    teams: Annotated[list[TeamPart], Meta(max_length=10_000)] = []


class AdjustmentPart(Part):
    """`reverses` is a place in the list, from 1."""

    COLUMNS = {"player": "entry__start_number", "series": "series__number", "by": "by__username"}
    UNIQUE = ("reverses",)

    player: Number
    points: Signed
    reason: Annotated[str, Meta(min_length=1, max_length=200)]
    at: Moment
    series: Small | None = None
    reverses: Number | None = None
    by: UserName | None = None


class FeesPart(Part):
    entry_cents: Count = written_default(0)
    card_cents: Count = written_default(0)
    table_cents: Count = written_default(0)
    passed_cents: Count = written_default(0)
    lost_ladder: list[Any] = []


class PrizeInKindPart(Part):
    COLUMNS = {"player": "entry__start_number"}
    UNIQUE = ("number", "player")

    number: Small
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    player: Number | None = None


class PotPart(Part):
    COLUMNS = {"series": "series__number", "category": "category__name"}
    APART = ("in_kind",)
    UNIQUE = ("number",)

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


class BookingPart(Part):
    """`start_number` stays in the row when the entry, named by `player`, is removed."""

    COLUMNS = {
        "player": "entry__start_number",
        "series": "list__series__number",
        "table": "list__table_number",
        "pot": "pot__number",
        "reverses": "reverses__number",
        "by": "by__username",
    }
    UNIQUE = ("number", "reverses")

    number: Number
    kind: BookingKind
    cents: Signed
    at: Moment
    player: Number | None = None
    start_number: Count | None = None
    series: Small | None = None
    table: Small | None = None
    pot: Small | None = None
    note: Text200 = ""
    reverses: Number | None = None
    by: UserName | None = None


class TillCountPart(Part):
    COLUMNS = {"by": "by__username"}

    counted_cents: Signed
    expected_cents: Signed
    at: Moment
    kind: Annotated[str, Meta(pattern=r"^[a-z_]{0,12}$(?!\n)")] = ""
    note: Text200 = ""
    by: UserName | None = None


class AnnouncementPart(Part):
    COLUMNS = {"published_by": "published_by__username"}

    items: Annotated[dict[str, str], Meta(max_length=1_000)] = {}
    published_at: Moment | None = None
    published_by: UserName | None = None


class PrintCopiesPart(Part):
    UNIQUE = ("paper",)

    paper: Annotated[str, Meta(max_length=20, pattern=r"^[a-z-]+$(?!\n)")]
    copies: Annotated[int, Meta(ge=0, le=PrintCopies.MAX_COPIES)]


class ObjectionPart(Part):
    COLUMNS = {"player": "by_entry__start_number", "decided_by": "decided_by__username"}

    text: Text2000
    lodged_at: Moment
    player: Number | None = None
    state: ObjectionState = written_default(ObjectionState.LODGED)
    reason: Text2000 = ""
    decided_at: Moment | None = None
    decided_by: UserName | None = None


class RulingPart(Part):
    COLUMNS = {
        "series": "list__series__number",
        "table": "list__table_number",
        "by": "by__username",
    }
    APART = ("objection",)
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

    COLUMNS = {"player": "entry__start_number", "team": "team__number"}

    scope: Scope
    order: Small
    player: Number | None = None
    team: Small | None = None
    drawing: Count = written_default(0)
    totals: Text120 = ""


class LogRowPart(Part):
    COLUMNS = {"user": "user__username"}

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

    def names(self) -> dict[str, set[Any]]:
        categories = {category.name for category in self.categories}
        return {
            "start_number": {entry.start_number for entry in self.entries},
            "series": {series.number for series in self.series},
            "category": categories,
            "one_of": categories,
            "pot": {pot.number for pot in self.pots},
        }
