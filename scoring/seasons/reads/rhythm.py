"""When the next evening of a season is, and what it is called."""

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta

WEEK = 7
MONTHLY = range(26, 36)  # days between two evenings of a month's rhythm
LONGEST = 70  # days: what lies further apart is no rhythm
_COUNTED = re.compile(r"(?<![0-9])[0-9]{1,3}(?=[^0-9]*$)|^[0-9]{1,3}(?=\.)")


def following_name(name: str) -> str:
    """The name with its number one higher; without a number as it is.

    >>> following_name("Vereinsabend 9"), following_name("3. Spieltag"), following_name("Cup 2026")
    ('Vereinsabend 10', '4. Spieltag', 'Cup 2026')
    """
    return _COUNTED.sub(lambda found: str(int(found[0]) + 1), name, count=1)


def season_name(name: str, day: date) -> str:
    """A season for evenings of this name: the name without its number, and the year.

    >>> season_name("Vereinsabend 9", date(2026, 11, 6)), season_name("3. Tag", date(2026, 1, 9))
    ('Vereinsabend 2026', 'Tag 2026')
    """
    bare = re.sub(r"^[0-9]{1,3}\.\s*|\s*[0-9]+\s*$", "", name).strip()
    return f"{bare or name} {day.year}"


def next_day(days: Sequence[date], today: date) -> date:
    """The day after the last of these by their rhythm, today at the earliest.

    The rhythm is the distance of the last two in whole weeks; about a month is the same weekday of
    the next month. One day alone is followed a week later.
    """
    *before, last = sorted(set(days))
    gap = (last - before[-1]).days if before else WEEK
    found = last
    while True:
        if gap in MONTHLY:
            found = same_weekday_next_month(found)
        else:
            weeks = max(1, round(gap / WEEK)) if gap <= LONGEST else 1
            found += timedelta(weeks=weeks)
        if found >= today:
            return found


def same_weekday_next_month(day: date) -> date:
    """The second Friday after a second Friday; after a fifth one the last.

    >>> same_weekday_next_month(date(2026, 10, 9)), same_weekday_next_month(date(2026, 10, 30))
    (datetime.date(2026, 11, 13), datetime.date(2026, 11, 27))
    """
    year, month = (day.year + 1, 1) if day.month == 12 else (day.year, day.month + 1)
    first = date(year, month, 1)
    ahead = (day.weekday() - first.weekday()) % WEEK
    wanted = 1 + ahead + (day.day - 1) // WEEK * WEEK
    most = monthrange(year, month)[1]
    return date(year, month, wanted if wanted <= most else wanted - WEEK)
