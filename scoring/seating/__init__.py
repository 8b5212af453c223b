"""The draw. Pure Python, independent of the rest of the program.

A request (request.py; as JSON, reading.py) becomes a plan with its report (plan.py). The objective
is in objective.py. checker.py and bounds.py verify a plan and share nothing with the generator.
The plain lot (by_lot.py) needs none of these.
"""
