"""What `run.py` does before Django is there: plain Python, nothing installed.

Nothing of the program imports this package.
"""
