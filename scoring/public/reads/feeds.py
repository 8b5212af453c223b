"""What programs of others read of a tournament, a season or a league: results and days.

Everything comes from a `Place`, which knows what is released.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

from django.urls import reverse
from msgspec import Meta, Struct

from scoring.core.listing import Listing, printable
from scoring.models.tournament import TournamentState
from scoring.public.access import PublicTournament, SeasonRoom
from scoring.public.reads.pages import released_kinds, released_listing
from scoring.public.reads.projector import WallPart, ranking_part
from scoring.public.reads.season import public_season
from scoring.series.reads.times import series_times
from scoring.standings.reads.season import season_listing

SNIPPET_ROWS = 10
LINE = 74  # bytes of a line of a calendar, without its end (RFC 5545, 3.1)

Value = str | int | bool | None


class FeedColumn(Struct):
    """A column of a ranking: `key` is stable, `heading` is in the reader's language."""

    key: str
    heading: str


class FeedRanking(Struct):
    """A ranking with a value for each column in every row. Points are whole numbers.

    `scope` is "overall", a kind of teams, "category/Damen", "season", or "division/1" of a league.
    Averages are texts with a decimal point; a value that is missing is null.
    """

    scope: str
    title: str
    columns: list[FeedColumn]
    rows: list[dict[str, Value]]


class ResultsFeed(Struct):
    """Everything released; `results` says whether there are none, provisional or final ones.

    `day` is the first day of a tournament, null for a season and a league.
    """

    format: Literal["skatturnier-results-1"]
    kind: Literal["tournament", "season", "league"]
    name: str
    url: str
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")] | None
    place: str
    organizer: str
    results: Literal["none", "provisional", "final"]
    rankings: list[FeedRanking]


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """One entry of a calendar: whole days, `last` included, or from one moment to another."""

    key: str
    name: str
    first: date
    last: date
    place: str = ""
    path: str = ""
    times: tuple[datetime, datetime] | None = None

    @property
    def lines(self) -> list[str]:
        """When it is, as an iCalendar says it."""
        if self.times:
            begins, ends = (at.astimezone(UTC) for at in self.times)
            return [f"DTSTART:{begins:%Y%m%dT%H%M%SZ}", f"DTEND:{ends:%Y%m%dT%H%M%SZ}"]
        behind = self.last + timedelta(days=1)
        return [f"DTSTART;VALUE=DATE:{self.first:%Y%m%d}", f"DTEND;VALUE=DATE:{behind:%Y%m%d}"]


@dataclass(frozen=True, slots=True)
class Published:
    """What the feeds of a place are made of. `path` is the address of its public page."""

    kind: Literal["tournament", "season", "league"]
    name: str
    path: str
    results: Literal["none", "provisional", "final"]
    rankings: Sequence[tuple[str, Listing]]
    events: Sequence[CalendarEvent]
    day: date | None = None
    place: str = ""
    organizer: str = ""


def published_tournament(room: PublicTournament) -> Published:
    """The overall standings, those of teams and categories, and the days of the tournament."""
    at = room.tournament
    scopes = ["overall", *(kind.scope for kind in released_kinds(room).classes)]
    everything = room.results and len(room.results) == len(room.series)
    is_final = everything and at.state == TournamentState.FINAL
    shown = [(scope, released_listing(room, scope)) for scope in scopes if room.results]
    return Published(
        kind="tournament",
        name=at.name,
        path=reverse("room", args=[at.pk]),
        results="none" if not room.results else "final" if is_final else "provisional",
        rankings=[(scope, listing) for scope, listing in shown if scope != "season"],
        events=[event_of(room)],
        day=at.date,
        place=at.place,
        organizer=at.organizer,
    )


def event_of(room: PublicTournament) -> CalendarEvent:
    """A tournament from the day of its first series to that of its last."""
    at = room.tournament
    days = [series.day for series in room.series if series.day] or [at.date]
    first, last = min(*days, at.date), max(*days, at.date)
    path, times = reverse("room", args=[at.pk]), series_times(at, room.series)
    hours = (times[0].begins, times[-1].ends) if times and first == last else None
    return CalendarEvent(f"tournament-{at.pk}", at.name, first, last, at.place, path, hours)


def published_season(place: SeasonRoom) -> Published:
    """The standings of the season, and its public tournaments, played or not."""
    standings = public_season(place).standings
    state: Literal["provisional", "final"] = "provisional" if standings.provisional else "final"
    return Published(
        kind="season",
        name=place.season.name,
        path=reverse("room-season", args=[place.season.pk]),
        results=state if standings.rows else "none",
        rankings=[("season", season_listing(standings))] if standings.rows else [],
        events=[event_of(room) for room in place.rooms],
    )


def results_feed(published: Published, origin: str) -> ResultsFeed:
    """The feed `results.json`; `origin` is the address of the server."""
    return ResultsFeed(
        format="skatturnier-results-1",
        kind=published.kind,
        name=published.name,
        url=origin + published.path,
        day=published.day.isoformat() if published.day else None,
        place=published.place,
        organizer=published.organizer,
        results=published.results,
        rankings=[feed_ranking(scope, listing) for scope, listing in published.rankings],
    )


def feed_ranking(scope: str, listing: Listing) -> FeedRanking:
    columns = [FeedColumn(column.key, printable(column.heading)) for column in listing.columns]
    rows = [
        {column.key: feed_value(row.get(column.key)) for column in listing.columns}
        for row in listing.rows
    ]
    return FeedRanking(str(scope), printable(listing.title), columns, rows)


def feed_value(value: object) -> Value:
    """A value of a row; a fraction with two decimals."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Fraction):
        return f"{Decimal(value.numerator) / value.denominator:.2f}"
    return printable(value)


# The calendar (RFC 5545).


def calendar(published: Published, origin: str, at: datetime) -> bytes:
    """The days as an iCalendar; `at` is when they last changed."""
    host = origin.partition("://")[2]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Skatturnier//Kalender//DE"]
    lines += [f"X-WR-CALNAME:{escaped(published.name)}"]
    for event in published.events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event.key}@{host}",
            f"DTSTAMP:{at.astimezone(UTC):%Y%m%dT%H%M%SZ}",
            *event.lines,
            f"SUMMARY:{escaped(event.name)}",
            *([f"LOCATION:{escaped(event.place)}"] if event.place else []),
            f"URL:{origin}{event.path}",
            "END:VEVENT",
        ]
    return "".join(map(folded_line, [*lines, "END:VCALENDAR"])).encode()


def escaped(text: str) -> str:
    r"""
    >>> escaped("Skat; Kehl, am Rhein")
    'Skat\\; Kehl\\, am Rhein'
    """
    for sign in ("\\", ";", ","):
        text = text.replace(sign, "\\" + sign)
    return printable(text)


def folded_line(line: str) -> str:
    """A line in parts of at most 75 bytes; no letter is cut."""
    parts, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LINE:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += width
    return "\r\n".join(parts) + "\r\n"


def snippet_parts(published: Published) -> list[WallPart]:
    """The first places of each ranking, for a page of the club: rank, name and figure."""
    return [
        WallPart(part.code, part.title, part.rows[:SNIPPET_ROWS], heads=part.heads)
        for scope, listing in published.rankings
        for part in ranking_part(scope, listing)
    ]
