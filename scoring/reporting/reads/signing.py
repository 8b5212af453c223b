"""Ed25519 signatures. The library is loaded when the first one is made or read, not before."""

from typing import TYPE_CHECKING

from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# So that a signature of anything else is none of a report.
CONTEXT = b"skatturnier report\n"


def private_key(seed: str) -> "Ed25519PrivateKey":
    """The key that only this installation derives from a stored seed."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    derived = salted_hmac("report key", seed, algorithm="sha256").digest()
    return Ed25519PrivateKey.from_private_bytes(derived)


def public_key_of(seed: str) -> str:
    """The public key as 64 hexadecimal digits."""
    return private_key(seed).public_key().public_bytes_raw().hex()


def signature_of(text: str, seed: str) -> str:
    """The signature of a text as 128 hexadecimal digits."""
    return private_key(seed).sign(CONTEXT + text.encode()).hex()


def is_signed(text: str, signature: str, public_key: str) -> bool:
    """Whether the signature of a text is of this key; False too for what is neither."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), CONTEXT + text.encode())
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True
