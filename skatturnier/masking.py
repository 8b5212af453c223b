"""Secret addresses, of lists and of accounts, are kept out of the log.

docs/data-model.md "Lists kept by phone", docs/data-model.md "Accounts and rights"
"""

import logging
import re

# As `scoring.phone.urls` and `scoring.accounts.urls` have it: whoever reads the log of a server
# must neither keep a list nor open an account.
SECRET = re.compile(r"(/t/)[a-z2-7]{26}\b|(/setup/)[\w-]{20,}")


LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def masked(text: str) -> str:
    """A text without secrets.

    >>> masked("Not Found: /t/abcdefghijklmnopqrstuvwxyz/state/"), masked("/t/17/")
    ('Not Found: /t/…/state/', '/t/17/')
    """
    return SECRET.sub(lambda found: f"{found[1] or found[2]}…", text)


class MaskingFormatter(logging.Formatter):
    """Masks the whole line with its traceback, whoever wrote it."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))
