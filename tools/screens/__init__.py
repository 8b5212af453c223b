"""Pictures and figures of every page: `python3 run.py pictures --all`, to compare two states."""
