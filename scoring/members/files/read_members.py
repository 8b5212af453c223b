"""The members of a club in a table: columns in any order. Pure: bytes to rows."""

from scoring.core.foreign.headings import vocabulary
from scoring.players.files.read_players import PlayersSheet, read_players

COLUMNS = (
    *("number", "family", "given", "name", "family_first"),
    *("passport", "birth_year", "category", "joined", "left"),
)
# In a table of players the number of a member is his passport; a club's own list says its own.
OWN = {
    "mitgliedsnummer": "number",
    "mitgliedsnr": "number",
    "mitgliednummer": "number",
    "mitgliednr": "number",
    "membernumber": "number",
    "mitglied": "name",
    "member": "name",
    "geschlecht": "category",
}
HEADS = {**vocabulary(*COLUMNS), **OWN}


def read_members(data: bytes) -> PlayersSheet:
    """The members of a file of any kind. Raises Unreadable."""
    return read_players(data, HEADS)
