"""Large workbooks are written by a process of their own while the server answers."""

import subprocess
import sys
from io import StringIO
from threading import Thread

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from scoring.core import heavy
from tests.simulated import finished


@pytest.mark.django_db
def test_command_writes_the_workbook_and_says_how_far_it_is(tmp_path):
    """docs/formats.md"""
    tournament = finished()
    lists = sum(series.lists.count() for series in tournament.series.all())
    file, out = tmp_path / "a.xlsx", StringIO()
    call_command("tournament_workbook", tournament.pk, file, clerk=True, stdout=out)
    assert out.getvalue().split() == [str(count) for count in range(5, lists + 1, 5)]
    assert len(load_workbook(file).sheetnames) == 9 + lists
    call_command("tournament_workbook", tournament.pk, file, series=1, stdout=StringIO())
    assert load_workbook(file).sheetnames == ["S1 T1", "S1 T2", "S1 T3"]


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"series": 9}, {"file": "/no/such/folder/a.xlsx"}, {"id": 0}])
def test_command_says_what_it_cannot_write(tmp_path, wrong):
    tournament = finished(players=7, series=1)
    what = {"id": tournament.pk, "file": str(tmp_path / "a.xlsx"), **wrong}
    with pytest.raises(CommandError):
        call_command("tournament_workbook", what.pop("id"), what.pop("file"), **what)


def test_child_tells_its_steps_and_gives_its_file(tmp_path, settings):
    """Also where it says more than that."""
    (tmp_path / "manage.py").write_text(
        "import sys\nprint('5')\nprint('a warning')\nprint('10')\n"
        "open(sys.argv[-1], 'wb').write(sys.argv[1].encode())\n"
    )
    settings.PROGRAM = [sys.executable, str(tmp_path / "manage.py")]
    steps: list[int] = []
    assert heavy.from_child(["anything"], steps.append) == b"anything"
    assert steps == [5, 10]


def test_failure_of_a_child_is_no_file(tmp_path, settings):
    (tmp_path / "manage.py").write_text("raise SystemExit(3)")
    settings.PROGRAM = [sys.executable, str(tmp_path / "manage.py")]
    with pytest.raises(subprocess.CalledProcessError):
        heavy.from_child(["anything"])


def test_only_the_server_s_thread_for_heavy_views_starts_a_child():
    found: list[bool] = []
    Thread(target=lambda: found.append(heavy.wants_child(100)), name="heavy_0").start()
    thread = Thread(target=lambda: found.append(heavy.wants_child(10)), name="heavy_0")
    thread.start()
    thread.join()
    assert sorted(found) == [False, True]
    assert not heavy.wants_child(100)
