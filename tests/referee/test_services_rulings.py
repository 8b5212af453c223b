"""The referee's decisions in a list, and objections against them (docs/law.md "Infractions", TO
7.3.3, 9.10).
"""

import pytest
from django.utils import timezone

from scoring.core.forms import Refused, StaleRevision
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.models import Actor, LogEntry, Objection, Role, Ruling, ScoreList, Series, Tournament
from scoring.referee.reads import uncorrected_objection_problems
from scoring.referee.services import (
    closing_series,
    decide_objection,
    lodge_objection,
    make_ruling,
    time_problems,
)
from scoring.rules.adjudication import Incident
from scoring.rules.game import PlayedGame
from scoring.rules.systems import ISKO, TEXAS, variant
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.tournament.services import move_tournament
from scoring.verify.reads.verify import verify
from tests.factories import line, make_member, make_series, open_list, seated
from tests.incidents import HEARTS_30, REVOKE

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(rounds=1)


def referee(score_list: ScoreList) -> Actor:
    return Actor(make_member(score_list.series.tournament, Role.REFEREE))


def organizer(score_list: ScoreList) -> Actor:
    return Actor(make_member(score_list.series.tournament, Role.ORGANIZER))


def ruled(score_list: ScoreList, incident: Incident = REVOKE, **more) -> Ruling:
    score_list.refresh_from_db()
    wanted = {"number": 1, "soloist": 2, "enter": True, "revision": score_list.revision, **more}
    by = wanted.pop("by", None) or referee(score_list)
    tournament = score_list.series.tournament
    return make_ruling(tournament, incident, by=by, score_list=score_list, **wanted)


def refused(call, *args, **kwargs) -> list[str]:
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return [each.code for each in caught.value.problems]


def test_ruling_is_recorded_like_any_game(score_list):
    """SkO 4.1.5: schneider is credited; list, tally and history say it, with the paragraphs."""
    ruling = ruled(score_list, note="table 1")
    score_list.refresh_from_db()
    stored = score_list.line(1)
    assert (stored.game.won, stored.game.credited, stored.game.end) == (
        True,
        "schneider",
        "infraction",
    )
    assert score_list.seat_rows.get(position=2).points == 30
    assert ruling.applied
    assert ruling.decision["score"] == 30
    assert "SkO 4.1.5" in ruling.paragraphs
    recorded = LogEntry.objects.get(action="list.game.recorded")
    assert "SkO 4.1.5" in recorded.reason
    assert "table 1" in recorded.reason
    assert [each.problem.code for each in verify()] == []


def test_ruling_replaces_an_existing_line(score_list):
    record_game(score_list, line(1, 2, won=False, bid=30), by=Actor(name="test"), revision=1)
    ruled(score_list)
    assert score_list.line(1).game.won
    assert LogEntry.objects.filter(action="list.game.changed").count() == 1


def test_decision_without_entry_is_stored_alone(score_list):
    """SkO 3.2.8: nothing is written into the list."""
    deal = Incident("card_exposed", ISKO, None, {"exposed": "deal"})
    ruling = ruled(score_list, deal, enter=False)
    assert not ruling.applied
    assert not score_list.games.exists()
    assert refused(ruled, score_list, deal) == ["ruling-needs-an-entry"]


def test_a_question_outside_any_game(score_list):
    tournament = score_list.series.tournament
    ruling = make_ruling(tournament, REVOKE, by=referee(score_list))
    assert (ruling.list, ruling.game_number, ruling.number) == (None, None, 1)


def test_a_passed_game_and_an_annulment(score_list):
    """SkO 3.3.10, 3.2.12."""
    answers = {"seen_by": "other", "choice": "pass"}
    passes = Incident("skat_seen_noticed_late", ISKO, None, answers)
    ruled(score_list, passes, soloist=None)
    assert score_list.line(1).passed
    ruled(score_list, number=2, soloist=1)
    wrong = Incident(
        "dealt_out_of_turn",
        ISKO,
        None,
        {
            "seats": "4",
            "rounds": 1,
            "played": 2,
            "wrong_number": 2,
            "ended": False,
        },
    )
    ruled(score_list, wrong, number=None, soloist=None)
    assert score_list.games.get(number=2).annulled


def test_undecided_incident_is_not_stored(score_list):
    half = Incident("revoke", ISKO, HEARTS_30, {"found": "at_once"})
    assert refused(ruled, score_list, half) == ["ruling-not-decided"]
    assert refused(ruled, score_list, soloist=None) == ["ruling-soloist-missing"]
    assert refused(ruled, score_list, number=None) == ["ruling-without-game"]
    assert not Ruling.objects.exists()


def test_refused_entry_stores_no_ruling(score_list):
    """The dealer of four does not play (SkO 3.2.7); a stale revision writes nothing."""
    assert refused(ruled, score_list, soloist=1) == ["dealer-is-soloist"]
    with pytest.raises(StaleRevision):
        ruled(score_list, revision=99)
    assert not Ruling.objects.exists()
    assert not LogEntry.objects.filter(action__startswith="ruling").exists()


def test_clerk_cannot_decide(score_list):
    clerk = Actor(make_member(score_list.series.tournament, Role.CLERK))
    assert refused(ruled, score_list, by=clerk) == ["referee-decides"]


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
    score_list.games.all().delete()
    codes = {each.problem.code for each in verify()}
    assert {"verify-ruling", "verify-ruling-game"} <= codes


# Objections


def closed(score_list: ScoreList) -> None:
    score_list.refresh_from_db()
    games = [line(number, 1 + number % 4) for number in range(2, 5)]
    for each in games:
        score_list.refresh_from_db()
        record_game(score_list, each, by=Actor(name="test"), revision=score_list.revision)
    close_list(score_list, by=Actor(name="test"), revision=score_list.revision)
    move_series(Series.objects.get(pk=score_list.series_id), "closed", by=Actor(name="test"))


def to_review(score_list: ScoreList) -> None:
    tournament = score_list.series.tournament
    tournament.refresh_from_db()
    move_tournament(tournament, "review", by=Actor(name="test"))


def test_an_objection_blocks_the_result_until_the_board_decides(score_list):
    """SkO 4.5.10, TO 7.3.3, 9.10."""
    ruling = ruled(score_list)
    closed(score_list)
    to_review(score_list)
    entry = score_list.series.tournament.entries.first()
    objection = lodge_objection(
        ruling, "He had followed suit.", by=referee(score_list), by_entry=entry
    )
    tournament = score_list.series.tournament
    assert refused(move_tournament, tournament, "final", by=Actor(name="test")) == [
        "objections-open"
    ]
    board = organizer(score_list)
    decide_objection(objection, upheld=True, reason="The trick shows it.", by=board)
    assert refused(decide_objection, objection, upheld=False, reason="No.", by=board) == [
        "objection-decided"
    ]
    # Nobody corrected a list yet: a person goes on with a reason alone.
    Tournament.objects.update(review_until=timezone.now())
    tournament.refresh_from_db()
    assert refused(move_tournament, tournament, "final", by=board) == [
        "objection-without-correction",
        "override-needs-a-reason",
    ]
    move_tournament(tournament, "final", by=board, reason="The board leaves the points.")
    actions = LogEntry.objects.filter(subject="ruling/1").values_list("action", flat=True)
    assert set(actions) == {
        "ruling.made",
        "ruling.applied",
        "objection.lodged",
        "objection.decided",
    }


def test_a_correction_follows_an_upheld_objection(score_list):
    """TO 7.3.3: once a list of the series was written, nothing is in doubt any more."""
    ruling = ruled(score_list)
    closed(score_list)
    tournament, board = score_list.series.tournament, organizer(score_list)
    assert uncorrected_objection_problems(tournament) == []
    objection = lodge_objection(ruling, "He had followed suit.", by=referee(score_list))
    assert uncorrected_objection_problems(tournament) == []
    decide_objection(objection, upheld=True, reason="The trick shows it.", by=board)
    [doubt] = uncorrected_objection_problems(tournament)
    assert doubt.params == {"number": 1}
    score_list.refresh_from_db()
    record_game(
        score_list,
        line(1, 2, won=False, bid=30),
        by=board,
        revision=score_list.revision,
        reason="objection upheld",
    )
    assert uncorrected_objection_problems(tournament) == []


def test_a_game_of_another_table_is_no_correction():
    """TO 9.10: an objection is lodged while the other tables play on."""
    score_list, other = seated(8, rounds=1).lists.all()
    objection = lodge_objection(ruled(score_list), "He had followed suit.", by=referee(score_list))
    board = organizer(score_list)
    decide_objection(objection, upheld=True, reason="The trick shows it.", by=board)
    record_game(other, line(1, 2), by=board, revision=other.revision)
    [doubt] = uncorrected_objection_problems(score_list.series.tournament)
    assert doubt.params == {"number": 1}


def test_dismissed_objection_or_redeal_needs_no_correction(score_list):
    """TO 7.3.3: a redeal stands in no list, and a dismissed objection changes nothing."""
    redeal = make_ruling(
        score_list.series.tournament,
        Incident("card_exposed", answers={"exposed": "deal"}),
        by=referee(score_list),
        score_list=score_list,
    )
    for ruling, upheld in ((redeal, True), (ruled(score_list), False)):
        objection = lodge_objection(ruling, "Wrong.", by=referee(score_list))
        decide_objection(objection, upheld=upheld, reason="Seen.", by=organizer(score_list))
    assert uncorrected_objection_problems(score_list.series.tournament) == []


def test_an_objection_comes_before_the_next_series_starts(score_list):
    """TO 9.10."""
    ruling = ruled(score_list)
    later = make_series(score_list.series.tournament, rounds=1)
    Series.objects.filter(pk=later.pk).update(state="released")
    lodge = {"by": referee(score_list)}
    Series.objects.filter(pk=later.pk).update(state="playing")
    assert refused(lodge_objection, ruling, "Wrong.", **lodge) == ["objection-too-late"]
    Series.objects.filter(pk=later.pk).update(state="released")
    lodge_objection(ruling, "Wrong.", **lodge)
    assert refused(lodge_objection, ruling, "Again.", **lodge) == ["objection-twice"]


def test_the_next_series_starts_by_an_act_of_the_organizer_or_with_its_first_line(score_list):
    """TO 9.10: its release alone is no start."""
    ruling, tournament = ruled(score_list), score_list.series.tournament
    later = make_series(tournament, rounds=1)
    assert closing_series(ruling) == 2
    draw_series(later, by=BY)
    move_series(later, "released", by=BY)
    assert not time_problems(ruling)
    move_series(later, "playing", by=BY)
    assert [each.code for each in time_problems(ruling)] == ["objection-too-late"]
    move_series(later, "released", by=BY, reason="the room was not ready")
    assert not time_problems(ruling)
    first = later.lists.select_related("series__tournament").get()
    record_game(first, line(1, 2), by=BY, revision=first.revision)
    assert [each.code for each in time_problems(ruling)] == ["objection-too-late"]


def test_a_release_with_the_players_at_their_tables_is_a_start(score_list):
    """TO 9.10."""
    ruling = ruled(score_list)
    later = make_series(score_list.series.tournament, rounds=1)
    draw_series(later, by=BY)
    move_series(later, "playing", by=BY)
    assert [each.code for each in time_problems(ruling)] == ["objection-too-late"]


def test_after_the_last_series_the_announcement_ends_the_time_for_objections(score_list):
    """SkO 4.5.10: a series that is planned and not played any more does not."""
    ruling = ruled(score_list)
    assert closing_series(ruling) is None
    make_series(score_list.series.tournament, rounds=1)
    closed(score_list)
    to_review(score_list)
    ruling = Ruling.objects.get()
    assert closing_series(ruling) is None
    assert not time_problems(ruling)


def test_a_late_decision_can_be_objected_to_until_the_series_after_it(score_list):
    """TO 9.10: decided in series 2 about a list of series 1, it is heard until series 3."""
    tournament = score_list.series.tournament
    second, third = (make_series(tournament, rounds=1) for _each in range(2))
    Series.objects.filter(pk=second.pk).update(state="playing")
    ruling = ruled(score_list)
    Series.objects.filter(pk=third.pk).update(state="playing")
    assert refused(lodge_objection, ruling, "Late.", by=referee(score_list)) == [
        "objection-too-late"
    ]
    Series.objects.filter(pk=third.pk).update(state="draft")
    assert lodge_objection(ruling, "In time.", by=referee(score_list))


def test_after_the_result_there_is_no_objection(score_list):
    ruling = ruled(score_list)
    closed(score_list)
    to_review(score_list)
    move_tournament(score_list.series.tournament, "final", by=Actor(name="test"))
    ruling = Ruling.objects.get()
    assert refused(lodge_objection, ruling, "Late.", by=referee(score_list)) == [
        "objection-after-results"
    ]
    assert refused(make_ruling, ruling.tournament, REVOKE, by=referee(score_list)) == [
        "tournament-final"
    ]


def test_objection_and_decision_require_text(score_list):
    ruling = ruled(score_list)
    assert refused(lodge_objection, ruling, "  ", by=referee(score_list)) == ["text-missing"]
    assert refused(lodge_objection, ruling, "x" * 2001, by=referee(score_list)) == ["text-too-long"]
    objection = lodge_objection(ruling, "Wrong.", by=referee(score_list))
    assert refused(
        decide_objection, objection, upheld=False, reason="", by=organizer(score_list)
    ) == ["text-missing"]
    assert refused(
        decide_objection, objection, upheld=False, reason="No.", by=referee(score_list)
    ) == ["referee-decides"]
    assert Objection.objects.get().state == "lodged"


def test_an_objection_is_decided_once(score_list):
    ruling, by = ruled(score_list), referee(score_list)
    first = lodge_objection(ruling, "Wrong.", by=by)
    board = organizer(score_list)
    decide_objection(first, upheld=False, reason="It was.", by=board)
    with pytest.raises(Refused):
        decide_objection(first, upheld=True, reason="It was not.", by=board)
    assert Objection.objects.get().state == "dismissed"
    assert LogEntry.objects.filter(action="objection.decided").count() == 1
