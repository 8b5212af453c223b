"""Matching newcomers with the persons of the register, and the problems of entering them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scoring.core.text import (
    Name,
    Register,
    details_problems,
    folded,
    letters_and_digits,
    name_problems,
)
from scoring.models import Category, EntryCategory, Person, Pot, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.models.tournament import MAX_SERIES, TournamentState
from scoring.people.reads.entries import (
    MAX_SORTED,
    Suggestion,
    as_suggestions,
    perhaps_meant,
    sole_match,
)
from scoring.rules.problem import Problem, errors


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player to be entered, as typed: `row` is the line of a pasted list.

    Without a start number the next free one is used. `person` is an id chosen from the suggestions;
    `another` says that this is not the known namesake. `categories` are names or ids as text; None
    gives a known person those of the last time. `typed` is the name as typed at the desk, where two
    letters may mean a regular. Without `published_as` it stays as it is on record.
    """

    name: Name
    club: str = ""
    start_number: int | None = None
    person: int | None = None
    another: bool = False
    row: int = 0
    from_series: int = 1
    categories: tuple[str, ...] | None = None
    passport: str = ""
    birth_year: int | None = None
    typed: str = ""
    published_as: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A matched newcomer: his problems, the person he is, his categories.

    `pots` are the ids of the optional pots that he takes part in; `meant` those of people on
    record who may be meant, where that is a question.
    """

    problems: list[Problem]
    person: int | None = None
    categories: list[Category] = field(default_factory=list)
    pots: list[int] = field(default_factory=list)
    meant: list[int] = field(default_factory=list)


def examine(
    tournament: Tournament, newcomers: Iterable[Newcomer], *, alike: bool = False
) -> tuple[list[Problem], list[Placed]]:
    """Every problem of every newcomer, and each newcomer matched.

    With `alike`, names like others on record are a question too; where nobody answers, they are
    entered as they are.
    """
    roster, newcomers = Roster.of(tournament), list(newcomers)
    roster.register.prefetch(each.name for each in newcomers)
    roster.register.prefetch_people(each.person for each in newcomers if each.person is not None)
    if alike:
        roster.register.prefetch_near(each.name for each in newcomers)
    problems = [Problem("tournament-final")] if tournament.state == TournamentState.FINAL else []
    placed = [roster.place(newcomer) for newcomer in newcomers]
    return [*problems, *(problem for each in placed for problem in each.problems)], placed


class Roster:
    """The players of a tournament, while more are being added."""

    def __init__(self, register: Register, numbers: dict[int, int], tournament: Tournament) -> None:
        self.register = register
        self.entered = numbers  # person id → start number
        self.taken = set(numbers.values())
        self.tournament = tournament
        self.categories = {
            letters_and_digits(category.name): category for category in tournament.categories.all()
        }
        stakes = tournament.pots.filter(optional=True, stake_cents__gt=0)
        self.options: dict[str, Category | Pot] = {
            **{letters_and_digits(stake.title): stake for stake in stakes},
            **self.categories,
        }
        # The rows of new persons, by folded name.
        self.new: dict[Name, int] = {}

    @classmethod
    def of(cls, tournament: Tournament) -> "Roster":
        rows = tournament.entries.values_list("person", "start_number")
        return cls(Register(tournament), dict(rows), tournament)

    def place(self, newcomer: Newcomer) -> Placed:
        """The problems of one newcomer, each with his row, the person he is, and his categories."""
        problems = self.faults(newcomer)
        categories, pots = self.classes(newcomer)[1:]
        person, meant = None, []
        if not errors(problems):
            doubts, newcomer = self.resolve_abbreviation(newcomer)
            if not doubts:
                doubts, person = self.identify(newcomer)
            if not doubts and person is None:
                meant = self.alike(newcomer)
                doubts = question(as_suggestions(self.tournament, meant), str(newcomer.name))
            elif doubts:
                meant = self.register.namesakes(newcomer.name)
            problems += doubts
        if newcomer.start_number:
            self.taken.add(newcomer.start_number)
        # A pot alone says nothing of categories.
        if person is not None and not categories and (newcomer.categories is None or pots):
            categories = self.of_last_time(person)
        row = newcomer.row or None
        numbered = [replace(problem, number=row) for problem in problems]
        return Placed(numbered, person, categories, pots, meant)

    def faults(self, newcomer: Newcomer) -> list[Problem]:
        """Problems of a newcomer's data, whoever it is."""
        problems = name_problems(newcomer.name, newcomer.club)
        problems += details_problems(newcomer.passport, newcomer.birth_year)
        problems += self.number_problems(newcomer)
        if not 1 <= newcomer.from_series <= MAX_SERIES:
            problems.append(Problem("series-out-of-range", "from_series", {"most": MAX_SERIES}))
        return problems + self.classes(newcomer)[0]

    def is_playing(self, person: int) -> bool:
        return person in self.entered

    def number_problems(self, newcomer: Newcomer) -> list[Problem]:
        number = newcomer.start_number
        if number is None:
            return []
        if not 1 <= number <= MAX_START_NUMBER:
            params = {"most": MAX_START_NUMBER}
            return [Problem("start-number-out-of-range", "start_number", params)]
        if number in self.taken:
            return [Problem("start-number-taken", "start_number", {"number": number})]
        return []

    def classes(self, newcomer: Newcomer) -> tuple[list[Problem], list[Category], list[int]]:
        """The categories and pots of a newcomer, and the names that mean nothing here."""
        problems: list[Problem] = []
        categories: dict[int, Category] = {}
        pots: list[int] = []
        for name in newcomer.categories or ():
            option = self.option_named(name)
            if isinstance(option, Category):
                categories[option.pk] = option
            elif option is not None:
                pots.append(option.pk)
            else:
                problems.append(Problem("category-unknown", "categories", {"name": name[:40]}))
        return problems, list(categories.values()), pots

    def option_named(self, name: str) -> Category | Pot | None:
        """The category or optional pot of that name, or the only one that begins so."""
        wanted = letters_and_digits(name)
        if wanted in self.options:
            return self.options[wanted]
        fitting = [option for known, option in self.options.items() if known.startswith(wanted)]
        return fitting[0] if wanted and len(fitting) == 1 else None

    def of_last_time(self, person: int) -> list[Category]:
        """This tournament's categories that a person was in when he played last."""
        if not self.categories:
            return []
        earlier = EntryCategory.objects.filter(entry__person=person).order_by(
            "-entry__tournament__date", "-entry"
        )
        rows = list(earlier.values_list("entry", "category__name"))
        names = [letters_and_digits(name) for entry, name in rows if entry == rows[0][0]]
        return [self.categories[name] for name in names if name in self.categories]

    def identify(self, newcomer: Newcomer) -> tuple[list[Problem], int | None]:
        """The person on record; None for a new one."""
        key = Name(folded(newcomer.name.family), folded(newcomer.name.given))
        if newcomer.another:
            return [], None
        if newcomer.person is not None:
            return self.choose_person(newcomer.person)
        namesakes = self.register.namesakes(newcomer.name)
        playing = [self.entered[person] for person in namesakes if person in self.entered]
        if playing:
            params = {"name": str(newcomer.name), "number": playing[0]}
            return [Problem("name-plays-already", "name", params, severity="warning")], None
        if key in self.new:
            params = {"name": str(newcomer.name), "row": self.new[key]}
            return [Problem("name-twice", "name", params, severity="warning")], None
        self.new[key] = newcomer.row
        if len(namesakes) > 1:
            params = {"name": str(newcomer.name), "count": len(namesakes)}
            return [Problem("name-ambiguous", "name", params, severity="warning")], None
        return [], namesakes[0] if namesakes else None

    def resolve_abbreviation(self, newcomer: Newcomer) -> tuple[list[Problem], Newcomer]:
        """The person meant by an abbreviated name.

        Beginnings mean the one person whom `sole_match` finds. An exact name, or one that fits
        nobody, is entered as typed. Everything else is a question, so that nobody is entered
        twice: beginnings that fit several, a name spelled out that may be a longer one, or is
        like one on record, somebody who plays already, a namesake on record of another club.
        """
        typed = newcomer.typed
        if not typed or newcomer.person or newcomer.another:
            return [], newcomer
        if namesakes := self.register.namesakes(newcomer.name):
            return club_doubts(namesakes, newcomer), newcomer
        starting = self.register.starting(typed, MAX_SORTED)
        if match := sole_match(as_suggestions(self.tournament, starting), typed):
            return [], replace(newcomer, person=match.person.pk)
        meant = perhaps_meant(self.register, typed, starting)
        return question(as_suggestions(self.tournament, meant), typed), newcomer

    def alike(self, newcomer: Newcomer) -> list[int]:
        """People on record with a name like a pasted one; read by `Register.know_alike`."""
        known = newcomer.typed or newcomer.person or newcomer.another
        return [] if known else self.register.near_ids.get(newcomer.name, [])

    def choose_person(self, person: int) -> tuple[list[Problem], int | None]:
        """A person chosen from the suggestions, if still there and not entered yet."""
        if person in self.entered:
            params = {"number": self.entered[person]}
            return [Problem("person-plays-already", "name", params)], None
        if not self.register.has(person):
            return [Problem("person-unknown", "name")], None
        # The same person must not be in one list twice.
        self.entered[person] = 0
        return [], person


def question(suggestions: Sequence[Suggestion], typed: str) -> list[Problem]:
    """A warning if people on record may be meant by what was typed."""
    if not suggestions:
        return []
    if len(suggestions) > 1:
        return [Problem("name-abbreviated", "name", {"name": typed}, severity="warning")]
    [suggestion] = suggestions
    name = str(suggestion.person)
    if suggestion.start_number is not None:
        params: dict[str, object] = {"name": name, "number": suggestion.start_number}
        return [Problem("name-plays-already", "name", params, severity="warning")]
    return [Problem("name-resembles", "name", {"known": name}, severity="warning")]


def club_doubts(namesakes: Sequence[int], newcomer: Newcomer) -> list[Problem]:
    """A warning if the one namesake on record belongs to another club than was typed."""
    people = Person.objects.filter(pk__in=namesakes).values_list("club__name", flat=True)
    clubs = {folded(club) for club in people if club}
    if len(namesakes) != 1 or not newcomer.club or not clubs - {folded(newcomer.club)}:
        return []
    params = {"name": str(newcomer.name), "club": next(iter(people)) or ""}
    return [Problem("name-of-another-club", "name", params, severity="warning")]
