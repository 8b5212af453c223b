"""Models, constraints and querysets (docs/data-model.md)."""

from scoring.models.account import (
    AccountLink,
    Actor,
    CodeApp,
    HostRole,
    Membership,
    Passkey,
    RecoveryCode,
    Role,
    SignedIn,
    SignInFailures,
    User,
)
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
from scoring.models.log import LogEntry, Submission
from scoring.models.money import Booking, Fees, Pot, PotChoice, PrizeInKind, TillCount
from scoring.models.person import (
    Adjustment,
    Club,
    ClubMember,
    Entry,
    MemberOffer,
    Person,
    Reservation,
)
from scoring.models.phone import (
    ListPhoto,
    Signature,
    TableAccess,
    TableCall,
    TableDevice,
    UnsentGames,
)
from scoring.models.report import ReceivedReport, Report, ReportKey, ReportTarget
from scoring.models.ruling import Objection, Ruling
from scoring.models.score_list import Game, NoListReason, Recheck, ScoreList, Seat
from scoring.models.season import Season, SeasonMember
from scoring.models.team import Category, EntryCategory, Team, TeamContest, TeamMember
from scoring.models.tournament import (
    Announcement,
    Draw,
    HostLogo,
    Logo,
    Lot,
    PrintCopies,
    Series,
    Tournament,
)
