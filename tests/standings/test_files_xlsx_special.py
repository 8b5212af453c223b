"""Formulas of rankings by one figure, recalculated by LibreOffice, also after a change."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest
from django.db.models import F
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.head import head_of
from scoring.models import Game, Person, Seat, Tournament
from scoring.standings.files.xlsx_others import special_standings_workbook
from scoring.standings.reads.live import MOST_OF_EACH, live_special
from scoring.standings.reads.scopes import find_standings, kinds_of, ranking_listing
from scoring.standings.reads.special import SpecialStandings, special_listing
from scoring.standings.services import record_lots
from tests.effort import repeats
from tests.factories import adjust
from tests.libreoffice import (
    all_recalculated,
    needs_office,
    recalculated,
    unlike_computed,
)
from tests.simulated import BY, finished
from tests.snapshots import built_once

pytestmark = pytest.mark.django_db
ISKO = ("best-series", "best-game", "hundred", "grand-ouvert", "most-won", "fewest-lost")
OVERSEAS = ("net-games", "top-solos", "best-game")


def special(tournament: Tournament, code: str) -> SpecialStandings:
    found = find_standings(tournament, f"special/{code}")
    assert isinstance(found, SpecialStandings)
    return found


def file_of(found: SpecialStandings) -> bytes:
    return special_standings_workbook(
        live_special(found), ranking_listing(found), head_of(found.tournament)
    )


def ranking(sheet: Worksheet) -> list[tuple[object, ...]]:
    """Rank, start number, name, figure and tie-breaks, row by row."""
    heads = next(row for row in range(1, 12) if sheet.cell(row, 2).value in ("Nr.", "No."))
    rows = sheet.iter_rows(min_row=heads + 1, values_only=True)
    return [
        (row[0], row[1], row[2], row[4], row[5] or "") for row in rows if isinstance(row[1], int)
    ]


def ours(found: SpecialStandings) -> list[tuple[object, ...]]:
    rows = sorted(found.rows, key=lambda row: (row.rank.rank, row.start_number))
    reasons = {row["start_number"]: row["reason"] for row in special_listing(found).rows}
    return [
        (row.rank.rank, row.start_number, row.name, row.figure, reasons[row.start_number])
        for row in rows
    ]


def held(content: bytes) -> Workbook:
    """The cached results, as shown by a program without recalculation."""
    return load_workbook(BytesIO(content), data_only=True)


@pytest.fixture
@built_once
def tournament() -> Tournament:
    """Three series; one list in five has no games, and a name begins with an equals sign."""
    tournament = finished(players=15, series=3, by_totals=0.2)
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    tournament.refresh_from_db()
    entry = tournament.entries.first()
    Person.objects.filter(pk=entry.person_id).update(family="=1+1", given="")
    adjust(tournament, 2, 500)  # such rankings count lists only
    return tournament


def computed(
    tournament: Tournament, codes: Iterable[str], folder: Path
) -> list[tuple[str, bytes, Workbook]]:
    """By code: the workbook of a ranking as it is written, and recalculated."""
    contents = {code: file_of(special(tournament, code)) for code in codes}
    workbooks = all_recalculated(contents.values(), folder)
    return [(*each, workbook) for each, workbook in zip(contents.items(), workbooks, strict=True)]


@needs_office
@pytest.mark.parametrize(
    ("rules", "codes"), repeats(({}, ISKO), ({"system": "nasl1975", "rounds": 6}, OVERSEAS))
)
def test_computed_figures_and_ranks_equal_the_page(tournament, tmp_path: Path, rules, codes):
    """docs/law.md "Performance": in North America net games, and solos against most tops."""
    if rules:
        tournament = finished(players=15, series=2, **rules)
    for code, content, workbook in computed(tournament, codes, tmp_path):
        found = special(tournament, code)
        assert unlike_computed(content, workbook) == [], code
        assert ranking(held(content).worksheets[0]) == ours(found), code
        assert found.rows or code == "grand-ouvert"


@pytest.mark.long
@needs_office
@pytest.mark.parametrize("ties", ["lot", "share"])
def test_equal_players_share_a_rank_until_all_have_drawn(tournament, tmp_path: Path, ties: str):
    """TO 5.1: a ranking by one figure has no tie-break but the lot. The best of who lost in every
    series is negative, not zero.
    """
    tournament.ties = ties
    tournament.save()
    *entries, loser = tournament.entries.order_by("start_number")[:4]
    for number, points in ((1, -300), (2, -120), (3, -410)):
        loser.seats.filter(series__number=number).update(
            points=points, won=0, lost=0, others_lost=0, performance=points
        )
    best = special(tournament, "best-series")
    assert (best.rows[-1].entry_id, best.rows[-1].figure) == (loser.pk, -120)
    contents = [file_of(best)]
    Seat.objects.filter(entry__in=entries).update(won=9, lost=0)
    found = special(tournament, "most-won")
    assert [row.rank.rank for row in found.rows[:3]] == [1, 1, 1]
    contents.append(file_of(found))
    workbooks = all_recalculated(contents, tmp_path)
    assert [*map(unlike_computed, contents, workbooks)] == [[], []]
    shown = [ranking(workbook.worksheets[0]) for workbook in workbooks]
    assert shown == [ours(best), ours(found)]
    record_lots(tournament, "special/most-won", entries[::-1], by=BY)
    found = special(tournament, "most-won")
    again = recalculated(file_of(found), tmp_path / "drawn")
    assert ranking(again.worksheets[0]) == ours(found)
    assert [row[0] for row in ours(found)[:3]] == ([1, 2, 3] if ties == "lot" else [1, 1, 1])
    assert bool(ours(found)[0][4])


def test_every_special_ranking_is_of_formulas(tournament):
    for kind in kinds_of(tournament).special:
        code = kind.scope.partition("/")[2]
        found = special(tournament, code)
        sheet = load_workbook(BytesIO(file_of(found))).worksheets[0]
        formulas = sum(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)
        assert formulas == len(found.rows) * 7, code  # six columns, and the hidden row in the sums


def test_single_game_ranking_uses_the_five_best_games_of_each_player(tournament):
    found = special(tournament, "best-game")
    games = live_special(found).games
    of = {
        row.start_number: [each for each in games if each["number"] == row.start_number]
        for row in found.rows
    }
    assert max(map(len, of.values())) == MOST_OF_EACH
    assert sum(map(len, of.values())) == len(games)
    won = Game.objects.filter(
        list__series__tournament=tournament, won=True, annulled=False, soloist__isnull=False
    )
    for row in found.rows:
        own = won.filter(
            list__seat_rows__entry=row.entry_id, list__seat_rows__position=F("soloist")
        )
        best = sorted(own.values_list("score", flat=True), reverse=True)[:MOST_OF_EACH]
        assert sorted((each["value"] for each in of[row.start_number]), reverse=True) == best
        assert [(each["series"], each["at"]) for each in of[row.start_number]] == sorted(
            (each["series"], each["at"]) for each in of[row.start_number]
        )
