"""The lines of the log: for people, or an object each for programs (`SKATTURNIER_LOG=json`).

Secret addresses, of lists and of accounts, are kept out of them: a reader of the log must not be
able to keep a list or to open an account (docs/data-model.md).
"""

import json
import logging
import os
import re
from datetime import UTC, datetime

# As `scoring.lists.phone.urls` and `scoring.accounts.urls` have it.
SECRET = re.compile(r"(/t/)[a-z2-7]{26}\b|(/setup/)[\w-]{20,}")
LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
PROBES = ("/healthz", "/readyz")


def mask_secrets(text: str) -> str:
    """A text without secrets.

    >>> mask_secrets("Not Found: /t/abcdefghijklmnopqrstuvwxyz/state/"), mask_secrets("/t/17/")
    ('Not Found: /t/…/state/', '/t/17/')
    """
    return SECRET.sub(lambda match: f"{match[1] or match[2]}…", text)


class MaskingFormatter(logging.Formatter):
    """Masks the whole line with its traceback, whichever library wrote it."""

    def format(self, record: logging.LogRecord) -> str:
        return mask_secrets(super().format(record))


class JsonFormatter(MaskingFormatter):
    """An object with time (UTC), level, logger and message, which includes the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": super().format(record),
        }
        return json.dumps(line, ensure_ascii=False)


def chosen_formatter() -> logging.Formatter:
    """The formatter that SKATTURNIER_LOG names, for granian (deploy/granian.json)."""
    if os.environ.get("SKATTURNIER_LOG", "").strip() == "json":
        return JsonFormatter()
    return MaskingFormatter(LINE)


def is_no_probe(record: logging.LogRecord) -> bool:
    """Whether a line is about anything but a probe, which a monitor sends every second."""
    return getattr(getattr(record, "request", None), "path", "") not in PROBES
