"""Match points of a team for one series of a league match day.

With four teams a series gives 3, 2, 1 and 0 points, with five 4-3-2-1-0: one for every team left
behind. Teams of equal series points share the points of their places (2½ each for the first two of
four): only the series points decide, a series always gives the same number of points, and no lot
is needed. A team that did not appear in the series has
no points of either kind (DSkV Sportordnung, Anlage 10), but it counts
as a team left behind.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction

from scoring.rules.ranking import Figure


def match_points(
    points: Mapping[Hashable, Figure], teams: int | None = None
) -> dict[Hashable, Fraction]:
    """The match points of one series, from the series points of the teams that appeared.

    `teams` is how many belong to the league, those that did not appear included.

    >>> found = match_points({"A": 4100, "B": 3900, "C": 3900, "D": 3500})
    >>> {team: str(points) for team, points in found.items()}
    {'A': '3', 'B': '3/2', 'C': '3/2', 'D': '0'}
    """
    absent = max(0, (teams or 0) - len(points))
    return {
        team: absent
        + Fraction(sum(own > other for other in points.values()))
        + Fraction(sum(own == other for other in points.values()) - 1, 2)
        for team, own in points.items()
    }
