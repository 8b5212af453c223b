"""The tables of a series as rows: who is to be seated, who sits where, and how it is written."""

from collections.abc import Mapping, Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from scoring.core.refusals import Refused
from scoring.models import Booking, Entry, NoListReason, Ruling, ScoreList, Seat, Series
from scoring.models.score_list import Depth, ListState
from scoring.rules.problem import Problem


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
