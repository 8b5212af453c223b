"""Names of people and clubs, read and looked up, and other text."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model, Q, QuerySet
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localdate, localtime
from django.utils.translation import get_language

from scoring.models import Club, Person
from scoring.models.host import Owned
from scoring.models.person import CLUB_LENGTH, FAMILY_LENGTH, GIVEN_LENGTH, PASSPORT_LENGTH
from scoring.models.spelling import (
    Spelling,
    Spellings,
    beginnings,
    compose,
    person_name,
    search_words,
    words_of,
)
from scoring.models.spelling import fold as fold
from scoring.rules.problem import Problem

MIN_NAME_LENGTH = 3  # letters: "ma be" abbreviates a name
EARLIEST_BIRTH = 1900
MAX_LINE_LENGTH = 10_000  # characters that are read of one line, before spaces are joined
MAX_NAMES_PER_QUERY = 500
T = TypeVar("T")
Row = TypeVar("Row", bound=Model)

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


def language() -> str:
    """The language of the page: "de", or "en"."""
    return "de" if (get_language() or "de").startswith("de") else "en"


class Name(NamedTuple):
    family: str
    given: str = ""

    def __str__(self) -> str:
        return person_name(*self)


# By the set of new names: for each name on record, to which of them it is near.
NearNames = dict[frozenset[Name], dict[str, set[tuple[str, str]]]]


class Details(NamedTuple):
    """What distinguishes namesakes, as far as it is recorded."""

    passport: str = ""
    birth_year: int | None = None


def plain_text(text: str) -> str:
    """One line in composed letters, with single spaces and nothing invisible.

    A text that is too long for any column is cut, and still too long.

    >>> plain_text("  Ada\\x00\\t Becker ")
    'Ada Becker'
    """
    return " ".join(compose(_UNWRITABLE.sub(" ", text.strip()[:MAX_LINE_LENGTH])).split())


def parse_name(text: str) -> Name:
    """The parts of "Given Family" or "Family, Given".

    >>> parse_name("Ada Becker"), parse_name("Becker, Ada")
    (Name(family='Becker', given='Ada'), Name(family='Becker', given='Ada'))
    >>> parse_name("Otto von Berg sen.")
    Name(family='von Berg sen.', given='Otto')
    >>> parse_name("Ada")
    Name(family='Ada', given='')
    >>> parse_name("gü von petersen-ahr")
    Name(family='von Petersen-Ahr', given='Gü')
    """
    text = plain_text(text)
    if text.islower():  # typed in a hurry
        text = " ".join(map(with_capital, text.split()))
    family, comma, given = text.partition(",")
    if comma and family.strip():
        return Name(family.strip(), given.strip(" ,"))
    words = text.strip(" ,").split()
    start = family_name_start(words)
    return Name(family=" ".join(words[start:]), given=" ".join(words[:start]))


def with_capital(word: str) -> str:
    """A word of a name as it is written: Petersen-Ahr, but von and sen."""
    if word in PARTICLES or word in SUFFIXES:
        return word
    return "-".join(capfirst(part) for part in word.split("-"))


def family_name_start(words: Sequence[str]) -> int:
    start = max(len(words) - 1, 0)
    while start > 1 and words[start].lower() in SUFFIXES:
        start -= 1
    # A particle is lower case; "Van" as a first word is a given name.
    while start > 0 and words[start - 1] in PARTICLES:
        start -= 1
    return start


def name_problems(name: Name, club: str = "") -> list[Problem]:
    problems = []
    if not any(char.isalnum() for char in name.family):
        problems.append(Problem("name-missing", field="name"))
    for length, limit in ((len(name.family), FAMILY_LENGTH), (len(name.given), GIVEN_LENGTH)):
        if length > limit:
            problems.append(Problem("name-too-long", field="name", params={"most": limit}))
    if len(club) > CLUB_LENGTH:
        problems.append(Problem("club-too-long", field="club", params={"most": CLUB_LENGTH}))
    return problems


def details_problems(passport: str, birth_year: int | None) -> list[Problem]:
    problems = []
    if len(passport) > PASSPORT_LENGTH:
        problems.append(Problem("passport-too-long", "passport", {"most": PASSPORT_LENGTH}))
    if birth_year is not None and not EARLIEST_BIRTH <= birth_year <= localdate().year:
        problems.append(Problem("birth-year-impossible", "birth_year"))
    return problems


class Register:
    """The people on record at a host, searched by name."""

    def __init__(self, owned: Owned) -> None:
        self.everybody = Person.objects.of(owned)
        self.people = self.everybody.on_record()
        self.by_sought: dict[str, list[tuple[int, str, str]]] = {}  # what `prefetch` read
        self.near_ids: dict[tuple[str, str], list[int]] = {}  # answers of `prefetch_near`

    def prefetch(self, names: Iterable[Name]) -> None:
        """Read the namesakes of all these names at once."""
        missing = {search_words(*name) for name in names} - self.by_sought.keys()
        for batch in batched(sorted(missing)):
            self.by_sought |= {each: [] for each in batch}
            rows = self.people.filter(sought__in=batch).order_by("family", "given", "id")
            for sought, pk, family, given in rows.values_list("sought", "pk", "family", "given"):
                self.by_sought[sought].append((pk, fold(family), fold(given)))

    def namesakes(self, name: Name) -> list[int]:
        """The ids of all persons with exactly this name."""
        self.prefetch([name])
        folded_name = fold(name.family), fold(name.given)
        rows = self.by_sought[search_words(*name)]
        return [pk for pk, *row_name in rows if tuple(row_name) == folded_name]

    def starting(self, typed: str, most: int | None = None) -> list[int]:
        """The ids of the first people, by name, of whose names every typed word begins a part."""
        words = words_of(plain_text(typed))
        if not words:
            return []
        fits = every_word_begins(words)
        if connection.vendor == "sqlite":
            # SQLite then reads the index of names, not the table, to find them.
            fits = Q(pk__in=self.everybody.filter(fits).order_by().values("pk"))
        people = self.people.filter(fits).order_by("family", "given", "id")
        return list(people.values_list("pk", flat=True)[:most])

    def near(self, name: Name, most: int) -> list[int]:
        """The ids of the first people whose name sounds like this one or differs by a mistake."""
        spelling = Spelling(name.given, name.family)
        words = [word for part in spelling.words for word in part]
        if not words:
            return []
        # Either all words begin as in some spelling, or one word is spelled the same and the error
        # is at the beginning of another.
        first_letters_fit = Q(*(any_letter_begins(beginnings(word)) for word in words))
        one_word_fits = [
            every_word_begins([same]) & Q(*(contains(word[2:]) for word in words if word != same))
            for same in words
            if len(same) >= MIN_NAME_LENGTH
        ]
        rows = self.everybody.filter(reduce(or_, one_word_fits, first_letters_fit)).order_by()
        ids = [pk for pk, sought in rows.values_list("pk", "sought") if spelling.is_near(sought)]
        # Who is on record is asked of these few alone: of all that begin alike, PostgreSQL would
        # read every entry.
        people = self.people.filter(pk__in=ids[:MAX_NAMES_PER_QUERY])
        in_order = people.order_by("family", "given", "id")
        return list(in_order.values_list("pk", flat=True)[:most])

    def prefetch_near(self, names: Collection[Name], near_names: NearNames) -> None:
        """Find people near to those of these names that nobody on record has.

        `near_names` keeps the comparisons for a second call, inside the block of a change.
        """
        self.prefetch(names)
        strangers = [name for name in names if not self.namesakes(name)]
        self.near_ids = {name: [] for name in strangers}
        spellings, compared = Spellings(strangers), near_names.setdefault(frozenset(strangers), {})
        rows = self.people.order_by("family", "given", "id").values_list("pk", "sought")
        for pk, sought in rows.iterator() if strangers else ():
            if sought not in compared:
                compared[sought] = spellings.near(sought)
            for name in compared[sought]:
                self.near_ids[name].append(pk)


def batched(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """The values in order, as many at a time as one query may name."""
    size = MAX_NAMES_PER_QUERY
    return (values[start : start + size] for start in range(0, len(values), size))


def every_word_begins(words: Iterable[str]) -> Q:
    """A filter: each of these folded words begins a part of the name."""
    return Q(*(contains(f" {word}") for word in words))


def contains(letters: str) -> Q:
    return Q(sought__contains=letters)


def any_letter_begins(letters: str) -> Q:
    """A filter: a part of the name begins with one of these letters."""
    return reduce(or_, (every_word_begins([letter]) for letter in letters))


def begins_a_part(word: str, name: str) -> bool:
    """Whether a part of the name begins with the word: "heinz" finds Karl-Heinz.

    >>> begins_a_part("heinz", "karl-heinz becker"), begins_a_part("einz", "karl-heinz becker")
    (True, False)
    """
    return name.startswith(word) or any(f"{gap}{word}" in name for gap in " -'")


def query_words(query: str) -> list[str]:
    return fold(plain_text(query)).replace(",", " ").split()


def matches_words(words: Sequence[str], number: int, name: str) -> bool:
    """Whether every one of the `query_words` is the number, or begins a part of the name."""
    name = fold(name)
    return all(
        word == str(number) if word.isdecimal() else begins_a_part(word, name) for word in words
    )


def row_named(rows: QuerySet[Row], name: str) -> Row | None:
    """The row with this name, else the first that has it in another case ("Weiß", "WEISS")."""
    # Databases differ in what they compare without case.
    names = list(rows.values_list("pk", "name"))
    fitting = [pk for pk, other in names if other == name]
    fitting += [pk for pk, other in names if other.casefold() == name.casefold()]
    return rows.filter(pk__in=fitting[:1]).first()


def get_or_create_club(name: str, owned: Owned) -> Club | None:
    """The club of this name at the host, created if it is new; None for an empty name."""
    return get_or_create_clubs([name], owned).get(name)


def get_or_create_clubs(names: Iterable[str], owned: Owned) -> dict[str, Club]:
    """The clubs of these names at the host, by the name as given; compared as by `row_named`."""
    wanted = set(filter(None, names))
    if not wanted:
        return {}
    on_record = list(Club.objects.of(owned).order_by("name"))
    same = {club.name: club for club in on_record}
    similar = {club.name.casefold(): club for club in reversed(on_record)}
    new = {name.casefold(): name for name in sorted(wanted) if name.casefold() not in similar}
    new_clubs = [Club(name=name, host_id=owned.host_id) for name in new.values()]
    Club.objects.bulk_create(new_clubs)
    similar |= {club.name.casefold(): club for club in new_clubs}
    return {name: same.get(name) or similar[name.casefold()] for name in wanted}


def category_keys(names: Iterable[str]) -> Mapping[str, str]:
    """The shortest beginning that distinguishes each category from the others.

    >>> dict(category_keys(["Damen", "Junioren", "Senioren", "Schüler"]))
    {'Damen': 'd', 'Junioren': 'j', 'Senioren': 'se', 'Schüler': 'sc'}
    """
    letters = {name: letters_and_digits(name) for name in names}
    short = {}
    for name, full in letters.items():
        others = [other for key, other in letters.items() if key != name]
        length = 1
        while length < len(full) and any(other.startswith(full[:length]) for other in others):
            length += 1
        short[name] = full[:length]
    return short


def letters_and_digits(name: str) -> str:
    """The folded letters and digits of a name."""
    return "".join(char for char in fold(name) if char.isalnum())


def is_spelled_out(typed: str) -> bool:
    """Whether the text may be a whole name: two words, none abbreviated to a few letters.

    >>> is_spelled_out("Karl Meier"), is_spelled_out("Meier, Ka"), is_spelled_out("Meier")
    (True, False, False)
    """
    words = typed.replace(",", " ").split()
    return len(words) > 1 and all(len(word) >= MIN_NAME_LENGTH for word in words)


def spoken_name(sorted_name: str) -> str:
    """The name in spoken order.

    >>> spoken_name("Becker, Ada")
    'Ada Becker'
    """
    family, _comma, given = sorted_name.partition(", ")
    return person_name(family, given)


def spoken_names(sorted_names: str) -> str:
    """Several names, separated by semicolons, in spoken order.

    >>> spoken_names("Becker, Ada; Gast, Neuer")
    'Ada Becker; Neuer Gast'
    """
    return "; ".join(map(spoken_name, sorted_names.split("; ")))


def moment(at: datetime) -> str:
    """The time, with the date unless it is today."""
    local = localtime(at)
    day = "" if local.date() == localdate() else date_format(local, "SHORT_DATE_FORMAT") + " "
    return f"{day}{local:%H:%M}"
