"""Start from a folder: the environment, then the server in it."""

import argparse

from launch.environment import RUNTIME, Environment
from skatturnier.starting import look_ahead, serve


def start(options: argparse.Namespace) -> int:
    """Serve until Ctrl+C; the exit status of the server."""
    look_ahead(options)
    environment = Environment()
    environment.ensure(RUNTIME)
    return serve(options, environment.python)
