"""The command line: `skatturnier` of an installed package, `python -m skatturnier`, `manage.py`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from skatturnier.starting import add_start_options, require_startable, serve
from skatturnier.words import Trouble, localize, replace_unprintable

# Commands that run in spite of a lost database: `prepare` explains it in the language of the start,
# `restore` replaces it, the others open none.
WITHOUT_DATABASE = (
    *("prepare", "restore", "help", "--help", "--version", "version", "check"),
    *("bids", "document_schema", "draw", "score_list", "settle", "value"),
)


def main() -> int:
    """`skatturnier`: start the program, or run the command of `manage.py` that is named."""
    arguments = sys.argv[1:]
    if arguments and not arguments[0].startswith("-"):
        run_command(["skatturnier", *arguments])
        return 0
    return start(arguments)


def start(arguments: Sequence[str]) -> int:
    """Serve until Ctrl+C; returns the exit status."""
    replace_unprintable()
    parser = argparse.ArgumentParser(
        prog="skatturnier",
        description=localize(
            "Startet das Turnierprogramm und nennt die Adresse für den Browser. "
            "Befehle wie backup, restore, verify: skatturnier help.",
            "Starts the tournament program and prints its address for the browser. "
            "Commands such as backup, restore, verify: skatturnier help.",
        ),
    )
    add_start_options(parser)
    options = parser.parse_args(arguments)
    try:
        require_startable(options)
        return serve(options)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1


def run_command(arguments: Sequence[str]) -> None:
    """Run a command of Django; end the program with one line if disk or database fail.

    `serve` is not one of Django's: its process only starts others, so it loads no library.
    """
    if arguments[1:2] == ["serve"]:
        sys.exit(start(arguments[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
    replace_unprintable()
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed for this Python. Start with `python3 run.py`, "
            "or use the environment that it made: .venv/bin/python manage.py …"
        )
    try:
        if arguments[1:] and arguments[1] not in WITHOUT_DATABASE:
            refuse_lost_database()
        execute_from_command_line(list(arguments))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        sys.exit(explain_command_error(error))


def refuse_lost_database() -> None:
    """End a command whose database, or its newest changes, somebody took away.

    SQLite would make a new one, or tidy up what is left, and the next start would not notice.
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


def explain_command_error(error: Exception) -> str:
    """The problem of disk or database in one line, in English; raises any other error."""
    from django.utils import translation

    from skatturnier.trouble import explain_on_console

    with translation.override("en"):
        sentence = explain_on_console(error)
    if not sentence:
        raise error
    return sentence


if __name__ == "__main__":
    sys.exit(main())
