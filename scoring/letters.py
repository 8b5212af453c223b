"""Unicode normalization (NFC, NFKD) in linear time.

`unicodedata.normalize` sorts the marks of one letter by swapping neighbours and holds the GIL
meanwhile: 60,000 marks take seconds. No script puts more than a few on a letter, so surplus marks
are dropped first.
"""

import re
import unicodedata

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
