"""Adjudication: from an incident to its decision and paragraphs (docs/law.md "Infractions")."""

# Importing these two fills the table.
from scoring.rules.adjudication import before_play as before_play
from scoring.rules.adjudication import play as play
