"""The referee's desk in the app: a chain of questions, the decision, kept and entered."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from scoring.core.forms import Refused, form_errors
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list
from scoring.models import Actor, Objection, Role, Ruling, ScoreList, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.referee.forms import ObjectionForm, player_changes, read_answers
from scoring.referee.reads import rulings_listing
from scoring.referee.services import make_ruling
from scoring.rules.adjudication.incident import Incident
from scoring.rules.adjudication.table import decide
from scoring.rules.game import PlayedGame
from scoring.rules.outline import Outline, read_sittings
from scoring.rules.problem import Problem
from scoring.rules.systems import ISKO, SYSTEMS
from tests.factories import line, make_series, open_list
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
REVOKE = {"row": "revoke", "found": "at_once", "party": "defender", "demand": "no"}
REVOKE |= {"soloist_points": "45", "defender_points": "20", "schneider_impossible": "no"}


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(rounds=1)


def desk(score_list: ScoreList) -> str:
    return reverse("ruling-new", args=[score_list.series.tournament_id])


def referee(score_list: ScoreList):
    return member(score_list.series.tournament, Role.REFEREE)


def kept(score_list: ScoreList, **more) -> Ruling:
    grand = PlayedGame(ISKO, "grand", 2, bid=18)
    conceded = Incident("soloist_concedes", ISKO, grand, {"cards": "nine_or_ten"})
    more |= {"by": Actor(name="test"), "score_list": score_list, "number": 1}
    return make_ruling(score_list.series.tournament, conceded, **more)


def test_a_decision_is_a_sheet_to_be_signed(score_list):
    """TO 7.2.3: what is signed is a document."""
    ruling = kept(score_list, note="Karl saw it too.")
    tournament = score_list.series.tournament
    page = referee(score_list).get(reverse("ruling", args=[tournament.pk, ruling.number]))
    address = reverse("ruling-sheet", args=[tournament.pk, ruling.number])
    assert address in page.content.decode()
    answer = referee(score_list).get(address, headers={"Accept-Language": "en"})
    words = "".join(PdfReader(BytesIO(answer.content)).pages[0].extract_text().split())
    for said in ("The soloist concedes", "SkO 4.3.1", "144", "Karl saw it too.", "Referee"):
        assert said.replace(" ", "") in words, said


@pytest.mark.parametrize(("code", "words"), [("games-void", "with game …"), ("100% so", "100% so")])
def test_a_reason_without_its_figures_is_shown(score_list, code, words):
    """A document may bring any."""
    decision = {"grounds": [{"code": code, "params": {"of": 1}}]}
    Ruling.objects.filter(pk=kept(score_list).pk).update(decision=decision)
    page = reverse("ruling", args=[score_list.series.tournament_id, 1])
    assert words in text(referee(score_list).get(page))


def test_the_empty_page_of_a_reported_result_names_no_button(score_list):
    page = reverse("rulings", args=[score_list.series.tournament_id])
    assert text(referee(score_list).get(page)).count("What happened?") == 2
    Tournament.objects.update(reported_at=timezone.now())
    assert "What happened?" not in text(referee(score_list).get(page))


def test_the_search_finds_what_the_table_shows_and_the_note(score_list):
    ruling = kept(score_list, note="Müller saw it too.")
    tournament = score_list.series.tournament
    shown_time = timezone.localtime(ruling.at).strftime("%H:%M")
    kept(open_list())  # of another tournament
    for sought, count in (("muller", 1), (shown_time, 1), ("revoke", 0)):
        assert len(rulings_listing(tournament, sought).rows) == count, sought
    listed = reverse("rulings", args=[tournament.pk])
    page = referee(score_list).get(listed, {"q": "thrown"})
    assert "No decision contains these words" in text(page)
    assert "sort=" not in referee(score_list).get(listed).content.decode()  # it has one order


def test_only_the_next_question_that_matters_is_asked(score_list):
    client = referee(score_list)
    first = text(client.get(desk(score_list), {"list": score_list.pk}))
    assert "A suit was not followed (revoke)" in first
    assert "In which game of the list?" in first
    asked = [
        ({}, "When was the revoke found?"),
        ({"found": "at_once"}, "Who erred?"),
        ({"party": "defender"}, "Does the offended party demand"),
        ({"demand": "no"}, "Which game was announced?"),
        ({"line": "h1 3"}, "What was the last bid?"),
        ({"bid": "30"}, "Card-points of the soloist"),
        ({"soloist_points": "45"}, "Card-points of the defenders"),
        ({"defender_points": "20"}, "Did the cards exclude schneider"),
        ({"schneider_impossible": "no"}, "The soloist has won"),
    ]
    named = text(client.get(desk(score_list), {"row": "null_below_bid"}))
    assert "Which game does the soloist name?" in named  # SkO 3.4.4
    answers = {"row": "revoke", "list": score_list.pk, "game": "2"}
    for answer, question in asked:
        answers |= answer
        assert question in text(client.get(desk(score_list), answers))


def test_the_game_that_stands_in_the_list_need_not_be_typed(score_list):
    record_game(score_list, line(1, 2, bid=20), by=Actor(name="test"), revision=1)
    page = shown(score_list, **REVOKE, list=score_list.pk, game="1")
    assert "The soloist has won" in page
    assert "Hearts, with 1, bid 20, seat 2" in page


def test_a_game_dealt_out_of_turn_is_read_as_the_list_has_it(score_list):
    """Game 1 was dealt by seat 2, so that seat 1 could play it."""
    dealt = replace(line(1, 1, bid=20), dealer=2)
    record_game(score_list, dealt, by=Actor(name="test"), revision=1)
    answers = read_answers({**REVOKE, "game": "1"}, ISKO, score_list)
    assert answers.problems == ()
    assert answers.soloist == 1


def test_what_the_list_answers_is_not_asked(score_list):
    """Game, bid, seats, rounds and how far the list is entered stand there already."""
    game = line(1, 2, hand=True, schneider_announced=True, bid=30)
    record_game(score_list, game, by=Actor(name="test"), revision=1)
    incident = read_answers({"row": "dealt_out_of_turn", "game": "1"}, ISKO, score_list).incident
    assert incident.answers == {"seats": "4", "rounds": 1, "played": 1, "ended": False}
    late = Outline(4, 12, sittings=read_sittings([{"seat": 4, "first_game": 7}], 4))
    assert player_changes(late) == {"left_after": 0, "joined_with": 7}
    assert incident.contract.bid == 30
    assert decide(incident).asks == "wrong_number"


def shown(score_list: ScoreList, language: str = "en", **answers: str) -> str:
    headers = {"accept-language": language}
    return text(referee(score_list).get(desk(score_list), answers, headers=headers))


@pytest.mark.parametrize(
    ("answers", "english", "german"),
    [
        (
            {"row": "thrown_in", "party": "defender", "line": "12 2hzz/18 2",
             "defender_trick": "no", "schwarz_impossible": "no"},
            ("The soloist has won", "The thrower counts what he has", "won 96"),
            ("Der Alleinspieler hat gewonnen", "Wer die Karten wegwirft, zählt"),
        ),
        (
            {**REVOKE, "line": "h1/30 2", "schneider_impossible": "yes"},
            ("The soloist has lost", "the cards excluded it even before the first trick"),
            ("Der Alleinspieler hat verloren", "schon vor dem ersten Stich ausgeschlossen"),
        ),
        (
            {"row": "led_before_announcing", "was_forehand": "yes"},
            ("He announces now", "SkO is stricter", "By our reading"),
            ("Er sagt sein Spiel jetzt an", "Die SkO ist strenger", "unserer Lesart"),
        ),
    ],
)  # fmt: skip
def test_a_decision_stands_there_in_both_languages_with_its_reasons(
    score_list, answers, english, german
):
    """docs/law.md "Decisions"; the language of the page comes first."""
    for language, first, second in (("en", english, german), ("de", german, english)):
        page = shown(score_list, language, **answers)
        assert all(words in page for words in (*first, *second)), page
        assert page.index(first[0]) < page.index(second[0])


def test_the_list_says_whether_it_ended_early(score_list):
    """SkO 3.2.11: after game 3 of 4, the last one begun, only its deal asks for signatures."""
    games = [line(1, 2), line(2, 1), line(3, 1)]
    record_games(score_list, games, by=Actor(name="test"), revision=1)
    row = {"row": "dealt_out_of_turn", "list": str(score_list.pk)}
    assert "Void: 2, 3" in shown(score_list, **row, wrong_number="2")
    score_list.refresh_from_db()
    close_list(score_list, by=Actor(name="test"), revision=score_list.revision, stop_reason="storm")
    assert "The last round is finished" in shown(score_list, **row, wrong_number="2")
    assert "Have all signed the list?" in shown(score_list, **row, wrong_number="3")
    assert "Void: 3" in shown(score_list, **row, wrong_number="3", signed="no")
    unplayed = open_list(rounds=1)
    close_list(unplayed, by=Actor(name="test"), revision=1, stop_reason="storm")
    page = referee(unplayed).get(desk(unplayed), {"list": unplayed.pk})
    assert 'maxlength="3" value=""' in page.content.decode()


def test_entered_decision_is_shown_in_the_list_and_among_decisions_until_it_is_corrected(
    score_list,
):
    client = referee(score_list)
    sent = {**REVOKE, "line": "h1/30 2", "list": score_list.pk, "game": "1", "enter": "1"}
    stale = client.post(desk(score_list), {**sent, "revision": "7", "note": "trick 5"})
    assert stale.status_code == 409
    assert "trick 5" in stale.content.decode()
    assert not Ruling.objects.exists()
    response = client.post(desk(score_list), {**sent, "revision": "1", "note": "trick 5"})
    ruling = Ruling.objects.get()
    assert response.url == reverse("ruling", args=[ruling.tournament_id, 1])
    score_list.refresh_from_db()
    assert score_list.line(1).game.credited == "schneider"
    assert "· stands in the list" in text(client.get(response.url))
    # After an objection was upheld nobody may read that the old decision stands.
    record_game(score_list, line(1, 2, bid=20), by=Actor(name="test"), revision=score_list.revision)
    page_text = text(client.get(response.url))
    assert "was entered; the list was corrected since" in page_text
    assert "stands in the list" not in page_text


def test_a_decision_shows_the_facts_of_its_matter_in_the_order_asked(score_list):
    """Neither what only the list knows, nor what was answered before another answer was changed."""
    client = referee(score_list)
    sent = {**REVOKE, "found": "gathered", "list": score_list.pk, "game": "1"}
    new = desk(score_list)
    for page in (client.get(new, sent), client.post(new, sent, follow=True)):
        page_text = text(page)
        assert "When was the revoke found?" in page_text
        assert "Who erred?" not in page_text
        assert "How many sit at the table?" not in page_text
    client.post(desk(score_list), {**REVOKE, "line": "h1/30 2"})
    page_text = text(client.get(reverse("ruling", args=[score_list.series.tournament_id, 2])))
    asked = ["When was the revoke found?", "Who erred?", "demand that play goes on?"]
    asked += ["Card-points of the soloist", "Did the cards exclude schneider"]
    assert sorted(asked, key=page_text.index) == asked


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"line": "k1 2"}, "No contract begins"),
        ({"line": "0"}, "The contract is missing. A line begins with d h s c g n"),
        ({"line": "h1ss 2"}, "only in a hand game"),
        ({"soloist_points": "60", "defender_points": "61"}, "there are 120"),
        ({"party": "dealer"}, "not a possible answer"),
    ],
)
def test_impossible_answer_is_asked_again(score_list, answers, message):
    page = referee(score_list).get(desk(score_list), {**REVOKE, "line": "h1/30 2", **answers})
    assert page.status_code == 200
    assert message in text(page)
    assert f'name="{next(iter(answers))}"' in page.content.decode().partition("next-question")[2]


@pytest.mark.parametrize("key", SYSTEMS)
def test_example_line_belongs_to_the_system(key):
    """docs/law.md "The four systems": a NASL hearts game names its class, and there is no hand in
    it.
    """
    score_list = open_list(rounds=1, system=key, edition=SYSTEMS[key].editions[0], scheme="plain")
    row = {"row": "announced_with_wrong_count", "deal_right": "yes"}
    page = text(referee(score_list).get(desk(score_list), row))
    line = page.partition("For example ")[2].partition(":")[0]
    read = text(referee(score_list).get(desk(score_list), {**row, "line": line}))
    assert "The soloist has lost" in read
    assert ("h hand" in page) is any(each.hand for each in SYSTEMS[key].classes)


def test_an_objection_is_lodged_at_the_desk_and_decided_by_the_board(score_list):
    kept(score_list)
    tournament = score_list.series.tournament
    lodge = reverse("objection-lodge", args=[tournament.pk, 1])
    client = referee(score_list)
    assert client.post(lodge, {"text": ""}).status_code == 422
    assert client.post(lodge, {"text": "No.", "start_number": "77"}).status_code == 422
    tournament.entries.filter(start_number=1).update(start_number=MAX_START_NUMBER)
    client.post(lodge, {"text": "He had ten cards.", "start_number": str(MAX_START_NUMBER)})
    objection = Objection.objects.get()
    assert objection.by_entry.start_number == MAX_START_NUMBER
    page_text = text(client.get(reverse("ruling", args=[tournament.pk, 1])))
    assert "The board decides it" in page_text
    # A second window: what it sends is refused on the page as it is now.
    assert "He had ten cards." in text(client.post(lodge, {"text": ""}))
    board = member(tournament, Role.ORGANIZER)
    decide = reverse("objection-decide", args=[tournament.pk, 1])
    for sent in ({"reason": "", "decision": "uphold"}, {"reason": "Shown.", "decision": "perhaps"}):
        page = board.post(decide, sent)
        kept_text = f">\n{sent['reason']}</textarea>" in page.content.decode()
        assert (page.status_code, kept_text) == (422, True)
    assert Objection.objects.get().state == "lodged"
    board.post(decide, {"reason": "Shown.", "decision": "uphold"})
    assert Objection.objects.get().state == "upheld"
    assert "Decide again" in text(board.get(reverse("ruling", args=[tournament.pk, 1])))


def test_the_page_of_a_decision_says_until_when_an_objection_is_possible(score_list):
    """TO 9.10, SkO 4.5.10."""
    kept(score_list)
    tournament, client = score_list.series.tournament, referee(score_list)
    page = reverse("ruling", args=[tournament.pk, 1])
    assert "Possible until the result is announced. TO 9.10" in text(client.get(page))
    make_series(tournament)
    assert "Possible until series 2 starts" in text(client.get(page))
    until = timezone.localtime().replace(hour=23, minute=59, second=59)  # still today
    Tournament.objects.update(state="review", review_until=until)
    assert "the result is announced; under review until 23:59" in text(client.get(page))


def test_list_of_another_tournament_is_left_out(score_list):
    foreign = open_list(rounds=1)
    page = referee(score_list).get(desk(score_list), {**REVOKE, "list": foreign.pk})
    assert page.status_code == 200
    assert f'name="list" value="{foreign.pk}"' not in page.content.decode()


def test_a_revoke_found_later_is_asked_for_as_of_the_trick_before_it(score_list):
    """SkO 4.2.4: not the points at the end; whoever cannot tell reads what is assumed then."""
    later = {"row": "revoke", "found": "later", "party": "defender", "line": "h1/30 2"}
    page = shown(score_list, **later)
    assert "what either side had before the trick with the revoke" in page
    assert "nothing counts as decided then (our reading)" in page
    later["position_known"] = "yes"
    for answer, party in (({}, "soloist"), ({"soloist_points": "45"}, "defenders")):
        points = f"Card-points of the {party} before the trick with the revoke"
        assert points in shown(score_list, **later, **answer)


def test_a_refusal_in_a_form_leads_to_its_paragraph_and_is_escaped():
    form = ObjectionForm()
    form.cleaned_data = {}
    form.refuse(Refused([Problem("objection-decided", "text", rule="TO 7.3.3, TO 9.10")]))
    assert f'<a href="{reverse("rules")}#TO-9.10">TO 9.10</a>' in form_errors(form)
    form.refuse(Refused([Problem("text-too-long", "text", {"most": "<b>"})]))
    assert "<b>" not in form_errors(form)
