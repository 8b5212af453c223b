"""Answers to who asks again and again, in Django's cache: as long as nothing changes, no query.

Every row of the log gives its tournament a new mark as soon as it is committed; a keystroke in a
list gives one to this list alone. An answer is true as long as the marks stand that stood before it
was read.
"""

from secrets import token_hex
from typing import Any

from django.core.cache import cache
from django.db.transaction import on_commit

from scoring.models import LogEntry
from scoring.models.log import KEYSTROKES

MARKED = 60 * 60  # seconds; no answer is kept for so long


class Polled:
    """What is asked under a key: `answer` is None unless nothing has changed since it was kept."""

    def __init__(self, key: str) -> None:
        self.key = f"polled/{key}"
        self.about, marks, answer = cache.get(self.key, ((), None, None))
        self.marks: dict[str, str] = cache.get_many(self.about)
        self.answer: Any = answer if marks == self.marks else None

    def keep(self, answer: Any, *about: str, seconds: float) -> None:
        """Keep an answer that was read after this was made.

        Only from the second time on: what it is about was not known before it was read first.
        """
        marks = self.marks if about == self.about else None
        cache.set(self.key, (about, marks, answer), seconds)


def about(tournament: int | None, subject: str = "") -> str:
    """The key of a mark: that of a tournament, of a list in it, or of what is in no tournament."""
    return f"mark/{tournament}/{subject}"


def note_change(tournament: int | None, subject: str = "") -> None:
    """Answers about this are no longer true when the block is committed."""
    key = about(tournament, subject)
    on_commit(lambda: cache.set(key, token_hex(8), MARKED), robust=True)


def note_logged(row: LogEntry) -> None:
    """What a row of the log tells of has changed."""
    is_typed = row.action in KEYSTROKES and row.subject.startswith("list/")
    note_change(row.tournament_id, row.subject if is_typed else "")
