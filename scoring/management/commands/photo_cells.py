"""`manage.py photo_cells`: cells of photographed lists with what was accepted (docs/photo.md).

The reader learns from them (`tools.photo.train fit`). They are written to a file of this computer
and sent nowhere; no name stands in a cell.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.core.management.base import BaseCommand, CommandError

from scoring.models import ListPhoto, ScoreList, Tournament
from scoring.models.score_list import ListState
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line

if TYPE_CHECKING:
    from scoring.photo.cells import Ink

UNSURE = frozenset({"tick-missing", "written-otherwise", "sum-differs", "row-struck"})


class Command(BaseCommand):
    help = "Writes the cells of the photographed lists of a tournament, with what they say."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", type=int, help="its id")
        parser.add_argument("file", type=Path, help="a new .npz")

    def handle(self, *args: object, tournament: int, file: Path, **kwargs: object) -> None:
        import numpy as np

        if not Tournament.objects.filter(pk=tournament).exists():
            raise CommandError(f"no tournament {tournament}")
        photos = ListPhoto.objects.filter(list__series__tournament=tournament)
        photos = photos.exclude(list__state=ListState.OPEN)
        inks, texts = [], []
        for photo in photos.select_related("list__series__tournament").iterator():
            for ink, text in accepted_cells(photo):
                inks.append((ink * 255).astype(np.uint8))
                texts.append(text)
        if not texts:
            raise CommandError("no list with a photo that was read is entered")
        np.savez_compressed(file, inks=np.stack(inks), texts=np.array(texts))
        self.stdout.write(f"{len(texts)} cells")


def accepted_cells(photo: ListPhoto) -> Iterator[tuple["Ink", str]]:
    """The cells of rows whose game was accepted as it was read, or was typed instead."""
    from scoring.lists.photos.reading import form_in, printed_form
    from scoring.photo.cells import cut
    from scoring.photo.flatten import flatten

    rows = photo.reading.get("rows", ())
    photographed = form_in(bytes(photo.jpeg)) if rows else None
    form = printed_form(photographed, photo.list) if photographed else None
    if photographed is None or form is None:
        return
    page = flatten(photographed.grey, photographed.page, form)
    accepted = {line.number: line for line in photo.list.lines() if not line.annulled}
    for place, row in enumerate(rows):
        line = accepted.get(place + 1)
        if line and line.game and not UNSURE & {*row["reasons"]}:
            for key, text in texts_of(line, row["line"] or {}, photo.list):
                if key in form.columns:
                    yield cut(page, form.column(key), place), text


def texts_of(
    line: Line, read: dict[str, object], score_list: ScoreList
) -> Iterator[tuple[str, str]]:
    """What the cells of a game say, where it is written in one way; the total as it was read."""
    from scoring.photo.writings import EITHER, TICKED, TICKS, writings

    every = writings(score_list.series.tournament.rule_system).every
    played = line.game and written_facts(line.game)
    ways = [writing for writing in every if written_facts(writing.game) == played]
    if len(ways) != 1:
        return
    (writing,) = ways
    yield "base", writing.base
    yield "with", str(writing.tops) if writing.tops > 0 else ""
    yield "without", str(-writing.tops) if writing.tops < 0 else ""
    yield "plus", str(writing.score) if writing.score > 0 else ""
    yield "minus", str(-writing.score) if writing.score < 0 else ""
    for key, state in zip(TICKS, writing.ticks, strict=True):
        if state != EITHER:
            yield key, "x" if state == TICKED else ""
    if read.get("soloist") == line.soloist and read.get("running") is not None:
        yield f"points_{line.soloist}", str(read["running"])


@cache
def written_facts(game: PlayedGame) -> tuple[object, ...]:
    """The written form of a game, however it was stated."""
    appraisal = appraise(game)
    full = appraisal.game
    levels = (full.hand, full.schneider, full.schneider_announced, full.schwarz,
              full.schwarz_announced, full.ouvert, full.overbid)  # fmt: skip
    score = appraisal.worth.score if appraisal.worth else None
    return (game.game, game.tops, score, *map(bool, levels))
