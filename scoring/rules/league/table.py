"""The table of a division over the season, and why each team stands where it stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise, permutations
from typing import Literal

from scoring.rules.league.scoring import Criterion, Lines, Zone
from scoring.rules.league.season import LeagueSeason, MatchAward, Penalty, Team, meeting_points
from scoring.rules.ranking import DrawnLot, Figure, order_by_lot, simplify_figure

# The points of the teams in every ranking of the season: of a series or of a day, at one venue.
Rankings = Sequence[Mapping[Team, MatchAward]]


def rankings_of(season: LeagueSeason) -> Rankings:
    return [
        awards for meeting in season.meetings for awards in meeting_points(season, meeting).values()
    ]


# The cross table: how every two teams of a division fared where they met.


@dataclass(frozen=True, slots=True)
class Encounter:
    """One team against another, over the `rankings` in which both appeared.

    `ahead` counts those in which the team had the better place, equal places half. `match` and
    `against` are the match points of the two.
    """

    rankings: int
    ahead: Figure
    match: Figure
    against: Figure


def cross_table(season: LeagueSeason) -> dict[tuple[Team, Team], Encounter]:
    """Every two teams of the season, in both orders."""
    rankings = rankings_of(season)
    return {pair: encounter(*pair, rankings) for pair in permutations(season.teams, 2)}


def encounter(team: Team, other: Team, rankings: Rankings) -> Encounter:
    count = 0
    ahead = match = against = Fraction(0)
    for awards in rankings:
        own, theirs = awards.get(team), awards.get(other)
        if own and theirs and own.place and theirs.place:
            count += 1
            match += own.match
            against += theirs.match
            ahead += Fraction(1, 2) if own.place == theirs.place else own.place < theirs.place
    return Encounter(count, *map(simplify_figure, (ahead, match, against)))


# Why equal teams are ahead of the next ones: the criterion and both figures.
Reason = Criterion | Literal["", "shared"]
Boundary = tuple[Reason, Figure, Figure]


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A team in the table.

    `days` and `series` count those in which it appeared and that stand, `firsts` the rankings that
    it won, alone or shared. `match`, `counter` and `game` (what the scoring ranks by) include
    penalties. `decided_by` says why it is ahead of the next, by the figures `own` and `other`;
    "shared" for equals, "" for the last. `undecided` marks a rank shared across a line of promotion
    or relegation.
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
    withdrawn: bool = False
    decided_by: Reason = ""
    own: Figure = 0
    other: Figure = 0
    lot_needed: bool = False
    zone: Zone = ""
    undecided: bool = False

    @property
    def totals(self) -> str:
        """The figures for which a lot is drawn."""
        return f"{self.match}:{self.counter} {self.game} {self.won} {self.lost}"


def league_table(season: LeagueSeason) -> tuple[LeagueRow, ...]:
    """The table of a division; teams that withdrew come last, annulled ones without a rank."""
    rankings = rankings_of(season)
    sums = [sums_of(season, team, rankings) for team in sorted(season.teams)]
    annulled = season.annulled
    rows: list[LeagueRow] = []
    for withdrawn in (False, True):
        own = [row for row in sums if row.withdrawn is withdrawn and row.team not in annulled]
        rows += rank_rows(season, own, rankings, len(rows))
    rows += [row for row in sums if row.team in annulled]
    return tuple(with_zones(rows, season.lines))


def sums_of(season: LeagueSeason, team: Team, rankings: Rankings) -> LeagueRow:
    awards = [ranking[team] for ranking in rankings if team in ranking]
    penalties = [penalty for penalty in season.penalties if penalty.team == team]
    sources: list[MatchAward | Penalty] = [*awards, *penalties]
    results = [
        (meeting.day, by_team[team])
        for meeting in season.meetings
        for by_team in season.counted_results(meeting).values()
        if team in by_team
    ]
    return LeagueRow(
        rank=None,
        team=team,
        days=len({day for day, _result in results}),
        series=len(results),
        match=total(source.match for source in sources),
        counter=total(source.counter for source in sources),
        game=total((*(award.figure for award in awards), *(penalty.game for penalty in penalties))),
        won=total(result.won for _day, result in results),
        lost=total(result.lost for _day, result in results),
        firsts=sum(award.place == 1 for award in awards),
        withdrawn=any(withdrawal.team == team for withdrawal in season.withdrawals),
    )


def rank_rows(
    season: LeagueSeason, rows: Sequence[LeagueRow], rankings: Rankings, before: int
) -> list[LeagueRow]:
    """The rows in order, with what decided and with ranks from `before` + 1 on."""
    groups: list[Sequence[LeagueRow]] = [rows]
    between: list[Boundary] = []  # between[i] separates groups[i] from groups[i + 1]
    for criterion in season.scoring.order:
        finer: list[Sequence[LeagueRow]] = []
        boundaries: list[Boundary] = []
        for number, equals in enumerate(groups):
            parts = split_by(equals, criterion, season.lots, rankings)
            boundaries += [(criterion, own, other) for (_, own), (_, other) in pairwise(parts)]
            boundaries += between[number : number + 1]
            finer += [group for group, _figure in parts]
        groups, between = finer, boundaries
    ranked: list[LeagueRow] = []
    lot_decides = season.scoring.order[-1:] == ("lot",)
    for equals, (reason, own, other) in zip(groups, [*between, ("", 0, 0)], strict=True):
        rank = before + len(ranked) + 1
        if len(equals) == 1:
            row = replace(equals[0], rank=rank, decided_by=reason, own=own, other=other)
            ranked.append(row)
            continue
        ranked += [
            replace(row, rank=rank, decided_by="shared", lot_needed=lot_decides and row.series > 0)
            for row in equals
        ]
    return ranked


def split_by(
    equals: Sequence[LeagueRow],
    criterion: Criterion,
    lots: Mapping[Team, DrawnLot],
    rankings: Rankings,
) -> list[tuple[Sequence[LeagueRow], Figure]]:
    """Equal teams grouped by one criterion, best first, with the figure of each group."""
    if len(equals) <= 1:
        return [(equals, 0)]
    if criterion == "lot":
        places = order_by_lot([(lots.get(row.team), row.totals) for row in equals])
        rows = [equals[place] for place in places]
        return [([row], lots[row.team].order) for row in rows] or [(equals, 0)]
    figures = {row.team: criterion_figure(row, criterion, equals, rankings) for row in equals}
    fewer = criterion in ("counter", "lost")

    def merit(row: LeagueRow) -> Figure:
        return figures[row.team] if fewer else -figures[row.team]

    groups = (list(group) for _, group in groupby(sorted(equals, key=merit), key=merit))
    return [(group, figures[group[0].team]) for group in groups]


def criterion_figure(
    row: LeagueRow, criterion: Criterion, equals: Sequence[LeagueRow], rankings: Rankings
) -> Figure:
    """The figure of a team that a criterion compares.

    "direct": in how many rankings it was ahead of one of the equals, less those in which it was
    behind.
    """
    if criterion == "direct":
        others = (other.team for other in equals if other is not row)
        cells = [encounter(row.team, other, rankings) for other in others]
        return total(2 * cell.ahead - cell.rankings for cell in cells)
    figure: Figure = (
        row.match - row.counter if criterion == "difference" else getattr(row, criterion)
    )
    return figure


def with_zones(rows: Sequence[LeagueRow], lines: Lines) -> list[LeagueRow]:
    """The rows with their zones; a rank shared across a line is undecided."""
    zones = lines.zones(len(rows))
    zones_of_rank: dict[int | None, set[Zone]] = {}
    for row, zone in zip(rows, zones, strict=True):
        zones_of_rank.setdefault(row.rank, set()).add(zone)
    with_zone = []
    for row, zone in zip(rows, zones, strict=True):
        undecided = row.rank is not None and len(zones_of_rank[row.rank]) > 1
        with_zone.append(replace(row, zone="" if undecided else zone, undecided=undecided))
    return with_zone


def total(figures: Iterable[Figure]) -> Figure:
    return simplify_figure(sum(figures, Fraction(0)))
