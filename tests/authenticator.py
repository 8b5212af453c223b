"""An app for sign-in codes, written from RFC 6238 alone: nothing of the program is used."""

import base64
import hmac
import struct
import time


def code_of(secret: str, later: float = 0) -> str:
    """The six digits that an app shows now, or so many seconds later.

    >>> import time_machine
    >>> with time_machine.travel(59):
    ...     code_of(base64.b32encode(b"12345678901234567890").decode())
    '287082'
    """
    step = struct.pack(">Q", int(time.time() + later) // 30)
    found = hmac.digest(base64.b32decode(secret), step, "sha1")
    start = found[-1] & 15
    number = struct.unpack(">I", found[start : start + 4])[0] & 0x7FFF_FFFF
    return f"{number % 1_000_000:06}"
