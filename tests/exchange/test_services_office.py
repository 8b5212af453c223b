"""Export and import of the office: categories, teams, money, rulings."""

import json
from functools import reduce
from operator import getitem
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model, QuerySet
from django.utils import timezone

from scoring.exchange import document as parts
from scoring.exchange.part import Part
from scoring.exchange.reads.export import export_text
from scoring.exchange.reads.verify import verify
from scoring.exchange.services.tournament import import_tournament
from scoring.models import Booking, Game, ScoreList, Season, Tournament
from tests.exchange.test_services_exchange import BY, Document, imported, named, refused, text_of
from tests.factories import make_user
from tests.office_rows import furnish
from tests.simulated import eventful

pytestmark = pytest.mark.django_db


def furnished() -> Tournament:
    tournament = eventful()
    furnish(tournament, make_user("kassierer"))
    return tournament


@pytest.fixture
def document() -> Document:
    """Of a simulated tournament with everything, which is not here."""
    return json.loads(text_of(furnished))


ROADS = ("", "entry__", "contest__", "series__", "list__series__", "ruling__")


def of_tournament(model: type[Model], tournament: Tournament) -> QuerySet[Any] | None:
    """The rows of a model that belong to a tournament, by any path of foreign keys."""
    keys = {field.name for field in model._meta.fields if isinstance(field, ForeignKey)}
    for road in (f"{road}tournament" for road in ROADS):
        if road.split("__")[0] in keys:
            return model._default_manager.filter(**{road: tournament})
    return None


def test_every_row_of_every_model_is_restored_to_the_byte():
    """Void, unread, overbid and confirmed ones among them."""
    first = furnished()
    text = export_text(first)
    second = import_tournament(text.encode(), by=BY)
    assert export_text(second) == text
    models = 0
    for model in apps.get_app_config("scoring").get_models():
        mine, theirs = of_tournament(model, first), of_tournament(model, second)
        if mine is not None:
            assert theirs.count() == mine.count(), model.__name__
            models += mine.exists()
    assert models >= 20
    for kind, count in (("annulled", 2), ("unread", 1), ("overbid", 2)):
        assert of_tournament(Game, second).filter(**{kind: True}).count() == count
    assert of_tournament(ScoreList, second).filter(state="confirmed").count() == 1
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
    later = {"number": 5, "entry_id": 987_654, "start_number": 7, "cents": 1, "at": removed.at}
    Booking.objects.create(tournament=tournament, kind="other", **later)
    assert verify(tournament) == []
    text = export_text(tournament)
    last = json.loads(text)["bookings"][-1]
    assert (last["start_number"], "player" in last) == (7, False)
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


def put(document: Document, path: str, value: object) -> None:
    """Change a document: contests[0].teams[0].number = 2"""
    *road, last = [
        int(step) if step.isdecimal() else step
        for step in path.replace("[", ".").replace("]", "").split(".")
    ]
    at: Any = reduce(getitem, road, document)
    if isinstance(value, dict) and isinstance(at[last], dict):
        at[last] |= value
    else:
        at[last] = value(at[last]) if callable(value) else value


def with_first_twice(rows: list[Any]) -> list[Any]:
    return [*rows, rows[0]]


LIST, DRAWS, TEAMS = "series[0].tables[0]", "series[0].draws", "contests[0].teams"


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("entries[1].start_number", 1, "twice"),
        ("entries[0].until_series", 0, "leaves-before-coming"),
        ("tournament.system", "bavarian", "not-a-choice"),
        ("memberships[0].user", "../etc", "shape"), ("lots[0].player", 99, "unknown"),
        ("series[0].tables[1].number", 1, "twice"), (f"{LIST}.seats[0].player", 99, "unknown"),
        (f"{LIST}.seats", lambda rows: rows[1:], "seats-not-3-or-4"),
        (f"{LIST}.games_due", 48, "verify-games-due"),
        (f"{LIST}.depth", "totals", "verify-games-without-depth"),
        (f"{LIST}.confirmed_revision", 1, "verify-confirmed-revision"),
        (f"{LIST}.confirmed_by", "clara", "verify-confirmed-by-typist"),
        (f"{LIST}.games", lambda rows: rows[:4] + rows[5:], "game-number-missing"),
        ("categories[1].name", "Damen", "twice"), ("contests[1].kind", "team", "twice"),
        (f"{TEAMS}[1].number", 1, "twice"), (f"{TEAMS}[1].name", "Skatbrüder 1", "twice"),
        (f"{TEAMS}[1].members[0].player", 77, "unknown"),
        (f"{TEAMS}[0].members[1].position", 1, "twice"),
        (f"{TEAMS}[0].members[2].until_series", 1, "leaves-before-coming"),
        ("adjustments[0].series", 9, "unknown"), ("adjustments[1].points", 0, "changes-nothing"),
        ("adjustments[2].reverses", 3, "unknown"), ("pots[1].number", 1, "twice"),
        ("pots[1].category", "Herren", "unknown"), ("bookings[1].number", 1, "twice"),
        ("bookings[1].reverses", 3, "unknown"), ("bookings[2].table", 99, "unknown"),
        ("bookings[0].pot", 9, "unknown"), ("bookings[3].cents", 0, "changes-nothing"),
        ("logo", "R0lGODlh", "not-a-picture"),
        ("logo", "iVBORw0KGgo/Pz8/", "not-a-picture"),  # a PNG's first bytes alone
        ("rulings[1].number", 1, "twice"), ("rulings[0].table", 99, "unknown"),
        ("rulings[0].incident.row", ["revoke"], "shape"),
        ("rulings[0].incident.series", "one", "shape"),
        ("rulings[0].decision.verdict", {}, "shape"), ("rulings[0].decision.score", "30", "shape"),
        ("lots[2].team", 77, "unknown"), ("lots[2].scope", "team/1", "shape"),
    ],
)  # fmt: skip
def test_contradiction_is_reported_at_its_path(
    document: Document, path: str, value: object, code: str
):
    put(document, path, value)
    assert {(path, code), (path, f"document-{code}")} & named(refused(document))


@pytest.mark.parametrize(
    ("path", "value", "where", "code"),
    [
        ("tournament", {"sample": True, "public": True},
         "tournament.public", "sample-never-public"),
        ("tournament.hand_loss", 1, "tournament.hand_loss", "option-not-of-system"),
        ("tournament", {"best_of": 1, "league": True}, "tournament.best_of", "best-of-in-a-league"),
        ("memberships", with_first_twice, "memberships[2].user", "twice"),
        ("lots", with_first_twice, "lots[4].player", "twice"),
        ("series", with_first_twice, "series[1].number", "twice"),
        (DRAWS, with_first_twice, f"{DRAWS}[1].number", "twice"),
        (f"{LIST}.state", "final", LIST, "final-before-the-result"),
        (f"{LIST}.games[0]", {"soloist": 1, "passed": False, "game": "hearts", "tops": 1},
         f"{LIST}.games[0].soloist", "dealer-is-soloist"),
        (f"{LIST}.games[0]", {"options": {"hand_loss": 1}},
         f"{LIST}.games[0].options", "option-not-allowed"),
        (f"{LIST}.games[0]", {"wenzel_bonus": True},
         f"{LIST}.games[0].options", "options-of-a-game"),
        ("entries[0].categories", ["Herren"], "entries[0].categories[0]", "unknown"),
        ("entries[0].categories", ["Damen", "Damen"], "entries[0].categories[1]", "twice"),
        (f"{TEAMS}[1].members[0].player", 1, TEAMS, "twice"),
        ("adjustments[2].reverses", 2, "adjustments", "verify-adjustment-reversal"),
        ("adjustments[1].reverses", 1, "adjustments[2].reverses", "twice"),
        ("fees.lost_ladder", [[4, 50], [1, 100]], "fees", "verify-ladder"),
        ("contests[0].size", 2, "contests", "verify-team-size"),
        ("bookings[3].number", 5, "number", "verify-booking-number"),
        ("bookings[1].player", 2, "reverses", "verify-reversal"),
        ("pots[1].category", None, "pots[1]", "field-missing"),
        ("pots[0].plan", {"every": "three"}, "plan", "verify-pot-plan"),
        ("pots[0].in_kind", [{"number": 1, "title": "A"}, {"number": 1, "title": "B"}],
         "pots[0].in_kind[1].number", "twice"),
        ("bookings[2].table", None, "bookings[2]", "field-missing"),
        ("rulings[0].objection.decided_at", None, "rulings[0].objection", "field-missing"),
        ("announcement.items", {"A.a": 7}, "announcement.items[...]", "shape"),
        ("rulings[0].paragraphs", ["TO 7.3.3", 7], "rulings[0].paragraphs[1]", "shape"),
        ("lots[0].scope", "series/9", "lots", "verify-lot-scope"),
        ("lots[0].scope", "category/Freispieler", "lots", "verify-lot-scope"),
        ("lots[0].scope", "special/net-games", "lots", "verify-lot-scope"),
        ("lots[2].player", 1, "lots[2]", "lot-of-nobody"),
        ("lots[3].drawing", 1, "lots", "verify-lot-drawing"),
        ("lots[3].order", 1, "lots", "verify-lot-drawing"),
        ("lots[3].totals", "0 1 2 3", "lots", "verify-lot-drawing"),
    ],
)  # fmt: skip
def test_contradiction_is_reported_where_it_shows(
    document: Document, path: str, value: object, where: str, code: str
):
    put(document, path, value)
    assert {(where, code), (where, f"document-{code}")} & named(refused(document))
