"""The arguments of `run.py`."""

import argparse
import sys
from collections.abc import Sequence

from launch.environment import ROOT, RUNTIME, Environment
from skatturnier.starting import add_start_options, require_startable, serve
from skatturnier.words import Trouble, localize, replace_unprintable

# Commands of the repository alone: an archive has neither tests nor tools.
DEVELOPING = ("test", "check", "house", "messages", "pictures")
TARGETS = ("windows", "macos", "linux")
FLAGS = {
    "--all": (
        "bei test: was nicht laufen kann, gilt als Fehler; bei pictures: jede Seite",
        "with test: what cannot run counts as failed; with pictures: every page",
    ),
    "--long": (
        "bei test: alles, mit viel mehr Zufallsfällen",
        "with test: everything, with many more random cases",
    ),
    "--names": ("bei house: dazu, was gezählt ist", "with house: also what is counted"),
}


def main(arguments: Sequence[str]) -> int:
    """Run the command of the arguments; returns the exit status."""
    replace_unprintable()
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.room and options.command != "check":
        parser.error(localize("Nur check nimmt einen Raum.", "Only check takes a room."))
    try:
        return run(options)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run(options: argparse.Namespace) -> int:
    if options.command == "test":
        from tools.checks.quality import test

        return test(everything=options.all, long=options.long)
    if options.command == "check":
        from tools.checks.room import check

        return check(options.room)
    if options.command == "house":
        from tools.bench.house import report

        print("\n".join(report(ROOT, names=options.names)))
        return 0
    if options.command == "messages":
        from tools.checks.translations import collect

        return collect()
    if options.command == "pictures":
        from tools.checks.pictures import pictures

        return pictures(every_page=options.all)
    if options.command == "pack":
        from launch.pack import pack

        return pack(options.target)

    require_startable(options)
    environment = Environment()
    environment.ensure(RUNTIME)
    return serve(options, environment.python)


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py",
        description=localize(
            "Startet das Turnierprogramm und nennt die Adresse für den Browser.",
            "Starts the tournament program and prints its address for the browser.",
        ),
    )
    parser.add_argument(
        "command",
        nargs="?",
        choices=("start", "pack", *(DEVELOPING if (ROOT / "tools").is_dir() else ())),
        default="start",
        help=localize(
            "test: alle Prüfungen; check: die schnellen eines Raums; house: der Bau in Zahlen; "
            "pack: wheels/ füllen für einen Rechner ohne Internet, mit --for ein Archiv zum "
            "Mitnehmen; messages: Übersetzungen einsammeln; pictures: die Bilder des README",
            "test: all checks; check: the quick ones of a room; house: the structure in figures; "
            "pack: fill wheels/ for a computer without internet, with --for an archive to take "
            "along; messages: collect the translations; pictures: those of the README",
        ),
    )
    room = localize("bei check: ein Ordner von scoring/", "with check: a folder of scoring/")
    parser.add_argument("room", nargs="?", default="", help=room)
    add_start_options(parser)
    system = localize("bei pack: für welches System", "with pack: for which system")
    parser.add_argument("--for", dest="target", choices=TARGETS, default="", help=system)
    for flag, (german, english) in FLAGS.items():
        parser.add_argument(flag, action="store_true", help=localize(german, english))
    return parser
