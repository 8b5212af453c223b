"""`run.py house`: each figure, for a small tree."""

from pathlib import Path

import pytest

from launch.environment import ROOT
from tools.bench.house import (
    MAX_FUNCTION_LINES,
    MAX_MODULE_LINES,
    MAX_VIEW_LINES,
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


def test_imports_between_rooms_are_counted_once(tree):
    root = tree(
        {
            "money/services": "from scoring.money.reads import A, B\nimport scoring.money.reads\n",
            "money/reads": "A = B = 1\n",
            "desk/views": "import scoring.money.services\nif A:\n    import scoring.money.reads\n",
        }
    )
    assert figure(root, "imports among rooms") == "3, inside their room: 1 (33.3 %)"
    assert figure(root, "arrows that leave a room") == "2"
    assert names(root, "arrows that leave a room") == ["desk 2"]


def test_imports_of_shared_packages_are_not_counted(tree):
    root = tree(
        {
            "money/reads": "from scoring.core.text import A\nfrom scoring.rules.prizes import B\n",
            "core/text": "A = 1\n",
            "rules/prizes": "B = 1\n",
            "management/commands/bench": "from scoring.money.reads import A\n",
            "urls": "from scoring.money import reads\n",
        }
    )
    assert figure(root, "imports among rooms") == "0, inside their room: 0 (0.0 %)"


def test_package_belongs_to_its_room(tree):
    root = tree({"money/__init__": "A = 1\n", "desk/views": "from scoring.money import A\n"})
    assert figure(root, "imports among rooms") == "1, inside their room: 0 (0.0 %)"


def test_imports_of_libraries_are_not_counted(tree):
    root = tree({"money/reads": "import json\nfrom django.db import models\nfrom . import other\n"})
    assert figure(root, "imports among rooms") == "0, inside their room: 0 (0.0 %)"


def test_an_upward_import_is_one_of_a_higher_room_in_the_contract(tree):
    root = tree(
        {
            "desk/views": "from scoring.core.text import A\n",
            "core/text": "from scoring.money.reads import A\n",
            "money/reads": "from scoring.teams.reads import A\n",
            "teams/reads": "A = 1\n",
            "seating/plan": "import scoring.rules\n",
            "rules/__init__": "from scoring.desk import views\n",
        }
    )
    assert names(root, "upward imports") == [
        "scoring.core.text -> scoring.money.reads",
        "scoring.rules -> scoring.desk.views",
    ]


def test_modules_outside_the_rooms_have_no_layer(tree):
    root = tree({"urls": "from scoring.desk import views\n", "desk/views": "import scoring.urls\n"})
    assert figure(root, "upward imports") == "0"


def test_cycle_of_modules_is_found(tree):
    root = tree(
        {
            "core/one": "import scoring.core.two\n",
            "core/two": "import scoring.core.three\n",
            "core/three": "import scoring.core.one\nimport scoring.core.four\n",
            "core/four": "import scoring.core.four\n",
        }
    )
    assert names(root, "circles") == ["scoring.core.one, scoring.core.three, scoring.core.two"]


def test_rooms_can_form_a_cycle_without_a_cycle_of_modules(tree):
    root = tree(
        {
            "desk/views": "import scoring.money.reads\n",
            "money/services": "import scoring.desk.reads\n",
            "money/reads": "",
            "desk/reads": "",
        }
    )
    assert names(root, "circles") == ["desk, money"]


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


def test_methods_and_inner_functions_are_functions(tree):
    body = "".join("    " + line for line in function("long", 41).splitlines(keepends=True))
    root = tree({"core/one": "class A:\n" + body, "core/two": "def outer():\n" + body})
    assert names(root, "functions over 40 lines") == [
        "scoring.core.one.long 41",
        "scoring.core.two.outer 42",
        "scoring.core.two.long 41",
    ]


def test_a_view_is_a_function_of_views_that_takes_a_request(tree):
    just, long = MAX_VIEW_LINES, MAX_VIEW_LINES + 1
    root = tree(
        {
            "desk/views": function("just", just, "request")
            + function("helper", long, "score_list"),
            "money/views/prizes": function("long", long, "request, pot_id"),
            "money/services": function("answer", long, "request"),
        }
    )
    assert names(root, "views over 25 lines") == ["scoring.money.views.prizes.long 26"]


def test_decorators_do_not_count_as_lines_of_a_view(tree):
    root = tree({"desk/views": "@require_GET\n" + function("just", MAX_VIEW_LINES, "request")})
    assert figure(root, "views over 25 lines") == "0"


def test_duplicate_class_names_are_reported_with_their_modules(tree):
    root = tree(
        {
            "money/reads": "class Pot: pass\nclass Fee: pass\n",
            "desk/reads": "class Pot: pass\nclass Row:\n    class Meta: pass\n",
            "teams/reads": "class Team:\n    class Meta: pass\n",
            "management/commands/one": "class Command: pass\n",
            "management/commands/two": "class Command: pass\n",
        }
    )
    assert names(root, "class names that stand twice") == [
        "Pot: scoring.desk.reads, scoring.money.reads"
    ]


def test_formatter_exceptions_are_counted_by_module(tree):
    mark = "# fmt: " + "skip"
    root = tree({"core/one": f"A = 1  {mark}\nB = 2  {mark}\n", "core/two": "A = 1\n"})
    assert names(root, "modules with a formatter exception") == ["scoring.core.one 2"]


def test_what_django_keeps_to_itself_is_counted_by_module(tree):
    root = tree(
        {
            "core/one": "new = row._state.adding\nrows = query.get_compiler(using)\n",
            "core/two": "new = row.pk is None\nname = row._meta.label\n",
        }
    )
    assert names(root, "modules with private Django") == ["scoring.core.one: ._state, get_compiler"]


def test_the_product_asks_django_by_its_documented_ways_alone():
    """What it keeps to itself may be another thing in its next release."""
    assert private_django(modules(ROOT).values()) == []


def test_the_product_is_every_module_but_the_migrations(tree):
    root = tree({"core/one": "A = 1\nB = 2\n", "migrations/first": "A = 1\n", "apps": "A = 1\n"})
    for folder in ("skatturnier", "launch", "tests"):
        (root / folder).mkdir()
        (root / folder / "settings.py").write_text("A = 1\n")
    assert figure(root, "product") == "4 modules, 5 lines"
    assert figure(root, "modules over 600 lines") == "0"
