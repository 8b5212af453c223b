#!/usr/bin/env python3
"""Django's command line for this project; docs/formats.md names the commands that are public."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Start with `python3 run.py`, "
            "or use the environment that it made: .venv/bin/python manage.py …"
        )
    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        sys.exit(explained(error))


def explained(error: Exception) -> str:
    """What is wrong with disk or database, in one line; raises the error if it is not that."""
    from django.core.exceptions import ImproperlyConfigured
    from django.utils import translation

    try:
        from skatturnier.trouble import explained
    except ImproperlyConfigured:
        raise error from None
    with translation.override("en"):  # as everything that the commands print
        sentence = explained(error)
    if not sentence:
        raise error
    return sentence


if __name__ == "__main__":
    main()
