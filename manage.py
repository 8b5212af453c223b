#!/usr/bin/env python3
"""Django's command line for this project; docs/formats.md names the commands that are public."""

import sys

from skatturnier.__main__ import run_command

if __name__ == "__main__":
    run_command(sys.argv)
