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
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from launch.environment import DEVELOPMENT, ROOT, Environment
from tools.checks import postgres

# The first is the same engine without windows, and needs a third less processor time.
CHROMIUM = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
MEMORY = Path("/dev/shm")
MEMORY_NEEDED = 4 << 30  # bytes
PLAIN = "not slow and not browser and not office"
EVERY_CHANGE = "not long"
QUICK = f"{PLAIN} and {EVERY_CHANGE}"
# Shown behind the tests: what could become cheaper, or long.
DEAREST = ("-p", "tools.checks.dearest")
# One more than a small machine has processors, for the tests that wait for a browser or a server;
# each of them reads all tests first, which takes eight seconds of a processor.
# Each begins with its share of the tests, and then takes over some of the others.
WORKERS = ("-n", "3", "--dist", "worksteal")
# Beside those, in one process: its tests wait for nothing. In the long ring there are many more.
WORKERS_BESIDE = {False: (), True: ("-n", "2", "--dist", "worksteal")}
# What the two databases decide differently: constraints, triggers, locks, SQL of our own, backups;
# and every service once.
ON_POSTGRESQL = (
    "tests/models",
    "tests/*/test_services_*races.py",
    "tests/backup/test_services_postgresql.py",
    "tests/core/test_services_concurrency.py",
    "tests/exchange/test_writing_ready.py",
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
NO_TEST = 5  # pytest's status when it found none


@dataclass(frozen=True)
class Check:
    """One check: a command, and the program that it needs and that is not installed.

    One `beside` others runs with them, and what it says is shown when they have ended. `passed` are
    the statuses of a command that found nothing wrong.
    """

    name: str
    command: Sequence[str]
    missing: str = ""
    beside: bool = False
    passed: Sequence[int] = (0,)

    def begin(self, output: IO[bytes] | None = None) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(self.command, cwd=ROOT, stdout=output, stderr=output)


def test(*, everything: bool, long: bool) -> int:
    """Run all steps, also after one has failed; 0 when none failed.

    With `long` also the tests marked so, and the random ones try many more cases.
    """
    if everything:
        os.environ["EVERYTHING"] = "true"
    if long:
        os.environ["LONG"] = "true"
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


def run_all(steps: Sequence[Check], *, everything: bool) -> int:
    """Run the steps and print the summary; 0 when none failed."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # many processes share what they compile
    summary, failed = [], 0
    with ExitStack() as files:
        begun = {}
        for step in steps:
            if step.beside and not step.missing:
                output = files.enter_context(tempfile.TemporaryFile())
                begun[step.name] = step.begin(output), output, time.monotonic()
        for step in sorted(steps, key=lambda step: step.beside):
            print(f"\n── {step.name}", flush=True)
            if step.missing:
                summary.append(f"not run: {step.name} ({step.missing})")
                failed += everything
                continue
            if step.name in begun:
                process, output, began = begun[step.name]
                status = process.wait()
                output.seek(0)
                print(output.read().decode(errors="replace"), end="", flush=True)
            else:
                began = time.monotonic()
                status = step.begin().wait()
            word = "ok" if status in step.passed else "FAILED"
            summary.append(f"{word:8} {step.name} {time.monotonic() - began:.1f} s")
            failed += word == "FAILED"
    print("\n" + "\n".join(summary), flush=True)
    return 1 if failed else 0


def pytest(python: str, *arguments: str, workers: Sequence[str] = WORKERS) -> list[str]:
    return [python, "-m", "pytest", *workers, "-q", *DEAREST, *arguments]


def steps(environment: Environment, *, long: bool) -> list[Check]:
    python = str(environment.python)
    # What it writes differs elsewhere: the separators of paths, the order of lines.
    gettext = "" if shutil.which("msgfmt") else "gettext is missing: apt install gettext"
    if sys.platform != "linux":
        gettext = "the catalogue is made on Linux"
    ring, patterns = (PLAIN, LONG_ON_POSTGRESQL) if long else (QUICK, ON_POSTGRESQL)
    files = sorted({str(path) for each in patterns for path in ROOT.glob(each)})
    on_postgresql = pytest(python, "-m", ring, *files, workers=WORKERS_BESIDE[long])
    return [
        Check("ruff check", [python, "-m", "ruff", "check", "."]),
        Check("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
        Check("mypy", [python, "-m", "mypy"]),
        Check("import-linter", [str(environment.program("lint-imports"))]),
        Check("migrations", [python, "manage.py", "makemigrations", "--check", "--dry-run"]),
        Check("translations", [python, "-m", "tools.checks.translations"], missing=gettext),
        Check(
            "tests on PostgreSQL",
            [python, "-m", "tools.checks.postgres", *on_postgresql],
            missing="" if postgres.programs() else "PostgreSQL is missing: apt install postgresql",
            beside=True,
        ),
        *test_steps(python, long=long),
    ]


def test_steps(python: str, *, long: bool) -> list[Check]:
    """The tests of a ring in one run; those whose program is missing are steps of their own."""
    needed = [
        ("browser", "tests in a browser", chromium(), "chromium", "chromium-headless-shell"),
        ("office", "workbooks in LibreOffice", office(), "LibreOffice", "libreoffice-calc-nogui"),
    ]
    if long:
        needed.insert(0, ("proxy", "servers behind nginx", proxy(), "nginx", "nginx-light"))
    missing = [
        Check(name, pytest(python, "-m", marker), f"{what} is missing: apt install {package}")
        for marker, name, program, what, package in needed
        if not program
    ]
    left_out = [f"not {marker}" for marker, _name, program, *_rest in needed if not program]
    ring = " and ".join([*left_out, *([] if long else [EVERY_CHANGE])])
    return [*missing, Check("tests", pytest(python, "-m", ring))]


def office() -> str | None:
    """The path of LibreOffice."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def proxy() -> str | None:
    """The path of nginx, which is not in every account's PATH on Debian."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def chromium() -> Path | None:
    """Debian's chromium, where it is installed."""
    return next((path for path in CHROMIUM if path.exists()), None)
