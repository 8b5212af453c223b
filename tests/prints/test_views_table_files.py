"""Every table on a page is downloadable as PDF, workbook and CSV."""

import csv
import inspect
import re
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.core.files.download import KINDS
from scoring.core.listing import Listing
from scoring.models import Actor, Fees, Person, Role, Tournament
from scoring.money.services.ledger import collect_entries, set_fees
from scoring.money.services.pots import PotTerms, create_pot
from scoring.rules.prizes import PrizePlan
from scoring.standings.reads.player import player_sheet
from tests.factories import adjust, make_category, make_member, make_team
from tests.papers import pages
from tests.rooms import functions, modules
from tests.simulated import finished

BY = Actor(name="test")
FREE, CLERK, REFEREE, ORGANIZER = Role.VIEWER, Role.CLERK, Role.REFEREE, Role.ORGANIZER
ROLES = (FREE, CLERK, REFEREE, ORGANIZER)
# The download of each listing: URL, parameter, least role.
FILES = {
    "participants_listing": ("table-file", "participants", FREE),
    "teams_listing": ("table-file", "teams", FREE),
    "plan_listing": ("table-file", "plan", FREE),
    "Standings.listing": ("table-file", "standings", FREE),
    "results_listing": ("table-file", "results", FREE),
    "corrections_listing": ("table-file", "corrections", FREE),
    "missing_listing": ("table-file", "missing", FREE),
    "categories_listing": ("table-file", "categories", FREE),
    "adjustments_listing": ("table-file", "adjustments", FREE),
    "clubs_listing": ("table-file", "clubs", CLERK),
    "log_listing": ("table-file", "log", REFEREE),
    "releases_listing": ("table-file", "releases", ORGANIZER),
    "members_listing": ("table-file", "people", ORGANIZER),
    "register_listing": ("table-file", "register", ORGANIZER),
    "report_listing": ("table-file", "money", CLERK),
    "pots_listing": ("table-file", "pots", CLERK),
    "open_listing": ("table-file", "open", CLERK),
    "handed_in_listing": ("table-file", "handed-in", CLERK),
    "till_listing": ("table-file", "till", CLERK),
    "counts_listing": ("table-file", "counts", CLERK),
    "ledger_listing": ("table-file", "ledger", CLERK),
    "series_listing": ("series-fees-file", "", CLERK),
    "winners_listing": ("pot-file", "", CLERK),
    "rulings_listing": ("rulings-file", "", REFEREE),
    "of a category": ("standings-of-file", "category/Damen", FREE),
    "TeamStandings.listing": ("standings-of-file", "team", FREE),
    "SpecialStandings.listing": ("standings-of-file", "special/most-won", FREE),
    "by_name_listing": ("series-table-file", "names", FREE),
    "by_table_listing": ("series-table-file", "tables", FREE),
    "player_listing": ("entry-file", "", FREE),
    "picture_listing": ("room-picture-file", "bars", None),
    "events_listing": ("list-table-file", "history", CLERK),
    "listing_by_sum": ("list-table-file", "sums", FREE),
    "seating_listing": ("room-seating-file", "", None),
    "of_scope": ("room-standings-file", "overall", None),
}
# Those without a download of their own in these rooms, by the test of theirs or the reason.
ELSEWHERE = {
    "tests/leagues/test_views_leagues.py": "table_listing cross_listing form_listing "
    "schedule_listing meeting_listing lineup_listing substitution_listing",
    "tests/standings/test_views_seasons.py, as it needs a season": "days_listing honours_listing "
    "members_of_season_listing person_listing",
    "tests/standings/test_views_scopes.py, as it needs a season": "SeasonStandings.listing",
    "tests/people/test_views_members.py": "club_members_listing",
    "tests/backup": "accounts_listing backups_listing",
    "tests/public": "public_listing released_listing running_listing",
    "tests/lookups/test_views_lookups.py": "bid_table chances_listing",
    "tests/referee/test_views_rulings.py": "sheet_listing",
    "tests/lists/test_views_settlement.py": "listing_by_game",
    "a print: tests/prints/test_files_prints.py": "short_standings by_table_posting",
    "a part of the print of the award": "award_listing envelopes_listing",
    "a section of the report": "with_columns with_prizes prizes_listing without_result",
    "how one person plays, beside the club": "style_listing",
    "what three rankings share": "listing_of",
}


@pytest.fixture
def tournament(db) -> Tournament:
    """A finished tournament with money, teams, categories, a ruling and adjustments."""
    tournament = finished(players=7, series=1)
    tournament.sample, tournament.public = False, True
    tournament.save()
    shown = timezone.now() - timedelta(hours=1)
    tournament.series.update(seating_public_at=shown, results_public_at=shown)
    make_category(tournament, "Damen", [1, 2])
    make_team(tournament, [1, 2, 3, 4], size=4)
    set_fees(tournament, Fees(entry_cents=1500, lost_ladder=[[1, 50], [4, 100]]), by=BY)
    create_pot(tournament, PotTerms("Gesamt", "overall", PrizePlan()), by=BY)
    collect_entries(tournament, list(tournament.entries.all()[:1]), by=BY)
    adjust(tournament, 1, 25)
    return tournament


def address(tournament: Tournament, name: str, what: str, kind: str) -> str:
    series = tournament.series.get()
    owner = {
        "series-fees-file": [series.pk],
        "series-table-file": [series.pk],
        "pot-file": [tournament.pots.first().pk],
        "list-table-file": [series.lists.first().pk],
        "entry-file": [tournament.entries.first().pk],
        "room-seating-file": [tournament.pk, 1],
    }.get(name, [tournament.pk])
    query = "?stake=1" if what == "sums" else ""
    return reverse(name, args=[*owner, *filter(None, [what]), kind]) + query


def cells_of(content: bytes, kind: str) -> list[str]:
    """The cells of a downloaded file."""
    if kind == "pdf":
        return pages(content)
    if kind == "csv":
        text = content.decode("utf-8-sig")
        gap = ";" if ";" in text.splitlines()[0] else ","
        return [cell for row in csv.reader(StringIO(text), delimiter=gap) for cell in row]
    rows = load_workbook(BytesIO(content)).active.iter_rows(values_only=True)
    return [str(cell) for row in rows for cell in row if cell is not None]


def test_every_listing_is_downloadable():
    """A new listing needs a download, or a reason in the table above."""
    named = {(key.partition(".")[2], each) for key, each in functions("reads")}
    for module in modules("reads"):
        for name, each in inspect.getmembers(module, inspect.isclass):
            method = getattr(each, "listing", None)
            if each.__module__ == module.__name__ and inspect.isfunction(method):
                named.add((f"{name}.listing", method))
    found = {
        name
        for name, each in named
        if inspect.signature(each, eval_str=False).return_annotation is Listing
    }
    others = {name for names in ELSEWHERE.values() for name in names.split()}
    assert found - FILES.keys() == others


# Templates with a table, and the template with its downloads, or the reason for none.
FILES_IN = {
    "backup/_table.html": "backup/list.html",
    "lists/_foot.html": "lists/_tools.html",
    "lists/_sums.html": "lists/_tools.html",
    "lists/_totals_table.html": "lists/_tools.html",
    "log/_events.html": "log/page.html",
    "public/_player_list.html": "public/player.html",
    "public/_table.html": "public/standings.html",
    "standings/_player_list.html": "standings/player.html",
}
PASSING = {
    "accounts/_sessions.html": "where somebody is signed in at this moment",
    "lists/confirming/_effect.html": "what would be, before it is decided",
    "money/_fees_back.html": "what would be booked, before it is decided",
    "money/_prizes_cut.html": "what would be booked, before it is decided",
    "money/_preview.html": "a prize plan that is being typed",
    "lists/phone/_keys.html": "the list that is being kept, which a script fills",
    "lists/phone/_sheets_table.html": "the list that is being kept, which a script fills",
    "lists/phone/_tables.html": "how the tables stand at this moment",
    "lists/phone/unsent.html": "what a phone had not sent, to be compared once",
    "people/imports/_lists.html": "somebody's own file that is being taken in",
    "people/imports/_map.html": "somebody's own file that is being taken in",
    "people/imports/_people.html": "somebody's own file that is being taken in",
    "people/imports/_results.html": "somebody's own file that is being taken in",
    "people/reservations.html": "who is announced becomes a player at the door",
    "money/_chances.html": "an estimate of this moment",
    "public/_snippet.html": "a part of somebody else's page",
    "standings/_style.html": "how one person plays, beside the club",
}
TABLE_IN_TEMPLATE = re.compile(r"<table|render_table ")
FILES_IN_TEMPLATE = re.compile(r"{% files |(/|\")_files.html|list-file")


def test_every_table_on_a_page_is_downloadable():
    root = Path(settings.BASE_DIR) / "templates"
    texts = {str(each.relative_to(root)): each.read_text() for each in root.rglob("*.html")}
    shown = {name for name, text in texts.items() if TABLE_IN_TEMPLATE.search(text)}
    assert set(FILES_IN) | set(PASSING) <= shown
    without = [
        name
        for name in sorted(shown - set(PASSING))
        if not FILES_IN_TEMPLATE.search(texts[FILES_IN.get(name, name)])
    ]
    assert without == []


@pytest.mark.slow
def test_every_listing_is_pdf_workbook_and_csv(organizer, tournament):
    names = {entry.person.sorted_name for entry in tournament.entries.select_related("person")}
    wrong = []
    for name, (file_name, what, _role) in FILES.items():
        for kind in KINDS:
            with translation.override("en"):
                answer = organizer.get(address(tournament, file_name, what, kind))
            if answer.status_code != 200:
                wrong.append((name, kind, answer.status_code))
                continue
            words = "".join(cells_of(answer.content, kind)).strip()
            assert len(words) > 3, (name, kind)
            if name == "participants_listing":
                assert {each for each in names if each in words} == names, kind
    assert wrong == []


@pytest.mark.slow
def test_file_requires_the_role_of_its_page(client, tournament):
    """The least role opens it, the one below does not; greater ones: tests/whole/test_urls.py."""
    members = {role: make_member(tournament, role) for role in ROLES}
    wrong = []
    for name, (file_name, what, least) in FILES.items():
        at = 0 if least is None else ROLES.index(least)
        for role in ROLES[max(at - 1, 0) : at + 1]:
            client.force_login(members[role])
            status = client.get(address(tournament, file_name, what, "csv")).status_code
            if status != (200 if ROLES.index(role) == at else 403):
                wrong.append((name, role, status))
        stranger = Client().get(address(tournament, file_name, what, "csv")).status_code
        if stranger != (200 if least is None else 302):
            wrong.append((name, "nobody", stranger))
    assert wrong == []


def test_viewer_files_contain_no_passport_and_no_year_of_birth(viewer, organizer, tournament):
    Person.objects.update(passport="P-77123", birth_year=1931)
    for file_name, what, least in FILES.values():
        if least in (FREE, None):
            words = viewer.get(address(tournament, file_name, what, "csv")).content.decode()
            assert "P-77123" not in words
            assert "1931" not in words
    register = address(tournament, "table-file", "register", "csv")
    content = organizer.get(register + "?q=a").content
    found = organizer.get(f"{register}?q={Person.objects.first().family[:3]}").content
    assert "P-77123" not in content.decode()  # one letter matches nobody
    assert "P-77123" in found.decode()


def test_truncated_log_file_has_a_note(english, organizer, tournament, monkeypatch):
    monkeypatch.setattr("scoring.log.reads.MAX_LOGGED_ROWS", 3)
    content = organizer.get(address(tournament, "table-file", "log", "xlsx")).content
    rows = list(load_workbook(BytesIO(content)).active.iter_rows(values_only=True))
    assert sum(hasattr(row[0], "year") for row in rows) == 3


def test_the_report_of_a_draw_is_downloadable_and_nothing_else_by_any_name(organizer, tournament):
    pk = tournament.series.get().pk
    url = reverse("series-table-file", args=[pk, "report", "pdf"])
    assert PdfReader(BytesIO(organizer.get(url).content)).pages
    for bad in ("names.doc", "nonsense.pdf"):
        assert organizer.get(f"/series/{pk}/tables/{bad}").status_code == 404


def test_the_lists_of_a_player_add_up_to_his_total_with_what_was_adjusted(organizer, tournament):
    entry = tournament.entries.get(start_number=1)
    content = organizer.get(reverse("entry-file", args=[entry.pk, "csv"])).content
    rows = csv.reader(StringIO(content.decode("utf-8-sig")))
    performance = {row[0]: row[8] for row in rows if len(row) > 8}
    [line] = player_sheet(entry).lines
    total = line.seat.performance + 25
    assert (performance["Adjusted"], performance["Total"]) == ("25", str(total))
    other = tournament.entries.get(start_number=2)
    content = organizer.get(reverse("entry-file", args=[other.pk, "csv"])).content
    assert "Adjusted" not in cells_of(content, "csv")
