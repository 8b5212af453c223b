"""The page of a table: sent, its columns named, every row looked at, and only then written."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse

from scoring.core.access import actor
from scoring.core.answers import CONFLICT, OK, UNPROCESSABLE, form_page, notifying, refusals
from scoring.core.forms import Form
from scoring.core.heavy import (
    Upload,
    empty_upload,
    read_digests,
    read_upload,
    sign_digests,
    store_upload,
)
from scoring.core.spreadsheets.reading import read_spreadsheet
from scoring.imports.files.tables import FileMap
from scoring.imports.files.words import TableKind
from scoring.imports.forms import TableForm, answers_of
from scoring.imports.services.files import remember_columns, remembered_columns
from scoring.models import Tournament

PAGE = "imports/import.html"
MAX_SHEETS_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Look:
    """What a file says and what would become of it.

    `shown` are the digests of what would be written, `count` how many that are, `is_open`:
    something has to be answered first. `offered` are the keys of rows that have a tick, `context`
    is what the rows of the page know besides.
    """

    map: FileMap
    shown: Collection[str]
    count: int
    is_open: bool = False
    offered: Sequence[str] = ()
    context: Mapping[str, Any] = field(default_factory=dict)


class ImportPage(ABC):
    """One request for the page of one kind of table."""

    kind: TableKind
    rows: ClassVar[str]  # the template of its rows

    def __init__(self, request: HttpRequest, tournament: Tournament, **context: Any) -> None:
        self.request, self.tournament = request, tournament
        self.by = actor(request)
        self.answers = answers_of(request.POST)
        self.context = {"tournament": tournament, "kind": self.kind.name, **context}

    @abstractmethod
    def look(self, content: bytes) -> Look:
        """What becomes of every row; nothing is written. Raises Refused."""

    @abstractmethod
    def take(self, content: bytes, shown: Collection[str]) -> HttpResponse | None:
        """Write what the page has `shown` and lead on; None while something is open.

        Raises Refused if anything else would be written.
        """

    @abstractmethod
    def unused(self) -> HttpResponse:
        """The answer to a form that is sent again when its file has been used."""

    def form(self, *args: Any) -> Form:
        return TableForm(*args)

    @property
    def remembered(self) -> Mapping[str, Sequence[str]]:
        return remembered_columns(self.tournament.host_id, self.kind.name)

    @property
    def account(self) -> tuple[int | None, int]:
        """For whom and for which tournament a file is kept."""
        return self.request.user.pk, self.tournament.pk

    def answer(self) -> HttpResponse:
        if self.request.method == "GET":
            return form_page(self.request, PAGE, self.form(), **self.context)
        if "upload" in self.request.POST:
            return self.confirm()
        form = self.form(self.request.POST, self.request.FILES)
        if form.is_valid():
            with refusals(form):
                content = read_spreadsheet(form.cleaned_data["file"].read())
                look = self.look(content)
                upload = (store_upload(content, *self.account), *self.account)
                return self.preview(form, look, upload)
        return form_page(self.request, PAGE, form, **self.context)

    def confirm(self) -> HttpResponse:
        """Write what was shown, if the file is still there; or look once more."""
        with notifying(self.request):
            name, shown = read_digests(self.request.POST["upload"], *self.account)
            content = read_upload(name, *self.account)
            if not content:
                return self.unused()
            return self.write_or_show(content, (name, *self.account), shown)
        status = UNPROCESSABLE
        return form_page(self.request, PAGE, self.form(), status=status, **self.context)

    def write_or_show(self, content: bytes, upload: Upload, shown: Collection[str]) -> HttpResponse:
        """What has changed since the file was shown is shown again."""
        is_taken = self.request.POST.get("step") != "check"
        if is_taken:
            with notifying(self.request):
                if response := self.take(content, shown):
                    empty_upload(*upload)
                    return response
        look = self.look(content)
        changed = frozenset(look.shown).difference(shown) if is_taken else frozenset()
        return self.preview(self.form(), look, upload, changed)

    def remember(self, file_map: FileMap) -> None:
        """Keep what somebody has said of the columns of the tables that were read."""
        layouts = {table.head.digest: table.layout for table in file_map.tables}
        words = {digest: each.words for digest, each in layouts.items() if each.is_answered}
        remember_columns(self.tournament.host_id, self.kind.name, words)

    def preview(
        self, form: Form, look: Look, upload: Upload, changed: Collection[str] = ()
    ) -> HttpResponse:
        """Every row with what becomes of it; nothing is written."""
        sheets = look.map.sheets[:MAX_SHEETS_SHOWN]
        return form_page(
            self.request,
            PAGE,
            form,
            status=UNPROCESSABLE if look.is_open else CONFLICT if changed else OK,
            look=look,
            answers=self.answers,
            upload=sign_digests(upload[0], look.shown, *upload[1:]),
            changed=changed,
            rows=self.rows,
            sheets=sheets,
            offered=[*(f"t{table.key}" for line in sheets for table in line.tables), *look.offered],
            has_open_series=any(table.series and table.series.is_open for table in look.map.tables),
            **self.context,
            **look.context,
        )
