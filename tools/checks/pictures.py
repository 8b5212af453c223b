"""`run.py pictures`: the pictures of the README are made again; with --all, every page's."""

import shutil
import subprocess

from launch.environment import DEVELOPMENT, ROOT, Environment
from skatturnier.words import Trouble, localize
from tools.checks.quality import chromium


def pictures(every_page: bool = False) -> int:
    """Returns the exit status; raises Trouble without what it needs."""
    if chromium() is None or shutil.which("pdftoppm") is None:
        raise Trouble(
            localize(
                "Die Bilder brauchen chromium und pdftoppm (apt install poppler-utils).",
                "The pictures need chromium and pdftoppm (apt install poppler-utils).",
            )
        )
    environment = Environment()
    environment.ensure(DEVELOPMENT)
    module = "tools.screens" if every_page else "tools.screens.pictures"
    return subprocess.call([str(environment.python), "-m", module], cwd=ROOT)
