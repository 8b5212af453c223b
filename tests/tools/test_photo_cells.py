"""`tools.photo.cells`: from which the reader learns; nothing leaves the computer."""

import numpy as np
import pytest

from scoring.lists.photos.reading import read_picture
from scoring.lists.photos.services import keep_photo, take_sure_rows
from scoring.models import Actor, ScoreList
from scoring.models.score_list import ListState
from scoring.photo.cells import HEIGHT, WIDTH
from tests.photographed import THREE, photo_of, photographed, read_once
from tools.photo.cells import write_cells

pytestmark = [pytest.mark.django_db, pytest.mark.long]
CLARA = Actor(name="clara")


def test_the_cells_of_entered_lists_are_written_with_what_they_say(monkeypatch, tmp_path):
    read_once(monkeypatch)
    score_list = photographed(THREE)
    photo = read_picture(photo_of(THREE), score_list.series, None)
    keep_photo(score_list, photo, by=CLARA)
    take_sure_rows(score_list, by=CLARA, layout=1)
    with pytest.raises(SystemExit, match="no list"):
        write_cells(score_list.series.tournament_id, tmp_path / "cells.npz")
    ScoreList.objects.update(state=ListState.ENTERED)
    count = write_cells(score_list.series.tournament_id, tmp_path / "cells.npz")
    with np.load(tmp_path / "cells.npz") as stored:
        inks, texts = stored["inks"], stored["texts"]
    assert count == len(texts)
    assert inks.shape == (len(texts), HEIGHT, WIDTH)
    figures = [text for text in texts if text.lstrip("-").isdigit()]
    assert len(figures) > 4 * 25
    ink = inks.reshape(len(texts), -1).max(axis=1)
    assert (ink[[bool(text) for text in texts]] > 100).mean() > 0.99
