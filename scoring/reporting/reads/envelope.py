"""What goes from a computer to a server around a document (docs/formats.md "Reporting")."""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from scoring.core.refusals import Refused, refuse
from scoring.decoding import Decoder, WrongValue, kind_of, whole

FORMAT = 1
LARGEST_PACKED = 16_000_000  # bytes of what is sent; 72,000 games with their log are 3 MB
# Bytes of the document in it: of 1,000 players and six series, 72,000 games with their log, it has
# 49 million. Taking that in takes 90 MB of memory, and no request may take over 150 MB.
LARGEST_DOCUMENT = 52 * 1024 * 1024
LONGEST_ENVELOPE = 2_000  # characters
MOST_VERSIONS = 2_000_000_000
MOST_MADE = 10  # versions that an envelope names
PIECE = 64 * 1024  # bytes that are unpacked at once, and of what is packed
GZIP = 16 + zlib.MAX_WBITS  # how zlib is told that a gzip header stands before the data


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who reports which version of what; it is signed, and with its hash the document.

    `key` is the public key, `report` what the reporting computer calls the tournament; `size` and
    `sha256` are those of the document before it is packed. `after` is the newest version that the
    sender knows to be there, and `made` are the hashes of the newest `MOST_MADE` that were made
    there: what else is there since `after` is not replaced unseen. None: an older
    program, which does not tell.
    """

    key: str
    report: str
    version: int
    sha256: str
    size: int
    after: int | None = None
    made: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        return json.dumps({"format": FORMAT, **asdict(self)}, sort_keys=True)


class EnvelopeDecoder(Decoder):
    """Raises Refused for the first value that is wrong or missing."""

    def refuse_value(self, wrong: WrongValue) -> None:
        raise refuse("report-unreadable", field=wrong.key)

    def need(self, key: str, kind: Any) -> Any:
        value = self.read(key, kind)
        if value is None:
            raise refuse("report-unreadable", field=key)
        return value


def is_uuid(value: object) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False


def is_hash(value: object) -> bool:
    return bool(re.fullmatch("[0-9a-f]{64}", str(value)))


HEX = kind_of("64 hexadecimal digits", is_hash)
HASHES = kind_of("a list", lambda value: isinstance(value, list) and all(map(is_hash, value)))
IDENT = kind_of("a UUID", is_uuid)


def read_envelope(text: str) -> Envelope:
    """The envelope; raises Refused for what is none."""
    if len(text) > LONGEST_ENVELOPE:
        raise refuse("report-unreadable")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise refuse("report-unreadable") from None
    if not isinstance(value, dict):
        raise refuse("report-unreadable")
    found = EnvelopeDecoder(value)
    found.need("format", whole(FORMAT, FORMAT))
    made = found.read("made", HASHES)
    return Envelope(
        key=found.need("key", HEX),
        report=found.need("report", IDENT),
        version=found.need("version", whole(1, MOST_VERSIONS)),
        sha256=found.need("sha256", HEX),
        size=found.need("size", whole(1, 2**40)),
        after=found.read("after", whole(0, MOST_VERSIONS)),
        made=None if made is None else tuple(made),
    )


def pack(document: bytes) -> bytes:
    """Without a time of day: the same document is packed alike."""
    return gzip.compress(document, mtime=0)


def too_large() -> Refused:
    return refuse("report-too-large", megabytes=LARGEST_DOCUMENT // 1024**2)


def measure(packed: bytes, envelope: Envelope) -> None:
    """Whether this is the document that the envelope names; raises Refused if it is too large or
    another one. It is not there as a whole.
    """
    if envelope.size > LARGEST_DOCUMENT or len(packed) > LARGEST_PACKED:
        raise too_large()
    found, size = sha256(), 0
    for piece in unpacked(packed):
        size += len(piece)
        if size > envelope.size:
            break
        found.update(piece)
    if size != envelope.size or found.hexdigest() != envelope.sha256:
        raise refuse("report-changed")


def unpacked(packed: bytes) -> Iterator[bytes]:
    """The pieces of a packed document; raises Refused for what is not packed so."""
    unpacker = zlib.decompressobj(GZIP)
    for at in range(0, len(packed), PIECE):
        waiting = packed[at : at + PIECE]
        while waiting and not unpacker.eof:
            try:
                yield unpacker.decompress(waiting, PIECE)
            except zlib.error:
                raise refuse("report-changed") from None
            waiting = unpacker.unconsumed_tail
    if not unpacker.eof:
        raise refuse("report-changed")
