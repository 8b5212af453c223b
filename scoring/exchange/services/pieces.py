"""JSON read piece by piece: a document is never there as a whole.

json reads a text in one go, and that text, its objects and a copy of each take five times the
memory of the file. Here the objects and lists that hold the long lists of a shape are walked key by
key, json reads what stands in them, and the long lists are packed item by item.

ijson 3.6 is not as safe: its fast reader ends the process (a segmentation fault) at an integer of
5,001 digits, keeps the last of two equal keys, makes "?" of half a letter, and tells neither line
nor column.
"""

import codecs
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scoring.exchange.fields import Many, Object
from scoring.exchange.packed import Packed

PIECE = 256 * 1024  # bytes that are read at once
LARGEST_VALUE = 8_000_000  # characters that json reads at once; a logo has three millions
LONGEST_TOKEN = 16  # characters of a number or word that may go on behind what is there
_SPACE = re.compile(r"[ \t\n\r]*")


class TooMuch(Exception):
    """More of a document has to be kept than a tournament has beside its long lists."""


def slices(data: bytes) -> Iterator[bytes]:
    """The pieces of a file that is there."""
    return (data[at : at + PIECE] for at in range(0, len(data), PIECE))


class Pieces:
    """A JSON text in UTF-8 that arrives in pieces.

    Raises JSONDecodeError and UnicodeDecodeError as json would for the whole text; TooMuch if more
    than `most` characters would be kept.
    """

    def __init__(self, pieces: Iterable[bytes], decoder: json.JSONDecoder, most: int) -> None:
        self.pieces, self.decoder = iter(pieces), decoder
        self.letters = codecs.getincrementaldecoder("utf-8-sig")()
        self.text, self.at = "", 0
        self.bytes = self.lines = self.column = 0  # of what is read, and is gone
        self.left = most
        self.ended = False

    def more(self) -> bool:
        """Read on, as much again as waits; whether there was more."""
        if self.ended:
            return False
        rest = self.text[self.at :]
        if len(rest) > LARGEST_VALUE:
            raise TooMuch
        self.forget()
        found, wanted = [rest], max(PIECE, len(rest))
        while wanted > 0 and not self.ended:
            piece = next(self.pieces, None)
            found.append(self.decoded(piece or b"", is_last=piece is None))
            wanted -= len(piece or b"")
            self.ended = piece is None
        self.text, self.at = "".join(found), 0
        return True

    def forget(self) -> None:
        """Count the lines of what has been read."""
        lines = self.text.count("\n", 0, self.at)
        self.lines += lines
        if lines:
            self.column = self.at - self.text.rindex("\n", 0, self.at) - 1
        else:
            self.column += self.at

    def decoded(self, piece: bytes, *, is_last: bool) -> str:
        begun = self.bytes - len(self.letters.getstate()[0])
        try:
            text = self.letters.decode(piece, is_last)
        except UnicodeDecodeError as error:
            error.start += begun
            raise
        self.bytes += len(piece)
        return text

    def wrong(self, words: str, at: int) -> json.JSONDecodeError:
        """The error with its place in the whole text."""
        error = json.JSONDecodeError(words, self.text, at)
        error.colno += self.column if error.lineno == 1 else 0
        error.lineno += self.lines
        error.doc = ""
        return error

    def next(self) -> str:
        """The next character that is no space; "" at the end."""
        while True:
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def take(self, character: str) -> None:
        if self.next() != character:
            raise self.wrong(f"Expecting '{character}'", self.at)
        self.at += 1

    def goes_on(self, end: str) -> bool:
        """Whether another item follows the one before: a comma, not the end."""
        if self.next() == end:
            self.at += 1
            return False
        self.take(",")
        return True

    def value(self) -> Any:
        """What json reads next."""
        self.next()
        while True:
            try:
                found, end = self.decoder.raw_decode(self.text, self.at)
            except json.JSONDecodeError as error:
                is_cut = error.pos + LONGEST_TOKEN >= len(self.text)
                if (is_cut or error.msg.startswith("Unterminated")) and self.more():
                    continue
                raise self.wrong(error.msg, error.pos) from None
            if end + LONGEST_TOKEN <= len(self.text) or not self.more():
                self.keep(end - self.at)
                self.at = end
                return found

    def keep(self, characters: int) -> None:
        self.left -= characters
        if self.left < 0:
            raise TooMuch

    def object(self, shape: Object, twice: Callable[[str], Exception]) -> Any:
        """What is next, walked if it is an object; `twice` says that a key is there again."""
        if self.next() != "{":
            return self.value()
        self.at += 1
        found: dict[str, Any] = {}
        for key, value in self.items(shape, twice):
            if key in found:
                raise twice(key)
            found[key] = value
        return found

    def items(self, shape: Object, twice: Callable[[str], Exception]) -> Iterator[tuple[str, Any]]:
        """The keys of an object that has begun, with their values."""
        fields = {field.key: field for field in shape.fields if field.is_long}
        if self.next() == "}":
            self.at += 1
            return
        while True:
            if self.next() != '"':
                raise self.wrong("Expecting property name enclosed in double quotes", self.at)
            key = self.value()
            self.take(":")
            field = fields.get(key)
            yield key, self.list(field, twice) if isinstance(field, Many) else self.value()
            if not self.goes_on("}"):
                return

    def list(self, field: Many, twice: Callable[[str], Exception]) -> Any:
        """What is next; if it is a list, its items are walked or packed."""
        if self.next() != "[":
            return self.value()
        self.at += 1
        found: Any = Packed() if field.packed else []
        add = found.add if field.packed else found.append
        if self.next() == "]":
            self.at += 1
            return found
        while True:
            if field.packed:
                left = self.left
                add(self.value())
                self.left = left
            else:
                add(self.object(field.item, twice))  # type: ignore[arg-type]
            if not self.goes_on("]"):
                break
        if field.packed:
            found.pack()
        return found

    def end(self) -> None:
        if self.next():
            raise self.wrong("Extra data", self.at)
