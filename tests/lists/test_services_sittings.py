"""Players leave a table and join it at a round (SkO 4.5.9, 3.1.2, docs/law.md "A score list")."""

import json
from typing import Any

import pytest

from scoring.core.forms import Refused, StaleRevision
from scoring.exchange.reads import export_text
from scoring.exchange.services import import_tournament
from scoring.imports.services.results import refuse_other_people
from scoring.lists.reads import settlement_of
from scoring.lists.services.confirmation import confirmation_problems
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list, enter_totals, exchange_seats
from scoring.lists.services.moves import insert_game
from scoring.lists.services.reversal import take_back
from scoring.lists.services.second_entry import (
    record_recheck_line,
    resolve_recheck,
    start_recheck,
)
from scoring.lists.services.sittings import SeatChange, change_seat
from scoring.models import Actor, Entry, Fees, LogEntry, Person, ScoreList, Seat, Tournament
from scoring.money.reads.dues import dues_of_list
from scoring.money.services.ledger import collect_list
from scoring.printed_list.incoming import Incoming
from scoring.prints.reads.papers import start_cards
from scoring.rules.bare_totals import BareTotal
from scoring.series.reads.draw_request import tables_of
from scoring.standings.files.xlsx_ranking import performance
from scoring.standings.reads.live import live_standings
from scoring.standings.reads.players import standings
from scoring.standings.reads.special import special_standings
from scoring.verify.reads.verify import verify
from tests.factories import line, make_member, make_team, make_user, open_list
from tests.refusals import codes

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
LEAGUE = {"league": True, "substitutes": True}
# Three rounds; seat 2 leaves after the first, so that 4 + 3 + 3 games are due.
FIRST = [line(1, 2), line(2, 1), line(3, 1), line(4, 3, won=False)]
AS_THREE = [line(5, 1), line(6, 4), line(7, 1, won=False)]
LAST = [line(8, 3), line(9), line(10, 4, "grand")]


def change(score_list: ScoreList, seat: int = 2, after_round: int = 1, **more: object) -> int:
    """The player of a seat leaves; `joins` is a start number."""
    if more.get("joins"):
        more.setdefault("agreed", True)
    reason = more.pop("reason", "unwell")
    by, revision = more.pop("by", BY), more.pop("revision", score_list.revision)
    wanted = SeatChange(seat, after_round, **more)
    return change_seat(score_list, wanted, by=by, revision=revision, reason=reason)


def refused(score_list: ScoreList, *where: int, **more: object) -> list[str]:
    with pytest.raises(Refused) as refusal:
        change(score_list, *where, **more)
    score_list.refresh_from_db()
    return codes(refusal)


def left_list(lines=(*FIRST, *AS_THREE, *LAST), **fields: object) -> ScoreList:
    """A list whose second player left after the first round; typed as far as `lines` go."""
    score_list = open_list(rounds=3, paper_total=False, **fields)
    change(score_list)
    if lines:
        record_games(score_list, lines, by=BY, revision=score_list.revision)
    return score_list


def with_fifth(score_list: ScoreList) -> Entry:
    """A fifth player of the tournament, who has no seat."""
    person = Person.objects.create(family="Fink", given="Eva")
    tournament = score_list.series.tournament
    return Entry.objects.create(tournament=tournament, person=person, start_number=5)


def joined_list(lines=()) -> ScoreList:
    """Seat 2 is left after the first round and taken by start number 5 after the second."""
    score_list = open_list(rounds=3, paper_total=False, **LEAGUE)
    with_fifth(score_list)
    change(score_list)
    change(score_list, 2, 2, joins=5)
    if lines:
        record_games(score_list, lines, by=BY, revision=score_list.revision)
    return score_list


def tallies(score_list: ScoreList) -> list[tuple[int, ...]]:
    columns = ("points", "won", "lost", "others_lost", "performance")
    return list(score_list.seat_rows.values_list(*columns))


def exported(tournament: Tournament) -> dict[str, Any]:
    return json.loads(export_text(tournament))


def imported(document: dict[str, Any]) -> Tournament:
    return import_tournament(json.dumps(document).encode(), by=BY)


# A table of four goes on as three


def test_a_table_that_one_has_left_plays_rounds_of_three():
    """SkO 4.5.9: the deal passes the empty seat over, and the dealer plays."""
    score_list = left_list()
    close_list(score_list, by=BY, revision=score_list.revision)
    assert score_list.state == "entered"
    rows = score_list.games.values_list("number", "dealer", "at_three")
    assert list(rows) == [
        *[(number, number, False) for number in range(1, 5)],
        *[(5, 1, True), (6, 3, True), (7, 4, True), (8, 1, True), (9, 3, True), (10, 4, True)],
    ]
    assert verify(score_list.series.tournament) == []


def test_a_leaver_keeps_his_games_and_lost_games_count_by_the_size_of_the_table():
    """docs/law.md "A score list": k = 30 in the first round, 40 behind it."""
    score_list = left_list()
    # Hearts with 1 is 20, lost -40; grand with 1 is 48.
    assert tallies(score_list) == [
        (20 + 20 + 20 - 40, 3, 1, 1, 20 + 2 * 50 + 30),
        (20, 1, 0, 1, 20 + 50 + 30),
        (-40 + 20, 1, 1, 1, -20 + 40),
        (20 + 48, 2, 0, 2, 68 + 100 + 30 + 40),
    ]
    close_list(score_list, by=BY, revision=score_list.revision)
    ranking = standings(score_list.series.tournament).rows
    assert [(row.points, row.performance) for row in ranking] == [
        (68, 238),
        (20, 150),
        (20, 100),
        (-20, 20),
    ]


def test_the_log_tells_who_left_when_and_why():
    score_list = open_list(rounds=3)
    change(score_list, announced=True)
    log = LogEntry.objects.get(action="list.players.changed")
    assert (log.subject, log.reason, log.old) == ("list/1/1", "unwell", {"sittings": []})
    assert log.new == {"sittings": [{"seat": 2, "last_game": 4}], "announced": True}


def test_nobody_but_the_organizer_records_it():
    """TO 7.1.2."""
    score_list = open_list(rounds=3)
    referee = Actor(make_member(score_list.series.tournament, "referee"))
    assert refused(score_list, by=referee) == ["seats-of-the-organizer"]
    organizer = Actor(make_member(score_list.series.tournament, "organizer"))
    change(score_list, by=organizer)


@pytest.mark.parametrize(
    ("where", "more", "code"),
    [
        ((2, 1), {"reason": " "}, "reason-missing"),
        ((5, 1), {}, "seat-out-of-range"),
        ((2, 0), {}, "round-out-of-range"),
        ((2, 3), {}, "round-out-of-range"),
        ((2, 1), {"joins": 99}, "substitutes-not-allowed"),
    ],
)
def test_an_impossible_change_is_refused(where, more, code):
    score_list = open_list(rounds=3)
    assert code in refused(score_list, *where, **more)
    assert score_list.sittings == []


def test_a_stale_page_records_nothing():
    score_list = open_list(rounds=3)
    with pytest.raises(StaleRevision):
        change(score_list, revision=7)


def test_two_cannot_leave_a_table_of_four_nor_one_a_table_of_three():
    four = left_list(())
    assert refused(four, 3, 2) == ["too-few-at-the-table"]
    three = open_list(3, rounds=3)
    assert refused(three, 1, 1) == ["too-few-at-the-table"]


def test_a_player_who_has_left_cannot_leave_again():
    assert refused(left_list(()), 2, 2) == ["seat-is-empty-already"]


def test_games_that_were_typed_before_are_dealt_anew():
    """The organizer hears of it late: numbers stay, dealers follow the rounds of three."""
    score_list = open_list(rounds=3, paper_total=False)
    record_games(score_list, [*FIRST, line(5, 3), line(6, 4)], by=BY, revision=1)
    change(score_list)
    assert list(score_list.games.values_list("dealer", flat=True)) == [1, 2, 3, 4, 1, 3]
    assert verify(score_list.series.tournament) == []


def test_games_of_the_empty_seat_forbid_it():
    score_list = open_list(rounds=3, paper_total=False)
    record_games(score_list, [*FIRST, line(5, 2), line(6, 3)], by=BY, revision=1)
    assert refused(score_list) == ["seat-is-empty"]
    assert list(score_list.games.values_list("dealer", flat=True)) == [1, 2, 3, 4, 1, 2]


def test_an_empty_seat_plays_and_deals_no_game():
    score_list = left_list(FIRST)
    with pytest.raises(Refused) as refusal:
        record_game(score_list, line(5, 2), by=BY, revision=score_list.revision)
    assert codes(refusal) == ["seat-is-empty"]


def test_a_row_inserted_before_rounds_of_three_moves_their_dealers():
    score_list = left_list((*FIRST[:3], line(4), line(5, 3)))
    insert_game(score_list, 4, by=BY, revision=score_list.revision)
    rows = score_list.games.order_by("number").values_list("number", "dealer", "at_three")
    assert list(rows)[3:] == [(5, 1, True), (6, 3, True)]


def test_bare_totals_do_not_tell_when_games_were_lost():
    """docs/law.md "A score list": the games of such a list are typed."""
    score_list = left_list(())
    figures = [BareTotal(0, 0, 0)] * 4
    with pytest.raises(Refused) as refusal:
        enter_totals(score_list, figures, 10, by=BY, revision=score_list.revision)
    assert codes(refusal) == ["totals-need-games"]
    other = open_list(rounds=3, paper_total=False)
    enter_totals(other, figures, 12, by=BY, revision=1)
    assert refused(other) == ["totals-need-games"]


def test_players_who_stayed_to_the_end_sign():
    """TO 9.11."""
    score_list = left_list()
    close_list(score_list, by=BY, revision=score_list.revision)
    assert score_list.unsigned_seats == [1, 3, 4]
    codes_of = [each.code for each in confirmation_problems(score_list, BY, [1, 3, 4])]
    assert "signature-missing" not in codes_of


def test_a_closed_list_is_reopened_where_games_are_missing_then():
    score_list = left_list()
    close_list(score_list, by=BY, revision=score_list.revision)
    act = LogEntry.objects.filter(action="list.players.changed").last()
    # Taken back, game 5 is dealt by seat 1 and has seat 1 as soloist.
    with pytest.raises(Refused) as refusal:
        take_back(score_list, act, by=BY, revision=score_list.revision, reason="a slip")
    assert "dealer-is-soloist" in codes(refusal)


# Who joins


def test_a_player_who_joins_has_a_result_of_his_own():
    """SkO 3.1.2: his games begin with his round, and his bonus too."""
    last = [line(8, 2, won=False), line(9), line(10), line(11, 2, "grand")]
    score_list = joined_list((*FIRST, *AS_THREE, *last))
    assert [seat.chair for seat in score_list.seat_rows.select_related("list")] == [1, 2, 3, 4, 2]
    assert tallies(score_list)[1] == (20, 1, 0, 1, 20 + 50 + 30)
    assert tallies(score_list)[4] == (-40 + 48, 1, 1, 0, 8)
    close_list(score_list, by=BY, revision=score_list.revision)
    tournament = score_list.series.tournament
    assert {row.start_number: row.performance for row in standings(tournament).rows}[5] == 8
    assert verify(tournament) == []


def test_games_count_for_who_played_them_in_special_rankings():
    last = [line(8, 2, "grand"), line(9), line(10), line(11)]
    score_list = joined_list((*FIRST, *AS_THREE, *last))
    close_list(score_list, by=BY, revision=score_list.revision)
    found = special_standings(score_list.series.tournament, "best-game")
    assert [row.figure for row in found.rows] == [48, 20, 20, 20]
    assert found.rows[0].start_number == 5


def test_a_seat_is_taken_at_once_at_a_table_of_three():
    score_list = open_list(3, rounds=3, **LEAGUE)
    tournament = score_list.series.tournament
    fifth = with_fifth(score_list)
    assert refused(score_list, 1, 1, joins=5, agreed=False) == ["joining-needs-agreement"]
    change(score_list, 1, 1, joins=5)
    assert score_list.outline.games_planned == 9
    assert Seat.objects.get(entry=fifth).position == 4
    assert refused(score_list, 2, 2, joins=5) == ["already-seated"]
    assert tournament.entries.count() == 4


def test_a_player_of_later_series_cannot_join():
    score_list = open_list(rounds=3, **LEAGUE)
    fifth = with_fifth(score_list)
    Entry.objects.filter(pk=fifth.pk).update(from_series=2)
    assert refused(score_list, 2, 1, joins=5) == ["plays-not-in-this-series"]


def test_the_start_card_of_a_player_who_joined_says_where_he_sits():
    """His position in the list is the fifth; the table has four seats."""
    tournament = joined_list().series.tournament
    cards = start_cards(tournament, lambda _page, _pk: "", drafts=False)
    assert {card.start_number: card.places[0].seat for card in cards}[5] == 2


def test_a_player_who_joined_is_not_exchanged():
    """Who sat the other way round are those who sat down at the beginning (TO 7.1.2)."""
    score_list = joined_list()
    with pytest.raises(Refused) as refusal:
        exchange_seats(score_list, 1, 5, by=BY, revision=score_list.revision)
    assert codes(refusal) == ["seat-out-of-range"]


# Taken back


def last_change() -> LogEntry:
    return LogEntry.objects.filter(action="list.players.changed").latest("id")


def test_leaving_is_taken_back_like_any_other_change():
    score_list = left_list(FIRST)
    act = last_change()
    take_back(score_list, act, by=BY, revision=score_list.revision, reason="a slip")
    assert score_list.sittings == []
    assert score_list.outline.games_due == 12
    assert verify(score_list.series.tournament) == []
    with pytest.raises(Refused) as refusal:
        take_back(score_list, act, by=BY, revision=score_list.revision, reason="a slip")
    assert codes(refusal) == ["seats-changed-since"]


def test_joining_is_taken_back_while_he_has_played_no_game():
    score_list = joined_list((*FIRST, *AS_THREE))
    act = last_change()
    take_back(score_list, act, by=BY, revision=score_list.revision, reason="a slip")
    assert score_list.seat_rows.count() == 4
    assert score_list.sittings == [{"seat": 2, "last_game": 4}]
    back = last_change()
    take_back(score_list, back, by=BY, revision=score_list.revision, reason="no slip")
    record_game(score_list, line(8, 2), by=BY, revision=score_list.revision)
    with pytest.raises(Refused) as refusal:
        take_back(score_list, last_change(), by=BY, revision=score_list.revision, reason="a slip")
    assert codes(refusal) == ["seat-is-empty"]


# What rests on it


def test_everybody_settles_with_those_with_whom_he_played():
    """SkO 3.5.3, docs/law.md "Settlement": period by period."""
    settled = settlement_of(left_list(), 1)
    assert settled.settled == (140 - 128, 60, -180 - 8, -20 + 136)
    assert sum(settled.cents) == 0
    assert settled.cents == settlement_of(left_list(), 1, by_game=True).cents


def test_passed_games_are_paid_by_who_was_there():
    score_list = left_list((*FIRST[:3], line(4), *AS_THREE, *LAST))
    close_list(score_list, by=BY, revision=score_list.revision)
    Fees.objects.create(tournament=score_list.series.tournament, passed_cents=50)
    assert [each.passed.due for each in dues_of_list(score_list).seats] == [100, 50, 100, 100]


def test_a_document_takes_it_along():
    """docs/formats.md: `sittings` of a table, and the same document again."""
    last = [line(8, 2, won=False), line(9), line(10), line(11, 2, "grand")]
    score_list = joined_list((*FIRST, *AS_THREE, *last))
    close_list(score_list, by=BY, revision=score_list.revision)
    document = exported(score_list.series.tournament)
    [table] = document["series"][0]["tables"]
    assert table["sittings"] == [{"seat": 2, "last_game": 4}, {"seat": 2, "first_game": 8}]
    assert not any("dealer" in game for game in table["games"])
    again = imported(document)
    assert exported(again)["series"] == document["series"]
    assert verify(again) == []


@pytest.mark.parametrize(
    "sittings",
    [
        [{"seat": 2, "last_game": 5}, {"seat": 2, "first_game": 8}],
        [{"seat": 7, "last_game": 4}, {"seat": 2, "first_game": 8}],
        [{"seat": 2, "last_game": "4"}, {"seat": 2, "first_game": 8}],
        [{"seat": 2, "last_game": 4}],
        [3],
        [],
    ],
)
def test_a_document_with_other_times_is_refused(sittings):
    document = exported(joined_list(FIRST).series.tournament)
    document["series"][0]["tables"][0]["sittings"] = sittings
    with pytest.raises(Refused):
        imported(document)


def test_a_document_without_changes_has_no_such_key():
    document = exported(open_list(rounds=3).series.tournament)
    assert "sittings" not in document["series"][0]["tables"][0]
    assert not document["tournament"].keys() & {"substitutes", "stakes"}


def test_a_second_person_types_it_again_without_seeing_it():
    """docs/adr/0005: the rounds of three hold for the second entry too."""
    first, second = Actor(make_user("clara")), Actor(make_user("sven"))
    score_list = open_list(rounds=3, paper_total=False, confirm="blind")
    change(score_list)
    lines = [*FIRST, *AS_THREE, *LAST]
    record_games(score_list, lines, by=first, revision=score_list.revision)
    close_list(score_list, by=first, revision=score_list.revision)
    recheck = start_recheck(score_list, by=second)
    for each in lines:
        record_recheck_line(recheck, each, by=second, steps=recheck.steps)
    assert resolve_recheck(recheck, {}, by=second, signed=(1, 3, 4)) == []
    score_list.refresh_from_db()
    assert score_list.state == "confirmed"


def test_formulas_of_the_standings_count_each_lost_game_by_its_round():
    """docs/law.md "Performance": 30 at four, 40 for each that was lost after one had left."""
    score_list = left_list()
    close_list(score_list, by=BY, revision=score_list.revision)
    found = live_standings(standings(score_list.series.tournament))
    at_three = {(each.given.performance, each.at_three) for each in found.results}
    assert at_three == {(150, 0), (100, 0), (20, 1), (238, 1)}
    cells = {key: key for key in ("points", "won", "lost", "seats", "others_lost")}
    assert performance(cells, {"at_three": 1}, found.rules) == (
        "points+50*(won-lost)+IF(seats=3,40,30)*others_lost+IF(seats=4,10,0)"
    )


def test_fees_are_ticked_for_who_joined_too():
    last = [line(8, 2, won=False), line(9), line(10), line(11, 2, "grand")]
    score_list = joined_list((*FIRST, *AS_THREE, *last))
    close_list(score_list, by=BY, revision=score_list.revision)
    tournament = score_list.series.tournament
    Fees.objects.create(tournament=tournament, lost_ladder=[[1, 50]])
    booked = collect_list(score_list, score_list.outline.positions, by=BY)
    assert sorted(each.entry.start_number for each in booked)[-1] == 5
    assert verify(tournament) == []


def test_results_from_a_file_do_not_overwrite_such_a_list():
    score_list = left_list(())
    starts = list(score_list.seat_rows.values_list("entry__start_number", flat=True))
    with pytest.raises(Refused) as refusal:
        refuse_other_people(score_list, Incoming("S1 T1", 1, 1, tuple(starts)))
    assert codes(refusal) == ["incoming-players-changed"]


# A fourth joins a table that began as three


def table_of_three(*teams: tuple[int, ...]) -> ScoreList:
    """A table of three in a league with these teams; number 5 is late."""
    score_list = open_list(3, rounds=3, paper_total=False, **LEAGUE)
    with_fifth(score_list)
    for numbers in teams:
        make_team(score_list.series.tournament, numbers)
    return score_list


THREE_BY_THREE = [line(1, 2), line(2, 1), line(3, 3, won=False)]
# Round 2 begins with game 4: seats 1, 2, 3 and 4 deal.
FOUR_BY_FOUR = [line(4, 2, won=False), line(5, 4), line(6, 1), line(7, 3)]
END = [line(8, 2), line(9, 1), line(10, 1), line(11)]


def test_a_fourth_joins_a_table_of_three_at_a_round():
    """docs/practice.md "League": in 4-4-4-3 the missing player may join at any round. Rounds of 3,
    4 and 4 games; a lost game of the first round counts 40 for the others, later ones 30.
    """
    score_list = table_of_three((1,), (2,), (3,), (5,))
    record_games(score_list, THREE_BY_THREE, by=BY, revision=score_list.revision)
    change(score_list, 4, 1, joins=5)
    for each in (*FOUR_BY_FOUR, *END):
        record_game(score_list, each, by=BY, revision=score_list.revision)
    close_list(score_list, by=BY, revision=score_list.revision)
    score_list.refresh_from_db()
    assert (score_list.seats, score_list.games_due, score_list.outline.games_due) == (4, 12, 11)
    rows = score_list.games.values_list("number", "dealer", "seats", "at_three")
    assert list(rows) == [
        *[(number, number, 4, True) for number in (1, 2, 3)],
        *[(number, number - 3, 4, False) for number in (4, 5, 6, 7)],
        *[(number, number - 7, 4, False) for number in (8, 9, 10, 11)],
    ]
    others = {row.position: row.others_lost for row in score_list.seat_rows.all()}
    assert others == {1: 2, 2: 1, 3: 1, 4: 1}
    fourth = score_list.seat_rows.get(position=4)
    assert fourth.performance == fourth.points + 50 + 30
    assert sorted(tables_of(score_list.series)[1]) == [1, 2, 3]
    assert verify(score_list.series.tournament) == []
    document = exported(score_list.series.tournament)
    again = imported(document)
    assert exported(again)["series"][0]["tables"] == document["series"][0]["tables"]
    assert verify(again) == []


def test_a_fourth_who_came_by_mistake_goes_again():
    """Taking it back makes the table one of three as before."""
    score_list = table_of_three((1,), (5,))
    change(score_list, 4, 2, joins=5)
    take_back(score_list, last_change(), by=BY, revision=score_list.revision, reason="a slip")
    score_list.refresh_from_db()
    assert (score_list.seats, score_list.games_due, score_list.sittings) == (3, 9, [])
    assert not score_list.began_as_three
    assert list(score_list.seat_rows.values_list("position", flat=True)) == [1, 2, 3]
    assert verify(score_list.series.tournament) == []


def test_a_fourth_never_joins_his_team():
    assert refused(table_of_three((1,), (3, 5)), 4, 1, joins=5) == ["league-team-mates"]


def test_nobody_becomes_a_fourth_outside_leagues_or_without_a_name():
    plain = open_list(3, rounds=3)
    with_fifth(plain)
    assert "substitutes-not-allowed" in refused(plain, 4, 1, joins=5)
    assert refused(table_of_three((5,)), 4, 1) == ["seat-out-of-range"]
