"""A tournament as one document, from an installation into another (docs/formats.md).

`layout` has its fields, `fields` reads and writes one value, `reading` parses a file, `checking`
recomputes everything, `writing` makes the rows. `scoring.exchange.reads.export` is the export.
"""

import hashlib
from typing import NamedTuple

from scoring.core.refusals import Refused
from scoring.core.services import write_log
from scoring.exchange.fields import Node
from scoring.exchange.layout import FORMAT
from scoring.exchange.reads.export import Progress, silent
from scoring.exchange.services.checking import ContentsByPath, check_document
from scoring.exchange.services.reading import read_document
from scoring.exchange.services.staging import ReadyDocument, ready_document
from scoring.exchange.services.writing import import_block, write_document
from scoring.exchange.services.writing_office import closed_problems
from scoring.models import Actor, Season, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.rules.problem import Problem

__all__ = ["FORMAT", "check_tournament", "import_tournament", "write_tournament"]


def import_tournament(
    data: bytes, *, by: Actor, host: int = FIRST_HOST, progress: Progress = silent
) -> Tournament:
    """Make a new tournament of the host (an id) from an exchange document, all of it or nothing.

    Every game is valued anew and every total recomputed. Raises Refused with all problems, each
    with its path in the document as `field`. The import is logged outside the tournament, whose
    own log is imported unchanged; the document is identified by its SHA-256.
    """
    checked = check_tournament(data, progress=progress)
    progress("writing")
    return write_tournament(checked.ready(), checked.sha256, by=by, host=host)


class CheckedTournament(NamedTuple):
    """A document that may be written, and what was computed meanwhile: nobody waits for that."""

    document: Node
    contents: ContentsByPath
    sha256: str

    def ready(self) -> ReadyDocument:
        """Its rows, waiting for the block that writes them."""
        return ready_document(self.document, self.contents)

    def join_season(self, name: str | None, best_of: int | None) -> None:
        """Let the tournament be of this season or none, whatever the document says."""
        settings: Node = self.document["tournament"]
        settings["season"], settings["season_best_of"] = name, best_of


def check_tournament(data: bytes, *, progress: Progress = silent) -> CheckedTournament:
    """The document of a tournament, every game valued anew; raises Refused with all problems."""
    progress("reading")
    document, problems = read_document(data)
    progress("checking")
    contents = check_document(document, problems)
    if problems:
        raise Refused(problems)
    return CheckedTournament(document, contents, hashlib.sha256(data).hexdigest())


def write_tournament(
    ready: ReadyDocument, sha256: str, *, by: Actor, host: int = FIRST_HOST
) -> Tournament:
    """The rows of a document that was made ready, in a block; as `import_tournament`."""
    document = ready.document
    with import_block(by):
        if of_season := season_problems(document, host):
            raise Refused(of_season)
        tournament = write_document(ready, host, by=by)
        new = {"sha256": sha256, **counts(document)}
        about = "tournament"
        write_log(Action.TOURNAMENT_IMPORTED, about, by=by, tournament=None, host=host, new=new)
    return tournament


def season_problems(document: Node, host: int) -> list[Problem]:
    """An existing season must be open, and count as many tournaments as the document says."""
    settings: Node = document["tournament"]
    if problems := closed_problems(settings, host):
        return problems
    season = Season.objects.filter(host=host, name=settings.get("season") or "").first()
    best_of = settings.get("season_best_of")
    if season is None or season.best_of == best_of:
        return []
    params = {"name": season.name, "here": season.best_of or "–", "told": best_of or "–"}
    return [Problem("document-season-differs", settings.where("season_best_of"), params)]


def counts(document: Node) -> dict[str, int]:
    """The size of the import, for the log and the terminal."""
    tables = [table for series in document["series"] for table in series["tables"]]
    return {
        "format": FORMAT,
        "entries": len(document["entries"]),
        "series": len(document["series"]),
        "lists": len(tables),
        "games": sum(len(table["games"]) for table in tables),
        "log": len(document["log"]),
    }
