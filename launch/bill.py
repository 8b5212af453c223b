"""The libraries, scripts and fonts of an archive with their licences, as text and as CycloneDX."""

import hashlib
import json
import re
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from launch.environment import ROOT
from skatturnier import __version__

VENDORED = ROOT / "scoring" / "static" / "vendor" / "README.md"
# A row of its table: files | package and version | licence.
ROW = re.compile(r"^\| [^|]+ \| ([\w.-]+) ([\d.]+)[^|]*\| ([^,|]+)", re.MULTILINE)
LICENCES_BY_TEXT = {"pysqlite3": "Zlib"}  # where the metadata names none
LICENCES = """\
Skatturnier: MIT (LICENSE). With it come, unchanged, the libraries, scripts and fonts below. The
whole text of each licence lies in its file in wheels/ (a zip file: *.dist-info), or beside the
scripts (scoring/static/vendor) and the fonts (scoring/core/files/fonts).

"""


def bill_of_materials(wheels: Path) -> str:
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
    """The text about licences that lies in an archive."""
    lines = set()
    for component in _components(wheels):
        licence = component["licenses"][0]
        licence = licence.get("expression") or licence["license"]["name"]
        lines.add(f"{component['name']} {component['version']}: {licence}\n")
    return LICENCES + "".join(sorted(lines))


def _components(wheels: Path) -> list[dict[str, Any]]:
    components = [_of_wheel(wheel) for wheel in sorted(wheels.glob("*.whl"))]
    for name, version, licence in ROW.findall(VENDORED.read_text("utf-8")):
        components.append(_component("npm", name, version, _named(licence.strip())))
    return components


def _of_wheel(wheel: Path) -> dict[str, Any]:
    metadata = next(iter(distributions(path=[str(wheel)]))).metadata
    name = re.sub(r"[-_.]+", "-", metadata["Name"]).lower()  # as a purl and PEP 503 want it
    if "License-Expression" in metadata:
        licence = {"expression": metadata["License-Expression"]}
    else:
        classifiers = [
            line.rpartition(" :: ")[2]
            for line in metadata.get_all("Classifier") or []
            if line.startswith("License ::")
        ]
        texts = metadata.get_all("License") or [LICENCES_BY_TEXT.get(name, "unknown")]
        licence = _named(", ".join(classifiers) or texts[0].partition("\n")[0])
    component = _component("pypi", name, metadata["Version"], licence)
    return component | {"hashes": [{"alg": "SHA-256", "content": sha256_of(wheel)}]}


def _named(licence: str) -> dict[str, Any]:
    return {"license": {"name": licence}}


def _component(kind: str, name: str, version: str, licence: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:{kind}/{name}@{version}",
        "licenses": [licence],
    }


def sha256_of(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
