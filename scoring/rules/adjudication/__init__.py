"""The referee's desk (docs/law.md "Infractions"): from what happened to the decision, the entry,
the paragraphs.
"""

from scoring.rules.adjudication.decision import (
    ENTERED,
    VERDICTS,
    Decision,
    Ground,
    read_grounds,
)
from scoring.rules.adjudication.incident import QUESTIONS, Incident, Question, read_incident
from scoring.rules.adjudication.table import PHASES, ROWS, Infraction, decide, what_decides

__all__ = [
    "ENTERED",
    "PHASES",
    "QUESTIONS",
    "ROWS",
    "VERDICTS",
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
