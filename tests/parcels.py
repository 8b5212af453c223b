"""Clubs that report to a host in one database: documents without a network between them."""

import gzip
import json
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scoring.exchange.reads.export import export_text
from scoring.models import Actor, Host, ReceivedReport, ReportKey, ReportTarget, Tournament
from scoring.reporting.services import Parcel, give_key, receive
from tests.factories import make_host
from tests.simulated import finished
from tests.snapshots import built_once

BY = Actor(name="test")
ADDRESS = "https://skat.example.org"


@dataclass(frozen=True)
class Reporter:
    """A club with a key of a host; `code` is the key as it was shown."""

    host: Host
    key: ReportKey
    code: str

    def report(self, document: str) -> ReceivedReport:
        by = Actor(name=self.key.name, elsewhere=True)
        return receive(Parcel(packed(document), self.host, by, self.key))


def make_reporter(host: Host | None = None, name: str = "SC Lindenau") -> Reporter:
    """A club with a key of a host, by default of one of its own."""
    host = host or make_host("LV Nord", kind="state")
    code = give_key(host, name, by=BY)
    return Reporter(host, ReportKey.objects.get(host=host, name=name, withdrawn_at=None), code)


@built_once
def played(**changed: Any) -> Tournament:
    """A small finished tournament of the club."""
    return finished(**{"players": 7, "series": 1, "rounds": 1} | changed)


def document_of(tournament: Tournament, **settings: object) -> str:
    """Its document; `settings` are other values of the tournament in it."""
    document = json.loads(export_text(tournament))
    document["tournament"] |= settings
    return json.dumps(document)


def packed(document: str) -> bytes:
    return gzip.compress(document.encode(), mtime=0)


def received() -> Tournament:
    """The reported tournament that counts."""
    return Tournament.objects.get(reported_at__isnull=False, replaced_by=None)


def to_report(tournament: Tournament, address: str = ADDRESS) -> Tournament:
    """Its host reports to a server."""
    ReportTarget.objects.create(
        host=tournament.host,
        address=address,
        key="KEY-OF-LV-NORD",
        received_by="LV Nord",
        at=timezone.now(),
    )
    return tournament
