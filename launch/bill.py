"""What an archive is made of: its libraries with versions, licences and sums, as CycloneDX."""

import email
import hashlib
import json
import re
import zipfile
from pathlib import Path
from typing import Any

from launch.environment import ROOT
from skatturnier import __version__

VENDORED = ROOT / "scoring" / "static" / "vendor" / "README.md"
# A row of its table: files | package and version | licence.
ROW = re.compile(r"^\| [^|]+ \| ([\w.-]+) ([\d.]+)[^|]*\| ([^,|]+)", re.MULTILINE)
UNNAMED = {"pysqlite3": "Zlib"}  # by their text; their metadata has no name for it
LICENCES = """\
Skatturnier: MIT (LICENSE). With it come, unchanged, the libraries, scripts and fonts below. The
whole text of each licence lies in its file in wheels/ (a zip file: *.dist-info), or beside the
scripts (scoring/static/vendor) and the fonts (scoring/core/files/fonts).

"""


def bill_of(wheels: Path) -> str:
    """The bill of materials of the libraries in a folder and of the scripts of the pages."""
    program = {"type": "application", "name": "skatturnier", "version": __version__}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program | {"licenses": [{"license": {"id": "MIT"}}]}},
        "components": _components(wheels),
    }
    return json.dumps(bill, indent=1, ensure_ascii=False) + "\n"


def licences_of(wheels: Path) -> str:
    """What an archive brings along and under which licences, for whoever opens it."""
    lines = {
        f"{one['name']} {one['version']}: {one['licenses'][0]['license']['name']}\n"
        for one in _components(wheels)
    }
    return LICENCES + "".join(sorted(lines))


def _components(wheels: Path) -> list[dict[str, Any]]:
    components = [_of_wheel(wheel) for wheel in sorted(wheels.glob("*.whl"))]
    for name, version, licence in ROW.findall(VENDORED.read_text("utf-8")):
        components.append(_component("npm", name, version, licence.strip()))
    return components


def _of_wheel(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as file:
        metadata = next(path for path in file.namelist() if path.endswith(".dist-info/METADATA"))
        about = email.message_from_string(file.read(metadata).decode())
    classifiers = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier", [])
        if line.startswith("License ::")
    ]
    licence = about["License-Expression"] or ", ".join(classifiers)
    name = re.sub(r"[-_.]+", "-", about["Name"]).lower()  # as a purl and PEP 503 want it
    licence = licence or (about["License"] or UNNAMED.get(name, "unknown")).partition("\n")[0]
    component = _component("pypi", name, about["Version"], licence)
    return component | {"hashes": [{"alg": "SHA-256", "content": sum_of(wheel)}]}


def _component(kind: str, name: str, version: str, licence: str) -> dict[str, Any]:
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:{kind}/{name}@{version}",
        "licenses": [{"license": {"name": licence}}],
    }


def sum_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
