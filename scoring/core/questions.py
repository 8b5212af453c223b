"""What pages ask of a tournament, in a form that lets several questions share one statement."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from scoring.models import Tournament
from scoring.models.together import together

T = TypeVar("T")
Queries = Callable[[Tournament], Sequence[QuerySet[Any, Any]]]


class Question(Generic[T]):
    """The queries of a question about a tournament, and what their rows are made to.

    Called with a tournament it is answered alone, in one statement.
    """

    def __init__(self, queries: Queries, made: Callable[..., T]) -> None:
        self.queries, self.made = queries, made
        self.__doc__ = made.__doc__

    def __call__(self, tournament: Tournament) -> T:
        [found] = answers(tournament, self)
        return found


def question(queries: Queries) -> Callable[[Callable[..., T]], Question[T]]:
    """Makes a question of a function that takes the tournament and the rows of each query."""
    return lambda made: Question(queries, made)


def answers(tournament: Tournament, *questions: Question[Any]) -> list[Any]:
    """The answers to all these questions, in one statement."""
    sent = [each.queries(tournament) for each in questions]
    rows = iter(together(*(query for queries in sent for query in queries)))
    return [
        each.made(tournament, *(next(rows) for _query in queries))
        for each, queries in zip(questions, sent, strict=True)
    ]
