"""Change a seating by hand: before it is released two players swap; afterwards one at a time.

Never a new draw for everyone. A list that holds entries keeps its players: what stands there
would be counted for somebody else. Every act is a row of the log with its reason, and is kept
with the draw, so that `verify` can still say how each table came to be.
"""

from collections.abc import Callable, Mapping, Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from scoring.core.forms import Refused
from scoring.core.services import changing, refresh, write_log
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
)
from scoring.models.log import Action
from scoring.models.names import entry_subject, series_subject
from scoring.models.person import EntryState
from scoring.models.score_list import Depth, ListState
from scoring.rules.problem import Problem
from scoring.series.reads.draw_request import Tables, newest_drawn, tables_of, threes_logged
from scoring.series.reads.seat_changes import SEAT_ACTIONS
from scoring.series.states import act_problems

# The tables of a series as rows: who is to be seated, who sits where, and how it is written.


def entries_by_number(series: Series, numbers: Sequence[int]) -> dict[int, Entry]:
    entries = series.tournament.entries.filter(start_number__in=numbers).select_related("person")
    return {entry.start_number: entry for entry in entries}


# The ids of the entries at each table of each series.
Seating = Mapping[Series, Mapping[int, Sequence[int]]]


def seat_table(series: Series, table: int, seated: Sequence[Entry]) -> ScoreList:
    """A table with its empty list."""
    seat_tables({series: {table: [entry.pk for entry in seated]}})
    return series.lists.get(table_number=table)


def seat_tables(seating: Seating) -> None:
    """Tables with their empty lists: everybody's saves wait meanwhile, however many they are."""
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
    """Everybody at the lists of these tables. Who gets a seat needs no reason for having none."""
    lists = ScoreList.objects.filter(series__in=seating).order_by()
    found = {(s, table): pk for s, table, pk in lists.values_list("series", "table_number", "pk")}
    Seat.objects.bulk_create(
        Seat(series=series, list_id=found[series.pk, table], position=position, entry_id=entry)
        for series, tables in seating.items()
        for table, seated in tables.items()
        for position, entry in enumerate(seated, 1)
    )
    has_seat = Exists(Seat.objects.filter(series=OuterRef("series"), entry=OuterRef("entry")))
    NoListReason.objects.filter(has_seat, series__in=seating).delete()


def seat_anew(series: Series, tables: Mapping[int, Sequence[Entry]]) -> None:
    """Other people at these tables; one without anybody is taken away with its empty list.

    Raises Refused, before anything is written, with every list that holds entries already: the
    figures would stand for somebody else; and every list to be taken away that has to stay.
    """
    lists = {each.table_number: each for each in series.lists.filter(table_number__in=tables)}
    refuse_falsifying(series, list(lists.values()))
    empty = [table for table, seated in tables.items() if not seated]
    refuse_bound(series.lists.filter(table_number__in=empty))
    Seat.objects.filter(list__in=lists.values()).delete()
    for table, seated in tables.items():
        score_list = lists[table]
        if seated:
            score_list.seats = len(seated)
            score_list.games_due = len(seated) * series.rounds
            score_list.save(update_fields=["seats", "games_due"])
        else:
            score_list.delete()
    seat_players({series: {n: [entry.pk for entry in tables[n]] for n in tables}})


def refuse_falsifying(series: Series, lists: Sequence[ScoreList]) -> None:
    """Take the empty lists at their revision; whoever has one open is told when he saves."""
    problems = []
    for score_list in lists:
        empty = ScoreList.objects.filter(
            pk=score_list.pk, depth=Depth.NONE, state=ListState.OPEN, sittings=[]
        ).exclude(seat_rows__paper_points__isnull=False)
        if not empty.update(revision=F("revision") + 1):
            params = {"table": score_list.table_number}
            problems.append(Problem("table-has-entries", "table", params))
        score_list.series = series
    if problems:
        raise Refused(problems)


def clear_tables(*every: Series) -> None:
    """Take all tables of these series away; raises Refused where a list has to stay."""
    lists = ScoreList.objects.filter(series__in=every)
    if not lists.exists():
        return
    refuse_bound(lists)
    lists.delete()


def refuse_bound(lists: QuerySet[ScoreList]) -> None:
    """Raises Refused with every list that a booking or a decision names: it cannot go."""
    named = Q(pk__in=Booking.objects.values("list")) | Q(pk__in=Ruling.objects.values("list"))
    places = lists.filter(named).order_by("series__number", "table_number")
    problems = [
        Problem("table-is-named-elsewhere", "table", {"series": series, "table": table})
        for series, table in places.values_list("series__number", "table_number")
    ]
    if problems:
        raise Refused(problems)


Rearranged = tuple[Tables, list[Problem]]


def swap_players(series: Series, one: int, other: int, *, by: Actor, reason: str = "") -> LogEntry:
    """Two players of a draft change places. Start numbers; raises Refused."""
    return with_tables(series, "swap", by, reason, lambda tables: swapped(tables, one, other))


def fill_seat(
    series: Series,
    absent: int,
    latecomer: int,
    *,
    by: Actor,
    reason: str,
    no_show: bool = True,
) -> LogEntry:
    """A latecomer takes the seat of somebody who is not there, who is marked so if wanted."""
    return with_tables(
        series,
        "fill",
        by,
        reason,
        lambda tables: filled(series, tables, absent, latecomer),
        gone=absent if no_show else None,
    )


def move_player(series: Series, player: int, table: int, *, by: Actor, reason: str) -> LogEntry:
    """A player of a table of four changes to a table of three, which then has four."""
    return with_tables(series, "move", by, reason, lambda tables: moved(tables, player, table))


def join_table(series: Series, latecomer: int, table: int, *, by: Actor, reason: str) -> LogEntry:
    """A latecomer makes a table of three one of four."""
    return with_tables(
        series, "join", by, reason, lambda tables: joined(series, tables, latecomer, table)
    )


def leave_table(
    series: Series,
    absent: int,
    *,
    by: Actor,
    reason: str,
    no_show: bool = True,
) -> LogEntry:
    """Who is not there leaves a table of four, which plays on with three."""
    return with_tables(
        series,
        "leave",
        by,
        reason,
        lambda tables: left(tables, absent),
        gone=absent if no_show else None,
    )


def dissolve_table(
    series: Series,
    absent: int,
    places: Mapping[int, int],
    *,
    by: Actor,
    reason: str,
    no_show: bool = True,
) -> LogEntry:
    """Who is not there leaves a table of three; the two others join tables of three.

    `places` has the table that each of the two goes to, by start number.
    """
    return with_tables(
        series,
        "dissolve",
        by,
        reason,
        lambda tables: dissolved(tables, absent, places),
        gone=absent if no_show else None,
    )


# What each act makes of the tables --------------------------------------------------------------


def swapped(tables: Tables, one: int, other: int) -> Rearranged:
    problems = unseated(tables, (one, other))
    if one == other:
        problems.append(Problem("swap-needs-two", "swap"))
    if problems:
        return {}, problems
    places = {one: other, other: one}
    return {
        number: [places.get(player, player) for player in seated]
        for number, seated in tables.items()
        if one in seated or other in seated
    }, []


def filled(series: Series, tables: Tables, absent: int, latecomer: int) -> Rearranged:
    problems = unseated(tables, (absent,)) + not_waiting(series, tables, latecomer)
    if problems:
        return {}, problems
    number = table_with(tables, absent)
    return {number: [latecomer if table == absent else table for table in tables[number]]}, []


def moved(tables: Tables, player: int, table: int) -> Rearranged:
    problems = unseated(tables, (player,)) + no_room(tables, table)
    if problems:
        return {}, problems
    home = table_with(tables, player)
    if len(tables[home]) != 4:
        return {}, [Problem("leaves-two-behind", "player", {"table": home})]
    return {home: without(tables[home], player), table: [*tables[table], player]}, []


def joined(series: Series, tables: Tables, latecomer: int, table: int) -> Rearranged:
    problems = not_waiting(series, tables, latecomer) + no_room(tables, table)
    return ({}, problems) if problems else ({table: [*tables[table], latecomer]}, [])


def left(tables: Tables, absent: int) -> Rearranged:
    if problems := unseated(tables, (absent,)):
        return {}, problems
    number = table_with(tables, absent)
    if len(tables[number]) != 4:
        return {}, [Problem("leaves-two-behind", "player", {"table": number})]
    return {number: without(tables[number], absent)}, []


def dissolved(tables: Tables, absent: int, places: Mapping[int, int]) -> Rearranged:
    if problems := unseated(tables, (absent,)):
        return {}, problems
    number = table_with(tables, absent)
    others = without(tables[number], absent)
    problems = [problem for table in places.values() for problem in no_room(tables, table)]
    if len(others) != 2 or set(places) != set(others):
        problems.append(Problem("dissolve-needs-three", "player", {"table": number}))
    if number in places.values() or len(set(places.values())) < len(places):
        problems.append(Problem("dissolve-needs-two-tables", "table"))
    if problems:
        return {}, problems
    return {number: [], **{places[other]: [*tables[places[other]], other] for other in others}}, []


def without(seated: Sequence[int], player: int) -> list[int]:
    return [each for each in seated if each != player]


def table_with(tables: Tables, player: int) -> int:
    return next(number for number, seated in tables.items() if player in seated)


def unseated(tables: Tables, players: Sequence[int]) -> list[Problem]:
    seated = {player for table in tables.values() for player in table}
    return [
        Problem("not-seated-here", "player", {"number": player})
        for player in players
        if player not in seated
    ]


def no_room(tables: Tables, table: int) -> list[Problem]:
    """A player joins tables of three only."""
    if len(tables.get(table, ())) == 3:
        return []
    return [Problem("no-table-of-three", "table", {"table": table})]


def not_waiting(series: Series, tables: Tables, latecomer: int) -> list[Problem]:
    """A latecomer plays this series and has no seat in it yet."""
    entry = entries_by_number(series, [latecomer]).get(latecomer)
    if entry is None:
        return [Problem("start-number-unknown", "latecomer", {"number": latecomer})]
    if not entry.plays(series.number):
        return [Problem("plays-not-in-this-series", "latecomer", {"number": latecomer})]
    for table, seated in tables.items():
        if latecomer in seated:
            params = {"number": latecomer, "table": table}
            return [Problem("already-seated", "latecomer", params)]
    # Who joined a table at a round is no part of the seating, but has his seat.
    for seat in Seat.objects.filter(series=series, entry=entry).select_related("list"):
        params = {"number": latecomer, "table": seat.list.table_number}
        return [Problem("already-seated", "latecomer", params)]
    return []


# The block of every act -------------------------------------------------------------------------


def with_tables(
    series: Series,
    act: str,
    by: Actor,
    reason: str,
    arrange: Callable[[Tables], Rearranged],
    *,
    gone: int | None = None,
) -> LogEntry:
    """Rearrange the tables as `arrange` says, keep it with the draw and log it.

    Returns the row of the log, from which the page after the act is made. Raises Refused with
    every problem; nothing is written then.
    """
    with changing(series.tournament, by, SEAT_ACTIONS[act], about=series_subject(series)) as change:
        refresh(series, "series-gone")
        tables = tables_of(series)
        new, problems = arrange(tables)
        problems = act_problems(series, act) + problems
        if act != "swap" and not reason.strip():
            problems.append(Problem("reason-missing", "reason"))
        if problems:
            raise Refused(problems)
        entries = entries_by_number(series, [n for seated in new.values() for n in seated])
        seat_anew(series, {table: [entries[n] for n in new[table]] for table in new})
        keep_with_draw(series, act, tables, new)
        row = change.log(
            old={"tables": {str(table): tables[table] for table in new}},
            new={"tables": {str(table): new[table] for table in new}}
            | threes_logged({**tables, **new}),
            reason=reason,
        )
        if gone is not None:
            mark_absent(series, gone, by=by, reason=reason)
        return row


def keep_with_draw(series: Series, act: str, old: Tables, new: Tables) -> None:
    """The acts that lead from what was drawn to the tables as they are, and whom they moved."""
    draw = newest_drawn(series)
    if draw is not None:
        moved = [p for table in new for p in new[table] if p not in old.get(table, ())]
        done = {
            "act": act,
            "players": moved,
            "tables": {str(table): new[table] for table in new},
        }
        draw.options = {**draw.options, "acts": [*draw.options.get("acts", []), done]}
        draw.save(update_fields=["options"])


def mark_absent(series: Series, number: int, *, by: Actor, reason: str) -> None:
    """Who did not appear is not seated again until somebody says that he is there."""
    entry = Entry.objects.get(tournament=series.tournament_id, start_number=number)
    if entry.state == EntryState.PRESENT:
        entry.state = EntryState.NO_SHOW
        entry.save(update_fields=["state"])
        write_log(
            Action.ENTRY_STATE,
            entry_subject(number),
            by=by,
            tournament=series.tournament,
            old={"state": EntryState.PRESENT},
            new={"state": EntryState.NO_SHOW},
            reason=reason,
        )
