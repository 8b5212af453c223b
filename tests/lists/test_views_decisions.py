"""The pages for decisions about a list by the referee or the organizer."""

import pytest
from django.urls import reverse

from scoring.lists.services.games import record_game, record_games
from scoring.models import LogEntry, ScoreList, Series
from tests.factories import line, open_list
from tests.lists.made import act
from tests.visitors import member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def score_list() -> ScoreList:
    """Seven games of a list of three rounds at a table of four."""
    made = open_list(rounds=3)
    soloists = {1: 2, 2: 1, 3: None, 4: 1, 5: 2, 6: 1, 7: None}
    act(record_games, made, [line(n, who) for n, who in soloists.items()])
    return made


@pytest.fixture
def referee(score_list):
    return member(score_list.series.tournament, "referee")


def send(client, score_list: ScoreList, name: str, **data):
    score_list.refresh_from_db()
    address = reverse(name, args=[score_list.pk])
    return client.post(address, {"revision": score_list.revision, **data})


@pytest.mark.parametrize(
    ("decision", "state", "action"),
    [("reject", "rejected", "list.rejected"), ("annul", "annulled", "list.annulled")],
)
def test_list_is_set_aside_and_readmitted_with_a_reason(
    score_list, referee, decision, state, action
):
    """TO 7.2.4."""
    refused = send(referee, score_list, "list-decide", decision=decision, reason=" ")
    assert (refused.status_code, ScoreList.objects.get().state) == (422, "open")
    response = send(referee, score_list, "list-decide", decision=decision, reason="unreadable")
    assert (response.status_code, ScoreList.objects.get().state) == (302, state)
    assert LogEntry.objects.get(action=action).reason == "unreadable"
    page = text(referee.get(reverse("list-decide", args=[score_list.pk])))
    assert "Readmit the list" in page
    assert "Reject the list" not in page
    send(referee, score_list, "list-decide", decision="readmit", reason="read after all")
    assert ScoreList.objects.get().state == "open"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("list-decide", {"decision": "reject"}),
        ("list-annulment", {"confirmed": "6 7", "where": "known", "number": 6}),
    ],
)
def test_after_a_conflict_the_shown_page_can_be_sent(score_list, referee, name, data):
    """It says "please look again": its second press is about what it shows then."""
    page = send(referee, score_list, name, **data, reason="unreadable", revision=1)
    assert page.status_code == 409
    assert "by somebody else or in another window" in text(page)
    shown = page.context["form"]["revision"].value()
    assert send(referee, score_list, name, **data, reason="x", revision=shown).status_code == 302


def test_a_reason_that_is_missing_makes_no_old_page_a_new_one(score_list):
    """The page on which a list is emptied does not show it."""
    clerk = member(score_list.series.tournament, "clerk")
    page = send(clerk, score_list, "list-reset", reason="", empty=1, revision=1)
    assert page.context["form"]["revision"].value() == "1"
    page = send(clerk, score_list, "list-reset", reason="wrong table", empty=1, revision=1)
    assert page.status_code == 409


def test_enter_in_the_reason_decides_nothing(score_list, referee):
    page = referee.get(reverse("list-decide", args=[score_list.pk])).content.decode()
    form = page[page.index('class="panel narrow"') :]
    assert form.index("<button disabled hidden") < form.index('name="decision"')


def test_referee_is_referred_to_the_organizer_after_closing(score_list, referee):
    """TO 7.2.5."""
    Series.objects.update(state="closed")
    response = send(referee, score_list, "list-decide", decision="reject", reason="unreadable")
    assert response.status_code == 422
    assert "organizer alone corrects" in text(response)
    assert "Reject the list" not in text(response)
    organizer = member(score_list.series.tournament, "organizer")
    send(organizer, score_list, "list-decide", decision="reject", reason="unreadable")
    assert ScoreList.objects.get().state == "rejected"


def test_wrong_deal_of_this_round_voids_it_and_later_games(score_list, referee):
    """SkO 3.2.12: including passed games."""
    known = {"where": "known", "number": 6, "reason": "seat 3 dealt"}
    shown = send(referee, score_list, "list-annulment", **known)
    assert "play goes on with game 6" in text(shown)
    assert "SkO 3.2.12" in text(shown)
    assert '"confirmed" value="6 7"' in shown.content.decode()
    other = send(referee, score_list, "list-annulment", confirmed="5 6 7", **known)
    assert "would be void: 6" in text(other)  # the number was changed after the look at it
    assert not score_list.games.filter(annulled=True).exists()
    send(referee, score_list, "list-annulment", confirmed="6 7", **known)
    void = score_list.games.filter(annulled=True).values_list("number", flat=True)
    assert sorted(void) == [6, 7]
    shown = text(referee.get(reverse("list", args=[score_list.pk])))
    assert "Game 6, attempt 1: h11" in shown
    assert LogEntry.objects.get(action="list.games.annulled").reason == "SkO 3.2.12: seat 3 dealt"


def test_unknown_wrong_deal_replays_its_round(score_list, referee, django_assert_max_num_queries):
    """SkO 3.2.13: the deal cannot be located. Which it was is asked for."""
    asked = send(referee, score_list, "list-annulment", where="known", reason="seat 3 dealt")
    assert asked.status_code == 422
    assert "Which game?" in text(asked)
    known = {"where": "unknown", "reason": "nobody knows"}
    with django_assert_max_num_queries(9):  # however many games
        send(referee, score_list, "list-annulment", **known)
    send(referee, score_list, "list-annulment", confirmed="5 6 7", **known)
    void = score_list.games.filter(annulled=True).values_list("number", flat=True)
    assert sorted(void) == [5, 6, 7]


def test_signatures_are_required_only_at_the_last_game(score_list, referee):
    """SkO 3.2.11: before it they change nothing, and the last round stands but for that game."""
    asked, address = "All have signed the list", reverse("list-annulment", args=[score_list.pk])
    known = {"where": "known", "reason": "seat 3 dealt"}
    assert asked not in text(referee.get(address))
    early = text(send(referee, score_list, "list-annulment", **known, number=6, signed="on"))
    assert "play goes on with game 6" in early
    for number in range(8, 13):
        act(record_game, score_list, line(number, number % 4 + 1))
    assert asked in text(referee.get(address))
    stands = "The last round is finished and stands"
    for number, signed, expected in (
        (11, "", stands),
        (12, "on", stands),
        (12, "", "play goes on with game 12"),
    ):
        page = send(referee, score_list, "list-annulment", **known, number=number, signed=signed)
        assert expected in text(page)
