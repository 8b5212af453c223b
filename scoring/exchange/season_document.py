"""The document of a whole season: its terms, its people, its tournaments, its league.

A person is named by tournament and start number: people of one name stay different people, and a
player of many tournaments stays one. In the league teams are named by their numbers in the
division, match days by theirs, people and tournaments by their place in the document, from 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import Meta

from scoring import models
from scoring.exchange.document import Document, PersonPart, Rounds
from scoring.exchange.part import (
    Day,
    FromOne,
    Moment,
    Name60,
    Name120,
    Number,
    Object,
    Part,
    Reason,
    Signed,
    Small,
    Text120,
    Text200,
    UserName,
    written_default,
)
from scoring.models.league import (
    MATCH_POINTS,
    MAX_DAYS,
    MAX_PENALTY,
    MAX_SERIES_PER_DAY,
    WithdrawnResults,
)
from scoring.models.season import SeasonKind, SeasonOrder
from scoring.models.team import MAX_TEAM_SIZE, MIN_TEAM_SIZE
from scoring.rules.league.scoring import LeagueScoring
from scoring.rules.problem import Problem

MAX_TOURNAMENTS = 1_000
Many = Meta(max_length=1_000)
Points = Annotated[int, Meta(ge=-MAX_PENALTY, le=MAX_PENALTY)]
MatchPoints = int | float | Annotated[str, Meta(pattern=MATCH_POINTS)]
SeriesOfDay = Annotated[int, Meta(ge=1, le=MAX_SERIES_PER_DAY)]


class TermsPart(Part):
    name: Text120
    kind: SeasonKind = written_default(SeasonKind.CLUB)
    order: SeasonOrder = SeasonOrder.TOTAL
    best_of: FromOne | None = None
    least: FromOne | None = None
    public: bool = written_default(False)
    closed_at: Moment | None = None


class PlayedPart(Part):
    """The place of a tournament in the document, from 1, and a start number of it."""

    tournament: FromOne
    start_number: Number


class SeasonPersonPart(Part):
    number: Number | None = None  # None for a guest
    # Only for a member or a player of a roster without any entry; otherwise the entries say it.
    person: PersonPart | None = None
    entries: Annotated[list[PlayedPart], Meta(max_length=MAX_TOURNAMENTS)] = []


class VenuePart(Part):
    MODEL = models.Venue
    OWNER = "season"
    ORDER = ("name",)
    UNIQUE = ("name",)
    LINKS = ("venue", "home")

    name: Name120
    address: Text200 = ""


class MatchDayPart(Part):
    MODEL = models.MatchDay
    OWNER = "season"
    ORDER = ("number",)
    UNIQUE = ("number",)
    LINKS = ("match_day",)

    number: Annotated[int, Meta(ge=1, le=MAX_DAYS)]
    date: Day | None = None


class PlayerPart(Part):
    MODEL = models.LeaguePlayer
    OWNER = "team"
    COPIED = {"season_id": "division.season_id"}
    PLACES = ("person",)
    STAY = ("from_day", "until_day")

    person: Number
    position: FromOne | None = None
    from_day: Small = written_default(1)
    until_day: Small | None = None


class LeagueLotPart(Part):
    MODEL = models.LeagueLot
    OWNER = "team"

    order: FromOne
    drawing: Number
    totals: Text120


class LeagueTeamPart(Part):
    MODEL = models.LeagueTeam
    OWNER = "division"
    ORDER = ("number",)
    COLUMNS = {"club": "club__name", "home": "home__name"}
    UNIQUE = ("number", "name")
    LINKS = ("team", "host")
    NEEDS = {"withdrawn_from": "withdrawn_reason"}

    number: FromOne
    name: Name60
    club: Text120 | None = None
    home: Text120 | None = None
    cannot_host: bool = False
    withdrawn_from: FromOne | None = None
    withdrawn_results: WithdrawnResults = WithdrawnResults.KEEP
    withdrawn_reason: Text200 = ""
    players: Annotated[list[PlayerPart], Many] = []
    # At most one: the lot that the team drew among equals.
    lots: Annotated[list[LeagueLotPart], Meta(max_length=1)] = []


class ResultPart(Part):
    MODEL = models.ReportedResult
    OWNER = "meeting_team"
    ORDER = ("series",)
    UNIQUE = ("series",)

    series: SeriesOfDay
    performance: Signed
    points: Signed = written_default(0)
    won: Small = written_default(0)
    lost: Small = written_default(0)
    players: Small = written_default(4)


class ForfeitPart(Part):
    MODEL = models.SeriesForfeit
    OWNER = "meeting_team"
    ORDER = ("series",)
    UNIQUE = ("series",)

    series: SeriesOfDay
    reason: Reason


class MeetingTeamPart(Part):
    MODEL = models.MeetingTeam
    OWNER = "meeting"
    ORDER = ("team__number",)
    COLUMNS = {"team": "team__number"}
    UNIQUE = ("team",)
    COPIED = {"match_day_id": "match_day_id"}
    NEEDS = {"absent": "reason"}

    team: FromOne
    absent: bool = False
    reason: Text200 = ""
    forfeits: Annotated[list[ForfeitPart], Many] = []
    results: Annotated[list[ResultPart], Many] = []


class MeetingPart(Part):
    MODEL = models.Meeting
    OWNER = "division"
    ORDER = ("match_day__number", "number")
    COLUMNS = {"day": "match_day__number", "venue": "venue__name", "host": "host__number"}
    PLACES = ("tournament",)

    day: FromOne
    number: FromOne
    venue: Text120 | None = None
    host: FromOne | None = None
    tournament: FromOne | None = None
    reported_at: Moment | None = None
    teams: Annotated[list[MeetingTeamPart], Many] = []


class PenaltyPart(Part):
    """`reverses` is the place of the penalty that this one takes back, from 1."""

    MODEL = models.TeamPenalty
    OWNER = "team__division"
    COLUMNS = {"team": "team__number", "day": "match_day__number"}
    UNIQUE = ("reverses",)
    PLACES = ("reverses",)

    team: FromOne
    reason: Reason
    at: Moment
    day: FromOne | None = None
    match_points: Points = written_default(0)
    counter_points: Points = written_default(0)
    points: Signed = written_default(0)
    reverses: FromOne | None = None
    by: UserName | None = None

    def contradictions(self) -> Iterator[Problem]:
        if not (self.match_points or self.counter_points or self.points):
            yield Problem("document-changes-nothing")


@dataclass(frozen=True, slots=True)
class ScoringShape(LeagueScoring):
    """The values that `scoring` of a division may have, where tuples are lists."""

    points: list[list[MatchPoints]] = field(default_factory=list)  # type: ignore[assignment]

    def __post_init__(self) -> None:
        if not self.order or len(set(self.order)) < len(self.order) or "lot" in self.order[:-1]:
            raise ValueError


class DivisionPart(Part):
    MODEL = models.Division
    OWNER = "season"
    ORDER = ("number",)
    UNIQUE = ("number", "name")

    number: FromOne
    name: Name60
    level: FromOne = written_default(1)
    size: Annotated[int, Meta(ge=MIN_TEAM_SIZE, le=MAX_TEAM_SIZE)] = written_default(4)
    series: SeriesOfDay = written_default(3)
    rounds: Rounds = written_default(12)
    promoted: Small = written_default(0)
    promotion_playoff: Small = written_default(0)
    relegation_playoff: Small = written_default(0)
    relegated: Small = written_default(0)
    scoring: Object = {}
    teams: Annotated[list[LeagueTeamPart], Many] = []
    meetings: Annotated[list[MeetingPart], Meta(max_length=10_000)] = []
    penalties: Annotated[list[PenaltyPart], Meta(max_length=10_000)] = []


class LeaguePart(Part):
    APART = ("leaders",)

    leaders: Annotated[list[UserName], Many] = []
    venues: Annotated[list[VenuePart], Many] = []
    days: Annotated[list[MatchDayPart], Many] = []
    divisions: Annotated[list[DivisionPart], Many] = []


class SeasonDocument(Part):
    format: Literal[1]
    season: TermsPart
    people: Annotated[list[SeasonPersonPart], Meta(max_length=100_000)] = []
    tournaments: Annotated[list[Document], Meta(max_length=MAX_TOURNAMENTS)] = []
    league: LeaguePart | None = None
