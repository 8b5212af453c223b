"""A whole tournament as a document (docs/formats.md); `exchange.services` imports it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db.models import QuerySet
from msgspec import Raw

from scoring.exchange import document as parts
from scoring.exchange import season_document
from scoring.exchange.document import FORMAT, Document, LogRowPart, PersonPart, SettingsPart
from scoring.exchange.parts import Part
from scoring.models import (
    Adjustment,
    Announcement,
    Draw,
    Entry,
    EntryCategory,
    Fees,
    Game,
    LeagueLot,
    LeaguePlayer,
    LeagueTeam,
    Logo,
    Meeting,
    MeetingTeam,
    NoListReason,
    Objection,
    Person,
    PotChoice,
    PrizeInKind,
    Recheck,
    ReportedResult,
    ScoreList,
    Season,
    Seat,
    SeriesForfeit,
    Team,
    TeamMember,
    TeamPenalty,
    Tournament,
)
from scoring.models.account import called
from scoring.models.season import SeasonKind
from scoring.rules.outline import Outline
from scoring.rules.records import SYSTEM_FIELDS, write_line
from scoring.rules.systems import System
from scoring.standings.reads.season import tournaments_of

Progress = Callable[[str], None]
Row = dict[str, Any]
ENCODER = msgspec.json.Encoder(order="sorted")


def silent(step: str) -> None:
    """Shows no progress."""


def export_text(tournament: Tournament, progress: Progress = silent) -> str:
    """The document as text: sorted keys, one space of indent, stable to the byte."""
    return export_bytes(tournament, progress).decode()


def export_bytes(tournament: Tournament, progress: Progress = silent) -> bytes:
    """The same in UTF-8, which takes half of the memory."""
    compact = ENCODER.encode(export_document(tournament, progress))
    progress("text")
    return indented(compact)


def indented(compact: bytes) -> bytes:
    return msgspec.json.format(compact, indent=1) + b"\n"


def export_document(tournament: Tournament, progress: Progress = silent) -> Document:
    progress("entries")
    season = tournament.season
    [settings] = read_rows(Tournament.objects.filter(pk=tournament.pk), SettingsPart)
    settings |= {"wenzels": tournament.wenzels or None}
    if season:
        settings |= {"season": season.name, "season_best_of": season.best_of}
    entries = list(entries_of(tournament))
    progress("lists")
    series = list(series_of(tournament))
    progress("log")
    logo = Logo.objects.filter(tournament=tournament).first()
    return Document(
        format=parts.FORMAT,
        tournament=SettingsPart(**settings),
        memberships=all_of(tournament.memberships.order_by("user__username"), parts.MembershipPart),
        entries=entries,
        series=series,
        categories=all_of(tournament.categories.order_by("id"), parts.CategoryPart),
        contests=list(contests_of(tournament)),
        adjustments=adjustments_of(tournament),
        fees=first_of(Fees.objects.filter(tournament=tournament), parts.FeesPart),
        pots=list(pots_of(tournament)),
        bookings=all_of(tournament.bookings.order_by("number"), parts.BookingPart),
        till_counts=all_of(tournament.till_counts.order_by("id"), parts.TillCountPart),
        announcement=first_of(
            Announcement.objects.filter(tournament=tournament), parts.AnnouncementPart
        ),
        logo=bytes(logo.png) if logo else None,
        print_copies=all_of(tournament.print_copies.order_by("id"), parts.PrintCopiesPart),
        rulings=list(rulings_of(tournament)),
        lots=lots_of(tournament),
        log=list(map(encoded, each_of(tournament.log.order_by("id"), LogRowPart))),
    )


def encoded(value: object) -> Raw:
    """One of very many: as text it takes a fraction of the memory."""
    return Raw(ENCODER.encode(value))


# Rows -------------------------------------------------------------------------------------------


def read_rows(rows: QuerySet[Any], kind: type[Part], prefix: str = "") -> Iterator[Row]:
    """The fields of a kind from rows, or from what `prefix` leads to, without their defaults."""
    return (fields for _owner, fields in owned_rows(rows, kind, "pk", prefix))


def owned_rows(
    rows: QuerySet[Any], kind: type[Part], owner: str, prefix: str = ""
) -> Iterator[tuple[Any, Row]]:
    """The same, each behind its `owner`, a column."""
    columns, defaults = kind.columns(), kind.defaults()
    fields = [
        (name, defaults.get(name, msgspec.NODEFAULT), column.endswith("__username"))
        for name, column in columns.items()
    ]
    paths = [prefix + column for column in columns.values()]
    for first, *values in rows.values_list(owner, *paths).iterator(chunk_size=5_000):
        row: Row = {}
        for (name, default, is_user), value in zip(fields, values, strict=True):
            if value == default:
                continue
            if isinstance(value, datetime):
                value = value.astimezone(UTC).isoformat()
            row[name] = called(value) if is_user and value else value
        yield first, row


def each_of(rows: QuerySet[Any], kind: type[Any]) -> Iterator[Any]:
    return (kind(**row) for row in read_rows(rows, kind))


def all_of(rows: QuerySet[Any], kind: type[Any]) -> list[Any]:
    return list(each_of(rows, kind))


def first_of(rows: QuerySet[Any], kind: type[Any]) -> Any:
    return next(each_of(rows, kind), None)


def grouped(rows: QuerySet[Any], kind: type[Any], owner: str) -> dict[Any, list[Any]]:
    """The rows by the column that says whose they are."""
    groups: dict[Any, list[Any]] = defaultdict(list)
    for key, row in owned_rows(rows, kind, owner):
        groups[key].append(kind(**row))
    return groups


# Players and lists ------------------------------------------------------------------------------


def entries_of(tournament: Tournament) -> Iterator[parts.EntryPart]:
    rows = Entry.objects.filter(tournament=tournament).order_by("start_number")
    people = dict(owned_rows(rows, parts.PersonPart, "pk", "person__"))
    of_entries = EntryCategory.objects.filter(entry__tournament=tournament).order_by("category_id")
    choices = PotChoice.objects.filter(entry__tournament=tournament).order_by("pot__number")
    categories = by_entry(of_entries, "category__name")
    pots = by_entry(choices, "pot__number")
    for pk, row in owned_rows(rows, parts.EntryPart, "pk"):
        person = parts.PersonPart(**people[pk])
        yield parts.EntryPart(**row, person=person, categories=categories[pk], pots=pots[pk])


def by_entry(rows: QuerySet[Any], column: str) -> dict[int, list[Any]]:
    """The values of a column by the id of their entry."""
    values: dict[int, list[Any]] = defaultdict(list)
    for entry, value in rows.values_list("entry_id", column):
        values[entry].append(value)
    return values


def series_of(tournament: Tournament) -> Iterator[parts.SeriesPart]:
    system = tournament.rule_system
    for pk, row in owned_rows(tournament.series.order_by("number"), parts.SeriesPart, "pk"):
        without = NoListReason.objects.filter(series=pk).order_by("entry__start_number")
        yield parts.SeriesPart(
            **row,
            draws=all_of(Draw.objects.filter(series=pk).order_by("number"), parts.DrawPart),
            no_list=all_of(without, parts.NoListPart),
            tables=list(tables_of(pk, system)),
        )


def tables_of(series: int, system: System) -> Iterator[parts.TablePart]:
    """Every table of a series; five queries, however many tables there are."""
    of_series = Seat.objects.filter(list__series=series).order_by("position")
    seats = grouped(of_series, parts.SeatPart, "list")
    games: dict[int, list[Raw]] = defaultdict(list)
    outlines = {each.pk: each.outline for each in ScoreList.objects.filter(series=series)}
    rows = Game.objects.filter(list__series=series).order_by("list", "number", "attempt")
    for game in rows.iterator(chunk_size=5_000):
        games[game.list_id].append(encoded(record(game, system, outlines[game.list_id])))
    # Unfinished second entries are not exported.
    finished = Recheck.objects.filter(list__series=series, finished_at__isnull=False)
    rechecks = grouped(finished.order_by("id"), parts.RecheckPart, "list")
    lists = ScoreList.objects.filter(series=series).order_by("table_number")
    for pk, row in owned_rows(lists, parts.TablePart, "pk"):
        yield parts.TablePart(**row, seats=seats[pk], games=games[pk], rechecks=rechecks[pk])


def record(row: Game, system: System, outline: Outline) -> Row:
    """A game record of docs/formats.md, with its score as a check."""
    written = write_line(row.as_line(system, outline))
    for key in SYSTEM_FIELDS:  # in the settings of the tournament
        written.pop(key, None)
    if not (row.passed or row.unread):
        written["score"] = row.score
    return written


def lots_of(tournament: Tournament) -> list[parts.LotPart]:
    order = ("scope", "order", "entry__start_number", "team__number", "drawing", "totals")
    return all_of(tournament.lots.order_by(*order), parts.LotPart)


# The office -------------------------------------------------------------------------------------


def contests_of(tournament: Tournament) -> Iterator[parts.ContestPart]:
    members = grouped(
        TeamMember.objects.filter(contest__tournament=tournament).order_by("position"),
        parts.MemberPart,
        "team",
    )
    teams: dict[int, list[parts.TeamPart]] = defaultdict(list)
    rows = Team.objects.filter(contest__tournament=tournament).order_by("number")
    contests = dict(rows.values_list("pk", "contest"))
    for pk, row in owned_rows(rows, parts.TeamPart, "pk"):
        teams[contests[pk]].append(parts.TeamPart(**row, members=members[pk]))
    for pk, row in owned_rows(tournament.team_contests.order_by("id"), parts.ContestPart, "pk"):
        yield parts.ContestPart(**row, teams=teams[pk])


def adjustments_of(tournament: Tournament) -> list[parts.AdjustmentPart]:
    rows = Adjustment.objects.filter(entry__tournament=tournament).order_by("id")
    return numbered(rows, parts.AdjustmentPart)


def numbered(rows: QuerySet[Any], kind: type[Any]) -> list[Any]:
    """Rows that name the row that they take back by its place among them, from 1."""
    pairs = list(owned_rows(rows, kind, "pk"))
    places = {pk: place for place, (pk, _row) in enumerate(pairs, 1)}
    for _pk, row in pairs:
        if "reverses" in row:
            row["reverses"] = places[row["reverses"]]
    return [kind(**row) for _pk, row in pairs]


def pots_of(tournament: Tournament) -> Iterator[parts.PotPart]:
    rows = PrizeInKind.objects.filter(pot__tournament=tournament).order_by("number")
    in_kind = grouped(rows, parts.PrizeInKindPart, "pot")
    for pk, row in owned_rows(tournament.pots.order_by("number"), parts.PotPart, "pk"):
        yield parts.PotPart(**row, in_kind=in_kind[pk])


def rulings_of(tournament: Tournament) -> Iterator[parts.RulingPart]:
    rows = Objection.objects.filter(ruling__tournament=tournament)
    objections = grouped(rows, parts.ObjectionPart, "ruling")
    for pk, row in owned_rows(tournament.rulings.order_by("number"), parts.RulingPart, "pk"):
        yield parts.RulingPart(**row, objection=next(iter(objections[pk]), None))


# A whole season as one document (docs/formats.md); `exchange.services.season` imports it.

Places = Mapping[int, int]  # by id, the place in the document, from 1


def export_season(season: Season, progress: Progress = silent) -> str:
    """The document as text: sorted keys, one space of indent, stable to the byte."""
    tournaments = list(tournaments_of(season))
    documents: list[Document] = []
    for number, tournament in enumerate(tournaments, 1):
        progress(f"{number}/{len(tournaments)}")
        documents.append(export_document(tournament))
    people = people_of(season, tournaments)
    [terms] = all_of(Season.objects.filter(pk=season.pk), season_document.TermsPart)
    league = None
    if season.kind == SeasonKind.LEAGUE:
        league = league_of(season, places(list(people)), places([each.pk for each in tournaments]))
    document = season_document.SeasonDocument(
        format=FORMAT,
        season=terms,
        people=list(people.values()),
        tournaments=documents,
        league=league,
    )
    progress("text")
    return indented(ENCODER.encode(document)).decode()


def places(ids: Sequence[int]) -> Places:
    return {pk: place for place, pk in enumerate(ids, 1)}


def people_of(
    season: Season, tournaments: list[Tournament]
) -> dict[int, season_document.SeasonPersonPart]:
    """Everybody by his first entry, then members who have none by their numbers, then rosters."""
    numbers = dict(season.members.values_list("person", "number"))
    people: dict[int, season_document.SeasonPersonPart] = {}
    at = places([each.pk for each in tournaments])
    entries = Entry.objects.filter(tournament__in=at)
    rows = entries.values_list("tournament", "start_number", "person")
    for place, start_number, who in sorted((at[pk], number, who) for pk, number, who in rows):
        person = people.setdefault(who, season_document.SeasonPersonPart(number=numbers.get(who)))
        person.entries.append(
            season_document.PlayedPart(tournament=place, start_number=start_number)
        )
    waiting = [*numbers, *roster(season)]
    unknown = [who for who in dict.fromkeys(waiting) if who not in people]
    said = dict(owned_rows(Person.objects.filter(pk__in=unknown), PersonPart, "pk"))
    for who in unknown:
        row = PersonPart(**said[who])
        people[who] = season_document.SeasonPersonPart(number=numbers.get(who), person=row)
    return people


def roster(season: Season) -> list[int]:
    """Every stay in a roster, in the order in which the document has them."""
    rows = LeaguePlayer.objects.filter(season=season)
    return list(
        rows.order_by("team__division__number", "team__number", "id").values_list(
            "person", flat=True
        )
    )


# The league -------------------------------------------------------------------------------------


def league_of(season: Season, people: Places, tournaments: Places) -> season_document.LeaguePart:
    """Everything of a league but its tournaments."""
    return season_document.LeaguePart(
        leaders=[each.user.called for each in season.leaders.select_related("user")],
        venues=all_of(season.venues.order_by("name"), season_document.VenuePart),
        days=all_of(season.match_days.order_by("number"), season_document.MatchDayPart),
        divisions=list(divisions_of(season, people, tournaments)),
    )


def divisions_of(
    season: Season, people: Places, tournaments: Places
) -> Iterator[season_document.DivisionPart]:
    for pk, row in owned_rows(
        season.divisions.order_by("number"), season_document.DivisionPart, "pk"
    ):
        yield season_document.DivisionPart(
            **row,
            teams=list(teams_of(pk, people)),
            meetings=list(meetings_of(pk, tournaments)),
            penalties=numbered(
                TeamPenalty.objects.filter(team__division=pk).order_by("id"),
                season_document.PenaltyPart,
            ),
        )


def teams_of(division: int, people: Places) -> Iterator[season_document.LeagueTeamPart]:
    lots = grouped(
        LeagueLot.objects.filter(team__division=division), season_document.LeagueLotPart, "team"
    )
    players: dict[int, list[season_document.PlayerPart]] = {}
    rows = LeaguePlayer.objects.filter(team__division=division).order_by("id")
    at = rows.values_list("team", "person")
    for (team, person), row in zip(at, read_rows(rows, season_document.PlayerPart), strict=True):
        players.setdefault(team, []).append(
            season_document.PlayerPart(**row, person=people[person])
        )
    teams = LeagueTeam.objects.filter(division=division).order_by("number")
    for pk, row in owned_rows(teams, season_document.LeagueTeamPart, "pk"):
        yield season_document.LeagueTeamPart(**row, players=players.get(pk, []), lots=lots[pk])


def meetings_of(division: int, tournaments: Places) -> Iterator[season_document.MeetingPart]:
    rows = Meeting.objects.filter(division=division).order_by("match_day__number", "number")
    played = dict(rows.values_list("pk", "tournament"))
    teams = dict(teams_in_meetings(division))
    for pk, row in owned_rows(rows, season_document.MeetingPart, "pk"):
        tournament = tournaments.get(played[pk] or 0)
        yield season_document.MeetingPart(**row, tournament=tournament, teams=teams.get(pk, []))


def teams_in_meetings(
    division: int,
) -> Iterator[tuple[int, list[season_document.MeetingTeamPart]]]:
    of_division = {"meeting_team__meeting__division": division}
    forfeits = grouped(
        SeriesForfeit.objects.filter(**of_division).order_by("series"),
        season_document.ForfeitPart,
        "meeting_team",
    )
    results = grouped(
        ReportedResult.objects.filter(**of_division).order_by("series"),
        season_document.ResultPart,
        "meeting_team",
    )
    rows = MeetingTeam.objects.filter(meeting__division=division).order_by("team__number")
    teams: dict[int, list[season_document.MeetingTeamPart]] = {}
    meetings = dict(rows.values_list("pk", "meeting"))
    for pk, row in owned_rows(rows, season_document.MeetingTeamPart, "pk"):
        team = season_document.MeetingTeamPart(**row, forfeits=forfeits[pk], results=results[pk])
        teams.setdefault(meetings[pk], []).append(team)
    yield from teams.items()
