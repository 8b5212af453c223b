"""The photos of lists, and which of their rows the lists lack."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

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


@dataclass(frozen=True)
class Photo:
    """A photo with its rows, and how many of them its list still lacks."""

    stored: ListPhoto
    rows: tuple[PhotoRow, ...]

    @property
    def is_read(self) -> bool:
        return self.stored.reading.get("light", "red") != "red" and bool(self.rows)

    @property
    def sentence(self) -> str:
        """Why nothing was read, and what to do; empty for a photo that was read."""
        return "" if self.is_read else label("photo_refusal", self.stored.reading.get("reason", ""))

    @property
    def foot_seats(self) -> str:
        """The seats whose foot says other points than the rows: "1, 3"; empty without any."""
        return ", ".join(map(str, self.stored.reading.get("foot_differs", ())))

    @cached_property
    def waiting(self) -> list[PhotoRow]:
        """The rows with a line that the list lacks; none once it is entered without them."""
        score_list = self.stored.list
        if not self.is_read or score_list.state != ListState.OPEN:
            return []
        filled = {game.number for game in score_list.games.all() if not game.annulled}
        return [row for row in self.rows if row.line and row.number not in filled]

    @property
    def sure(self) -> int:
        return sum(row.state == "sure" for row in self.waiting)

    @property
    def asked(self) -> int:
        return len(self.waiting) - self.sure

    @property
    def light(self) -> str:
        if not self.is_read:
            return "red"
        return "yellow" if self.asked else "green"


def photos_of(photos: QuerySet[ListPhoto]) -> list[Photo]:
    rows = photos.defer("jpeg").select_related("added_by", "list__series__tournament")
    return [Photo(row, tuple(photo_rows(row))) for row in rows]


def photo_of(score_list: ScoreList) -> Photo | None:
    return next(iter(photos_of(ListPhoto.objects.filter(list=score_list))), None)


def worklist(series: Series) -> list[Photo]:
    """The photos of a series by table."""
    photos = ListPhoto.objects.filter(list__series=series).order_by("list__table_number")
    games = Game.objects.only("list", "number", "annulled")
    return photos_of(photos.prefetch_related(Prefetch("list__games", games)))


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


def photo_says(score_list: ScoreList, line: Line) -> bool:
    """Whether the photo of the list says this line in its row."""
    photo = photo_of(score_list)
    rows = photo.rows if photo and photo.is_read else ()
    return any(row.number == line.number and row.text == shown_line(line) for row in rows)


def rows_for_script(photo: Photo, *, proposes: bool) -> list[dict[str, object]]:
    """The rows for photo.js: their places, and with `proposes` what was read there."""
    records = []
    for row in photo.rows:
        record: dict[str, object] = {"number": row.number, "strip": row.strip}
        if proposes and photo.is_read:
            record |= {"text": row.text, "state": row.state, "says": " ".join(row.sentences)}
        records.append(record)
    return records
