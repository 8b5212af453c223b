"""Queries whose SQL is written once give what Django's own give."""

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction

from scoring.core.access import LIST, ROLES_THERE
from scoring.core.services import LOGGED, write_log
from scoring.desk.services.changing import ENTERED, SERIES
from scoring.desk.services.games import record_games
from scoring.models import Actor, Game, LogEntry, Role, ScoreList, Seat
from scoring.models.prepared import PreparedInsert
from scoring.models.score_list import ListState
from scoring.phone.reads.access import BY_LIST, tables
from scoring.rules.score_list import Line
from tests.factories import line, make_member, open_list
from tests.phone.tables import kept_by_phone, writing_phone


@pytest.fixture
def score_list() -> ScoreList:
    return open_list()


@pytest.mark.django_db
def test_a_prepared_list_has_the_values_of_django_s_and_its_series_and_tournament(
    score_list, django_assert_num_queries
):
    wide = ScoreList.objects.select_related("series__tournament").get(pk=score_list.pk)
    with django_assert_num_queries(1):
        found = LIST.get(pk=score_list.pk)
        assert found.series.tournament == wide.series.tournament
    for one, other in ((found, wide), (found.series, wide.series)):
        assert values(one) == values(other)
    assert values(found.series.tournament) == values(wide.series.tournament)
    assert SERIES.get(pk=found.series_id).tournament == wide.series.tournament


def values(row) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.django_db
def test_a_prepared_query_is_asked_anew_with_each_value(score_list):
    member = make_member(score_list.series.tournament, Role.CLERK)
    there = score_list.series.tournament
    roles = ROLES_THERE.get(user=member.pk, tournament=there.pk, host=there.host_id)
    assert (roles.own, roles.of_host) == (Role.CLERK, None)
    assert ROLES_THERE.get(user=member.pk, tournament=there.pk + 1, host=there.host_id).own is None
    for absent in (0, 2**63 - 1, 2**63, 10**30):
        with pytest.raises(ObjectDoesNotExist):
            LIST.get(pk=absent)
    assert [each.position for each in Seat.of_list.all(list=score_list.pk)] == [
        each.position for each in score_list.seat_rows.all()
    ]
    assert Game.of_list.all(list=score_list.pk) == []


@pytest.mark.django_db
def test_the_content_of_a_list_has_the_lines_of_its_rows(score_list):
    written = [line(1, 2), line(2, 3, won=False), line(3), Line(4, unread=True)]
    record_games(score_list, written, by=Actor(name="test"), revision=score_list.revision)
    assert list(score_list.content().lines) == score_list.lines()
    assert len(score_list.lines()) == len(written)


@pytest.mark.django_db
def test_a_prepared_update_says_how_many_rows_it_changed(score_list):
    change = {"revision": score_list.revision + 1, "entered_by_id": None}
    assert ENTERED.write(pk=score_list.pk, here=score_list.revision, **change) == 1
    assert ENTERED.write(pk=score_list.pk, here=score_list.revision, **change) == 0
    ScoreList.objects.filter(pk=score_list.pk).update(state=ListState.REJECTED)
    change["revision"] += 1
    assert ENTERED.write(pk=score_list.pk, here=score_list.revision + 1, **change) == 0
    score_list.refresh_from_db()
    assert score_list.revision == change["revision"] - 1


@pytest.mark.django_db
def test_a_prepared_query_has_the_annotations_of_django_s():
    score_list = kept_by_phone()
    writing_phone(score_list).post("call/", game=1)
    wide, found = tables().get(list=score_list), BY_LIST.get(list=score_list.pk)
    for name in ("writer", "call", "ruling"):
        assert getattr(found, name) == getattr(wide, name)
    assert None not in (found.writer, found.call)
    assert found.list.series.tournament == wide.list.series.tournament


@pytest.mark.django_db
def test_a_prepared_insert_writes_what_django_writes_and_gives_the_id(score_list):
    """JSON, moments and empty values included; twice, because the SQL is kept from the first."""
    log = write_log("test", "list/1/1", by=Actor(name="ä"), tournament=None, new={"points": [-1]})
    assert values(LogEntry.objects.get(pk=log.pk)) == values(log)
    again = write_log("test", "", by=Actor(name=""), tournament=None, token="1" * 32)
    assert values(LogEntry.objects.get(pk=again.pk)) == values(again)
    assert again.pk > log.pk
    own = LogEntry(at=again.at, actor="ö", action="test", old={"a": None}, reason="%s")
    own.save()
    copy = LogEntry(**(values(own) | {"id": None}))
    found = LogEntry.objects.get(pk=LOGGED.write(copy).pk)
    assert values(found) == values(own) | {"id": found.pk}


@pytest.mark.django_db
def test_a_prepared_insert_is_refused_as_django_s_is(score_list):
    write_log("test", "", by=Actor(name=""), tournament=None, token="1" * 32)
    with pytest.raises(IntegrityError), transaction.atomic():
        write_log("test", "", by=Actor(name=""), tournament=None, token="1" * 32)
    assert LogEntry.objects.filter(submission="1" * 32).count() == 1


@pytest.mark.django_db
def test_many_rows_equal_those_that_django_writes(score_list):
    """More than one statement takes."""
    series = score_list.series
    numbers = range(2, 302)
    like, columns = ScoreList(series=series, seats=4), ("table_number", "games_due")
    PreparedInsert(ScoreList).write_all(like, columns, ((n, 4 * n) for n in numbers))
    written = list(series.lists.exclude(pk=score_list.pk).order_by("table_number"))
    assert [each.table_number for each in written] == list(numbers)
    django_s = ScoreList(series=series, seats=4, table_number=302, games_due=4 * 302)
    django_s.save()
    for each in written:
        assert values(each) == values(django_s) | {
            "id": each.pk,
            "table_number": each.table_number,
            "games_due": 4 * each.table_number,
        }


@pytest.mark.django_db
def test_of_no_rows_nothing_is_written(score_list):
    PreparedInsert(ScoreList).write_all(ScoreList(series=score_list.series), ("seats",), ())
    assert ScoreList.objects.get() == score_list
