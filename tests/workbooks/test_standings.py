"""Standings whose formulas LibreOffice computes: equal to ours, also after a figure changed."""

from io import BytesIO

import pytest
from django.utils import timezone
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.models import Adjustment, Person, Tournament
from scoring.reads.live import live_standings
from scoring.reads.output import head_of
from scoring.reads.standings import Standings, standings, standings_listing
from scoring.services.lots import record_lots
from scoring.workbooks.standings import standings_workbook
from tests.simulated import BY, finished
from tests.workbooks.office import needs_office, recalculated

pytestmark = [pytest.mark.django_db, needs_office]


def workbook_of(found: Standings) -> bytes:
    listing = standings_listing(found)
    return standings_workbook(live_standings(found), listing, head_of(found.tournament))


def ranking(sheet: Worksheet) -> list[tuple[object, ...]]:
    """Rank, start number and total, row by row."""
    heads = next(row for row in range(1, 12) if sheet.cell(row, 2).value in ("Nr.", "No."))
    headings = [cell.value for cell in sheet[heads]]
    total = headings.index("Gesamtpunkte" if "Gesamtpunkte" in headings else headings[-2])
    return [
        (row[0], row[1], row[2], row[total])
        for row in sheet.iter_rows(min_row=heads + 1, values_only=True)
        if row[1] is not None
    ]


def ours(found: Standings) -> list[tuple[object, ...]]:
    rows = sorted(found.rows, key=lambda row: (row.rank.rank, row.start_number))
    return [(row.rank.rank, row.start_number, row.name, row.performance) for row in rows]


@pytest.fixture
def tournament():
    tournament = finished(players=15, series=3)
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    tournament.refresh_from_db()
    return tournament


def test_every_rank_and_sum_equals_ours(tournament, tmp_path):
    """RULES 4, with best 2 of 3, adjustments in a series and of none, and a name that begins
    with an equals sign."""
    tournament.best_of = 2
    tournament.save()
    first, second = tournament.entries.all()[:2]
    for entry, series, points in ((first, tournament.series.first(), -200), (second, None, 75)):
        Adjustment.objects.create(
            entry=entry, series=series, points=points, reason="x", at=timezone.now()
        )
    Person.objects.filter(pk=first.person_id).update(family="=1+1", given="")
    for series in (None, tournament.series.last()):
        found = standings(tournament, series)
        workbook = recalculated(workbook_of(found), tmp_path)
        assert ranking(workbook.worksheets[0]) == ours(found)


def test_a_telephone_that_reckons_nothing_shows_the_ranking_too(tournament):
    found = standings(tournament)
    read = load_workbook(BytesIO(workbook_of(found)), data_only=True)
    assert ranking(read.worksheets[0]) == ours(found)


def test_ties_are_parted_by_games_and_lots(tournament, tmp_path):
    """TO 5.1: three equal players share a rank until all three have drawn."""
    seats = list(tournament.series.get(number=1).lists.first().seat_rows.all()[:3])
    for series in tournament.series.all():
        for seat in seats:
            tournament.series.get(number=series.number)
            own = seat.entry.seats.get(series=series)
            own.points, own.won, own.lost, own.others_lost = 100, 3, 1, 0
            own.performance = 200
            own.save()
    entries = [seat.entry for seat in seats]
    found = standings(tournament)
    assert ranking(recalculated(workbook_of(found), tmp_path).worksheets[0]) == ours(found)
    record_lots(tournament, "overall", entries[::-1], by=BY)
    found = standings(tournament)
    assert len({row.rank.rank for row in found.rows if row.entry_id in
                [entry.pk for entry in entries]}) == 3  # fmt: skip
    assert ranking(recalculated(workbook_of(found), tmp_path).worksheets[0]) == ours(found)


def test_a_changed_figure_moves_the_ranking(tournament, tmp_path):
    found = standings(tournament)
    last = max(found.rows, key=lambda row: row.rank.rank)
    workbook = load_workbook(BytesIO(workbook_of(found)))
    results = workbook.worksheets[2]
    row = next(row for row in results.iter_rows() if row[0].value == last.start_number)
    row[4].value += 10_000  # the game points
    changed = BytesIO()
    workbook.save(changed)
    [(rank, number, _name, total), *_rest] = ranking(
        recalculated(changed.getvalue(), tmp_path).worksheets[0]
    )
    assert (rank, number, total) == (1, last.start_number, last.performance + 10_000)


def test_empty_standings_have_no_errors(tmp_path):
    from tests.factories import make_tournament

    found = standings(make_tournament())
    assert ranking(recalculated(workbook_of(found), tmp_path).worksheets[0]) == []
