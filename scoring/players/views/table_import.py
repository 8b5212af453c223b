"""The page of a table of people: sent, judged row by row, looked at, and only then written."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from django.http import HttpRequest, HttpResponse

from scoring.core.answers import UNPROCESSABLE, form_page, notifying, refusals
from scoring.core.forms import Form
from scoring.core.uploads import (
    Upload,
    empty_upload,
    read_shown,
    read_upload,
    store_upload,
    with_shown,
)
from scoring.models import Tournament
from scoring.players.files.read_players import PlayersSheet
from scoring.players.services.import_table import LEAVE, TAKE, RawRow

CHOICE = "choice-"
# Those that somebody has to look at stand above the others.
ORDER = ("faulty", "ambiguous", "left", "known", "new", "double", "entered")
OFFERED = ("ambiguous", "left", "known", "new")  # each has a tick


class JudgedRow(Protocol):
    """What becomes of a row of the table, one of `ORDER`."""

    @property
    def raw(self) -> RawRow: ...
    @property
    def verdict(self) -> str: ...


Row = TypeVar("Row", bound=JudgedRow)


class TableImport(ABC, Generic[Row]):
    """One request for such a page.

    `page` is its template, `form_class` has the field "file". `context` is what the template knows
    besides.
    """

    page: ClassVar[str]
    form_class: ClassVar[type[Form]]

    def __init__(self, request: HttpRequest, tournament: Tournament, **context: Any) -> None:
        self.request, self.tournament = request, tournament
        self.context = {"tournament": tournament, **context}
        self.people = people_chosen(request)
        self.choices = {**ticks(request), **self.people, **left_out(request)}

    @abstractmethod
    def read(self, data: bytes) -> PlayersSheet:
        """The rows of a file. Raises Refused."""

    @abstractmethod
    def judge(self, sheet: PlayersSheet) -> Sequence[Row]:
        """The verdict of every row, in the order of the table."""

    @abstractmethod
    def digests(self, rows: Sequence[Row]) -> set[str]:
        """What stands for the rows that are written without anybody having chosen who that is."""

    @abstractmethod
    def write(self, sheet: PlayersSheet, shown: Collection[str]) -> int:
        """Write the rows if they are as they were `shown`; returns how many. Raises Refused."""

    @abstractmethod
    def written(self, count: int) -> HttpResponse:
        """The answer when the rows are written."""

    @abstractmethod
    def unused(self) -> HttpResponse:
        """The answer to a form that is sent again when its file has been used."""

    @abstractmethod
    def candidates(self, row: Row) -> Sequence[object]:
        """Whom an ambiguous row may mean."""

    def answer(self) -> HttpResponse:
        if self.request.method == "GET":
            return self.form_shown(self.form_class())
        if "upload" in self.request.POST:
            return self.confirm()
        form = self.form_class(self.request.POST, self.request.FILES)
        if form.is_valid():
            with refusals(form):
                data = form.cleaned_data["file"].read()
                sheet = self.read(data)
                upload = (store_upload(data, *self.account), *self.account)
                return self.preview(sheet, upload)
        return self.form_shown(form)

    @property
    def account(self) -> tuple[int | None, int]:
        """For whom and for which tournament a file is kept."""
        return self.request.user.pk, self.tournament.pk

    def confirm(self) -> HttpResponse:
        """Write what was shown, if the file is still there."""
        with notifying(self.request):
            name, shown = read_shown(self.request.POST["upload"], *self.account)
            if data := read_upload(name, *self.account):
                return self.enter(data, (name, *self.account), shown)
            return self.unused()
        return self.form_shown(self.form_class(), status=UNPROCESSABLE)

    def enter(self, data: bytes, upload: Upload, shown: Collection[str]) -> HttpResponse:
        """What has changed since the table was shown is shown again."""
        sheet = self.read(data)
        if self.request.POST.get("step") == "enter":
            with notifying(self.request):
                count = self.write(sheet, shown)
                empty_upload(*upload)
                return self.written(count)
        return self.preview(sheet, upload)

    def preview(self, sheet: PlayersSheet, upload: Upload) -> HttpResponse:
        """Every row with its verdict; nothing is written."""
        rows = self.judge(sheet)
        counts = Counter(each.verdict for each in rows)
        ordered = sorted(rows, key=lambda each: (ORDER.index(each.verdict), each.raw.row))
        return self.form_shown(
            self.form_class(),
            verdicts=[(each, self.candidates(each)) for each in ordered],
            counts=[(name, counts[name]) for name in ORDER if counts[name]],
            offered=[each.raw.row for each in rows if each.verdict in OFFERED],
            upload=with_shown(upload[0], self.digests(rows), *upload[1:]),
            sheet=sheet,
            choices=self.people,
            changed=bool(self.people) or counts["ambiguous"] + counts["left"] > 0,
        )

    def form_shown(self, form: Form, **context: Any) -> HttpResponse:
        return form_page(self.request, self.page, form, **self.context, **context)


def people_chosen(request: HttpRequest) -> dict[int, str]:
    """Who the ambiguous rows are: "choice-7" is a person's id, or "new"."""
    return {
        row: str(value)
        for name, value in request.POST.items()
        if value and name.startswith(CHOICE) and (row := parse_row(name.removeprefix(CHOICE)))
    }


def ticks(request: HttpRequest) -> dict[int, str]:
    """The ticked rows of the page."""
    return dict.fromkeys(filter(None, map(parse_row, request.POST.getlist("take"))), TAKE)


def left_out(request: HttpRequest) -> dict[int, str]:
    """The rows that had a tick on the page and have lost it, or were never given it."""
    offered = filter(None, map(parse_row, request.POST.get("offered", "").split()))
    return dict.fromkeys(set(offered) - ticks(request).keys(), LEAVE)


def parse_row(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
