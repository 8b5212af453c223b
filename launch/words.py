"""What the terminal says, in German or in English: gettext's catalogue is not at hand yet."""

import locale
import os


class Trouble(Exception):
    """Why the command cannot go on, in one line that says what to do."""


def is_german() -> bool:
    """Whether the person at this terminal reads German.

    The variables come first: Python knows nothing of a locale that is not installed.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name].lower().startswith("de")
    # Windows sets none of them and says "German_Germany".
    return (locale.getlocale()[0] or "").lower().startswith(("de_", "german"))


def tell(german: str, english: str) -> str:
    return german if is_german() else english


def say(german: str, english: str) -> None:
    print(tell(german, english), flush=True)
