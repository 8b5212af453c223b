"""Passkeys (WebAuthn): what the browser is asked for, and whether its answer is right.

`fido2` checks the answers; it is loaded when the first one is asked for. A passkey stands beside
the password here, so that the device need not ask for a finger or a number of its own.
"""

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils import timezone

from scoring.core.refusals import refuse
from scoring.models import User

if TYPE_CHECKING:
    from fido2.server import Fido2Server
    from fido2.webauthn import AttestedCredentialData

LONGEST_ANSWER = 20_000  # letters
DISCOURAGED = "discouraged"
Asked = tuple[dict[str, Any], dict[str, Any]]  # for the browser, and what the session keeps


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """What a browser made: the id of the key, and its public half."""

    credential: str
    data: str
    uses: int


def _server(host: str) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    return Fido2Server(PublicKeyCredentialRpEntity(name="Skatturnier", id=host))


def _known(user: User) -> "list[AttestedCredentialData]":
    from fido2.webauthn import AttestedCredentialData

    return [AttestedCredentialData(b64decode(passkey.data)) for passkey in user.passkeys.all()]


def ask_new(user: User, host: str) -> Asked:
    """What a browser needs to make a passkey for this name of the server."""
    from fido2.webauthn import PublicKeyCredentialUserEntity

    entity = PublicKeyCredentialUserEntity(
        id=str(user.pk).encode(), name=user.username, display_name=str(user)
    )
    options, state = _server(host).register_begin(
        entity,
        _known(user),
        user_verification=DISCOURAGED,  # type: ignore[arg-type]  # it takes the word, too
        resident_key_requirement=DISCOURAGED,  # type: ignore[arg-type]
    )
    return dict(options), state


def read_new(answer: str, state: dict[str, Any] | None, host: str) -> NewPasskey:
    """The passkey that the browser made; raises Refused for any other answer."""
    server = _server(host)
    try:
        found = server.register_complete(state, _parsed(answer))
        data = found.credential_data
        if data is None:
            raise ValueError("no key")
    except Exception:  # whatever a library meets in what somebody made up
        raise refuse("passkey-refused") from None
    return NewPasskey(data.credential_id.hex(), b64encode(data).decode(), found.counter)


def ask_known(user: User, host: str) -> Asked:
    """What a browser needs to show that it has one of the account's passkeys."""
    options, state = _server(host).authenticate_begin(
        _known(user),
        user_verification=DISCOURAGED,  # type: ignore[arg-type]
    )
    return dict(options), state


def take_passkey(user: User, answer: str, state: dict[str, Any] | None, host: str) -> bool:
    """Whether the browser has a passkey of the account.

    A device that counts must have counted on: else its key was copied.
    """
    from fido2.webauthn import AuthenticationResponse

    server = _server(host)
    try:
        response = AuthenticationResponse.from_dict(_parsed(answer))
        found = server.authenticate_complete(state, _known(user), response)
        uses = response.response.authenticator_data.counter
    except Exception:  # as in `read_new`
        return False
    own = user.passkeys.filter(credential=found.credential_id.hex())
    counted = Q(uses__lt=uses) if uses else Q(uses=0)
    return bool(own.filter(counted).update(uses=uses, used_at=timezone.now()))


def _parsed(answer: str) -> Any:
    if len(answer) > LONGEST_ANSWER:
        raise ValueError("too long")
    return json.loads(answer)
