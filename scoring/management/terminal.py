"""What the long commands share: refusals as lines, and progress on a terminal only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError
from django.utils import translation
from tqdm import tqdm

from scoring.core.refusals import Refused
from scoring.messages import message
from scoring.messages.citing import citation_text
from scoring.rules.problem import Problem

MOST_LINES = 200


@contextmanager
def refusals_shown() -> Iterator[None]:
    """In English, as scripts expect it: a refusal ends the command with a line a problem."""
    with translation.override("en"):
        try:
            yield
        except Refused as refused:
            lines = [problem_line(problem) for problem in refused.problems[:MOST_LINES]]
            more = len(refused.problems) - len(lines)
            raise CommandError("\n".join(lines + [f"… and {more} more"] * bool(more))) from refused


def problem_line(problem: Problem) -> str:
    """A problem as one line: where, what, and which paragraph."""
    where = f"{problem.field}: " if problem.field else ""
    rule = f" [{citation_text(problem.rule)}]" if problem.rule else ""
    return f"{where}{message(problem)}{rule}"


def progress(total: int, unit: str) -> Any:
    """A bar for a person who waits; a script that reads our output sees nothing of it."""
    return tqdm(total=total, unit=f" {unit}", disable=None, leave=False)


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """For a command that cannot count: the step it is at, and the seconds so far."""
    with tqdm(total=1, disable=None, leave=False, bar_format="{desc} … {elapsed}") as bar:
        yield bar.set_description_str
