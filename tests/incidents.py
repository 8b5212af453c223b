"""An infraction that tests decide about."""

from scoring.rules.adjudication.incident import Incident
from scoring.rules.game import PlayedGame
from scoring.rules.systems import ISKO

HEARTS_30 = PlayedGame(ISKO, "hearts", 1, bid=30)
REVOKE = Incident(
    "revoke",
    ISKO,
    HEARTS_30,
    {
        "found": "at_once",
        "party": "defender",
        "demand": False,
        "soloist_points": 45,
        "defender_points": 20,
        "schneider_impossible": False,
    },
)
