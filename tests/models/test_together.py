"""What is read in one statement equals what each query gives alone."""

from typing import Any

import pytest
from django.db.models import Count, F, Max, QuerySet

from scoring.models import (
    Booking,
    Category,
    Draw,
    Entry,
    LogEntry,
    Objection,
    Pot,
    PrizeInKind,
    ScoreList,
    Seat,
    Series,
    Tournament,
)
from scoring.models.together import keep, together
from tests.championship import played_to_its_end

pytestmark = pytest.mark.django_db


def columns(row: Any) -> object:
    """All that a row holds, with the rows that were selected with it."""
    if isinstance(row, tuple) or row is None:
        return row
    held = {key: each for key, each in vars(row).items() if key != "_state"}
    keys = [each for each in row._meta.concrete_fields if each.is_relation and each.is_cached(row)]
    return held, {each.name: columns(getattr(row, each.name)) for each in keys}


def queries() -> list[QuerySet]:
    """Objects and tuples; days, times, JSON, booleans, nothing, text with quotes and letters."""
    return [
        Tournament.objects.all(),
        Series.objects.all(),
        Entry.objects.select_related("person__club").order_by("-start_number"),
        ScoreList.objects.select_related("series", "confirmed_by").order_by("-table_number", "pk"),
        Seat.objects.filter(entry__start_number__lte=3).order_by("pk"),
        Pot.objects.select_related("series", "category"),
        Category.objects.annotate(member=F("members__entry")).order_by("pk", "member"),
        Draw.objects.order_by("pk"),
        LogEntry.objects.order_by("-pk")[:20],
        Objection.objects.select_related("ruling__list__series").order_by("pk"),
        Booking.objects.order_by("pk").values_list("kind", "entry", "cents", "at", "reverses"),
        LogEntry.objects.order_by("subject").values_list("subject").annotate(Max("at")),
        Series.objects.values_list("number", "day", "seating_public_at").annotate(Count("lists")),
        Tournament.objects.values_list("stakes", "name"),
        Entry.objects.none(),
        Entry.objects.filter(pk__in=[]),
        Entry.objects.filter(start_number=987),
    ]


def test_rows_are_those_of_each_query(django_assert_num_queries):
    tournament = played_to_its_end()
    tournament.entries.update(club_name='Die "Zehn" {1, 2} \\ % ♠ Bärn')
    with django_assert_num_queries(1):
        found = together(*queries())
    alone = [list(each) for each in queries()]
    for rows, expected in zip(found, alone, strict=True):
        assert [columns(each) for each in rows] == [columns(each) for each in expected]
    assert [len(each) for each in alone[-3:]] == [0, 0, 0] < [len(each) for each in alone[:3]]


def test_nothing_is_asked_where_nothing_can_be_found(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert together(Entry.objects.none(), Entry.objects.filter(pk__in=[])) == [[], []]


def test_what_a_row_keeps_is_not_asked_again(django_assert_num_queries):
    pots = list(played_to_its_end().pots.all())
    things = list(PrizeInKind.objects.filter(pot=pots[-1]))
    with django_assert_num_queries(0):
        keep(pots[-1], "in_kind", things)
        assert list(pots[-1].in_kind.all()) == things != []


def test_figures_that_json_does_not_hold_exactly_are_refused():
    queries = [Tournament.objects.annotate(half=F("id") / 2.0).values_list("half")]
    with pytest.raises(TypeError, match="FloatField"):
        together(*queries)
