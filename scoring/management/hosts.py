"""Which host a command means: by its name, and where none is given the first."""

from django.core.management.base import CommandError, CommandParser

from scoring.models import Host
from scoring.models.host import FIRST_HOST


def add_host_option(parser: CommandParser) -> None:
    parser.add_argument("--host", default="", help="the name of the host; default: the first one")


def host_named(name: str) -> int:
    """The id of the host; raises CommandError if there is none of this name."""
    if not name:
        return FIRST_HOST
    found = Host.objects.filter(name=name).values_list("pk", flat=True).first()
    if found is None:
        raise CommandError(f"there is no host {name!r}")
    return found
