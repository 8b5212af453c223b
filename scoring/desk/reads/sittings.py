"""Who sat at a table in which rounds."""

from dataclasses import dataclass

from scoring.models import Entry, ScoreList


@dataclass(frozen=True, slots=True)
class SittingRow:
    """A player of a list: his seat, his first and last round, how many games he was there.

    `last_round` is None for who would have joined behind the end of a list that ended early.
    """

    seat: int
    entry: Entry
    first_round: int
    last_round: int | None
    games: int


def sitting_rows(score_list: ScoreList) -> list[SittingRow]:
    """The players of a list, who joined at a round behind the others."""
    outline = score_list.outline
    found = []
    for row in score_list.seat_rows.select_related("entry__person"):
        sitting = outline.times[row.position - 1]
        last = min(sitting.last or outline.games_planned, outline.games_due)
        games = max(0, last - sitting.first + 1)
        found.append(
            SittingRow(
                sitting.seat,
                row.entry,
                outline.round_of(sitting.first),
                outline.round_of(last) if games else None,
                games,
            )
        )
    return found
