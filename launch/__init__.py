"""What `run.py` does before Django is installed: standard library only.

No module of the program imports this package.
"""
