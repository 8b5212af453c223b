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


def bill_of(wheels: Path) -> str:
    """The bill of materials of the libraries in a folder and of the scripts of the pages."""
    components = [_of_wheel(wheel) for wheel in sorted(wheels.glob("*.whl"))]
    for name, version, licence in ROW.findall(VENDORED.read_text("utf-8")):
        components.append(_component("npm", name, version, licence.strip()))
    program = {"type": "application", "name": "skatturnier", "version": __version__}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program | {"licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
    }
    return json.dumps(bill, indent=1, ensure_ascii=False) + "\n"


def _of_wheel(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as file:
        name = next(name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        about = email.message_from_string(file.read(name).decode())
    classifiers = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier", [])
        if line.startswith("License ::")
    ]
    licence = about["License-Expression"] or ", ".join(classifiers)
    licence = licence or (about["License"] or "unknown").partition("\n")[0]
    component = _component("pypi", about["Name"].lower(), about["Version"], licence)
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
