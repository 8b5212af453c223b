"""Rows, constraints and querysets (DATA); one module a noun."""

from scoring.models.account import AccountLink, Actor, Membership, Role, SignInFailures, User
from scoring.models.game import Game
from scoring.models.log import LogEntry
from scoring.models.person import Club, Entry, Person
from scoring.models.recheck import Recheck
from scoring.models.score_list import ScoreList, Seat
from scoring.models.series import Draw, Series
from scoring.models.tournament import Lot, Tournament

__all__ = [
    "AccountLink",
    "Actor",
    "Club",
    "Draw",
    "Entry",
    "Game",
    "LogEntry",
    "Lot",
    "Membership",
    "Person",
    "Recheck",
    "Role",
    "ScoreList",
    "Seat",
    "Series",
    "SignInFailures",
    "Tournament",
    "User",
]
