"""Secret addresses of lists are kept out of the log (docs/data-model.md "Lists kept by phone")."""

import logging
import re

# As `scoring.phone.urls` has it: whoever reads the log of a server must not keep a list.
SECRET = re.compile(r"(/t/)[a-z2-7]{26}\b")


def masked(text: str) -> str:
    """A text without secrets.

    >>> masked("Not Found: /t/abcdefghijklmnopqrstuvwxyz/state/"), masked("/t/17/")
    ('Not Found: /t/…/state/', '/t/17/')
    """
    return SECRET.sub(r"\1…", text)


class MaskingFormatter(logging.Formatter):
    """Masks the whole line with its traceback, whoever wrote it."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))
