"""What goes from a computer to a server around a document (docs/formats.md "Reporting")."""

import gzip
import json
import re
import zlib
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from scoring.core.refusals import Refused, refuse
from scoring.decoding import Decoder, WrongValue, kind_of, whole

FORMAT = 1
LARGEST_PACKED = 16_000_000  # bytes of what is sent; 72,000 games with their log are 3 MB
# Bytes of the document in it. Taking it in takes 5.4 times as much memory (58 MB for 240 players,
# six series and 17,000 games, 123 MB for twice as many), and no request may take over 150 MB.
LARGEST_DOCUMENT = 26 * 1024 * 1024
LONGEST_ENVELOPE = 2_000  # characters
MOST_VERSIONS = 2_000_000_000
MOST_MADE = 10  # versions without an answer that an envelope names
GZIP = 16 + zlib.MAX_WBITS  # how zlib is told that a gzip header stands before the data


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who reports which version of what; it is signed, and with its hash the document.

    `key` is the public key, `report` what the reporting computer calls the tournament; `size` and
    `sha256` are those of the document before it is packed. `after` is the newest version that the
    sender knows to be there, and `made` are the hashes of those that were made there since and may
    have arrived, at most `MOST_MADE`: what else is there is not replaced unseen. None: an older
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


def unpack(packed: bytes, envelope: Envelope) -> bytes:
    """The document that the envelope names; never more of it than the envelope says.

    Raises Refused if it is too large or another one.
    """
    if envelope.size > LARGEST_DOCUMENT or len(packed) > LARGEST_PACKED:
        raise too_large()
    unpacker = zlib.decompressobj(GZIP)
    try:
        document = unpacker.decompress(packed, envelope.size + 1)
    except zlib.error:
        raise refuse("report-changed") from None
    is_whole = unpacker.eof and len(document) == envelope.size
    if not is_whole or sha256(document).hexdigest() != envelope.sha256:
        raise refuse("report-changed")
    return document
