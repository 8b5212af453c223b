"""Lists whose photos stand in tests/data/photos, with what really stands on them."""

import json
from pathlib import Path

from django.db import transaction

from scoring.lists.photos.reading import ReadPhoto
from scoring.models import ScoreList, Seat
from scoring.photo import reader
from scoring.photo.form import PrintedForm
from tests.factories import open_list

FOLDER = Path(__file__).parent / "data" / "photos"
OFFICIAL = FOLDER.parent / "official"  # without marks
THREE, FOUR, EARLY = "three-seats", "four-seats", "ended-early"


def photo_of(name: str) -> bytes:
    return (FOLDER / f"{name}.jpg").read_bytes()


def truth_of(name: str, folder: Path = FOLDER) -> dict[str, object]:
    return json.loads((folder / f"{name}.json").read_text())


def photographed(name: str, folder: Path = FOLDER, **fields: object) -> ScoreList:
    """The empty list that a photo shows, by its number."""
    truth = truth_of(name, folder)
    seats = int(str(truth["seats"]))
    score_list = open_list(seats, rounds=int(str(truth["rows"])) // seats, **fields)
    return with_number(score_list, int(str(truth["number"])))


def with_number(score_list: ScoreList, number: int) -> ScoreList:
    """The same list under another id."""
    with transaction.atomic():
        ScoreList.objects.filter(pk=score_list.pk).update(id=number)
        Seat.objects.filter(list=score_list.pk).update(list=number)
    return ScoreList.objects.select_related("series__tournament").get(pk=number)


SURE = {"line": {"number": 1, "passed": True}, "state": "sure", "reasons": [], "strip": [0] * 4}
READ_PHOTO = ReadPhoto("", jpeg=b"\xff\xd8", reading={"light": "green", "rows": [SURE]})

READ: dict[tuple[bytes, PrintedForm], reader.ReadList] = {}


def read_once(monkeypatch, *, alike: bool = False) -> None:
    """Read each photo of these tests once: it takes seconds, and nobody changes the reader here.

    With `alike` every photo of a form says what the first one said.
    """
    read_form = reader.read_form

    def remembered(found, form, *args, **options):
        key = b"" if alike else found.page.tobytes() + found.grey.tobytes(), form
        if key not in READ:
            READ[key] = read_form(found, form, *args, **options)
        return READ[key]

    monkeypatch.setattr(reader, "read_form", remembered)
