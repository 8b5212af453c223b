"""Whether players are excluded over a decision is recorded, and the organizer's (TO 9.4)."""

from functools import partial

import pytest
from django.urls import reverse

from scoring.models import Actor, LogEntry, Ruling, ScoreList, Tournament
from scoring.people.services.leaving import decide_exclusion
from scoring.referee.services import make_ruling
from scoring.rules.adjudication.incident import Incident
from tests.factories import make_member, open_list
from tests.refusals import codes_of
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
TWICE = Incident(
    "dealt_twice",
    answers={"seats": "4", "rounds": 12, "played": 6, "wrong_number": 6, "ended": False},
)


@pytest.fixture
def score_list() -> ScoreList:
    return open_list()


@pytest.fixture
def ruling(score_list: ScoreList) -> Ruling:
    """The dealer of game 5, which all passed, dealt again."""
    return make_ruling(score_list.series.tournament, TWICE, by=BY, score_list=score_list)


def test_it_is_the_organizers_and_needs_a_reason(ruling):
    refused = partial(codes_of, decide_exclusion, ruling)
    for role in ("clerk", "referee"):
        by = Actor(make_member(ruling.tournament, role))
        assert refused([1], by=by, reason="x") == ["exclusion-of-the-organizer"]
    assert refused([1, 99], by=BY, reason=" ") == ["start-number-unknown", "reason-missing"]
    decide_exclusion(ruling, [], by=BY, reason="it was a slip, noticed at once")
    assert LogEntry.objects.get(action="ruling.exclusion").new == {"start_numbers": []}
    Tournament.objects.update(state="final")
    assert refused([1], by=BY, reason="x") == ["tournament-final"]
    assert set(ruling.tournament.entries.values_list("state", flat=True)) == {"present"}


def test_the_page_of_the_decision_tells_the_order_and_leaves_the_act_to_the_organizer(
    ruling, score_list
):
    """TO 9.4. Another decision offers no exclusion."""
    place = [ruling.tournament_id, ruling.number]
    address = reverse("ruling", args=place)
    referee = text(member(ruling.tournament, "referee").get(address))
    assert "“all players are banned from further play”" in referee
    assert "The organizer has not decided yet." in referee
    organizer = member(ruling.tournament, "organizer")
    page = text(organizer.get(address))
    assert "At the table: " in page
    assert "1 Ada Amsel" in page
    sent = {"numbers": "1-2", "reason": "dealt twice running"}
    act = reverse("ruling-exclusion", args=place)
    assert "Excluded: no. 1, 2" in text(organizer.post(act, sent, follow=True))
    row = LogEntry.objects.get(action="ruling.exclusion")
    assert (row.subject, row.new) == ("ruling/1", {"start_numbers": [1, 2]})
    moved = LogEntry.objects.filter(action="entry.state").values_list("subject", "reason")
    assert list(moved) == [(f"entry/{number}", "dealt twice running") for number in (1, 2)]
    expelled = ruling.tournament.entries.filter(state="expelled")
    assert set(expelled.values_list("start_number", flat=True)) == {1, 2}
    organizer.post(act, {"numbers": "", "reason": "the rest plays"})
    assert "Nobody is excluded" in text(organizer.get(address))
    other = Incident("hand_not_announced")
    ruling = make_ruling(score_list.series.tournament, other, by=BY, score_list=score_list)
    address = reverse("ruling", args=[ruling.tournament_id, ruling.number])
    assert "Exclusion" not in text(organizer.get(address))
