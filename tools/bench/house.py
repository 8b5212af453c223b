"""`run.py house`: the structure of the product in figures, read from its source.

An arrow is one module that imports another. Arrows among rooms leave out the ground (rules,
seating, entry, models), core, messages and the commands, which everybody may use.
"""

import ast
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PRODUCT = ("scoring", "skatturnier", "launch")
GROUND = ("rules", "seating", "entry", "models", "migrations", "core", "messages")
FRAME = ("management", "templatetags", "static", "locale")
MAX_MODULE_LINES, MAX_FUNCTION_LINES, MAX_VIEW_LINES = 600, 40, 25
# Attributes and modules that Django keeps to itself: what they mean can change in any release.
PRIVATE = re.compile(
    r"\._(state|result_cache|prefetched_objects_cache|raw_delete|fields_cache|has_been_logged)\b"
    r"|\bget_related_populators\b|\bget_compiler\b|\bdjango\.db\.models\.sql\b"
)
Arrow = tuple[str, str]
Figure = tuple[str, list[str]]  # a line, and what it counts


@dataclass(frozen=True)
class Module:
    """One file of the product: its dotted name, its text and its syntax tree."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @property
    def place(self) -> str:
        """The folder below `scoring` that it stands in; empty for what stands beside them."""
        parts = self.name.split(".")
        is_package = self.path.name == "__init__.py"
        return parts[1] if parts[0] == "scoring" and len(parts) + is_package > 2 else ""

    @property
    def is_in_room(self) -> bool:
        return bool(self.place) and self.place not in (*GROUND, *FRAME)


def modules(root: Path) -> dict[str, Module]:
    """All modules of the product by dotted name, migrations left out."""
    found = {}
    for folder in PRODUCT:
        for path in sorted((root / folder).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            if "migrations" in parts:
                continue
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            text = path.read_text("utf-8")
            found[name] = Module(name, path, text, ast.parse(text))
    return found


def arrows(found: Mapping[str, Module]) -> set[Arrow]:
    """Which module imports which; what a module imports twice counts once."""
    return {
        (module.name, target)
        for module in found.values()
        for target in imported(module.tree, found)
        if target != module.name
    }


def imported(tree: ast.Module, known: Mapping[str, Module]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                submodule = f"{node.module}.{each.name}"
                if submodule in known:
                    yield submodule
                elif node.module in known:
                    yield node.module


def functions(found: Iterable[Module]) -> Iterator[tuple[Module, ast.FunctionDef, int]]:
    """Every function with the lines it takes."""
    for module in found:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef):
                yield module, node, (node.end_lineno or node.lineno) - node.lineno + 1


def is_view(module: Module, node: ast.FunctionDef) -> bool:
    """Whether a function answers a request."""
    first = node.args.args[0].arg if node.args.args else ""
    return re.search(r"\.views\b", module.name) is not None and first == "request"


def classes_twice(found: Iterable[Module]) -> dict[str, list[str]]:
    """Names that more than one class has, with the modules they stand in.

    Django finds commands, migrations and app configurations by one name each.
    """
    places = defaultdict(list)
    for module in found:
        if module.place != "management":
            for node in module.tree.body:
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(module.name)
    return {name: where for name, where in sorted(places.items()) if len(where) > 1}


def room_order(root: Path) -> dict[str, int]:
    """The height of each room, 0 highest, from the layers contract in pyproject.toml."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers: list[str] = next(
        (each["layers"] for each in contracts if each.get("id") == "rooms"), []
    )
    return {
        name.strip(" ()"): height
        for height, layer in enumerate(layers)
        for name in re.split(r"[|:]", layer)
    }


def circles(edges: set[Arrow]) -> list[list[str]]:
    """Groups of nodes that reach each other, found by depth-first search (Tarjan)."""
    graph = defaultdict(set)
    for source, target in edges:
        graph[source].add(target)
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(node: str) -> None:
        order[node] = low[node] = len(order)
        stack.append(node)
        for target in sorted(graph[node]):
            if target not in order:
                visit(target)
            if target in stack:
                low[node] = min(low[node], low[target])
        if low[node] == order[node]:
            start = stack.index(node)
            group = stack[start:]
            del stack[start:]
            if len(group) > 1:
                groups.append(sorted(group))

    sys.setrecursionlimit(10_000)
    for node in sorted(graph):
        if node not in order:
            visit(node)
    return groups


def report(root: Path, *, names: bool = False) -> list[str]:
    """The figures, one a line; with `names` followed by what they count."""
    found = modules(root)
    edges = arrows(found)
    among = {(a, b) for a, b in edges if found[a].is_in_room and found[b].is_in_room}
    leaving = {(a, b) for a, b in among if found[a].place != found[b].place}
    rings = circles(edges) + circles({(found[a].place, found[b].place) for a, b in among})
    inside = len(among) - len(leaving)
    share = 100 * inside / max(1, len(among))
    lines = sum(module.lines for module in found.values())
    rooms = Counter(found[source].place for source, _target in leaving)
    figures: list[Figure] = [
        (f"imports among rooms: {len(among)}, inside their room: {inside} ({share:.1f} %)", []),
        counted("upward imports", upward(edges, found, room_order(root))),
        counted("circles", [", ".join(ring) for ring in rings]),
        *sizes(found.values()),
        counted("class names that stand twice", named_twice(found.values())),
        counted("modules with a formatter exception", formatter_exceptions(found.values())),
        counted("modules with private Django", private_django(found.values())),
        (f"product: {len(found)} modules, {lines} lines", []),
        (
            f"arrows that leave a room: {len(leaving)}",
            [
                f"{room} {rooms[room]}"
                for room in sorted(rooms, key=lambda room: (-rooms[room], room))
            ],
        ),
    ]
    return [
        line
        for head, rest in figures
        for line in (head, *("    " + each for each in rest if names))
    ]


def counted(what: str, found: list[str]) -> Figure:
    return f"{what}: {len(found)}", found


def upward(
    edges: Iterable[Arrow], found: Mapping[str, Module], order: Mapping[str, int]
) -> list[str]:
    """The imports of a room by one below it; what stands in no room has no height."""
    return [
        f"{source} -> {target}"
        for source, target in sorted(edges)
        if order.get(found[source].place, -1) > order.get(found[target].place, len(order))
    ]


def sizes(found: Iterable[Module]) -> list[Figure]:
    """What is longer than a module, a function and a view are meant to be."""
    every = list(found)
    long = [each for each in functions(every) if each[2] > MAX_VIEW_LINES]
    return [
        counted(
            f"modules over {MAX_MODULE_LINES} lines",
            [f"{each.name} {each.lines}" for each in every if each.lines > MAX_MODULE_LINES],
        ),
        counted(
            f"functions over {MAX_FUNCTION_LINES} lines",
            [f"{m.name}.{f.name} {lines}" for m, f, lines in long if lines > MAX_FUNCTION_LINES],
        ),
        counted(
            f"views over {MAX_VIEW_LINES} lines",
            [f"{m.name}.{f.name} {lines}" for m, f, lines in long if is_view(m, f)],
        ),
    ]


def named_twice(found: Iterable[Module]) -> list[str]:
    return [f"{name}: {', '.join(where)}" for name, where in classes_twice(found).items()]


def formatter_exceptions(found: Iterable[Module]) -> list[str]:
    mark = "# fmt: " + "skip"
    return [f"{each.name} {each.text.count(mark)}" for each in found if mark in each.text]


def private_django(found: Iterable[Module]) -> list[str]:
    every = [(each.name, {hit[0] for hit in PRIVATE.finditer(each.text)}) for each in found]
    return [f"{name}: {', '.join(sorted(hits))}" for name, hits in every if hits]
