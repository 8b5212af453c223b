"""`run.py test`: the checks of every change, and with `--long` all there are; with a summary.

One after another, but for the tests on PostgreSQL. A step whose program is missing is not run and
listed at the end; with `--all` it counts as failed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from launch import postgres, translations
from launch.environment import DEVELOPMENT, ROOT, Environment

# The first is the same engine without windows, and needs a third less processor time.
CHROMIUM = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
MEMORY = Path("/dev/shm")  # noqa: S108 – a folder of its own is made there
MEMORY_NEEDED = 4 << 30  # bytes
PLAIN = "not slow and not browser and not office"
EVERY_CHANGE = "not long"
QUICK = f"{PLAIN} and {EVERY_CHANGE}"
# Shown behind the tests: what could become cheaper, or long.
DEAREST = "--durations=10"
# Two more than a small machine has processors, for the tests that wait for a browser or a server.
# Each begins with its share of the tests (tests/order.py), and then takes over some of the others.
WORKERS = ("-n", "4", "--dist", "worksteal")
# Beside those: they wait for nothing, and take the processors while the others wait.
WORKERS_BESIDE = ("-n", "2", "--dist", "worksteal")
# What the two databases decide differently: constraints, triggers, locks, SQL of our own, backups;
# and every service once.
ON_POSTGRESQL = (
    "tests/models",
    "tests/*/test_services_*races.py",
    "tests/backup/test_services_postgresql.py",
    "tests/core/test_notes.py",
    "tests/core/test_services_concurrency.py",
    "tests/exchange/test_writing_ready.py",
    "tests/log/test_services_seals.py",
    "tests/tournament/test_reads_answer_cache.py",
    "tests/whole/test_every_service_logs.py",
    "tests/whole/test_large.py",
    "tests/whole/test_locks.py",
    "tests/whole/test_races.py",
)
# In the long ring: whatever reads or writes.
LONG_ON_POSTGRESQL = (
    *ON_POSTGRESQL,
    "tests/*/test_services_*.py",
    "tests/*/test_reads_*.py",
    "tests/whole/test_submissions.py",
    "tests/whole/test_transitions.py",
)


@dataclass(frozen=True)
class Check:
    """One check; `missing` names the program that it needs and that is not installed.

    One `beside` others takes a file for its output, which is shown when the others have ended.
    """

    name: str
    run: Callable[..., int]
    missing: str = ""
    beside: bool = False


@dataclass
class Summary:
    """The results of the steps, for the last lines on the terminal."""

    lines: list[str] = field(default_factory=list)
    failed: int = 0

    def add(self, word: str, name: str, note: str) -> None:
        self.lines.append(f"{word:8} {name} {note}".rstrip())


def test(*, everything: bool, long: bool) -> int:
    """Run all steps, also after one has failed; 0 when none failed.

    With `long` also the tests marked so, and the random ones try many more cases.
    """
    if everything:
        os.environ["EVERYTHING"] = "true"
    if long:
        os.environ["LONG"] = "true"
    write_bytecode()
    environment = Environment()
    environment.ensure(DEVELOPMENT)
    with temporary_files_in_memory():
        status = run_all(steps(environment, long=long), everything=everything)
    if not long:
        print("not run: the long ring (python3 run.py test --long)", flush=True)
    return status


@contextmanager
def temporary_files_in_memory() -> Iterator[None]:
    """Let the tests wait for no disk, where the system has room for files in memory.

    A test's database is as durable as any; only a commit takes 4 ms on a disk.
    """
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < MEMORY_NEEDED:
        yield
        return
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="skatturnier-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs under another account
        os.environ["TMPDIR"] = folder
        yield


def write_bytecode() -> None:
    """Let the many processes of a run share their compiled modules."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def run_all(steps: Sequence[Check], *, everything: bool) -> int:
    summary = Summary()
    with ThreadPoolExecutor() as threads:
        begun = {
            step.name: threads.submit(kept_back, step)
            for step in steps
            if step.beside and not step.missing
        }
        for step in sorted(steps, key=lambda step: step.beside):
            print(f"\n── {step.name}", flush=True)
            if step.missing:
                summary.add("not run:", step.name, f"({step.missing})")
                summary.failed += everything
                continue
            status, seconds = shown(begun[step.name]) if step.name in begun else measured(step)
            summary.add("FAILED" if status else "ok", step.name, f"{seconds:.1f} s")
            summary.failed += status != 0
    print("\n" + "\n".join(summary.lines), flush=True)
    return 1 if summary.failed else 0


def kept_back(step: Check) -> tuple[int, float, str]:
    """The status of a step, its seconds and its output."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as file:
        status, seconds = measured(step, file)
        file.seek(0)
        return status, seconds, file.read()


def shown(begun: "Future[tuple[int, float, str]]") -> tuple[int, float]:
    """Show the output of a step when it has ended; its status and seconds."""
    status, seconds, output = begun.result()
    print(output, end="", flush=True)
    return status, seconds


def measured(step: Check, *output: IO[str]) -> tuple[int, float]:
    """The status of a step and its seconds; one that cannot even be started has failed."""
    began = time.monotonic()
    try:
        status = step.run(*output)
    except (OSError, subprocess.CalledProcessError) as error:
        print(error, file=output[0] if output else None, flush=True)
        status = 1
    return status, time.monotonic() - began


def command(*arguments: str) -> Callable[[], int]:
    return lambda: subprocess.call(arguments, cwd=ROOT)


def pytest(python: str, *arguments: str) -> Callable[[], int]:
    return command(*pytest_command(python, WORKERS, *arguments))


def pytest_command(python: str, workers: Sequence[str], *arguments: str) -> list[str]:
    return [python, "-m", "pytest", *workers, "-q", DEAREST, *arguments]


def steps(environment: Environment, *, long: bool) -> list[Check]:
    python = str(environment.python)
    # What it writes differs elsewhere: the separators of paths, the order of lines.
    gettext = "" if shutil.which("msgfmt") else "gettext is missing: apt install gettext"
    if sys.platform != "linux":
        gettext = "the catalogue is made on Linux"
    return [
        Check("ruff check", command(python, "-m", "ruff", "check", ".")),
        Check("ruff format", command(python, "-m", "ruff", "format", "--check", ".")),
        Check("mypy", command(python, "-m", "mypy")),
        Check("import-linter", command(str(environment.program("lint-imports")))),
        Check("migrations", command(python, "manage.py", "makemigrations", "--check", "--dry-run")),
        Check("translations", lambda: translations.check(python), missing=gettext),
        Check(
            "tests on PostgreSQL",
            lambda output: on_postgresql(python, output, long=long),
            missing="" if postgres.programs() else "PostgreSQL is missing: apt install postgresql",
            beside=True,
        ),
        *test_steps(python, long=long),
    ]


def test_steps(python: str, *, long: bool) -> list[Check]:
    """The tests of a ring in one run; those whose program is missing are steps of their own."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    missing = []
    if long and not proxy():
        missing.append(
            ("proxy", "servers behind nginx", "nginx is missing: apt install nginx-light")
        )
    if not chromium():
        why = "chromium is missing: apt install chromium-headless-shell"
        missing.append(("browser", "tests in a browser", why))
    if not office:
        why = "LibreOffice is missing: apt install libreoffice-calc-nogui"
        missing.append(("office", "workbooks in LibreOffice", why))
    left_out = [f"not {marker}" for marker, _name, _why in missing]
    ring = " and ".join([*left_out, *([] if long else [EVERY_CHANGE])])
    return [
        *(Check(name, pytest(python, "-m", marker), why) for marker, name, why in missing),
        Check("tests", pytest(python, "-m", ring)),
    ]


def proxy() -> str | None:
    """The path of nginx, which is not in every account's PATH on Debian."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def chromium() -> Path | None:
    """Debian's chromium, where it is installed."""
    return next((path for path in CHROMIUM if path.exists()), None)


def paths(patterns: Iterable[str]) -> list[str]:
    """The files and folders of the repository that match these patterns, each once."""
    return sorted({str(path) for each in patterns for path in ROOT.glob(each)})


def on_postgresql(python: str, output: IO[str], *, long: bool) -> int:
    """Run the tests of database access on a temporary PostgreSQL."""
    ring, files = (PLAIN, LONG_ON_POSTGRESQL) if long else (QUICK, ON_POSTGRESQL)
    tests = pytest_command(python, WORKERS_BESIDE, "-m", ring, *paths(files))
    with postgres.cluster() as address:
        variables = os.environ | {"DATABASE_URL": address}
        return subprocess.call(
            tests, cwd=ROOT, env=variables, stdout=output, stderr=subprocess.STDOUT
        )
