"""Adjudication (docs/law.md "Infractions"): from an incident to the decision, the entry and the
paragraphs.
"""

# These two fill the table.
from scoring.rules.adjudication import before_play as before_play
from scoring.rules.adjudication import play as play
