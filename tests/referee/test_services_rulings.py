"""The referee's decisions in a list, and objections against them (docs/law.md "Infractions", TO
7.3.3, 9.10).
"""

import pytest
from django.utils import timezone

from scoring.core.forms import StaleRevision
from scoring.exchange.reads.verify import verify
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.lists.services.moves import empty_game
from scoring.models import Actor, Entry, LogEntry, Role, Ruling, ScoreList, Series, Tournament
from scoring.referee.reads import uncorrected_objection_problems
from scoring.referee.services import (
    closing_series,
    decide_objection,
    lodge_objection,
    make_ruling,
    time_problems,
)
from scoring.rules.adjudication.incident import Incident
from scoring.rules.game import PlayedGame
from scoring.rules.systems import ISKO, TEXAS, variant
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import line, make_member, make_series, open_list, seated
from tests.incidents import HEARTS_30, REVOKE
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(rounds=1)


def actor(score_list: ScoreList, role: str = Role.REFEREE) -> Actor:
    return Actor(make_member(score_list.series.tournament, role))


def ruled(score_list: ScoreList, incident: Incident = REVOKE, **more) -> Ruling:
    score_list.refresh_from_db()
    wanted = {"number": 1, "soloist": 2, "enter": True, "revision": score_list.revision, **more}
    by = wanted.pop("by", None) or actor(score_list)
    tournament = score_list.series.tournament
    return make_ruling(tournament, incident, by=by, score_list=score_list, **wanted)


def test_ruling_is_recorded_like_any_game(score_list):
    """SkO 4.1.5: schneider is credited; list, tally and history say it, with the paragraphs."""
    record_game(score_list, line(1, 2, won=False, bid=30), by=BY, revision=1)
    ruling = ruled(score_list, note="table 1")
    score_list.refresh_from_db()
    game = score_list.line(1).game
    assert (game.won, game.credited, game.end) == (True, "schneider", "infraction")
    assert score_list.seat_rows.get(position=2).points == 30
    assert (ruling.applied, ruling.decision["score"]) == (True, 30)
    changed = LogEntry.objects.get(action="list.game.changed")
    assert "SkO 4.1.5" in ruling.paragraphs
    assert all(words in changed.reason for words in ("SkO 4.1.5", "table 1"))
    assert verify() == []
    empty_game(score_list, 1, by=BY, revision=score_list.revision)  # a correction, no damage
    assert verify() == []


def test_decision_without_entry_is_stored_alone(score_list):
    """SkO 3.2.8: nothing is written into the list."""
    deal = Incident("card_exposed", ISKO, None, {"exposed": "deal"})
    ruling = ruled(score_list, deal, enter=False)
    assert not ruling.applied
    assert not score_list.games.exists()
    assert codes_of(ruled, score_list, deal) == ["ruling-needs-an-entry"]
    outside = make_ruling(score_list.series.tournament, REVOKE, by=actor(score_list))
    assert (outside.list, outside.game_number, outside.number) == (None, None, 2)
    assert codes_of(lodge_objection, outside, "", by=BY, by_entry=Entry(pk=99)) == ["entry-gone"]
    gone = {"by": BY, "score_list": ScoreList(pk=99)}
    assert codes_of(make_ruling, outside.tournament, deal, **gone) == ["list-gone"]


def test_a_passed_game_and_an_annulment(score_list):
    """SkO 3.3.10, 3.2.12."""
    answers = {"seen_by": "other", "choice": "pass"}
    passes = Incident("skat_seen_noticed_late", ISKO, None, answers)
    ruled(score_list, passes, soloist=None)
    assert score_list.line(1).passed
    ruled(score_list, number=2, soloist=1)
    table = {"seats": "4", "rounds": 1, "played": 2, "wrong_number": 2, "ended": False}
    ruled(score_list, Incident("dealt_out_of_turn", answers=table), number=None, soloist=None)
    assert score_list.games.get(number=2).annulled


def test_refused_ruling_is_not_stored(score_list):
    """The dealer of four does not play (SkO 3.2.7); a stale revision writes nothing."""
    half = Incident("revoke", ISKO, HEARTS_30, {"found": "at_once"})
    assert codes_of(ruled, score_list, half) == ["ruling-not-decided"]
    assert codes_of(ruled, score_list, soloist=None) == ["ruling-soloist-missing"]
    assert codes_of(ruled, score_list, number=None) == ["ruling-without-game"]
    assert codes_of(ruled, score_list, soloist=1) == ["dealer-is-soloist"]
    with pytest.raises(StaleRevision):
        ruled(score_list, revision=99)
    assert not Ruling.objects.exists()
    assert not LogEntry.objects.filter(action__startswith="ruling").exists()


def test_facts_in_a_club_s_own_options_are_read_again():
    """docs/law.md "The four systems": Texas with single hand losses."""
    score_list = open_list(rounds=1, system="texas", edition="2019", hand_loss=1, scheme="plain")
    system = variant(TEXAS, hand_loss=1)
    contract = PlayedGame(system, "hearts", 1, hand=True, bid=30)
    incident = Incident("soloist_concedes", system, contract, {"cards": "nine_or_ten"})
    ruling = ruled(score_list, incident)
    assert ruling.decision["score"] == -30
    assert verify() == []


def test_verify_finds_a_decision_that_contradicts_its_facts(score_list):
    ruling = ruled(score_list)
    ruling.decision = {**ruling.decision, "score": 300}
    ruling.save()
    assert [each.problem.code for each in verify()] == ["verify-ruling"]


# Objections


def test_an_objection_blocks_the_result_until_the_board_decides(score_list):
    """SkO 4.5.10, TO 7.3.3, 9.10."""
    ruling = ruled(score_list)
    score_list.refresh_from_db()
    for number in range(2, 5):
        game = line(number, 1 + number % 4)
        record_game(score_list, game, by=BY, revision=score_list.revision)
        score_list.refresh_from_db()
    close_list(score_list, by=BY, revision=score_list.revision)
    move_series(Series.objects.get(), "closed", by=BY)
    tournament = Tournament.objects.get()
    move_tournament(tournament, "review", by=BY)
    objection = lodge_objection(ruling, "He had followed suit.", by=actor(score_list))
    assert codes_of(move_tournament, tournament, "final", by=BY) == ["objections-open"]
    board = actor(score_list, Role.ORGANIZER)
    decide_objection(objection, upheld=True, reason="The trick shows it.", by=board)
    again = codes_of(decide_objection, objection, upheld=False, reason="No.", by=board)
    assert again == ["objection-decided"]
    # Nobody corrected a list yet: a person goes on with a reason alone.
    Tournament.objects.update(review_until=timezone.now())
    tournament.refresh_from_db()
    assert codes_of(move_tournament, tournament, "final", by=board) == [
        "objection-without-correction",
        "override-needs-a-reason",
    ]
    move_tournament(tournament, "final", by=board, reason="The board leaves the points.")
    ruling = Ruling.objects.get()
    assert "objection-after-results" in codes_of(lodge_objection, ruling, "Late.", by=board)
    assert codes_of(make_ruling, ruling.tournament, REVOKE, by=board) == ["tournament-final"]


def test_only_a_correction_of_its_list_follows_an_upheld_objection():
    """TO 7.3.3, 9.10: lodged while the other tables play on; a redeal stands in no list, and a
    dismissed objection changes nothing.
    """
    score_list, other = seated(8, rounds=1).lists.select_related("series__tournament")
    tournament = score_list.series.tournament
    by, board = actor(score_list), actor(score_list, Role.ORGANIZER)
    deal = Incident("card_exposed", answers={"exposed": "deal"})
    redeal = make_ruling(tournament, deal, by=by, score_list=score_list)
    dismissed, upheld = ruled(score_list, number=2, soloist=1), ruled(score_list)
    for ruling in (redeal, dismissed, upheld):
        objection = lodge_objection(ruling, "He had followed suit.", by=by)
        assert uncorrected_objection_problems(tournament) == []
        decide_objection(objection, upheld=ruling != dismissed, reason="Seen.", by=board)
    record_game(other, line(1, 2), by=board, revision=other.revision)
    [doubt] = uncorrected_objection_problems(tournament)
    assert doubt.params == {"number": upheld.number}
    score_list.refresh_from_db()
    corrected = line(1, 2, won=False, bid=30)
    record_game(score_list, corrected, by=board, revision=score_list.revision)
    assert uncorrected_objection_problems(tournament) == []


def test_the_next_series_starts_by_an_act_of_the_organizer_or_with_its_first_line(score_list):
    """TO 9.10: its release alone is no start."""
    ruling, tournament = ruled(score_list), score_list.series.tournament
    later = make_series(tournament, rounds=1)
    assert closing_series(ruling) == 2
    draw_series(later, by=BY)
    # Released with the players at their tables, it has started.
    move_series(later, "playing", by=BY)
    assert [each.code for each in time_problems(ruling)] == ["objection-too-late"]
    move_series(later, "released", by=BY, reason="the room was not ready")
    assert not time_problems(ruling)
    first = later.lists.select_related("series__tournament").get()
    record_game(first, line(1, 2), by=BY, revision=first.revision)
    assert [each.code for each in time_problems(ruling)] == ["objection-too-late"]


def test_an_objection_comes_before_the_next_series_starts(score_list):
    """TO 9.10: decided in series 2 about a list of series 1, it is heard until series 3."""
    second, third = (make_series(score_list.series.tournament, rounds=1) for _each in range(2))
    ruling, by = ruled(score_list), actor(score_list)
    Series.objects.filter(pk=second.pk).update(state="playing")
    assert codes_of(lodge_objection, ruling, "Wrong.", by=by) == ["objection-too-late"]
    later = ruled(score_list, number=2, soloist=1)
    lodge_objection(later, "In time.", by=by)
    assert codes_of(lodge_objection, later, "Again.", by=by) == ["objection-twice"]
    late = ruled(score_list, number=3, soloist=1)
    Series.objects.filter(pk=third.pk).update(state="playing")
    assert codes_of(lodge_objection, late, "Late.", by=by) == ["objection-too-late"]
