"""`manage.py add_host`: the second host of a server, and every later one."""

import json

from django.core.management.base import CommandParser

from scoring.hosts.services import add_host
from scoring.management.terminal import CheckedCommand, host_id_of, report_refusals
from scoring.models import Actor, Host
from scoring.models.host import HostKind


class Command(CheckedCommand):
    help = (
        "Adds a club, league, state association or federation with tournaments and people of its "
        "own. From the second host on there are pages for them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--kind", choices=HostKind.values, default=HostKind.CLUB.value)
        parser.add_argument("--below", default="", help="the name of the host that it stands below")

    def handle(self, *args: object, name: str, kind: str, below: str, **kwargs: object) -> None:
        host = Host(name=name, kind=kind, parent_id=host_id_of(below) if below else None)
        with report_refusals():
            add_host(host, by=Actor(name="add_host"))
        self.stdout.write(json.dumps({"id": host.pk, "name": host.name}, ensure_ascii=False))
