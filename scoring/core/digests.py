"""A short text that stands for what a page has shown, and changes with all of it."""

import hashlib


def digest_of(*content: object) -> str:
    """The digest of plain values: texts, numbers, tuples, dataclasses of these."""
    return hashlib.sha256(repr(content).encode()).hexdigest()[:16]
