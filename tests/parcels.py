"""A computer and a server in one database: reports without a network between them."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.exchange.reads.export import export_text
from scoring.models import Actor, Host, Report, ReportKey, ReportTarget, Tournament
from scoring.reporting.reads.envelope import Envelope, pack
from scoring.reporting.reads.signing import public_key_of, signature_of
from scoring.reporting.services.keys import give_key, register_key
from scoring.reporting.services.outgoing import report_result
from scoring.reporting.services.receiving import Parcel, Receipt, receive
from tests.factories import make_host
from tests.simulated import finished
from tests.snapshots import built_once

BY = Actor(name="test")
SEED = "5" * 64
IDENT = UUID("5d5c4a2e-0000-4000-8000-000000000001")


@dataclass(frozen=True)
class Computer:
    """A computer that is registered at a host of the server."""

    host: Host
    key: ReportKey
    seed: str = SEED

    def parcel(self, document: str, version: int = 1, **changed: Any) -> Parcel:
        """A document as it is sent; `changed` are other fields of the envelope."""
        data = document.encode()
        envelope = Envelope(
            public_key_of(self.seed), str(IDENT), version, sha256(data).hexdigest(), len(data)
        )
        text = replace(envelope, **changed).text
        return Parcel(text, signature_of(text, self.seed), pack(data), "203.0.113.7")

    def report(self, document: str, version: int = 1) -> Receipt:
        return receive(self.parcel(document, version))


def make_computer(host: Host | None = None, name: str = "Vereinslaptop") -> Computer:
    """A computer with a key of a host, by default of one of its own."""
    host = host or make_host("LV Nord", kind="state")
    code = give_key(host, name, by=BY)
    key = register_key(code, public_key_of(SEED))
    return Computer(host, key)


@built_once
def played(**changed: Any) -> Tournament:
    """A small finished tournament on the computer."""
    return finished(**{"players": 7, "series": 1, "rounds": 1} | changed)


def document_of(tournament: Tournament) -> str:
    return export_text(tournament)


def to_report(tournament: Tournament) -> Tournament:
    """Its host reports to a server, which nobody asks here."""
    ReportTarget.objects.create(
        host=tournament.host,
        address="https://skat.example.org",
        received_by="LV Nord",
        seed=SEED,
        public_key=public_key_of(SEED),
        at=timezone.now(),
    )
    return tournament


def waiting_report(tournament: Tournament | None = None) -> Report:
    return report_result(to_report(tournament or played()), by=BY)
