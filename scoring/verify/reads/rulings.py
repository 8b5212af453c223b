"""Whether stored decisions still follow from their facts."""

from collections.abc import Iterator

from scoring.models import Ruling, Tournament
from scoring.rules.adjudication import decide, read_incident
from scoring.rules.problem import Problem


def ruling_problems(tournament: Tournament) -> Iterator[Problem]:
    """A decision equals `decide` of its facts; an applied one stands in the list."""
    rulings = Ruling.objects.filter(tournament=tournament).select_related("list")
    for ruling in rulings:
        params = {"number": ruling.number}
        incident = read_incident(ruling.incident, tournament.rule_system)
        found = decide(incident).as_record() if incident else None
        if found is None or found != ruling.decision:
            yield Problem("verify-ruling", "decision", params, severity="warning")
        if (
            ruling.applied
            and ruling.game_number
            and ruling.list
            and (not ruling.list.games.filter(number=ruling.game_number).exists())
        ):
            yield Problem("verify-ruling-game", "game_number", params)
