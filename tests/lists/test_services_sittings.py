"""Players leave a table and join it at a round (SkO 4.5.9, 3.1.2, docs/law.md "A score list")."""

import pytest

from scoring.core.forms import Refused
from scoring.exchange.reads.verify import verify
from scoring.lists.forms.lines import FootForm
from scoring.lists.printed.incoming import Incoming
from scoring.lists.reads import check_foot, settlement_listing
from scoring.lists.services.confirmation import confirmation_problems, readmit_list, reject_list
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import (
    close_list,
    enter_totals,
    exchange_seats,
    foot_differences,
    record_foot,
)
from scoring.lists.services.moves import insert_game
from scoring.lists.services.reversal import reversal_effect, take_back
from scoring.lists.services.sittings import SeatChange, change_seat
from scoring.models import Actor, Entry, Fees, LogEntry, Person, ScoreList, Seat
from scoring.money.reads.dues import dues_of_list
from scoring.money.services.ledger import collect_list
from scoring.people.imports.services.results import refuse_other_people
from scoring.prints.reads.papers import start_cards
from scoring.rules.bare_totals import BareTotal
from scoring.series.reads.draw_request import seated_tables
from scoring.standings.files.xlsx_ranking import performance
from scoring.standings.reads.live import live_results
from scoring.standings.reads.players import standings
from scoring.standings.reads.scopes import find_standings
from tests.exchange.test_services_exchange import exported, imported
from tests.factories import line, make_member, make_team, open_list
from tests.lists.made import BY, act
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
LEAGUE = {"league": True, "substitutes": True}
# Three rounds; seat 2 leaves after the first, so that 4 + 3 + 3 games are due.
FIRST = [line(1, 2), line(2, 1), line(3, 1), line(4, 3, won=False)]
AS_THREE = [line(5, 1), line(6, 4), line(7, 1, won=False)]
LAST = [line(8, 3), line(9), line(10, 4, "grand")]


def change(score_list: ScoreList, seat: int = 2, after_round: int = 1, **more: object) -> None:
    """The player of a seat leaves; `joins` is a start number."""
    if more.get("joins"):
        more.setdefault("agreed", True)
    reason = more.pop("reason", "unwell")
    by, revision = more.pop("by", BY), more.pop("revision", score_list.revision)
    wanted = SeatChange(seat, after_round, **more)
    change_seat(score_list, wanted, by=by, revision=revision, reason=reason)


def refused(score_list: ScoreList, *where: int, **more: object) -> list[str]:
    found = codes_of(change, score_list, *where, **more)
    score_list.refresh_from_db()
    return found


def left_list(lines=(*FIRST, *AS_THREE, *LAST), **fields: object) -> ScoreList:
    """A list whose second player left after the first round; typed as far as `lines` go."""
    score_list = open_list(rounds=3, paper_total=False, **fields)
    change(score_list)
    if lines:
        act(record_games, score_list, lines)
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
        act(record_games, score_list, lines)
    return score_list


def close(score_list: ScoreList) -> ScoreList:
    act(close_list, score_list)
    return score_list


def whole_list() -> ScoreList:
    """Closed; who joined has lost a game and won one."""
    last = [line(8, 2, won=False), line(9), line(10), line(11, 2, "grand")]
    return close(joined_list((*FIRST, *AS_THREE, *last)))


def back(score_list: ScoreList, changed: LogEntry | None = None) -> None:
    """Take a change of players back, the last one unless another is named."""
    changed = changed or LogEntry.objects.filter(action="list.players.changed").latest("id")
    act(take_back, score_list, changed, reason="a slip")


def tallies(score_list: ScoreList) -> list[tuple[int, ...]]:
    columns = ("points", "won", "lost", "others_lost", "performance")
    return list(score_list.seat_rows.values_list(*columns))


def test_a_table_that_one_has_left_plays_rounds_of_three():
    """SkO 4.5.9: the deal passes the empty seat over, and the dealer plays. docs/law.md "A score
    list": k = 30 in the first round, 40 behind it.
    """
    score_list = close(left_list())
    rows = score_list.games.values_list("number", "dealer", "at_three")
    assert list(rows) == [
        *[(number, number, False) for number in range(1, 5)],
        *[(5, 1, True), (6, 3, True), (7, 4, True), (8, 1, True), (9, 3, True), (10, 4, True)],
    ]
    # Hearts with 1 is 20, lost -40; grand with 1 is 48.
    assert tallies(score_list) == [
        (20 + 20 + 20 - 40, 3, 1, 1, 20 + 2 * 50 + 30),
        (20, 1, 0, 1, 20 + 50 + 30),
        (-40 + 20, 1, 1, 1, -20 + 40),
        (20 + 48, 2, 0, 2, 68 + 100 + 30 + 40),
    ]
    ranking = standings(score_list.series.tournament).rows
    ranked = [(row.points, row.performance) for row in ranking]
    assert ranked == [(68, 238), (20, 150), (20, 100), (-20, 20)]
    assert verify(score_list.series.tournament) == []
    # TO 9.11: who stayed to the end signs.
    assert score_list.unsigned_seats == [1, 3, 4]
    unsigned = [each.code for each in confirmation_problems(score_list, BY, [1, 3, 4])]
    assert "signature-missing" not in unsigned


def test_the_organizer_alone_records_who_left_when_and_why():
    """TO 7.1.2."""
    score_list = open_list(rounds=3)
    tournament = score_list.series.tournament
    referee = Actor(make_member(tournament, "referee"))
    assert refused(score_list, by=referee) == ["seats-of-the-organizer"]
    change(score_list, by=Actor(make_member(tournament, "organizer")), announced=True)
    log = LogEntry.objects.get(action="list.players.changed")
    assert (log.subject, log.reason, log.old) == ("list/1/1", "unwell", {"sittings": []})
    assert log.new == {"sittings": [{"seat": 2, "last_game": 4}], "announced": True}


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


def test_two_cannot_leave_a_table_of_four_nor_one_a_table_of_three_nor_anybody_twice():
    four = left_list(())
    assert refused(four, 3, 2) == ["too-few-at-the-table"]
    assert refused(four, 2, 2) == ["seat-is-empty-already"]
    assert refused(open_list(3, rounds=3), 1, 1) == ["too-few-at-the-table"]


@pytest.mark.parametrize(
    ("played", "code", "dealers"),
    [((3, 4), [], [1, 2, 3, 4, 1, 3]), ((2, 3), ["seat-is-empty"], [1, 2, 3, 4, 1, 2])],
)
def test_games_that_were_typed_before_are_dealt_anew_or_forbid_it(played, code, dealers):
    """The organizer hears of it late: numbers stay, dealers follow the rounds of three."""
    score_list = open_list(rounds=3, paper_total=False)
    late = [line(number, soloist) for number, soloist in enumerate(played, 5)]
    act(record_games, score_list, [*FIRST, *late])
    if code:
        assert refused(score_list) == code
    else:
        change(score_list)
    assert list(score_list.games.values_list("dealer", flat=True)) == dealers
    assert verify(score_list.series.tournament) == []


def test_a_row_inserted_before_rounds_of_three_moves_their_dealers():
    score_list = left_list((*FIRST[:3], line(4), line(5, 3)))
    act(insert_game, score_list, 4)
    rows = score_list.games.order_by("number").values_list("number", "dealer", "at_three")
    assert list(rows)[3:] == [(5, 1, True), (6, 3, True)]


def test_bare_totals_do_not_tell_when_games_were_lost():
    """docs/law.md "A score list": the games of such a list are typed."""
    score_list, figures = left_list(()), [BareTotal(0, 0, 0)] * 4
    assert codes_of(act, enter_totals, score_list, figures, 10) == ["totals-need-games"]
    other = open_list(rounds=3, paper_total=False)
    act(enter_totals, other, figures, 12)
    assert refused(other) == ["totals-need-games"]


def test_a_player_who_joins_has_a_result_of_his_own():
    """SkO 3.1.2: his games begin with his round, and his bonus too."""
    score_list = whole_list()
    assert [seat.chair for seat in score_list.seat_rows.select_related("list")] == [1, 2, 3, 4, 2]
    assert tallies(score_list)[1] == (20, 1, 0, 1, 20 + 50 + 30)
    assert tallies(score_list)[4] == (-40 + 48, 1, 1, 0, 8)
    tournament = score_list.series.tournament
    assert {row.start_number: row.performance for row in standings(tournament).rows}[5] == 8
    best = find_standings(tournament, "special/best-game").rows
    assert (best[0].start_number, best[0].figure) == (5, 48)
    # Who sat the other way round are those who sat down at the beginning (TO 7.1.2).
    refused = codes_of(act, exchange_seats, score_list, 1, 5, reason="misread")
    assert refused == ["seat-out-of-range"]
    # His position in the list is the fifth; the table has four seats.
    cards = start_cards(tournament, lambda _page, _pk: "", drafts=False)
    assert {card.start_number: card.places[0].seat for card in cards}[5] == 2
    Fees.objects.create(tournament=tournament, lost_ladder=[[1, 50]])
    booked = collect_list(score_list, score_list.outline.positions, by=BY)
    assert sorted(each.entry.start_number for each in booked)[-1] == 5
    assert verify(tournament) == []
    act(record_foot, score_list, {5: BareTotal(99, 0, 0, 0)})
    foot = check_foot(score_list.lines(), score_list.outline, score_list.content().seats)
    assert foot["differences"][0].params["seat"] == "2 (Eva Fink)"
    assert "Fink" not in str(foot_differences(foot["differences"])), "the log has no names"
    assert (foot["trace"].seat, foot["trace"].chair) == (5, 2)
    assert "Platz 2" in str(FootForm({"points_5": 1}, score_list=score_list).errors)


def test_a_seat_is_taken_at_once_at_a_table_of_three():
    score_list = open_list(3, rounds=3, **LEAGUE)
    fifth = with_fifth(score_list)
    assert refused(score_list, 1, 1, joins=5, agreed=False) == ["joining-needs-agreement"]
    Entry.objects.filter(pk=fifth.pk).update(from_series=2)
    assert refused(score_list, 1, 1, joins=5) == ["plays-not-in-this-series"]
    Entry.objects.filter(pk=fifth.pk).update(from_series=1)
    change(score_list, 1, 1, joins=5)
    assert score_list.outline.games_planned == 9
    assert Seat.objects.get(entry=fifth).position == 4
    assert refused(score_list, 2, 2, joins=5) == ["already-seated"]


def test_leaving_is_taken_back_like_any_other_change():
    score_list = left_list(FIRST)
    changed = LogEntry.objects.get(action="list.players.changed")
    back(score_list)
    assert score_list.sittings == []
    assert score_list.outline.games_due == 12
    assert verify(score_list.series.tournament) == []
    assert codes_of(back, score_list, changed) == ["seats-changed-since"]
    # Taken back, game 5 of this list is dealt by seat 1 and has seat 1 as soloist.
    assert "dealer-is-soloist" in codes_of(back, close(left_list()))


def test_joining_is_taken_back_while_he_has_played_no_game():
    score_list = joined_list((*FIRST, *AS_THREE))
    joined = LogEntry.objects.filter(action="list.players.changed").latest("id")
    effect = reversal_effect(score_list.pk, joined, by=BY)
    assert [seat.chair for seat in effect.seats] == [1, 2, 3, 4, 2]
    back(score_list)
    assert score_list.seat_rows.count() == 4
    assert score_list.sittings == [{"seat": 2, "last_game": 4}]
    back(score_list)
    act(record_game, score_list, line(8, 2))
    assert codes_of(back, score_list) == ["seat-is-empty"]


def test_who_joins_a_list_that_ended_before_its_first_game_has_no_points():
    score_list = open_list(rounds=3, **LEAGUE)
    with_fifth(score_list)
    act(close_list, score_list, stop_reason="storm")
    change(score_list, joins=5)
    for decide in (reject_list, readmit_list, reject_list):
        assert verify(score_list.series.tournament) == []
        act(decide, score_list, reason="on hold")
    assert verify(imported(exported(score_list.series.tournament))) == []


def test_everybody_settles_with_those_with_whom_he_played():
    """SkO 3.5.3, docs/law.md "Settlement": period by period."""
    rows = settlement_listing(left_list(), 1).rows
    assert [row["settled"] for row in rows] == [140 - 128, 60, -180 - 8, -20 + 136]
    cents = [row["cents"] for row in rows]
    assert sum(cents) == 0
    [foot] = settlement_listing(left_list(), 1, by_game=True).foot
    assert cents == [foot[f"cents_{place}"] for place in range(1, 5)]


def test_passed_games_are_paid_by_who_was_there():
    score_list = close(left_list((*FIRST[:3], line(4), *AS_THREE, *LAST)))
    Fees.objects.create(tournament=score_list.series.tournament, passed_cents=50)
    assert [each.passed_due for each in dues_of_list(score_list).seats] == [100, 50, 100, 100]


def test_a_document_takes_it_along():
    """docs/formats.md: `sittings` of a table, and the same document again."""
    document = exported(whole_list().series.tournament)
    [table] = document["series"][0]["tables"]
    assert table["sittings"] == [{"seat": 2, "last_game": 4}, {"seat": 2, "first_game": 8}]
    assert not any("dealer" in game for game in table["games"])
    again = imported(document)
    assert exported(again)["series"] == document["series"]
    assert verify(again) == []
    plain = exported(open_list(rounds=3).series.tournament)
    assert "sittings" not in plain["series"][0]["tables"][0]
    assert not plain["tournament"].keys() & {"substitutes", "stakes"}


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


def test_formulas_of_the_standings_count_each_lost_game_by_its_round():
    """docs/law.md "Performance": 30 at four, 40 for each that was lost after one had left."""
    tournament = close(left_list()).series.tournament
    found = live_results(standings(tournament))
    at_three = {(each.given.performance, each.at_three) for each in found}
    assert at_three == {(150, 0), (100, 0), (20, 1), (238, 1)}
    cells = {key: key for key in ("points", "won", "lost", "seats", "others_lost")}
    assert performance(cells, {"at_three": 1}, tournament.scheme) == (
        "points+50*(won-lost)+IF(seats=3,40,30)*others_lost+IF(seats=4,10,0)"
    )


def test_results_from_a_file_do_not_overwrite_such_a_list():
    score_list = left_list(())
    starts = score_list.seat_rows.values_list("entry__start_number", flat=True)
    incoming = Incoming("S1 T1", 1, 1, tuple(starts))
    assert codes_of(refuse_other_people, score_list, incoming) == ["incoming-players-changed"]


def table_of_three(*teams: tuple[int, ...]) -> ScoreList:
    """A table of three in a league with these teams; number 5 is late."""
    score_list = open_list(3, rounds=3, paper_total=False, **LEAGUE)
    with_fifth(score_list)
    for numbers in teams:
        make_team(score_list.series.tournament, numbers)
    return score_list


def test_a_fourth_joins_a_table_of_three_at_a_round():
    """docs/practice.md "League": in 4-4-4-3 the missing player may join at any round. Rounds of 3,
    4 and 4 games; a lost game of the first round counts 40 for the others, later ones 30.
    """
    score_list = table_of_three((1,), (2,), (3,), (5,))
    act(record_games, score_list, [line(1, 2), line(2, 1), line(3, 3, won=False)])
    change(score_list, 4, 1, joins=5)
    # Round 2 begins with game 4: seats 1, 2, 3 and 4 deal.
    second = [line(4, 2, won=False), line(5, 4), line(6, 1), line(7, 3)]
    for each in (*second, line(8, 2), line(9, 1), line(10, 1), line(11)):
        act(record_game, score_list, each)
    close(score_list)
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
    assert sorted(seated_tables(score_list.series)[1]) == [1, 2, 3]
    assert verify(score_list.series.tournament) == []
    document = exported(score_list.series.tournament)
    assert exported(imported(document))["series"] == document["series"]


def test_a_fourth_who_came_by_mistake_goes_again():
    """Taking it back makes the table one of three as before."""
    score_list = table_of_three((1,), (5,))
    change(score_list, 4, 2, joins=5)
    back(score_list)
    score_list.refresh_from_db()
    assert (score_list.seats, score_list.games_due, score_list.sittings) == (3, 9, [])
    assert not score_list.began_as_three
    assert list(score_list.seat_rows.values_list("position", flat=True)) == [1, 2, 3]
    assert verify(score_list.series.tournament) == []


def test_nobody_becomes_a_fourth_outside_leagues_without_a_name_or_in_his_own_team(monkeypatch):
    plain = open_list(3, rounds=3)
    with_fifth(plain)
    assert "substitutes-not-allowed" in refused(plain, 4, 1, joins=5)
    assert refused(table_of_three((5,)), 4, 1) == ["seat-out-of-range"]
    assert refused(table_of_three((1,), (3, 5)), 4, 1, joins=5) == ["league-team-mates"]
    late = Entry.objects.filter(start_number=5, in_teams=None)
    monkeypatch.setattr("scoring.lists.services.sittings.refuse_all", lambda _none: late.delete())
    assert refused(table_of_three((1,)), 4, 1, joins=5) == ["entry-gone"]
