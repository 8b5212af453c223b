"""The public page of one player: lists, adjustments, team-mates."""

from collections import defaultdict
from dataclasses import dataclass, replace

from django.db.models import Q

from scoring.messages import label
from scoring.models import Adjustment, Entry, TeamMember
from scoring.public.access import PublicTournament
from scoring.public.reads.pages import field_of_players
from scoring.standings.reads.player import PlayerSheet, player_sheet


@dataclass(frozen=True, slots=True)
class PlaysFor:
    """A team of a player: its kind and the scope of its standings, its name and its members."""

    kind: str
    scope: str
    name: str
    members: tuple[tuple[int, str], ...]


def teams_of(room: PublicTournament, entry: Entry) -> tuple[PlaysFor, ...]:
    """The teams of a player, once there are standings of them: two queries."""
    if not room.results:
        return ()
    own = entry.in_teams.select_related("team", "contest").order_by("contest")
    teams = {team_member.team_id: team_member for team_member in own}
    members: dict[int, list[tuple[int, str]]] = defaultdict(list)
    beside = TeamMember.objects.filter(team__in=teams).select_related("entry__person")
    for team_member in beside.order_by("position"):
        members[team_member.team_id].append(
            (team_member.entry.start_number, str(team_member.entry.person))
        )
    return tuple(
        PlaysFor(
            label("team_kind", team.contest.kind),
            team.contest.kind,
            team.team.name,
            tuple(members[pk]),
        )
        for pk, team in teams.items()
    )


def adjustments_shown(room: PublicTournament, entry: Entry) -> list[Adjustment]:
    """The adjustments in released standings; their reasons are not public."""
    if not room.results:
        return []
    counted = Q(series=None) | Q(series__number__in=room.results)
    return list(entry.adjustments.filter(counted).select_related("series").order_by("id"))


def released_sheet(room: PublicTournament, entry: Entry) -> PlayerSheet:
    """The lists of the released series; one that does not count yet is hidden."""
    field = field_of_players(room)
    place = field.row_of(entry.pk), len(field.rows)
    sheet = player_sheet(entry, only=room.results, place=place)
    lines = tuple(replace(line, hidden=not line.counted) for line in sheet.lines)
    return replace(sheet, lines=lines)
