"""Names and other text: read, compared, abbreviated."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeVar

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from scoring.letters import composed
from scoring.models import Club, Person
from scoring.models.host import Owned
from scoring.models.person import CLUB_LENGTH, FAMILY_LENGTH, GIVEN_LENGTH, PASSPORT_LENGTH
from scoring.models.spelling import Spelling, Spellings, beginnings, sought_by, words_of
from scoring.models.spelling import folded as folded
from scoring.rules.problem import Problem

SHORTEST_NAME = 3  # letters: "ma be" abbreviates a name
EARLIEST_BIRTH = 1900
LONGEST_LINE = 10_000  # letters that are read of one line, before spaces are joined
T = TypeVar("T")
MOST_AT_ONCE = 500  # names in one query

# Lower-case words that begin a family name: Otto von Berg, Karl-Heinz van der Meer.
PARTICLES = frozenset(
    (
        *("af", "am", "auf", "d'", "da", "dal", "de", "del", "della", "den", "der", "di", "do"),
        *("dos", "du", "el", "la", "le", "of", "ten", "ter", "thor", "til", "van", "vom", "von"),
        *("y", "zu", "zum", "zur"),
    )
)
# Belong to the family name: Hans Meier sen.
SUFFIXES = frozenset(
    ("jun", "jun.", "jr", "jr.", "junior", "sen", "sen.", "sr", "sr.", "senior", "ii", "iii", "iv")
)

# Control characters (PostgreSQL refuses NUL, spreadsheets most), surrogates, non-characters, and
# marks that change the text direction.
_UNWRITABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]+"
)


class Name(NamedTuple):
    family: str
    given: str = ""

    def __str__(self) -> str:
        return f"{self.given} {self.family}".strip()


# By the names that nobody has: to which of them a name on record is near.
Heard = dict[frozenset[Name], dict[str, set[tuple[str, str]]]]


class Details(NamedTuple):
    """What distinguishes namesakes, as far as known."""

    passport: str = ""
    birth_year: int | None = None


def plain_text(text: str) -> str:
    """One line in composed letters, with single spaces and nothing invisible.

    Of what is longer than any column only the beginning, which is still too long.

    >>> plain_text("  Ada\\x00\\t Becker ")
    'Ada Becker'
    """
    return " ".join(composed(_UNWRITABLE.sub(" ", text.strip()[:LONGEST_LINE])).split())


def parse_name(text: str) -> Name:
    """The parts of "Given Family" or "Family, Given".

    >>> parse_name("Ada Becker"), parse_name("Becker, Ada")
    (Name(family='Becker', given='Ada'), Name(family='Becker', given='Ada'))
    >>> parse_name("Otto von Berg sen.")
    Name(family='von Berg sen.', given='Otto')
    >>> parse_name("Ada")
    Name(family='Ada', given='')
    """
    family, comma, given = plain_text(text).partition(",")
    if comma and family.strip():
        return Name(family.strip(), given.strip(" ,"))
    words = plain_text(text).strip(" ,").split()
    start = family_begins(words)
    return Name(family=" ".join(words[start:]), given=" ".join(words[:start]))


def family_begins(words: Sequence[str]) -> int:
    """The index of the first word of the family name."""
    start = max(len(words) - 1, 0)
    while start > 1 and words[start].lower() in SUFFIXES:
        start -= 1
    # A particle is lower case; "Van" as a first word is a given name.
    while start > 0 and words[start - 1] in PARTICLES:
        start -= 1
    return start


def name_problems(name: Name, club: str = "") -> list[Problem]:
    """The problems of a name and a club."""
    problems = []
    if not any(char.isalnum() for char in name.family):
        problems.append(Problem("name-missing", field="name"))
    for length, most in ((len(name.family), FAMILY_LENGTH), (len(name.given), GIVEN_LENGTH)):
        if length > most:
            problems.append(Problem("name-too-long", field="name", params={"most": most}))
    if len(club) > CLUB_LENGTH:
        problems.append(Problem("club-too-long", field="club", params={"most": CLUB_LENGTH}))
    return problems


def details_problems(passport: str, birth_year: int | None) -> list[Problem]:
    """The problems of a passport number and a year of birth."""
    problems = []
    if len(passport) > PASSPORT_LENGTH:
        problems.append(Problem("passport-too-long", "passport", {"most": PASSPORT_LENGTH}))
    if birth_year is not None and not EARLIEST_BIRTH <= birth_year <= timezone.now().year:
        problems.append(Problem("birth-year-impossible", "birth_year"))
    return problems


class Register:
    """The persons on record at a host, found by their names; a query for each question."""

    def __init__(self, owned: Owned) -> None:
        self.everybody = Person.objects.of(owned)
        self.people = self.everybody.on_record()
        self.known: dict[str, list[tuple[int, str, str]]] = {}
        self.named: dict[Name, list[int]] = {}  # the answers of `namesakes`
        self.alike: dict[Name, list[int]] = {}
        self.asked: dict[int, bool] = {}  # whether somebody of this id is on record

    def know(self, names: Iterable[Name]) -> None:
        """Read at once what `namesakes` is going to be asked for these names."""
        wanted = {sought_by(*name) for name in names} - self.known.keys()
        for some in batched(sorted(wanted), MOST_AT_ONCE):
            self.known |= {each: [] for each in some}
            rows = self.people.filter(sought__in=some).order_by("family", "given", "id")
            for sought, pk, family, given in rows.values_list("sought", "pk", "family", "given"):
                self.known[sought].append((pk, folded(family), folded(given)))

    def namesakes(self, name: Name) -> list[int]:
        """The ids of all persons with exactly this name."""
        if name not in self.named:
            self.know([name])
            wanted = folded(name.family), folded(name.given)
            rows = self.known[sought_by(*name)]
            self.named[name] = [pk for pk, *found in rows if tuple(found) == wanted]
        return self.named[name]

    def starting(self, typed: str, most: int | None = None) -> list[int]:
        """The ids of persons of whom every typed word begins a part of the name; the first `most`
        in the order of names.
        """
        words = words_of(plain_text(typed))
        if not words:
            return []
        meant = begun_by(words)
        if connection.vendor == "sqlite":
            # The index of the names alone is read through, and then the rows of who is meant.
            meant = Q(pk__in=self.everybody.filter(meant).order_by().values("pk"))
        person_query_set = self.people.filter(meant).order_by("family", "given", "id")
        return list(person_query_set.values_list("pk", flat=True)[:most])

    def near(self, name: Name, most: int | None = None) -> list[int]:
        """The ids of persons whose name sounds like this one, or differs by a typing error; the
        first `most` in the order of names.
        """
        spelling = Spelling(name.given, name.family)
        words = [word for part in spelling.words for word in part]
        if not words:
            return []
        # All words begin as in some spelling, or one is spelled the same and an error is at the
        # beginning of another.
        begun = Q(*(begun_by_any(beginnings(word)) for word in words))
        slips = [
            begun_by([same]) & Q(*(holds(word[2:]) for word in words if word != same))
            for same in words
            if len(same) >= SHORTEST_NAME
        ]
        rows = self.everybody.filter(reduce(or_, slips, begun)).order_by()
        meant = [pk for pk, sought in rows.values_list("pk", "sought") if spelling.is_near(sought)]
        person_query_set = self.people.filter(pk__in=meant[:MOST_AT_ONCE]).order_by(
            "family", "given", "id"
        )
        return list(person_query_set.values_list("pk", flat=True)[:most]) if meant else []

    def know_alike(self, names: Iterable[Name], heard: Heard | None = None) -> None:
        """Find at once who `near` is those of these names that nobody on record has: the names on
        record are read through once.

        What was `heard` before, outside of a block, is not compared again.
        """
        wanted = list(names)
        self.know(wanted)
        unknown = [name for name in wanted if not self.namesakes(name)]
        self.alike = {Name(*name): [] for name in unknown}
        spellings, near = None, {}
        known = {} if heard is None else heard.setdefault(frozenset(unknown), {})
        rows = self.everybody.order_by().values_list("pk", "sought")
        for pk, sought in rows.iterator() if unknown else ():
            if sought not in known:
                spellings = spellings or Spellings(unknown)
                known[sought] = spellings.near(sought)
            if names_near := known[sought]:
                near[pk] = names_near
        for some in batched(sorted(near), MOST_AT_ONCE):
            person_query_set = self.people.filter(pk__in=some).order_by("family", "given", "id")
            for pk in person_query_set.values_list("pk", flat=True):
                for each in near[pk]:
                    self.alike[Name(*each)].append(pk)

    def know_people(self, ids: Iterable[int]) -> None:
        """Read at once what `has` is going to be asked for these ids."""
        for some in batched(sorted(set(ids) - self.asked.keys()), MOST_AT_ONCE):
            self.asked |= dict.fromkeys(some, False)
            people = self.people.filter(pk__in=some).order_by().values_list("pk", flat=True)
            self.asked |= dict.fromkeys(people, True)

    def has(self, person: int) -> bool:
        """Whether somebody of this id is on record."""
        self.know_people([person])
        return self.asked[person]


def batched(values: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The values in order, so many at a time."""
    return (values[start : start + size] for start in range(0, len(values), size))


def begun_by(words: Iterable[str], path: str = "sought") -> Q:
    """Whether each of these folded words begins a part of the name.

    PostgreSQL has an index for this (`person_by_letters`); SQLite reads the column through.
    """
    return Q(*(holds(f" {word}", path) for word in words))


def holds(letters: str, path: str = "sought") -> Q:
    """Whether a column holds these letters anywhere."""
    return Q((f"{path}__contains", letters))


def begun_by_any(letters: str, path: str = "sought") -> Q:
    """Whether a part of the name begins with one of these letters."""
    return reduce(or_, (begun_by([letter], path) for letter in letters))


def begins_a_part(word: str, name: str) -> bool:
    """Whether a part of the name begins with the word: "heinz" finds Karl-Heinz.

    >>> begins_a_part("heinz", "karl-heinz becker"), begins_a_part("einz", "karl-heinz becker")
    (True, False)
    """
    return name.startswith(word) or any(f"{gap}{word}" in name for gap in " -'")


def club_named(name: str, owned: Owned) -> Club | None:
    """The club of that name at the host, made if it is new; None for an empty name."""
    if not name:
        return None
    known = Club.objects.of(owned).filter(name__iexact=name).first()
    return known or Club.objects.create(name=name, host_id=owned.host_id)


def clubs_named(names: Collection[str], owned: Owned) -> dict[str, Club]:
    """The clubs of these names at the host by the name as it is given, as `club_named` finds them;
    new ones are made at once.
    """
    wanted = sorted(name for name in names if name)
    if len(wanted) <= 1:
        return {name: club for name in wanted if (club := club_named(name, owned))}
    clubs: dict[str, Club] = {}
    for club in Club.objects.of(owned).order_by("name"):
        clubs.setdefault(club.name.casefold(), club)
    new = {name.casefold(): name for name in wanted if name.casefold() not in clubs}
    made = [Club(name=name, host_id=owned.host_id) for name in new.values()]
    Club.objects.bulk_create(made)
    clubs |= {club.name.casefold(): club for club in made}
    return {name: clubs[name.casefold()] for name in wanted}


def category_keys(names: Iterable[str]) -> Mapping[str, str]:
    """The shortest beginning that distinguishes each category from the others.

    >>> dict(category_keys(["Damen", "Junioren", "Senioren", "Schüler"]))
    {'Damen': 'd', 'Junioren': 'j', 'Senioren': 'se', 'Schüler': 'sc'}
    """
    every = {name: letters_and_digits(name) for name in names}
    short = {}
    for name, full in every.items():
        others = [other for known, other in every.items() if known != name]
        beginnings = (full[:length] for length in range(1, len(full)))
        free = (
            beginning
            for beginning in beginnings
            if not any(o.startswith(beginning) for o in others)
        )
        short[name] = next(free, full)
    return short


def letters_and_digits(name: str) -> str:
    """The letters and digits by which a category is typed."""
    return "".join(char for char in folded(name) if char.isalnum())


def spelled_out(typed: str) -> bool:
    """Whether the text may be a whole name: two words, none of them shortened to a few letters.

    >>> spelled_out("Karl Meier"), spelled_out("Meier, Ka"), spelled_out("Meier")
    (True, False, False)
    """
    words = typed.replace(",", " ").split()
    return len(words) > 1 and all(len(word) >= SHORTEST_NAME for word in words)


def spoken_name(sorted_name: str) -> str:
    """The name in spoken order.

    >>> spoken_name("Becker, Ada")
    'Ada Becker'
    """
    family, _comma, given = sorted_name.partition(", ")
    return f"{given} {family}".strip()


def spoken_names(sorted_names: str) -> str:
    """Names that stand one after the other.

    >>> spoken_names("Becker, Ada; Gast, Neuer")
    'Ada Becker; Neuer Gast'
    """
    return "; ".join(map(spoken_name, sorted_names.split("; ")))
