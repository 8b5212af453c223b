"""A tournament as one document, from an installation into another (docs/formats.md)."""

import hashlib

from scoring.core.forms import refuse_all
from scoring.core.services import write_log
from scoring.exchange.document import FORMAT, Document, SettingsPart
from scoring.exchange.reading import Problems, read_document, refuse_first
from scoring.exchange.services.checking import check_document
from scoring.exchange.services.checking_lists import CheckedTournament
from scoring.exchange.services.writing import import_block, write_document
from scoring.models import Actor, Season, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.rules.problem import Problem


def import_tournament(data: bytes, *, by: Actor, host: int = FIRST_HOST) -> Tournament:
    """Create a tournament of the host (an id) from an exchange document, all of it or nothing.

    Every game is valued anew and every total recomputed. Raises Refused with the problems, each
    with its path in the document as `field`. The import is logged outside the tournament, whose
    own log is imported unchanged; the document is identified by its SHA-256.
    """
    return write_tournament(check_tournament(data), by=by, host=host)


def check_tournament(data: bytes) -> CheckedTournament:
    """Read and check a document, with every game valued anew; raises Refused with its problems."""
    problems = Problems()
    checked = check_document(read_document(data, Document), problems)
    refuse_first(problems)
    checked.sha256 = hashlib.sha256(data).hexdigest()
    return checked


def write_tournament(checked: CheckedTournament, *, by: Actor, host: int) -> Tournament:
    """Write a checked document in one block."""
    with import_block(by):
        refuse_all(season_problems(checked.document.tournament, host))
        tournament = write_document(checked, host, by=by)
        document = checked.document
        new = {
            "sha256": checked.sha256,
            "format": FORMAT,
            "entries": len(document.entries),
            "series": len(document.series),
            "lists": sum(len(series.tables) for series in document.series),
            "games": len(checked.games),
            "log": len(document.log),
        }
        action = Action.TOURNAMENT_IMPORTED
        write_log(action, "tournament", by=by, tournament=None, host=host, new=new)
    return tournament


def season_problems(settings: SettingsPart, host: int) -> list[Problem]:
    """An existing season must be open, because the table of a closed one is final, and count as
    many tournaments as the document says. Checked inside the block, so that nobody closes it
    meanwhile.
    """
    season = Season.objects.filter(host=host, name=settings.season or "").first()
    if season is None:
        return []
    if season.closed_at is not None:
        return [Problem("document-season-closed", "tournament.season", {"name": season.name})]
    if season.best_of == settings.season_best_of:
        return []
    params = {
        "name": season.name,
        "here": season.best_of or "–",
        "document": settings.season_best_of or "–",
    }
    return [Problem("document-season-differs", "tournament.season_best_of", params)]
