"""Names: their letters, how they are shown and to whom, and how they are searched."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# `unicodedata.normalize` sorts the marks of one letter by swapping neighbours and holds the GIL
# meanwhile: 60,000 marks take seconds. So surplus marks are dropped first.

MAX_MARKS = 4  # on one letter: a vowel, a point and an accent of Hebrew, and one more
_FIRST_MARK, _PAST_LAST_MARK = 0x300, 0x20000


def is_mark(char: str) -> bool:
    """Whether the character, decomposed, consists of combining marks only."""
    if unicodedata.decomposition(char):
        return all(map(unicodedata.combining, unicodedata.normalize("NFKD", char)))
    return unicodedata.combining(char) > 0


_MARK = f"[{''.join(filter(is_mark, map(chr, range(_FIRST_MARK, _PAST_LAST_MARK))))}]"
_SURPLUS = re.compile(f"({_MARK}{{{MAX_MARKS}}}){_MARK}+")


def compose(text: str) -> str:
    """The text with composed letters (NFC).

    >>> compose("Jo\\u0308rg"), len(compose("a" + "\\u0316\\u0301" * 1000))
    ('Jörg', 4)
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _SURPLUS.sub(r"\1", text))


def decompose(text: str) -> str:
    """The text decomposed, with compatibility forms replaced: ﬁ as fi (NFKD).

    >>> decompose("ﬁn É").encode()
    b'fin E\\xcc\\x81'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKD", _SURPLUS.sub(r"\1", text))


NOBODY = "N. N."  # the name of people who were anonymised, or whose name is not published


class PublishedAs(models.TextChoices):
    """How a person wants to be named on the pages that everybody sees, and in their files."""

    NAME = "name", pgettext_lazy("published", "by name")
    INITIALS = "initials", _("initials only")
    NOBODY = "nobody", _("as “N. N.”")


_for_everybody: ContextVar[bool] = ContextVar("names_for_everybody", default=False)


@contextmanager
def names_for_everybody() -> Iterator[None]:
    """In this block, people have the names under which they allow to be published."""
    token = _for_everybody.set(True)
    try:
        yield
    finally:
        _for_everybody.reset(token)


def are_names_for_everybody() -> bool:
    return _for_everybody.get()


def person_name(
    family: str, given: str, published_as: str = PublishedAs.NAME, *, family_first: bool = False
) -> str:
    """The name as it is spoken, or as lists print it; for everybody only as the person allows it.

    >>> person_name("Becker", "Ada", "initials")
    'Ada Becker'
    >>> person_name("Becker", "Ada", "initials", family_first=True)
    'Becker, Ada'
    >>> with names_for_everybody():
    ...     person_name("von Becker", "Ada Eva", "initials")
    'A. E. v. B.'
    """
    if published_as != PublishedAs.NAME and are_names_for_everybody():
        if published_as == PublishedAs.NOBODY:
            return NOBODY
        family, given = initials(family), initials(given)
    if family_first:
        return f"{family}, {given}" if given else family
    return f"{given} {family}".strip()


def initials(name: str) -> str:
    return " ".join(f"{word[0]}." for word in name.split())


class Named:
    """Somebody with `family`, `given` and `published_as`."""

    def __str__(self: Any) -> str:
        return person_name(self.family, self.given, self.published_as)

    @property
    def sorted_name(self: Any) -> str:
        return person_name(self.family, self.given, self.published_as, family_first=True)


TITLES = frozenset(("dr", "prof", "herr", "frau"))
MAX_FOLDED_LENGTH = 10_000
MAX_COLUMN_LENGTH = 400  # of `Person.sought` and `alike`; a letter may fold into several
_GAPS = re.compile(r"[\s'’.,-]+")

# Letters of folded names that sound the same; the longest are tried first. An h is mostly silent:
# Rohde, Rode.
_SOUNDS = {
    "sch": "$",
    "chs": "ks",
    "ch": "x",
    "ck": "k",
    "c": "k",
    "ph": "f",
    "qu": "kw",
    "x": "ks",
    "v": "f",
    "dt": "t",
    "th": "t",
    "tz": "z",
    "ts": "z",
    "h": "",
    "ai": "ai",
    "ei": "ai",
    "ey": "ai",
    "ay": "ai",
    "eu": "oi",
    "oy": "oi",
    "ie": "i",
    "y": "i",
    "ae": "a",
    "oe": "o",
    "ue": "u",
}
_SOUND = re.compile("|".join(sorted(_SOUNDS, key=len, reverse=True)))
_FIRST_SOUND = re.compile(r"^(ch?)(?=[aloru])|^y(?=[aeou])")  # Christian, Carla; Yannick
_LAST_SOUND = {"d": "t", "b": "p", "g": "k"}
_DOUBLE_LETTER = re.compile(r"(.)\1+")
# Letters that begin one name in two spellings: Carsten and Karsten, Volkmar and Folkmar.
_SAME_BEGINNINGS = ("ckq", "fvp", "ijy", "dt", "sz")
MIN_LENGTH_FOR_ERROR = 5  # letters of a given or family name; shorter ones must sound the same


def fold(text: str) -> str:
    """A text for comparison, without case and accents: "MULLER" finds Müller."""
    if text.isascii():
        return text.casefold()
    plain = decompose(text[:MAX_FOLDED_LENGTH].casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def search_words(family: str, given: str) -> str:
    """The words of a name, each after a space: a search looks for a space and a beginning.

    >>> search_words("von Berg", "Karl-Heinz")
    ' karl heinz von berg'
    """
    return (" " + " ".join(words_of(f"{given} {family}")))[:MAX_COLUMN_LENGTH]


def words_of(text: str) -> list[str]:
    """The words of a typed name, folded and split at every gap.

    >>> words_of("Bécker, Karl-H")
    ['becker', 'karl', 'h']
    """
    return [word for word in _GAPS.split(fold(text)) if word]


def alike(family: str, given: str) -> str:
    """A key that is equal for spellings of one name: sorted words, no titles, ü and ue alike.

    >>> alike("Müller", "Dr. Jürgen") == alike("Jürgen", "MUELLER")
    True
    """
    words = words_of(f"{given} {family}")
    words_without_titles = [word for word in words if word not in TITLES] or words
    without_umlauts = {re.sub("([aou])e", r"\1", word) for word in words_without_titles}
    return " ".join(sorted(without_umlauts))[:MAX_COLUMN_LENGTH]


@lru_cache(50_000)
def sound(word: str) -> str:
    """A key that is equal for folded words that sound the same in German.

    >>> sound("rohde") == sound("rode"), sound("christian") == sound("kristian")
    (True, True)
    >>> len({sound(each) for each in ("meier", "maier", "meyer", "mayer")})
    1
    """
    first_replaced = _FIRST_SOUND.sub(lambda each: "k" if each[1] else "j", word, count=1)
    sounds = _DOUBLE_LETTER.sub(r"\1", _SOUND.sub(lambda each: _SOUNDS[each[0]], first_replaced))
    return sounds[:-1] + _LAST_SOUND.get(sounds[-1:], sounds[-1:])


def beginnings(word: str) -> str:
    """The letters with which other spellings of a folded word begin."""
    return next((letters for letters in _SAME_BEGINNINGS if word[0] in letters), word[0])


class Spelling:
    """A typed name, compared with names on record.

    Two names are near if both parts sound the same, or one does and the other has a typing error.

    >>> rode = Spelling("Heike", "Rode")
    >>> rode.is_near(" heike rohde"), rode.is_near(" heiko rohde"), rode.is_near(" elke rohde")
    (True, True, False)
    >>> Spelling("Meier", "Karlheinz").is_near(" karl heinz maier")
    True
    """

    def __init__(self, given: str, family: str) -> None:
        self.words = words_of(given), words_of(family)
        self.given, self.family = ("".join(words) for words in self.words)

    def is_near(self, sought: str) -> bool:
        """Whether a name on record, as `search_words` has it, may be the typed one."""
        splits = name_splits(sought)
        if not self.given:
            return any(are_near(self.family, family) for _given, family in splits)
        return any(self.is_pair(*split) or self.is_pair(*split[::-1]) for split in splits)

    def is_pair(self, given: str, family: str) -> bool:
        if sound(self.given) == sound(given):
            return are_near(self.family, family)
        return sound(self.family) == sound(family) and are_near(self.given, given)


def are_near(one: str, other: str) -> bool:
    """Whether two names sound the same, or differ by a typing error."""
    if sound(one) == sound(other):
        return True
    # Ada and Eda, Ralf and Rolf are two names, and so are "Guest 1" and "Guest 2".
    long = len(one) >= MIN_LENGTH_FOR_ERROR or len(other) >= MIN_LENGTH_FOR_ERROR
    return long and one.isalpha() and within_one_error(one, other)


def name_splits(sought: str) -> list[tuple[str, str]]:
    """Every split of a name on record into given and family name: `sought` does not mark it.

    >>> name_splits(" otto von berg")
    [('otto', 'vonberg'), ('ottovon', 'berg')]
    """
    words = sought.split()
    if len(words) < 2:
        return [("", sought.strip())]
    return [("".join(words[:end]), "".join(words[end:])) for end in range(1, len(words))]


class Spellings:
    """Many typed names (family, given), compared at once with a name on record."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        # By the sound of one part, which is the same in near names: the other part and the name.
        self.by_sound: dict[str, list[tuple[str, tuple[str, str]]]] = defaultdict(list)
        for name in names:
            spelling = Spelling(name[1], name[0])
            if spelling.given:
                self.by_sound[sound(spelling.given)].append((spelling.family, name))
                self.by_sound[sound(spelling.family)].append((spelling.given, name))

    def near(self, sought: str) -> set[tuple[str, str]]:
        """The typed names that may be this one on record; those without a given name never are."""
        return {
            name
            for one, other in name_splits(sought)
            for sounding_part, other_part in ((one, other), (other, one))
            for part, name in self.by_sound.get(sound(sounding_part), ())
            if are_near(part, other_part)
        }


def within_one_error(one: str, other: str) -> bool:
    """Whether one letter is missing, added or different, or two neighbours are swapped.

    >>> within_one_error("rode", "rohde"), within_one_error("rode", "rdoe")
    (True, True)
    >>> within_one_error("rode", "rohd")
    False
    """
    if abs(len(one) - len(other)) > 1:
        return False
    pairs = zip(one, other, strict=False)
    at = next((at for at, (mine, theirs) in enumerate(pairs) if mine != theirs), None)
    if at is None:
        return True
    mine, theirs = one[at:], other[at:]
    return (
        mine[1:] in (theirs, theirs[1:])
        or mine == theirs[1:]
        or (mine[:2] == theirs[1::-1] and mine[2:] == theirs[2:])
    )
