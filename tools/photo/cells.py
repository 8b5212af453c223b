"""Cells of photographed lists with what was accepted (docs/photo.md).

python -m tools.photo.cells TOURNAMENT FILE

TOURNAMENT is an id in the database of the clone, or in that of SKATTURNIER_DATA; FILE a new .npz.
The reader learns from it (`tools.photo.train fit`). It stays on this computer; no name stands in a
cell.
"""

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

import django

django.setup()

import numpy as np  # noqa: E402

from scoring.lists.photos.reading import form_in, printed_form  # noqa: E402
from scoring.models import ListPhoto, ScoreList, Tournament  # noqa: E402
from scoring.models.score_list import ListState  # noqa: E402
from scoring.photo.cells import Ink, cut  # noqa: E402
from scoring.photo.flatten import flatten  # noqa: E402
from scoring.photo.writings import EITHER, TICKED, TICKS, writings  # noqa: E402
from scoring.rules.checks import appraise  # noqa: E402
from scoring.rules.game import PlayedGame  # noqa: E402
from scoring.rules.outline import Outline  # noqa: E402
from scoring.rules.score_list import Line  # noqa: E402

UNSURE = frozenset({"tick-missing", "written-otherwise", "sum-differs", "row-struck"})


def write_cells(tournament: int, file: Path) -> int:
    """Write the cells of the entered lists; returns how many there are."""
    if not Tournament.objects.filter(pk=tournament).exists():
        sys.exit(f"no tournament {tournament}")
    photos = ListPhoto.objects.filter(list__series__tournament=tournament)
    photos = photos.exclude(list__state=ListState.OPEN)
    inks, texts = [], []
    for photo in photos.select_related("list__series__tournament").iterator():
        for ink, text in accepted_cells(photo):
            inks.append((ink * 255).astype(np.uint8))
            texts.append(text)
    if not texts:
        sys.exit("no list with a photo that was read is entered")
    np.savez_compressed(file, inks=np.stack(inks), texts=np.array(texts))
    return len(texts)


def accepted_cells(photo: ListPhoto) -> Iterator[tuple[Ink, str]]:
    """The cells of rows whose game was accepted as it was read, or was typed instead."""
    rows = photo.reading.get("rows", ())
    photographed = form_in(bytes(photo.jpeg)) if rows else None
    blank = Outline(photo.list.outline.seats, photo.list.outline.rounds)
    form = printed_form(photographed, photo.list, blank) if photographed else None
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


if __name__ == "__main__":
    print(write_cells(int(sys.argv[1]), Path(sys.argv[2])), "cells")
