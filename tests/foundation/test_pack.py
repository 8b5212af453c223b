"""`run.py pack --for`: the program for another computer, with all it needs."""

import os
import subprocess
import zipfile

import pytest

from launch import command_line, lock, pack
from launch.environment import ROOT, RUNTIME

LOCK = """\
# made by hand
always==1.0 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via nobody
windows-only==2.0 ; sys_platform == 'win32' \\
    --hash=sha256:cc
old-only==3.0 ; python_full_version < '3.12' \\
    --hash=sha256:dd
new-macs-only==4.0 ; platform_machine == 'arm64' \\
    --hash=sha256:ee
"""


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "lock.txt"
    path.write_text(LOCK)
    return path


def names(lines: list[str]) -> list[str]:
    return [line.partition("==")[0] for line in lines]


def test_markers_are_asked_about_the_other_computer(written):
    found = {
        (system, machine, version): names(lock.lines_for(written, system, machine, version))
        for system, machine, version in (
            ("windows", "AMD64", "3.13"), ("macos", "x86_64", "3.11"), ("macos", "arm64", "3.12")
        )
    }  # fmt: skip
    assert found == {
        ("windows", "AMD64", "3.13"): ["always", "windows-only"],
        ("macos", "x86_64", "3.11"): ["always", "old-only"],
        ("macos", "arm64", "3.12"): ["always", "new-macs-only"],
    }


def test_every_hash_is_kept(written):
    found = lock.lines_for(written, "linux", "x86_64", "3.12")
    assert found == ["always==1.0 --hash=sha256:aa --hash=sha256:bb"]


@pytest.mark.parametrize(
    ("system", "machine"),
    [(system, machine) for system, machines in pack.PLATFORMS.items() for machine in machines],
)
def test_every_requirement_of_the_program_has_hashes(system, machine):
    lines = lock.lines_for(ROOT / RUNTIME, system, machine, "3.12")
    assert len(lines) > 20
    assert all("--hash=sha256:" in line for line in lines)
    assert ("tzdata" in names(lines)) == (system == "windows")
    assert ("pysqlite3" in names(lines)) == ((system, machine) != ("macos", "x86_64"))


@pytest.mark.parametrize("system", pack.STARTER)
def test_the_archive_holds_the_program_and_a_file_that_starts_it(tmp_path, system):
    (tmp_path / "some-1.0-py3-none-any.whl").write_bytes(b"wheel")
    archive = tmp_path / "out" / "a.zip"
    pack.write(archive, system, tmp_path)
    with zipfile.ZipFile(archive) as file:
        found = set(file.namelist())
        start = file.read(f"Skatturnier/{pack.STARTER[system]}")
        rights = file.getinfo(f"Skatturnier/{pack.STARTER[system]}").external_attr >> 16
    needed = ("run.py", "manage.py", RUNTIME, "scoring/apps.py", "templates/base.html")
    assert {f"Skatturnier/{name}" for name in needed} <= found
    assert "Skatturnier/wheels/some-1.0-py3-none-any.whl" in found
    assert not [name for name in found if "/tests/" in name or "__pycache__" in name]
    assert rights & 0o111, "to be double-clicked"
    assert (b"\r\n" in start) == (system == "windows")
    assert b"run.py --open" in start


@pytest.mark.skipif(os.name != "posix", reason="not run: needs sh")
@pytest.mark.parametrize("name", ["Skatturnier.command", "skatturnier.sh"])
def test_the_starter_says_where_python_is_to_be_had(name, tmp_path):
    """With a PATH that has no Python at all; those at usual places are too old here."""
    (tmp_path / "dirname").symlink_to("/usr/bin/dirname")
    script = (pack.STARTERS / name).read_text().replace("/usr/local/bin/python3", "none")
    ended = subprocess.run(
        ["/bin/sh", "-s"], input=script, capture_output=True, text=True, env={"PATH": str(tmp_path)}
    )
    assert ended.returncode == 1
    assert "Python 3.11" in ended.stdout
    assert "python.org/downloads" in ended.stdout


@pytest.mark.parametrize("versions", ["eleven", "3.11;3.12", "2.7", ""])
def test_what_is_no_version_of_python_is_refused(versions, capsys):
    with pytest.raises(SystemExit) as ended:
        command_line.main(["pack", "--for", "linux", "--python", versions])
    assert ended.value.code == 2
    assert "3.11,3.12,3.13" in capsys.readouterr().err
