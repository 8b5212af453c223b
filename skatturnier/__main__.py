"""The command line: `skatturnier` of an installed package, `python -m skatturnier`, `manage.py`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from skatturnier.starting import add_start_options, prepare, serve_arguments, user_folder
from skatturnier.words import Trouble, is_german, localized, show_every_letter

# The start says it in its language, `restore` puts it right, the others open no database.
LOOKING_FOR_THEMSELVES = ("serve", "restore", "help", "--help", "--version", "version", "check")


def main() -> int:
    """`skatturnier`: starts the program; with the name of a command, `manage.py`'s of that name."""
    show_every_letter()
    arguments = sys.argv[1:]
    if arguments and not arguments[0].startswith("-"):
        django(["skatturnier", *arguments])
        return 0
    try:
        start(arguments)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def start(arguments: Sequence[str]) -> None:
    """Serve until Ctrl+C; raises Trouble where that is not possible."""
    parser = argparse.ArgumentParser(
        prog="skatturnier",
        description=localized(
            "Startet das Turnierprogramm und nennt die Adresse für den Browser. "
            "Befehle wie backup, restore, verify: skatturnier help.",
            "Starts the tournament program and prints its address for the browser. "
            "Commands such as backup, restore, verify: skatturnier help.",
        ),
    )
    add_start_options(parser)
    options = parser.parse_args(arguments)
    prepare(options, user_folder())
    django(["skatturnier", *serve_arguments(options, "de" if is_german() else "en")])


def django(arguments: Sequence[str]) -> None:
    """Run a command of Django; ends the program with one line where disk or database fail."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
    show_every_letter()
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Start with `python3 run.py`, "
            "or use the environment that it made: .venv/bin/python manage.py …"
        )
    try:
        if arguments[1:] and arguments[1] not in LOOKING_FOR_THEMSELVES:
            refuse_what_is_lost()
        execute_from_command_line(list(arguments))
    except Exception as error:
        sys.exit(explained(error))


def refuse_what_is_lost() -> None:
    """End a command whose database, or its newest changes, somebody took away.

    SQLite would make a new one, or tidy up what is left, and the next start could not tell.
    """
    from django import setup
    from django.db import connection
    from django.utils import translation

    from skatturnier.trouble import lost_content

    setup()
    if connection.vendor == "sqlite":
        with translation.override("en"):
            if lost := lost_content(Path(connection.settings_dict["NAME"])):
                sys.exit(lost)


def explained(error: Exception) -> str:
    """What is wrong with disk or database, in one line; raises the error if it is not that."""
    from django.core.exceptions import ImproperlyConfigured
    from django.utils import translation

    try:
        from skatturnier.trouble import in_a_line
    except ImproperlyConfigured:
        raise error from None
    with translation.override("en"):  # as everything that the commands print
        sentence = in_a_line(error)
    if not sentence:
        raise error
    return sentence


if __name__ == "__main__":
    sys.exit(main())
