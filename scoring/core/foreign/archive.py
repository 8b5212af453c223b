"""An archive that was sent, and the XML in its parts, read as a stream.

Nothing of it is trusted. Its sizes are measured before anything is unpacked, no part is held as a
whole, no tree is built, and elements and characters are counted while they come: what a file of a
few hundred bytes can cost is bounded, however it is built.
"""

import io
import zipfile
from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Protocol
from xml.parsers import expat

from scoring.core.refusals import Refused
from scoring.rules.problem import Problem

MOST_PARTS = 4_000
MOST_UNPACKED = 600_000_000  # bytes of all parts: every list of a championship has 300 million
MOST_OF_A_PART = 25_000_000
MOST_ELEMENTS = 12_000_000  # of all parts; that championship has 6 million
MOST_ELEMENTS_OF_A_PART = 1_500_000
MOST_CHARACTERS = 20_000_000  # bytes of the texts that are kept, in memory
# Bytes: all other threads wait for a tag (docs/adr/0008-spreadsheet-libraries.md); the
# longest text of a cell, as an attribute, has 98,301.
LONGEST_TAG = 100_000
LONGEST_TEXT = 100_000  # letters of a cell; Excel has 32,767
LONGEST_NAME = 255  # letters of a sheet, a part, a style or a format; longer ones are cut
MOST_SHEETS = MOST_PARTS
MOST_DIRECTORY = 2_000_000  # bytes of the list of the parts, and of anything else read at once
MOST_SECONDS = 120.0  # of a file; eleven million elements are parsed in five, on a busy core
DEEPEST = 100  # elements inside each other
CHUNK = 1 << 16
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what every office program writes


class Unreadable(Refused):
    """No table can be read from this; the problem says in one line why."""

    def __init__(self, code: str, **params: object) -> None:
        self.problem = Problem(code, "file", params)
        super().__init__([self.problem])


class Handler(Protocol):
    """Is given the elements of a part; `characters` is the `weight` of what it has kept so far.

    Names are those of expat with namespaces: the address of the namespace, a space, the name.
    """

    characters: int

    def start(self, name: str, attributes: Mapping[str, str]) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, data: str) -> None: ...


class Packed(io.BytesIO):
    """The bytes of an archive, from which `zipfile` reads the list of its parts at once.

    Raises Unreadable for a list that no office program writes: each entry of 46 bytes becomes an
    object of six hundred, before anybody can count them.
    """

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > MOST_DIRECTORY:
            raise Unreadable("sheet-too-large")
        return super().read(size)


class Archive:
    """The parts of one file by name. Raises Unreadable where they unpack to too much."""

    def __init__(self, data: bytes) -> None:
        self._zip = zipfile.ZipFile(Packed(data))
        self.names = measured(self._zip)
        self._elements, self._characters = MOST_ELEMENTS, MOST_CHARACTERS
        self._until = monotonic() + MOST_SECONDS

    def parsed(self, name: str, handler: Handler) -> Iterator[None]:
        """Read a part piece by piece: what the handler found may be taken after every one.

        Raises Unreadable beyond the limits and for a part that declares entities, KeyError where
        there is no such part, expat.ExpatError where it is no XML.
        """
        parser, count, depth = expat.ParserCreate(namespace_separator=" "), 0, 0
        parser.buffer_text = True

        def start(tag: str, attributes: Mapping[str, str]) -> None:
            nonlocal count, depth
            count += 1
            depth += 1
            if depth > DEEPEST:
                raise Unreadable("sheet-damaged")
            handler.start(tag, attributes)

        def end(tag: str) -> None:
            nonlocal depth
            depth -= 1
            handler.end(tag)

        parser.StartElementHandler, parser.EndElementHandler = start, end
        parser.CharacterDataHandler = handler.text
        parser.StartDoctypeDeclHandler = refuse_declarations
        read = 0
        with self._zip.open(name) as part:
            while chunk := part.read(CHUNK):
                parser.Parse(chunk, False)
                read += len(chunk)
                if read - parser.CurrentByteIndex > LONGEST_TAG:
                    raise Unreadable("sheet-damaged")
                self._refuse_more(count, handler.characters)
                yield
            parser.Parse(b"", True)
        self._elements -= count
        self._characters -= handler.characters
        yield

    def read(self, name: str, handler: Handler) -> None:
        """Read a part to its end."""
        for _piece in self.parsed(name, handler):
            pass

    def content(self, name: str, most: int = 1_000_000) -> bytes:
        """The beginning of a part."""
        with self._zip.open(name) as part:
            return part.read(most)

    def _refuse_more(self, elements: int, characters: int) -> None:
        most = min(self._elements, MOST_ELEMENTS_OF_A_PART)
        if elements > most or characters > self._characters:
            raise Unreadable("sheet-too-large")
        if monotonic() > self._until:
            raise Unreadable("sheet-takes-too-long", minutes=round(MOST_SECONDS / 60))


def weight(text: str) -> int:
    """The most bytes that a text takes in memory: one letter beyond ASCII may widen all."""
    return len(text) if text.isascii() else 4 * len(text)


def measured(archive: zipfile.ZipFile, most: int = MOST_UNPACKED) -> set[str]:
    """The names of the parts; raises Unreadable where they unpack to more than `most` bytes.

    The sizes are the file's own claim, but `zipfile` never unpacks more of a part than claimed.
    """
    parts = archive.infolist()
    sizes = [part.file_size for part in parts]
    if len(parts) > MOST_PARTS or sum(sizes) > most:
        raise Unreadable("sheet-too-large")
    if any(size > MOST_OF_A_PART for size in sizes):
        raise Unreadable("sheet-too-large")
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("sheet-locked")
    # bzip2 makes 25 MB of nothing out of a kilobyte, and no office program writes it.
    if any(part.compress_type not in COMPRESSIONS for part in parts):
        raise Unreadable("sheet-of-another-kind")
    return {part.filename for part in parts}


def refuse_declarations(*_declared: object) -> None:
    """A part of a workbook declares no entities; one that does means harm."""
    raise Unreadable("sheet-damaged")
