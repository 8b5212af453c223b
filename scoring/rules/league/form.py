"""The form of the players of a division: their results by match day, average and rank."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from scoring.rules.league.scoring import RankedBy, whole
from scoring.rules.league.season import Team
from scoring.rules.ranking import Figure, Standing, rank

Person = Hashable


@dataclass(frozen=True, slots=True)
class PlayerSeries:
    """What one player reached in one series, for a team. Who is substituted during a series has
    what he played himself, and so has who comes in.
    """

    player: Person
    team: Team
    day: int
    series: int
    performance: Figure
    points: Figure
    won: Figure
    lost: Figure


@dataclass(frozen=True, slots=True)
class DayForm:
    """The sum of a player's series on a match day."""

    series: int
    total: Figure
    won: Figure
    lost: Figure


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """A player over the season. `rank` is None for who played fewer series than the list asks.

    `teams` stand in the order of the days; `average` is a series'.
    """

    rank: int | None
    player: Person
    teams: tuple[Team, ...]
    days: Mapping[int, DayForm]
    series: int
    total: Figure
    average: Figure
    best: Figure
    won: Figure
    lost: Figure


def forms(
    results: Iterable[PlayerSeries],
    *,
    ranked_by: RankedBy = "performance",
    by: Literal["total", "average"] = "total",
    least: int = 1,
    without: Collection[Team] = (),
) -> list[PlayerForm]:
    """Everybody who played, best first; who has fewer than `least` series comes last, unranked.

    The order is docs/law.md "Ranking" over the totals, or over the averages of performance, games
    won and games lost a series; equals share the rank. Results for the teams `without` (those
    withdrawn) are left out.
    """
    played: dict[Person, list[PlayerSeries]] = defaultdict(list)
    for result in results:
        if result.team not in without:
            played[result.player].append(result)
    player_forms = {player: form_of(player, own, ranked_by) for player, own in played.items()}
    ranks = {
        each.key: each.rank
        for each in rank(
            (merits(form, by) for form in player_forms.values() if form.series >= least),
            ties="share",
        )
    }
    return [
        replace(form, rank=ranks.get(form.player))
        for form in sorted(
            player_forms.values(), key=lambda form: order(form, ranks.get(form.player))
        )
    ]


def form_of(player: Person, played: Iterable[PlayerSeries], ranked_by: RankedBy) -> PlayerForm:
    """A player's sums, without rank."""
    own = sorted(played, key=lambda player_series: (player_series.day, player_series.series))

    def figure(each: PlayerSeries) -> Figure:
        return each.performance if ranked_by == "performance" else each.points

    by_day: dict[int, list[PlayerSeries]] = defaultdict(list)
    for player_series in own:
        by_day[player_series.day].append(player_series)
    number = len({(player_series.day, player_series.series) for player_series in own})
    total = sum(map(figure, own))
    return PlayerForm(
        None,
        player,
        tuple(dict.fromkeys(player_series.team for player_series in own)),
        {
            day: DayForm(
                len({player_series.series for player_series in of_day}),
                sum(map(figure, of_day)),
                sum(player_series.won for player_series in of_day),
                sum(player_series.lost for player_series in of_day),
            )
            for day, of_day in by_day.items()
        },
        number,
        total,
        whole(Fraction(total) / number),
        max(map(figure, own)),
        sum(player_series.won for player_series in own),
        sum(player_series.lost for player_series in own),
    )


def merits(form: PlayerForm, by: str) -> Standing:
    parts = 1 if by == "total" else form.series
    return Standing(
        form.player,
        Fraction(form.total) / parts,
        Fraction(form.won) / parts,
        Fraction(form.lost) / parts,
    )


def order(form: PlayerForm, place: int | None) -> tuple[bool, int, Figure, str]:
    return (place is None, place or 0, -form.total, repr(form.player))
