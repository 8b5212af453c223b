"""Photos of a series: kept with their lists, read, refused in one sentence."""

import json
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from scoring.lists.photos.reads import photo_rows
from scoring.lists.services.games import record_game
from scoring.models import Actor, Game, ListPhoto, LogEntry, Role, ScoreList
from scoring.models.score_list import ListState
from scoring.photo.picture import MAX_STORED_BYTES
from tests.factories import line, make_member, open_list
from tests.photo.test_picture import SVG, empty_png
from tests.photographed import (
    OFFICIAL,
    THREE,
    photo_of,
    photographed,
    read_once,
    truth_of,
    with_number,
)
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _read_once(monkeypatch):
    read_once(monkeypatch)


@pytest.fixture
def read_alike(monkeypatch):
    read_once(monkeypatch, alike=True)


@pytest.fixture
def score_list() -> ScoreList:
    return photographed(THREE)


@pytest.fixture
def clerk(score_list: ScoreList) -> Client:
    return browser(make_member(score_list.series.tournament, Role.CLERK, name="clara"))


def add(client: Client, score_list: ScoreList, data: bytes, name: str = "IMG_1.jpg", **more):
    url = reverse("series-photo-add", args=[score_list.series_id])
    return client.post(url, {"file": SimpleUploadedFile(name, data), **more})


def logged(action: str) -> LogEntry:
    return LogEntry.objects.filter(action=action).latest("id")


def as_jpeg(picture: Image.Image) -> bytes:
    picture.save(written := BytesIO(), "JPEG", quality=90)
    return written.getvalue()


def unmarked(name: str = THREE) -> bytes:
    """The photo without its corner marks: its upper edge is cut off."""
    picture = Image.open(BytesIO(photo_of(name)))
    return as_jpeg(picture.crop((0, picture.height // 4, picture.width, picture.height)))


def test_a_photo_finds_its_list_and_is_kept_upright_small_and_without_exif(clerk, score_list):
    """The number of the list stands beside the marks (docs/photo.md)."""
    assert "Table 1" in text(add(clerk, score_list, photo_of(THREE)))
    photo = ListPhoto.objects.get(list=score_list)
    kept = Image.open(BytesIO(bytes(photo.jpeg)))
    assert len(photo.jpeg) <= MAX_STORED_BYTES
    assert max(kept.size) <= 2000
    assert not kept.getexif()
    assert photo.added_by.username == "clara"
    assert len(photo.reading["rows"]) == 36
    row = logged("list.photo.added")
    assert (row.subject, row.actor, row.new) == ("list/1/1", "clara", {"photo": photo.digest[:8]})
    assert Game.objects.count() == 0


def brighter(by: int) -> bytes:
    picture = Image.open(BytesIO(photo_of(THREE)))
    return as_jpeg(picture.point(lambda value: max(0, min(255, value + by))))


@pytest.mark.usefixtures("read_alike")
def test_a_second_photo_takes_the_place_of_the_first_while_the_list_is_open(clerk, score_list):
    """That of an entered list is what it was compared with: whoever takes it away says why."""
    add(clerk, score_list, photo_of(THREE))
    before = ListPhoto.objects.get().digest
    again = add(clerk, score_list, photo_of(THREE), "again.jpg")
    assert again.status_code == 422
    assert "This photo has been added already: series 1, table 1." in text(again)
    assert add(clerk, score_list, brighter(4)).status_code == 200
    assert ListPhoto.objects.get().digest != before
    assert logged("list.photo.added").old == {"photo": before[:8]}
    ScoreList.objects.update(state=ListState.ENTERED)
    page = add(clerk, score_list, brighter(-4))
    assert page.status_code == 422
    assert "Remove that one first" in text(page)


@pytest.mark.usefixtures("read_alike")
@pytest.mark.parametrize(
    ("part", "other", "said"),
    [(b"/DCT", b"/XCT", "damaged or cut off"), (b"/Width ", b"/Width 9999", "too large")],
)
def test_the_pages_of_a_scan_are_photos(clerk, score_list, part, other, said):
    """A scanner sends one PDF; a page that cannot be read is reported, and costs no other."""
    canvas = Canvas(written := BytesIO())
    for photo in (brighter(4), photo_of(THREE), photo_of(THREE)):
        canvas.drawImage(ImageReader(BytesIO(photo)), 0, 0, 500, 700)
        canvas.showPage()
    canvas.save()
    page = add(clerk, score_list, written.getvalue().replace(part, other, 1), "scan.pdf")
    assert said in text(page)
    assert "Table 1" in text(page)
    assert "This photo has been added already: series 1, table 1." in text(page)
    assert ListPhoto.objects.get().list == score_list


def test_a_photo_whose_marks_are_cut_off_asks_for_its_table_and_is_kept(clerk, score_list):
    page = add(clerk, score_list, unmarked())
    assert page.status_code == 422
    assert "Add to this table" in text(page)
    assert not ListPhoto.objects.exists()
    assert "corner marks" in text(add(clerk, score_list, unmarked(), table=1))
    assert ListPhoto.objects.get().reading == {"light": "red", "reason": "no-marks"}


def test_the_official_form_asks_for_its_table_and_is_read(clerk, score_list):
    """It has no marks, so no number: the clerk says the table (docs/photo.md)."""
    official, truth = (OFFICIAL / "36-games.jpg").read_bytes(), truth_of("36-games", OFFICIAL)
    page = add(clerk, score_list, official)
    assert page.status_code == 422
    assert "which table is it?" in text(page)
    assert not ListPhoto.objects.exists()
    assert "Table 1" in text(add(clerk, score_list, official, table=1))
    rows = list(photo_rows(ListPhoto.objects.get()))
    with translation.override("de"):
        said = [(row.text, line) for row, line in zip(rows, truth["lines"], strict=True)
                if row.state == "sure"]  # fmt: skip
    assert len(said) > 28
    passed = [row for row, line in zip(rows, truth["lines"], strict=True) if line == "0"]
    assert {row.state for row in passed} == {"asked"}, "it may be ink that nobody can see"
    assert [text for text, _line in said] == [line for _text, line in said]


def test_an_official_form_with_too_few_rows_is_said(clerk):
    """48 games on a form of 36."""
    longer = open_list(4)
    clerk = browser(make_member(longer.series.tournament, Role.CLERK, name="ute"))
    add(clerk, longer, (OFFICIAL / "36-games.jpg").read_bytes(), table=1)
    reading = ListPhoto.objects.get(list=longer).reading
    assert (reading["light"], reading["reason"]) == ("red", "other-form")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (empty_png(16_000, 16_000), "too large"),
        (photo_of(THREE)[: len(photo_of(THREE)) // 3], "damaged or cut off"),
        (SVG, "no JPEG, PNG or PDF"),
        (b"\xff\xd8", "no JPEG, PNG or PDF"),
        (b"%PDF-1.7\n%", "no scanned picture"),
        (as_jpeg(Image.new("L", (320, 240))), "too small"),
    ],
    ids=["huge", "truncated", "SVG", "nothing", "PDF", "thumbnail"],
)
def test_what_is_no_photo_is_refused_in_one_sentence_and_nothing_is_stored(
    clerk, score_list, data, sentence
):
    page = add(clerk, score_list, data, table=1)
    assert page.status_code == 422
    assert sentence in text(page)
    assert "Add to this table" not in text(page)
    assert not ListPhoto.objects.exists()
    assert not LogEntry.objects.filter(action__startswith="list.photo").exists()


def test_a_list_of_another_tournament_is_refused(clerk, score_list):
    """Its number is that of a list which this clerk may not see: not even that it exists."""
    other = open_list(3)
    with_number(score_list, 9_999)
    with_number(other, 2007)
    here = ScoreList.objects.select_related("series__tournament").get(pk=9_999)
    page = add(clerk, here, photo_of(THREE), table=1)
    assert page.status_code == 422
    assert "a list of another tournament" in text(page)
    assert not ListPhoto.objects.exists()


def take(client: Client, score_list: ScoreList, layout: int = 1):
    return client.post(reverse("list-photo-take", args=[score_list.pk]), {"layout": layout})


def test_rows_that_are_sure_are_taken_together_and_logged_as_from_the_photo(clerk, score_list):
    """But not one that somebody has typed. Each goes through the service of typed rows
    (docs/photo.md "The page"). TO 9.11: a photo is no second pair of eyes.
    """
    add(clerk, score_list, photo_of(THREE))
    grand = line(1, 3, "grand", tops=4)
    record_game(score_list, grand, by=Actor(name="kurt"), revision=1)
    rows = ListPhoto.objects.get().reading["rows"]
    states = [row["state"] for row in rows[1:]]
    sure = states.count("sure")
    worklist = clerk.get(reverse("series-photos", args=[score_list.series_id]))
    assert f"{states.count('asked')} row" in text(worklist)
    assert take(clerk, score_list, layout=7).status_code == 409, "its rows moved meanwhile"
    assert take(clerk, score_list).status_code == 200
    assert Game.objects.count() - 1 == sure > 20
    assert Game.objects.get(number=1).game == "grand"
    games = LogEntry.objects.filter(action="list.game.recorded").exclude(actor="kurt")
    assert games.count() == sure
    assert set(games.values_list("reason", "actor")) == {("photo", "clara")}
    history = clerk.get(reverse("list-history", args=[score_list.pk]))
    assert "from the photo" in text(history)
    again = take(clerk, score_list)
    assert again.status_code == 422
    assert "No row that was read for certain" in text(again)
    ScoreList.objects.update(state=ListState.ENTERED)
    page = clerk.get(reverse("list-confirm", args=[score_list.pk]))
    assert "You entered this list yourself" in text(page)


def test_a_row_is_from_the_photo_only_if_the_photo_says_it(clerk, score_list):
    add(clerk, score_list, photo_of(THREE))
    url = reverse("game", args=[score_list.pk, 4])
    said = str(truth_of(THREE)["lines"][3])  # a grand: the same in both languages

    clerk.post(url, {"line": "g41", "seen": "", "layout": 1, "photo": 1})
    assert logged("list.game.recorded").reason == ""
    page = clerk.post(url, {"line": said, "seen": "g41", "layout": 1, "photo": 1})
    assert page.status_code == 200, text(page)
    assert logged("list.game.changed").reason == "photo"


def test_a_slip_of_the_keeper_is_shown_as_on_the_paper(clerk, score_list):
    """Clubs with 2 are 36, and he wrote 46: a later total is compared with what he wrote."""
    club = {"game": "clubs", "tops": 2, "won": True, "soloist": 1}
    rows = [
        {"line": club | {"number": number, "running": total}, "reasons": reasons}
        for number, total, reasons in ((1, 46, ["sum-differs"]), (2, 82, []))
    ]
    reading = {"rows": [row | {"state": "asked", "strip": [0, 0, 1, 1]} for row in rows]}
    first, second = photo_rows(ListPhoto(list=score_list, reading=reading))
    assert first.sentences == ("Gezählt 36, geschrieben 46.",)
    assert second.sentences == ()
    assert first.text == "x21"  # the games count, not what was added


def test_a_foot_that_differs_from_the_rows_is_said(clerk, score_list):
    line = {"number": 1, "game": "clubs", "tops": 2, "won": True, "soloist": 1}
    row = {"line": line, "state": "sure", "reasons": [], "strip": [0, 0, 1, 1]}
    reading = {"light": "green", "reason": "", "rows": [row], "foot_differs": [1, 3]}
    ListPhoto.objects.create(list=score_list, reading=reading, added_at=timezone.now())
    for name, about in (("series-photos", score_list.series_id), ("list", score_list.pk)):
        page = clerk.get(reverse(name, args=[about]))
        assert "other game points than the rows, seat 1, 3." in text(page)


def test_a_struck_row_does_not_wait(clerk, score_list):
    """The list had ended there, whatever the stroke crosses: the list's page proposes nothing."""
    row = {"line": None, "state": "asked", "reasons": ["row-struck"], "strip": [0, 0, 1, 1]}
    reading = {"light": "yellow", "reason": "rows-asked", "rows": [row]}
    ListPhoto.objects.create(list=score_list, reading=reading, added_at=timezone.now())
    page = clerk.get(reverse("series-photos", args=[score_list.series_id]))
    assert "all rows taken" in text(page)


def test_the_photo_stands_beside_what_is_done_and_is_removed_with_a_reason(clerk, score_list):
    """It is shown to clerks alone."""
    tournament = score_list.series.tournament
    add(clerk, score_list, photo_of(THREE))
    reading = ListPhoto.objects.get().reading
    assert json.loads(json.dumps(reading)) == reading
    referee, viewer = (member(tournament, role) for role in (Role.REFEREE, Role.VIEWER))
    for name in ("list", "list-totals", "list-confirm", "list-decide", "list-annulment"):
        page = referee.get(reverse(name, args=[score_list.pk]))
        assert 'id="photo"' in page.content.decode(), name
    ruling = reverse("ruling-new", args=[tournament.pk])
    assert referee.get(ruling, {"list": score_list.pk}).status_code == 200
    picture = reverse("list-photo-picture", args=[score_list.pk])
    assert clerk.get(picture)["Content-Type"] == "image/jpeg"
    assert viewer.get(picture).status_code == 403
    assert 'id="photo"' not in viewer.get(reverse("list", args=[score_list.pk])).content.decode()
    url = reverse("list-photo-remove", args=[score_list.pk])
    assert clerk.post(url, {"reason": ""}).status_code == 422
    assert clerk.post(url, {"reason": "Gesicht im Bild"}).status_code == 302
    assert not ListPhoto.objects.exists()
    assert logged("list.photo.removed").reason == "Gesicht im Bild"
