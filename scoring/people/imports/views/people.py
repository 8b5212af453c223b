"""The pages on which a table of players or members, or a pasted list, is checked and entered."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.core.access import tournament_for
from scoring.core.forms import Form, parse_number
from scoring.core.heavy import heavy
from scoring.core.spreadsheets import Unreadable, as_line, stored_sheets
from scoring.messages.labels import label
from scoring.models import Club, Person, Role, Tournament
from scoring.people.forms import PasteForm
from scoring.people.imports.files.people import people_in, sheet_of
from scoring.people.imports.files.tables import FileMap
from scoring.people.imports.files.words import MEMBERS, NAMES, PLAYERS
from scoring.people.imports.reads import NEW, FileQuestion, Option, club_questions, corrected_sheets
from scoring.people.imports.services.people import (
    FIXED,
    LEAVE,
    TAKE,
    Choices,
    MemberImport,
    PeopleImport,
    PlayerImport,
    RowVerdict,
    VerdictName,
    digests,
    import_people,
)
from scoring.people.imports.views.results import MAX_ASKED, ImportPage, Look
from scoring.people.pasting import pasted_sheet
from scoring.people.reads.entries import as_suggestions
from scoring.people.services.matching import RawRow, read_person
from scoring.people.views.members import club_for

# Rows that need attention stand first.
ORDER: tuple[VerdictName, ...] = (
    "faulty",
    "ambiguous",
    "left",
    "known",
    "new",
    "double",
    "entered",
)
OFFERED = ("ambiguous", "left", "known", "new")  # each has a tick
Line = tuple[RowVerdict, Sequence[object], Sequence[FileQuestion]]  # with details and questions


class PeoplePage(ImportPage):
    rows = "people/imports/_people.html"
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
        choices: dict[int, str] = {}
        for raw in self.people:
            key = str(raw.row)
            if raw.fixed:
                choices[raw.row] = FIXED
            elif key in self.answers.ticked:
                choices[raw.row] = TAKE
            if who := self.answers.chosen.get(f"who-{key}"):
                choices[raw.row] = who
            if self.answers.is_left(key):
                choices[raw.row] = LEAVE
        return choices

    def look(self, content: bytes) -> Look:
        is_open, table = self.read(content), self.table()
        verdicts = table.judge(list(map(read_person, self.people)))
        counts = Counter(row.verdict for row in verdicts)
        return Look(
            self.map,
            digests(verdicts, table.choices),
            sum(row.is_written for row in verdicts),
            is_open,
            [str(row.raw.row) for row in verdicts if row.verdict in OFFERED],
            {
                "lines": self.lines(verdicts),
                "offered_states": OFFERED,
                "counts": [(name, counts[name]) for name in ORDER if counts[name]],
                "verdicts": "member_verdict" if self.club else "import_verdict",
                "clubs": list(self.clubs.values()),
            },
        )

    def write(self, seen: Collection[str]) -> str:
        count = import_people(self.table(), self.people, seen=seen, by=self.by)
        sentence = ngettext("%(count)s player entered.", "%(count)s players entered.", count)
        if self.club:
            sentence = ngettext("%(count)s new member.", "%(count)s new members.", count)
        return sentence % {"count": count}

    def respond_file_used(self) -> HttpResponse:
        if self.club:
            return redirect("club-members", self.tournament.pk, self.club.pk)
        return redirect("entries", self.tournament.pk)

    def lines(self, verdicts: Sequence[RowVerdict]) -> list[Line]:
        ordered = sorted(verdicts, key=lambda row: (ORDER.index(row.verdict), row.raw.row))
        lines: list[Line] = []
        asked = 0
        for row in ordered:
            questions = self.questions(row) if asked < MAX_ASKED else ()
            asked += len(questions)
            lines.append((row, self.details(row), questions))
        return lines

    def details(self, row: RowVerdict) -> list[object]:
        line, raw = row.line, row.raw
        number = line.number and f"{label(f'{self.kind.name}_column', 'number')} {line.number}"
        days = filter(None, (raw.text("joined"), raw.text("left")))
        categories = row.placed.categories if row.placed else line.categories or ()
        details = (number, line.club, *line.details[::-1], raw.text("state"), " – ".join(days))
        return [detail for detail in (*details, *map(str, categories)) if detail]

    def questions(self, row: RowVerdict) -> list[FileQuestion]:
        raw = row.raw
        wrong = [column for problem in row.problems if (column := raw.column_at(problem.field))]
        questions = [
            FileQuestion(
                f"fix-{sheet_of(raw)}.{raw.cell(column)}",
                label(f"{self.kind.name}_column", column),
                chosen=raw.text(column),
            )
            for column in dict.fromkeys((*wrong, *raw.fixed))
        ]
        answer = self.answers.chosen.get(f"who-{raw.row}", "")
        another = Option("new", _("another person, who is new"))
        options: tuple[Option, ...] = ()
        if row.candidates:
            options, answer = (*self.people_on_record(row.candidates), another), ""
        elif row.verdict == "double" or answer:
            person_id = parse_number(answer, digits=18) or 0
            same = _("the same person") if row.verdict == "double" else _("choose again")
            options = (Option("", same), *self.people_on_record([person_id]), another)
        if options:
            who = _("Who is it?")
            questions.append(FileQuestion(f"who-{raw.row}", who, options, answer))
        return questions

    def people_on_record(self, ids: Sequence[int]) -> list[Option]:
        people = Person.objects.of(self.tournament).filter(pk__in=ids)
        pks, options = list(people.values_list("pk", flat=True)), []
        for suggestion in as_suggestions(self.tournament, pks):
            number = suggestion.start_number
            plays = _("plays with number %(number)s") % {"number": number} if number else ""
            text = " · ".join(filter(None, (str(suggestion.person), suggestion.details, plays)))
            options.append(Option(str(suggestion.person.pk), text))
        return options


class PastePage(PeoplePage):
    columns = (*NAMES, "number", "club")

    def __init__(self, request: HttpRequest, tournament: Tournament) -> None:
        super().__init__(request, tournament)
        self.context["pasted"] = True

    def form(self, *args: Any) -> Form:
        return PasteForm(*args)

    def content_of(self, form: Form) -> bytes:
        return as_line(pasted_sheet(form.cleaned_data["text"]))


def with_answered_club(raw: RawRow, clubs: Mapping[str, FileQuestion]) -> RawRow:
    question = clubs.get(raw.text("club"))
    if question is None or question.chosen in ("", NEW):
        return raw
    club = next(str(option.label) for option in question.options if option.value == question.chosen)
    return replace(raw, values={**raw.values, "club": club})


@heavy
@require_http_methods(["GET", "POST"])
def import_players_table(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return PeoplePage(request, tournament_for(request, tournament_id, Role.CLERK)).answer()


@heavy
@require_http_methods(["GET", "POST"])
def paste_list(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return PastePage(request, tournament_for(request, tournament_id, Role.CLERK)).answer()


@heavy
@require_http_methods(["GET", "POST"])
def import_members_table(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    return PeoplePage(request, *club_for(request, tournament_id, club_id, Role.ORGANIZER)).answer()
