"""The arguments of `run.py`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from launch.environment import ROOT, Environment
from launch.words import Trouble, localized, say

FLAGS = {
    "--no-sample": (
        "kein Beispielturnier beim ersten Start",
        "no sample tournament at first start",
    ),
    "--all": (
        "bei test: was nicht laufen kann, gilt als Fehler",
        "with test: what cannot run counts as failed",
    ),
    "--long": ("bei test: viel mehr Zufallsfälle", "with test: many more random cases"),
    "--names": ("bei house: dazu, was gezählt ist", "with house: also what is counted"),
}


def main(arguments: Sequence[str]) -> int:
    """Run the command of the arguments; returns the exit status."""
    options = parsed(arguments)
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

        return test(everything=options.all, long=options.long)
    if options.command == "check":
        from launch.check import check

        return check(options.room)
    if options.command == "house":
        from tests.bench.house import report

        print("\n".join(report(ROOT, names=options.names)))
        return 0
    if options.command == "messages":
        from launch.translations import collect

        return collect()
    if options.command == "pack":
        count = Environment().pack()
        say(f"{count} Dateien liegen in wheels/.", f"wheels/ holds {count} files.")
        return 0

    from launch.start import start

    return start(options.port, options.data, sample=not options.no_sample)


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments; ends the program with status 2 where they are invalid."""
    arguments_parser = parser()
    options = arguments_parser.parse_args(arguments)
    if options.room and options.command != "check":
        arguments_parser.error(f"{options.command} {options.room}")
    return options


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py",
        description=localized(
            "Startet das Turnierprogramm und nennt die Adresse für den Browser.",
            "Starts the tournament program and prints its address for the browser.",
        ),
    )
    parser.add_argument(
        "command",
        nargs="?",
        choices=("start", "test", "check", "house", "pack", "messages"),
        default="start",
        help=localized(
            "test: alle Prüfungen; check: die schnellen eines Raums; house: der Bau in Zahlen; "
            "pack: wheels/ füllen für einen Rechner ohne Internet; messages: Übersetzungen "
            "einsammeln",
            "test: all checks; check: the quick ones of a room; house: the structure in figures; "
            "pack: fill wheels/ for a computer without internet; messages: collect the "
            "translations",
        ),
    )
    room = localized("bei check: ein Ordner von scoring/", "with check: a folder of scoring/")
    parser.add_argument("room", nargs="?", default="", help=room)
    parser.add_argument("--port", type=port, default=8000, help="8000")
    folder = localized("Ordner für Datenbank und Schlüssel", "folder of the database and the key")
    parser.add_argument("--data", type=Path, metavar="DIR", help=folder)
    for flag, (german, english) in FLAGS.items():
        parser.add_argument(flag, action="store_true", help=localized(german, english))
    return parser


def port(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 65534:
        raise argparse.ArgumentTypeError(f"{number}: 1 … 65534")
    return number
