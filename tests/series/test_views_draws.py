"""The draw on its pages: options, dice, by hand, swap, why, changes after release, postings."""

import json
from itertools import product

import pytest
from django.test import Client

from scoring.models import Draw, Entry, LogEntry, ScoreList, Series
from scoring.seating.plan import draw
from scoring.seating.report import read_request
from scoring.series.reads.draw_request import seated_tables
from tests.factories import make_series, make_team, undrawn
from tests.visitors import member, text, undone

pytestmark = pytest.mark.django_db
OPTIONS = {"mode": "no-repeats", "series": "1", "three_seats": "lot"}
OPTIONS |= {"clubs": "apart", "teams": "apart"}


@pytest.fixture
def series() -> Series:
    return undrawn(11)


@pytest.fixture
def organizer(series: Series) -> Client:
    return member(series.tournament, "organizer")


def at(series: Series, page: str = "") -> str:
    return f"/series/{series.pk}/{page}"


def by_hand(organizer: Client, series: Series, tables: str) -> None:
    organizer.post(at(series, "draw/by-hand/"), {"tables": tables, "reason": "so"})


def test_mode_and_options_are_chosen_and_the_report_stands_beside_the_tables(organizer, series):
    assert "2 tables of four, 1 table of three" in text(organizer.get(at(series, "draw/")))
    organizer.post(at(series, "draw/"), {**OPTIONS, "clubs": "first"})
    made = Draw.objects.get()
    assert (made.mode, made.options["clubs"]) == ("no-repeats", "first")
    page = text(organizer.get(at(series)))
    assert "Report of the seating Draw 1, by lot, nobody meets twice" in page
    assert "✓ Nobody sits with a club-mate" in page
    Draw.objects.update(mode="league", options={**made.options, "mode": "league"})
    button = organizer.post(at(make_series(series.tournament), "draw/"))
    assert button.status_code == 302, "its teams play for no match points any more"


@pytest.mark.parametrize("players", [0, 2, 5])
def test_impossible_number_of_players_is_reported_before_the_draw(players: int):
    series = undrawn(players)
    address, organizer = at(series, "draw/"), member(series.tournament, "organizer")
    page = text(organizer.get(address))
    assert "cannot be seated at tables of four and three" in page
    assert ("Four play and one waits" in page) == (players == 5)
    assert "cannot be seated" in text(organizer.post(address, follow=True))


def test_refused_draw_is_reported_and_options_are_kept(organizer, series):
    Entry.objects.filter(start_number=3).update(fixed_table=9)
    response = organizer.post(at(series, "draw/"), {**OPTIONS, "three_seats": "volunteers"})
    assert "Player no. 3 has a fixed table that does not exist." in text(response)
    assert response.context["form"]["three_seats"].value() == "volunteers"
    assert (response.status_code, ScoreList.objects.exists()) == (422, False)


def test_a_provable_draw_shows_its_hash_and_then_takes_the_dice(organizer, series):
    organizer.post(at(series, "draw/"), {**OPTIONS, "provable": "on"})
    page = text(organizer.get(at(series)))
    assert Draw.objects.get().entries_hash in page
    assert "now throw the dice" in page
    for seed in ("  ", "4 6 1 3 2 5"):
        organizer.post(at(series, "draw/throw/"), {"seed": seed})
        assert Draw.objects.get().seed == seed.strip()
    assert len(seated_tables(series)) == 3


def test_a_draw_asks_why_only_where_a_series_that_it_draws_was_announced(organizer, series):
    second = make_series(series.tournament)
    organizer.post(at(second, "draw/"), {**OPTIONS, "provable": "on"})
    assert organizer.get(at(second, "draw/")).context["form"].fields["reason"].required
    response = organizer.post(at(series, "draw/"), {**OPTIONS, "series": "2"})
    assert (response.status_code, "reason" in response.context["form"].errors) == (422, True)
    assert not Draw.objects.filter(series=series).exists()
    assert organizer.post(at(series, "draw/"), OPTIONS).status_code == 302


def test_two_who_are_ticked_change_places(organizer, series):
    by_hand(organizer, series, "1 2 3 4\n5 6 7 8\n9 10 11")
    page = organizer.post(at(series, "swap/"), {"swap": ["2", "9"]}, follow=True)
    assert "No. 2 and no. 9 have changed places." in text(page)
    assert seated_tables(series) == {1: [1, 9, 3, 4], 2: [5, 6, 7, 8], 3: [2, 10, 11]}
    for ticked in ([], ["2"], ["2", "3", "4"], ["2", "99"], ["x"]):
        page = organizer.post(at(series, "swap/"), {"swap": ticked}, follow=True)
        assert "Tick exactly two players" in text(page), ticked


def test_seating_by_hand_keeps_input_and_names_mistakes(organizer, series):
    for typed, said in (
        ("1 2 3 4\n5 6 x", "Table 2: only start numbers, please."),
        ("1 2 3 4\n5 6", "Table 2 has 2 players instead of 3 or 4."),
        ("1, 2, 3, 4,\n5, 6,", "Table 2 has 2 players instead of 3 or 4."),
        ("1\n" * 10_000, "At most 9999 tables."),
    ):
        response = organizer.post(at(series, "draw/by-hand/"), {"tables": typed})
        assert response.status_code == 422
        assert said in text(response)
        assert typed.strip() in response.content.decode()


def test_series_two_is_released_out_of_order_only_with_a_reason(organizer, series):
    organizer.post(at(series, "draw/"))
    organizer.post(at(series, "state/"), {"to": "released"})
    second = make_series(series.tournament)
    organizer.post(at(second, "draw/"))
    assert "Series 1 is not closed; lists still out: 3." in text(organizer.get(at(second)))
    page = organizer.post(at(second, "state/"), {"to": "released"}, follow=True)
    assert "say why" in text(page)
    organizer.post(at(second, "state/"), {"to": "released", "reason": "rooms"})
    assert Series.objects.get(pk=second.pk).state == "released"
    assert LogEntry.objects.filter(action="series.moved").last().reason == "rooms"


def test_a_draft_explains_itself_to_the_organizer_alone(organizer, series):
    by_hand(organizer, series, "1 2 3 4\n5 6 7 8\n9 10 11")
    second = make_series(series.tournament)
    by_hand(organizer, second, "1 2 3 5\n4 6 9 10\n7 8 11")
    page = text(organizer.get(at(second, "seats/1/")))
    assert "Bruno Buchfink (2): met in series 1" in page
    assert "Edda Elster (5): not met before" in page
    assert "Draw 1, by hand" in page
    assert organizer.get(at(second, "seats/99/")).status_code == 404
    clerk = member(series.tournament, "clerk")
    assert clerk.get(at(series, "seats/1/")).status_code == 404
    assert "Nobody is seated yet." in text(clerk.get(at(series, "posting/")))
    organizer.post(at(series, "state/"), {"to": "released"})
    shown = text(clerk.get(at(series, "seats/1/")))
    assert "Why this table?" in shown
    assert "Change this seat" not in shown


def released(organizer: Client, series: Series) -> None:
    """No. 11 is late; tables of four, three and three."""
    Entry.objects.filter(start_number=11).update(state="withdrawn")
    by_hand(organizer, series, "1 2 3 4\n5 6 7\n8 9 10")
    organizer.post(at(series, "state/"), {"to": "released"})
    Entry.objects.filter(start_number=11).update(state="present")


def test_withdrawn_players_are_marked_in_a_released_seating(organizer, series):
    released(organizer, series)
    third = series.tournament.entries.get(start_number=3)

    def answer(state: str) -> str:
        sent = {"state": state, "reason": "so"}
        return text(organizer.post(f"/entries/{third.pk}/state/", sent, follow=True))

    left = "Series 1, table 1: no. 3 has a seat and is not there."
    overview = f"/tournaments/{series.tournament_id}/"
    for state in ("withdrawn", "no_show", "expelled"):
        assert left in answer(state), state
        assert "Series 1: the player of 1 seat has left" in text(organizer.get(overview)), state
        assert "state-" + state in organizer.get(at(series)).content.decode(), state
    assert left not in answer("present")
    series.lists.filter(table_number=1).update(depth="totals")  # a played seat
    assert left not in answer("withdrawn")
    assert "is not there" not in text(organizer.get(overview))


def test_the_seating_is_still_explained_when_somebody_at_it_has_left(organizer, series):
    make_team(series.tournament, [1, 2])
    by_hand(organizer, series, "1 2 3 4\n5 6 7 8\n9 10 11")
    second = make_series(series.tournament)
    by_hand(organizer, second, "1 2 3 5\n4 6 7 8\n9 10 11")
    Entry.objects.filter(start_number__in=(3, 6)).update(state="withdrawn")
    for each, page in product((series, second), ("", "posting/", "seats/1/", "seats/3/")):
        assert organizer.get(at(each, page)).status_code == 200, page
    assert "pairs of one team at a table 1" in text(organizer.get(at(second, "posting/")))
    mate = "Bruno Buchfink (2): met in series 1 · the same team"
    assert mate in text(organizer.get(at(second, "seats/1/")))
    ScoreList.objects.filter(series=series).delete()
    Entry.objects.update(state="withdrawn")
    assert organizer.get(at(second)).status_code == 200, "nobody plays, nor was series 1 drawn"


def test_the_seat_of_a_no_show_goes_to_the_latecomer(organizer, series):
    released(organizer, series)
    assert "Käthe Krähe (11)" in text(organizer.get(at(series, "late/")))
    assert "Käthe Krähe (11)" in text(organizer.get(at(series, "seats/3/")))
    act = {"act": "fill", "player": "3", "latecomer": "11", "reason": "did not appear"}
    page = organizer.post(at(series, "change/"), {**act, "no_show": "on"}, follow=True)
    shown = text(page)
    assert "Käthe Krähe (11) Table 1, seat 3" in shown
    assert "Carla Celan (3) no seat any more table 1 before" in shown
    assert "Table 1 now plays 48 games with 4 players." in shown
    assert f"/tournaments/{series.tournament_id}/prints/by-name.pdf?series=1" in str(page.content)
    assert seated_tables(series)[1] == [1, 2, 11, 4]
    assert Entry.objects.get(start_number=3).state == "no_show"


def test_moving_one_player_keeps_all_others(organizer, series):
    """At last a table of three is given up. What has no figures changes nothing."""
    released(organizer, series)
    for act in ("", "fill", "move", "join", "leave", "dissolve"):
        wrong = {"act": act, "player": "x", "table": str(2**63), "reason": "so it is"}
        assert organizer.post(at(series, "change/"), wrong).status_code == 302
    for act, tables in (
        ({"act": "move", "player": "1", "table": "2"}, [[2, 3, 4], [5, 6, 7, 1], [8, 9, 10]]),
        ({"act": "leave", "player": "1"}, [[2, 3, 4], [5, 6, 7], [8, 9, 10]]),
        ({"act": "join", "latecomer": "11", "table": "3"}, [[2, 3, 4], [5, 6, 7], [8, 9, 10, 11]]),
        ({"act": "leave", "player": "11"}, [[2, 3, 4], [5, 6, 7], [8, 9, 10]]),
        ({"act": "dissolve", "player": "6", "table": "1", "other_table": "3"},
         [[2, 3, 4, 5], [8, 9, 10, 7]]),
    ):  # fmt: skip
        if act["act"] == "dissolve":
            assert "No. 5 goes to table" in text(organizer.get(at(series, "seats/6/")))
        organizer.post(at(series, "change/"), {**act, "reason": "so it is"})
        assert list(seated_tables(series).values()) == tables


def test_the_posting_carries_the_proof_and_anybody_can_repeat_the_draw(organizer, series):
    organizer.post(at(series, "draw/"))
    viewer = member(series.tournament, "viewer")
    assert viewer.get(at(series, "draws/1.json")).status_code == 404
    organizer.post(at(series, "state/"), {"to": "released"})
    made = Draw.objects.get()
    for by in ("names", "tables"):
        page = text(viewer.get(at(series, f"posting/?by={by}")))
        assert made.entries_hash in page
        assert made.seed in page
        assert "repeated meetings 0 (at least 0 unavoidable)" in page
    document = json.loads(viewer.get(at(series, "draws/1.json")).content)
    plan = draw(read_request(document, seed=""))
    assert plan.fingerprint == made.entries_hash
    assert [list(table) for table in plan.series[0]] == list(seated_tables(series).values())


def test_the_request_of_a_plan_waits_until_all_its_series_are_released(organizer, series):
    """With it, anybody knows the seating of the later series, unless it is drawn anew."""
    Entry.objects.filter(start_number__gt=8).delete()
    second = make_series(series.tournament)
    organizer.post(at(series, "draw/"), {**OPTIONS, "series": "2"})
    for drawn in (series, second):
        page = text(organizer.get(at(drawn)))
        assert "Drawn at once for 2 series, with" in page
        # Before the first series nobody has sat anywhere yet.
        seats = "Seats: everybody sat in each seat about equally often" in page
        assert seats == (drawn == second)
    organizer.post(at(series, "state/"), {"to": "released"})
    viewer, file = member(series.tournament, "viewer"), at(series, "draws/1.json")
    for reader, may in ((organizer, True), (viewer, False)):
        assert reader.get(file).status_code == (200 if may else 404)
        assert (file in reader.get(at(series, "posting/")).content.decode()) is may
    with undone():
        organizer.post(at(second, "draw/"), {**OPTIONS, "reason": "late"})
        assert viewer.get(file).status_code == 200
        assert viewer.get(at(second, "draws/2.json")).status_code == 404
    organizer.post(at(second, "state/"), {"to": "released", "reason": "rooms"})
    for drawn in (series, second):
        assert viewer.get(at(drawn, "draws/1.json")).status_code == 200
    assert file in viewer.get(at(series, "posting/")).content.decode()


def test_who_asked_for_a_table_of_three_gets_one_without_any_option(organizer, series):
    Entry.objects.filter(start_number__in=(2, 5, 9)).update(three_seats=True)
    assert "At the tables of three sit volunteers." in text(organizer.get(at(series)))
    organizer.post(at(series, "draw/"))
    assert sorted(seated_tables(series)[3]) == [2, 5, 9]


def test_every_exception_is_named_with_its_reason(organizer, series):
    Entry.objects.filter(start_number__in=(1, 2)).update(club_name="Herz Dame")
    by_hand(organizer, series, "1 2 3 4\n5 6 7 8\n9 10 11")
    Entry.objects.filter(start_number=4).update(state="withdrawn")
    page = text(organizer.get(at(series)))
    assert "pairs of one club at a table 1 0" in page
    assert "Ada Amsel and Bruno Buchfink are from the same club: seated by hand" in page
    assert "Seated, but not playing: Dietmar Dachs (4)" in page
    assert "To release it anyway, say why" in page
