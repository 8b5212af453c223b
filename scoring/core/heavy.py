"""Views that must not take the threads that save games: they have threads of their own.

Those that take seconds or much memory are answered one at a time, and forms with a password as many
at once as are hashed (`skatturnier.rsgi`). Another server ignores the marks.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


def heavy(view: View) -> View:
    """Mark a view; must be the outermost decorator, because the resolved view is checked."""
    view.is_heavy = True  # type: ignore[attr-defined]
    return view


def hashing(view: View) -> View:
    """Mark a view whose form has a password; must be the outermost decorator."""
    view.is_hashing = True  # type: ignore[attr-defined]
    return view


# How far the requests are that run now, by the name that their page gave them: done, of how many.
_STEPS: dict[str, tuple[int, int]] = {}


@contextmanager
def progress_of(job: str, of: int) -> Iterator[Callable[[int], None]]:
    """Tell `how_far` a request is, while it runs in this process; without a name nobody asks."""

    def done(count: int) -> None:
        if job:
            _STEPS[job] = count, of

    done(0)
    try:
        yield done
    finally:
        _STEPS.pop(job, None)


def how_far(job: str) -> tuple[int, int] | None:
    """How many steps of a running request are done, and of how many; None: it does not run."""
    return _STEPS.get(job)
