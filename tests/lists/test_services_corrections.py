"""Who may correct a list, and when; every correction is logged (SkO 5.5.3, TO 7.2.5)."""

from functools import partial

import pytest

from scoring.core.forms import Refused, StaleRevision
from scoring.lists.services import lists
from scoring.lists.services.confirmation import annul_list, readmit_list, reject_list
from scoring.lists.services.games import annul_games, record_game
from scoring.lists.services.moves import empty_game, remove_game, undo_last
from scoring.models import Actor, LogEntry, ScoreList, Series, Tournament
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, make_member, make_user, open_list
from tests.lists.made import LAST_LOST, act, filled
from tests.snapshots import built_once

pytestmark = pytest.mark.django_db
PAPER = {1: BareTotal(-76, 1, 1, -76)}

# Every service that changes the content of a list, or whether it counts.
CHANGES = {
    "record": lambda each, **how: record_game(each, line(2, 3), **how),
    "remove": lambda each, **how: remove_game(each, 4, **how),
    "empty": lambda each, **how: empty_game(each, 4, **how),
    "undo": undo_last,
    "annul": lambda each, **how: annul_games(each, [4], **how),
    "exchange": lambda each, **how: lists.exchange_seats(each, 1, 2, **how),
    "clear": lists.clear_list,
}
JUDGEMENTS = {
    "foot": lambda each, **how: lists.record_foot(each, PAPER, **how),
    "reopen": lists.reopen_list,
    "reject": reject_list,
    "annul list": annul_list,
}


@pytest.fixture
@built_once
def score_list() -> ScoreList:
    """An entered list that ended early; its last act can be reversed."""
    made = filled(LAST_LOST, rounds=2)
    act(lists.close_list, made, stop_reason="time is up")
    act(record_game, made, line(4, 2), reason="misread")
    return ScoreList.objects.select_related("series__tournament").get()


@pytest.fixture
def clerk(score_list) -> Actor:
    return Actor(make_member(score_list.series.tournament, "clerk"))


@pytest.fixture
def organizer(score_list) -> Actor:
    return Actor(make_member(score_list.series.tournament, "organizer"))


def refusal(change, score_list: ScoreList, by: Actor, reason: str) -> set[str]:
    """The codes with which a change is refused; empty if it was made."""
    score_list = ScoreList.objects.select_related("series__tournament").get(pk=score_list.pk)
    before = LogEntry.objects.count()
    try:
        change(score_list, by=by, revision=score_list.revision, reason=reason)
    except Refused as refused:
        assert LogEntry.objects.count() == before
        return {problem.code for problem in refused.problems}
    return set()


every_change = pytest.mark.parametrize(
    "change", [*CHANGES.values(), *JUDGEMENTS.values()], ids=[*CHANGES, *JUDGEMENTS]
)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_entered_list_is_corrected_only_if_the_table_agrees(change, score_list, clerk):
    """SkO 5.5.3. Seats are exchanged by the organizer alone (TO 7.1.2)."""
    assert refusal(change, score_list, clerk, " ") & {"agreement-missing", "reason-missing"}
    role = "organizer" if change is CHANGES["exchange"] else "referee"
    by = Actor(make_member(score_list.series.tournament, role))
    with pytest.raises(StaleRevision):
        change(score_list, by=by, revision=score_list.revision - 1, reason="SkO 5.5.3")
    assert refusal(change, score_list, by, "SkO 5.5.3") == set()
    changed = LogEntry.objects.filter(user=by.user).first()
    assert (changed.reason, changed.actor) == ("SkO 5.5.3", by.user.username)


@pytest.mark.parametrize(
    ("model", "state", "code"),
    [(Series, "closed", "series-closed"), (Tournament, "review", "tournament-under-review")],
    ids=["closed", "under review"],
)
@every_change
def test_in_a_closed_series_the_organizer_alone_corrects_with_a_reason(
    change, model, state, code, score_list, clerk, organizer
):
    """TO 7.2.5. Without a reason he is not told that only an organizer may."""
    model.objects.update(state=state)
    referee = Actor(make_member(score_list.series.tournament, "referee"))
    for somebody in (clerk, referee, Actor(make_user())):
        assert refusal(change, score_list, somebody, "slip of the pen") == {code}
    assert refusal(change, score_list, organizer, " ") == {"reason-missing"}
    assert refusal(change, score_list, organizer, "slip of the pen") == set()
    changed = LogEntry.objects.filter(user=organizer.user).first()
    assert changed.reason == "slip of the pen"


@every_change
def test_nothing_is_corrected_in_a_final_result_or_a_draft(change, score_list, organizer):
    Tournament.objects.update(state="final")
    assert refusal(change, score_list, organizer, "slip of the pen") == {"tournament-final"}
    Series.objects.update(state="draft")
    assert refusal(change, score_list, organizer, "slip of the pen") == {"series-not-released"}


def test_totals_are_corrected_by_the_same_rule(clerk):
    score_list = open_list(3, paper_total=False)
    totals = [BareTotal(20, 1, 0), BareTotal(0, 0, 0), BareTotal(0, 0, 0)]
    again = partial(lists.enter_totals, figures=totals, passed=35)
    again(score_list, by=Actor(name="test"), revision=1)
    assert refusal(again, score_list, clerk, "") == {"agreement-missing"}
    assert refusal(again, score_list, clerk, "SkO 5.5.3") == set()


def test_a_list_rejected_after_closing_is_readmitted_by_the_organizer(score_list, clerk, organizer):
    """TO 7.2.4."""
    Series.objects.update(state="closed")
    assert refusal(reject_list, score_list, organizer, "unreadable") == set()
    assert refusal(readmit_list, score_list, clerk, "readable after all") == {"series-closed"}
    assert refusal(readmit_list, score_list, organizer, "readable after all") == set()
