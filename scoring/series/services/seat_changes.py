"""Changing a seating by hand: in a draft two players swap, after its release one act at a time.

A list that holds entries keeps its players, or its figures would count for somebody else.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from scoring.core.forms import refuse_all
from scoring.core.services import changing_series, write_log
from scoring.models import (
    Actor,
    Booking,
    Entry,
    LogEntry,
    NoListReason,
    Ruling,
    ScoreList,
    Seat,
    Series,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.person import EntryState
from scoring.models.score_list import Depth, ListState
from scoring.rules.problem import Problem
from scoring.series.reads.draw_request import Tables, current_draw, seated_tables, threes_for_log
from scoring.series.states import SEAT_ACTIONS, act_problems


def entries_by_number(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entry]:
    entries = tournament.entries.filter(start_number__in=numbers)
    return {entry.start_number: entry for entry in entries}


# The ids of the entries at each table of each series.
Seating = Mapping[Series, Mapping[int, Sequence[int]]]


def seat_tables(seating: Seating) -> None:
    """Create tables with their empty lists, in bulk: saves of other desks wait meanwhile."""
    ScoreList.objects.bulk_create(
        ScoreList(
            series=series,
            table_number=table,
            seats=len(seated),
            games_due=len(seated) * series.rounds,
        )
        for series, tables in seating.items()
        for table, seated in tables.items()
    )
    seat_players(seating)


def seat_players(seating: Seating) -> None:
    """Seat everybody at the lists of these tables; reasons for having no list become void."""
    lists = ScoreList.objects.filter(series__in=seating).order_by()
    list_ids = {
        (series_id, table): pk
        for series_id, table, pk in lists.values_list("series", "table_number", "pk")
    }
    Seat.objects.bulk_create(
        Seat(series=series, list_id=list_ids[series.pk, table], position=position, entry_id=entry)
        for series, tables in seating.items()
        for table, seated in tables.items()
        for position, entry in enumerate(seated, 1)
    )
    has_seat = Exists(Seat.objects.filter(series=OuterRef("series"), entry=OuterRef("entry")))
    NoListReason.objects.filter(has_seat, series__in=seating).delete()


def reseat(series: Series, tables: Mapping[int, Sequence[Entry]]) -> None:
    """Seat other people at these tables; a table left empty is deleted with its list.

    Raises Refused for lists that hold entries, and for lists to be deleted that bookings or
    decisions refer to.
    """
    lists = {row.table_number: row for row in series.lists.filter(table_number__in=tables)}
    claim_empty_lists(lists.values())
    empty = [table for table, seated in tables.items() if not seated]
    refuse_referenced_lists(series.lists.filter(table_number__in=empty))
    Seat.objects.filter(list__in=lists.values()).delete()
    for table, seated in tables.items():
        score_list = lists[table]
        if seated:
            score_list.seats = len(seated)
            score_list.games_due = len(seated) * series.rounds
            score_list.save(update_fields=["seats", "games_due"])
        else:
            score_list.delete()
    seat_players({series: {n: [entry.pk for entry in seated] for n, seated in tables.items()}})


def claim_empty_lists(lists: Iterable[ScoreList]) -> None:
    """Raise the revision of these lists, so that open pages conflict; refuse lists with entries."""
    problems = []
    for score_list in lists:
        untouched = ScoreList.objects.filter(
            pk=score_list.pk, depth=Depth.NONE, state=ListState.OPEN, sittings=[]
        ).exclude(seat_rows__paper_points__isnull=False)
        if not untouched.update(revision=F("revision") + 1):
            params = {"table": score_list.table_number}
            problems.append(Problem("table-has-entries", "table", params))
    refuse_all(problems)


def clear_tables(*all_series: Series) -> None:
    """Delete all tables of these series; raises Refused if bookings or decisions name a list."""
    lists = ScoreList.objects.filter(series__in=all_series)
    refuse_referenced_lists(lists)
    lists.delete()


def refuse_referenced_lists(lists: QuerySet[ScoreList]) -> None:
    booked, ruled = Booking.objects.values("list"), Ruling.objects.values("list")
    is_referenced = Q(pk__in=booked) | Q(pk__in=ruled)
    referenced = lists.filter(is_referenced).order_by("series__number", "table_number")
    problems = [
        Problem("table-is-named-elsewhere", "table", {"series": series, "table": table})
        for series, table in referenced.values_list("series__number", "table_number")
    ]
    refuse_all(problems)


# The acts. Each returns its row of the log.

# What an act makes of the tables: the changed ones, or problems.
Rearranged = tuple[Tables, list[Problem]]


def swap_players(series: Series, one: int, other: int, *, by: Actor, reason: str = "") -> LogEntry:
    """Let two players of a draft (start numbers) change places."""

    def arrange(tables: Tables) -> Rearranged:
        places = {one: other, other: one}
        return {
            number: [places.get(player, player) for player in seated]
            for number, seated in tables.items()
            if places.keys() & set(seated)
        }, unseated_problems(tables, (one, other))

    return rearrange(series, "swap", by, reason, arrange)


def fill_seat(
    series: Series, player: int, latecomer: int, *, by: Actor, reason: str, no_show: bool = True
) -> LogEntry:
    """Give the seat of an absent player to a latecomer; with `no_show` mark him as absent."""
    arrange = partial(arrange_fill, series, player, latecomer)
    return rearrange(series, "fill", by, reason, arrange, absent=player if no_show else None)


def arrange_fill(series: Series, player: int, latecomer: int, tables: Tables) -> Rearranged:
    problems = unseated_problems(tables, (player,)) + not_waiting_problems(series, latecomer)
    if problems:
        return {}, problems
    home = table_of(tables, player)
    return {home: [latecomer if seated == player else seated for seated in tables[home]]}, []


def move_player(series: Series, player: int, table: int, *, by: Actor, reason: str) -> LogEntry:
    """Move a player from a table of four to a table of three."""

    def arrange(tables: Tables) -> Rearranged:
        problems = unseated_problems(tables, (player,)) + no_room_problems(tables, table)
        if problems:
            return {}, problems
        home = table_of(tables, player)
        three = others_at(tables[home], player)
        return {home: three, table: [*tables[table], player]}, left_behind_problems(home, three)

    return rearrange(series, "move", by, reason, arrange)


def join_table(series: Series, latecomer: int, table: int, *, by: Actor, reason: str) -> LogEntry:
    """Seat a latecomer as the fourth at a table of three."""

    def arrange(tables: Tables) -> Rearranged:
        problems = not_waiting_problems(series, latecomer)
        problems += no_room_problems(tables, table)
        return {table: [*tables.get(table, ()), latecomer]}, problems

    return rearrange(series, "join", by, reason, arrange)


def leave_table(
    series: Series, player: int, *, by: Actor, reason: str, no_show: bool = True
) -> LogEntry:
    """Remove an absent player from a table of four; the other three play on."""

    def arrange(tables: Tables) -> Rearranged:
        if problems := unseated_problems(tables, (player,)):
            return {}, problems
        home = table_of(tables, player)
        three = others_at(tables[home], player)
        return {home: three}, left_behind_problems(home, three)

    return rearrange(series, "leave", by, reason, arrange, absent=player if no_show else None)


def dissolve_table(
    series: Series,
    player: int,
    table: int,
    other_table: int,
    *,
    by: Actor,
    reason: str,
    no_show: bool = True,
) -> LogEntry:
    """Take an absent player from a table of three; the others go to these, in seat order."""

    def arrange(tables: Tables) -> Rearranged:
        if problems := unseated_problems(tables, (player,)):
            return {}, problems
        home = table_of(tables, player)
        others = others_at(tables[home], player)
        problems = no_room_problems(tables, table) + no_room_problems(tables, other_table)
        if len(others) != 2:
            problems.append(Problem("dissolve-needs-three", "player", {"table": home}))
        if home in (table, other_table) or table == other_table:
            problems.append(Problem("dissolve-needs-two-tables", "table"))
        joined = zip((table, other_table), others, strict=False)
        return {home: [], **{to: [*tables.get(to, ()), n] for to, n in joined}}, problems

    return rearrange(series, "dissolve", by, reason, arrange, absent=player if no_show else None)


def left_behind_problems(table: int, others: Sequence[int]) -> list[Problem]:
    """Three play on; two cannot."""
    return [] if len(others) == 3 else [Problem("leaves-two-behind", "player", {"table": table})]


def others_at(seated: Sequence[int], player: int) -> list[int]:
    return [other for other in seated if other != player]


def table_of(tables: Tables, player: int) -> int:
    return next(number for number, seated in tables.items() if player in seated)


def unseated_problems(tables: Tables, players: Sequence[int]) -> list[Problem]:
    seated = {player for table in tables.values() for player in table}
    return [
        Problem("not-seated-here", "player", {"number": player})
        for player in players
        if player not in seated
    ]


def no_room_problems(tables: Tables, table: int) -> list[Problem]:
    """Players can only join tables of three."""
    if len(tables.get(table, ())) == 3:
        return []
    return [Problem("no-table-of-three", "table", {"table": table})]


def not_waiting_problems(series: Series, latecomer: int) -> list[Problem]:
    """A latecomer must play this series and have no seat in it."""
    entry = entries_by_number(series.tournament, [latecomer]).get(latecomer)
    if entry is None:
        return [Problem("start-number-unknown", "latecomer", {"number": latecomer})]
    if not entry.plays(series.number):
        return [Problem("plays-not-in-this-series", "latecomer", {"number": latecomer})]
    # Whoever joined a table at a later round is not part of the seating, but has a seat.
    seats = Seat.objects.filter(series=series, entry=entry)
    table = seats.values_list("list__table_number", flat=True).first()
    if table is None:
        return []
    return [Problem("already-seated", "latecomer", {"number": latecomer, "table": table})]


def rearrange(
    series: Series,
    act: str,
    by: Actor,
    reason: str,
    arrange: Callable[[Tables], Rearranged],
    *,
    absent: int | None = None,
) -> LogEntry:
    """Rearrange the tables as `arrange` says, also in the draw; returns the row of the log."""
    with changing_series(series, by, SEAT_ACTIONS[act]) as change:
        tables = seated_tables(series)
        new, problems = arrange(tables)
        problems = act_problems(series, act) + problems
        if act != "swap" and not reason.strip():
            problems.append(Problem("reason-missing", "reason"))
        refuse_all(problems)
        numbers = [n for seated in new.values() for n in seated]
        entries = entries_by_number(series.tournament, numbers)
        reseat(series, {table: [entries[n] for n in new[table]] for table in new})
        changed = {str(table): seated for table, seated in new.items()}
        if draw := current_draw(series):
            # The act stands with its draw: the changed tables, and who is new at one of them.
            moved = [n for table, seated in new.items() for n in seated if n not in tables[table]]
            hand_act = {"act": act, "players": moved, "tables": changed}
            draw.options = {**draw.options, "acts": [*draw.options.get("acts", []), hand_act]}
            draw.save(update_fields=["options"])
        row = change.log(
            old={"tables": {str(table): tables[table] for table in new}},
            new={"tables": changed} | threes_for_log({**tables, **new}),
            reason=reason,
        )
        if absent is not None:
            mark_absent(series, absent, by=by, reason=reason)
        return row


def mark_absent(series: Series, number: int, *, by: Actor, reason: str) -> None:
    """Mark a player as not appeared: he is not seated again until somebody says he is there."""
    entry = Entry.objects.get(tournament=series.tournament_id, start_number=number)
    if entry.state == EntryState.PRESENT:
        entry.state = EntryState.NO_SHOW
        entry.save(update_fields=["state"])
        write_log(
            Action.ENTRY_STATE,
            subject_of("entry", number),
            by=by,
            tournament=series.tournament,
            old={"state": EntryState.PRESENT},
            new={"state": EntryState.NO_SHOW},
            reason=reason,
        )
