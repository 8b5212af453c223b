"""The program as a package: built, installed into an empty environment, and started there."""

import os
import re
import subprocess
import sys
import urllib.request
from itertools import takewhile

import pytest

from launch.environment import ROOT, RUNTIME
from tools.bench.memory import free_port, wait_until_served


def run(*command: object, **options) -> str:
    """What a program printed, its messages behind its output; the test fails where it failed."""
    done = subprocess.run(
        [str(each) for each in command], capture_output=True, text=True, **options
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder of the programs of an environment with the package and what it needs."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    pip = (*pip, "--no-compile")  # most of it is never run here
    run(*pip, "--require-hashes", "-r", ROOT / RUNTIME)
    run(*pip, "--no-deps", wheel)
    run(programs / "python", "-m", "pip", "check")
    assert (folder / "share" / "skatturnier" / "granian.json").exists(), "the unit names it"
    return programs


@pytest.mark.long
@pytest.mark.slow
def test_the_installed_program_serves_pages_styles_and_prints(installed, tmp_path):
    """In an empty folder, from the package alone."""
    port = free_port()
    variables = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "PYTHONPATH")
        and not name.startswith("SKATTURNIER_")
    } | {"XDG_DATA_HOME": str(tmp_path), "LANG": "en_GB.UTF-8", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        [str(installed / "skatturnier"), "--port", str(port)],
        cwd=tmp_path, env=variables, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        lines = list(takewhile(lambda line: not line.startswith("Ctrl+C"), process.stdout))
        link = re.search(r"http://127\S+/setup/\S+", "".join(lines))
        assert link
        wait_until_served(port)
        with urllib.request.urlopen(link[0]) as page:
            assert b"<form" in page.read()
        style = f"http://127.0.0.1:{port}/static/scoring/app.css"
        assert urllib.request.urlopen(style).status == 200
    finally:
        process.terminate()
        process.wait(timeout=20)
    assert (tmp_path / "skatturnier" / "skatturnier.sqlite3").exists()
    told = run(installed / "skatturnier", "verify", cwd=tmp_path, env=variables)
    assert "562 games in 18 lists, 0 findings" in told
    bids = run(installed / "skatturnier", "bids", "--system", "isko", cwd=tmp_path, env=variables)
    assert '"levels": [18, 20, 22' in bids
