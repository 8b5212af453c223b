"""What a seating breaks of a league's rules: team-mates apart, as many tables as the teams give."""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress

from django.db.models import QuerySet

from scoring.models import Entry, ScoreList, Series, TeamMember
from scoring.models.score_list import ListState
from scoring.models.series import SeriesState
from scoring.models.team import TeamKind
from scoring.rules.outline import FEWEST
from scoring.rules.problem import Problem
from scoring.seating.venue import FULL_TEAM, NotPlayable, Venue
from scoring.series.reads.draw_request import teams_of
from scoring.series.reads.tables import Tables, count_threes, playing, three_problems


def league_problems(series: Series, tables: Tables, venue: Venue) -> list[Problem]:
    """Every breach at a table of a league's venue; a seating with one is released with a reason."""
    try:
        shape = venue.shape
    except NotPlayable as short:
        return [Problem(f"league-{short.code}")] if venue.teams else []
    problems = []
    for table, players in sorted(tables.items()):
        for team in venue.teams.values():
            mates = [player for player in players if player in team]
            if len(mates) > shape.of_a_team:
                params = {"table": table, "numbers": mates}
                problems.append(Problem("league-team-mates", params=params))
    if sorted(map(len, tables.values()), reverse=True) != list(shape.sizes):
        problems.append(Problem("league-tables", params={"wanted": text_of(shape.sizes)}))
    return problems


def threes_problems(
    series: Series, tables: Tables, *, gone: int = 0, venue: Venue | None = None
) -> list[Problem]:
    """Whether there are more tables of three than need no reason (TO 7.1.1); in a league none that
    the teams give: 4-4-4-0 makes four. `gone` is the start number of who is about to leave; the
    venue of a league is read unless it is known.
    """
    problems = three_problems(tables)
    if problems and series.tournament.league:
        with suppress(NotPlayable):
            venue = venue or venue_of(series, playing(series), gone=gone)
            wanted = venue.shape.sizes.count(FEWEST)
            return [] if count_threes(tables) <= wanted else problems
    return problems


def venue_of(series: Series, seated: Iterable[Entry], *, gone: int = 0) -> Venue:
    """The teams of a league's tournament with those of them who are to be seated in this series."""
    teams = teams_of(series.tournament, series.number)
    players: dict[str, list[int]] = defaultdict(list)
    for entry in seated:
        if entry.pk in teams and entry.start_number != gone:
            players[teams[entry.pk]].append(entry.start_number)
    contest = series.tournament.team_contests.filter(kind=TeamKind.TEAM).first()
    return Venue(players, contest.size if contest else FULL_TEAM)


def fourth_may_join(series: Series) -> bool:
    """Whether a late player may come to a table of three at a round: in leagues alone (TO 9.7)."""
    at = series.tournament
    return at.league and at.substitutes and series.state == SeriesState.PLAYING


def free_chairs(series: Series, entry_id: int) -> tuple[ScoreList, ...]:
    return tuple(chairs_for(series, entry_id))


def chairs_for(series: Series, entry_id: int) -> QuerySet[ScoreList]:
    """The lists of tables of three that a late player may join as the fourth: nobody of his team
    sits there.
    """
    own = TeamMember.objects.filter(
        entry=entry_id, contest__tournament=series.tournament_id, contest__kind=TeamKind.TEAM
    )
    mates = TeamMember.objects.filter(team__in=own.values("team")).values("entry")
    threes = series.lists.filter(seats=FEWEST, state=ListState.OPEN)
    return threes.exclude(seat_rows__entry__in=mates).order_by("table_number")


def text_of(sizes: tuple[int, ...]) -> str:
    """The tables of a shape: "4-4-4-3"."""
    return "-".join(map(str, sizes))
