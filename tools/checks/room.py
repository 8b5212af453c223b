"""`run.py check ROOM`: the quick checks of one room, in under a minute."""

from collections.abc import Iterator
from pathlib import Path

from launch.environment import DEVELOPMENT, ROOT, Environment
from skatturnier.words import Trouble, localize
from tools.checks.quality import NO_TEST, QUICK, Check, pytest, run_all

# Folders of tests whose name is not that of the tested code.
CODE = {
    "commands": ("scoring/management",),
    "tools": ("tools",),
    "foundation": ("launch", "skatturnier", "manage.py", "run.py"),
}


def check(room: str) -> int:
    """Run the checks of a room; 0 when none failed. Raises Trouble unless there is such a room."""
    rooms = sorted(names(ROOT))
    if room not in rooms:
        listed = ", ".join(rooms)
        raise Trouble(
            localize(
                f"check braucht einen dieser Räume: {listed}.",
                f"check needs one of these rooms: {listed}.",
            )
        )
    environment = Environment()
    environment.ensure(DEVELOPMENT)
    return run_all(steps(room, environment), everything=False)


def names(root: Path) -> Iterator[str]:
    """The packages of `scoring`, and the test folders of code outside them."""
    for package in (root / "scoring").glob("*/__init__.py"):
        name = package.parent.name
        if name != "migrations" and all(f"scoring/{name}" not in code for code in CODE.values()):
            yield name
    yield from CODE


def folders(room: str, root: Path) -> list[str]:
    """The folders of a room's code and tests."""
    places = (*CODE.get(room, (f"scoring/{room}",)), f"tests/{room}")
    return [place for place in places if (root / place).exists()]


def steps(room: str, environment: Environment) -> list[Check]:
    python, places = str(environment.python), folders(room, ROOT)
    return [
        Check("ruff check", [python, "-m", "ruff", "check", *places]),
        Check("ruff format", [python, "-m", "ruff", "format", "--check", *places]),
        Check("mypy", [python, "-m", "mypy"]),
        Check("import-linter", [str(environment.program("lint-imports"))]),
        Check("quick tests", pytest(python, "-m", QUICK, *places), passed=(0, NO_TEST)),
    ]
