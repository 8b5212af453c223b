"""`run.py house`: each figure, for a small tree."""

from pathlib import Path

import pytest

from launch.environment import ROOT
from tools.bench.house import (
    MAX_FUNCTION_LINES,
    MAX_MODULE_LINES,
    modules,
    private_django,
    report,
)

CONTRACT = """
[[tool.importlinter.contracts]]
id = "rooms"
layers = ["desk", "money | teams", "core", "rules : seating"]
"""


@pytest.fixture
def tree(tmp_path):
    """Writes modules into a product with the rooms desk, money and teams."""
    (tmp_path / "pyproject.toml").write_text(CONTRACT)

    def write(texts: dict[str, str]) -> Path:
        for name, text in texts.items():
            file = tmp_path / "scoring" / f"{name}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return tmp_path

    return write


def figure(root: Path, head: str) -> str:
    """The figure after these words in the report."""
    [found] = [line for line in report(root) if line.startswith(f"{head}: ")]
    return found.removeprefix(f"{head}: ")


def names(root: Path, head: str) -> list[str]:
    """The counted names, as listed by `--names`."""
    lines = report(root, names=True)
    start = next(number for number, line in enumerate(lines, 1) if line.startswith(f"{head}: "))
    found = []
    for line in lines[start:]:
        if not line.startswith("    "):
            break
        found.append(line.strip())
    return found


def function(name: str, lines: int, argument: str = "") -> str:
    return f"def {name}({argument}):\n" + "    pass\n" * (lines - 1)


def test_figures_of_an_empty_tree_are_zero(tree):
    assert report(tree({})) == [
        "imports among rooms: 0, inside their room: 0 (0.0 %)",
        "upward imports: 0",
        "circles: 0",
        "modules over 600 lines: 0",
        "functions over 40 lines: 0",
        "views over 25 lines: 0",
        "class names that stand twice: 0",
        "modules with a formatter exception: 0",
        "modules with private Django: 0",
        "product: 0 modules, 0 lines",
        "arrows that leave a room: 0",
    ]


def test_long_functions_and_modules_are_named_with_their_lines(tree):
    root = tree(
        {
            "core/just": "\n" * MAX_MODULE_LINES,
            "core/long": "\n" * (MAX_MODULE_LINES + 1),
            "desk/services": function("just", MAX_FUNCTION_LINES)
            + function("long", MAX_FUNCTION_LINES + 1),
        }
    )
    assert names(root, "modules over 600 lines") == ["scoring.core.long 601"]
    assert names(root, "functions over 40 lines") == ["scoring.desk.services.long 41"]
    assert figure(root, "views over 25 lines") == "0"


def test_the_product_asks_django_by_its_documented_ways_alone():
    """What it keeps to itself may be another thing in its next release."""
    assert private_django(modules(ROOT).values()) == []
