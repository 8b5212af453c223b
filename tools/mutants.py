"""Whether the tests notice a wrong program: one small change at a time, over all rooms.

    python -m tools.mutants --count 200 --seed 2026 --out mutants.jsonl
    python -m tools.mutants --long mutants.jsonl     what survived, in the long ring

Each mutant is tried in a checkout of its own against the tests of its room, then against the rest
of the ring of every change, until the first failure; `--near` leaves out the rest. `--long` runs
the long tests once with a probe before every line that survived, then each mutant against those
that came by. A change that nobody could notice survives, too: what survives is read by somebody.
"""

import argparse
import ast
import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from launch.environment import ROOT
from tools.checks.quality import EVERY_CHANGE
from tools.checks.room import folders

LEFT_OUT = ("migrations", "locale", "static", "simulation")
OTHER = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
FILTERS = ("filter", "exclude", "distinct", "select_for_update")


@dataclass(frozen=True)
class Mutant:
    """A piece of a file (bytes `start` to `end`) and what stands there instead."""

    path: str
    line: int
    kind: str
    start: int
    end: int
    text: str
    statement: int  # the line of the statement that holds it

    @property
    def room(self) -> str:
        return self.path.split("/")[1].replace("management", "commands")

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.kind}: {self.text}"


class Finder(ast.NodeVisitor):
    """Every mutant of a file."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source, self.found = path, source, list[Mutant]()
        self.lines = [0]
        for each in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(each))
        self.statements: list[int] = []

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        end = self.lines[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        return self.lines[node.lineno - 1] + node.col_offset, end

    def text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[slice(*self.span(node))].decode()

    def add(self, kind: str, node: ast.expr | ast.stmt, text: str) -> None:
        if self.statements:  # what is computed when a module is loaded is mostly a table
            at = self.statements[-1]
            self.found.append(Mutant(self.path, node.lineno, kind, *self.span(node), text, at))

    def visit(self, node: ast.AST) -> None:
        # `elif` begins where a statement could, but nothing can be put before it.
        inside = self.statements or isinstance(node, ast.FunctionDef)
        if noted := inside and isinstance(node, ast.stmt) and self.text(node)[:4] != "elif":
            self.statements.append(node.lineno)
        super().visit(node)
        if noted:
            self.statements.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for each in node.body:
            self.visit(each)

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1:
            sides = self.text(node.left), self.text(node.comparators[0])
            operator = OTHER[type(node.ops[0])]
            self.add("turned", node, f"(({sides[0]}) {operator} ({sides[1]}))")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is int:
            self.add("moved", node, str(node.value + 1))

    def visit_If(self, node: ast.If | ast.IfExp) -> None:
        self.add("negated", node.test, f"(not ({self.text(node.test)}))")
        self.generic_visit(node)

    visit_IfExp = visit_If  # noqa: N815

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self.add("dropped", node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.add("dropped", node, "pass")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr in FILTERS:
            of = self.text(node.func.value)
            self.add("unfiltered", node, f"{of}.all()" if of.endswith("objects") else of)
        self.generic_visit(node)


def mutants(root: Path) -> list[Mutant]:
    found = []
    for path in sorted((root / "scoring").rglob("*.py")):
        if path.parent.name == "scoring" or {*LEFT_OUT} & {*path.parts}:
            continue
        finder = Finder(path.relative_to(root).as_posix(), path.read_bytes())
        finder.visit(ast.parse(finder.source))
        found += finder.found
    return found


def chosen(found: list[Mutant], count: int, seed: str) -> list[Mutant]:
    """The rooms in turn, of each the kinds in turn: a large room has no more than a small one."""
    random, taken = Random(seed), list[Mutant]()
    places: dict[str, dict[str, list[Mutant]]] = {}
    for each in found:
        places.setdefault(each.room, {}).setdefault(each.kind, []).append(each)
    turn = 0
    while len(taken) < min(count, len(found)):
        for room in sorted(places):
            kinds = [kind for kind, some in sorted(places[room].items()) if some]
            if kinds and len(taken) < count:
                some = places[room][kinds[turn % len(kinds)]]
                taken.append(some.pop(random.randrange(len(some))))
        turn += 1
    return taken


@contextmanager
def checkout() -> Iterator[Path]:
    """The last commit in a folder of its own, with the libraries of this one."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        root = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(root)], check=True)
        try:
            (root / ".venv").symlink_to(ROOT / ".venv")
            yield root
        finally:
            subprocess.run([*git, "remove", "--force", str(root)], check=True)


@contextmanager
def changed(root: Path, mutant: Mutant) -> Iterator[None]:
    path = root / mutant.path
    source = path.read_bytes()
    path.write_bytes(source[: mutant.start] + mutant.text.encode() + source[mutant.end :])
    try:
        yield
    finally:
        path.write_bytes(source)


def failing(root: Path, *arguments: str, **variables: str) -> str:
    """The first test that fails; empty if none does."""
    command = [str(root / ".venv/bin/python"), "-m", "pytest", "-x", "-q", "-n", "2", "-rfE"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **variables}
    done = subprocess.run(
        [*command, *arguments], cwd=root, env=environment, capture_output=True, text=True
    )
    if done.returncode in (0, 5):  # 5: no test
        return ""
    first = re.search(r"^(?:FAILED|ERROR) (tests\S+)", done.stdout, re.MULTILINE)
    return first[1] if first else f"status {done.returncode}"


def in_quick_ring(root: Path, mutant: Mutant, *, near: bool) -> str:
    with changed(root, mutant):
        own = [each for each in folders(mutant.room, root) if each.startswith("tests/")]
        own = own or ["tests/whole"]
        rest = ("tests", *(f"--ignore={each}" for each in own))
        return failing(root, "-m", EVERY_CHANGE, *own) or (
            "" if near else failing(root, "-m", EVERY_CHANGE, *rest)
        )


def in_long_ring(root: Path, survivors: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Of each the long test that fails, among those that reach its statement."""
    reached = root / "reached"
    sources = {each.path: (root / each.path).read_text("utf-8") for each in survivors}
    for path, source in sources.items():
        lines = source.splitlines(keepends=True)
        for line in sorted({each.statement for each in survivors if each.path == path})[::-1]:
            indent = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
            test = '__import__("os").environ.get("PYTEST_CURRENT_TEST", "")'
            note = f'open({str(reached)!r}, "a").write("{path}:{line} " + {test} + "\\n")'
            lines.insert(line - 1, f"{indent}{note}\n")
        (root / path).write_text("".join(lines), "utf-8")
    failing(root, "-m", "long", "--maxfail=100000", LONG="true")
    for path, source in sources.items():
        (root / path).write_text(source, "utf-8")
    came = reached.read_text("utf-8").splitlines() if reached.exists() else []
    for mutant in survivors:
        at = f"{mutant.path}:{mutant.statement} "
        tests = {each[len(at) :].rpartition(" (")[0] for each in came if each.startswith(at)}
        with changed(root, mutant):
            yield mutant, failing(root, *sorted(tests - {""}), LONG="true") if tests else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", default="2026")
    parser.add_argument("--rooms", default="", help="with commas; all unless given")
    parser.add_argument("--near", action="store_true", help="only the tests of the room")
    parser.add_argument("--out", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--long", type=Path, help="what survived in this file")
    options = parser.parse_args()
    with checkout() as root:
        if options.long:
            lines = [json.loads(each) for each in options.long.read_text("utf-8").splitlines()]
            survivors = [Mutant(**each["mutant"]) for each in lines if not each["failed"]]
            answers = in_long_ring(root, survivors)
        else:
            rooms = options.rooms.split(",")
            found = [each for each in mutants(root) if rooms == [""] or each.room in rooms]
            some = chosen(found, options.count, options.seed)
            answers = ((each, in_quick_ring(root, each, near=options.near)) for each in some)
        for mutant, failed in answers:
            print(f"{'killed' if failed else 'SURVIVED'} {mutant} {failed}", flush=True)
            with options.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"mutant": asdict(mutant), "failed": failed}) + "\n")


if __name__ == "__main__":
    main()
