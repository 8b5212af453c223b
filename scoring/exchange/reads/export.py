"""The export of a tournament, or of a season, as one document (docs/formats.md)."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db.models import QuerySet
from msgspec import Raw

from scoring.exchange import document as parts
from scoring.exchange import season_document
from scoring.exchange.document import FORMAT, Document, LogRowPart, Part, PersonPart, SettingsPart
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
from scoring.models.account import username_without_mark
from scoring.models.season import SeasonKind
from scoring.rules.outline import Outline
from scoring.rules.records import SYSTEM_FIELDS, write_line
from scoring.rules.systems import System
from scoring.standings.reads.season import counted_tournaments

Progress = Callable[[str], None]
Row = dict[str, Any]
ENCODER = msgspec.json.Encoder(order="sorted")


def ignore_progress(step: str) -> None:
    """The default `progress`: ignore every step."""


def export_text(tournament: Tournament, progress: Progress = ignore_progress) -> str:
    """The document as text: sorted keys, one space of indent, stable to the byte."""
    return export_bytes(tournament, progress).decode()


def export_bytes(tournament: Tournament, progress: Progress = ignore_progress) -> bytes:
    """The document in UTF-8, which takes half the memory of a string."""
    compact = ENCODER.encode(export_document(tournament, progress))
    progress("text")
    return indent(compact)


def indent(compact: bytes) -> bytes:
    return msgspec.json.format(compact, indent=1) + b"\n"


def export_document(tournament: Tournament, progress: Progress = ignore_progress) -> Document:
    """The document of a tournament, each log row and game encoded at once to save memory."""
    progress("entries")
    season = tournament.season
    own = Tournament.objects.filter(pk=tournament.pk)
    [(_pk, settings)] = iter_owned_rows(own, SettingsPart, "pk")
    settings |= {"wenzels": tournament.wenzels or None}
    if season:
        settings |= {"season": season.name, "season_best_of": season.best_of}
    entries = list(entry_parts(tournament))
    progress("lists")
    series = list(series_parts(tournament))
    progress("log")
    logo = Logo.objects.filter(tournament=tournament).first()
    return Document(
        format=parts.FORMAT,
        tournament=SettingsPart(**settings),
        memberships=list_parts(
            tournament.memberships.order_by("user__username"), parts.MembershipPart
        ),
        entries=entries,
        series=series,
        categories=list_parts(tournament.categories.order_by("id"), parts.CategoryPart),
        contests=list(contest_parts(tournament)),
        adjustments=adjustment_parts(tournament),
        fees=first_part(Fees.objects.filter(tournament=tournament), parts.FeesPart),
        pots=list(pot_parts(tournament)),
        bookings=list_parts(tournament.bookings.order_by("number"), parts.BookingPart),
        till_counts=list_parts(tournament.till_counts.order_by("id"), parts.TillCountPart),
        announcement=first_part(
            Announcement.objects.filter(tournament=tournament), parts.AnnouncementPart
        ),
        logo=bytes(logo.png) if logo else None,
        print_copies=list_parts(tournament.print_copies.order_by("id"), parts.PrintCopiesPart),
        rulings=list(ruling_parts(tournament)),
        lots=lot_parts(tournament),
        log=list(map(encode_raw, iter_parts(tournament.log.order_by("id"), LogRowPart))),
    )


def encode_raw(value: object) -> Raw:
    """Encode one of very many objects: as bytes it takes a fraction of the memory."""
    return Raw(ENCODER.encode(value))


# Rows -------------------------------------------------------------------------------------------


def iter_owned_rows(
    rows: QuerySet[Any], kind: type[Part], owner: str, prefix: str = ""
) -> Iterator[tuple[Any, Row]]:
    """Pairs of the column `owner` and the fields of a part, without those that have their default.

    With `prefix`, the fields come from the related row at that path.
    """
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
            row[name] = username_without_mark(value) if is_user and value else value
        yield first, row


def iter_parts(rows: QuerySet[Any], kind: type[Any]) -> Iterator[Any]:
    return (kind(**row) for _pk, row in iter_owned_rows(rows, kind, "pk"))


def list_parts(rows: QuerySet[Any], kind: type[Any]) -> list[Any]:
    return list(iter_parts(rows, kind))


def first_part(rows: QuerySet[Any], kind: type[Any]) -> Any:
    return next(iter_parts(rows, kind), None)


def group_parts(rows: QuerySet[Any], kind: type[Any], owner: str) -> dict[Any, list[Any]]:
    """The parts by the column `owner`."""
    groups: dict[Any, list[Any]] = defaultdict(list)
    for key, row in iter_owned_rows(rows, kind, owner):
        groups[key].append(kind(**row))
    return groups


# Players and lists ------------------------------------------------------------------------------


def entry_parts(tournament: Tournament) -> Iterator[parts.EntryPart]:
    rows = Entry.objects.filter(tournament=tournament).order_by("start_number")
    people = dict(iter_owned_rows(rows, parts.PersonPart, "pk", "person__"))
    of_entries = EntryCategory.objects.filter(entry__tournament=tournament).order_by("category_id")
    choices = PotChoice.objects.filter(entry__tournament=tournament).order_by("pot__number")
    categories = values_by_entry(of_entries, "category__name")
    pots = values_by_entry(choices, "pot__number")
    for pk, row in iter_owned_rows(rows, parts.EntryPart, "pk"):
        person = parts.PersonPart(**people[pk])
        yield parts.EntryPart(**row, person=person, categories=categories[pk], pots=pots[pk])


def values_by_entry(rows: QuerySet[Any], column: str) -> dict[int, list[Any]]:
    """The values of a column by the id of their entry."""
    values: dict[int, list[Any]] = defaultdict(list)
    for entry, value in rows.values_list("entry_id", column):
        values[entry].append(value)
    return values


def series_parts(tournament: Tournament) -> Iterator[parts.SeriesPart]:
    system = tournament.rule_system
    for pk, row in iter_owned_rows(tournament.series.order_by("number"), parts.SeriesPart, "pk"):
        without = NoListReason.objects.filter(series=pk).order_by("entry__start_number")
        yield parts.SeriesPart(
            **row,
            draws=list_parts(Draw.objects.filter(series=pk).order_by("number"), parts.DrawPart),
            no_list=list_parts(without, parts.NoListPart),
            tables=list(table_parts(pk, system)),
        )


def table_parts(series: int, system: System) -> Iterator[parts.TablePart]:
    """Every table of a series; five queries, however many tables there are."""
    of_series = Seat.objects.filter(list__series=series).order_by("position")
    seats = group_parts(of_series, parts.SeatPart, "list")
    games: dict[int, list[Raw]] = defaultdict(list)
    outlines = {each.pk: each.outline for each in ScoreList.objects.filter(series=series)}
    rows = Game.objects.filter(list__series=series).order_by("list", "number", "attempt")
    for game in rows.iterator(chunk_size=5_000):
        games[game.list_id].append(encode_raw(game_record(game, system, outlines[game.list_id])))
    # Unfinished second entries are not exported.
    finished = Recheck.objects.filter(list__series=series, finished_at__isnull=False)
    rechecks = group_parts(finished.order_by("id"), parts.RecheckPart, "list")
    lists = ScoreList.objects.filter(series=series).order_by("table_number")
    for pk, row in iter_owned_rows(lists, parts.TablePart, "pk"):
        yield parts.TablePart(**row, seats=seats[pk], games=games[pk], rechecks=rechecks[pk])


def game_record(row: Game, system: System, outline: Outline) -> Row:
    """A game record of docs/formats.md, with its score as a check."""
    record = write_line(row.as_line(system, outline))
    for key in SYSTEM_FIELDS:  # in the settings of the tournament
        record.pop(key, None)
    if not (row.passed or row.unread):
        record["score"] = row.score
    return record


def lot_parts(tournament: Tournament) -> list[parts.LotPart]:
    order = ("scope", "order", "entry__start_number", "team__number", "drawing", "totals")
    return list_parts(tournament.lots.order_by(*order), parts.LotPart)


# The office -------------------------------------------------------------------------------------


def contest_parts(tournament: Tournament) -> Iterator[parts.ContestPart]:
    members = group_parts(
        TeamMember.objects.filter(contest__tournament=tournament).order_by("position"),
        parts.MemberPart,
        "team",
    )
    teams: dict[int, list[parts.TeamPart]] = defaultdict(list)
    rows = Team.objects.filter(contest__tournament=tournament).order_by("number")
    contests = dict(rows.values_list("pk", "contest"))
    for pk, row in iter_owned_rows(rows, parts.TeamPart, "pk"):
        teams[contests[pk]].append(parts.TeamPart(**row, members=members[pk]))
    for pk, row in iter_owned_rows(
        tournament.team_contests.order_by("id"), parts.ContestPart, "pk"
    ):
        yield parts.ContestPart(**row, teams=teams[pk])


def adjustment_parts(tournament: Tournament) -> list[parts.AdjustmentPart]:
    rows = Adjustment.objects.filter(entry__tournament=tournament).order_by("id")
    return parts_with_places(rows, parts.AdjustmentPart)


def parts_with_places(rows: QuerySet[Any], kind: type[Any]) -> list[Any]:
    """Parts in which a reversal names the reversed row by its place, from 1."""
    pairs = list(iter_owned_rows(rows, kind, "pk"))
    places = places_by_id([pk for pk, _row in pairs])
    for _pk, row in pairs:
        if "reverses" in row:
            row["reverses"] = places[row["reverses"]]
    return [kind(**row) for _pk, row in pairs]


def pot_parts(tournament: Tournament) -> Iterator[parts.PotPart]:
    rows = PrizeInKind.objects.filter(pot__tournament=tournament).order_by("number")
    in_kind = group_parts(rows, parts.PrizeInKindPart, "pot")
    for pk, row in iter_owned_rows(tournament.pots.order_by("number"), parts.PotPart, "pk"):
        yield parts.PotPart(**row, in_kind=in_kind[pk])


def ruling_parts(tournament: Tournament) -> Iterator[parts.RulingPart]:
    rows = Objection.objects.filter(ruling__tournament=tournament)
    objections = group_parts(rows, parts.ObjectionPart, "ruling")
    for pk, row in iter_owned_rows(tournament.rulings.order_by("number"), parts.RulingPart, "pk"):
        yield parts.RulingPart(**row, objection=next(iter(objections[pk]), None))


# A season --------------------------------------------------------------------------------------

Places = Mapping[int, int]  # the place in the document, from 1, by id


def export_season(season: Season, progress: Progress = ignore_progress) -> str:
    """The document as text: sorted keys, one space of indent, stable to the byte."""
    tournaments = list(counted_tournaments(season))
    documents: list[Document] = []
    for number, tournament in enumerate(tournaments, 1):
        progress(f"{number}/{len(tournaments)}")
        documents.append(export_document(tournament))
    people = people_by_id(season, tournaments)
    [terms] = list_parts(Season.objects.filter(pk=season.pk), season_document.TermsPart)
    league = None
    if season.kind == SeasonKind.LEAGUE:
        league = league_part(
            season, places_by_id(list(people)), places_by_id([each.pk for each in tournaments])
        )
    document = season_document.SeasonDocument(
        format=FORMAT,
        season=terms,
        people=list(people.values()),
        tournaments=documents,
        league=league,
    )
    progress("text")
    return indent(ENCODER.encode(document)).decode()


def places_by_id(ids: Sequence[int]) -> Places:
    return {pk: place for place, pk in enumerate(ids, 1)}


def people_by_id(
    season: Season, tournaments: list[Tournament]
) -> dict[int, season_document.SeasonPersonPart]:
    """People in document order: by first entry, then other members by number, then rosters."""
    numbers = dict(season.members.values_list("person", "number"))
    people: dict[int, season_document.SeasonPersonPart] = {}
    place_of = places_by_id([tournament.pk for tournament in tournaments])
    entries = Entry.objects.filter(tournament__in=place_of)
    rows = entries.values_list("tournament", "start_number", "person")
    for place, start_number, who in sorted((place_of[pk], number, who) for pk, number, who in rows):
        person = people.setdefault(who, season_document.SeasonPersonPart(number=numbers.get(who)))
        person.entries.append(
            season_document.PlayedPart(tournament=place, start_number=start_number)
        )
    members_and_rosters = [*numbers, *roster(season)]
    without_entry = [who for who in dict.fromkeys(members_and_rosters) if who not in people]
    person_rows = dict(
        iter_owned_rows(Person.objects.filter(pk__in=without_entry), PersonPart, "pk")
    )
    for who in without_entry:
        row = PersonPart(**person_rows[who])
        people[who] = season_document.SeasonPersonPart(number=numbers.get(who), person=row)
    return people


def roster(season: Season) -> list[int]:
    """The person of every stay in a roster, in the order of the document."""
    rows = LeaguePlayer.objects.filter(season=season)
    return list(
        rows.order_by("team__division__number", "team__number", "id").values_list(
            "person", flat=True
        )
    )


# The league -------------------------------------------------------------------------------------


def league_part(season: Season, people: Places, tournaments: Places) -> season_document.LeaguePart:
    """Everything of a league but its tournaments."""
    return season_document.LeaguePart(
        leaders=[leader.user.sign_in_name for leader in season.leaders.select_related("user")],
        venues=list_parts(season.venues.order_by("name"), season_document.VenuePart),
        days=list_parts(season.match_days.order_by("number"), season_document.MatchDayPart),
        divisions=list(division_parts(season, people, tournaments)),
    )


def division_parts(
    season: Season, people: Places, tournaments: Places
) -> Iterator[season_document.DivisionPart]:
    for pk, row in iter_owned_rows(
        season.divisions.order_by("number"), season_document.DivisionPart, "pk"
    ):
        yield season_document.DivisionPart(
            **row,
            teams=list(team_parts(pk, people)),
            meetings=list(meeting_parts(pk, tournaments)),
            penalties=parts_with_places(
                TeamPenalty.objects.filter(team__division=pk).order_by("id"),
                season_document.PenaltyPart,
            ),
        )


def team_parts(division: int, people: Places) -> Iterator[season_document.LeagueTeamPart]:
    lots = group_parts(
        LeagueLot.objects.filter(team__division=division), season_document.LeagueLotPart, "team"
    )
    players: dict[int, list[season_document.PlayerPart]] = {}
    rows = LeaguePlayer.objects.filter(team__division=division).order_by("id")
    owned_rows = iter_owned_rows(rows, season_document.PlayerPart, "team")
    for person, (team, row) in zip(rows.values_list("person", flat=True), owned_rows, strict=True):
        player = season_document.PlayerPart(**row, person=people[person])
        players.setdefault(team, []).append(player)
    teams = LeagueTeam.objects.filter(division=division).order_by("number")
    for pk, row in iter_owned_rows(teams, season_document.LeagueTeamPart, "pk"):
        yield season_document.LeagueTeamPart(**row, players=players.get(pk, []), lots=lots[pk])


def meeting_parts(division: int, tournaments: Places) -> Iterator[season_document.MeetingPart]:
    rows = Meeting.objects.filter(division=division).order_by("match_day__number", "number")
    played = dict(rows.values_list("pk", "tournament"))
    teams = dict(teams_in_meetings(division))
    for pk, row in iter_owned_rows(rows, season_document.MeetingPart, "pk"):
        tournament = tournaments.get(played[pk] or 0)
        yield season_document.MeetingPart(**row, tournament=tournament, teams=teams.get(pk, []))


def teams_in_meetings(
    division: int,
) -> Iterator[tuple[int, list[season_document.MeetingTeamPart]]]:
    of_division = {"meeting_team__meeting__division": division}
    forfeits = group_parts(
        SeriesForfeit.objects.filter(**of_division).order_by("series"),
        season_document.ForfeitPart,
        "meeting_team",
    )
    results = group_parts(
        ReportedResult.objects.filter(**of_division).order_by("series"),
        season_document.ResultPart,
        "meeting_team",
    )
    rows = MeetingTeam.objects.filter(meeting__division=division).order_by("team__number")
    teams: dict[int, list[season_document.MeetingTeamPart]] = {}
    meetings = dict(rows.values_list("pk", "meeting"))
    for pk, row in iter_owned_rows(rows, season_document.MeetingTeamPart, "pk"):
        team = season_document.MeetingTeamPart(**row, forfeits=forfeits[pk], results=results[pk])
        teams.setdefault(meetings[pk], []).append(team)
    yield from teams.items()
