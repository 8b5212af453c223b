"""A tournament as one document, from an installation into another (docs/formats.md).

`document` has its fields, `reading` takes them from a file, `checking` recomputes everything,
`writing` makes the rows. `scoring.exchange.reads` is the export.
"""

import hashlib
from typing import NamedTuple

from scoring.core.services import write_log
from scoring.exchange.document import FORMAT, Document, SettingsPart
from scoring.exchange.reading import Problems, read_document, refuse_all
from scoring.exchange.reads import Progress, silent
from scoring.exchange.services.checking import check_document
from scoring.exchange.services.checking_lists import CheckedRows
from scoring.exchange.services.writing import import_block, write_document
from scoring.models import Actor, Season, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.rules.problem import Problem

__all__ = ["FORMAT", "check_tournament", "import_tournament", "write_tournament"]


def import_tournament(
    data: bytes, *, by: Actor, host: int = FIRST_HOST, progress: Progress = silent
) -> Tournament:
    """Make a new tournament of the host (an id) from an exchange document, all of it or nothing.

    Every game is valued anew and every total recomputed. Raises Refused with the problems, each
    with its path in the document as `field`. The import is logged outside the tournament, whose
    own log is imported unchanged; the document is identified by its SHA-256.
    """
    checked = check_tournament(data, progress=progress)
    progress("writing")
    return write_tournament(checked, by=by, host=host)


class CheckedTournament(NamedTuple):
    """A document that may be written, with the rows that were made meanwhile."""

    rows: CheckedRows
    sha256: str

    @property
    def document(self) -> Document:
        return self.rows.document

    def join_season(self, name: str | None, best_of: int | None) -> None:
        """Let the tournament be of this season or none, whatever the document says."""
        settings = self.document.tournament
        settings.season, settings.season_best_of = name, best_of


def check_tournament(data: bytes, *, progress: Progress = silent) -> CheckedTournament:
    """The document of a tournament, every game valued anew; raises Refused with its problems."""
    progress("reading")
    document = read_document(data, Document)
    progress("checking")
    problems = Problems()
    rows = check_document(document, problems)
    refuse_all(problems)
    return CheckedTournament(rows, hashlib.sha256(data).hexdigest())


def write_tournament(
    checked: CheckedTournament, *, by: Actor, host: int = FIRST_HOST
) -> Tournament:
    """The rows of a checked document, in a block; as `import_tournament`."""
    with import_block(by):
        refuse_all(season_problems(checked.document.tournament, host))
        tournament = write_document(checked.rows, host, by=by)
        new = {"sha256": checked.sha256, **counts(checked.rows)}
        about = "tournament"
        write_log(Action.TOURNAMENT_IMPORTED, about, by=by, tournament=None, host=host, new=new)
    return tournament


def season_problems(settings: SettingsPart, host: int) -> list[Problem]:
    """An existing season must be open, for its table is final then, and count as many tournaments
    as the document says. Asked inside the block: who closes a season waits for it.
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
        "told": settings.season_best_of or "–",
    }
    return [Problem("document-season-differs", "tournament.season_best_of", params)]


def counts(rows: CheckedRows) -> dict[str, int]:
    """The size of the import, for the log and the terminal."""
    document = rows.document
    return {
        "format": FORMAT,
        "entries": len(document.entries),
        "series": len(document.series),
        "lists": sum(len(series.tables) for series in document.series),
        "games": len(rows.games.rows),
        "log": len(document.log),
    }
