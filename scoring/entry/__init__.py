"""The clerk's line (docs/entry-line.md): one line is one game. Here it is read, and here it is
written.
"""

from scoring.entry.parsing import Kind, Typed, parse
from scoring.entry.writing import canonical

__all__ = ["Kind", "Typed", "canonical", "parse"]
