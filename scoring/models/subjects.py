"""How the log names what its rows are about, by what people see and never by ids."""

from scoring.models import Ruling, Series, Team, User

SUBJECT_LENGTH = 60


def series_subject(series: Series) -> str:
    return f"series/{series.number}"


def booking_subject(number: int) -> str:
    return f"booking/{number}"


def pot_subject(number: int) -> str:
    return f"pot/{number}"


def team_subject(team: Team) -> str:
    return f"{team.contest.kind}/{team.number}"


def contest_subject(kind: str) -> str:
    return f"contest/{kind}"


def category_subject(name: str) -> str:
    return f"category/{name}"


def entry_subject(start_number: int) -> str:
    return f"entry/{start_number}"


def ruling_subject(ruling: Ruling) -> str:
    return f"ruling/{ruling.number}"


def account_subject(user: User) -> str:
    """How the log names an account; a foreign account may exceed what the column holds."""
    return f"account/{user.username}"[:SUBJECT_LENGTH]


def club_subject(name: str) -> str:
    """As long as the column of the log allows."""
    return f"club/{name}"[:SUBJECT_LENGTH]


# Read back --------------------------------------------------------------------------------------


def kind_of(subject: str) -> str:
    """What sort of thing a row is about.

    >>> kind_of("category/Damen"), kind_of("tournament")
    ('category', 'tournament')
    """
    return subject.partition("/")[0]


def name_in(subject: str) -> str:
    """What stands behind the kind.

    >>> name_in("category/Damen"), name_in("list/1/3"), name_in("tournament")
    ('Damen', '1/3', '')
    """
    return subject.partition("/")[2]


def number_in(subject: str) -> int:
    """The number of a series, pot, team, player or decision.

    >>> number_in("series/2")
    2
    """
    return int(name_in(subject))


def list_numbers(subject: str) -> tuple[int, int]:
    """The numbers of the series and of the table of a list.

    >>> list_numbers("list/1/3")
    (1, 3)
    """
    series, _slash, table = name_in(subject).partition("/")
    return int(series), int(table)
