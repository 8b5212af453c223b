"""What a season is made of: its rules, its evenings, who comes, a person's year, its honours."""

import re
from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.cached import at_revision
from scoring.core.chart import Chart
from scoring.core.listing import (
    CLUB,
    LOST,
    NAME,
    NUMBER,
    PERFORMANCE,
    POINTS,
    WON,
    Column,
    Listing,
    alphabetical,
    rows_of,
)
from scoring.core.text import Name, Register, fold
from scoring.log.reads import newest_of, revision_of_season
from scoring.models import Club, Entry, Fees, Person, Season, SeasonMember, Tournament
from scoring.models.season import SeasonKind
from scoring.people.reads.clubs import members_of
from scoring.standings.reads.players import in_brackets
from scoring.standings.reads.season import (
    DayResult,
    SeasonDay,
    SeasonRow,
    SeasonStandings,
    counted_tournaments,
    season_standings_of,
)
from scoring.standings.reads.season_honours import (
    DayLine,
    Honour,
    Record,
    day_lines,
    honour_of,
    records_of,
)


def rules_of(tournament: Tournament) -> dict[str, object]:
    """What the next evening takes over from this one."""
    rounds = tournament.series.values_list("rounds", flat=True)
    return {
        "tournament": tournament,
        "series": len(rounds),
        "rounds": sorted(set(rounds)),
        "fees": Fees.objects.filter(tournament=tournament).first(),
        "pots": tournament.pots.all(),
        "categories": tournament.categories.all(),
    }


# The table of a season, kept until something in one of its tournaments changes.


def standings_of_season(
    season: Season,
    *,
    without: frozenset[int] = frozenset(),
    every: Sequence[Tournament] | None = None,
) -> SeasonStandings:
    """`season_standings`, from the cache while no log of a tournament has a newer row.

    Every change of a tournament has a row in its log, a changed name too. `every` are the season's
    tournaments, if they were read.
    """
    if every is None:
        every = list(counted_tournaments(season).annotate(**newest_of("pk")))
    chosen = [tournament for tournament in every if tournament.pk not in without]
    is_partial = len(chosen) < len(every)
    read = partial(season_standings_of, season, chosen, partial=is_partial)
    return at_revision(revision_of_season(season, chosen), ("season", is_partial), read)


# The page of a season: its table, its days, the last and the next evening, who is missing.


@dataclass(frozen=True, slots=True)
class SeasonOverview:
    """Everything on the page of a season.

    `last` is the newest day with results, `upcoming` a day that is still to be played. `missing`
    did not come to the upcoming day yet, without one to the last. `newest` is the day whose rules
    the next one has.
    """

    standings: SeasonStandings
    lines: tuple[DayLine, ...]
    last: DayLine | None
    upcoming: Tournament | None
    newest: Tournament | None
    missing: Sequence[SeasonMember]
    records: tuple[Record, ...]


def season_overview(
    season: Season, *, without: frozenset[int] = frozenset(), wanted_missing: bool = True
) -> SeasonOverview:
    """The season as a reader sees it who may not see the tournaments `without`: seven queries."""
    season_standings = standings_of_season(season, without=without)
    lines = day_lines(season_standings.days)
    played = [line for line in lines if line.players]
    last, upcoming = (played[-1] if played else None), upcoming_of(season_standings.days)
    seen = upcoming or (last.tournament if last else None)
    return SeasonOverview(
        season_standings,
        lines,
        last,
        upcoming,
        season_standings.tournaments[-1] if season_standings.days else None,
        missing_at(season_standings, seen) if seen and wanted_missing else (),
        records_of(season_standings),
    )


def upcoming_of(days: Sequence[SeasonDay]) -> Tournament | None:
    """The first day after the last one with results that may still be played."""
    waiting = None
    for day in reversed(days):
        if day.results:
            break
        if day.tournament.under_way:
            waiting = day.tournament
    return waiting


def missing_at(ranking: SeasonStandings, day: Tournament) -> list[SeasonMember]:
    """Those who belong to the season and are not entered on a day.

    In a season without members everybody belongs to it who has a result, without a number.
    """
    here = set(Entry.objects.filter(tournament=day).values_list("person", flat=True))
    if members := members_in(ranking.season):
        return [member for member in members if member.person_id not in here]
    ids = [row.person_id for row in ranking.rows if row.person_id not in here]
    people = Person.objects.filter(pk__in=ids, anonymised_at=None)
    return [SeasonMember(person=person) for person in people]


def honours_of(
    seasons: Sequence[Season], without: frozenset[int] = frozenset()
) -> tuple[Honour, ...]:
    """Who won each of these seasons, in their order; leagues rank teams and have none here.

    `without` are ids of tournaments that the reader may not see.
    """
    chosen = [season for season in seasons if season.kind != SeasonKind.LEAGUE]
    rows = Tournament.objects.filter(season__in=chosen, sample=False).annotate(**newest_of("pk"))
    every = defaultdict[int | None, list[Tournament]](list)
    for row in rows.order_by("date", "pk"):
        every[row.season_id].append(row)
    honours = (
        honour_of(standings_of_season(season, without=without, every=every[season.pk]))
        for season in chosen
    )
    return tuple(honour for honour in honours if honour)


# A person in a season: what he reached on every day, and how it develops.


@dataclass(frozen=True, slots=True)
class PersonDay:
    """One day of a person: his rank among `players`; `counts` is false if it is dropped."""

    number: int
    tournament: Tournament
    rank: int
    players: int
    result: DayResult
    counts: bool


@dataclass(frozen=True, slots=True)
class PersonInSeason:
    """A person's row of the table and his days, earliest first."""

    row: SeasonRow
    days: tuple[PersonDay, ...]
    of: int

    @property
    def best(self) -> PersonDay:
        return max(self.days, key=lambda day: day.result.performance)

    @property
    def won(self) -> int:
        """How many days he won."""
        return sum(1 for day in self.days if day.rank == 1)

    @property
    def charts(self) -> list[Chart]:
        """Evening after evening, where one that he missed leaves a gap; series after series."""
        figures = {day.number: day.result.performance for day in self.days}
        days = [figures.get(number) for number in range(1, self.of + 1)]
        series = [
            day.result.by_series[number].performance
            for day in self.days
            for number in sorted(day.result.by_series)
        ]
        along = pgettext("one of several", "Series")
        evenings = chart_with_average(_("Evening after evening"), _("Evening"), days)
        both = evenings, chart_with_average(_("Series after series"), along, series)
        return [chart for chart in both if chart]


def chart_with_average(title: str, along: str, figures: Sequence[int | None]) -> Chart | None:
    """Numbered results as a line beside their average; None for a single one."""
    entered = [figure for figure in figures if figure is not None]
    if len(entered) < 2:
        return None
    labels = tuple(str(number) for number in range(1, len(figures) + 1))
    average = (round(Fraction(sum(entered), len(entered))),) * len(figures)
    lines = (_("Points"), tuple(figures)), (_("Average"), average)
    return Chart("points", title, labels, lines, along, _("Points"))


def person_in(ranking: SeasonStandings, person_id: int) -> PersonInSeason | None:
    """What a person reached in a season; None if he has no result there."""
    row = next(
        (season_row for season_row in ranking.rows if season_row.person_id == person_id), None
    )
    if row is None:
        return None
    days = tuple(
        PersonDay(
            number,
            day.tournament,
            day.ranks[person_id],
            len(day.results),
            day.results[person_id],
            number not in row.dropped,
        )
        for number, day in enumerate(ranking.days, 1)
        if person_id in day.results
    )
    return PersonInSeason(row, days, len(ranking.days))


def person_listing(ranking: SeasonStandings, person: PersonInSeason) -> Listing:
    """The days of a person with every series."""
    numbers = sorted({number for day in person.days for number in day.result.by_series})
    columns = [
        NUMBER,
        Column("date", _("Date"), "date", width=10, value="tournament.date"),
        Column("name", _("Tournament"), width=24, value="tournament.name"),
        Column("total", PERFORMANCE.heading, "points", width=9, value=total_cell),
        Column("rank", _("Rank"), "rank", width=6),
        Column("players", _("Players"), "int", width=7, minor=True),
        *(
            Column(
                f"series_{number}",
                _("Series %(number)s") % {"number": number},
                "points",
                width=8,
                minor=True,
                value=partial(series_cell, number),
            )
            for number in numbers
        ),
        POINTS.of("result.points", minor=True),
        WON.of("result.won", minor=True),
        LOST.of("result.lost", minor=True),
    ]
    rows = rows_of(columns, person.days, entry_id="result.entry_id", tournament_id="tournament.pk")
    return Listing(person.row.name, columns, rows, ranking.title)


def total_cell(day: PersonDay) -> object:
    """The total of a day, in brackets if the season drops it."""
    return day.result.performance if day.counts else in_brackets(day.result.performance)


def series_cell(number: int, day: PersonDay) -> object:
    """The performance of a series, in brackets if the tournament drops it."""
    player_result = day.result.by_series.get(number)
    if player_result is None:
        return None
    return (
        in_brackets(player_result.performance)
        if number in day.result.dropped
        else player_result.performance
    )


# Who may be here tonight: the members of a season by number, and who played before as a guest.


@dataclass(frozen=True, slots=True)
class Attendee:
    """A member or a guest: his number, how often he came, and whether he is entered in the evening
    that is prepared.

    The number is that of the member; a guest's is his last start number, 0 if a member has it.
    """

    person: Person
    start_number: int
    visits: int
    is_entered: bool = False
    is_member: bool = False


def earlier_days(season: Season | None, besides: Tournament | None = None) -> list[Tournament]:
    """The tournaments of a season, the last one first, samples left out."""
    if season is None:
        return []
    days = season.tournaments.filter(sample=False).order_by("-date", "-pk")
    return [day for day in days if day != besides]


def attendees(
    days: Iterable[Tournament], into: Tournament | None = None, season: Season | None = None
) -> list[Attendee]:
    """The members of the season by number, then everybody else who played on these days.

    `into` is the tournament that they may be entered in.
    """
    order = {day.pk: place for place, day in enumerate(days)}
    entered = set(into.entries.values_list("person", flat=True)) if into else set()
    rows = Entry.objects.filter(tournament__in=order, person__anonymised_at=None)
    visits: dict[int, list[Entry]] = {}
    entries = rows.select_related("person__club")
    for entry in sorted(entries, key=lambda row: order[row.tournament_id]):
        visits.setdefault(entry.person_id, []).append(entry)
    members = season.members.select_related("person__club") if season else ()
    attending = [
        Attendee(
            member.person,
            member.number,
            len(visits.pop(member.person_id, ())),
            member.person_id in entered,
            is_member=True,
        )
        for member in members
    ]
    taken = {attendee.start_number for attendee in attending}
    guests = [
        Attendee(
            last.person,
            0 if last.start_number in taken else last.start_number,
            1 + len(others),
            person in entered,
        )
        for person, (last, *others) in visits.items()
    ]
    # By the last number, those without one at the end; among equal ones most visits first.
    return attending + sorted(
        guests,
        key=lambda who: (not who.start_number, who.start_number, -who.visits, who.person.family),
    )


# When the next evening of a season is, and what it is called.

WEEK = 7
MONTHLY = range(26, 36)  # days between two evenings of a month's rhythm
MAX_RHYTHM_DAYS = 70  # days: what lies further apart is not a rhythm
_COUNTED = re.compile(r"(?<![0-9])[0-9]{1,3}(?=[^0-9]*$)|^[0-9]{1,3}(?=\.)")


def following_name(name: str) -> str:
    """The name with its number one higher; without a number as it is.

    >>> following_name("Vereinsabend 9"), following_name("3. Spieltag"), following_name("Cup 2026")
    ('Vereinsabend 10', '4. Spieltag', 'Cup 2026')
    """
    return _COUNTED.sub(lambda number: str(int(number[0]) + 1), name, count=1)


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
    wanted = 1 + ahead + (day.day - 1) // WEEK * WEEK
    most = monthrange(year, month)[1]
    return date(year, month, wanted if wanted <= most else wanted - WEEK)


# The members of a season, and who may become one.


def members_in(season: Season) -> list[SeasonMember]:
    """By number."""
    return list(season.members.select_related("person__club"))


def members_of_season_listing(season: Season) -> Listing:
    columns = [NUMBER, NAME.of("person.sorted_name"), CLUB.of(club_of)]
    title = _("Members of the season")
    return Listing(f"{season.name}: {title}", columns, rows_of(columns, members_in(season)))


def club_of(member: SeasonMember) -> str:
    return member.person.club.name if member.person.club else ""


def played_in(season: Season) -> list[tuple[int, int]]:
    """Everybody who was entered in a tournament of the season: id and last start number."""
    rows = Entry.objects.filter(
        tournament__season=season, tournament__sample=False, person__anonymised_at=None
    ).order_by("tournament__date", "tournament_id")
    last = dict(rows.values_list("person", "start_number"))
    return sorted(last.items(), key=lambda item: (item[1], item[0]))


def people_of_club(club: Club) -> list[tuple[int, int]]:
    """The members of a club today, with their numbers there; of a club without a list of members
    everybody on record, in the order of names, with any number.
    """
    if members := members_of(club, on=timezone.localdate()):
        return [(member.person_id, member.number) for member in members]
    people = Person.objects.on_record().filter(club=club)
    return [
        (each.pk, 0) for each in sorted(people, key=lambda each: alphabetical(each.sorted_name))
    ]


def people_called(season: Season, name: Name) -> list[Person]:
    """Those on record of this name; of a single word or of two letters, whoever begins so:
    "Becker", "be, ad".
    """
    rows = Person.objects.filter(pk__in=Register(season).starting(str(name)))
    people = list(rows.select_related("club"))
    exact = [person for person in people if fold(str(person)) == fold(str(name))]
    return exact or (people if min(map(len, name)) <= 2 else [])
