"""Export and import of the office: categories, teams, money, rulings."""

import json
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import ForeignKey, Model
from django.utils import timezone

from scoring.exchange import document as parts
from scoring.exchange.part import Part
from scoring.exchange.reads.export import export_text
from scoring.exchange.reads.verify import verify
from scoring.exchange.services import import_tournament
from scoring.models import Booking, Season, Tournament
from tests.exchange.test_services_exchange import (
    BY,
    Document,
    imported,
    named,
    refused,
)
from tests.factories import make_user
from tests.office_rows import furnish
from tests.simulated import eventful

pytestmark = pytest.mark.django_db


def furnished() -> Tournament:
    tournament = eventful()
    furnish(tournament, make_user("kassierer"))
    return tournament


@cache
def furnished_text() -> str:
    """The document of a simulated tournament with everything, which is not here."""
    with transaction.atomic():
        text = export_text(furnished())
        transaction.set_rollback(True)
    return text


@pytest.fixture
def document() -> Document:
    document: Document = json.loads(furnished_text())
    return document


def of_tournament(model: type[Model], tournament: Tournament) -> int:
    """The number of rows of a model that belong to a tournament, by any path of foreign keys."""
    roads = (
        "tournament",
        "entry__tournament",
        "contest__tournament",
        "series__tournament",
        "list__series__tournament",
        "ruling__tournament",
    )
    for road in roads:
        first = road.split("__")[0]
        if any(isinstance(f, ForeignKey) and f.name == first for f in model._meta.fields):
            return model._default_manager.filter(**{road: tournament}).count()
    return -1


def test_every_row_of_every_model_is_restored_to_the_byte():
    first = furnished()
    text = export_text(first)
    second = import_tournament(text.encode(), by=BY)
    assert export_text(second) == text
    counted = 0
    for model in apps.get_app_config("scoring").get_models():
        mine = of_tournament(model, first)
        assert of_tournament(model, second) == mine, model.__name__
        counted += mine > 0
    assert counted >= 20
    assert verify(second) == []


@pytest.mark.parametrize(
    ("model", "part", "left_out"),
    [
        # That it was reported concerns the server that received it.
        ("Tournament", parts.SettingsPart, {"host", "reported_at", "replaced_by"}),
        ("Entry", parts.EntryPart, {"tournament"}),
        ("TeamMember", parts.MemberPart, {"team", "contest"}),
        ("Team", parts.TeamPart, {"contest"}),
        ("TeamContest", parts.ContestPart, {"tournament"}),
        ("Category", parts.CategoryPart, {"tournament"}),
        ("Adjustment", parts.AdjustmentPart, set()),
        ("Fees", parts.FeesPart, {"tournament"}),
        ("Pot", parts.PotPart, {"tournament"}),
        ("PrizeInKind", parts.PrizeInKindPart, {"pot"}),
        ("Booking", parts.BookingPart, {"tournament"}),
        ("TillCount", parts.TillCountPart, {"tournament"}),
        ("Ruling", parts.RulingPart, {"tournament"}),
        ("Objection", parts.ObjectionPart, {"ruling"}),
        ("Announcement", parts.AnnouncementPart, {"tournament"}),
        ("Lot", parts.LotPart, {"tournament"}),
        ("Series", parts.SeriesPart, {"tournament"}),
        # Two follow from who sits at the table, the last is of pages that are open now.
        ("ScoreList", parts.TablePart, {"series", "seats", "began_as_three", "layout"}),
        ("Seat", parts.SeatPart, {"list", "series"}),
        ("Draw", parts.DrawPart, {"series"}),
        ("Recheck", parts.RecheckPart, {"list", "layout"}),
        ("LogEntry", parts.LogRowPart, {"tournament", "host"}),
    ],
)
def test_every_column_is_exported(model: str, part: type[Part], left_out: set[str]):
    """A new column has to be exported, or to be named here with its reason."""
    columns = {field.name for field in apps.get_model("scoring", model)._meta.fields} - {"id"}
    exported = {column.split("__")[0] for column in part.columns().values()} | {*part.APART}
    assert columns - exported == left_out


def test_prizes_in_kind_are_written_where_there_are_any_and_restored(document: Document):
    """docs/formats.md: documents from before prizes in kind stay as they are."""
    assert not any("in_kind" in pot for pot in document["pots"])
    player = document["entries"][0]["start_number"]
    things = [{"number": 1, "title": "Schinken", "player": player}, {"number": 2, "title": "Wein"}]
    document["pots"][0]["in_kind"] = things
    again = json.loads(export_text(imported(document)))
    assert again["pots"][0]["in_kind"] == things
    assert "in_kind" not in again["pots"][1]


def test_lots_of_older_documents_have_no_totals_and_hold_at_any(document: Document):
    document["lots"] = [{"scope": "overall", "player": 1, "order": 1}]
    assert list(imported(document).lots.values_list("drawing", "totals")) == [(0, "")]


def test_bookings_of_who_is_not_there_any_more_are_exported(document: Document):
    tournament = imported(document)
    removed = tournament.bookings.get(number=4)
    assert (removed.entry, removed.start_number, removed.cents) == (None, 99, 1500)
    Booking.objects.create(
        tournament=tournament,
        number=5,
        kind="other",
        entry_id=987_654,
        start_number=7,
        cents=1,
        at=tournament.bookings.first().at,
    )
    text = export_text(tournament)
    assert json.loads(text)["bookings"][-1]["start_number"] == 7
    assert "player" not in json.loads(text)["bookings"][-1]
    assert export_text(import_tournament(text.encode(), by=BY)) == text


def test_existing_season_is_joined_and_not_changed_and_a_closed_one_takes_in_none(
    document: Document,
):
    imported(document)
    assert Season.objects.count() == 1
    Season.objects.update(best_of=3)
    assert named(refused(document)) == {("tournament.season_best_of", "document-season-differs")}
    Season.objects.update(
        best_of=document["tournament"]["season_best_of"], closed_at=timezone.now()
    )
    assert named(refused(document)) == {("tournament.season", "document-season-closed")}
    document["tournament"] |= {"season": None, "season_best_of": None}
    assert imported(document).season is None


def put(path: str, value: object) -> Any:
    """Change a document: contests[0].teams[0].number = 2"""

    def change(document: Document) -> None:
        at: Any = document
        *road, last = [
            int(step) if step.isdecimal() else step
            for step in path.replace("[", ".").replace("]", "").split(".")
        ]
        for step in road:
            at = at[step]
        if isinstance(value, dict) and isinstance(at[last], dict):
            at[last] |= value
        else:
            at[last] = value(at[last]) if callable(value) else value

    return change


def with_first_twice(rows: list[Any]) -> list[Any]:
    return [*rows, rows[0]]


LIST, DRAWS = "series[0].tables[0]", "series[0].draws"


@pytest.mark.parametrize(
    ("path", "value", "where", "code"),
    [
        ("entries[1].start_number", 1, "entries[1].start_number", "twice"),
        ("entries[0].until_series", 0, "entries[0].until_series", "leaves-before-coming"),
        ("tournament.system", "bavarian", "tournament.system", "not-a-choice"),
        ("tournament.ramsch", True, "tournament.ramsch", "option-unknown"),
        ("tournament.hand_loss", 1, "tournament.hand_loss", "option-unknown"),
        ("tournament", {"sample": True, "public": True}, "tournament.public", "sample-public"),
        ("memberships", with_first_twice, "memberships[2].user", "twice"),
        ("memberships[0].user", "../etc", "memberships[0].user", "shape"),
        ("lots", with_first_twice, "lots[4].player", "twice"),
        ("lots[0].player", 99, "lots[0].player", "unknown"),
        ("series", with_first_twice, "series[1].number", "twice"),
        (DRAWS, with_first_twice, f"{DRAWS}[1].number", "twice"),
        ("series[0].tables[1].number", 1, "series[0].tables[1].number", "twice"),
        (f"{LIST}.seats[0].player", 99, f"{LIST}.seats[0].player", "unknown"),
        (f"{LIST}.seats", lambda rows: rows[1:], f"{LIST}.seats", "seats-not-3-or-4"),
        (f"{LIST}.games_due", 48, f"{LIST}.games_due", "verify-games-due"),
        (f"{LIST}.depth", "totals", f"{LIST}.depth", "verify-games-without-depth"),
        (f"{LIST}.confirmed_revision", 1, f"{LIST}.confirmed_revision",
         "verify-confirmed-revision"),
        (f"{LIST}.confirmed_by", "clara", f"{LIST}.confirmed_by", "verify-confirmed-by-typist"),
        (f"{LIST}.games", lambda rows: rows[:4] + rows[5:], f"{LIST}.games", "game-number-missing"),
        (f"{LIST}.games[0]", {"soloist": 1, "passed": False, "game": "hearts", "tops": 1},
         f"{LIST}.games[0].soloist", "dealer-is-soloist"),
        (f"{LIST}.games[0]", {"options": {"hand_loss": 1}},
         f"{LIST}.games[0].options", "option-not-allowed"),
        (f"{LIST}.games[0]", {"wenzel_bonus": True},
         f"{LIST}.games[0].options", "options-of-a-game"),
        ("categories[1].name", "Damen", "categories[1].name", "twice"),
        ("entries[0].categories", ["Herren"], "entries[0].categories[0]", "unknown"),
        ("entries[0].categories", ["Damen", "Damen"], "entries[0].categories[1]", "twice"),
        ("contests[1].kind", "team", "contests[1].kind", "twice"),
        ("contests[1].one_of", "Herren", "contests[1].one_of", "unknown"),
        ("contests[0].teams[1].number", 1, "contests[0].teams[1].number", "twice"),
        ("contests[0].teams[1].name", "Skatbrüder 1",
         "contests[0].teams[1].name", "twice"),
        ("contests[0].teams[1].members[0].player", 1,
         "contests[0].teams", "twice"),
        ("contests[0].teams[1].members[0].player", 77,
         "contests[0].teams[1].members[0].player", "unknown"),
        ("contests[0].teams[0].members[1].position", 1,
         "contests[0].teams[0].members[1].position", "twice"),
        ("contests[0].teams[0].members[2].until_series", 1,
         "contests[0].teams[0].members[2].until_series", "leaves-before-coming"),
        ("adjustments[0].player", 77, "adjustments[0].player", "unknown"),
        ("adjustments[0].series", 9, "adjustments[0].series", "unknown"),
        ("adjustments[1].points", 0, "adjustments[1].points", "changes-nothing"),
        ("adjustments[2].reverses", 2, "adjustments", "verify-adjustment-reversal"),
        ("adjustments[2].reverses", 3, "adjustments[2].reverses", "unknown"),
        ("adjustments[1].reverses", 1, "adjustments[2].reverses", "twice"),
        ("fees.lost_ladder", [[4, 50], [1, 100]], "fees", "verify-ladder"),
        ("contests[0].size", 2, "contests", "verify-team-size"),
        ("bookings[3].number", 5, "number", "verify-booking-number"),
        ("bookings[1].player", 2, "reverses", "verify-reversal"),
        ("lots[0].scope", "series/9", "lots[0].scope", "unknown"),
        ("lots[0].scope", "category/Freispieler", "lots[0].scope", "unknown"),
        ("lots[0].scope", "special/net-games", "lots[0].scope", "unknown"),
        ("pots[1].number", 1, "pots[1].number", "twice"),
        ("pots[0].series", 9, "pots[0].series", "unknown"),
        ("pots[1].category", "Herren", "pots[1].category", "unknown"),
        ("pots[1].category", None, "pots[1]", "field-missing"),
        ("pots[0].plan", {"every": "three"}, "plan", "verify-pot-plan"),
        ("pots[0].in_kind", [{"number": 1, "title": "A", "player": 77}],
         "pots[0].in_kind[0].player", "unknown"),
        ("pots[0].in_kind", [{"number": 1, "title": "A"}, {"number": 1, "title": "B"}],
         "pots[0].in_kind[1].number", "twice"),
        ("bookings[1].number", 1, "bookings[1].number", "twice"),
        ("bookings[1].reverses", 3, "bookings[1].reverses", "unknown"),
        ("bookings[2].table", 99, "bookings[2].table", "unknown"),
        ("bookings[2].table", None, "bookings[2]", "field-missing"),
        ("bookings[2].series", 99, "bookings[2].table", "unknown"),
        ("bookings[0].pot", 9, "bookings[0].pot", "unknown"),
        ("bookings[3].cents", 0, "bookings[3].cents", "changes-nothing"),
        ("bookings[0].player", 77, "bookings[0].player", "unknown"),
        ("logo", "R0lGODlh", "logo", "not-a-picture"),
        ("logo", "iVBORw0KGgo/Pz8/", "logo", "not-a-picture"),  # a PNG's first bytes alone
        ("rulings[1].number", 1, "rulings[1].number", "twice"),
        ("rulings[0].table", 99, "rulings[0].table", "unknown"),
        ("rulings[0].objection.decided_at", None, "rulings[0].objection", "field-missing"),
        ("rulings[0].objection.player", 77, "rulings[0].objection.player", "unknown"),
        ("announcement.items", {"A.a": 7}, "announcement.items[...]", "shape"),
        ("rulings[0].incident.row", ["revoke"], "rulings[0].incident.row", "shape"),
        ("rulings[0].incident.series", "one", "rulings[0].incident.series", "shape"),
        ("rulings[0].decision.verdict", {}, "rulings[0].decision.verdict", "shape"),
        ("rulings[0].decision.score", "30", "rulings[0].decision.score", "shape"),
        ("rulings[0].paragraphs", ["TO 7.3.3", 7], "rulings[0].paragraphs[1]", "shape"),
        ("lots[2].team", 77, "lots[2].team", "unknown"),
        ("lots[2].player", 1, "lots[2]", "lot-of-nobody"),
        ("lots[2].scope", "team/1", "lots[2].scope", "shape"),
        ("lots[3].drawing", 1, "lots", "verify-lot-drawing"),
        ("lots[3].order", 1, "lots", "verify-lot-drawing"),
        ("lots[3].totals", "0 1 2 3", "lots", "verify-lot-drawing"),
    ],
)  # fmt: skip
def test_contradiction_is_reported_with_its_path(
    document: Document, path: str, value: object, where: str, code: str
):
    put(path, value)(document)
    assert {(where, code), (where, f"document-{code}")} & named(refused(document))
