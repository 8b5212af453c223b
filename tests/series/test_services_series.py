"""Series: created, drawn by lot, opened without a draw, moved from state to state."""

import pytest

from scoring.core.forms import Refused
from scoring.lists.printed.incoming import Incoming
from scoring.lists.services.games import record_game
from scoring.models import Actor, Entry, LogEntry, Seat, Series
from scoring.people.imports.services.results import judge
from scoring.series.reads.draw_request import seated_tables
from scoring.series.services.draw import draw_series, seat_by_hand
from scoring.series.services.series import create_series, move_series, open_list, remove_series
from tests.factories import adjust, line, make_member, make_series, make_user, seated, undrawn
from tests.refusals import codes, codes_of

pytestmark = pytest.mark.django_db
ORGANIZER = Actor(name="organizer")


@pytest.mark.parametrize(
    ("players", "tables"), [(3, [3]), (9, [3, 3, 3]), (23, [4, 4, 4, 4, 4, 3]), (8, [4, 4])]
)
def test_everybody_sits_once_in_fours_and_threes_for_the_remainder(players, tables):
    series = seated(players)
    lists = series.lists.order_by("table_number").values_list("seats", "games_due")
    assert list(lists) == [(seats, seats * 12) for seats in tables]
    assert Seat.objects.filter(series=series).count() == players


def test_drawing_again_what_was_released_needs_a_reason_and_both_draws_stay_on_record():
    series = undrawn(8)
    draw_series(series, by=ORGANIZER)
    move_series(series, "released", by=ORGANIZER)
    move_series(series, "draft", by=ORGANIZER, reason="two latecomers")
    assert codes_of(draw_series, series, by=ORGANIZER) == ["reason-missing"]
    draw_series(series, by=ORGANIZER, reason="two latecomers")
    draws = [(draw.number, draw.reason) for draw in series.draws.all()]
    assert draws == [(1, ""), (2, "two latecomers")]
    assert LogEntry.objects.filter(action="series.drawn").count() == 2


def test_only_present_players_of_this_series_are_seated():
    first = undrawn(8)
    Entry.objects.filter(start_number=8).update(state="withdrawn")
    Entry.objects.filter(start_number=2).update(from_series=2)
    Entry.objects.filter(start_number=3).update(until_series=1)
    second = make_series(first.tournament)
    for series, playing in ((first, {1, 3, 4, 5, 6, 7}), (second, {1, 2, 4, 5, 6, 7})):
        draw_series(series, by=ORGANIZER)
        assert {number for seated in seated_tables(series).values() for number in seated} == playing


def test_every_problem_of_opening_a_list_is_reported_at_once():
    series = undrawn(8)
    open_list(series, 1, [1, 2, 3], by=ORGANIZER)
    refused = " ".join(codes_of(open_list, series, 1, [1, 4, 4, 99], by=ORGANIZER))
    assert refused == "table-has-a-list already-seated start-number-twice start-number-unknown"


def test_neither_opening_a_list_nor_an_import_releases_or_reveals_a_draft():
    series = undrawn(13)  # 4-3-3-3: one more of three would need a reason
    tournament = series.tournament
    person = Actor(make_member(tournament, "organizer"))  # who could give the reason
    draw_series(series, by=ORGANIZER)
    sheets = [Incoming("A", 1, table, (8, 7, 6, 5)) for table in (1, 9)]
    verdicts = judge(tournament, sheets, by=ORGANIZER)
    problems = [spot.problem for each in verdicts for spot in each.spots]
    tournament.entries.filter(start_number__in=(7, 8)).update(state="withdrawn")
    for table, numbers in ((1, [1, 2, 3]), (9, [7, 8, 99])):
        with pytest.raises(Refused) as refusal:
            open_list(series, table, numbers, by=person)
        problems += refusal.value.problems
    assert [(each.code, each.params) for each in problems] == [("series-not-released", {})] * 4
    series.refresh_from_db()
    assert (series.state, series.lists.count()) == ("draft", 4)
    assert not LogEntry.objects.filter(action="list.opened").exists()


def test_games_are_typed_once_the_seating_is_released_and_the_first_starts_the_series():
    series = undrawn(4)
    draw_series(series, by=ORGANIZER)
    score_list = series.lists.get()
    refused = codes_of(record_game, score_list, line(1, 2), by=ORGANIZER, revision=1)
    assert refused == ["series-not-released"]
    move_series(series, "released", by=ORGANIZER)
    assert LogEntry.objects.get(action="tournament.moved").new == {"state": "running"}
    record_game(series.lists.get(), line(1, 2), by=ORGANIZER, revision=1)
    series.refresh_from_db()
    assert (series.state, series.started_at is None) == ("playing", False)


def test_a_series_created_by_mistake_is_taken_back():
    first = undrawn(4)
    for rounds in (0, 25, -1):
        assert codes_of(create_series, first.tournament, by=ORGANIZER, rounds=rounds)
    second = create_series(first.tournament, by=ORGANIZER)
    assert codes_of(remove_series, first, by=ORGANIZER)
    remove_series(second, by=ORGANIZER)
    assert first.tournament.series.get() == first
    draw_series(first, by=ORGANIZER)
    assert codes_of(remove_series, first, by=ORGANIZER)


def test_a_series_with_points_or_a_pot_is_not_taken_back():
    series = undrawn(4)
    adjust(series.tournament, 1, -50, series)
    series.tournament.pots.create(number=1, title="Serie 1", kind="series", series=series)
    assert codes_of(remove_series, series, by=ORGANIZER) == ["series-has-points", "series-has-pot"]
    remove_series(undrawn(4), by=ORGANIZER)  # of another tournament


FOUR_THREES = {1: [1, 2, 3], 2: [4, 5, 6], 3: [7, 8, 9], 4: [10, 11, 12]}
WHY = "the doors are too narrow for tables of four"


def test_more_than_three_tables_of_three_are_seated_and_released_with_a_reason_only():
    series, by = undrawn(12), Actor(make_user(superuser=True))
    with pytest.raises(Refused) as refusal:
        seat_by_hand(series, FOUR_THREES, by=by)
    assert codes(refusal) == (refused := ["too-many-threes", "override-needs-a-reason"])
    problem = refusal.value.problems[0]
    assert (problem.params, problem.rule) == ({"count": 4, "most": 3}, "TO 7.1.1")
    seat_by_hand(series, FOUR_THREES, by=by, reason=WHY)
    row = LogEntry.objects.get(action="series.seated")
    assert (row.reason, row.new["threes"]) == (WHY, 4)
    for to in ("released", "playing"):
        assert codes_of(move_series, series, to, by=by) == refused
    move_series(series, "released", by=by, reason=WHY)
    row = LogEntry.objects.get(action="series.moved")
    assert (row.reason, row.new) == (WHY, {"state": "released", "threes": 4})
    three = undrawn(12)
    three.tournament.entries.filter(start_number__gt=9).update(state="withdrawn")
    seat_by_hand(three, {n: FOUR_THREES[n] for n in (1, 2, 3)}, by=by)
    move_series(three, "released", by=by)


def test_a_series_is_released_and_starts_at_once_when_the_players_are_at_their_tables():
    """TO 9.10."""
    series = undrawn(8)
    tournament = series.tournament
    assert codes_of(move_series, series, "playing", by=ORGANIZER) == ["series-not-drawn"]
    draw_series(series, by=ORGANIZER)
    move_series(series, "playing", by=ORGANIZER)
    assert series.draws.get().released_at is not None
    tournament.refresh_from_db()
    assert (series.state, tournament.state) == ("playing", "running")


def test_a_start_is_taken_back_with_a_reason_while_no_line_is_typed():
    series = seated()
    move_series(series, "playing", by=ORGANIZER)
    assert codes_of(move_series, series, "released", by=ORGANIZER) == ["reason-missing"]
    move_series(series, "released", by=ORGANIZER, reason="the room was not ready")
    assert codes_of(draw_series, series, by=ORGANIZER, reason="again") == ["seating-released"]
    record_game(series.lists.get(), line(1, 2), by=ORGANIZER, revision=1)
    for state, to in (("playing", "released"), ("released", "draft")):
        Series.objects.update(state=state)
        series.refresh_from_db()
        refused = codes_of(move_series, series, to, by=ORGANIZER, reason="again")
        assert refused == ["series-has-entries"]
