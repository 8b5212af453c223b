"""The draw. Pure Python, independent of the rest of the program.

A request (request.py; as JSON, documents.py) becomes a plan with its report (plan.py). The
objective is in objective.py. counts.py and bounds.py say how good a plan is and share nothing
with the draw.
"""
