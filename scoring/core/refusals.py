"""What a service raises when it may not write, with all reasons at once."""

from collections.abc import Iterable

from scoring.rules.problem import Problem


class Refused(Exception):
    """The law, the list or the state of the tournament forbids it; nothing was written."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))


class StaleRevision(Exception):
    """Somebody changed the list since the caller read it; nothing was written."""


def refuse(code: str, field: str = "", rule: str = "", **params: object) -> Refused:
    """A refusal with one problem."""
    return Refused([Problem(code, field=field, params=params, rule=rule)])
