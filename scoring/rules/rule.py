"""The rules of the law: generators of problems, each with its paragraphs."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from scoring.rules.game import PlayedGame
from scoring.rules.paragraphs import joined
from scoring.rules.problem import Problem
from scoring.rules.systems import Citations, GameClass

Find = TypeVar("Find", bound=Callable[..., object])
Problems = Iterator[Problem]
AnyRule = Callable[[PlayedGame, PlayedGame], Problems]
TrumpRule = Callable[[PlayedGame, PlayedGame, GameClass], Problems]
# A paragraph that holds in every system, or where each system has its own.
Paragraph = str | Callable[[Citations], str]


class Rules(list[tuple[tuple[Paragraph, ...], Find]]):
    """The rules of one kind of game, in the order in which they are written down."""

    def rule(self, *paragraphs: Paragraph) -> Callable[[Find], Find]:
        """Add a generator of problems, which need not cite what it keeps.

        A problem that cites something itself keeps that.
        """

        def added(find: Find) -> Find:
            self.append((paragraphs, find))
            return find

        return added


def cited_by(citations: Citations, paragraphs: Iterable[Paragraph]) -> str:
    """The paragraphs of a rule as a system cites them."""
    return joined(
        paragraph if isinstance(paragraph, str) else paragraph(citations)
        for paragraph in paragraphs
    )
