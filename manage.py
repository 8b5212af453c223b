#!/usr/bin/env python3
"""Django's command line for this project; docs/formats.md names the commands that are public."""

import sys

from skatturnier.__main__ import django

if __name__ == "__main__":
    django(sys.argv)
