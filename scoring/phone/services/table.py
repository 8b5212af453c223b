"""The block in which a table writes its own list."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils.translation import gettext, override

from scoring.core.forms import refuse
from scoring.core.services import Change, changing
from scoring.models import Actor, ScoreList, TableAccess
from scoring.phone.reads.access import handle_of, is_open, table_of, writer_of


class OtherDevice(Exception):
    """Another device writes this list; nothing was written."""


def players_of(score_list: ScoreList) -> Actor:
    """Who keeps a list by phone, as the log names it: in the language of the house."""
    with override(settings.LANGUAGE_CODE):
        name = gettext("Table %(number)s (phone)") % {"number": score_list.table_number}
    return Actor(name=name, at_table=True)


@contextmanager
def open_table(access: TableAccess, *actions: str) -> Iterator[tuple[ScoreList, Change]]:
    """The block of a change by the table; raises Refused unless its list is kept by phone.

    Taking it over to paper, replacing the device and recording a game wait for each other.
    `access` becomes what it is now.
    """
    before, by = access.list, players_of(access.list)
    with changing(before.series.tournament, by, *actions, about=before.subject) as change:
        now = table_of(list=access.list_id)
        if now is None or not is_open(now):
            raise refuse("phone-list-ended")
        access.list, access.ended_at = now.list, now.ended_at
        yield now.list, change


@contextmanager
def writing(access: TableAccess, device: str) -> Iterator[ScoreList]:
    """As `open_table`, for the device that writes; raises OtherDevice for any other."""
    with open_table(access) as (score_list, _change):
        writer = writer_of(score_list)
        if writer is None or writer.handle != handle_of(device):
            raise OtherDevice
        yield score_list
