"""Players leave a table or join it at a round (SkO 4.5.9, 3.1.2, docs/law.md "A score list")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.db.models import Q

from scoring.core.access import has_role
from scoring.core.forms import refuse, refuse_all
from scoring.core.services import refresh
from scoring.lists.services.games import (
    admit_entry,
    changing_list,
    raise_layout,
    refuse_without_reason,
    settle,
)
from scoring.models import Actor, Entry, Role, ScoreList, Seat, TeamMember
from scoring.models.log import Action
from scoring.models.score_list import MAX_PLAYERS, Depth, place_fields
from scoring.models.team import TeamKind
from scoring.rules.outline import (
    MAX_SEATS,
    Outline,
    Sitting,
    all_from_start,
    check_sittings,
    count_at_start,
    joined_by_fourth,
    read_sittings,
    sittings_after_leaving,
    write_sittings,
)
from scoring.rules.problem import Problem
from scoring.rules.score_list import check_line, check_list


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The player of a seat leaves after a round, and perhaps somebody joins there.

    A player who joins at the free seat 4 of a table of three makes it one of four.
    """

    seat: int
    after_round: int
    joins: int | None = None  # a start number
    announced: bool = False  # before the round (SkO 4.5.9)
    agreed: bool = False  # by all others at the table (SkO 3.1.2)

    @property
    def facts(self) -> dict[str, bool]:
        """What the log keeps besides the times."""
        facts = {"announced": self.announced, "agreed": self.agreed and self.joins is not None}
        return {key: True for key, is_so in facts.items() if is_so}


def change_seat(
    score_list: ScoreList, seat_change: SeatChange, *, by: Actor, revision: int, reason: str
) -> None:
    """Let the player of a seat leave after a round, and perhaps somebody take the seat then.

    If nobody does, a table of four goes on as three. A seat left earlier can be taken, too. Raises
    Refused for anybody but the organizer (TO 7.1.2), and if the change is impossible: fewer than
    three are left, a typed game becomes impossible, …
    """
    outline, players = score_list.outline, joined_entries(score_list)
    problems = place_problems(outline, seat_change)
    if (number := seat_change.joins) is not None:
        entry = score_list.series.tournament.entries.filter(start_number=number).first()
        problems += joining_problems(score_list, seat_change, entry)
        players += [entry] if entry else []
    refuse_all(problems)
    last, seat = outline.table[seat_change.after_round - 1].last, seat_change.seat
    times = sittings_after_leaving(outline.times, seat, last, joins=number is not None)
    if times == outline.times:
        raise refuse("seat-is-empty-already", field="seat", seat=seat)
    facts = seat_change.facts
    set_sittings(score_list, times, players, by=by, revision=revision, reason=reason, facts=facts)


def place_problems(outline: Outline, seat_change: SeatChange) -> list[Problem]:
    """Whether the table has such a seat and such a round."""
    problems = []
    most = MAX_SEATS if seat_change.joins is not None else outline.seats
    if not 1 <= seat_change.seat <= most:
        problems.append(Problem("seat-out-of-range", "seat", {"seats": most}))
    if not 1 <= seat_change.after_round < outline.rounds:
        last = {"last": outline.rounds - 1}
        problems.append(Problem("round-out-of-range", "after_round", last, "SkO 4.5.9"))
    return problems


def joining_problems(
    score_list: ScoreList, seat_change: SeatChange, entry: Entry | None
) -> list[Problem]:
    """What keeps `entry` from joining; it is None if nobody has the start number."""
    number, problems = seat_change.joins, []
    if not score_list.series.tournament.substitutes:
        problems.append(Problem("substitutes-not-allowed", "joins", rule="TO 9.7"))
    if not seat_change.agreed:
        problems.append(Problem("joining-needs-agreement", "agreed", rule="SkO 3.1.2"))
    if score_list.seat_rows.count() >= MAX_PLAYERS:
        problems.append(Problem("too-many-players", "joins", {"most": MAX_PLAYERS}))
    if entry is None:
        return [*problems, Problem("start-number-unknown", "joins", {"number": number})]
    if not entry.plays(score_list.series.number):
        problems.append(Problem("plays-not-in-this-series", "joins", {"number": number}))
    seat = Seat.objects.filter(series=score_list.series, entry=entry).select_related("list").first()
    if seat is not None:
        params = {"number": number, "table": seat.list.table_number}
        problems.append(Problem("already-seated", "joins", params))
    if seat_change.seat > score_list.outline.seats:
        problems += team_mate_problems(score_list, entry)
    return problems


def team_mate_problems(score_list: ScoreList, entry: Entry) -> list[Problem]:
    """A problem if the table has a player of the entry's team."""
    series = score_list.series
    members = TeamMember.objects.filter(
        contest__tournament=series.tournament_id, contest__kind=TeamKind.TEAM
    )
    teams = members.filter(entry=entry).values("team")
    mates = members.filter(team__in=teams, entry__seats__list=score_list)
    numbers = sorted(mates.values_list("entry__start_number", flat=True))
    if not numbers:
        return []
    params = {"table": score_list.table_number, "numbers": [*numbers, entry.start_number]}
    return [Problem("league-team-mates", "joins", params)]


def set_sittings(
    score_list: ScoreList,
    sittings: Sequence[Sitting],
    players: Sequence[Entry],
    *,
    by: Actor,
    revision: int,
    reason: str,
    facts: Mapping[str, object] | None = None,
) -> None:
    """Write who sits when; `players` are those who joined."""
    refuse_without_reason(reason)
    action = Action.LIST_PLAYERS_CHANGED
    with changing_list(score_list, revision, by, action, reason=reason) as change:
        admit_entry(change)
        if not has_role(by, score_list.series.tournament, Role.ORGANIZER):
            raise refuse("seats-of-the-organizer", rule="TO 7.1.2")
        if score_list.depth == Depth.TOTALS:
            raise refuse("totals-need-games", rule="TO 8.12")
        old = {"sittings": sittings_with_players(score_list)}
        write_outline(score_list, sittings)
        raise_layout(score_list)
        seat_joined(score_list, players)
        change.log(old=old, new={"sittings": sittings_with_players(score_list), **(facts or {})})
        settle(change)


def write_outline(score_list: ScoreList, sittings: Sequence[Sitting]) -> None:
    """Store the times of the players, and the dealers that follow from them.

    Raises Refused with every problem of the times and of the typed games, and if the list was
    broken off after what becomes its last game.
    """
    before, lines = score_list.outline, score_list.lines()
    # A fourth makes a table of three one of four; without him it is one of three again.
    seats = max(sitting.seat for sitting in sittings)
    refuse_all(check_sittings(sittings, seats, before.rounds))
    score_list.seats, score_list.games_due = seats, seats * before.rounds
    score_list.began_as_three = count_at_start(sittings) < seats
    score_list.sittings = write_sittings(sittings)
    after = score_list.outline
    # An annulled game is dealt in the same order, and may come after the end.
    whole = replace(after, ended_after=None)
    by_line = (check_line(replace(line, annulled=False), whole) for line in lines)
    refuse_all([*chain.from_iterable(by_line), *check_list([], after, complete=False)])
    score_list.save(update_fields=["seats", "games_due", "began_as_three", "sittings"])
    for line in lines:
        rows = score_list.games.filter(number=line.number, attempt=line.attempt)
        rows.update(**place_fields(line, after))


def seat_joined(score_list: ScoreList, players: Sequence[Entry]) -> None:
    """Store the seats of those who joined; positions follow their order."""
    first = score_list.outline.began + 1
    rows = score_list.seat_rows.filter(position__gte=first)
    before = dict(rows.values_list("position", "entry"))
    positions = enumerate(players, first)
    new = {position: entry for position, entry in positions if before.get(position) != entry.pk}
    rows.filter(Q(position__in=new) | Q(position__gte=first + len(players))).delete()
    # The tournament is locked: nobody removes them or seats them elsewhere from here on.
    for entry in new.values():
        refresh(entry, "entry-gone")
    for seat in Seat.objects.filter(series=score_list.series_id, entry__in=new.values()):
        number, table = seat.entry.start_number, seat.list.table_number
        raise refuse("already-seated", field="joins", number=number, table=table)
    Seat.objects.bulk_create(
        Seat(list=score_list, series=score_list.series, position=position, entry=entry)
        for position, entry in new.items()
    )


def joined_entries(score_list: ScoreList) -> list[Entry]:
    rows = score_list.seat_rows.filter(position__gt=score_list.outline.began)
    return [row.entry for row in rows.select_related("entry").order_by("position")]


def sittings_with_players(score_list: ScoreList) -> list[dict[str, object]]:
    """The stored times, those who joined with their start numbers, for the log."""
    numbers = iter([entry.start_number for entry in joined_entries(score_list)])
    return [
        {**sitting, "player": next(numbers, None)} if "first_game" in sitting else dict(sitting)
        for sitting in score_list.sittings
    ]


def sittings_from_log(
    score_list: ScoreList, entries: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Sitting, ...], list[Entry]]:
    """Times and players of a row of the log; raises Refused if a player is gone."""
    numbers = [each["player"] for each in entries if "first_game" in each]
    entries_here = score_list.series.tournament.entries.filter(start_number__in=numbers)
    by_number = {entry.start_number: entry for entry in entries_here}
    if len(by_number) < len(numbers):
        raise refuse("seats-changed-since")
    seats = MAX_SEATS if joined_by_fourth(entries) else score_list.outline.began
    times = read_sittings(entries, seats) or all_from_start(seats)
    return times, [by_number[number] for number in numbers]
