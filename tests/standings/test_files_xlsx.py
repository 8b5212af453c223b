"""Formulas of standings, recalculated by LibreOffice, also after a change."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.utils.translation import gettext
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.listing import head_of
from scoring.models import Person, Season, Tournament
from scoring.standings.reads.players import Standings, standings
from scoring.standings.reads.scopes import AnyStandings, TeamStandings, find_standings
from scoring.standings.reads.season import SeasonStandings
from scoring.standings.services import record_lots
from scoring.standings.workbooks import ranking_workbook
from tests.effort import repeats
from tests.factories import adjust, make_category, make_team
from tests.libreoffice import all_recalculated, needs_office, recalculated, unlike_computed
from tests.simulated import BY, finished
from tests.snapshots import built_once
from tests.standings.test_reads_scopes import EQUAL, REVERSED, TEXTBOOK, season_of

pytestmark = [pytest.mark.django_db, needs_office]


def file_of(found: AnyStandings) -> bytes:
    of = found.tournaments[0] if isinstance(found, SeasonStandings) else found.tournament
    return ranking_workbook(found, head_of(of))


def below_heads(sheet: Worksheet) -> tuple[list[object], list[tuple[object, ...]]]:
    """The headings of a ranking, and its rows."""
    heads = next(row for row in range(1, 12) if sheet.cell(row, 2).value in ("Nr.", "No.", "Name"))
    rows = sheet.iter_rows(min_row=heads + 1, values_only=True)
    return [cell.value for cell in sheet[heads]], [row for row in rows if row[1] is not None]


def ranking(sheet: Worksheet) -> list[tuple[object, ...]]:
    """Rank, start number and total, row by row."""
    headings, rows = below_heads(sheet)
    last = headings[-3] if headings[-2] == gettext("Ahead by") else headings[-2]
    total = headings.index("Gesamtpunkte" if "Gesamtpunkte" in headings else last)
    return [(row[0], row[1], row[2], row[total]) for row in rows]


def ours(found: Standings) -> list[tuple[object, ...]]:
    rows = sorted(found.rows, key=lambda row: (row.rank.rank, row.start_number))
    return [(row.rank.rank, row.start_number, row.name, row.performance) for row in rows]


@pytest.fixture
@built_once
def tournament():
    tournament = finished(players=15, series=3)
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    tournament.refresh_from_db()
    return tournament


@pytest.mark.long
@pytest.mark.parametrize("ties", ["lot", "share"])
def test_sheet_shows_the_same_ranking_and_reasons_as_the_page(english, tournament, tmp_path, ties):
    """TO 5.1: games won, games lost, lots; equal rows share a rank or wait for the lot."""
    tournament.ties = ties
    tournament.save()
    seats = list(tournament.series.get(number=1).lists.first().seat_rows.all())
    figures = [(3, 1), (3, 1), (3, 0), (4, 2)][: len(seats)]
    for seat, (won, lost) in zip(seats, figures, strict=True):
        points = 200 - 50 * (won - lost)
        seat.entry.seats.update(points=points, won=won, lost=lost, others_lost=0, performance=200)

    def is_as_on_the_page() -> int:
        """How many reasons there are, once sheet and page agree."""
        found = standings(tournament)
        shown = {row["start_number"]: row.get("reason") for row in found.listing().rows}
        sheet = recalculated(file_of(found), tmp_path).worksheets[0]
        headings, rows = below_heads(sheet)
        at = headings.index(gettext("Ahead by"))
        assert ranking(sheet) == ours(found)
        reasons = [(row[1], str(row[at] or "")) for row in rows]
        assert reasons == [(row[1], str(shown[row[1]] or "")) for row in ours(found)]
        return len({reason for _number, reason in reasons})

    assert is_as_on_the_page() > 3
    if ties == "lot":
        record_lots(tournament, "overall", [seat.entry for seat in seats[1::-1]], by=BY)
        is_as_on_the_page()


def test_columns_are_wide_enough_for_formula_texts(tournament):
    long = {"family": "Ulmenmooser-Windischleuba", "given": "Anna-Katharina Wilhelmine"}
    Person.objects.filter(entries__start_number__lte=4).update(**long)
    make_team(tournament, range(1, 5), size=4)
    for scope in ("overall", "team"):
        content = file_of(find_standings(tournament, scope))
        sheet = load_workbook(BytesIO(content), data_only=True).worksheets[0]
        for row in sheet.iter_rows(min_row=7):
            for cell in row:
                if isinstance(cell.value, str) and sheet.cell(cell.row, cell.column + 1).value:
                    assert sheet.column_dimensions[cell.column_letter].width > len(cell.value)


def test_a_changed_figure_moves_the_last_to_the_first_place(tournament, tmp_path):
    found = standings(tournament)
    last = found.rows[-1].name
    workbook = load_workbook(BytesIO(file_of(found)))
    rows = [row for row in workbook.worksheets[-1].iter_rows(min_row=7) if row[1].value == last]
    rows[-1][4].value += 10_000
    content = BytesIO()
    workbook.save(content)
    headings, rows = below_heads(recalculated(content.getvalue(), tmp_path).worksheets[0])
    assert (rows[0][0], rows[0][headings.index("Name")]) == (1, last)


def team_rows(sheet: Worksheet) -> list[tuple[object, ...]]:
    headings, rows = below_heads(sheet)
    total = headings.index(gettext("Performance"))
    return [(row[0], row[1], round(row[total], 4)) for row in rows]


@pytest.mark.parametrize("league", repeats(False, True))
def test_rankings_of_every_kind_are_computed_as_on_their_pages(tournament, tmp_path, league):
    """docs/law.md "Ranking": best 2 of 3; a day counts its own series and no adjustments without a
    series; a category ranks its own players by the totals of all series; sums of the members,
    scaling of a short team; in a league the match points of every series (half ones for equals).
    """
    tournament.best_of, tournament.league = 2, league
    tournament.save()
    day, last = tournament.date, tournament.series.get(number=3)
    tournament.series.update(day=day)
    tournament.series.filter(pk=last.pk).update(day=day + timedelta(days=1))
    adjust(tournament, 1, -200, last)
    adjust(tournament, 2, 75)
    Person.objects.filter(entries__start_number=1).update(family="=1+1", given="")
    make_category(tournament, "Damen", range(1, 8))
    for start in (1, 5, 9, 13):  # the last one is short
        make_team(tournament, range(start, min(start + 4, 16)), size=4, scaled=True)
    make_team(tournament, (1, 2), kind="tandem", size=2)
    make_team(tournament, (3, 4), kind="tandem", size=2)
    scopes = ["overall", "series/3", f"day/{day}", f"day/{day + timedelta(days=1)}"]
    scopes += ["category/Damen", "team", "tandem"]
    found = [find_standings(tournament, scope) for scope in scopes]
    assert [type(each) for each in found] == [*[Standings] * 5, *[TeamStandings] * 2]
    assert [each.league for each in found[5:]] == [league, False]
    contents = [*map(file_of, found)]
    workbooks = all_recalculated(contents, tmp_path)
    assert [*map(unlike_computed, contents, workbooks)] == [[]] * 7, "as a telephone shows it"
    for each, workbook in zip(found, workbooks, strict=True):
        sheet = workbook.worksheets[0]
        if isinstance(each, TeamStandings):
            rows = [(r.rank.rank, r.number, round(float(r.performance), 4)) for r in each.rows]
            assert sorted(team_rows(sheet)) == sorted(rows)
        else:
            assert ranking(sheet) == ours(each)


@pytest.mark.long
@pytest.mark.parametrize(
    ("best_of", "order", "least"),
    [(2, "points", 3), (None, "total", None), (2, "total", 2), (2, "average", None)],
)
def test_season_is_computed_from_the_totals_of_its_tournaments(tmp_path, best_of, order, least):
    """docs/law.md "Ranking": the best tournaments of each person; equal people share their rank."""
    first, *others = season_of(best_of, TEXTBOOK, REVERSED, EQUAL)
    Season.objects.update(order=order, least=least)
    first.season.refresh_from_db()
    for each in others:  # somebody came only once
        entry = each.entries.get(start_number=1)
        entry.person = Person.objects.create(family=f"Gast {each.pk}")
        entry.save()
    found = find_standings(first, "season")
    content = file_of(found)
    computed = recalculated(content, tmp_path)
    results = [row[:3] for row in below_heads(computed.worksheets[0])[1]]
    told = sorted(((rank or "–", name, figure) for rank, name, figure in results), key=str)
    shown = sorted(((r.rank.rank or "–", r.name, r.figure) for r in found.rows), key=str)
    assert [each[:2] for each in told] == [each[:2] for each in shown]
    assert [each[2] for each in told] == pytest.approx([float(each[2]) for each in shown])
    assert unlike_computed(content, computed) == []
