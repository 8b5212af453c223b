"""How the log names what its rows are about, by what people see and never by ids."""

from scoring.models import Ruling, Series, Team, User


def series_subject(series: Series) -> str:
    return f"series/{series.number}"


def booking_subject(number: int) -> str:
    return f"booking/{number}"


def pot_subject(number: int) -> str:
    return f"pot/{number}"


def team_subject(team: Team) -> str:
    return f"{team.contest.kind}/{team.number}"


def category_subject(name: str) -> str:
    return f"category/{name}"


def entry_subject(start_number: int) -> str:
    return f"entry/{start_number}"


def ruling_subject(ruling: Ruling) -> str:
    return f"ruling/{ruling.number}"


def account_subject(user: User) -> str:
    """How the log names an account; its 60 characters hold what a foreign account may exceed."""
    return f"account/{user.username}"[:60]
