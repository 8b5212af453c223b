"""A whole season as one document (docs/formats.md); `exchange.services.season` imports it."""

from collections.abc import Iterator, Mapping, Sequence

from scoring.exchange import season_document as parts
from scoring.exchange.document import FORMAT, Document, PersonPart
from scoring.exchange.reads.export import (
    ENCODER,
    Progress,
    all_of,
    export_document,
    grouped,
    indented,
    numbered,
    owned_rows,
    read_rows,
    silent,
)
from scoring.models import (
    Entry,
    LeagueLot,
    LeaguePlayer,
    LeagueTeam,
    Meeting,
    MeetingTeam,
    Person,
    ReportedResult,
    Season,
    SeriesForfeit,
    TeamPenalty,
    Tournament,
)
from scoring.models.season import SeasonKind
from scoring.standings.reads.season import tournaments_of

Places = Mapping[int, int]  # by id, the place in the document, from 1


def export_season(season: Season, progress: Progress = silent) -> str:
    """The document as text: sorted keys, one space of indent, stable to the byte."""
    tournaments = list(tournaments_of(season))
    documents: list[Document] = []
    for number, tournament in enumerate(tournaments, 1):
        progress(f"{number}/{len(tournaments)}")
        documents.append(export_document(tournament))
    people = people_of(season, tournaments)
    [terms] = all_of(Season.objects.filter(pk=season.pk), parts.TermsPart)
    league = None
    if season.kind == SeasonKind.LEAGUE:
        league = league_of(season, places(list(people)), places([each.pk for each in tournaments]))
    document = parts.SeasonDocument(
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


def people_of(season: Season, tournaments: list[Tournament]) -> dict[int, parts.SeasonPersonPart]:
    """Everybody by his first entry, then members who have none by their numbers, then rosters."""
    numbers = dict(season.members.values_list("person", "number"))
    people: dict[int, parts.SeasonPersonPart] = {}
    at = places([each.pk for each in tournaments])
    entries = Entry.objects.filter(tournament__in=at)
    rows = entries.values_list("tournament", "start_number", "person")
    for place, start_number, who in sorted((at[pk], number, who) for pk, number, who in rows):
        person = people.setdefault(who, parts.SeasonPersonPart(number=numbers.get(who)))
        person.entries.append(parts.PlayedPart(tournament=place, start_number=start_number))
    waiting = [*numbers, *roster(season)]
    unknown = [who for who in dict.fromkeys(waiting) if who not in people]
    said = dict(owned_rows(Person.objects.filter(pk__in=unknown), PersonPart, "pk"))
    for who in unknown:
        row = PersonPart(**said[who])
        people[who] = parts.SeasonPersonPart(number=numbers.get(who), person=row)
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


def league_of(season: Season, people: Places, tournaments: Places) -> parts.LeaguePart:
    """Everything of a league but its tournaments."""
    return parts.LeaguePart(
        leaders=[each.user.called for each in season.leaders.select_related("user")],
        venues=all_of(season.venues.order_by("name"), parts.VenuePart),
        days=all_of(season.match_days.order_by("number"), parts.MatchDayPart),
        divisions=list(divisions_of(season, people, tournaments)),
    )


def divisions_of(
    season: Season, people: Places, tournaments: Places
) -> Iterator[parts.DivisionPart]:
    for pk, row in owned_rows(season.divisions.order_by("number"), parts.DivisionPart, "pk"):
        yield parts.DivisionPart(
            **row,
            teams=list(teams_of(pk, people)),
            meetings=list(meetings_of(pk, tournaments)),
            penalties=numbered(
                TeamPenalty.objects.filter(team__division=pk).order_by("id"), parts.PenaltyPart
            ),
        )


def teams_of(division: int, people: Places) -> Iterator[parts.LeagueTeamPart]:
    lots = grouped(LeagueLot.objects.filter(team__division=division), parts.LeagueLotPart, "team")
    players: dict[int, list[parts.PlayerPart]] = {}
    rows = LeaguePlayer.objects.filter(team__division=division).order_by("id")
    at = rows.values_list("team", "person")
    for (team, person), row in zip(at, read_rows(rows, parts.PlayerPart), strict=True):
        players.setdefault(team, []).append(parts.PlayerPart(**row, person=people[person]))
    teams = LeagueTeam.objects.filter(division=division).order_by("number")
    for pk, row in owned_rows(teams, parts.LeagueTeamPart, "pk"):
        yield parts.LeagueTeamPart(**row, players=players.get(pk, []), lots=lots[pk])


def meetings_of(division: int, tournaments: Places) -> Iterator[parts.MeetingPart]:
    rows = Meeting.objects.filter(division=division).order_by("match_day__number", "number")
    played = dict(rows.values_list("pk", "tournament"))
    teams = dict(teams_in_meetings(division))
    for pk, row in owned_rows(rows, parts.MeetingPart, "pk"):
        tournament = tournaments.get(played[pk] or 0)
        yield parts.MeetingPart(**row, tournament=tournament, teams=teams.get(pk, []))


def teams_in_meetings(
    division: int,
) -> Iterator[tuple[int, list[parts.MeetingTeamPart]]]:
    of_division = {"meeting_team__meeting__division": division}
    forfeits = grouped(
        SeriesForfeit.objects.filter(**of_division).order_by("series"),
        parts.ForfeitPart,
        "meeting_team",
    )
    results = grouped(
        ReportedResult.objects.filter(**of_division).order_by("series"),
        parts.ResultPart,
        "meeting_team",
    )
    rows = MeetingTeam.objects.filter(meeting__division=division).order_by("team__number")
    teams: dict[int, list[parts.MeetingTeamPart]] = {}
    meetings = dict(rows.values_list("pk", "meeting"))
    for pk, row in owned_rows(rows, parts.MeetingTeamPart, "pk"):
        team = parts.MeetingTeamPart(**row, forfeits=forfeits[pk], results=results[pk])
        teams.setdefault(meetings[pk], []).append(team)
    yield from teams.items()
