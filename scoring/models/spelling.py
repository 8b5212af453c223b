"""How names are spelt for searching: without case and accents, and without what differs between
two spellings of one name.
"""

import re
import unicodedata

TITLES = frozenset(("dr", "prof", "herr", "frau"))
LONGEST = 400  # of the columns; single letters may fold into many
_GAPS = re.compile(r"[\s'’.,-]+")


def folded(text: str) -> str:
    """A text for comparison: without case and accents. "MULLER" finds Müller.

    Not done in the database, because SQLite folds the case of ASCII letters only.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def sought_by(family: str, given: str) -> str:
    """The words by whose beginnings a name is found, each behind a space.

    >>> sought_by("von Berg", "Karl-Heinz")
    ' karl heinz von berg'
    """
    return (" " + " ".join(words_of(f"{given} {family}")))[:LONGEST]


def words_of(text: str) -> list[str]:
    """The words of a typed name or a beginning of it: folded, parted at every gap.

    >>> words_of("Bécker, Karl-H")
    ['becker', 'karl', 'h']
    """
    return [word for word in _GAPS.split(folded(text)) if word]


def alike(family: str, given: str) -> str:
    """The same for spellings of one name: its words in order, without titles, ü and ue alike.

    >>> alike("Müller", "Dr. Jürgen") == alike("Jürgen", "MUELLER")
    True
    """
    words = words_of(f"{given} {family}")
    named = [word for word in words if word not in TITLES] or words
    return " ".join(sorted({without_umlauts(word) for word in named}))[:LONGEST]


def without_umlauts(word: str) -> str:
    """A folded word with ä, ö and ü written in one letter, however they were."""
    for long, short in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        word = word.replace(long, short)
    return word
