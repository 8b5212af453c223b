"""The photos of lists, and which of their rows the lists lack."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch, QuerySet

from scoring.lists.services.games import shown_line
from scoring.messages.labels import label
from scoring.messages.sentence import points
from scoring.models import Game, ListPhoto, ScoreList, Series
from scoring.models.score_list import ListState
from scoring.rules.checks import appraise
from scoring.rules.records import read_line
from scoring.rules.score_list import Line


@dataclass(frozen=True, slots=True)
class PhotoRow:
    """A row as read; `line` is None after the end of the list, `sentences` say what is doubtful.

    `strip` is its place in the picture: left, top, right, bottom in ten-thousandths.
    """

    number: int
    line: Line | None
    state: str
    sentences: tuple[str, ...]
    strip: Sequence[int]

    @property
    def text(self) -> str:
        return shown_line(self.line)


@dataclass(frozen=True, slots=True)
class Photo:
    stored: ListPhoto
    rows: tuple[PhotoRow, ...]

    @property
    def is_read(self) -> bool:
        return self.stored.reading.get("light", "red") != "red" and bool(self.rows)

    @property
    def sentence(self) -> str:
        """Why nothing was read, and what to do; empty for a photo that was read."""
        return "" if self.is_read else label("photo_refusal", self.stored.reading.get("reason", ""))


def photo_of(score_list: ScoreList) -> Photo | None:
    rows = ListPhoto.objects.filter(list=score_list).defer("jpeg").select_related("added_by")
    stored = rows.first()
    if stored is None:
        return None
    stored.list = score_list
    return Photo(stored, tuple(photo_rows(stored)))


def photo_rows(stored: ListPhoto) -> Iterator[PhotoRow]:
    """The rows of a reading; beside a wrong running total stands the right one."""
    system = stored.list.series.tournament.rule_system
    totals: dict[int, int] = {}  # by seat, as written on the paper
    for number, row in enumerate(stored.reading.get("rows", ()), 1):
        line = read_line(row["line"], system=system)[0] if row["line"] else None
        sentences = [label("photo_row", reason) for reason in row["reasons"]]
        if line and line.soloist and line.running is not None:
            if "sum-differs" in row["reasons"] and line.game:
                valuation = appraise(line.game).valuation
                score = valuation.score if valuation else 0
                counted = points(totals.get(line.soloist, 0) + score)
                place = row["reasons"].index("sum-differs")
                sentences[place] %= {"counted": counted, "written": points(line.running)}
            totals[line.soloist] = line.running
        if line and not line.unread:
            line = replace(line, running=None)  # only the game is proposed
        yield PhotoRow(number, line, row["state"], tuple(sentences), row["strip"])


def open_rows(photo: Photo, filled: Collection[int]) -> list[PhotoRow]:
    """The rows with a line, except those whose numbers are `filled` in the list."""
    rows = photo.rows if photo.is_read else ()
    return [row for row in rows if row.line and row.number not in filled]


def photo_says(score_list: ScoreList, line: Line) -> bool:
    """Whether the photo of the list says this line in its row."""
    photo = photo_of(score_list)
    rows = photo.rows if photo and photo.is_read else ()
    return any(row.number == line.number and row.text == shown_line(line) for row in rows)


def rows_for_script(photo: Photo, *, proposes: bool) -> list[dict[str, object]]:
    """The rows for photo.js: their places, and with `proposes` what was read there."""
    records = []
    for row in photo.rows:
        if not row.strip:
            continue
        record: dict[str, object] = {"number": row.number, "strip": row.strip}
        if proposes and photo.is_read:
            record |= {"text": row.text, "state": row.state, "says": " ".join(row.sentences)}
        records.append(record)
    return records


@dataclass(frozen=True, slots=True)
class PhotoItem:
    """A line of the worklist: a photo, and how many sure and doubtful rows the list still lacks."""

    photo: Photo
    sure: int
    asked: int

    @property
    def light(self) -> str:
        if not self.photo.is_read:
            return "red"
        return "yellow" if self.asked else "green"


def worklist(series: Series) -> list[PhotoItem]:
    return items_of(ListPhoto.objects.filter(list__series=series).order_by("list__table_number"))


def items_of(photos: QuerySet[ListPhoto]) -> list[PhotoItem]:
    games = Game.objects.filter(annulled=False).only("list", "number")
    rows = photos.defer("jpeg").select_related("added_by", "list__series__tournament")
    items = []
    for row in rows.prefetch_related(Prefetch("list__games", games)):
        photo = Photo(row, tuple(photo_rows(row)))
        # The empty rows of an entered list were left empty.
        is_open = row.list.state == ListState.OPEN
        filled = {game.number for game in row.list.games.all()}
        waiting = open_rows(photo, filled) if is_open else []
        states = [each.state for each in waiting]
        items.append(PhotoItem(photo, states.count("sure"), states.count("asked")))
    return items
