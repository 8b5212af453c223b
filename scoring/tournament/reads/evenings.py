"""The next evening of a season: when it is, what it takes over, who may be here."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from scoring.models import Entry, Fees, Person, Season, Tournament


def carried_over(tournament: Tournament) -> dict[str, object]:
    """What the page of the next evening shows of what it takes over from this one."""
    rounds = tournament.series.values_list("rounds", flat=True)
    return {
        "tournament": tournament,
        "series": len(rounds),
        "rounds": sorted(set(rounds)),
        "fees": Fees.objects.filter(tournament=tournament).first(),
        "pots": tournament.pots.all(),
        "categories": tournament.categories.all(),
    }


# Who may be here tonight: the members of a season by number, and guests who played before.


@dataclass(frozen=True, slots=True)
class Attendee:
    """A member or a guest."""

    person: Person
    start_number: int  # the member's, or the guest's last one, 0 if a member has it
    visits: int  # how often he was entered
    is_entered: bool = False  # in the evening that is prepared
    is_member: bool = False


def earlier_days(season: Season | None, except_day: Tournament | None = None) -> list[Tournament]:
    """The tournaments of a season, the last one first, samples left out."""
    if season is None:
        return []
    days = season.tournaments.filter(sample=False).order_by("-date", "-pk")
    return [day for day in days if day != except_day]


def attendees(
    days: list[Tournament], into: Tournament | None = None, season: Season | None = None
) -> list[Attendee]:
    """The members of the season by number, then everybody else who was entered on these days.

    `into` is the tournament that they may be entered in.
    """
    entered = set(into.entries.values_list("person", flat=True)) if into else set()
    rows = Entry.objects.filter(tournament__in=days, person__anonymised_at=None)
    visits_by_person: dict[int, list[Entry]] = {}  # the last one first
    entries = rows.select_related("person__club")
    for entry in entries.order_by("-tournament__date", "-tournament_id", "start_number"):
        visits_by_person.setdefault(entry.person_id, []).append(entry)
    members = []
    for member in season.members.select_related("person__club") if season else ():
        visits = visits_by_person.pop(member.person_id, [])
        is_entered = member.person_id in entered
        members.append(Attendee(member.person, member.number, len(visits), is_entered, True))
    taken = {attendee.start_number for attendee in members}
    guests = []
    for person, visits in visits_by_person.items():
        last = visits[0]
        number = 0 if last.start_number in taken else last.start_number
        guests.append(Attendee(last.person, number, len(visits), person in entered))
    # By the last number, those without one at the end; among equal ones most visits first.
    guests.sort(
        key=lambda row: (not row.start_number, row.start_number, -row.visits, row.person.family)
    )
    return members + guests


# When the next evening of a season is, and what it is called.


WEEK = 7
MONTHLY = range(26, 36)  # days between two evenings of a month's rhythm
MAX_RHYTHM_DAYS = 70  # what lies further apart is not a rhythm
_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,3}(?=[^0-9]*$)|^[0-9]{1,3}(?=\.)")


def following_name(name: str) -> str:
    """The name with its number one higher; without a number as it is.

    >>> following_name("Vereinsabend 9"), following_name("3. Spieltag"), following_name("Cup 2026")
    ('Vereinsabend 10', '4. Spieltag', 'Cup 2026')
    """
    return _NUMBER.sub(lambda number: str(int(number[0]) + 1), name, count=1)


def season_name(name: str, day: date) -> str:
    """The name of a season for evenings of this name: without their number, with the year.

    >>> season_name("Vereinsabend 9", date(2026, 11, 6)), season_name("3. Tag", date(2026, 1, 9))
    ('Vereinsabend 2026', 'Tag 2026')
    """
    bare = re.sub(r"^[0-9]{1,3}\.\s*|\s*[0-9]+\s*$", "", name).strip()
    return f"{bare or name} {day.year}"


def next_day(days: Sequence[date], today: date) -> date:
    """The day after the last of these by their rhythm, today at the earliest.

    The rhythm is the distance between the last two in whole weeks; about a month is the same
    weekday of the next month. One day alone, or two further apart, are followed a week later.
    """
    *before, last = sorted(set(days))
    gap = (last - before[-1]).days if before else WEEK
    day = last
    while True:
        if gap in MONTHLY:
            day = same_weekday_next_month(day)
        else:
            weeks = max(1, round(gap / WEEK)) if gap <= MAX_RHYTHM_DAYS else 1
            day += timedelta(weeks=weeks)
        if day >= today:
            return day


def same_weekday_next_month(day: date) -> date:
    """The second Friday after a second Friday; after a fifth one the last.

    >>> same_weekday_next_month(date(2026, 10, 9)), same_weekday_next_month(date(2026, 10, 30))
    (datetime.date(2026, 11, 13), datetime.date(2026, 11, 27))
    """
    year, month = (day.year + 1, 1) if day.month == 12 else (day.year, day.month + 1)
    first = date(year, month, 1)
    ahead = (day.weekday() - first.weekday()) % WEEK
    day_of_month = 1 + ahead + (day.day - 1) // WEEK * WEEK
    most = monthrange(year, month)[1]
    return date(year, month, day_of_month if day_of_month <= most else day_of_month - WEEK)
