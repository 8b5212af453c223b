"""Every correction of a list is reversed by a new one, or refused with the reason."""

import pytest

from scoring.exchange.reads.verify import verify
from scoring.lists.reads import writers, writers_of
from scoring.lists.services import lists
from scoring.lists.services.games import annul_games, record_game, record_games
from scoring.lists.services.moves import insert_game
from scoring.lists.services.reversal import REVERSALS, reversal_effect, take_back
from scoring.lists.services.second_entry import (
    record_recheck_totals,
    resolve_recheck,
    start_recheck,
)
from scoring.models import Actor, LogEntry, ScoreList
from scoring.models.log import REVERSIBLE
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, make_member, make_user, open_list
from tests.lists.made import BLANK, BY, ONE_ROUND, act, entered
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
RIGHT = [BareTotal(20, 1, 0), BareTotal(-40, 0, 1), BareTotal(0, 0, 0), BareTotal(0, 0, 0)]
WRONG = [BareTotal(30, 1, 0), *RIGHT[1:]]


@pytest.fixture
def score_list() -> ScoreList:
    """A list of four games, typed and closed."""
    return entered([*ONE_ROUND[:3], line(4, 1, won=False)])


def bare(*versions: list[BareTotal]) -> ScoreList:
    made = open_list(rounds=1, paper_total=False)
    for figures in versions:
        change(lists.enter_totals, made, figures, 2)
    return made


def change(service, score_list: ScoreList, *args: object, **how: object) -> None:
    act(service, score_list, *args, reason="misread", **how)


def last(action: str) -> LogEntry:
    return LogEntry.objects.filter(action=action).latest("id")


def back(score_list: ScoreList, act: LogEntry, by: Actor = BY) -> None:
    """Preview and reverse, and check that both agree."""
    seats = reversal_effect(score_list.pk, act, by=by).seats
    score_list.refresh_from_db()
    take_back(score_list, act, by=by, revision=score_list.revision, reason="it was right")
    now = {str(seat.entry.person): seat.performance for seat in score_list.seat_rows.all()}
    assert {each.name: each.performance[1] for each in seats} == now
    assert LogEntry.objects.latest("id").reason in ("it was right", "")
    assert verify() == []


def refused(score_list: ScoreList, act: LogEntry, by: Actor = BY) -> set[str]:
    """The codes of a refused reversal, also of its preview."""
    now = {"by": by, "revision": score_list.revision, "reason": "it was right"}
    assert codes_of(reversal_effect, score_list.pk, act, by=by)
    return set(codes_of(take_back, score_list, act, **now))


def points(score_list: ScoreList) -> list[int | None]:
    return list(score_list.seat_rows.order_by("position").values_list("points", flat=True))


def test_corrected_totals_are_restored_with_passed_games_and_early_end():
    score_list = open_list(rounds=1, paper_total=False)
    change(lists.enter_totals, score_list, RIGHT, 1, games_played=3, stop_reason="time is up")
    change(lists.enter_totals, score_list, WRONG, 2)
    assert (points(score_list)[0], score_list.games_played) == (30, None)
    back(score_list, last("list.totals.entered"))
    assert points(score_list) == [20, -40, 0, 0]
    assert last("list.totals.entered").new["passed"] == 1
    assert (score_list.games_played, score_list.stop_reason) == (3, "time is up")
    for passed, ending in ((1, {"games_played": 3, "stop_reason": "storm"}), (2, {})):
        change(lists.enter_totals, score_list, RIGHT, passed, **ending)
        back(score_list, last("list.totals.entered"))
        assert (score_list.games_played, score_list.stop_reason) == (3, "time is up")
    back(score_list, last("list.totals.entered"))
    assert (score_list.games_played, score_list.stop_reason) == (None, "")


def test_reversing_the_first_totals_or_to_equal_totals_is_refused():
    assert refused(bare(RIGHT), last("list.totals.entered")) == {"first-entry-of-list"}
    score_list = bare(RIGHT, WRONG, RIGHT)
    act = score_list.series.tournament.log.filter(action="list.totals.entered")[1]
    assert refused(score_list, act) == {"list-says-so-already"}


def test_correction_by_second_entry_can_be_reversed():
    score_list, second = bare(WRONG), Actor(make_user("sven"))
    recheck = start_recheck(score_list, by=second)
    record_recheck_totals(recheck, RIGHT, 2, by=second, seen=BLANK)
    resolve_recheck(recheck, {1: "second"}, by=second, signed=(1, 2, 3, 4))
    score_list.refresh_from_db()
    assert (score_list.state, points(score_list)[0]) == ("confirmed", 20)
    assert verify() == [], "its typist is not who entered the list"
    back(score_list, last("list.recheck.corrected"))
    assert (score_list.state, points(score_list)[0]) == ("entered", 30)


def test_foot_is_restored_by_seat(score_list):
    right, wrong = BareTotal(20, 1, 0, 100), BareTotal(20, 1, 0, 110)
    change(lists.record_foot, score_list, {1: right})
    change(lists.record_foot, score_list, {1: wrong, 2: right})
    act = last("list.foot.recorded")
    change(take_back, score_list, act)
    assert lists.foot_of(score_list) == {"1": [20, 1, 0, 100], "2": None, "3": None, "4": None}
    assert refused(score_list, act) == {"list-says-so-already"}


def test_exchanged_seats_are_exchanged_again_unless_others_were_since(score_list):
    before = list(score_list.seat_rows.values_list("position", "entry"))
    change(lists.exchange_seats, score_list, 1, 3)
    act = last("list.seats.exchanged")
    seats = reversal_effect(score_list.pk, act, by=BY).seats
    assert [each.chair for each in seats] == [1, 2, 3, 4], "where they sit now"
    back(score_list, act)
    assert list(score_list.seat_rows.values_list("position", "entry")) == before
    change(lists.exchange_seats, score_list, 1, 3)
    act = last("list.seats.exchanged")
    change(lists.exchange_seats, score_list, 1, 2)
    assert refused(score_list, act) == {"seats-changed-since"}


def test_annulled_games_count_again(score_list):
    """SkO 3.2.12: the deal was in turn after all. A clerk takes no decision of the referee back."""
    before = points(score_list)
    change(annul_games, score_list, [3, 4, 5])
    assert score_list.state == "open"
    clerk = Actor(make_member(score_list.series.tournament, "clerk"))
    assert refused(score_list, last("list.games.annulled"), by=clerk) == {"referee-decides"}
    back(score_list, last("list.games.annulled"))
    assert points(score_list) == before
    assert not score_list.games.filter(annulled=True).exists()


def test_games_that_were_replayed_stay_void(score_list):
    change(annul_games, score_list, [3, 4])
    act = last("list.games.annulled")
    change(record_game, score_list, line(3, 2))
    assert refused(score_list, act) == {"replayed-since"}
    change(annul_games, score_list, [3])
    assert refused(score_list, act) == {"replayed-since"}
    back(score_list, last("list.games.annulled"))
    assert score_list.line(3).soloist == 2


def test_reversed_emptying_restores_games_and_foot(score_list):
    change(annul_games, score_list, [4])
    change(record_game, score_list, line(4, 2))
    change(lists.record_foot, score_list, {1: BareTotal(1, 1, 0, 1)})
    before = (score_list.lines(), lists.foot_of(score_list), points(score_list))
    change(lists.clear_list, score_list)
    assert (score_list.lines(), points(score_list)) == ([], [None] * 4)
    for action in ("list.game.recorded", "list.foot.recorded", "list.games.annulled"):
        assert refused(score_list, last(action)) == {"list-emptied-since"}
    act = last("list.cleared")
    back(score_list, act)
    assert (score_list.lines(), lists.foot_of(score_list), points(score_list)) == before
    assert refused(score_list, act) == {"typed-since"}
    other = open_list(name="Other")
    change(lists.record_foot, other, {1: BareTotal(1, 1, 0, 1)})
    change(lists.clear_list, other)
    back(other, last("list.cleared"))
    assert lists.foot_of(other)["1"] == [1, 1, 0, 1], "a foot without games"
    for _twice in range(2):
        change(lists.clear_list, other)
    assert refused(other, last("list.cleared")) == {"nothing-to-undo"}


def test_reversed_emptying_restores_totals():
    score_list = bare(RIGHT)
    change(lists.clear_list, score_list)
    back(score_list, last("list.cleared"))
    assert (score_list.state, points(score_list)) == ("entered", [20, -40, 0, 0])


def test_reversed_emptying_keeps_the_authors():
    """Otherwise two people could confirm each other's list by emptying it (docs/data-model.md)."""
    score_list = open_list(rounds=1)
    first, second = Actor(make_user("clara")), Actor(make_user("sven"))
    record_games(score_list, ONE_ROUND, by=first, revision=1)
    lists.clear_list(score_list, by=first, revision=score_list.revision, reason="wrong table")
    assert writers(score_list) == set()
    back(score_list, last("list.cleared"), by=second)
    lists.close_list(score_list, by=second, revision=score_list.revision)
    assert writers(score_list) == {first.user.pk, second.user.pk}


def test_an_earlier_emptying_still_counts_after_a_later_one_was_reversed():
    score_list = open_list(rounds=1)
    first, second = Actor(make_user("clara")), Actor(make_user("sven"))
    for clerk in (first, second):
        act(record_games, score_list, ONE_ROUND, by=clerk)
        act(lists.clear_list, score_list, by=clerk, reason="wrong table")
    back(score_list, last("list.cleared"), by=second)
    expected = {second.user.pk}
    assert writers(score_list) == expected
    assert writers_of(score_list.series.tournament) == {score_list.subject: expected}


def test_other_acts_cannot_be_reversed_and_none_without_a_reason(score_list):
    other = open_list(name="Other")
    insert_game(other, 1, by=BY, revision=1)
    assert refused(other, last("list.row.inserted")) == {"not-reversible"}
    assert refused(score_list, last("list.closed")) == {"not-reversible"}
    assert set(REVERSALS) == set(REVERSIBLE), "the log offers what can be reversed"
    assert not REVERSALS.keys() & {"list.confirmed", "list.rejected", "list.readmitted"}
    assert "reason-missing" in codes_of(
        take_back, score_list, last("list.closed"), by=BY, revision=3, reason=" "
    )
