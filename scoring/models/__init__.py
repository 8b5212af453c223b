"""Models, constraints and querysets (docs/data-model.md)."""

from scoring.models.account import AccountLink, Actor, Membership, Role, SignInFailures, User
from scoring.models.adjustment import Adjustment
from scoring.models.announcement import Announcement, Logo, PrintCopies
from scoring.models.category import Category, EntryCategory
from scoring.models.game import Game
from scoring.models.log import LogEntry, LogSeal
from scoring.models.money import Booking, Fees, Pot, PotChoice, PrizeInKind, TillCount
from scoring.models.person import Club, Entry, Person
from scoring.models.recheck import Recheck
from scoring.models.ruling import Objection, Ruling
from scoring.models.score_list import NoListReason, ScoreList, Seat
from scoring.models.series import Draw, Series
from scoring.models.team import Team, TeamContest, TeamMember
from scoring.models.tournament import Lot, Season, Tournament

__all__ = [
    "AccountLink",
    "Actor",
    "Adjustment",
    "Announcement",
    "Booking",
    "Category",
    "Club",
    "Draw",
    "Entry",
    "EntryCategory",
    "Fees",
    "Game",
    "LogEntry",
    "LogSeal",
    "Logo",
    "Lot",
    "Membership",
    "NoListReason",
    "Objection",
    "Person",
    "Pot",
    "PotChoice",
    "PrintCopies",
    "PrizeInKind",
    "Recheck",
    "Role",
    "Ruling",
    "ScoreList",
    "Season",
    "Seat",
    "Series",
    "SignInFailures",
    "Team",
    "TeamContest",
    "TeamMember",
    "TillCount",
    "Tournament",
    "User",
]
