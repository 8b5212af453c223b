"""Export and import of a tournament as one document: complete, unchanged, and recomputed."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.utils.translation import override

from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_season, export_text
from scoring.exchange.reads.verify import verify
from scoring.exchange.services import writing
from scoring.exchange.services.tournament import import_tournament
from scoring.lists.services.games import record_game
from scoring.lists.services.moves import insert_game
from scoring.messages.catalogue import message
from scoring.models import Actor, Membership, NoListReason, PotChoice, ScoreList, Tournament, User
from scoring.rules.problem import Problem
from tests.factories import line, make_series, make_user, open_list
from tests.simulated import counts, eventful, finished
from tests.visitors import undone

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
Document = dict[str, Any]


def exported(tournament: Tournament) -> Document:
    return json.loads(export_text(tournament))


def imported(document: object) -> Tournament:
    return import_tournament(json.dumps(document).encode(), by=BY)


def refused(document: object) -> list[Problem]:
    """The problems of a document; nothing may have been written."""
    before = counts()
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(Refused) as refusal:
        import_tournament(data, by=BY)
    assert counts() == before
    return refusal.value.problems


def named(problems: list[Problem]) -> set[tuple[str, str]]:
    return {(problem.field, problem.code) for problem in problems}


@pytest.fixture
def document() -> Document:
    """Of a tournament that is not here; its text is written once."""
    return json.loads(text_of(eventful))


@cache
def text_of(build: Callable[[], Tournament]) -> str:
    with undone():
        return export_text(build())


class TestRoundTrip:
    @pytest.mark.parametrize("system", ["texas", "nasl1975", "nasl1898"])
    def test_export_after_import_is_byte_identical(self, system: str) -> None:
        text = export_text(finished(system=system))
        assert export_text(import_tournament(text.encode(), by=BY)) == text
        assert verify() == []

    def test_a_row_that_moved_comes_back_with_its_line(self) -> None:
        """SkO 3.2.7: it counts nowhere, and no document smuggles a game in under it."""
        score_list = open_list()
        record_game(score_list, line(1, 2, bid=18), by=BY, revision=1)
        insert_game(score_list, 1, by=BY, revision=2)
        text = export_text(score_list.series.tournament)
        again = import_tournament(text.encode(), by=BY)
        assert export_text(again) == text
        [moved] = again.series.get().lists.get().lines()
        assert (moved.unread, moved.misplaced.soloist, moved.misplaced.game.bid) == (True, 2, 18)
        assert verify(again) == []
        document = json.loads(text)
        record = document["series"][0]["tables"][0]["games"][0]
        record["misplaced"] |= {"annulled": True, "options": {"hand_loss": 1}}
        assert {code for _, code in named(refused(document))} == {"document-field-unknown"}

    def test_chosen_pots_and_who_has_no_list_are_restored_and_unknown_pots_refused(self) -> None:
        tournament = eventful()
        pot = tournament.pots.create(number=1, title="Einzel", kind="overall", optional=True)
        assert '"pots": [1]' not in export_text(tournament)
        entry = tournament.entries.first()
        PotChoice.objects.create(entry=entry, pot=pot)
        series = make_series(tournament)
        series.minutes = 130
        series.save()
        NoListReason.objects.create(series=series, entry=entry, reason="waits for a train")
        text = export_text(tournament)
        again = import_tournament(text.encode(), by=BY)
        assert export_text(again) == text
        assert PotChoice.objects.get(pot__tournament=again).entry.start_number == entry.start_number
        assert NoListReason.objects.get(series__tournament=again).series.minutes == 130
        document = json.loads(text)
        document["entries"][0]["pots"] = [1, 2, 1]
        assert named(refused(document)) == {
            ("entries[0].pots[1]", "document-unknown"),
            ("entries[0].pots[2]", "document-twice"),
        }

    def test_minimal_document_has_name_and_date(self) -> None:
        tournament = imported({"format": 1, "tournament": {"name": "Ä", "date": "2026-11-21"}})
        found = tournament.name, tournament.system, tournament.state
        assert found == ("Ä", "isko-1998", "prepare")


def test_wenzels_are_allowed_where_the_bonus_or_a_game_has_some(document: Document) -> None:
    """docs/formats.md: without the key; where it says no, they are refused."""
    assert "wenzels" not in document["tournament"]
    assert not imported(document).wenzels
    game = document["series"][0]["tables"][1]["games"][0]
    game["wenzel"] = "K"
    tournament = imported(document)
    assert (tournament.wenzels, tournament.wenzel_bonus) == (True, False)
    again = exported(tournament)
    assert again["tournament"]["wenzels"] is True
    assert exported(imported(again)) == again
    settings = {"name": "A", "date": "2026-11-21", "wenzel_bonus": True}
    assert imported({"format": 1, "tournament": settings}).wenzels
    document["tournament"]["wenzels"] = False
    path = "series[0].tables[1].games[0].wenzel"
    assert named(refused(document)) == {(path, "wenzels-not-chosen")}
    document["tournament"]["wenzel_bonus"] = True
    assert ("tournament.wenzel_bonus", "bonus-without-wenzels") in named(refused(document))


def test_a_known_account_is_matched_and_an_unknown_one_imported_locked(document: Document) -> None:
    known = make_user("known", password="secret")
    text = json.dumps(document).replace('"clara"', '"known"')
    assert Membership.objects.get(tournament=import_tournament(text.encode(), by=BY), user=known)
    known.refresh_from_db()
    assert known.is_active
    text = json.dumps(document).replace('"clara"', '"stranger"')
    again = import_tournament(text.encode(), by=BY)
    stranger = User.objects.get(username="=stranger")
    assert not stranger.is_active
    assert not stranger.has_usable_password()
    assert ScoreList.objects.filter(series__tournament=again, entered_by=stranger).exists()
    # An account of the same name that helps here since stands in the document alone.
    Membership.objects.create(tournament=again, user=make_user("stranger"), role="organizer")
    league = again.host.seasons.create(name="Liga", kind="league")
    for user in User.objects.filter(username__endswith="stranger"):
        league.leaders.create(user=user)
    memberships = exported(imported(exported(again)))["memberships"]
    assert {"user": "stranger", "role": "organizer"} in memberships
    assert len({row["user"] for row in memberships}) == len(memberships)
    assert json.loads(export_season(league))["league"]["leaders"] == ["stranger"]


class TestControls:
    """Every figure is recomputed; the document's own figures must agree."""

    def test_a_changed_total_is_refused_with_table_and_seat_before_the_block_opens(
        self, document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writing, "changing", None)
        document["series"][0]["tables"][0]["seats"][1]["points"] += 27
        (problem,) = refused(document)
        assert problem.field == "series[0].tables[0].points"
        with override("en"):
            assert message(problem).startswith("Seat 2: game points")

    def test_what_follows_from_the_games_may_be_left_out(self, document: Document) -> None:
        """docs/formats.md: also which of several attempts a game is, and in any order."""
        before = copy.deepcopy(document)
        for table in document["series"][0]["tables"]:
            for game in table["games"]:
                game.pop("attempt", None)
                if not game.get("overbid"):
                    game.pop("score", None)
            table["games"].sort(key=lambda game: -game["number"])
            table["seats"].reverse()
            for seat in table["seats"]:
                for key in ("points", "won", "lost", "others_lost", "performance"):
                    del seat[key]
        assert exported(imported(document)) == before

    def test_bare_totals_must_be_possible(self) -> None:
        """1 won, 0 lost with 19 points is impossible (docs/law.md "A score list" 6)."""
        document = exported(finished(by_totals=1.0))
        for seat in document["series"][0]["tables"][0]["seats"]:
            del seat["others_lost"], seat["performance"], seat["paper_total"]
        seat = document["series"][0]["tables"][0]["seats"][0]
        seat.update(points=19, won=1, lost=0)
        codes = {problem.code for problem in refused(document)}
        assert "infeasible-points" in codes


def test_the_first_fault_of_shape_is_named_and_all_of_the_content(document: Document) -> None:
    one, other = document["entries"][3], document["entries"][5]
    one["start_number"] = other["start_number"] = 0
    assert named(refused(document)) == {("entries[3].start_number", "document-shape")}
    one["start_number"] = other["start_number"] = 1
    document["tournament"] |= {"hand_loss": 1, "ramsch": True}
    paths = {problem.field for problem in refused(document)}
    assert paths >= {"entries[3].start_number", "entries[5].start_number"}
    assert paths >= {"tournament.hand_loss", "tournament.ramsch"}


def test_confirmation_by_an_author_of_the_list_is_refused(document: Document) -> None:
    """All authors in the log count, not only the last one."""
    first = next(row for row in document["log"] if row["action"] == "list.game.recorded")
    first["user"] = document["series"][0]["tables"][0]["confirmed_by"]
    assert named(refused(document)) == {
        ("series[0].tables[0].confirmed_by", "verify-confirmed-by-typist")
    }
    document["series"][0]["tables"][0]["self_confirmed"] = True
    assert verify(import_tournament(json.dumps(document).encode(), by=BY)) == []
