"""The pages on which a table of players, members or results is checked before it is written."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.forms import (
    CONFLICT,
    OK,
    UNPROCESSABLE,
    Form,
    UploadField,
    form_page,
    notifying,
    parse_number,
    refusals,
    set_choices,
)
from scoring.core.heavy import UploadSigner, empty_upload, heavy, store_upload
from scoring.core.spreadsheets import (
    MAX_BYTES,
    CellReader,
    Spot,
    Unreadable,
    as_line,
    parse_cell,
    read_spreadsheet,
    stored_sheets,
)
from scoring.core.text import plain_text
from scoring.messages.labels import label
from scoring.models import Club, Person, Role, Tournament
from scoring.people.forms import PasteForm
from scoring.people.imports.files.people import people_in
from scoring.people.imports.files.read import read_results
from scoring.people.imports.files.tables import FileMap
from scoring.people.imports.files.words import MEMBERS, NAMES, PLAYERS, RESULTS, TableKind
from scoring.people.imports.reads import (
    NEW,
    FileAnswers,
    FileQuestion,
    Option,
    club_questions,
    corrected_sheets,
    known_players,
)
from scoring.people.imports.services.people import (
    FIXED,
    LEAVE,
    TAKE,
    Choices,
    MemberImport,
    PeopleImport,
    PlayerImport,
    RowVerdict,
    digests,
    import_people,
)
from scoring.people.imports.services.results import (
    judge,
    last_file,
    remember_columns,
    remembered_columns,
    take_results,
    withdraw_results,
)
from scoring.people.pasting import pasted_sheets
from scoring.people.reads.entries import as_suggestions
from scoring.people.services.matching import RawRow, read_person
from scoring.people.views.members import club_for

MAX_ANSWER = 200  # letters


class TableForm(Form):
    file = UploadField(
        most=MAX_BYTES,
        accept=".xlsx,.ods,.xls,.csv,.txt",
        label=gettext_lazy("File with the table"),
        help_text=gettext_lazy("Excel, LibreOffice or .csv, columns in any order."),
    )


class ResultsForm(TableForm):
    series = forms.TypedChoiceField(
        label=gettext_lazy("Series, where the file names none"),
        coerce=int,
        required=False,
        empty_value=None,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = tournament.series.values_list("number", flat=True)
        set_choices(self, "series", [("", "–"), *((n, str(n)) for n in numbers)])


def answers_of(data: QueryDict) -> FileAnswers:
    fields = ("head-", "column-", "series-", "who-", "club-", "sums-", "fix-")
    chosen = {}
    for name, value in data.items():
        text = plain_text(str(value))[:MAX_ANSWER]
        # A cell may be corrected to be empty.
        if name.startswith(fields) and (text or name.startswith("fix-")):
            chosen[name] = text
    offered = frozenset(data.get("offered", "").split())
    return FileAnswers(chosen, offered, frozenset(map(str, data.getlist("take"))))


PAGE = "people/imports/import.html"
MAX_SHEETS_SHOWN = 60
UNDECIDED = ("faulty", "ambiguous")  # what becomes of a row that has to be answered first
MAX_NAMED = 10  # of those that were left out
MAX_ASKED = 1_000  # questions: a form may have no more than 5,000 fields


@dataclass(frozen=True, slots=True)
class Look:
    """What a file says and what would become of it.

    `count` rows would be written, `shown` are their digests, without rows that the clerk answered;
    `is_open` says that something has to be answered first. `offered` are keys of rows with a tick.
    """

    map: FileMap
    shown: Collection[str]
    count: int
    is_open: bool
    offered: Sequence[str]
    context: Mapping[str, Any]


class ImportPage(ABC):
    kind: TableKind
    rows: ClassVar[str]  # the template of its rows
    order: ClassVar[Sequence[str]]  # of the rows by what becomes of them
    offered: ClassVar[Collection[str]]  # whose rows have a tick
    map: FileMap  # of the file that was read
    skipped: Sequence[str] = ()  # the names in ticked rows that were not written

    def __init__(self, request: HttpRequest, tournament: Tournament, **context: Any) -> None:
        self.request, self.tournament = request, tournament
        self.by = actor(request)
        self.signer = UploadSigner(request.user.pk, tournament.pk)
        self.answers = answers_of(request.POST)
        self.context = {"tournament": tournament, "kind": self.kind.name, **context}

    @abstractmethod
    def look(self, content: bytes) -> Look:
        """What would become of every row. Raises Refused."""

    @abstractmethod
    def read(self, content: bytes) -> bool:
        """Read the file; returns whether something has to be answered. Raises Unreadable."""

    @abstractmethod
    def write(self, seen: Collection[str]) -> str:
        """Write what was read if it is as `seen`; returns a sentence about it. Raises Refused."""

    @abstractmethod
    def respond_file_used(self) -> HttpResponse:
        """Lead on from a file that was imported."""

    def form(self, *args: Any) -> Form:
        return TableForm(*args)

    def content_of(self, form: Form) -> bytes:
        return read_spreadsheet(form.cleaned_data["file"].read())

    @property
    def columns_before(self) -> Mapping[str, Sequence[str]]:
        return remembered_columns(self.tournament.host_id, self.kind.name)

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            return form_page(self.request, PAGE, self.form(), **self.context)
        if "upload" in self.request.POST:
            return self.confirm()
        form = self.form(self.request.POST, self.request.FILES)
        if form.is_valid():
            with refusals(form):
                content = self.content_of(form)
                look = self.look(content)
                return self.preview(form, look, store_upload(content))
        return form_page(self.request, PAGE, form, **self.context)

    def confirm(self) -> HttpResponse:
        """Write what was shown; without its file show an empty form."""
        with notifying(self.request):
            name, content, seen = self.signer.read(self.request.POST["upload"])
            if not content:
                return self.respond_file_used()
            return self.write_or_show(name, content, seen)
        return form_page(self.request, PAGE, self.form(), status=UNPROCESSABLE, **self.context)

    def write_or_show(self, name: str, content: bytes, seen: Collection[str]) -> HttpResponse:
        """Write the file; show it again if something is open or has changed since the page."""
        is_taken = self.request.POST.get("step") != "check"
        if is_taken:
            with notifying(self.request):
                if response := self.take(content, seen):
                    empty_upload(name)
                    return response
        look = self.look(content)
        changed = frozenset(look.shown).difference(seen) if is_taken else frozenset()
        return self.preview(self.form(), look, name, changed)

    def take(self, content: bytes, seen: Collection[str]) -> HttpResponse | None:
        """None while something is open. Raises Refused."""
        if self.read(content):
            return None
        messages.success(self.request, self.write(seen))
        if self.skipped:
            names = ", ".join(self.skipped[:MAX_NAMED]) + " …" * (len(self.skipped) > MAX_NAMED)
            sentence = _("Left out, because an answer was missing: %(names)s.")
            messages.warning(self.request, sentence % {"names": names})
        layouts = {
            table.head.digest: table.layout for table in self.map.tables if table.head.has_texts
        }
        answers = {key: layout.answers for key, layout in layouts.items() if layout.is_answered}
        remember_columns(self.tournament.host_id, self.kind.name, answers)
        return self.respond_file_used()

    def preview(
        self, form: Form, look: Look, name: str, changed: Collection[str] = ()
    ) -> HttpResponse:
        sheets = look.map.sheets[:MAX_SHEETS_SHOWN]
        return form_page(
            self.request,
            PAGE,
            form,
            status=UNPROCESSABLE if look.is_open else CONFLICT if changed else OK,
            look=look,
            upload=self.signer.sign(name, look.shown),
            changed=changed,
            rows=self.rows,
            offered_states=self.offered,
            sheets=sheets,
            offered=[*(f"t{table.key}" for line in sheets for table in line.tables), *look.offered],
            **self.context,
            **look.context,
        )


Line = tuple[RowVerdict, Sequence[object], Sequence[FileQuestion]]  # with details and questions


class PeoplePage(ImportPage):
    rows = "people/imports/_people.html"
    order = ("faulty", "ambiguous", "left", "known", "new", "double", "entered")
    offered = ("ambiguous", "left", "known", "new")
    columns: Sequence[str] = NAMES  # a row that is empty in all of these is passed over

    def __init__(
        self, request: HttpRequest, tournament: Tournament, club: Club | None = None
    ) -> None:
        self.kind = MEMBERS if club else PLAYERS
        super().__init__(request, tournament, club=club)
        self.club = club

    def read(self, content: bytes) -> bool:
        self.map = FileMap(self.kind, self.answers, self.columns_before)
        self.map.add_all(corrected_sheets(stored_sheets(content), self.answers))
        if not any(line.has_content for line in self.map.sheets):
            raise Unreadable("sheet-empty")
        people = people_in(self.map, self.columns)
        names = [raw.text("club") for raw in people if not raw.doubt and not self.club]
        self.clubs = club_questions(self.tournament, names, self.answers)
        self.people = [with_answered_club(raw, self.clubs) for raw in people]
        return self.map.is_open

    def table(self) -> PeopleImport:
        if self.club:
            return MemberImport(self.tournament, self.club, self.choices())
        return PlayerImport(self.tournament, self.choices())

    def choices(self) -> Choices:
        choices: dict[str, str] = {}
        for raw in self.people:
            key = raw.key
            if raw.fixed:
                choices[key] = FIXED
            elif key in self.answers.ticked:
                choices[key] = TAKE
            if who := self.answers.chosen.get(f"who-{key}"):
                choices[key] = who
            if self.answers.is_left(key):
                choices[key] = LEAVE
        return choices

    def look(self, content: bytes) -> Look:
        is_open, table = self.read(content), self.table()
        verdicts = table.judge(list(map(read_person, self.people)))
        counts = Counter[str](row.verdict for row in verdicts)
        return Look(
            self.map,
            digests(verdicts, table.choices),
            sum(row.is_written for row in verdicts),
            is_open,
            [row.raw.key for row in verdicts if row.verdict in self.offered],
            {
                "lines": self.lines(verdicts),
                "counts": [(name, counts[name]) for name in self.order if counts[name]],
                "verdicts": "member_verdict" if self.club else "import_verdict",
                "clubs": list(self.clubs.values()),
            },
        )

    def write(self, seen: Collection[str]) -> str:
        verdicts = import_people(self.table(), self.people, seen=seen, by=self.by)
        self.skipped = [str(row.line.name) for row in verdicts if row.verdict in UNDECIDED]
        count = sum(row.is_written for row in verdicts)
        sentence = ngettext("%(count)s player entered.", "%(count)s players entered.", count)
        if self.club:
            sentence = ngettext("%(count)s new member.", "%(count)s new members.", count)
        return sentence % {"count": count}

    def respond_file_used(self) -> HttpResponse:
        if self.club:
            return redirect("club-members", self.tournament.pk, self.club.pk)
        return redirect("entries", self.tournament.pk)

    def lines(self, verdicts: Sequence[RowVerdict]) -> list[Line]:
        ordered = sorted(verdicts, key=lambda row: self.order.index(row.verdict))
        offered = {pk for row in ordered for pk in self.people_offered(row)}
        self.people_options = self.people_on_record(offered)
        lines: list[Line] = []
        asked = 0
        for row in ordered:
            questions = self.questions(row) if asked < MAX_ASKED else ()
            asked += len(questions)
            lines.append((row, self.details(row), questions))
        return lines

    def details(self, row: RowVerdict) -> list[object]:
        line, raw = row.line, row.raw
        column = label(f"{self.kind.name}_column", "number")
        number = line.start_number and f"{column} {line.start_number}"
        days = filter(None, (raw.text("joined"), raw.text("left")))
        categories = row.placed.categories if row.placed else line.categories or ()
        passport, birth_year = line.details
        details = (number, line.club, birth_year, passport, raw.text("state"), " – ".join(days))
        return [detail for detail in (*details, *map(str, categories)) if detail]

    def questions(self, row: RowVerdict) -> list[FileQuestion]:
        raw = row.raw
        wrong = [column for problem in row.problems if (column := raw.column_at(problem.field))]
        questions = [
            FileQuestion(
                f"fix-{raw.sheet_number}.{raw.cell(column)}",
                label(f"{self.kind.name}_column", column),
                chosen=raw.text(column),
            )
            for column in dict.fromkeys((*wrong, *raw.fixed))
        ]
        answer = self.answers.chosen.get(f"who-{raw.key}", "")
        offered = self.people_offered(row)
        meant = [option for pk, option in self.people_options.items() if pk in offered]
        another = Option("new", _("another person, who is new"))
        options: tuple[Option, ...] = ()
        if row.candidates:
            options, answer = (*meant, another), ""
        elif row.verdict == "double" or answer:
            same = _("the same person") if row.verdict == "double" else _("choose again")
            options = (Option("", same), *meant, another)
        if options:
            who = _("Who is it?")
            questions.append(FileQuestion(f"who-{raw.key}", who, options, answer))
        return questions

    def people_offered(self, row: RowVerdict) -> Sequence[int]:
        """The ids of the people on record whom a row may mean, or of the one who was chosen."""
        answer = self.answers.chosen.get(f"who-{row.raw.key}", "")
        return row.candidates or (parse_number(answer, digits=18) or 0,)

    def people_on_record(self, ids: Collection[int]) -> dict[int, Option]:
        people = Person.objects.of(self.tournament).filter(pk__in=ids)
        pks, options = list(people.values_list("pk", flat=True)), dict[int, Option]()
        for suggestion in as_suggestions(self.tournament, pks, most=len(pks)):
            number = suggestion.start_number
            plays = _("plays with number %(number)s") % {"number": number} if number else ""
            text = " · ".join(filter(None, (str(suggestion.person), suggestion.details, plays)))
            options[suggestion.person.pk] = Option(str(suggestion.person.pk), text)
        return options


class PastePage(PeoplePage):
    columns = (*NAMES, "number", "club")

    def __init__(self, request: HttpRequest, tournament: Tournament) -> None:
        super().__init__(request, tournament)
        self.context["pasted"] = True

    def form(self, *args: Any) -> Form:
        return PasteForm(*args)

    def content_of(self, form: Form) -> bytes:
        return b"\n".join(map(as_line, pasted_sheets(form.cleaned_data["text"])))


def with_answered_club(raw: RawRow, clubs: Mapping[str, FileQuestion]) -> RawRow:
    question = clubs.get(raw.text("club"))
    if question is None or question.chosen in ("", NEW):
        return raw
    club = next(str(option.label) for option in question.options if option.value == question.chosen)
    return replace(raw, values={**raw.values, "club": club})


@heavy
def import_players_table(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return PeoplePage(request, tournament_for(request, tournament_id, Role.CLERK)).answer()


@heavy
def paste_list(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return PastePage(request, tournament_for(request, tournament_id, Role.CLERK)).answer()


@heavy
def import_members_table(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    return PeoplePage(request, *club_for(request, tournament_id, club_id, Role.ORGANIZER)).answer()


MAX_SHOWN = 200  # cells with a problem; a page of thousands takes seconds


class ResultsPage(ImportPage):
    kind, rows = RESULTS, "people/imports/_results.html"
    order = ("wrong", "asked", "part", "new", "left", "differs", "same")
    offered = ("wrong", "asked", "part", "new", "left")

    def __init__(self, request: HttpRequest, tournament: Tournament) -> None:
        last = last_file(tournament, actor(request)) if request.method != "POST" else None
        super().__init__(request, tournament, last=last)

    def form(self, *args: object) -> Form:
        return ResultsForm(*args, tournament=self.tournament)

    @property
    def series(self) -> int | None:
        return parse_number(self.request.POST.get("series", ""), digits=4)

    def read(self, content: bytes) -> bool:
        self.results = read_results(
            stored_sheets(content),
            self.tournament.rule_system,
            known_players(self.tournament),
            self.series,
            self.answers,
            self.columns_before,
        )
        self.map = self.results.map
        return self.results.is_open

    def look(self, content: bytes) -> Look:
        is_open, results = self.read(content), self.results
        verdicts = judge(self.tournament, results.lists, by=self.by)
        spots = [spot for verdict in verdicts for spot in verdict.spots]
        cells = corrections(content, spots[:MAX_SHOWN], self.answers)
        asked = {question.field for _spot, questions in cells for question in questions}
        return Look(
            self.map,
            [verdict.digest for verdict in verdicts if verdict.is_taken],
            sum(verdict.is_taken for verdict in verdicts),
            bool(spots) or is_open,
            [verdict.incoming.key for verdict in verdicts if verdict.state in self.offered],
            {
                "results": results,
                "series": self.series,
                "verdicts": sorted(verdicts, key=lambda verdict: self.order.index(verdict.state)),
                "wrong": spots,
                "corrections": cells,
                "asks_for_totals": any(s.problem.code == "paper-total-missing" for s in spots),
                "asked": results.asked[:MAX_ASKED],
                # Sent again with the form, although no problem is left there.
                "earlier_fixes": [
                    (name, text)
                    for name, text in self.answers.chosen.items()
                    if name.startswith("fix-") and name not in asked
                ],
                "partial": any(verdict.missing for verdict in verdicts),
            },
        )

    def write(self, seen: Collection[str]) -> str:
        verdicts = take_results(self.tournament, self.results.lists, by=self.by, seen=seen)
        count = sum(verdict.is_taken for verdict in verdicts)
        sentence = ngettext("%(count)s list imported.", "%(count)s lists imported.", count)
        return sentence % {"count": count}

    def respond_file_used(self) -> HttpResponse:
        return redirect("results-import", self.tournament.pk)


def corrections(
    content: bytes, spots: Sequence[Spot], answers: FileAnswers
) -> list[tuple[Spot, list[FileQuestion]]]:
    """The places with a problem, each with fields for the correction of its cells."""
    fields: dict[tuple[str, str], FileQuestion] = {}
    for number, sheet in corrected_sheets(stored_sheets(content) if spots else (), answers):
        reader = CellReader(sheet.name or str(number + 1), sheet.rows)
        for cell in (cell for spot in spots if spot.sheet == reader.sheet for cell in spot.cells):
            if at := parse_cell(cell):
                question = FileQuestion(f"fix-{number}.{cell}", cell, chosen=reader.text(*at))
                fields[reader.sheet, cell] = question
    places = [(spot, [(spot.sheet, cell) for cell in spot.cells]) for spot in spots]
    return [(spot, [fields.pop(at) for at in ats if at in fields]) for spot, ats in places]


@heavy
def import_results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return ResultsPage(request, tournament_for(request, tournament_id, Role.CLERK)).answer()


@require_POST
def withdraw(request: HttpRequest, tournament_id: int, log_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    row = get_object_or_404(tournament.log, pk=log_id)
    with notifying(request):
        count = withdraw_results(tournament, row.pk, by=actor(request))
        sentence = ngettext("%(count)s list taken back.", "%(count)s lists taken back.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("results-import", tournament.pk)
