"""The problems that the sources make, found in their syntax, so that no test has to provoke each.

A code is recognised where it is a constant, one of two, a variable of the function, a formatted
text (`f"foot-{field}"`), or an argument of a helper (`refuse("list-empty")`).
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from scoring.rules.systems import SYSTEMS

SOURCES = Path(__file__).parents[1] / "scoring"
ANYTHING = "[a-z-]+"
CITATION = re.compile(r"(?:SkO|ST|TO|BT) (?:[0-9]|MP)")


@dataclass
class Maker:
    """A function that makes a problem from a given code: `refuse("list-empty")`."""

    position: int
    template: str = "{}"
    own: frozenset[str] = frozenset()  # parameters that are not figures of the sentence
    gives: frozenset[str] = frozenset()  # figures that it adds by itself
    home: str = ""  # the class of a method: a form's `refuse` is not the reader's

    def code(self, pattern: str) -> str:
        return self.template.replace("{}", pattern)


@dataclass
class Use:
    """One place that makes a problem: its code as a pattern, and its parameters."""

    pattern: str
    given: set[str] | None  # None: only known when it runs
    where: str
    citations: set[str] = field(default_factory=set)


Makers = dict[tuple[str, bool], Maker]  # by name, and whether it is a method
Everywhere = dict[tuple[str, bool, str], Maker]  # and the module that defines it
MAKERS: Makers = {
    ("Problem", False): Maker(0, own=frozenset(["code", "field", "rule", "severity", "number"])),
    ("Mismatch", False): Maker(0, own=frozenset(["code"])),  # what readers of JSON pass on
}


@cache
def uses() -> list[Use]:
    """Every place of the product that makes a problem; read once in a run."""
    everywhere = every_maker()
    return [
        use
        for path, tree in sources().items()
        for use in uses_in(path, tree, makers_for(path, tree, everywhere))
    ]


@cache
def sources() -> dict[Path, ast.Module]:
    paths = (path for path in sorted(SOURCES.rglob("*.py")) if "migrations" not in path.parts)
    return {path: ast.parse(path.read_text("utf-8")) for path in paths}


@cache
def nodes(tree: ast.AST) -> list[ast.AST]:
    """Everything in a tree. It is walked several times, and walking is what takes time."""
    return list(ast.walk(tree))


@cache
def every_maker() -> Everywhere:
    """Everything by which a problem is made, looked for again until nothing is new."""
    everywhere: Everywhere = {(name, method, ""): maker for (name, method), maker in MAKERS.items()}
    while new := {
        (*key, module_of(path)): maker
        for path, tree in sources().items()
        for key, maker in new_makers(tree, makers_for(path, tree, everywhere))
        if (*key, module_of(path)) not in everywhere
    }:
        everywhere |= new
    return everywhere


@cache
def maker_names() -> frozenset[tuple[str, bool]]:
    return frozenset((name, method) for name, method, _module in every_maker())


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def makers_for(path: Path, tree: ast.Module, everywhere: Everywhere) -> Makers:
    """The makers that a module can use: its own, imported ones, methods of classes it can see."""
    module = module_of(path)
    defined = {name for name, _function, home in functions(tree) if not home}
    classes = {node.name for node in nodes(tree) if isinstance(node, ast.ClassDef)}
    imported = {
        alias.name: node.module
        for node in nodes(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    usable: Makers = {}
    for (name, method, source), maker in everywhere.items():
        if source == module:
            usable[name, method] = maker
        elif maker.home:
            if maker.home in classes | imported.keys():
                usable.setdefault((name, method), maker)
        elif not source or (name not in defined and imported.get(name) == source):
            usable.setdefault((name, method), maker)
    return usable


@cache
def functions(tree: ast.AST) -> tuple[tuple[str, ast.FunctionDef, str], ...]:
    """Each function with its class, under the name it is called by: a class for its __init__."""
    return tuple(functions_of(tree))


def functions_of(tree: ast.AST) -> Iterator[tuple[str, ast.FunctionDef, str]]:
    homes = {
        id(each): node.name
        for node in nodes(tree)
        if isinstance(node, ast.ClassDef)
        for each in node.body
    }
    for node in nodes(tree):
        if isinstance(node, ast.FunctionDef):
            home = homes.get(id(node), "")
            if node.name == "__init__":
                yield home, node, ""
            else:
                yield node.name, node, home


def new_makers(tree: ast.AST, makers: Makers) -> Iterator[tuple[tuple[str, bool], Maker]]:
    for name, function, home in functions(tree):
        names = [each for each in arguments(function) if each not in ("self", "cls")]
        named = (*function.args.args, *function.args.kwonlyargs)
        own = frozenset(each.arg for each in named)
        for call, maker in calls(function, makers):
            template, hole = maker.template, code_of(call, maker)
            gives = frozenset(given(call, maker, function) or ())
            if isinstance(hole, ast.JoinedStr):
                template = maker.code(joined(hole, "{}"))
                holes = [each for each in hole.values if isinstance(each, ast.FormattedValue)]
                hole = holes[0].value if len(holes) == 1 else None
            if isinstance(hole, ast.Name) and hole.id in names:
                position = names.index(hole.id)
                yield (name, bool(home)), Maker(position, template, own, gives, home)


def arguments(function: ast.FunctionDef) -> list[str]:
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args)]


def calls(node: ast.AST, makers: Makers) -> Iterator[tuple[ast.Call, Maker]]:
    for call, name in calls_by_name(node):
        if name in makers:
            yield call, makers[name]


@cache
def calls_by_name(node: ast.AST) -> tuple[tuple[ast.Call, tuple[str, bool]], ...]:
    """Each call with the name of what it calls, and whether that is a method."""
    found = []
    for call in nodes(node):
        if isinstance(call, ast.Call):
            method = isinstance(call.func, ast.Attribute)
            name = getattr(call.func, "attr" if method else "id", "")
            found.append((call, (name, method)))
    return tuple(found)


def code_of(call: ast.Call, maker: Maker) -> ast.expr | None:
    if len(call.args) > maker.position:
        return call.args[maker.position]
    return next((each.value for each in call.keywords if each.arg == "code"), None)


def joined(text: ast.JoinedStr, hole: str) -> str:
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else hole for part in text.values
    )


def uses_in(path: Path, tree: ast.Module, makers: Makers) -> Iterator[Use]:
    for function in (constants(tree), *(each for _name, each, _home in functions(tree))):
        parameters = set(arguments(function))
        for call, maker in calls(function, makers):
            code = code_of(call, maker)
            where = f"{path.relative_to(SOURCES)}:{call.lineno}"
            if code is None or isinstance(code, ast.Attribute):
                continue  # another function of this name; a copy of a problem made elsewhere
            if isinstance(code, ast.Name) and code.id in parameters:
                continue  # a maker, whose callers are looked at
            if isinstance(code, ast.JoinedStr) and any(
                isinstance(each, ast.Name) and each.id in parameters for each in nodes(code)
            ):
                continue
            for pattern in patterns(code, function):
                yield Use(
                    maker.code(pattern), given(call, maker, function), where, cited(call, function)
                )


def constants(tree: ast.Module) -> ast.FunctionDef:
    """The module-level assignments, read like a function."""
    function = ast.parse("def constants(): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = [each for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)]
    return function


def patterns(code: ast.expr, function: ast.FunctionDef) -> set[str]:
    """The possible values of a code: constants, either of two, a variable, or a formatted text."""
    if isinstance(code, ast.Constant):
        return {str(code.value)}
    if isinstance(code, ast.IfExp):
        return patterns(code.body, function) | patterns(code.orelse, function)
    if isinstance(code, ast.JoinedStr):
        return {joined(code, ANYTHING)}
    if isinstance(code, ast.Name):
        values = list(assigned(code.id, function))
        if values:
            return {each for value in values for each in patterns(value, function)}
    return {ANYTHING}


def assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Every expression that the function assigns to a variable, row by row in a loop."""
    for node in nodes(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from bound(name, target, node.value)
        if isinstance(node, ast.For):
            for row in rows_of(node.iter, function):
                yield from bound(name, node.target, row)


def bound(name: str, target: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Name) and target.id == name:
        yield value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one_target, one_value in zip(target.elts, value.elts, strict=True):
            yield from bound(name, one_target, one_value)


def rows_of(table: ast.expr, function: ast.FunctionDef) -> list[ast.expr]:
    """The rows of a literal table that a loop iterates over."""
    if isinstance(table, ast.Name):
        table = next(
            (
                node.value
                for node in nodes(function)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name) and target.id == table.id
            ),
            table,
        )
    return table.elts if isinstance(table, ast.Tuple | ast.List) else []


def given(call: ast.Call, maker: Maker, function: ast.FunctionDef) -> set[str] | None:
    """The parameters of a problem."""
    names = {each.arg for each in call.keywords}
    if None in names:
        return None
    dictionaries = [each.value for each in call.keywords if each.arg == "params"]
    if maker.own >= MAKERS["Problem", False].own:
        dictionaries += call.args[2:3]
    figures = {str(name) for name in names} - maker.own - {"params"} | maker.gives
    for dictionary in dictionaries:
        keys = keys_of(dictionary, function)
        if keys is None:
            return None
        figures |= keys
    return figures


def keys_of(dictionary: ast.expr, function: ast.FunctionDef) -> set[str] | None:
    if isinstance(dictionary, ast.Dict):
        if all(isinstance(key, ast.Constant) for key in dictionary.keys):
            return {str(key.value) for key in dictionary.keys if isinstance(key, ast.Constant)}
        return None
    if isinstance(dictionary, ast.Name):
        values = assigned(dictionary.id, function)
        before = [each for each in values if each.lineno <= dictionary.lineno]
        if before:
            return keys_of(max(before, key=lambda each: each.lineno), function)
    return None


def cited(call: ast.Call, function: ast.FunctionDef) -> set[str]:
    """The paragraphs at this place: in the call, in a variable of it, above the function (@rule).

    Where each system has its own, those of every system.
    """
    names = {each.id for each in nodes(call) if isinstance(each, ast.Name)}
    places = [call, *function.decorator_list]
    places += [each for name in sorted(names) for each in assigned(name, function)]
    return {
        citation
        for place in places
        for node in walk_but_customs(place)
        for rule in rules_of(node)
        for citation in rule.split(", ")
        if CITATION.match(citation)
    }


def walk_but_customs(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a piece of source, but for `customs(…)`, which keeps no paragraph."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "customs":
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from walk_but_customs(child)


def rules_of(node: ast.AST) -> list[str]:
    """What a piece of source cites: a text, or a field of the systems' citations."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Lambda) and isinstance(node.body, ast.Attribute):
        field = node.body.attr  # @rule(lambda system: system.bids)
    elif isinstance(node, ast.Attribute) and getattr(node.value, "attr", "") == "citations":
        field = node.attr
    else:
        return []
    return [str(getattr(each.citations, field, "")) for each in SYSTEMS.values()]
