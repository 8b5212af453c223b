"""Lists the modules and functions of a layer of every room."""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType

import scoring

ROOMS_INSIDE = ("lists.phone", "lists.photos", "lists.printed", "people.imports")


def modules(layer: str) -> Iterator[ModuleType]:
    """The modules of a layer ("services", "reads", "views") in every room and in core."""
    for found in pkgutil.walk_packages(scoring.__path__, "scoring."):
        parts = parts_of(found.name)
        if len(parts) > 2 and parts[2] == layer:
            yield import_module(found.name)


def parts_of(module: str) -> list[str]:
    """A name in its parts; a room inside another one counts by its own name."""
    for room in ROOMS_INSIDE:
        module = module.replace(room, room.rpartition(".")[2])
    return module.split(".")


def functions(layer: str) -> Iterator[tuple[str, Callable[..., object]]]:
    """The public functions of a layer, each with its name as "room.function"."""
    for module in modules(layer):
        room = parts_of(module.__name__)[1]
        for name, each in inspect.getmembers(module, inspect.isfunction):
            if each.__module__ == module.__name__ and not name.startswith("_"):
                yield f"{room}.{name}", each
