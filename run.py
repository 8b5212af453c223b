#!/usr/bin/env python3
"""Starts the program: `python3 run.py`.

A Python far too old for the rest can read this file, and says so.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Skatturnier braucht Python 3.11 oder neuer / needs Python 3.11 or newer; this is %d.%d."
        % tuple(sys.version_info[:2])
    )

from launch.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
