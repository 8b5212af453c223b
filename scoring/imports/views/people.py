"""Players and members from a table: every row is judged, then written."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.core.access import tournament_for
from scoring.core.heavy import heavy
from scoring.core.spreadsheets.reading import Unreadable, stored_sheets
from scoring.core.text import Name
from scoring.imports.files.kinds import MEMBERS, PLAYERS
from scoring.imports.files.mapping import FileMap
from scoring.imports.files.people import people_in, sheet_of
from scoring.imports.reads.answers import Option, Question
from scoring.imports.reads.clubs import NEW, club_questions
from scoring.imports.views.page import ImportPage, Look
from scoring.members.services.import_table import (
    MemberVerdict,
    import_members,
    judge_members,
)
from scoring.members.services.import_table import digests as member_digests
from scoring.members.views.members import club_for
from scoring.messages import label
from scoring.models import Club, Person, Role, Tournament
from scoring.players.reads.entries import Suggestion, as_suggestions
from scoring.players.services.import_table import (
    FIXED,
    LEAVE,
    TAKE,
    RawRow,
    RowResult,
    digests,
    import_players,
    judge,
)
from scoring.players.views.entries import entered
from scoring.rules.problem import Problem

# Those that somebody has to look at stand above the others.
ORDER = ("faulty", "ambiguous", "left", "known", "new", "double", "entered")
OFFERED = ("ambiguous", "left", "known", "new")  # each has a tick
MAX_ASKED = 1_000  # questions: a form may have no more than 5,000 fields


class JudgedRow(Protocol):
    """What becomes of a row of the table, one of `ORDER`."""

    @property
    def raw(self) -> RawRow: ...
    @property
    def verdict(self) -> str: ...
    @property
    def number(self) -> int | None: ...
    @property
    def problems(self) -> Sequence[Problem]: ...
    @property
    def candidates(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A row of the page: whom it names, what becomes of it, and what may be answered."""

    row: JudgedRow
    name: Name
    details: Sequence[object]
    questions: Sequence[Question]
    is_offered: bool
    is_ticked: bool


class PeoplePage(ImportPage):
    """A table of people; `verdicts` names the words for what becomes of a row."""

    rows = "imports/_people.html"
    verdicts: str

    @abstractmethod
    def judge(self, rows: Sequence[RawRow]) -> Sequence[Any]:
        """What becomes of every row, in the order of the table."""

    @abstractmethod
    def digests(self, rows: Sequence[Any]) -> set[str]:
        """What stands for the rows that are written without anybody having chosen who that is."""

    @abstractmethod
    def details(self, row: Any) -> tuple[Name, Sequence[object]]:
        """Whom a row names, and what else it says."""

    @abstractmethod
    def person_options(self, candidates: Sequence[int]) -> Sequence[Option]:
        """People on record as answers."""

    @abstractmethod
    def write(self, shown: Collection[str]) -> HttpResponse:
        """Write the rows that were read. Raises Refused."""

    def take(self, content: bytes, shown: Collection[str]) -> HttpResponse | None:
        found = self.read(content)
        if found.is_open:
            return None
        response = self.write(shown)
        self.remember(found)
        return response

    def look(self, content: bytes) -> Look:
        found = self.read(content)
        return self.looked(found, self.judge(self.people))

    def read(self, content: bytes) -> FileMap:
        """The tables of the file, with its people, clubs and the choices made about them."""
        found = FileMap(self.kind, self.answers, self.remembered)
        found.add_all(stored_sheets(content))
        if not any(line.has_content for line in found.sheets):
            raise Unreadable("sheet-empty")
        self.people = people_in(found)
        self.clubs = self.ask_clubs()
        self.people = [self.with_answered_club(raw) for raw in self.people]
        self.choices = self.choices_of(self.people)
        return found

    def looked(self, found: FileMap, judged: Sequence[Any]) -> Look:
        lines = self.lines(judged)
        counts = Counter(row.verdict for row in judged)
        return Look(
            found,
            self.digests(judged),
            sum(row.verdict in ("new", "known") for row in judged),
            found.is_open,
            [str(line.row.raw.row) for line in lines if line.is_offered],
            {
                "lines": lines,
                "counts": [(name, counts[name]) for name in ORDER if counts[name]],
                "verdicts": self.verdicts,
                "clubs": list(self.clubs.values()),
            },
        )

    def lines(self, judged: Sequence[Any]) -> list[PersonLine]:
        ordered = sorted(judged, key=lambda row: (ORDER.index(row.verdict), row.raw.row))
        lines, asked = [], 0
        for row in ordered:
            questions = self.questions(row) if asked < MAX_ASKED else ()
            asked += len(questions)
            is_offered = row.verdict in OFFERED
            name, details = self.details(row)
            lines.append(
                PersonLine(row, name, details, questions, is_offered, row.verdict != "left")
            )
        return lines

    # What is asked about a row -------------------------------------------------------------------

    def questions(self, row: JudgedRow) -> list[Question]:
        """Who it is, and the cells that can be corrected: those with a problem, or corrected."""
        raw = row.raw
        wrong = [column for each in row.problems if (column := raw.column_at(each.field))]
        found = [
            Question(
                f"fix-{sheet_of(raw)}.{raw.cell(column)}",
                label(f"{self.kind.name}_column", column),
                chosen=raw.text(column),
            )
            for column in dict.fromkeys((*wrong, *raw.fixed))
        ]
        answer = self.answers.chosen.get(f"who-{raw.row}", "")
        if row.candidates:
            options = (*self.person_options(row.candidates), new_person())
            found.append(Question(f"who-{raw.row}", label("import_who", "who"), options))
        elif row.verdict == "double" or answer:
            code = "same" if row.verdict == "double" else "again"
            options = (Option("", label("import_who", code)), *self.answered(answer), new_person())
            found.append(Question(f"who-{raw.row}", label("import_who", "who"), options, answer))
        return found

    def answered(self, answer: str) -> Sequence[Option]:
        is_id = answer.isascii() and answer.isdigit() and len(answer) < 19
        return self.person_options([int(answer)]) if is_id else ()

    def choices_of(self, rows: Sequence[RawRow]) -> dict[int, str]:
        """What was answered about each row: who it is, that it is ticked, corrected or left out."""
        choices: dict[int, str] = {}
        for raw in rows:
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

    # Clubs ---------------------------------------------------------------------------------------

    def ask_clubs(self) -> Mapping[str, Question]:
        names = (raw.text("club") for raw in self.people if not raw.doubt)
        return club_questions(self.tournament, names, self.answers)

    def with_answered_club(self, raw: RawRow) -> RawRow:
        """The row with the club on record that is meant by its club."""
        question = self.clubs.get(raw.text("club"))
        if question is None or question.chosen in ("", NEW):
            return raw
        club = next(str(each.label) for each in question.options if each.value == question.chosen)
        return replace(raw, values={**raw.values, "club": club})


def new_person() -> Option:
    return Option("new", label("import_who", "new"))


def described(known: Suggestion) -> str:
    """Somebody on record: his details, and whether he plays here already."""
    number = known.start_number
    plays = _("plays with number %(number)s") % {"number": number} if number else ""
    return " · ".join(filter(None, (str(known.person), known.details, plays)))


class PlayersPage(PeoplePage):
    kind, verdicts = PLAYERS, "import_verdict"

    def judge(self, rows: Sequence[RawRow]) -> Sequence[RowResult]:
        return judge(self.tournament, rows, self.choices)

    def digests(self, rows: Sequence[RowResult]) -> set[str]:
        return digests(rows, self.choices)

    def details(self, row: RowResult) -> tuple[Name, Sequence[object]]:
        one = row.newcomer
        categories = row.placed.categories if row.placed else one.categories or ()
        number = one.start_number and f"{label('players_column', 'number')} {one.start_number}"
        details = (number, one.club, one.birth_year, one.passport, row.raw.text("state"))
        return one.name, [each for each in (*details, *map(str, categories)) if each]

    def person_options(self, candidates: Sequence[int]) -> Sequence[Option]:
        known = list(
            Person.objects.of(self.tournament)
            .filter(pk__in=candidates)
            .values_list("pk", flat=True)
        )
        return [
            Option(str(each.person.pk), described(each))
            for each in as_suggestions(self.tournament, known)
        ]

    def write(self, shown: Collection[str]) -> HttpResponse:
        entries = import_players(
            self.tournament, self.people, choices=self.choices, shown=shown, by=self.by
        )
        return entered(self.request, self.tournament, len(entries))

    def unused(self) -> HttpResponse:
        return redirect("entries", self.tournament.pk)


class MembersPage(PeoplePage):
    kind, verdicts = MEMBERS, "member_verdict"

    def __init__(self, request: HttpRequest, tournament: Tournament, club: Club) -> None:
        super().__init__(request, tournament, club=club)
        self.club = club

    def ask_clubs(self) -> Mapping[str, Question]:
        return {}

    def judge(self, rows: Sequence[RawRow]) -> Sequence[MemberVerdict]:
        return judge_members(self.club, rows, self.choices)

    def digests(self, rows: Sequence[MemberVerdict]) -> set[str]:
        return member_digests(rows, self.choices)

    def details(self, row: MemberVerdict) -> tuple[Name, Sequence[object]]:
        number = row.terms.number and f"{label('members_column', 'number')} {row.terms.number}"
        period = [raw for key in ("joined", "left") if (raw := row.raw.text(key))]
        details = (number, row.details.birth_year, row.details.passport, " – ".join(period))
        return row.name, [each for each in (*details, row.raw.text("category")) if each]

    def person_options(self, candidates: Sequence[int]) -> Sequence[Option]:
        people = Person.objects.of(self.tournament).filter(pk__in=candidates)
        return [
            Option(
                str(each.pk),
                " · ".join(
                    str(part) for part in (each, each.club, each.birth_year, each.passport) if part
                ),
            )
            for each in people.select_related("club")
        ]

    def write(self, shown: Collection[str]) -> HttpResponse:
        count = import_members(
            self.tournament,
            self.club,
            self.people,
            choices=self.choices,
            shown=shown,
            by=self.by,
        )
        sentence = ngettext("%(count)s new member.", "%(count)s new members.", count)
        messages.success(self.request, sentence % {"count": count})
        return self.unused()

    def unused(self) -> HttpResponse:
        return redirect("club-members", self.tournament.pk, self.club.pk)


@heavy
@require_http_methods(["GET", "POST"])
def import_players_table(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return PlayersPage(request, tournament_for(request, tournament_id, Role.CLERK)).answer()


@heavy
@require_http_methods(["GET", "POST"])
def import_members_table(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    return MembersPage(request, *club_for(request, tournament_id, club_id, Role.ORGANIZER)).answer()
