"""The clerk's line (docs/entry-line.md): one line is one game. Reading
and writing.
"""

from scoring.entry.line import Kind, Typed, canonical, parse

__all__ = ["Kind", "Typed", "canonical", "parse"]
