"""Large workbooks are written by a process of their own while the server answers."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, StringIO
from time import monotonic

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from openpyxl import load_workbook

from launch.environment import ROOT
from scoring.core import heavy
from scoring.core.forms import Refused, refuse
from scoring.lists.printed import views as printed_list
from scoring.models import Role
from scoring.prints import table_files
from scoring.standings import workbooks as rankings
from tests.factories import make_member
from tests.simulated import finished


@pytest.mark.django_db
def test_command_writes_the_workbook_and_says_how_far_it_is_or_what_it_cannot(tmp_path):
    """docs/formats.md"""
    tournament = finished(players=11, series=2)
    lists = sum(series.lists.count() for series in tournament.series.all())
    file, out = tmp_path / "a.xlsx", StringIO()
    call_command("tournament_workbook", tournament.pk, file, clerk=True, stdout=out)
    assert out.getvalue().split() == [f"{count}/{lists}" for count in range(1, lists + 1)]
    assert len(load_workbook(file).sheetnames) == 9 + lists
    call_command("tournament_workbook", tournament.pk, file, series=1)
    assert load_workbook(file).sheetnames == ["S1 T1", "S1 T2", "S1 T3"]
    for pk, path, options in (
        (tournament.pk, file, {"series": 9}),
        (tournament.pk, file, {"ranking": "ladies"}),
        (tournament.pk, "/no/such/folder/a.xlsx", {}),
        (0, file, {}),
    ):
        with pytest.raises(CommandError):
            call_command("tournament_workbook", pk, path, **options)


@pytest.mark.django_db
def test_a_ranking_of_many_players_is_written_by_a_process_of_its_own(
    client, monkeypatch, tmp_path
):
    """One of 1,000 left 50 MB behind in the server. The file is the same."""
    tournament = finished(players=11, series=2)
    client.force_login(make_member(tournament, Role.CLERK))
    address = reverse("series-standings-file", args=[tournament.pk, 1, "xlsx"])

    def rows_of(content: bytes) -> list[tuple[object, ...]]:
        return list(load_workbook(BytesIO(content)).worksheets[0].iter_rows(values_only=True))

    here = rows_of(client.get(address).content)
    commands: list[list[str]] = []

    def as_child(command: list[str], **_more: object) -> bytes:
        commands.append(command)
        with monkeypatch.context() as outside:
            outside.setattr(heavy, "in_server", lambda: False)
            call_command(*command, str(tmp_path / "a.xlsx"))
        return (tmp_path / "a.xlsx").read_bytes()

    monkeypatch.setattr(heavy, "in_server", lambda: True)
    monkeypatch.setattr(heavy, "MAX_ROWS_HERE", 10)
    monkeypatch.setattr(heavy, "run_child_process", as_child)
    assert rows_of(client.get(address).content) == here
    assert [command[0] for command in commands] == ["tournament_workbook"]


def test_child_says_how_far_it_is_and_gives_its_file(tmp_path, settings):
    (tmp_path / "manage.py").write_text(
        "import sys\nprint('5/10')\nopen(sys.argv[-1], 'wb').write(sys.argv[1].encode())\n"
    )
    settings.PROGRAM = [sys.executable, str(tmp_path / "manage.py")]
    lines: list[str] = []
    assert heavy.run_child_process(["anything"], report=lines.append) == b"anything"
    assert lines == ["5/10"]
    (tmp_path / "manage.py").write_text("raise SystemExit(3)")
    with pytest.raises(subprocess.CalledProcessError):
        heavy.run_child_process(["anything"])


def test_only_the_server_s_threads_start_a_child():
    with ThreadPoolExecutor(thread_name_prefix="request") as server:
        assert list(server.map(heavy.needs_child_process, (100, 10))) == [True, False]
    assert not heavy.needs_child_process(100)


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("import time; print(5, flush=True); time.sleep(60)", "file-takes-too-long"),
        (f"import os; os._exit({heavy.NO_MEMORY})", "file-takes-too-much-memory"),
        # As Linux does it; elsewhere there is no such signal.
        ("import os; os.kill(os.getpid(), 9)", "file-takes-too-much-memory"),
    ],
)
def test_child_that_takes_too_long_or_too_much_memory_is_ended(tmp_path, settings, program, code):
    if "kill" in program and sys.platform != "linux":
        pytest.skip("not run: elsewhere memory has no such limit")
    began = monotonic()
    (tmp_path / "manage.py").write_text(program)
    settings.PROGRAM = [sys.executable, str(tmp_path / "manage.py")]
    seconds = 0.5 if code == "file-takes-too-long" else heavy.MAX_SECONDS
    with pytest.raises(Refused) as why:
        heavy.run_child_process(["anything"], seconds=seconds)
    assert why.value.problems[0].code == code
    assert monotonic() - began < 50


@pytest.mark.skipif(sys.platform != "linux", reason="not run: elsewhere memory has no such limit")
def test_command_ends_with_a_code_of_its_own_where_it_gets_no_more_memory():
    code = (
        "import os, django; django.setup()\n"
        "from django.core.management import execute_from_command_line\n"
        "from scoring.management.commands import tournament_workbook as it\n"
        "it.Command.build = lambda *_, **__: bytes(400_000_000)\n"
        "execute_from_command_line(['', 'tournament_workbook', '1', os.devnull, '--memory={}'])"
    )
    for memory, ended in ((300, heavy.NO_MEMORY), (heavy.MAX_MEMORY, 0)):
        found = subprocess.run(
            [sys.executable, "-c", code.format(memory)], cwd=ROOT, capture_output=True, text=True
        )
        assert found.returncode == ended, found.stderr


@pytest.mark.django_db
def test_page_says_in_the_language_of_the_reader_why_there_is_no_workbook(client, monkeypatch):
    tournament = finished(players=7, series=1)
    client.force_login(make_member(tournament, Role.CLERK))
    for module in (table_files, printed_list, rankings):
        monkeypatch.setattr(module, "needs_child_process", lambda *_, **__: True)
    monkeypatch.setattr(heavy, "run_child_process", takes_too_long)
    sentences = {"de": "Holen Sie weniger auf einmal", "en": "Fetch less at once"}
    for page, *more in (("tournament-xlsx",), ("series-lists-xlsx", 1), ("standings-file", "xlsx")):
        address = reverse(page, args=[tournament.pk, *more])
        for language, sentence in sentences.items():
            answer = client.get(address, headers={"accept-language": language})
            assert answer.status_code == 422
            assert sentence in answer.content.decode()


def takes_too_long(*_command: object, **_more: object) -> bytes:
    raise refuse("file-takes-too-long", minutes=4)
