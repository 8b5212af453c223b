"""Letters composed and decomposed, in a time that grows with the text alone.

`unicodedata.normalize` sorts the marks that follow a letter by exchanging neighbours, with all
other threads halted: 60,000 of them take seconds. No writing has more than a few on one letter, so
the rest is left out before.
"""

import re
import unicodedata

MAX_MARKS = 4  # on one letter: a vowel, a point and an accent of Hebrew, and one more
_LETTERS, _END = 0x300, 0x20000  # no mark stands outside


def is_mark(char: str) -> bool:
    """Whether a character becomes nothing but marks of the letter before it."""
    if unicodedata.decomposition(char):
        return all(map(unicodedata.combining, unicodedata.normalize("NFKD", char)))
    return unicodedata.combining(char) > 0


_MARK = f"[{''.join(char for char in map(chr, range(_LETTERS, _END)) if is_mark(char))}]"
_MARKS = re.compile(f"({_MARK}{{{MAX_MARKS}}}){_MARK}+")


def composed(text: str) -> str:
    """The text in composed letters.

    >>> composed("Jo\\u0308rg"), len(composed("a" + "\\u0316\\u0301" * 1000))
    ('Jörg', 4)
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _MARKS.sub(r"\1", text))


def decomposed(text: str) -> str:
    """The text in decomposed letters, and those that only look otherwise in their plain form.

    >>> decomposed("ﬁn É").encode()
    b'fin E\\xcc\\x81'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKD", _MARKS.sub(r"\1", text))
