"""What is wrong with an input, or forbids an action; the sentences live in `scoring.messages`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    `field` is what the reader has to look at: the key of a game record (docs/formats.md), or the
    field of a form. `rule` are the paragraphs that decide ("SkO 2.1.3"), `params` the figures that
    the sentence needs. A `number` names the game of a list. A warning may be confirmed, an error
    may not.
    """

    code: str
    field: str = ""
    params: Mapping[str, object] = with_default(default_factory=dict)
    rule: str = ""
    severity: Severity = "error"
    number: int | None = None


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that forbid an entry."""
    return [problem for problem in problems if problem.severity == "error"]


def warnings(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that a person may confirm."""
    return [problem for problem in problems if problem.severity == "warning"]
