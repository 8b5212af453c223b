"""`run.py pack`: the libraries in `wheels/`, or an archive with all that another system needs."""

import hashlib
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from launch.environment import BEST, ROOT, RUNTIME, Environment
from skatturnier import __version__
from skatturnier.words import Trouble, localize, say

# The versions that an archive is for; the starters try the first one first.
PYTHONS = ("3.14", "3.13", "3.12", "3.11")
# The machines of each system, as Python names them, and the platforms whose wheels the oldest
# supported version of the system reads.
PLATFORMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "windows": {"AMD64": ("win_amd64",)},
    "macos": {"arm64": ("macosx_13_0_arm64",), "x86_64": ("macosx_13_0_x86_64",)},
    "linux": {"x86_64": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")},
}
# What the markers of a requirement ask about a system (PEP 508).
SYSTEMS: dict[str, Mapping[str, str]] = {
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    "macos": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
}
PROGRAM = ("scoring", "skatturnier", "launch", "templates", "docs", "fixtures", "deploy")
FILES = (
    "run.py",
    "manage.py",
    "pyproject.toml",
    "requirements.in",
    RUNTIME,
    "README.md",
    "README.en.md",
    "CHANGELOG.md",
    "LICENSE",
    "SECURITY.md",
)
UNIX = 3  # in a zip file: the system whose rights an entry has
FOLDER = f"Skatturnier-{__version__}"  # of its own, so that two versions never mix
STARTERS = ROOT / "launch" / "starters"
STARTER = {"windows": "Skatturnier.bat", "macos": "Skatturnier.command", "linux": "skatturnier.sh"}
DOWNLOADS = {"Skatturnier.command": "macos", "skatturnier.sh": "source"}  # python.org/downloads/…


def pack(system: str) -> int:
    """Fill `wheels/`, or write the archive for a system; returns the exit status."""
    if system and not STARTERS.is_dir():
        raise Trouble(
            localize(
                "Ein Archiv entsteht aus dem Quelltext, nicht aus einem Archiv.",
                "An archive is made from the sources, not from an archive.",
            )
        )
    environment = Environment()
    environment.ensure(RUNTIME)
    if system:
        command = [str(environment.python), "-m", "launch.pack", system]
        return subprocess.call(command, cwd=ROOT)
    for old in environment.wheels.glob("*.whl"):
        old.unlink()
    environment.download(environment.wheels, environment.root / RUNTIME)
    count = len(list(environment.wheels.glob("*.whl")))
    say(f"{count} Dateien liegen in wheels/.", f"wheels/ holds {count} files.")
    return 0


def write_archive(system: str) -> None:
    with TemporaryDirectory() as folder:
        wheels = Path(folder)
        for version in PYTHONS:
            say(f"Bibliotheken für {system}, Python {version} …",
                f"Requirements for {system}, Python {version} …")  # fmt: skip
            fetch(Environment(), wheels, system, version)
        archive = ROOT / "dist" / f"skatturnier-{__version__}-{system}.zip"
        pack_folder(archive, system, wheels)
    with archive.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    archive.with_suffix(".zip.sha256").write_text(f"{digest}  {archive.name}\n", "utf-8")
    size = archive.stat().st_size // 1_000_000
    say(f"{archive} ({size} MB): auspacken, {STARTER[system]} doppelklicken.",
        f"{archive} ({size} MB): unpack it, then double-click {STARTER[system]}.")  # fmt: skip


def fetch(environment: Environment, wheels: Path, system: str, version: str) -> None:
    """Fetch the libraries of another system; raises Trouble if one has no wheel for this Python."""
    lock = wheels / "lock.txt"
    for machine, platforms in PLATFORMS[system].items():
        lock.write_text("\n".join(lines_for(ROOT / RUNTIME, system, machine, version)), "utf-8")
        tags = [f"--platform={platform}" for platform in platforms]
        only = ("--no-deps", "--only-binary=:all:", f"--python-version={version}")
        environment.download(wheels, lock, *only, *tags)
    lock.unlink()


def lines_for(lock: Path, system: str, machine: str, version: str) -> list[str]:
    """The requirements of a lock that a computer with this system, processor and Python needs.

    pip asks their markers about the computer it runs on, whatever platform it downloads for. So
    they are evaluated here, and left out. `machine` is `platform.machine()` of that computer.
    """
    from pip._vendor.packaging.requirements import Requirement

    names = {
        **SYSTEMS[system],
        "platform_machine": machine,
        "python_version": version,
        "python_full_version": f"{version}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    lines = []
    for line in lock.read_text("utf-8").replace("\\\n", " ").splitlines():
        text, *hashes = line.split("--hash=")
        if not hashes or line.lstrip().startswith("#"):
            continue
        requirement = Requirement(text.strip())
        if requirement.marker is None or requirement.marker.evaluate(names):
            requirement.marker = None
            lines.append(" --hash=".join([str(requirement), *map(str.strip, hashes)]))
    return lines


def pack_folder(archive: Path, system: str, wheels: Path) -> None:
    archive.parent.mkdir(exist_ok=True)
    name = STARTER[system]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in program():
            file.write(path, f"{FOLDER}/{path.relative_to(ROOT).as_posix()}")
        for wheel in sorted(wheels.glob("*.whl")):  # compressed already
            file.write(wheel, f"{FOLDER}/wheels/{wheel.name}", zipfile.ZIP_STORED)
        text = starter(name).replace("\n", "\r\n" if system == "windows" else "\n")
        entry = zipfile.ZipInfo(f"{FOLDER}/{name}", (2000, 1, 1, 0, 0, 0))
        # Rights of Unix, which Windows would not write by itself.
        entry.create_system, entry.external_attr = UNIX, (stat.S_IFREG | 0o755) << 16
        file.writestr(entry, text, zipfile.ZIP_DEFLATED)


def starter(name: str) -> str:
    """The file to double-click; those of macOS and Linux are made of one script."""
    page = DOWNLOADS.get(name, "")
    text = (STARTERS / (STARTER["linux"] if page else name)).read_text("utf-8")
    text = text.replace("@PYTHONS@", " ".join(PYTHONS)).replace("@DOWNLOADS@", page)
    return text.replace("@BEST@", BEST)


def program() -> Iterator[Path]:
    """The files that a club needs: no tests, no starters, nothing that a run has written."""
    yield from (ROOT / name for name in FILES)
    for folder in PROGRAM:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.parent != STARTERS:
                yield path


if __name__ == "__main__":
    try:
        write_archive(sys.argv[1])
    except Trouble as trouble:
        sys.exit(str(trouble))
