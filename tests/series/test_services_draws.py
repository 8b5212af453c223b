"""A series drawn from its rows: modes, options, the proof, plans, and by hand (docs/seating.md)."""

from collections import Counter
from itertools import combinations

import pytest

from scoring.core.text import Name
from scoring.exchange.reads.verify import verify
from scoring.models import Actor, Draw, LogEntry, Seat, Series
from scoring.models.score_list import TALLY
from scoring.people.services.entries import change_entry
from scoring.seating import plan as engine
from scoring.seating.plan import SeatingPlan
from scoring.seating.request import DrawRequest, fingerprint
from scoring.series.reads.draw_request import (
    DrawOptions,
    request_of,
    seated_tables,
    waiting_draw,
    were_shown,
)
from scoring.series.services.draw import announce_draw, draw_announced, draw_series, seat_by_hand
from scoring.series.services.seat_changes import swap_players
from scoring.series.services.series import move_series, remove_series
from tests.factories import make_entries, make_series, make_team, make_tournament
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
BY = Actor(name="organizer")
NO_REPEATS = DrawOptions("no-repeats")


def event(players: int, series: int = 1, **fields) -> list[Series]:
    tournament = make_tournament()
    for entry in make_entries(tournament, players):
        own = {name: value(entry.start_number) for name, value in fields.items()}
        tournament.entries.filter(pk=entry.pk).update(**own)
    return [make_series(tournament) for _each in range(series)]


def meetings(*every: Series) -> list[int]:
    """How often each pair that meets at all does."""
    tables = (sorted(table) for series in every for table in seated_tables(series).values())
    return list(Counter(pair for table in tables for pair in combinations(table, 2)).values())


def test_a_small_field_is_drawn_series_by_series_as_if_it_were_drawn_at_once():
    """Twenty players, five series: the mathematical limit (docs/seating.md)."""
    every = event(20, 5)
    for series in every:
        draw_series(series, NO_REPEATS, by=BY, seed=f"dice {series.number}")
    assert set(meetings(*every)) == {1}
    assert not verify()


def test_later_players_are_considered_in_the_first_draw():
    first, *_later = event(20, 3, from_series=lambda n: 3 if n > 16 else 1)
    assert len(request_of(first, NO_REPEATS).players) == 20
    assert len(request_of(first, DrawOptions("lot")).players) == 16
    draw_series(first, NO_REPEATS, by=BY)
    assert sum(map(len, seated_tables(first).values())) == 16
    assert not verify()


def test_club_mates_sit_apart_however_the_club_is_written():
    clubs = ("SC Adler", "sc adler", "Herz Dame", "")
    [series] = event(16, club_name=lambda n: clubs[n % 4])
    draw_series(series, NO_REPEATS, by=BY)
    for table in seated_tables(series).values():
        assert sum(number % 4 in (0, 1) for number in table) <= 2  # eight of one club, four tables


def test_team_mates_come_before_everything_else_if_wanted():
    [series] = event(16)
    for first in (1, 5, 9, 13):
        make_team(series.tournament, range(first, first + 4))
    request = request_of(series, NO_REPEATS)
    assert [player.team for player in request.players][:5] == ["team/1"] * 4 + ["team/2"]
    draw_series(series, DrawOptions("no-repeats", teams="first"), by=BY)
    for table in seated_tables(series).values():
        assert len({(number - 1) // 4 for number in table}) == 4


def test_fixed_tables_are_kept_and_volunteers_sit_at_three():
    [series] = event(
        11, fixed_table=lambda n: 2 if n == 5 else None, three_seats=lambda n: n in (1, 6, 11)
    )
    draw_series(series, DrawOptions("no-repeats", three_seats="volunteers"), by=BY)
    tables = seated_tables(series)
    assert 5 in tables[2]
    assert [sorted(each) for each in tables.values() if len(each) == 3] == [[1, 6, 11]]


def test_late_correction_does_not_change_a_seating_that_was_drawn_by_rank_and_released():
    """The best four sit at table one. TO 7.2.5: results are corrected until the review ends."""
    first, second = event(12, 2)
    draw_series(first, by=BY)
    first.lists.update(state="entered", depth="totals")
    for seat in Seat.objects.select_related("entry"):
        points = 1000 - seat.entry.start_number
        tally = dict.fromkeys(TALLY, 0) | {"points": points, "performance": points}
        Seat.objects.filter(pk=seat.pk).update(**tally)
    Series.objects.filter(pk=first.pk).update(state="closed")
    draw_series(second, DrawOptions("by-rank", clubs="ignore", teams="ignore"), by=BY)
    move_series(second, "released", by=BY)
    before, mark = seated_tables(second), second.draws.get().entries_hash
    ranked = [[*range(number, number + 4)] for number in (1, 5, 9)]
    assert [sorted(table) for table in before.values()] == ranked
    Seat.objects.filter(series=first, entry__start_number=12).update(points=5000, performance=5000)
    ranks = {each.id: each.rank for each in request_of(second, DrawOptions("by-rank")).players}
    assert ranks[12] == 1
    assert seated_tables(second) == before
    assert second.draws.get().entries_hash == mark
    assert not [each for each in verify() if each.problem.code.startswith("verify-draw")]


def test_a_plan_seats_all_series_at_once():
    every = event(20, 5)
    draw_series(every[0], DrawOptions("no-repeats", series=5), by=BY, seed="2026-11-21")
    assert [series.draws.count() for series in every] == [1] * 5
    assert set(meetings(*every)) == {1}
    assert {draw.seed for draw in Draw.objects.all()} == {"2026-11-21"}
    assert LogEntry.objects.filter(action="series.drawn").count() == 5
    assert not verify()


def test_a_plan_ends_with_the_last_series_and_before_one_that_is_out():
    (first, second, third), three = event(8, 3), DrawOptions("no-repeats", series=3)
    assert codes_of(draw_series, second, three, by=BY) == ["plan-too-long"]
    draw_series(third, by=BY)
    move_series(third, "released", by=BY)
    assert codes_of(draw_series, first, three, by=BY, reason="anew") == ["plan-covers-released"]


def test_late_and_leaving_players_change_only_later_series():
    first, second, third = event(16, 3, until_series=lambda n: 1 if n == 16 else None)
    draw_series(first, DrawOptions("no-repeats", series=3), by=BY)
    before = seated_tables(first)
    move_series(first, "released", by=BY)
    first.tournament.entries.filter(start_number=1).update(until_series=1)
    draw_series(second, DrawOptions("no-repeats", series=2), by=BY, reason="no. 1 leaves")
    assert seated_tables(first) == before
    seated = {number for table in seated_tables(third).values() for number in table}
    assert seated == set(range(2, 16))
    assert set(meetings(first, second)) == {1}


def test_a_provable_draw_shows_its_hash_first_and_then_takes_what_was_thrown():
    [series] = event(12)
    draw = announce_draw(series, NO_REPEATS, by=BY)
    assert draw.entries_hash == fingerprint(request_of(series, NO_REPEATS))
    assert (draw.seed, series.lists.count()) == ("", 0)
    drawn = draw_announced(series, " 4 6  1 3 2 5 ", by=BY)
    assert (drawn.pk, drawn.seed) == (draw.pk, "4 6 1 3 2 5")
    assert waiting_draw(series) is None

    again = event(12)[0]
    draw_series(again, NO_REPEATS, by=BY, seed="4 6 1 3 2 5")
    assert seated_tables(series) == seated_tables(again)
    assert not verify()
    # Where nobody throws, the seed is the system's.
    one, other = (draw_series(again, NO_REPEATS, by=BY, reason="slip") for _time in range(2))
    assert (one.number, other.number, other.reason) == (2, 3, "slip")
    assert one.entries_hash == other.entries_hash == draw.entries_hash
    assert one.seed != other.seed


def test_change_after_the_announcement_is_refused():
    [series] = event(12)
    assert codes_of(draw_announced, series, "4 6 1", by=BY) == ["no-draw-announced"]
    announce_draw(series, NO_REPEATS, by=BY)
    series.tournament.entries.filter(start_number=3).update(club_name="Herz Dame")
    assert codes_of(draw_announced, series, "4 6 1", by=BY) == ["announced-for-others"]
    assert codes_of(announce_draw, series, NO_REPEATS, by=BY) == ["reason-missing"]
    announce_draw(series, NO_REPEATS, by=BY, reason="a club was missing")
    assert draw_announced(series, "4 6 1", by=BY).number == 2


def test_a_seating_that_was_released_while_another_was_drawn_stays(monkeypatch):
    [series] = event(12)
    draw_series(series, NO_REPEATS, by=BY)
    before, draw = seated_tables(series), engine.draw

    def release_meanwhile(request: DrawRequest) -> SeatingPlan:
        move_series(Series.objects.get(), "released", by=BY)
        return draw(request)

    monkeypatch.setattr(engine, "draw", release_meanwhile)
    assert codes_of(draw_series, series, NO_REPEATS, by=BY, reason="slip") == ["seating-released"]
    assert seated_tables(series) == before


def test_everybody_is_seated_by_hand_and_every_mistake_is_named():
    """docs/seating.md: of five players one waits, at one table of four with a rotating bye."""
    [series], [of_five] = event(8), event(5)
    refused = codes_of(seat_by_hand, series, {1: [1, 2, 3, 4], 2: [5, 5, 99]}, by=BY)
    assert refused == ["start-number-twice", "plays-not-in-this-series", "players-without-seat"]
    assert codes_of(seat_by_hand, of_five, {1: [1, 2, 3]}, by=BY) == ["players-without-seat"]
    seatings = (series, {1: [1, 2, 3, 4], 2: [8, 7, 6, 5]}), (of_five, {1: [1, 2, 3, 5]})
    for drawn, tables in seatings:
        seat_by_hand(drawn, tables, by=BY)
        assert seated_tables(drawn) == tables
    assert not verify()


def test_verify_finds_a_draw_or_a_seat_that_was_changed_in_the_database():
    [series] = event(16)
    draw_series(series, NO_REPEATS, by=BY, seed="2026-11-21")
    swap_players(series, 1, 2, by=BY)
    assert not verify()
    Draw.objects.update(seed="another")
    assert "verify-seated-otherwise" in {finding.problem.code for finding in verify()}
    Draw.objects.update(entries_hash="0" * 64)
    assert "verify-draw-differs" in {finding.problem.code for finding in verify()}


def test_who_is_seated_keeps_the_start_number_that_the_proof_names():
    [series] = event(8)
    draw_series(series, NO_REPEATS, by=BY)
    entry = series.tournament.entries.get(start_number=3)
    change = {"name": Name("Celan", "Carla"), "club": "", "start_number": 99}
    assert codes_of(change_entry, entry, **change, by=BY) == ["start-number-is-seated"]


def test_what_was_shown_of_a_removed_series_is_not_of_the_next_one_of_its_number():
    first, second = event(8, 2)
    announce_draw(second, NO_REPEATS, by=BY)
    assert were_shown([second])
    remove_series(second, by=BY)
    assert not were_shown([make_series(first.tournament)])


def test_a_plan_keeps_apart_who_is_of_a_team_in_a_later_series():
    first, _second = event(8, 2)
    make_team(first.tournament, [3]).members.update(from_series=2)
    for count, teams in ((1, {""}), (2, {"", "team/1"})):
        players = request_of(first, DrawOptions("lot", series=count)).players
        assert {player.team for player in players} == teams
