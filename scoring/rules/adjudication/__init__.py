"""Adjudication (docs/law.md "Infractions"): from an incident to the decision, the entry and the
paragraphs.
"""

# These two fill the table.
from scoring.rules.adjudication import before_play as before_play
from scoring.rules.adjudication import play as play
from scoring.rules.adjudication.decision import (
    CHANGES_THE_LIST,
    ENTERED,
    Decision,
    Ground,
    read_grounds,
)
from scoring.rules.adjudication.incident import QUESTIONS, Incident, Question, read_incident
from scoring.rules.adjudication.table import PHASES, ROWS, Infraction, decide, what_decides

__all__ = [
    "CHANGES_THE_LIST",
    "ENTERED",
    "PHASES",
    "QUESTIONS",
    "ROWS",
    "Decision",
    "Ground",
    "Incident",
    "Infraction",
    "Question",
    "decide",
    "read_grounds",
    "read_incident",
    "what_decides",
]
