"""`export_tournament` and `import_tournament` as a person at a terminal meets them
(docs/formats.md).
"""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.exchange.reading import MAX_PROBLEMS
from scoring.exchange.reads.export import export_text
from scoring.models import LogEntry, Tournament
from tests.simulated import finished

ROOT = Path(__file__).parents[2]
FINISHED = ROOT / "fixtures" / "finished.json"
pytestmark = pytest.mark.django_db


def test_to_standard_output_and_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    tournament, file = finished(), tmp_path / "cup.json"
    call_command("export_tournament", tournament.pk)
    assert capsys.readouterr().out == export_text(tournament)
    call_command("export_tournament", tournament.pk, str(file))
    assert file.read_bytes() == export_text(tournament).encode()
    assert list(tmp_path.iterdir()) == [file]
    for place, why in ((str(tmp_path / "no" / "cup.json"), "No such file"), (".", r"^\.: ")):
        with pytest.raises(CommandError, match=why):
            call_command("export_tournament", tournament.pk, place)
    with pytest.raises(CommandError, match="no tournament 99"):
        call_command("export_tournament", 99)


def test_to_the_output_of_windows():
    """It has letters of its own, and two characters for the end of a line."""
    tournament = finished()
    Tournament.objects.update(name="Pokal von Łódź")
    tournament.refresh_from_db()
    output = io.BytesIO()
    with io.TextIOWrapper(output, "cp1252", "replace", newline="\r\n") as letters:
        call_command("export_tournament", tournament.pk, stdout=letters)
        letters.flush()
        assert output.getvalue() == export_text(tournament).encode()


def test_an_import_prints_what_came_and_the_log_says_by_which_command(
    capsys: pytest.CaptureFixture[str],
):
    call_command("import_tournament", str(FINISHED))
    printed = json.loads(capsys.readouterr().out)
    assert (printed["entries"], printed["series"]) == (11, 2)
    assert Tournament.objects.get(pk=printed["id"]).name == "Herbstpokal"
    assert LogEntry.objects.get(tournament=None).actor == "import_tournament"


def refused(file: Path, document: dict) -> list[str]:
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(CommandError) as refusal:
        call_command("import_tournament", str(file))
    assert not Tournament.objects.exists()
    return str(refusal.value).splitlines()


def test_every_problem_is_a_line_with_its_path_and_its_paragraph(tmp_path: Path):
    """A game against the law is looked for once the document is read."""
    document = json.loads(FINISHED.read_text(encoding="utf-8"))
    games = document["series"][0]["tables"][0]["games"]
    index = next(n for n, game in enumerate(games) if game.get("tops") == 1)
    games[index]["tops"] = 12
    place = f"series[0].tables[0].games[{index}].tops: "
    lines = refused(tmp_path / "bad.json", document)
    assert any(line.startswith(place) and line.endswith("[SkO 2.4.3]") for line in lines)
    document["lots"] = [{"scope": "overall", "player": 99, "order": 1}] * 500
    assert len(refused(tmp_path / "bad.json", document)) == MAX_PROBLEMS
    document["tournament"]["date"] = "yesterday"
    lines = refused(tmp_path / "bad.json", document)
    assert lines == [
        "tournament.date: Something else is expected here (Expected a date such as 2026-11-21)."
    ]
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_tournament", str(tmp_path / "none.json"))
