"""`python -m tools.simulate_server`: a federation's server with invented people, to be measured."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django

django.setup()

from tools.simulate_server.server import main  # noqa: E402

if __name__ == "__main__":
    main(sys.argv[1:])
