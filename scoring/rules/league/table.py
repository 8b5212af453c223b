"""The table of a group over the season, and why each team stands where it stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise, permutations
from typing import Literal

from scoring.rules.league.scoring import Criterion, Lines, Zone, whole
from scoring.rules.league.season import (
    LeagueSeason,
    MeetingPoints,
    Penalty,
    PlayedMeeting,
    Team,
    meeting_points,
)
from scoring.rules.ranking import DrawnLot, Figure

# The cross table: how every two teams of a group fared where they met.


@dataclass(frozen=True, slots=True)
class Encounter:
    """One team against another, over all rankings in which both appeared.

    `days` are the match days on which the schedule brings them together, played or not. `ahead`
    counts the rankings in which the team had the better place, `behind` the other; equal places
    count half to each. `match` and `against` are the match points that the two had there.
    """

    team: Team
    other: Team
    days: tuple[int, ...] = ()
    rankings: int = 0
    ahead: Figure = 0
    behind: Figure = 0
    match: Figure = 0
    against: Figure = 0


def cross_table(season: LeagueSeason) -> dict[tuple[Team, Team], Encounter]:
    """Every two teams of the season in both orders; those that never meet have no days."""
    together: dict[tuple[Team, Team], list[tuple[PlayedMeeting, tuple[MeetingPoints, ...]]]] = {
        pair: [] for pair in permutations(season.teams, 2)
    }
    for meeting in season.meetings:
        meeting_pointses = meeting_points(season, meeting)
        for pair in permutations(meeting.teams, 2):
            if pair in together:
                together[pair].append((meeting, meeting_pointses))
    return {pair: encounter(*pair, where) for pair, where in together.items()}


def encounter(
    team: Team, other: Team, rankings: Iterable[tuple[PlayedMeeting, Iterable[MeetingPoints]]]
) -> Encounter:
    """How a team fared against another."""
    days: list[int] = []
    counted = 0
    ahead = behind = match = against = Fraction(0)
    for meeting, series_points in rankings:
        if team not in meeting.teams or other not in meeting.teams:
            continue
        days.append(meeting.day)
        for points in series_points:
            own, its = points.awards[team], points.awards[other]
            if own.place is not None and its.place is not None:
                counted += 1
                match += Fraction(own.match)
                against += Fraction(its.match)
                ahead += share(own.place, its.place)
                behind += share(its.place, own.place)
    return Encounter(
        team,
        other,
        tuple(sorted(set(days))),
        counted,
        whole(ahead),
        whole(behind),
        whole(match),
        whole(against),
    )


def share(own: int, other: int) -> Fraction:
    """1 for the better place, a half for the same."""
    return Fraction(1, 2) if own == other else Fraction(int(own < other))


NO_LINES = Lines()

Rankings = Sequence[tuple[PlayedMeeting, tuple[MeetingPoints, ...]]]
# Why a group is ahead of the next one: the criterion and both figures.
Boundary = tuple[Criterion | Literal["", "shared"], Figure, Figure]


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A team in the table.

    `days` and `series` count those in which it appeared and that stand; `firsts` the rankings
    (series or days, as the scoring says) that it won alone or shared. `match : counter` are its
    match points, `game` the sum of what the scoring ranks by, penalties included in all three;
    `won` and `lost` are games. `decided_by` says why it is ahead of the next, with both figures,
    "shared" of equals, "" of the last. `undecided` marks a shared rank across a line of `zone`.
    """

    rank: int | None
    team: Team
    days: int
    series: int
    match: Figure
    counter: Figure
    game: Figure
    won: Figure
    lost: Figure
    firsts: int
    penalties: tuple[Penalty, ...] = ()
    withdrawn: bool = False
    provisional: bool = False
    direct: Figure = 0
    decided_by: Criterion | Literal["", "shared"] = ""
    own: Figure = 0
    other: Figure = 0
    lot_needed: bool = False
    zone: Zone = ""
    undecided: bool = False

    @property
    def totals(self) -> str:
        """The figures at which a lot is drawn; it holds for no others."""
        return f"{self.match}:{self.counter} {self.game} {self.won} {self.lost}"


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """The rows, best first. `missing` are the meetings of which no series is recorded."""

    rows: tuple[LeagueRow, ...]
    missing: tuple[PlayedMeeting, ...]
    provisional: bool

    def row(self, team: Team) -> LeagueRow:
        return next(league_row for league_row in self.rows if league_row.team == team)


def league_table(season: LeagueSeason, lines: Lines = NO_LINES) -> LeagueTable:
    """The table of a group from everything that is recorded.

    A team that withdrew comes after all others: with a rank where results are kept, else without.
    """
    rankings = [(meeting, meeting_points(season, meeting)) for meeting in season.meetings]
    sums = [sums_of(season, team, rankings) for team in season.teams]
    annulled = {
        withdrawal.team for withdrawal in season.withdrawals if withdrawal.results == "annul"
    }
    ordered: list[LeagueRow] = []
    for withdrawn in (False, True):
        part = [
            league_row
            for league_row in sums
            if league_row.withdrawn is withdrawn and league_row.team not in annulled
        ]
        ordered += rank_rows(season, part, rankings, len(ordered))
    behind = [league_row for league_row in sums if league_row.team in annulled]
    rows = with_zones(
        [*ordered, *sorted(behind, key=lambda league_row: stable(league_row.team))], lines
    )
    return LeagueTable(
        tuple(rows),
        tuple(meeting for meeting in season.meetings if not any(meeting.series.values())),
        any(meeting.provisional for meeting in season.meetings),
    )


def sums_of(season: LeagueSeason, team: Team, rankings: Rankings) -> LeagueRow:
    """The sums of a team, unranked."""
    own = [(meeting, series_points) for meeting, series_points in rankings if team in meeting.teams]
    awards = [
        meeting_points.awards[team] for _, series_points in own for meeting_points in series_points
    ]
    results = [
        (meeting.day, by_team[team])
        for meeting, _ in own
        for by_team in season.counted_results(meeting).values()
        if team in by_team
    ]
    penalties = tuple(penalty for penalty in season.penalties if penalty.team == team)
    return LeagueRow(
        rank=None,
        team=team,
        days=len({day for day, _ in results}),
        series=len(results),
        match=total(
            [*(award.match for award in awards), *(penalty.match for penalty in penalties)]
        ),
        counter=total(
            [*(award.counter for award in awards), *(penalty.counter for penalty in penalties)]
        ),
        game=total([*(award.figure for award in awards), *(penalty.game for penalty in penalties)]),
        won=total(team_series.won for _, team_series in results),
        lost=total(team_series.lost for _, team_series in results),
        firsts=sum(award.place == 1 for award in awards),
        penalties=penalties,
        withdrawn=any(withdrawal.team == team for withdrawal in season.withdrawals),
        provisional=any(meeting.provisional for meeting, _ in own),
    )


def rank_rows(
    season: LeagueSeason, rows: Iterable[LeagueRow], rankings: Rankings, before: int
) -> list[LeagueRow]:
    """The rows in order, with ranks from `before` + 1 and what decided."""
    groups = [sorted(rows, key=lambda row: stable(row.team))]
    # behind[i] parts groups[i] from groups[i + 1].
    behind: list[Boundary] = []
    for criterion in season.scoring.order:
        parted: list[list[LeagueRow]] = []
        boundaries: list[Boundary] = []
        for number, equals in enumerate(groups):
            parts = part(equals, criterion, season.lots, rankings)
            boundaries += [(criterion, own, other) for (_, own), (_, other) in pairwise(parts)]
            boundaries += behind[number : number + 1]
            parted += [group for group, _ in parts]
        groups, behind = parted, boundaries
    placed: list[LeagueRow] = []
    for number, equals in enumerate(groups):
        rank = before + len(placed) + 1
        if len(equals) == 1:
            decided, own, other = behind[number] if number < len(behind) else ("", 0, 0)
            placed.append(replace(equals[0], rank=rank, decided_by=decided, own=own, other=other))
            continue
        by_lot = season.scoring.order[-1] == "lot"
        placed += [
            replace(row, rank=rank, decided_by="shared", lot_needed=by_lot and row.series > 0)
            for row in equals
        ]
    return placed


def part(
    equals: Sequence[LeagueRow],
    criterion: Criterion,
    lots: Mapping[Team, DrawnLot],
    rankings: Rankings,
) -> list[tuple[list[LeagueRow], Figure]]:
    """Equal teams in groups by one criterion, best first, each with its figure to be shown."""
    if len(equals) == 1:
        return [(list(equals), 0)]
    if criterion == "lot":
        return by_lot(equals, lots)
    figures = {equal.team: criterion_figure(equal, criterion, equals, rankings) for equal in equals}
    fewer = criterion in ("counter", "lost")

    def merit(row: LeagueRow) -> Figure:
        return figures[row.team] if fewer else -figures[row.team]

    if criterion == "direct":
        equals = [replace(equal, direct=figures[equal.team]) for equal in equals]
    groups = (list(same) for _, same in groupby(sorted(equals, key=merit), key=merit))
    return [(group, figures[group[0].team]) for group in groups]


def criterion_figure(
    row: LeagueRow, criterion: Criterion, equals: Sequence[LeagueRow], rankings: Rankings
) -> Figure:
    """The figure of a team that a criterion compares.

    "direct": in how many rankings it was ahead of one of the equals, less those in which it was
    behind. A team that met more often gains nothing by it.
    """
    if criterion == "direct":
        met = [
            encounter(row.team, other.team, rankings) for other in equals if other.team != row.team
        ]
        return total(each.ahead - each.behind for each in met)
    figures: dict[str, Figure] = {
        "match": row.match,
        "counter": row.counter,
        "difference": row.match - row.counter,
        "game": row.game,
        "won": row.won,
        "lost": row.lost,
        "firsts": row.firsts,
    }
    return figures[criterion]


def by_lot(
    equals: Sequence[LeagueRow], lots: Mapping[Team, DrawnLot]
) -> list[tuple[list[LeagueRow], Figure]]:
    """The equals in the order of one lot drawn for all of them at these figures; else together."""
    drawn = {
        lots[equal.team].order: equal
        for equal in equals
        if equal.team in lots and lots[equal.team].totals in ("", equal.totals)
    }
    drawings = {lots[equal.team].drawing for equal in equals if equal.team in lots}
    if len(drawn) < len(equals) or len(drawings) > 1:
        return [(list(equals), 0)]
    return [([drawn[order]], order) for order in sorted(drawn)]


def with_zones(rows: Sequence[LeagueRow], lines: Lines) -> list[LeagueRow]:
    """The rows with their zones; who shares a rank across a line is undecided."""
    zones = lines.zones(len(rows))
    at: dict[int | None, set[Zone]] = {}
    for row, zone in zip(rows, zones, strict=True):
        at.setdefault(row.rank, set()).add(zone)
    league_rows = []
    for row, zone in zip(rows, zones, strict=True):
        open_ = row.rank is not None and len(at[row.rank]) > 1
        league_rows.append(replace(row, zone="" if open_ else zone, undecided=open_))
    return league_rows


def total(figures: Iterable[Figure]) -> Figure:
    return whole(sum((Fraction(figure) for figure in figures), Fraction(0)))


def stable(team: Team) -> tuple[int, int, str]:
    """A sort key for teams of any name, so that the order of the input changes nothing."""
    return (0, team, "") if isinstance(team, int) else (1, 0, repr(team))
