"""Recording, changing, inserting, removing and annulling games."""

import pytest
from django.db import IntegrityError, transaction

from scoring.core.forms import Refused, StaleRevision
from scoring.core.services import write_log
from scoring.exchange.reads.verify import verify
from scoring.lists.services import moves
from scoring.lists.services.games import annul_games, record_game, record_games
from scoring.lists.services.lists import close_list, record_foot
from scoring.models import Actor, Game, LogEntry, ScoreList
from scoring.models.log import Action
from scoring.rules.bare_totals import BareTotal
from scoring.rules.score_list import Line
from tests.factories import line, make_user, open_list
from tests.lists.made import act
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
CLERK = Actor(name="clerk")


def record(score_list: ScoreList, *lines: Line) -> None:
    for each in lines:
        act(record_game, score_list, each)


def figures(score_list: ScoreList) -> list[tuple[int, int, int, int, int]]:
    return list(
        score_list.seat_rows.values_list("points", "won", "lost", "others_lost", "performance")
    )


def test_a_game_is_valued_and_tallied_at_once(score_list):
    """SkO 5.2.1 and TO 8.12: hearts with 1 is 20, a game won brings 50 more, one lost by somebody
    else 30 (TO 5.1).
    """
    record_game(score_list, line(1, 2), by=CLERK, revision=1)
    assert score_list.revision == 2
    assert figures(score_list) == [(0,) * 5, (20, 1, 0, 0, 70), (0,) * 5, (0,) * 5]
    record(score_list, line(2, 3, "clubs", won=False))
    assert figures(score_list)[0] == (0, 0, 0, 1, 30)
    assert figures(score_list)[2] == (-48, 0, 1, 0, -98)


def test_every_problem_of_a_line_is_reported_and_nothing_is_written(score_list):
    """docs/law.md "What an ISkO entry may say": the dealer plays, and schneider is announced
    without hand.
    """
    wrong = line(1, 1, schneider_announced=True, schneider=True)
    found = codes_of(record, score_list, wrong)
    assert {*found} >= {"dealer-is-soloist", "announcement-needs-hand"}
    assert not Game.objects.exists()
    score_list.refresh_from_db()
    assert score_list.revision == 1


def test_changed_game_is_logged_with_account_old_and_new(score_list):
    user = make_user("frieda")
    record(score_list, line(1, 2))
    changed = line(1, 3, "spades")
    with pytest.raises(StaleRevision):
        record_game(score_list, changed, by=Actor(user), revision=1)
    assert Game.objects.get().soloist == 2
    record_game(score_list, changed, by=Actor(user), revision=2, reason="misread")
    log = LogEntry.objects.get(action="list.game.changed")
    assert (log.actor, log.user, log.subject, log.reason) == ("frieda", user, "list/1/1", "misread")
    assert (log.old["game"], log.old["soloist"]) == ("hearts", 2)
    assert (log.new["game"], log.new["soloist"]) == ("spades", 3)


def test_the_log_refuses_to_be_changed_or_emptied(score_list):
    """The triggers apply to every SQL statement."""
    record(score_list, line(1, 2))
    with pytest.raises(IntegrityError), transaction.atomic():
        LogEntry.objects.update(reason="never happened")
    with pytest.raises(IntegrityError), transaction.atomic():
        LogEntry.objects.all().delete()


def test_inserted_row_shifts_later_rows_and_one_whose_soloist_would_deal_is_unread(score_list):
    """SkO 3.2.7: seat 3 played game 2 and deals game 3. The log has the typed game."""
    record(score_list, line(1, 2), line(2, 3), line(3, 1))
    assert moves.count_moving(score_list, 2, 1) == (2, 1)
    act(moves.insert_game, score_list, 2)
    rows = score_list.games.values_list("number", "dealer", "soloist", "unread")
    assert list(rows) == [(1, 1, 2, False), (3, 3, None, True), (4, 4, 1, False)]
    assert LogEntry.objects.get(action="list.game.unread").old["soloist"] == 3
    assert figures(score_list)[2] == (0, 0, 0, 0, 0)


def test_a_moved_row_keeps_its_line_and_is_a_game_again_where_it_may_stand(score_list):
    """SkO 3.2.7: row 4 removed, seat 2 deals game 6 at first; an empty row in its place again, and
    every game counts as before.
    """
    lost = line(7, 2, "clubs", hand=True, bid=24, won=False)
    record(score_list, line(4, 1), line(5, 2), line(6), lost)
    before = score_list.lines()
    act(moves.remove_game, score_list, 4)
    assert LogEntry.objects.get(action="list.row.removed").old["number"] == 4
    assert [row.unread for row in score_list.lines()] == [False, False, True]
    assert score_list.lines()[2].misplaced.game == before[3].game
    assert figures(score_list)[1] == (20, 1, 0, 0, 70)
    act(moves.insert_game, score_list, 4)
    assert list(score_list.lines()) == list(before[1:])
    assert LogEntry.objects.filter(action="list.game.changed").count() == 1
    assert verify(score_list.series.tournament) == []


def test_an_unreadable_row_whose_seat_then_deals_keeps_its_seat(score_list):
    record(score_list, Line(2, soloist=3, unread=True, running=48))
    act(moves.insert_game, score_list, 1)
    act(moves.insert_game, score_list, 1)
    assert score_list.lines() == [Line(4, soloist=3, unread=True, running=48)]


@pytest.mark.parametrize("number", [0, 49])
def test_a_row_outside_of_the_list_cannot_be_removed(score_list, number: int):
    """Row 0 would make row 1 row 0, which the database refuses."""
    record(score_list, line(1, 2))
    assert codes_of(act, moves.remove_game, score_list, number) == ["number-beyond-games"]


def test_annulled_game_is_visible_not_counted_and_replayed(score_list):
    """SkO 3.2.12: a deal out of turn voids the game; the replay takes its number."""
    record(score_list, line(1, 2))
    annul_games(score_list, [1], by=CLERK, revision=2, reason="dealt out of turn")
    assert figures(score_list)[1] == (0, 0, 0, 0, 0)
    record(score_list, line(1, 3))
    rows = score_list.games.values_list("number", "attempt", "annulled", "soloist")
    assert list(rows) == [(1, 1, True, 2), (1, 2, False, 3)]


def test_a_full_list_takes_no_further_row_and_a_correction_that_leaves_a_gap_opens_it_again():
    score_list = open_list(rounds=1)
    record(score_list, line(1, 2), line(2, 1), line(3, 1), line(4, 1))
    assert codes_of(act, moves.insert_game, score_list, 1) == ["list-full"]
    act(close_list, score_list)
    act(record_game, score_list, line(2, 3, game="null"), reason="all agreed")
    assert score_list.state == "entered"
    act(moves.remove_game, score_list, 4, reason="all agreed")
    assert score_list.state == "open"


def test_many_games_are_one_change_and_are_refused_together_each_with_its_number(score_list):
    wrong = [line(1, 1), line(2, 1), line(3, 3)]
    with pytest.raises(Refused) as refusal:
        record_games(score_list, wrong, by=CLERK, revision=1)
    assert [problem.number for problem in refusal.value.problems] == [1, 3]
    score_list.refresh_from_db()
    lines = [line(1, 2), line(2), line(3, 1, "grand", won=False)]
    assert record_games(score_list, lines, by=CLERK, revision=1) == 2
    assert LogEntry.objects.filter(subject="list/1/1").count() == 1
    assert figures(score_list)[0] == (-96, 0, 1, 0, -146)


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"soloist": 1, "dealer": 1}, "dealer_of_four_does_not_play"),
        ({"soloist": 5}, "soloist_sits_at_the_table"),
        ({"score": 30}, "score_follows_from_value"),
        ({"passed": True}, "passed_has_no_soloist"),
        ({"number": 0}, "game_number_from_1"),
        ({"number": 2, "attempt": 2}, r"game_number_once|scoring_game\.number$"),
    ],
)
def test_database_constraints_refuse_impossible_games(score_list, fields, constraint):
    """The constraints of docs/data-model.md hold for any code that writes."""
    row = {"number": 1, "seats": 4, "dealer": 1, "soloist": 2, "game": "hearts", "tops": 1}
    row |= {"won": True, "value": 20, "score": 20, "factor": 2}
    record(score_list, line(2, 3))
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Game.objects.create(list=score_list, **{**row, **fields})


# Ctrl+Z: the last act at the desk is undone by a new act (docs/entry-line.md "Keys").
HEARTS = (1, 2, 20, False)


@pytest.fixture
def begun(score_list) -> ScoreList:
    """Hearts with 1, won by seat 2, in row 1."""
    assert moves.last_act(score_list) is None
    record(score_list, line(1, 2))
    return score_list


def content(score_list: ScoreList) -> list[tuple[int, int | None, int, bool]]:
    return list(score_list.games.values_list("number", "soloist", "score", "unread"))


def test_undoing_a_new_game_leaves_its_row_empty_and_is_a_new_row_in_the_log(begun):
    record(begun, line(3, 2))
    act(moves.undo_last, begun)
    assert content(begun) == [HEARTS]
    assert begun.seat_rows.get(position=2).points == 20
    acts = LogEntry.objects.filter(subject=begun.subject).values_list("action", flat=True)
    assert list(acts) == [*["list.game.recorded"] * 2, "list.game.emptied"]


def test_a_list_whose_last_game_was_taken_back_may_be_entered_by_totals(begun):
    """Nothing is entered any more; undone again, typing goes on as before."""
    act(moves.undo_last, begun)
    assert (begun.depth, begun.seat_rows.filter(points=None).count()) == ("none", 4)
    act(moves.undo_last, begun)
    assert (begun.depth, content(begun)) == ("games", [HEARTS])


def test_a_foot_copied_from_paper_keeps_a_list_of_games(begun):
    act(record_foot, begun, {2: BareTotal(20, 1, 0, 70)})
    act(moves.empty_game, begun, 1)
    assert begun.depth == "games"


@pytest.mark.parametrize(
    ("service", "number", "third", "unread"),
    [(moves.insert_game, 1, 4, [True, True, True]), (moves.remove_game, 2, 2, [False, True])],
)
def test_undoing_a_move_restores_rows_made_unreadable(begun, service, number, third, unread):
    """SkO 3.2.7: moved by one row, the seats of these games would be their own dealers."""
    record(begun, line(2, 3))
    record(begun, line(3, third))
    before = content(begun)
    act(service, begun, number)
    assert [row[3] for row in content(begun)] == unread
    act(moves.undo_last, begun)
    assert content(begun) == before


def test_a_photo_or_a_second_entry_does_not_keep_a_game_from_being_undone(begun):
    """Neither changes a row of the list."""
    for action in (Action.LIST_PHOTO_ADDED, Action.LIST_RECHECK_TYPED):
        write_log(action, begun.subject, by=CLERK, tournament=begun.series.tournament)
    act(moves.undo_last, begun)
    assert content(begun) == []


def test_only_acts_of_the_desk_can_be_undone(begun):
    act(close_list, begun, stop_reason="time")
    assert codes_of(act, moves.undo_last, begun) == ["nothing-to-undo"]
    act(moves.empty_game, begun, 1, reason="of another table")
    assert (begun.depth, begun.games_played) == ("none", 1)
    assert verify(begun.series.tournament) == []
