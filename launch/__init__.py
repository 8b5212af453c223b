"""The part of `run.py` that runs before Django is installed: standard library only."""
