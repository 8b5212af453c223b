"""Who left or joined a table at a round, in a document (SkO 4.5.9, 3.1.2)."""

from scoring.exchange.fields import Node
from scoring.rules.outline import MOST, check_sittings, joined_by_fourth, read_sittings
from scoring.rules.problem import Problem


def seats_of(table: Node) -> int:
    """The seats of a table: its players but for those who joined at a round, unless as a fourth."""
    return MOST if joined_by_fourth(table["sittings"]) else began(table)


def began(table: Node) -> int:
    """How many sat down at the beginning."""
    joined = [each for each in table["sittings"] if isinstance(each, dict) and "first_game" in each]
    return len(table["seats"]) - len(joined)


def sittings_problems(table: Node, seats: int) -> list[Problem]:
    """What is wrong with the times of the players (SkO 4.5.9, 3.1.2)."""
    try:
        sittings = read_sittings(table["sittings"], seats)
    except ValueError:
        return [Problem("sittings-malformed")]
    rounds = table["games_due"] // seats
    return check_sittings(sittings, seats, rounds) if sittings else []
