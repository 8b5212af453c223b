"""A rule of the law: a generator of problems with its paragraphs."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

Find = TypeVar("Find")
Find_co = TypeVar("Find_co", covariant=True)


class Rule(NamedTuple, Generic[Find_co]):
    """A rule: `find` yields a problem for each violation, `paragraphs` are what it keeps."""

    paragraphs: str
    find: Find_co


def rule(*paragraphs: str) -> Callable[[Find], Rule[Find]]:
    """Make a rule of a generator; the problems that it yields need not cite anything."""

    def written(find: Find) -> Rule[Find]:
        return Rule(", ".join(paragraphs), find)

    return written
