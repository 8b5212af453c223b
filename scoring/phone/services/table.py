"""The block in which a table writes its own list."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils.translation import gettext, override

from scoring.core.locks import LockRank, block, hold, take
from scoring.core.refusals import Refused, StaleRevision, refuse
from scoring.core.services import find_submission
from scoring.models import Actor, ScoreList, TableAccess
from scoring.phone.reads.access import handle_of, is_open, table_of, writer_of


class OtherDevice(Exception):
    """Another device writes this list; nothing was written."""


def players_of(score_list: ScoreList) -> Actor:
    """Who keeps a list by phone, as the log names it: in the language of the house."""
    with override(settings.LANGUAGE_CODE):
        name = gettext("Table %(number)s (phone)") % {"number": score_list.table_number}
    return Actor(name=name, at_table=True)


def written_before(score_list: ScoreList, token: str | None) -> bool:
    """Whether this submission was written in this list, from whatever device."""
    earlier = find_submission(token)
    here = score_list.series.tournament_id, score_list.subject
    return earlier is not None and (earlier.tournament_id, earlier.subject) == here


@contextmanager
def replayed(access: TableAccess, token: str | None) -> Iterator[None]:
    """Whatever is refused inside is a replay if the token is known, and no refusal.

    Its twin may have ended the list, or another device may have taken over since it was written.
    """
    try:
        yield
    except (OtherDevice, Refused, StaleRevision):
        if not written_before(access.list, token):
            raise


@contextmanager
def open_table(access: TableAccess) -> Iterator[ScoreList]:
    """One block in which nobody else writes the list; raises Refused unless it is kept by phone.

    Taking it over to paper, replacing the device and recording a game wait for each other.
    """
    with block():
        yield held_list(access)


@contextmanager
def writing(access: TableAccess, device: str) -> Iterator[ScoreList]:
    """As `open_table`, for the device that writes; raises OtherDevice for any other."""
    with block():
        score_list = held_list(access)
        writer = writer_of(score_list)
        if writer is None or writer.handle != handle_of(device):
            raise OtherDevice
        yield score_list


def held_list(access: TableAccess) -> ScoreList:
    """The list as it is, held until the block ends; `access` becomes what it is now."""
    take(LockRank.LIST, access.list_id)
    hold(ScoreList, pk=access.list_id)
    now = table_of(list=access.list_id)
    if now is None or not is_open(now):
        raise refuse("phone-list-ended")
    access.list, access.ended_at = now.list, now.ended_at
    return now.list
