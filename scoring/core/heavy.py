"""Views that take seconds, or much memory: the server answers one of them at a time.

They have a thread of their own (`skatturnier.rsgi`), so that however many are asked for at once,
the threads in which games are saved stay free. Another WSGI server ignores the mark.
"""

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


def heavy(view: View) -> View:
    """Mark a view; the outermost decorator, because it is looked for on what the address names."""
    view.is_heavy = True  # type: ignore[attr-defined]
    return view
