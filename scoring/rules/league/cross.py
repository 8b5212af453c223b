"""The cross table: how every two teams of a group fared where they met."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from scoring.rules.league.meeting import MeetingPoints, meeting_points
from scoring.rules.league.scoring import whole
from scoring.rules.league.season import LeagueSeason, PlayedMeeting, Team
from scoring.rules.ranking import Figure


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
    for meeting, found in rankings:
        if team not in meeting.teams or other not in meeting.teams:
            continue
        days.append(meeting.day)
        for own, its, place, place_of_other in both(team, other, found):
            counted += 1
            match += own
            against += its
            ahead += share(place, place_of_other)
            behind += share(place_of_other, place)
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


def both(
    team: Team, other: Team, found: Iterable[MeetingPoints]
) -> Iterator[tuple[Fraction, Fraction, int, int]]:
    """Match points and places of two teams in the rankings in which both appeared."""
    for meeting in found:
        own, its = meeting.awards[team], meeting.awards[other]
        if own.place is not None and its.place is not None:
            yield Fraction(own.match), Fraction(its.match), own.place, its.place


def share(own: int, other: int) -> Fraction:
    """1 for the better place, a half for the same."""
    return Fraction(1, 2) if own == other else Fraction(int(own < other))
