"""`python -m tools.photo_gate`: photos of simulated lists, and what the reader makes of them."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django

django.setup()

from tools.photo_gate.judge import main  # noqa: E402

if __name__ == "__main__":
    main()
