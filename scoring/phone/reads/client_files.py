"""The scripts and the style sheet of the page, under an address that names their content.

A page that is opened again without a network finds all of them in the cache of the browser, and
never those of another version of the program beside its own.
"""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

# What the page needs before the first key, in the order of their imports.
FIRST = (
    "list.js",
    "dom.js",
    "keys.js",
    "words.js",
    "law.js",
    "score_list.js",
    "keep.js",
    "idb.js",
    "token.js",
)
TABLE = ("sync.js",)
PRACTICE = ("practice.js",)
LATER = ("reopen.js", "sheets.js", "hand_in.js", "paper.js")
GONE = "gone.js"
STYLE = "phone.css"
WORKER = "worker.js"
NAMES = (*FIRST, *TABLE, *PRACTICE, *LATER, GONE, STYLE, WORKER)
FOLDERS = {"idb.js": "vendor", "token.js": "scoring"}
DIGEST = 12


def content(name: str) -> bytes:
    """The text of one of the files; raises LookupError for any other name."""
    if name not in NAMES:
        raise LookupError(name)
    found = finders.find(f"{FOLDERS.get(name, 'scoring/phone')}/{name}")
    if not isinstance(found, str):
        raise LookupError(name)
    return Path(found).read_bytes()


def version() -> str:
    """A digest of all files."""
    return _version.__wrapped__() if settings.DEBUG else _version()


@lru_cache
def _version() -> str:
    digest = sha256()
    for name in NAMES:
        digest.update(content(name))
    return digest.hexdigest()[:DIGEST]
