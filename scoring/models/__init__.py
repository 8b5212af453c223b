"""Models, constraints and querysets (docs/data-model.md)."""

from scoring.models.account import (
    AccountLink,
    Actor,
    HostRole,
    Membership,
    Role,
    SignedIn,
    SignInFailures,
    User,
)
from scoring.models.adjustment import Adjustment
from scoring.models.announcement import Announcement, HostLogo, Logo, PrintCopies
from scoring.models.category import Category, EntryCategory
from scoring.models.game import Game
from scoring.models.host import Host
from scoring.models.host_defaults import HostDefaults, RememberedColumns
from scoring.models.league import (
    Division,
    LeagueLeader,
    LeagueLot,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    Meeting,
    MeetingTeam,
    ReportedResult,
    SeriesForfeit,
    TeamPenalty,
    Venue,
)
from scoring.models.log import LogEntry
from scoring.models.money import Booking, Fees, Pot, PotChoice, PrizeInKind, TillCount
from scoring.models.person import Club, ClubMember, Entry, MemberOffer, Person
from scoring.models.phone import Signature, TableAccess, TableCall, TableDevice, UnsentGames
from scoring.models.recheck import Recheck
from scoring.models.report import (
    ReceivedReport,
    Report,
    ReportKey,
    ReportTarget,
)
from scoring.models.ruling import Objection, Ruling
from scoring.models.score_list import NoListReason, ScoreList, Seat
from scoring.models.season import Season, SeasonMember
from scoring.models.second_factor import CodeApp, Passkey, RecoveryCode
from scoring.models.series import Draw, Series
from scoring.models.submission import Submission
from scoring.models.team import Team, TeamContest, TeamMember
from scoring.models.tournament import Lot, Tournament

__all__ = [
    "AccountLink",
    "Actor",
    "Adjustment",
    "Announcement",
    "Booking",
    "Category",
    "Club",
    "ClubMember",
    "CodeApp",
    "Division",
    "Draw",
    "Entry",
    "EntryCategory",
    "Fees",
    "Game",
    "Host",
    "HostDefaults",
    "HostLogo",
    "HostRole",
    "LeagueLeader",
    "LeagueLot",
    "LeaguePlayer",
    "LeagueTeam",
    "LogEntry",
    "Logo",
    "Lot",
    "MatchDay",
    "Meeting",
    "MeetingTeam",
    "MemberOffer",
    "Membership",
    "NoListReason",
    "Objection",
    "Passkey",
    "Person",
    "Pot",
    "PotChoice",
    "PrintCopies",
    "PrizeInKind",
    "ReceivedReport",
    "Recheck",
    "RecoveryCode",
    "RememberedColumns",
    "Report",
    "ReportKey",
    "ReportTarget",
    "ReportedResult",
    "Role",
    "Ruling",
    "ScoreList",
    "Season",
    "SeasonMember",
    "Seat",
    "Series",
    "SeriesForfeit",
    "SignInFailures",
    "Signature",
    "SignedIn",
    "Submission",
    "TableAccess",
    "TableCall",
    "TableDevice",
    "Team",
    "TeamContest",
    "TeamMember",
    "TeamPenalty",
    "TillCount",
    "Tournament",
    "UnsentGames",
    "User",
    "Venue",
]
