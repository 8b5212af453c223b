"""The settings of a test run: the laptop's, in a folder of its own that goes when the run ends."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

for name in [name for name in os.environ if name.startswith("SKATTURNIER_")]:
    del os.environ[name]

folder = tempfile.mkdtemp(prefix="skatturnier-test-")
owner = os.getpid()
os.environ["SKATTURNIER_DATA"] = folder
# One for the processes of a run that start others.
os.environ["SKATTURNIER_SECRET_KEY"] = "0123456789 of the tests, and no other installation"


@atexit.register
def remove_folder() -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


from skatturnier.settings import *  # noqa: E402, F403
from skatturnier.settings import DATABASES  # noqa: E402

# A file: Django's default is in memory, where two connections cannot share a database.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(Path(folder) / "test.sqlite3")}

# Also on PostgreSQL: a cache in the database would have part in the transactions that tests roll
# back. Tests of several processes start servers, which have the cache of their own settings.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Argon2 is slow on purpose; test_views_settings.py looks at the real list.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# On PostgreSQL, too: what a laptop shows is tested there, and what a server shows by setting it.
IS_SERVER = False

# Every test client loads the middleware again, which else looks for all static files each time.
WHITENOISE_AUTOREFRESH = True
