"""`python -m tools.bench`: the figures that the program promises, measured on this machine."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django

django.setup()

from tools.bench.run import main  # noqa: E402

if __name__ == "__main__":
    main(sys.argv[1:])
