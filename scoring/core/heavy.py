"""Views that take seconds or much memory: the server answers one of them at a time.

They run in a thread of their own (`skatturnier.rsgi`), so that the threads that save games stay
free. Another server ignores the mark.
"""

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


def heavy(view: View) -> View:
    """Mark a view; must be the outermost decorator, because the resolved view is checked."""
    view.is_heavy = True  # type: ignore[attr-defined]
    return view
