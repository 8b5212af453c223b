"""`python -m launch.lock SYSTEM MACHINE VERSION`: the lock as pip needs it for another computer.

pip asks the markers of a requirement about the computer it runs on, whatever platform it downloads
for. So they are asked here, about the other one. Runs in the environment, for pip's own reader.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from launch.environment import ROOT, RUNTIME

# What the markers ask for (PEP 508).
SYSTEMS: dict[str, Mapping[str, str]] = {
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    "macos": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
}


def entries(lock: Path) -> list[tuple[str, str]]:
    """Each requirement of a lock file and its hashes, as written there."""
    found = []
    whole = lock.read_text("utf-8").replace("\\\n", " ")
    for line in whole.splitlines():
        if line and not line.lstrip().startswith("#"):
            requirement, *hashes = line.split(" --hash=")
            found.append(
                (requirement.strip(), "".join(f" --hash={each.strip()}" for each in hashes))
            )
    return found


def lines_for(lock: Path, system: str, machine: str, version: str) -> list[str]:
    """The requirements that a computer with this system, processor and Python needs.

    They are without markers; `machine` is what Python calls `platform.machine()` there.
    """
    from pip._vendor.packaging.requirements import Requirement

    wanted = {
        **SYSTEMS[system],
        "platform_machine": machine,
        "python_version": version,
        "python_full_version": f"{version}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    lines = []
    for text, hashes in entries(lock):
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate(wanted):
            requirement.marker = None
            lines.append(f"{requirement}{hashes}")
    return lines


if __name__ == "__main__":
    print("\n".join(lines_for(ROOT / RUNTIME, *sys.argv[1:])))
