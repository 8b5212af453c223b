"""The page on which the organizer records that a player leaves or joins (SkO 4.5.9, 3.1.2)."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.lists.services.lists import close_list
from scoring.models import LogEntry, ScoreList
from scoring.prints.reads.papers import table_signs
from scoring.series.reads.series import one_series
from tests.factories import open_list
from tests.lists.made import act
from tests.lists.test_services_sittings import (
    AS_THREE,
    FIRST,
    LEAGUE,
    joined_list,
    left_list,
    table_of_three,
    whole_list,
)
from tests.visitors import member, text

pytestmark = pytest.mark.django_db


def organizer(score_list: ScoreList) -> Client:
    client = member(score_list.series.tournament, "organizer")
    client.cookies["django_language"] = "en"
    return client


def send(client: Client, score_list: ScoreList, **fields: object):
    address = reverse("list-players", args=[score_list.pk])
    given = {"revision": score_list.revision, "reason": "unwell", "token": "t1", **fields}
    return client.post(address, given)


def test_the_organizer_records_who_leaves():
    score_list = open_list(rounds=3)
    client = organizer(score_list)
    address = reverse("list-players", args=[score_list.pk])
    for name, pk in (("list", score_list.pk), ("series", score_list.series_id)):
        assert address in client.get(reverse(name, args=[pk]), {"by": "tables"}).content.decode()
    # TO 9.7: nobody can join where substitutes are not allowed.
    assert "joins" not in client.get(address).context["form"].fields
    assert send(client, score_list, seat=2, after_round=1, announced="on").status_code == 302
    stale = send(client, score_list, seat=3, after_round=2, token="t2")
    assert stale.status_code == 409
    score_list.refresh_from_db()
    assert score_list.outline.games_planned == 10
    page = text(client.get(reverse("list", args=[score_list.pk])))
    assert "to round 1" in page
    assert LogEntry.objects.get(action="list.players.changed").new["announced"] is True


def test_a_table_that_plays_as_three_is_typed_like_one_of_three():
    """SkO 3.2.7 holds for four: seat 1 deals game 5 and plays it, the empty seat does not, and no
    message proposes it.
    """
    score_list = left_list(FIRST)
    client = organizer(score_list)
    score_list.refresh_from_db()
    given = {"seen": "", "revision": score_list.revision, "layout": score_list.layout}

    def answer(typed: str):
        return client.post(reverse("game", args=[score_list.pk, 5]), {"line": typed, **given})

    assert "seat 1, 3, 4." in text(answer("12-1"))
    assert "1, 3, 4" in text(answer("12-1s"))
    assert "1, 2, 3, 4" not in text(answer("12-1s"))
    assert answer("h12").status_code == 422
    assert answer("h11").status_code == 200
    assert score_list.games.get(number=5).soloist == 1


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"after_round": ""}, "after_round"),
        ({"after_round": 3}, "after_round"),
        ({"after_round": "x"}, "after_round"),
        ({"seat": 9}, "seat"),
        ({"reason": ""}, "reason"),
        ({"joins": 77, "agreed": "on"}, "joins"),
        ({"joins": "9" * 30}, "joins"),
    ],
)
def test_errors_stand_at_their_fields(wrong, where):
    score_list = open_list(rounds=3, **LEAGUE)
    fields = {"seat": 2, "after_round": 1} | wrong
    response = send(organizer(score_list), score_list, **fields)
    assert (response.status_code, [*response.context["form"].errors]) == (422, [where])


def test_every_page_of_such_a_list_shows_who_sat_there_when():
    score_list = whole_list()
    client, tournament = organizer(score_list), score_list.series.tournament
    names = ("list-confirm", "list-history", "list-players", "list-settlement")
    pages = [reverse(name, args=[score_list.pk]) for name in names]
    pages += [reverse("series-seat", args=[score_list.series_id, each]) for each in range(1, 6)]
    pages += [reverse("entry", args=[each.pk]) for each in tournament.entries.all()]
    for address in [*pages, reverse("tournament", args=[tournament.pk])]:
        assert client.get(address, {"stake": "1"}).status_code == 200, address
    assert text(client.get(reverse("list", args=[score_list.pk]))).count("from round 3") >= 2
    by_table = client.get(reverse("series", args=[score_list.series_id]), {"by": "tables"})
    assert "from round 3" in text(by_table)


def test_papers_of_list_and_tournament_have_a_column_for_who_joined():
    score_list = joined_list((*FIRST, *AS_THREE))
    client, tournament = organizer(score_list), score_list.series.tournament
    files = {
        kind: client.get(reverse("list-file", args=[score_list.pk, kind])).content
        for kind in ("pdf", "xlsx", "csv")
    }
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(files["pdf"])).pages)
    assert "Fink" in words
    assert "30/40" in words
    rows = [row.split(",") for row in files["csv"].decode("utf-8-sig").splitlines()]
    # 4 + 3 + 4 games: who joined at seat 2 deals game 9.
    numbers = [row[0] for row in rows]
    deals = rows[numbers.index("No.")].index("Dealer")
    dealers = [row[deals] for row in rows[numbers.index("1") : numbers.index("11") + 1]]
    assert dealers == [*"1234", *"134", *"1234"]
    assert load_workbook(BytesIO(files["xlsx"])).active.max_row > 11
    for name, *of in (("series-lists-xlsx", 1), ("tournament-xlsx",)):
        workbook = client.get(reverse(name, args=[tournament.pk, *of])).content
        assert "S1 T1" in load_workbook(BytesIO(workbook)).sheetnames
    for what in ("lists", "by-table", "by-name", "place-cards", "table-signs", "report", "interim"):
        response = client.get(reverse("print", args=[tournament.pk, what]), {"series": 1})
        assert response.status_code == 200, what
    [sign] = table_signs(one_series(score_list.series, drafts=True), {})
    assert ["Fink" in name for name in sign.names] == [False, True, False, False]
    results = client.get(reverse("table-file", args=[tournament.pk, "results", "csv"])).content
    assert '1,1,2,5,"Fink' in results.decode()  # series, table, seat, number


def test_pages_show_a_fourth_who_joined_a_table_of_three():
    """docs/law.md "A score list": the form offers seat 4."""
    score_list = table_of_three((1,), (5,))
    client = organizer(score_list)
    page = client.get(reverse("list-players", args=[score_list.pk]))
    assert [seat for seat, _name in page.context["form"].fields["seat"].choices] == [1, 2, 3, 4]
    response = send(client, score_list, seat=4, after_round=1, joins=5, agreed="on")
    assert response.status_code == 302
    score_list.refresh_from_db()
    assert score_list.outline.games_planned == 11
    assert "Fink" in text(client.get(reverse("list-players", args=[score_list.pk])))
    page = client.get(reverse("list", args=[score_list.pk])).content.decode()
    assert ("Fink" in page, page.count("data-seat=")) == (True, 3), "who began may be exchanged"
    by_table = client.get(reverse("series", args=[score_list.series_id]), {"by": "tables"})
    assert "from round 2" in text(by_table)


def test_rounds_and_table_say_where_a_list_ended_that_somebody_had_left_or_was_to_join():
    """Broken off in the second round: nobody sat there in the third."""
    score_list = joined_list((*FIRST, *AS_THREE[:2]))
    act(close_list, score_list, stop_reason="power cut")
    client = organizer(score_list)
    page = text(client.get(reverse("list-players", args=[score_list.pk])))
    assert "rounds 1 to 2, 6 games" in page
    assert "rounds 1 to 1, 4 games" in page
    assert "Eva Fink (5), no game: the list ended before" in page
    table = client.get(reverse("series", args=[score_list.series_id]), {"by": "tables"})
    assert "ended early: power cut" in text(table)
