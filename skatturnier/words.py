"""Terminal messages in German or English, before gettext's catalogue is available."""

import locale
import os
import sys
from contextlib import suppress


class Trouble(Exception):
    """A command cannot continue; its message is one line that says what to do."""


def first_line(text: object) -> str:
    """The first line of a text; database errors continue with hints and positions."""
    return str(text).partition("\n")[0]


def is_german() -> bool:
    """Whether the messages of this terminal are German.

    The variables come first: Python ignores a locale that is not installed.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name].lower().startswith("de")
    # Windows sets none of them and calls the locale "German_Germany".
    return (locale.getlocale()[0] or "").lower().startswith(("de_", "german"))


def localize(german: str, english: str) -> str:
    return german if is_german() else english


def say(german: str, english: str) -> None:
    print(localize(german, english), flush=True)


def replace_unprintable() -> None:
    """Print a question mark for a letter that the terminal cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
