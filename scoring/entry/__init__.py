"""The clerk's line (docs/entry-line.md): one line is one game. Reading
and writing.
"""

from scoring.entry.parsing import Kind, Typed, parse
from scoring.entry.writing import canonical

__all__ = ["Kind", "Typed", "canonical", "parse"]
