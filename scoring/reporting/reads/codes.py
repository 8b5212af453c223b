"""Keys as they are given out and typed in: 32 letters and digits in groups of four."""

import binascii
import re
import secrets
from base64 import b32decode, b32encode
from hashlib import sha256

SECRET = 17  # bytes: 136 bits
CONTROL = 3  # bytes by which a slip is found before anything is sent
GROUP = 4
# What is easily taken for a letter; none of these digits stands in a key.
LOOKALIKES = str.maketrans("018", "OIB")


def new_code() -> str:
    """A key that nobody guesses."""
    return written(secrets.token_bytes(SECRET))


def written(secret: bytes) -> str:
    """A secret as it is shown.

    >>> written(bytes(17))
    'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-VCAR'
    """
    letters = b32encode(secret + control_of(secret)).decode()
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def control_of(secret: bytes) -> bytes:
    return sha256(secret).digest()[:CONTROL]


def read_code(text: str) -> str | None:
    """A typed key as it was shown; None for what is none.

    >>> read_code("aaaa aaaa aaaa aaaa aaaa aaaa aaaa vcar")
    'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-VCAR'
    >>> read_code("AAAA-AAAA")
    """
    letters = re.sub(r"[\s–-]", "", text).upper().translate(LOOKALIKES)
    try:
        decoded = b32decode(letters)
    except (binascii.Error, ValueError):
        return None
    secret, control = decoded[:SECRET], decoded[SECRET:]
    return written(secret) if control == control_of(secret) else None


def hash_of(code: str) -> str:
    """By which a key is known without being stored."""
    return sha256(code.encode()).hexdigest()
