"""The draw. Pure Python; knows nothing of the rest of the program.

A request (request.py; as JSON, reading.py) becomes a plan with its report (plan.py). What a good
plan is stands in objective.py, whether a plan is one in checker.py and bounds.py, which share
nothing with the rest. The plain lot (lot.py) needs none of it.
"""
