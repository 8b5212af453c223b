#!/usr/bin/env python3
"""The two commands of the README: `python3 run.py` and `python3 run.py test`.

Needs nothing but Python. This file stays readable for Pythons far too old for the rest, so that
they can be told.
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
