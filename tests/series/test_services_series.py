"""Series: created, drawn by lot, opened without a draw, moved from state to state."""

import pytest

from scoring.core.forms import Refused
from scoring.imports.services.results import judge
from scoring.lists.services.games import record_game
from scoring.models import Actor, Draw, Entry, LogEntry, Pot, Seat
from scoring.models.tournament import SeriesState
from scoring.printed_list.incoming import Incoming
from scoring.series.services.draw import draw_series, seat_by_hand
from scoring.series.services.series import create_series, move_series, open_list, remove_series
from scoring.series.states import SERIES_TRANSITIONS
from tests.factories import (
    adjust,
    line,
    make_entries,
    make_series,
    make_tournament,
    make_user,
    seated,
)
from tests.refusals import codes, codes_of

pytestmark = pytest.mark.django_db
ORGANIZER = Actor(name="organizer")


def test_series_are_numbered():
    tournament = make_tournament()
    assert [create_series(tournament, by=ORGANIZER).number for _each in range(2)] == [1, 2]


@pytest.mark.parametrize("rounds", [0, 25, -1])
def test_a_series_has_one_to_twenty_four_rounds(rounds):
    with pytest.raises(Refused):
        create_series(make_tournament(), by=ORGANIZER, rounds=rounds)


@pytest.mark.parametrize(
    ("players", "tables"), [(3, [3]), (9, [3, 3, 3]), (23, [4, 4, 4, 4, 4, 3]), (8, [4, 4])]
)
def test_everybody_sits_once_in_fours_and_threes_for_the_remainder(players, tables):
    series = seated(players)
    lists = series.lists.order_by("table_number")
    assert [each.seats for each in lists] == tables
    assert [each.games_due for each in lists] == [seats * 12 for seats in tables]
    assert Seat.objects.filter(series=series).count() == players


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_a_number_that_cannot_be_seated_is_refused(players):
    tournament = make_tournament()
    make_entries(tournament, players)
    assert codes_of(draw_series, make_series(tournament), by=ORGANIZER) == [
        "players-cannot-be-seated"
    ]


def test_the_same_seed_and_people_give_the_same_tables():
    def plan(series):
        return list(
            Seat.objects.filter(series=series)
            .order_by("list__table_number", "position")
            .values_list("entry__start_number", flat=True)
        )

    first, second = seated(11), seated(11)
    assert plan(first) == plan(second)
    one, other = Draw.objects.order_by("pk")
    assert (one.seed, one.entries_hash) == (other.seed, other.entries_hash)


def test_drawing_again_what_was_released_needs_a_reason_and_both_draws_stay_on_record():
    tournament = make_tournament()
    make_entries(tournament, 8)
    series = make_series(tournament)
    draw_series(series, by=ORGANIZER)
    move_series(series, "released", by=ORGANIZER)
    move_series(series, "draft", by=ORGANIZER, reason="two latecomers")
    assert codes_of(draw_series, series, by=ORGANIZER) == ["reason-missing"]
    draw_series(series, by=ORGANIZER, reason="two latecomers")
    assert [(draw.number, draw.reason) for draw in series.draws.all()] == [
        (1, ""),
        (2, "two latecomers"),
    ]
    assert LogEntry.objects.filter(action="series.drawn").count() == 2


def test_only_present_players_of_this_series_are_seated():
    tournament = make_tournament()
    make_entries(tournament, 7)
    Entry.objects.filter(start_number=1).update(state="withdrawn")
    Entry.objects.filter(start_number=2).update(from_series=2)
    Entry.objects.filter(start_number=3).update(until_series=1)
    first, second = make_series(tournament), make_series(tournament)
    with pytest.raises(Refused):
        draw_series(first, by=ORGANIZER)
    Entry.objects.filter(start_number=1).update(state="present")
    draw_series(first, by=ORGANIZER)
    draw_series(second, by=ORGANIZER)
    numbers = {
        series.number: set(
            Seat.objects.filter(series=series).values_list("entry__start_number", flat=True)
        )
        for series in (first, second)
    }
    assert numbers == {1: {1, 3, 4, 5, 6, 7}, 2: {1, 2, 4, 5, 6, 7}}


def test_a_list_opens_by_table_and_start_numbers_as_they_stand_on_the_paper():
    tournament = make_tournament()
    make_entries(tournament, 12)
    series = make_series(tournament)
    score_list = open_list(series, 7, [9, 2, 11], by=ORGANIZER)
    seats = score_list.seat_rows.values_list("position", "entry__start_number")
    assert list(seats) == [(1, 9), (2, 2), (3, 11)]
    assert (score_list.seats, series.state) == (3, "playing")


def test_every_problem_of_opening_a_list_is_reported_at_once():
    tournament = make_tournament()
    make_entries(tournament, 8)
    series = make_series(tournament)
    open_list(series, 1, [1, 2, 3], by=ORGANIZER)
    assert codes_of(open_list, series, 1, [1, 4, 4, 99], by=ORGANIZER) == [
        "table-has-a-list",
        "already-seated",
        "start-number-twice",
        "start-number-unknown",
    ]


def test_opening_a_list_does_not_release_or_reveal_a_draft():
    tournament = make_tournament()
    make_entries(tournament, 8)
    series = make_series(tournament)
    draw_series(series, by=ORGANIZER)
    tournament.entries.filter(start_number__in=(7, 8)).update(state="withdrawn")
    for table, numbers in ((1, [1, 2, 3]), (9, [7, 8, 99])):
        with pytest.raises(Refused) as refusal:
            open_list(series, table, numbers, by=ORGANIZER)
        assert codes(refusal) == ["series-not-released"]
        assert refusal.value.problems[0].params == {}
    series.refresh_from_db()
    assert (series.state, series.lists.count()) == ("draft", 2)
    assert not LogEntry.objects.filter(action="list.opened").exists()


def test_import_does_not_release_or_reveal_a_draft():
    tournament = make_tournament()
    make_entries(tournament, 8)
    series = make_series(tournament)
    draw_series(series, by=ORGANIZER)
    sheets = [Incoming("A", 1, table, (8, 7, 6, 5)) for table in (1, 9)]
    verdicts = judge(tournament, sheets, by=ORGANIZER)
    problems = [spot.problem for each in verdicts for spot in each.spots]
    assert [(each.code, each.params) for each in problems] == [("series-not-released", {})] * 2


def test_games_are_not_typed_before_the_seating_is_released():
    tournament = make_tournament()
    make_entries(tournament, 4)
    series = make_series(tournament)
    draw_series(series, by=ORGANIZER)
    score_list = series.lists.get()
    assert codes_of(record_game, score_list, line(1, 2), by=ORGANIZER, revision=1) == [
        "series-not-released"
    ]


def test_the_first_game_starts_the_series():
    series = seated()
    record_game(series.lists.get(), line(1, 2), by=ORGANIZER, revision=1)
    series.refresh_from_db()
    assert series.state == "playing"


@pytest.mark.parametrize("state", SeriesState.values)
@pytest.mark.parametrize("to", SeriesState.values)
def test_a_series_moves_only_as_the_table_says(state, to):
    series = seated()
    series.lists.update(state="annulled")  # an open list would keep the series open
    type(series).objects.update(state=state)
    series.refresh_from_db()
    if to in SERIES_TRANSITIONS[state]:
        move_series(series, to, by=ORGANIZER, reason="because")
        assert LogEntry.objects.filter(action="series.moved").last().new == {"state": to}
    else:
        assert codes_of(move_series, series, to, by=ORGANIZER, reason="because") == [
            "transition-not-allowed"
        ]
    series.refresh_from_db()
    assert series.state == (to if to in SERIES_TRANSITIONS[state] else state)


def test_a_released_seating_is_not_drawn_again_and_goes_back_only_while_nothing_is_typed():
    series = seated()
    assert codes_of(draw_series, series, by=ORGANIZER, reason="again") == ["seating-released"]
    record_game(series.lists.get(), line(1, 2), by=ORGANIZER, revision=1)
    type(series).objects.update(state="released")
    series.refresh_from_db()
    assert codes_of(move_series, series, "draft", by=ORGANIZER) == ["series-has-entries"]


def test_a_series_created_by_mistake_is_taken_back():
    tournament = make_tournament()
    make_entries(tournament, 4)
    first = create_series(tournament, by=ORGANIZER)
    second = create_series(tournament, by=ORGANIZER)
    with pytest.raises(Refused):
        remove_series(first, by=ORGANIZER)
    remove_series(second, by=ORGANIZER)
    assert list(tournament.series.values_list("number", flat=True)) == [1]
    draw_series(first, by=ORGANIZER)
    with pytest.raises(Refused):
        remove_series(first, by=ORGANIZER)


def test_a_series_with_points_or_a_pot_is_not_taken_back():
    tournament = make_tournament()
    make_entries(tournament, 4)
    series = create_series(tournament, by=ORGANIZER)
    adjust(tournament, 1, -50, series)
    pot = Pot.objects.create(
        tournament=tournament, number=1, title="Serie 1", kind="series", series=series
    )
    assert codes_of(remove_series, series, by=ORGANIZER) == ["series-has-points", "series-has-pot"]
    pot.delete()
    assert codes_of(remove_series, series, by=ORGANIZER) == ["series-has-points"]


def test_releasing_the_first_seating_begins_the_tournament():
    series = seated()
    series.tournament.refresh_from_db()
    assert series.tournament.state == "running"
    assert LogEntry.objects.get(action="tournament.moved").new == {"state": "running"}


# Tables of three (TO 7.1.1) -----------------------------------------------------------------------


FOUR_THREES = {1: [1, 2, 3], 2: [4, 5, 6], 3: [7, 8, 9], 4: [10, 11, 12]}
WHY = "the doors are too narrow for tables of four"


def twelve_players():
    tournament = make_tournament()
    make_entries(tournament, 12)
    return make_series(tournament)


def organizer() -> Actor:
    return Actor(make_user(superuser=True))


def test_more_than_three_tables_of_three_are_seated_by_hand_with_a_reason_only():
    series, by = twelve_players(), organizer()
    with pytest.raises(Refused) as refusal:
        seat_by_hand(series, FOUR_THREES, by=by)
    assert codes(refusal) == ["too-many-threes", "override-needs-a-reason"]
    assert refusal.value.problems[0].params == {"count": 4, "most": 3}
    assert refusal.value.problems[0].rule == "TO 7.1.1"
    seat_by_hand(series, FOUR_THREES, by=by, reason=WHY)
    row = LogEntry.objects.get(action="series.seated")
    assert (row.reason, row.new["threes"]) == (WHY, 4)


def test_more_than_three_tables_of_three_are_released_with_a_reason_only():
    series, by = twelve_players(), organizer()
    seat_by_hand(series, FOUR_THREES, by=by, reason=WHY)
    for to in ("released", "playing"):
        assert codes_of(move_series, series, to, by=by) == [
            "too-many-threes",
            "override-needs-a-reason",
        ]
    move_series(series, "released", by=by, reason=WHY)
    row = LogEntry.objects.get(action="series.moved")
    assert (row.reason, row.new) == (WHY, {"state": "released", "threes": 4})


def test_three_tables_of_three_need_no_reason():
    series = twelve_players()
    series.tournament.entries.filter(start_number__gt=9).update(state="withdrawn")
    by = organizer()
    seat_by_hand(series, {n: FOUR_THREES[n] for n in (1, 2, 3)}, by=by)
    move_series(series, "released", by=by)
    assert LogEntry.objects.get(action="series.moved").new == {"state": "released"}


def test_a_fourth_table_of_three_from_a_bag_of_cards_needs_a_reason():
    series, by = twelve_players(), organizer()
    for table in (1, 2, 3):
        open_list(series, table, FOUR_THREES[table], by=by)
    assert codes_of(open_list, series, 4, FOUR_THREES[4], by=by) == [
        "too-many-threes",
        "override-needs-a-reason",
    ]
    opened = open_list(series, 4, FOUR_THREES[4], by=by, reason=WHY)
    row = LogEntry.objects.get(subject=opened.subject)
    assert (row.reason, row.new["threes"]) == (WHY, 4)


# A series starts (TO 9.10) ------------------------------------------------------------------------


def test_a_series_is_released_and_starts_at_once_when_the_players_are_at_their_tables():
    tournament = make_tournament()
    make_entries(tournament, 8)
    series = make_series(tournament)
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
    record_game(series.lists.get(), line(1, 2), by=ORGANIZER, revision=1)
    series.refresh_from_db()
    assert series.state == "playing"
    assert codes_of(move_series, series, "released", by=ORGANIZER, reason="again") == [
        "series-has-entries"
    ]
