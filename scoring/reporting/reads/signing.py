"""Ed25519 signatures. The library is loaded when the first one is made or read, not before."""

from typing import TYPE_CHECKING

from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from nacl.signing import SigningKey

# So that a signature of anything else is none of a report.
CONTEXT = b"skatturnier report\n"


def private_key(seed: str) -> "SigningKey":
    """The key that only this installation derives from a stored seed."""
    from nacl.signing import SigningKey

    return SigningKey(salted_hmac("report key", seed, algorithm="sha256").digest())


def public_key_of(seed: str) -> str:
    """The public key as 64 hexadecimal digits."""
    return bytes(private_key(seed).verify_key).hex()


def signature_of(text: str, seed: str) -> str:
    """The signature of a text as 128 hexadecimal digits."""
    return private_key(seed).sign(CONTEXT + text.encode()).signature.hex()


def is_signed(text: str, signature: str, public_key: str) -> bool:
    """Whether the signature of a text is of this key; False too for what is neither."""
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    try:
        key = VerifyKey(bytes.fromhex(public_key))
        key.verify(CONTEXT + text.encode(), bytes.fromhex(signature))
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True
