"""A backup of "Vereinsmeister", written here as that program writes it, taken over."""

import zipfile
from datetime import date
from io import BytesIO
from pathlib import Path

import dbf
import pytest
from django.urls import reverse

from scoring.core.foreign.archive import Unreadable
from scoring.core.refusals import Refused
from scoring.messages import message
from scoring.models import Actor, Entry, LogEntry, Person, Role
from scoring.results_import.files.read import Read, read_results
from scoring.results_import.reads import known_players
from scoring.results_import.services import Prelude, judge, take_results
from scoring.standings.reads.players import standings
from scoring.tournament.services.terms import MOST_SERIES
from tests.factories import make_entries, make_member, make_series, make_tournament
from tests.results_import.test_club_tables import Sender, asked
from tests.simulated import BY

pytestmark = pytest.mark.django_db
NAMES = ("Grünspecht Gerda", "Özdemir Åsa", "Weiß Jürgen", "Łatwy Ewa".replace("Ł", "L"))
# Day, series, table, player, points, won, lost: 48 games at most.
RESULTS = (
    (date(2026, 3, 1), 1, 1, 1, 492, 12, 0),
    (date(2026, 3, 1), 1, 1, 2, 628, 12, 2),
    (date(2026, 3, 1), 1, 1, 3, 660, 10, 1),
    (date(2026, 3, 1), 1, 1, 4, -32, 6, 5),
    (date(2026, 4, 5), 1, 1, 4, 492, 12, 0),
    (date(2026, 4, 5), 1, 1, 3, 628, 12, 2),
    (date(2026, 4, 5), 1, 1, 2, 660, 10, 1),
    (date(2026, 4, 5), 1, 1, 1, -32, 6, 5),
)


def backup(folder: Path, *, names=NAMES, results=RESULTS) -> bytes:
    """A ZIP of dBASE tables in code page 850."""
    folder.mkdir(exist_ok=True)
    players = dbf.Table(str(folder / "SPIELER.DBF"), "NR N(4,0); NAME1 C(30)", codepage="cp850")
    with players.open(dbf.READ_WRITE):
        for number, name in enumerate(names, 1):
            players.append((number, name))
    fields = (
        "SPIELTAG D; SERIE N(2,0); TISCH N(5,0); NR N(4,0); PUNKTE N(6,0); GSP N(3,0); VSP N(3,0)"
    )
    table = dbf.Table(str(folder / "ERGEBNIS.DBF"), fields, codepage="cp850")
    with table.open(dbf.READ_WRITE):
        for row in results:
            table.append(row)
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in folder.glob("*.DBF"):
            archive.write(path, path.name)
    return buffer.getvalue()


def read(tournament, data: bytes) -> Read:
    return read_results(data, tournament.rule_system, known_players(tournament), None)


def test_players_and_results_are_taken_over_and_twice_changes_nothing(tmp_path):
    tournament = make_tournament()
    found = read(tournament, backup(tmp_path / "a"))
    verdicts = judge(tournament, found.lists, found.prelude, by=BY)
    assert [each.state for each in verdicts] == ["new", "new"], verdicts
    assert not tournament.entries.exists()
    take_results(tournament, found.lists, found.prelude, by=BY)
    assert {str(entry.person) for entry in tournament.entries.all()} == {
        "Grünspecht Gerda",
        "Özdemir Åsa",
        "Weiß Jürgen",
        "Latwy Ewa",
    }
    assert [series.rounds for series in tournament.series.all()] == [12, 12]
    # docs/law.md "Performance", the textbook list: Seeger–Fabian 1332 1308 1320 108.
    first = {
        row.start_number: row.performance
        for row in standings(tournament, tournament.series.get(number=1)).rows
    }
    assert first == {1: 1332, 2: 1308, 3: 1320, 4: 108}
    rows = LogEntry.objects.count()
    again = take_results(tournament, found.lists, found.prelude, by=BY)
    assert [each.state for each in again] == ["same", "same"]
    assert LogEntry.objects.count() == rows


def test_only_the_organizer_gets_the_series_of_a_file_made(tmp_path):
    tournament = make_tournament()
    found = read(tournament, backup(tmp_path / "a"))
    clerk = Actor(make_member(tournament, Role.CLERK))
    for attempt in (judge, take_results):
        with pytest.raises(Refused) as refused:
            attempt(tournament, found.lists, found.prelude, by=clerk)
        assert [each.code for each in refused.value.problems] == ["incoming-series-of-organizer"]
    assert not tournament.series.exists()
    assert not tournament.entries.exists()
    organizer = Actor(make_member(tournament, Role.ORGANIZER))
    take_results(tournament, found.lists, found.prelude, by=organizer)
    assert tournament.series.count() == 2


def test_a_clerk_takes_the_results_into_series_that_are_there(tmp_path):
    tournament = make_tournament()
    make_series(tournament)
    make_series(tournament)
    found = read(tournament, backup(tmp_path / "a"))
    clerk = Actor(make_member(tournament, Role.CLERK))
    assert len(take_results(tournament, found.lists, found.prelude, by=clerk)) == 2


def test_no_file_makes_more_series_than_a_tournament_may_have():
    tournament = make_tournament()
    prelude = Prelude(rounds={MOST_SERIES + 1: 12})
    with pytest.raises(Refused) as refused:
        judge(tournament, [], prelude, by=BY)
    assert [each.code for each in refused.value.problems] == ["series-count-out-of-range"]
    judge(tournament, [], Prelude(rounds={MOST_SERIES: 12}), by=BY)


def test_other_people_under_these_numbers_are_refused(tmp_path):
    tournament = make_tournament()
    make_entries(tournament, 4)
    found = read(tournament, backup(tmp_path / "a"))
    with pytest.raises(Refused) as refused:
        take_results(tournament, found.lists, found.prelude, by=BY)
    assert {problem.code for problem in refused.value.problems} == {"incoming-other-name"}
    assert message(refused.value.problems[0]).startswith("Nr. 1 ")


def test_impossible_result_is_reported_with_its_player(tmp_path):
    results = (*RESULTS[:3], (*RESULTS[3][:4], 19, 1, 0))
    tournament = make_tournament()
    found = read(tournament, backup(tmp_path / "a", results=results))
    [verdict] = judge(tournament, found.lists, found.prelude, by=BY)
    assert [(spot.problem.code, spot.cell) for spot in verdict.spots] == [
        ("infeasible-points", "NR 4")
    ]


@pytest.mark.parametrize("table", [0, 99_999])
def test_impossible_table_is_reported(tmp_path, table: int):
    """A backup of people who never sat down has table 0."""
    tournament = make_tournament()
    data = backup(tmp_path / "a", results=[(*row[:2], table, *row[3:]) for row in RESULTS[:4]])
    found = read(tournament, data)
    [verdict] = judge(tournament, found.lists, found.prelude, by=BY)
    assert [(each.cell, each.problem.code) for each in verdict.spots] == [
        (f"TISCH {table}", "table-out-of-range")
    ]


def test_an_archive_without_the_two_tables_is_refused(tmp_path):
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("X.DBF", b"nothing")
    for data in (buffer.getvalue(), backup(tmp_path / "b", names=())[:300]):
        with pytest.raises(Unreadable) as why:
            read(make_tournament(), data)
        assert message(why.value.problem) != why.value.problem.code


def test_page_imports_the_backup(client, tmp_path):
    tournament = make_tournament()
    client.force_login(make_member(tournament, Role.ORGANIZER))
    file = BytesIO(backup(tmp_path / "a"))
    file.name = "club.vmz"
    address = reverse("results-import", args=[tournament.pk])
    shown = client.post(address, {"file": file})
    assert shown.status_code == 200
    assert client.post(address, {"upload": shown.context["upload"]}).status_code == 302
    assert tournament.entries.count() == 4


def archive_of(folder: Path, **tables: tuple[str, list[tuple[object, ...]]]) -> bytes:
    """A ZIP of any dBASE tables: by name their fields and rows."""
    folder.mkdir(exist_ok=True)
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, (fields, rows) in tables.items():
            path = folder / f"{name}.dbf"
            with dbf.Table(str(path), fields, codepage="cp850").open(dbf.READ_WRITE) as table:
                for row in rows:
                    table.append(row)
            archive.write(path, f"Sicherung/{name.swapcase()}.dbf")
    return buffer.getvalue()


PLAYERS = [(number, name, "Altenburg", "") for number, name in enumerate(NAMES, 1)]
ROWS = [
    (table, number, points, won, lost, 3)
    for _d, _s, table, number, points, won, lost in RESULTS[:4]
]


def test_other_names_of_tables_more_columns_and_none_for_day_and_series(tmp_path):
    """What is not known is named; one evening has neither day nor series."""
    fields = "tisch N(3,0); nr N(4,0); punkte N(6,0); gsp N(3,0); vsp N(3,0); geld N(5,2)"
    data = archive_of(
        tmp_path / "a",
        mitglied=("nr N(4,0); name1 C(30); ort C(20); notiz C(5)", PLAYERS),
        abend26=(fields, ROWS),
        abend26_alt=(fields, ROWS),
        orte=("ort C(20)", [("Altenburg",)]),
    )
    tournament = make_tournament()
    found = read(tournament, data)
    assert list(found.ignored) == [
        "ABEND26.GELD",
        "ABEND26_ALT.GELD",
        "MITGLIED.NOTIZ",
        "MITGLIED.ORT",
        "ORTE.ORT",
    ]
    [verdict] = take_results(tournament, found.lists, found.prelude, by=BY)
    assert (verdict.state, verdict.incoming.series, verdict.incoming.table) == ("new", 1, 1)
    assert tournament.entries.count() == 4


def test_a_missing_column_is_named_with_its_table(tmp_path):
    fields = "TISCH N(3,0); NR N(4,0); PUNKTE N(6,0); GEW N(3,0)"
    data = archive_of(
        tmp_path / "a",
        SPIELER=("NR N(4,0); NAME1 C(30)", [row[:2] for row in PLAYERS]),
        ERGEBNIS=(fields, [row[:4] for row in ROWS]),
    )
    with pytest.raises(Unreadable) as why:
        read(make_tournament(), data)
    assert why.value.problem.params == {"table": "ERGEBNIS", "columns": "GSP, VSP"}
    assert "ERGEBNIS" in message(why.value.problem)


def test_the_page_names_what_it_does_not_read(client, tmp_path):
    tournament = make_tournament()
    client.force_login(make_member(tournament, Role.ORGANIZER))
    fields = "tisch N(3,0); nr N(4,0); punkte N(6,0); gsp N(3,0); vsp N(3,0); geld N(5,2)"
    file = BytesIO(
        archive_of(
            tmp_path / "a",
            spieler=("nr N(4,0); name1 C(30)", [row[:2] for row in PLAYERS]),
            serien=(fields, ROWS),
        )
    )
    file.name = "club.vmz"
    shown = client.post(reverse("results-import", args=[tournament.pk]), {"file": file})
    assert "SERIEN.GELD" in shown.content.decode()


SPIELER = "nr N(4,0); name1 C(30)"
EVENING = "tisch N(3,0); nr N(4,0); punkte N(6,0); gsp N(3,0); vsp N(3,0)"


def evening(tmp_path, *tables, rows=tuple(row[:5] for row in ROWS)) -> bytes:
    """The results of one table, and tables of players."""
    named = {f"spieler{n}": (SPIELER, list(table)) for n, table in enumerate(tables, 1)}
    return archive_of(tmp_path / "a", **named, abend=(EVENING, list(rows)))


def test_two_names_under_one_number_are_a_problem_with_both_rows(client, tmp_path):
    """Whose results they are nobody knows: nothing is taken in, silently or otherwise."""
    data = evening(tmp_path, [*(row[:2] for row in PLAYERS), (3, "Ulmenmooser Norbert")])
    tournament = make_tournament()
    [spot] = read(tournament, data).spots
    assert (spot.sheet, spot.cell, spot.problem.code) == ("SPIELER1", "NR 3", "backup-number-twice")
    for words in ("Weiß Jürgen", "SPIELER1 3", "Ulmenmooser Norbert", "SPIELER1 5"):
        assert words in message(spot.problem)
    client.force_login(make_member(tournament, Role.ORGANIZER))
    file = BytesIO(data)
    file.name = "club.vmz"
    address = reverse("results-import", args=[tournament.pk])
    shown = client.post(address, {"file": file})
    assert shown.status_code == 422
    assert "Ulmenmooser Norbert" in shown.content.decode()
    client.post(address, {"upload": shown.context["upload"]})
    assert not tournament.entries.exists()
    assert not tournament.series.exists()


def test_table_of_another_year_is_no_problem(tmp_path):
    players = [row[:2] for row in PLAYERS]
    again = [(number, name.upper() if number == 1 else name) for number, name in players]
    found = read(make_tournament(), evening(tmp_path, players, again))
    assert not found.spots
    assert len(found.prelude.newcomers) == 4


def test_player_without_number_is_reported(tmp_path):
    players = [*(row[:2] for row in PLAYERS), (0, "Ulmenmooser Norbert"), (None, "Ehrlich Eva")]
    found = read(make_tournament(), evening(tmp_path, players))
    assert list(found.ignored) == [
        "SPIELER1 5 (Ulmenmooser Norbert)",
        "SPIELER1 6 (Ehrlich Eva)",
    ]


def test_results_of_an_unknown_number_are_reported(tmp_path):
    tournament = make_tournament()
    found = read(tournament, evening(tmp_path, [row[:2] for row in PLAYERS[:3]]))
    [verdict] = judge(tournament, found.lists, found.prelude, by=BY)
    assert verdict.state == "wrong"
    assert "4" in message(verdict.spots[0].problem)
    assert verdict.spots[0].cell == "NR 4"


def test_a_backup_of_more_rows_than_are_read_is_refused(tmp_path, monkeypatch):
    """Before, the rows beyond were left out and nobody heard of it."""
    monkeypatch.setattr("scoring.results_import.files.vereinsmeister.MOST_ROWS", 3)
    with pytest.raises(Unreadable) as why:
        read(make_tournament(), evening(tmp_path, [row[:2] for row in PLAYERS]))
    assert why.value.problem.code == "sheet-too-large"


# Whom a backup brings ----------------------------------------------------------------------------


def sent_backup(client, tournament, tmp_path) -> Sender:
    sender = Sender(client, tournament)
    client.force_login(make_member(tournament, Role.ORGANIZER))
    sender.shown = sender.send(backup(tmp_path / "a"))
    return sender


def test_players_who_are_created_are_listed_before(client, tmp_path):
    tournament = make_tournament()
    page = sent_backup(client, tournament, tmp_path).shown.content.decode()
    assert all(name in page for name in NAMES)
    assert "4 Teilnehmer werden zuerst eingetragen" in page
    assert "Serie 2 wird angelegt, mit 12 Runden" in page
    assert not Person.objects.exists()


def test_the_one_person_of_a_name_on_record_is_that_player(client, tmp_path):
    """However the backup turns the name; nobody is written down twice."""
    tournament = make_tournament()
    known = Person.objects.create(family="Grünspecht", given="Gerda")
    sender = sent_backup(client, tournament, tmp_path)
    assert sender.shown.status_code == 200
    assert sender.answer(sender.shown).status_code == 302
    assert tournament.entries.get(start_number=1).person == known
    assert Person.objects.count() == 4
    again = sender.send(backup(tmp_path / "b"))
    assert {each.state for each in again.context["verdicts"]} == {"same"}


def test_two_people_of_a_name_on_record_are_asked_about(client, tmp_path):
    tournament = make_tournament()
    father, son = (Person.objects.create(family="Weiß", given="Jürgen") for _each in range(2))
    sender = sent_backup(client, tournament, tmp_path)
    assert asked(sender.shown) == ["asked-person"]
    assert sender.answer(sender.shown).status_code == 422
    assert not tournament.entries.exists()
    [question] = sender.shown.context["found"].asked[0].questions
    assert [each.value for each in question.options] == [str(father.pk), str(son.pk), "new"]
    shown = sender.answer(sender.shown, "check", **{question.field: str(son.pk)})
    assert sender.answer(shown).status_code == 302
    assert tournament.entries.get(start_number=3).person == son
    assert Person.objects.count() == 5


def test_players_entered_since_the_preview_are_shown_again(client, tmp_path):
    """Somebody was entered by hand in between: other people would be created than was shown."""
    tournament = make_tournament()
    sender = sent_backup(client, tournament, tmp_path)
    person = Person.objects.create(family="Gerda", given="Grünspecht")
    Entry.objects.create(tournament=tournament, person=person, start_number=1)
    again = sender.answer(sender.shown)
    assert again.status_code == 409
    assert tournament.entries.count() == 1
    assert sender.answer(again).status_code == 302
    assert tournament.entries.count() == 4


def test_a_table_of_a_backup_may_be_left_out(client, tmp_path):
    tournament = make_tournament()
    sender = sent_backup(client, tournament, tmp_path)
    first = sender.shown.context["verdicts"][0]
    assert sender.answer(sender.shown, leave=first.rows[0].key).status_code == 302
    assert [each.lists.count() for each in tournament.series.all()] == [0, 1]
