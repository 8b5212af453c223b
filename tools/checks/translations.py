"""The German catalogue: collected reproducibly, and checked for completeness."""

import gettext
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from launch.environment import DEVELOPMENT, ROOT, Environment

LOCALE = Path("scoring/locale")
CATALOGUE = LOCALE / "de/LC_MESSAGES/django.po"
# Folders with translatable texts.
SOURCES = ("scoring", "templates", "skatturnier", "manage.py")
COLLECT = ("makemessages", "-l", "de", "--no-obsolete", "--add-location", "file", "--no-wrap")
DATE = re.compile(r'^"POT-Creation-Date:.*\n', re.MULTILINE)


def collect() -> int:
    """`run.py messages`: bring the catalogue up to date and compile it."""
    environment = Environment()
    environment.ensure(DEVELOPMENT)
    with tempfile.TemporaryDirectory(prefix="skatturnier-messages-") as name:
        catalogue = collected(str(environment.python), Path(name))
        if catalogue is None:
            return 1
        (ROOT / CATALOGUE).parent.mkdir(parents=True, exist_ok=True)
        if without_date(catalogue) != without_date(ROOT / CATALOGUE):
            shutil.copyfile(catalogue, ROOT / CATALOGUE)
    compiled = (ROOT / CATALOGUE).with_suffix(".mo")
    command = ["msgfmt", "--check", "--statistics", "-o", str(compiled), str(ROOT / CATALOGUE)]
    return subprocess.call(command)


def check() -> int:
    """0 when the catalogue is complete, compiled and up to date; else 1, with reasons."""
    with tempfile.TemporaryDirectory(prefix="skatturnier-messages-") as name:
        found = list(problems(sys.executable, Path(name)))
    for line in found:
        print(line, flush=True)
    return 1 if found else 0


def problems(python: str, folder: Path) -> Iterator[str]:
    compiled = folder / "django.mo"
    report = subprocess.run(
        ["msgfmt", "--check", "--statistics", "-o", str(compiled), str(ROOT / CATALOGUE)],
        env={"LC_ALL": "C", "PATH": "/usr/bin:/bin:/usr/local/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    if report.returncode or "untranslated" in report.stderr or "fuzzy" in report.stderr:
        yield f"{CATALOGUE}: {report.stderr.strip()}"
    if report.returncode == 0 and messages(compiled) != messages(
        (ROOT / CATALOGUE).with_suffix(".mo")
    ):
        yield f"{CATALOGUE.with_suffix('.mo')} is not compiled from the catalogue as it is."
    catalogue = collected(python, folder)
    if catalogue is None or without_date(catalogue) != without_date(ROOT / CATALOGUE):
        yield f"{CATALOGUE} is not what the sources say: run `python3 run.py messages`."


def collected(python: str, folder: Path) -> Path | None:
    """The catalogue that makemessages writes in a copy of the sources; None when that failed."""
    for source in SOURCES:
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, folder / source, ignore=ignored)
        else:
            shutil.copyfile(ROOT / source, folder / source)
    (folder / LOCALE).mkdir(parents=True, exist_ok=True)
    status = subprocess.call([python, "manage.py", *COLLECT], cwd=folder, stdout=subprocess.DEVNULL)
    return folder / CATALOGUE if status == 0 else None


def ignored(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name in ("__pycache__", "vendor", "fonts")}


def without_date(catalogue: Path) -> str:
    return DATE.sub("", catalogue.read_text("utf-8")) if catalogue.exists() else ""


def messages(compiled: Path) -> dict[object, str]:
    """The messages of a compiled catalogue; its bytes differ between gettext versions."""
    if not compiled.exists():
        return {}
    with compiled.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    return dict(vars(catalogue)["_catalog"])


if __name__ == "__main__":
    sys.exit(check())
