"""The draw. Pure Python, independent of the rest of the program.

A request (request.py) becomes a plan (plan.py) with its report (report.py, which reads and writes
JSON, too). The objective is in objective.py; bounds.py says how good any plan could be.
"""
