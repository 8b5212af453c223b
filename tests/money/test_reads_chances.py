"""Who can still win a prize, on pages and projector (docs/practice.md "Who is sure of a prize")."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.lists.services.games import record_games
from scoring.models import Entry, Role, Seat, Series, Tournament
from scoring.models.tournament import TournamentSource
from scoring.money.reads.chances import Chances, PrizeChance, PrizeField, Visible, chances_of
from scoring.money.services.pots import create_pot
from scoring.public import services
from scoring.public.access import room_of
from scoring.public.reads.projector import part_choices, wall
from scoring.rules.chances import RUNS, Need
from scoring.series.services.series import move_series
from scoring.simulation import services as simulation
from scoring.standings.reads.players import standings
from tests.factories import make_member
from tests.money.till import promised
from tests.simulated import BY, DAY
from tests.snapshots import built_once
from tests.visitors import undone

OFFICE = Visible()
PLAN = simulation.SimulationPlan(16, 3, "chances", "Herbstpokal", DAY, rounds=3)


@pytest.fixture
@built_once
def tournament(db: None) -> Tournament:
    """Two of three series are played and shown; four of sixteen win a prize."""
    found = simulation.register(PLAN, by=BY)
    create_pot(found, promised(40_00, 30_00, 20_00, 10_00), by=BY)
    for number in (1, 2):
        simulation.play_series(PLAN, found, number, by=BY)
        services.set_part_public(found.series.get(number=number), "results", True, by=BY)
    found.refresh_from_db()
    services.set_public(found, True, by=BY)
    services.set_shows_chances(found, True, by=BY)
    return found


def asked(tournament: Tournament, visible: Visible = OFFICE) -> Chances:
    found = chances_of(TournamentSource(tournament), visible)
    assert found is not None
    return found


def playing(tournament: Tournament) -> Series:
    """The last series, at its tables."""
    series = simulation.seat_series(PLAN, tournament, 3, by=BY)
    move_series(series, "playing", by=BY)
    return series


def type_lists(series: Series, *tables: int, games: int | None = None) -> None:
    """Type these lists, or the first games of them."""
    for score_list in series.lists.select_related("series__tournament").filter(
        table_number__in=tables
    ):
        done = simulation.play_table(PLAN, score_list)
        if games is None:
            simulation.enter_list(PLAN, score_list, done, by=BY)
        else:
            record_games(score_list, done.lines[:games], by=BY, revision=score_list.revision)


def test_before_the_last_series_everybody_has_a_chance_and_nobody_is_sure(tournament):
    """Not drawn yet: nobody's table is known, and 36 games can bring anything."""
    found = asked(tournament)
    assert (found.places, found.has_pot, found.series.number) == (4, True, 3)
    assert [row.verdict for row in found.rows] == ["open"] * 16
    percent = [row.percent or 0 for row in found.rows]
    assert percent[0] > 50 > percent[-1]
    assert 380 < sum(percent) < 420
    assert asked(tournament) == found, "equal standings have equal chances"
    assert f"{found.seed:08X}" in found.note
    tournament.pots.all().delete()
    podium = asked(tournament)
    assert (podium.places, podium.has_pot) == (3, False)


def test_an_estimate_draws_whole_lists(tournament):
    """What one player of a table wins the others do not: the results of a list stay together."""
    source, series = TournamentSource(tournament), tournament.series.get(number=3)
    field = PrizeField(source, standings(tournament), series, OFFICE)
    seats = Seat.objects.filter(series__number__lt=3).order_by("series", "list_id", "position")
    performances = seats.values_list("performance", flat=True)
    assert field.played() == [list(performances[at : at + 4]) for at in range(0, 32, 4)]


def test_there_are_no_chances_earlier_or_later(tournament):
    tournament.series.filter(number=2).update(state="playing")
    assert chances_of(TournamentSource(tournament), OFFICE) is None
    tournament.series.update(state="closed")
    assert chances_of(TournamentSource(tournament), OFFICE) is None


def test_while_the_last_series_is_played_finished_tables_are_compared_exactly(tournament):
    """And the last games of a table are few enough to be certain."""
    series = playing(tournament)
    type_lists(series, 1, 2, 3)
    rows = asked(tournament).rows
    assert len(rows) == 16
    seated = set(series.lists.get(table_number=4).seat_rows.values_list("entry_id", flat=True))
    assert "out" in {row.verdict for row in rows if row.entry_id not in seated}
    with undone():
        type_lists(series, 4, games=11)
        rows = asked(tournament).rows
        verdicts = [row.verdict for row in rows]
        assert verdicts.count("sure") >= 2
        assert verdicts.count("out") >= 6
        assert {row.percent for row in rows if row.verdict != "open"} == {0, 100}
    type_lists(series, 4)
    assert chances_of(TournamentSource(tournament), OFFICE) is None  # nothing is open any more


def test_who_was_expelled_wins_nothing_and_stands_in_nobodys_way(tournament):
    best = asked(tournament).rows[0]
    Entry.objects.filter(pk=best.entry_id).update(state="expelled")
    found = asked(tournament)
    assert best.entry_id not in [row.entry_id for row in found.rows]
    assert 380 < sum(row.percent or 0 for row in found.rows) < 420


def test_hidden_results_decide_nothing_that_a_visitor_reads(tournament):
    """A list of the last series counts, and the room does not see its results yet."""
    room = Visible({1, 2}, {1, 2}, running=False)
    before = asked(tournament, room)
    series = playing(tournament)
    type_lists(series, 1, 2)
    assert asked(tournament, room).rows == before.rows
    drawn = asked(tournament, Visible({1, 2}, {1, 2, 3}, running=False))
    assert [row.verdict for row in drawn.rows] == ["open"] * 16
    assert chances_of(TournamentSource(tournament), Visible({1}, {1}, running=False)) is None


@pytest.mark.parametrize(
    ("need", "words"),
    [
        (Need(1, 18, 1), "18 Punkte mehr als Reh, oder Reh verliert ein Spiel mehr"),
        (Need(1, 180, 3), "180 Punkte mehr als Reh, oder Reh verliert 3 Spiele mehr"),
        (Need(1, 1), "1 Punkt mehr als Reh"),
        (Need(1, -340), "340 Punkte vor Reh"),
        (Need(1, 0), "gleichauf mit Reh"),
    ],
)
def test_what_one_needs_is_said_as_players_say_it(need, words):
    with translation.override("de"):
        assert PrizeChance(7, 7, "Adler, Ada", "open", 62, need, "Reh").words == words


@pytest.mark.parametrize(
    ("verdict", "percent", "text"),
    [
        ("sure", 100, "sicher"),
        ("out", 0, "nicht mehr möglich"),
        ("open", 62, "etwa 62 %"),
        ("open", 0, "unter 1 %"),
        ("open", 100, "über 99 %"),
        ("open", None, "möglich"),
    ],
)
def test_a_chance_is_said_in_a_word_or_a_figure(verdict, percent, text):
    with translation.override("de"):
        assert PrizeChance(7, 7, "Adler, Ada", verdict, percent).text == text


@pytest.fixture
def reader(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(make_member(tournament, Role.VIEWER))
    return client


def pages_of(tournament: Tournament) -> dict[str, str]:
    first = asked(tournament).rows[0].start_number
    room = {"room-standings": (), "room-wall-pages": (), "room-player": (first,), "standings": ()}
    return {name: reverse(name, args=[tournament.pk, *more]) for name, more in room.items()}


def test_the_switch_of_the_organizer_shows_them_everywhere_and_nothing_else_does(
    tournament, reader
):
    pages = pages_of(tournament)
    shown = {name: reader.get(url).content.decode() for name, url in pages.items()}
    assert "Wer kommt in den Preis?" in shown["room-standings"]
    assert f"{RUNS // 1000}\N{NARROW NO-BREAK SPACE}000 Durchläufe" in shown["standings"]
    assert 'data-part="chances"' in shown["room-wall-pages"]
    assert "Preis:" in shown["room-player"]
    assert "chances" in dict(part_choices(tournament))
    services.set_shows_chances(tournament, False, by=BY)
    for name, url in pages.items():
        page = reader.get(url).content.decode()
        assert "Preis" not in page or name == "room-wall-pages"
        assert 'data-part="chances"' not in page


def test_the_projector_names_the_sure_and_the_likely(tournament):
    series = playing(tournament)
    services.set_part_public(series, "seating", True, by=BY)
    [part] = [part for part in wall(room_of(tournament.pk)).parts if part.code == "chances"]
    rows = asked(tournament, Visible({1, 2}, {1, 2, 3}, False)).rows
    assert [row.name for row in part.rows] == [row.name for row in rows if row.percent]
    assert part.usual


def test_no_page_asks_much_for_them(tournament, reader, django_assert_max_num_queries):
    series = playing(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(phones=True)
    services.set_part_public(series, "results", True, by=BY)
    type_lists(series, 1)
    type_lists(series, 2, 3, games=5)
    with django_assert_max_num_queries(17):
        assert asked(tournament).seed
    for name, url in pages_of(tournament).items():
        cache.clear()
        with django_assert_max_num_queries(60 if name == "standings" else 25):
            assert b"Preis" in reader.get(url).content
