"""The clerk's line (docs/entry-line.md): one line is one game. Reading and writing."""
