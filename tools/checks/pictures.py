"""`run.py pictures`: the pictures of the README are made again."""

import shutil
import subprocess

from launch.environment import DEVELOPMENT, ROOT, Environment
from skatturnier.words import Trouble, localized
from tools.checks.quality import chromium


def pictures() -> int:
    """Returns the exit status of `tests.pictures`; raises Trouble without what it needs."""
    if chromium() is None or shutil.which("pdftoppm") is None:
        raise Trouble(
            localized(
                "Die Bilder brauchen chromium und pdftoppm (apt install poppler-utils).",
                "The pictures need chromium and pdftoppm (apt install poppler-utils).",
            )
        )
    environment = Environment()
    environment.ensure(DEVELOPMENT)
    return subprocess.call([str(environment.python), "-m", "tests.pictures"], cwd=ROOT)
