"""From the call at the table to the referee's decision in the list, and back to the phone."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Role, ScoreList, TableCall
from tests.lists.phone.tables import hearts, kept_by_phone, phone_of, writing_phone
from tests.referee.test_views_rulings import REVOKE
from tests.steps import codes_for
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
ANSWERS = {**REVOKE, "line": "h1/30 3"}


def panel(client: Client, score_list: ScoreList) -> str:
    """The day's next step as HTML, without the page around it."""
    tournament = score_list.series.tournament_id
    page = client.get(reverse("entries", args=[tournament])).content.decode()
    found = re.search(r'<section class="step.*?</section>', page, re.S)
    assert found, page
    return found[0]


def test_a_call_leads_to_a_decision_that_the_table_reads_on_its_phone():
    """A defender revokes in game 2, and the referee decides before game 3."""
    score_list = kept_by_phone()
    tournament = score_list.series.tournament
    phone, referee = writing_phone(score_list), member(tournament, Role.REFEREE)
    phone.play(1, hearts(2))
    assert phone.post("call/", game=2, text="Nicht bedient").status_code == 200
    known = phone.get()["ETag"]

    # At his desk he finds the table and the game, on whatever page he is.
    assert "1 table calls the referee" in panel(referee, score_list)
    new = reverse("ruling-new", args=[tournament.pk])
    link = f"{new}?list={score_list.pk}&amp;game=2"
    assert f'href="{link}"' in panel(referee, score_list)
    calls = text(referee.get(reverse("rulings", args=[tournament.pk])))
    assert "Series 1 · Table 1" in calls
    assert "Game 2 · Nicht bedient" in calls

    # He answers what he is asked, and enters the decision in the list.
    asked = {"list": score_list.pk, "game": 2}
    assert "Table 1" in text(referee.get(new, asked))
    decision = referee.get(new, asked | ANSWERS)
    assert "The soloist has won" in text(decision)
    form = decision.content.decode().rpartition('class="panel narrow">')[2]
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    sent = dict(hidden) | {"note": "Karte lag offen", "enter": "1"}
    assert "stands in the list" in text(referee.post(new, sent, follow=True))

    # The phone, which knew the state before, is told all of it.
    assert phone.get(headers={"If-None-Match": known}).status_code == 200
    state = phone.state()
    (ruling,) = state["news"]
    assert ruling["said"].startswith("Schiedsrichter zu Spiel 2: Der Alleinspieler hat gewonnen")
    assert ruling["said"].endswith(" Karte lag offen")
    line = state["lines"][1]
    assert (line["number"], line["soloist"], line["game"]) == (2, 3, "hearts")
    assert line["score"] == line["value"] > 0
    assert state["call"] is None

    # Nobody is called any more, and the table plays on.
    assert "calls the referee" not in panel(referee, score_list)
    assert "answer-calls" not in codes_for(tournament, Role.REFEREE)
    assert phone.play(3).status_code == 200


def test_calls_are_named_to_those_who_may_rule_until_they_are_withdrawn():
    score_list = kept_by_phone()
    tournament = score_list.series.tournament
    phone = phone_of(score_list)
    phone.post("call/")
    link = f'href="{reverse("ruling-new", args=[tournament.pk])}?list={score_list.pk}"'
    for role, named in ((Role.VIEWER, 0), (Role.CLERK, 0), (Role.REFEREE, 1), (Role.ORGANIZER, 1)):
        shown = panel(member(tournament, role), score_list)
        told = ("1 table calls the referee" in shown, link in shown)
        assert told == (bool(named),) * 2, role
    phone.post("call/", act="withdraw")
    referee = member(tournament, Role.REFEREE)
    assert "calls the referee" not in panel(referee, score_list)
    # He may answer without a decision, too.
    phone.post("call/")
    answer = reverse("phone-call-answer", args=[TableCall.objects.get(closed_at=None).pk])
    assert referee.post(answer, {"back": "rulings"})["Location"].endswith("/rulings/")
    calls = TableCall.objects.order_by("pk")
    assert [call.answered_by is not None for call in calls] == [False, True]
