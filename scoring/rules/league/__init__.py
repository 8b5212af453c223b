"""The league: match points, table of a group, cross table, form of the players.

docs/law.md "League". What is counted stands in season.py, how in scoring.py.
"""
