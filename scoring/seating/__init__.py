"""The draw. Pure Python; knows nothing of the rest of the program."""
