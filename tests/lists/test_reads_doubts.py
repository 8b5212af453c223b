"""Figures that are looked at twice: warned of where a list is entered, refused nowhere
(docs/practice.md "Figures that are looked at twice").
"""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.lists.reads import doubts_of
from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list, enter_totals
from scoring.models import ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, make_member, make_series, seated
from tests.lists.made import act
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db
USUAL = [(937, 12, 3), (628, 9, 4), (492, 8, 0), (-132, 5, 5)]
DIFFERENT = [(840, 11, 3), (628, 9, 4), (492, 8, 0), (-132, 5, 5)]
SAME_SHEET = "Table 1 has the same figures in every seat. Was one sheet typed twice?"


def tables(players: int = 8, rounds: int = 12) -> list[ScoreList]:
    series = seated(players, rounds=rounds, paper_total=False)
    return list(series.lists.select_related("series__tournament"))


def clara(score_list: ScoreList) -> Client:
    return browser(make_member(score_list.series.tournament, name="clara"))


def enter(score_list: ScoreList, figures: list[tuple[int, int, int]] = USUAL) -> list[str]:
    """Enter three figures a player; the codes of the doubts about them."""
    totals = [BareTotal(*each) for each in figures]
    passed = score_list.outline.games_due - sum(each.won + each.lost for each in totals)
    act(enter_totals, score_list, totals, passed, reason="agreed")
    return doubts(score_list)


def doubts(score_list: ScoreList) -> list[str]:
    return [problem.code for problem in doubts_of(score_list)]


def typed(client: Client, score_list: ScoreList):
    figures = {
        f"{name}_{seat}": figure
        for seat, row in enumerate(USUAL, 1)
        for name, figure in zip(("points", "won", "lost"), row, strict=True)
    }
    address = reverse("list-totals", args=[score_list.pk])
    return client.post(address, figures | {"layout": score_list.layout, "seen": ""})


def test_totals_that_equal_those_of_another_table_are_stored_with_a_warning_that_names_it():
    first, second = tables()
    client = clara(first)
    assert SAME_SHEET not in text(typed(client, first))
    assert SAME_SHEET in text(typed(client, second))
    assert SAME_SHEET in text(client.get(reverse("list-totals", args=[second.pk])))
    second.refresh_from_db()
    assert second.state == "entered"


def test_a_list_typed_game_by_game_is_closed_with_the_same_warning():
    first, second = tables(rounds=1)
    paper = [line(1, 2), line(2, 1), line(3), line(4, 1, "grand", won=False)]
    for score_list in (first, second):
        act(record_games, score_list, paper)
    act(close_list, first)
    address = reverse("list-close", args=[second.pk])
    answer = clara(first).post(address, {"revision": second.revision})
    assert "List entered." in text(answer)
    assert SAME_SHEET in text(answer)


def test_the_second_person_is_warned_before_he_confirms_and_nobody_after_it():
    """Viewers are told of no doubts."""
    first, second = tables()
    assert enter(first) == []
    assert enter(second) == ["same-totals"]
    client, page = clara(first), reverse("list-confirm", args=[second.pk])
    viewer = browser(make_member(first.series.tournament, "viewer"))
    assert SAME_SHEET not in text(viewer.get(reverse("list-totals", args=[second.pk])))
    assert SAME_SHEET in text(client.get(page))
    client.post(page, {"revision": second.revision, "all_signed": "1"})
    second.refresh_from_db()
    assert (second.state, doubts(second)) == ("confirmed", [])
    assert SAME_SHEET not in text(client.get(page))


@pytest.mark.parametrize(("one", "other"), [(USUAL, DIFFERENT), ([(0, 0, 0)] * 4,) * 2])
def test_lists_that_differ_in_a_seat_or_in_which_nothing_was_played_are_not_doubted(one, other):
    first, second = tables()
    assert enter(first, one) == enter(second, other) == []
    copied(first)  # in another series: the same figures are chance
    assert doubts(first) == []


@pytest.mark.parametrize(
    ("rounds", "figures", "doubtful"),
    [
        (12, (1452, 20, 0), False),  # 2,452 with the 50 a game: the best list that we know of
        (12, (1476, 20, 0), True),
        (12, (-676, 0, 11), False),
        (12, (-700, 0, 11), True),
        (6, (833, 18, 0), False),  # 24 games: 2,452 / √2 = 1,733
        (6, (837, 18, 0), True),
    ],
)
def test_a_result_beyond_what_a_list_of_its_games_brings_is_doubted(rounds, figures, doubtful):
    (score_list,) = tables(4, rounds)
    assert enter(score_list, [figures, *[(0, 0, 0)] * 3]) == ["beyond-any-list"] * doubtful


def copied(score_list: ScoreList, **tally: int) -> None:
    """A list of the same four people in a later series, with its figures or others."""
    other = make_series(score_list.series.tournament)
    counted = {"state": "confirmed", "confirmed_revision": 1, "depth": "totals"}
    copy = ScoreList.objects.create(series=other, table_number=1, seats=4, games_due=48, **counted)
    for seat in score_list.seat_rows.all():
        seat.pk, seat.list, seat.series = None, copy, other
        for name, figure in tally.items():
            setattr(seat, name, figure)
        seat.save()


@pytest.mark.parametrize(
    ("results", "found"),
    [
        ([500, 600, 700, 400, 300], ["far-from-own-average"]),
        ([500, 600, 700, 400], []),  # four other lists make no average
    ],
)
def test_a_result_far_from_the_persons_own_average_is_doubted_in_words(results, found):
    (score_list,) = tables(4)
    for each in results:
        zero = {"points": each, "won": 0, "lost": 0, "others_lost": 0}
        copied(score_list, performance=each, **zero)
    assert enter(score_list, [(1000, 15, 0), *USUAL[1:]]) == found
    page = text(clara(score_list).get(reverse("list-confirm", args=[score_list.pk])))
    assert ("performance 2 020; on average of 5 other lists 500." in page) is bool(found)
