"""The rules of the law: generators of problems, each with its paragraphs."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from scoring.rules.game import PlayedGame
from scoring.rules.problem import Problem
from scoring.rules.systems import GameClass

Find = TypeVar("Find", bound=Callable[..., object])
Problems = Iterator[Problem]
AnyRule = Callable[[PlayedGame, PlayedGame], Problems]
TrumpRule = Callable[[PlayedGame, PlayedGame, GameClass], Problems]


class Rules(list[tuple[str, Find]]):
    """The rules of one kind of game, in the order in which they are written down."""

    def rule(self, *paragraphs: str) -> Callable[[Find], Find]:
        """Add a generator of problems, which need not cite what it keeps."""

        def added(find: Find) -> Find:
            self.append((", ".join(paragraphs), find))
            return find

        return added
