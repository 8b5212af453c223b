"""The draw (docs/seating.md): pure Python, independent of the rest of the program."""
