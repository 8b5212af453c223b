"""Start from a folder: the environment, then the server in it."""

import argparse
import os

from launch.environment import ROOT, RUNTIME, Environment
from skatturnier.starting import beside, prepare, serve_arguments, without_exec
from skatturnier.words import is_german


def start(options: argparse.Namespace) -> int:
    """Serve until Ctrl+C; the exit status of the server."""
    prepare(options, ROOT / "data")
    environment = Environment()
    environment.ensure(RUNTIME)
    arguments = serve_arguments(options, "de" if is_german() else "en")
    if not without_exec():
        command = [str(environment.python), str(ROOT / "manage.py"), *arguments]
        # Replaces this process, so that signals reach the server itself.
        os.execv(command[0], command)  # noqa: S606
    return beside(environment.python, ROOT, "skatturnier", *arguments)
