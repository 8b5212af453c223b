"""What other programs read of a tournament, a season or a league: released results, and days."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

from django.urls import reverse
from msgspec import Meta, Struct

from scoring.core.listing import Listing, printable
from scoring.messages.sentence import to_hundredths
from scoring.models.tournament import TournamentState
from scoring.public.access import PublicTournament, SeasonRoom
from scoring.public.reads.pages import released_kinds, released_listing, times_of
from scoring.public.reads.projector import WallPart, ranking_part
from scoring.public.reads.season import public_season

FORMAT: Literal["skatturnier-results-1"] = "skatturnier-results-1"
SNIPPET_ROWS = 10

Value = str | int | bool | None
Kind = Literal["tournament", "season", "league"]
Results = Literal["none", "provisional", "final"]


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
    kind: Kind
    name: str
    url: str
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")] | None
    place: str
    organizer: str
    results: Results
    rankings: list[FeedRanking]


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An entry of a calendar: two moments, or whole days, `ends` being the day after the last."""

    key: str
    name: str
    begins: date
    ends: date
    place: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """What the feeds are made from."""

    kind: Kind
    name: str
    path: str
    results: Results
    rankings: Iterable[tuple[str, Listing]]  # by scope, read once
    events: Sequence[CalendarEvent]
    day: str | None = None
    place: str = ""
    organizer: str = ""

    def feed(self, origin: str) -> ResultsFeed:
        return ResultsFeed(
            format=FORMAT,
            kind=self.kind,
            name=self.name,
            url=origin + self.path,
            day=self.day,
            place=self.place,
            organizer=self.organizer,
            results=self.results,
            rankings=[feed_ranking(scope, listing) for scope, listing in self.rankings],
        )


def published_tournament(room: PublicTournament) -> Published:
    tournament = room.tournament
    is_final = room.is_complete and tournament.state == TournamentState.FINAL
    results: Results = "none" if not room.results else "final" if is_final else "provisional"
    return Published(
        "tournament",
        tournament.name,
        reverse("room", args=[tournament.pk]),
        results,
        released_rankings(room),
        [event_of(room)],
        day=tournament.date.isoformat(),
        place=tournament.place,
        organizer=tournament.organizer,
    )


def released_rankings(room: PublicTournament) -> Iterator[tuple[str, Listing]]:
    """The overall standings, then those of teams and categories, each when it is asked for."""
    if room.results:
        for scope in ("overall", *(kind.scope for kind in released_kinds(room).classes)):
            yield scope, released_listing(room, scope)


def event_of(room: PublicTournament) -> CalendarEvent:
    """A tournament from its first to its last day; if it is one day, its planned hours."""
    tournament = room.tournament
    days = [tournament.date, *(series.day for series in room.series if series.day)]
    begins, ends = min(days), max(days) + timedelta(days=1)
    if len({*days}) == 1 and (times := times_of(room)):
        begins, ends = times[0].begins, times[-1].ends
    key, path = f"tournament-{tournament.pk}", reverse("room", args=[tournament.pk])
    return CalendarEvent(key, tournament.name, begins, ends, tournament.place, path)


def published_season(room: SeasonRoom) -> Published:
    """The standings of the season, and its public tournaments, played or not."""
    standings = public_season(room).standings
    rankings = [("season", standings.listing())] if standings.rows else []
    results: Results = "provisional" if standings.provisional else "final"
    path, events = reverse("room-season", args=[room.season.pk]), [*map(event_of, room.rooms)]
    name = room.season.name
    return Published("season", name, path, results if rankings else "none", rankings, events)


def feed_ranking(scope: str, listing: Listing) -> FeedRanking:
    columns = [FeedColumn(column.key, printable(column.heading)) for column in listing.columns]
    keys = [column.key for column in columns]
    rows = [{key: feed_value(row.get(key)) for key in keys} for row in listing.rows]
    return FeedRanking(str(scope), printable(listing.title), columns, rows)


def feed_value(value: object) -> Value:
    """A value of a row; a fraction with two decimals, as pages round it.

    >>> feed_value(Fraction(1001, 8))
    '125.13'
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Fraction):
        return str(to_hundredths(Decimal(value.numerator) / value.denominator))
    return printable(value)


# The calendar (RFC 5545).


def calendar(published: Published, origin: str, at: datetime) -> bytes:
    """The days as an iCalendar; `at` is when they last changed."""
    host = origin.partition("://")[2]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Skatturnier//Kalender//DE"]
    lines += [f"X-WR-CALNAME:{escape_text(published.name)}"]
    for event in published.events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event.key}@{host}",
            f"DTSTAMP{moment(at)}",
            f"DTSTART{moment(event.begins)}",
            f"DTEND{moment(event.ends)}",
            f"SUMMARY:{escape_text(event.name)}",
            *([f"LOCATION:{escape_text(event.place)}"] if event.place else []),
            f"URL:{origin}{event.path}",
            "END:VEVENT",
        ]
    return "".join(map(folded_line, [*lines, "END:VCALENDAR"])).encode()


def moment(at: date) -> str:
    if isinstance(at, datetime):
        return f":{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    return f";VALUE=DATE:{at:%Y%m%d}"


def escape_text(text: str) -> str:
    r"""
    >>> escape_text("Skat; Kehl, am Rhein")
    'Skat\\; Kehl\\, am Rhein'
    """
    return printable(re.sub(r"([\\;,])", r"\\\1", text))


def folded_line(line: str) -> str:
    """A line in parts of at most 75 bytes; no character is cut."""
    width = 74 if line.isascii() else 18
    return "\r\n ".join(re.findall(f".{{1,{width}}}", line)) + "\r\n"


def snippet_parts(published: Published) -> list[WallPart]:
    """The first places of each ranking, for a page of the club: rank, name and figure."""
    return [
        replace(part, rows=part.rows[:SNIPPET_ROWS])
        for scope, listing in published.rankings
        for part in ranking_part(scope, listing)
    ]
