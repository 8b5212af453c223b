"""The arguments of `run.py`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from launch.environment import Environment
from launch.words import Trouble, say, tell


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; the exit status."""
    options = parser().parse_args(arguments)
    try:
        return run(options)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run(options: argparse.Namespace) -> int:
    if options.command == "test":
        from launch.quality import test

        return test(everything=options.all)
    if options.command == "messages":
        from launch.translations import collect

        return collect()
    if options.command == "pack":
        count = Environment().pack()
        say(f"{count} Dateien liegen in wheels/.", f"wheels/ holds {count} files.")
        return 0

    from launch.start import start

    return start(options.port, options.data, sample=not options.no_sample)


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py",
        description=tell(
            "Startet das Turnierprogramm und nennt die Adresse für den Browser.",
            "Starts the tournament program and prints its address for the browser.",
        ),
    )
    parser.add_argument(
        "command",
        nargs="?",
        choices=("start", "test", "pack", "messages"),
        default="start",
        help=tell(
            "test: alle Prüfungen; pack: wheels/ füllen für einen Rechner ohne Internet; "
            "messages: Übersetzungen einsammeln",
            "test: all checks; pack: fill wheels/ for a computer without internet; "
            "messages: collect the translations",
        ),
    )
    parser.add_argument("--port", type=port, default=8000, help="8000")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help=tell("Ordner für Datenbank und Schlüssel", "folder of the database and the key"),
    )
    no_sample = tell(
        "kein Beispielturnier beim ersten Start", "no sample tournament at first start"
    )
    parser.add_argument("--no-sample", action="store_true", help=no_sample)
    everything = tell(
        "bei test: was nicht laufen kann, gilt als Fehler",
        "with test: what cannot run counts as failed",
    )
    parser.add_argument("--all", action="store_true", help=everything)
    return parser


def port(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 65534:
        raise argparse.ArgumentTypeError(f"{number}: 1 … 65534")
    return number
