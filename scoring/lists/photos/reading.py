"""Read the photos in a file, in the running server by a child process with limits."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import msgspec

from scoring.core.forms import Refused
from scoring.core.heavy import in_server, run_child_process
from scoring.models import ScoreList, Series
from scoring.rules.outline import Outline
from scoring.rules.records import write_line

if TYPE_CHECKING:
    from scoring.photo.find import FormInPicture
    from scoring.photo.form import PrintedForm

PDF = b"%PDF-"
MAX_PAGES = 60  # of a scanned PDF
MAX_SECONDS, MAX_MEMORY = 240.0, 300  # of the process that reads: seconds, MB of data
WHOLE = 10_000  # a strip's sides are shares of the picture in ten-thousandths


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """A picture of a file; `code` says why it cannot be kept, "" if it can."""

    code: str
    page: int = 1  # of the file
    score_list: int | None = None  # the id of its list
    jpeg: bytes = b""
    reading: dict[str, Any] = field(default_factory=dict)  # as in `ListPhoto`
    was_upside_down: bool = False


def read_photos(
    data: bytes, series: Series, *, table: int | None = None, page: int | None = None
) -> list[ReadPhoto]:
    """The pictures of a JPEG, PNG or PDF, or of one `page`; `table` is for forms without number."""
    if not in_server():
        return list(pictures(data, series, table, page))
    command = ["read_photos", f"--series={series.pk}"]
    command += [f"--table={table}"] if table else []
    command += [f"--page={page}"] if page else []
    try:
        content = run_child_process(command, data=data, seconds=MAX_SECONDS, memory=MAX_MEMORY)
    except (Refused, subprocess.CalledProcessError):  # too slow, or out of memory
        return [ReadPhoto("too-many-pixels")]
    return msgspec.json.decode(content, type=list[ReadPhoto])


def pictures(
    data: bytes, series: Series, table: int | None, page: int | None
) -> Iterator[ReadPhoto]:
    """The photos of a file, read by this process."""
    if not data.startswith(PDF):
        yield read_picture(data, series, table)
        return
    try:
        scans = list(scanned_pages(data, page))
    except MemoryError:
        raise
    except Exception:  # whatever the reader of PDF says of broken data
        scans = []
    if not scans:
        yield ReadPhoto("no-picture-in-pdf")
    for number, scan in scans:
        photo = scan if isinstance(scan, ReadPhoto) else read_picture(scan, series, table)
        yield replace(photo, page=number)


def scanned_pages(data: bytes, page: int | None) -> Iterator[tuple[int, bytes | ReadPhoto]]:
    """The largest picture of each page of a PDF, or of one `page`, or why it cannot be read."""
    from pypdf import PdfReader

    from scoring.photo.picture import Unusable

    for number, sheet in enumerate(PdfReader(BytesIO(data)).pages[:MAX_PAGES], 1):
        if page not in (None, number):
            continue
        try:
            scan: bytes | ReadPhoto | None = largest_picture(sheet)
        except MemoryError:
            raise
        except Unusable as unusable:
            scan = ReadPhoto(unusable.code)
        except Exception:  # such as of a kind of picture that the reader of PDF does not know
            scan = ReadPhoto("broken-picture")
        if scan is not None:
            yield number, scan


def largest_picture(sheet: Any) -> bytes | None:
    """The data of the largest picture of a page, None without one; raises Unusable."""
    from scoring.photo.picture import MAX_PIXELS, Unusable

    sizes = {}
    for name, part in sheet.get("/Resources", {}).get("/XObject", {}).items():
        image = part.get_object()
        if image.get("/Subtype") == "/Image":
            sizes[name] = int(image["/Width"]) * int(image["/Height"])
    largest = max(sizes, key=sizes.__getitem__, default=None)
    if largest and sizes[largest] > MAX_PIXELS:
        raise Unusable("too-many-pixels")
    return sheet.images[largest].data if largest else None


def read_picture(data: bytes, series: Series, table: int | None) -> ReadPhoto:
    """One picture as it is kept, with its list and its rows."""
    from scoring.photo.picture import Unusable, stored_jpeg

    try:
        jpeg = stored_jpeg(data)
        form = form_in(jpeg)
        turn = quarter_turns(form) if form else 0
        if turn:
            jpeg = stored_jpeg(data, turn)
            form = form_in(jpeg)
        score_list = find_list(form, series, table)
    except Unusable as unusable:
        return ReadPhoto(unusable.code)
    reading = read_rows(form, score_list)
    return ReadPhoto("", 1, score_list.pk, jpeg, reading, was_upside_down=turn == 2)


def form_in(jpeg: bytes) -> "FormInPicture | None":
    """The form in a picture, found by its marks or else by its ruling."""
    from scoring.photo.picture import Unusable, open_picture
    from scoring.photo.reader import find_form
    from scoring.photo.ruling import find_ruled

    try:
        return find_form(jpeg)
    except Unusable as unusable:
        if unusable.code != "no-marks":
            raise
    return find_ruled(open_picture(jpeg))


def quarter_turns(form: "FormInPicture") -> int:
    """How many quarters to the left turn the form upright."""
    from scoring.photo.geometry import apply

    left, right = apply(form.page, [(20, 20), (120, 20)])
    x, y = right - left
    if abs(x) >= abs(y):
        return 0 if x > 0 else 2
    return 1 if y > 0 else 3


def find_list(form: "FormInPicture | None", series: Series, table: int | None) -> ScoreList:
    """The list of a photo, by the number on the form or else by its table; raises Unusable."""
    from scoring.photo.picture import Unusable

    if form and form.label and form.label.number:
        code = "another-tournament"
        lists = ScoreList.objects.filter(series__tournament=series.tournament_id)
        lists = lists.filter(pk=form.label.number)
    elif table is None:
        raise Unusable("no-marks" if form is None else "unmarked" if form.form else "number-unread")
    else:
        code = "no-such-table"
        lists = series.lists.filter(table_number=table)
    score_list = lists.select_related("series__tournament").first()
    if score_list is None:
        raise Unusable(code)
    return score_list


def read_rows(form: "FormInPicture | None", score_list: ScoreList) -> dict[str, Any]:
    """The rows of a photographed list, as `ListPhoto.reading`."""
    from scoring.photo.reader import read_form

    if form is None:
        return {"light": "red", "reason": "no-marks"}
    blank = Outline(score_list.outline.seats, score_list.outline.rounds)
    printed = printed_form(form, score_list, blank)
    if printed is None:
        return {"light": "red", "reason": "other-form"}
    reading = read_form(form, printed, score_list.series.tournament.rule_system, blank)
    return {
        "light": reading.light,
        "reason": reading.reason,
        "foot_differs": list(reading.foot_differs),
        "rows": [
            {
                "line": write_line(row.line) if row.line else None,
                "state": row.state,
                "reasons": list(row.reasons),
                "strip": [round(WHOLE * side) for side in row.strip],
            }
            for row in reading.rows
        ],
    }


def printed_form(
    form: "FormInPicture", score_list: ScoreList, blank: Outline
) -> "PrintedForm | None":
    """Where the cells of a list stand on the form of a photo; None for another form."""
    from scoring.lists.printed.files.pdf_geometry import form_to_photograph
    from scoring.photo.ruling import MARKS, first_rows

    tournament = score_list.series.tournament
    if score_list.sittings or (form.form and tournament.rule_system.columns != MARKS):
        return None
    if form.form:
        return first_rows(form.form, blank.games_planned)
    return form_to_photograph(blank, tournament.rule_system, tournament.scheme)
