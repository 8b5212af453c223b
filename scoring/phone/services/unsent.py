"""What a replaced device had not sent: kept beside the list, for the organizer to compare."""

from collections.abc import Sequence

from django.utils import timezone

from scoring.core.forms import refuse
from scoring.core.services import changing
from scoring.models import Actor, TableAccess, TableDevice, UnsentGames
from scoring.models.log import Action
from scoring.phone.reads.access import handle_of
from scoring.phone.services.table import OtherDevice, players_of
from scoring.rules.records import write_line
from scoring.rules.score_list import Line

MOST = 20  # of one list


def keep_unsent(access: TableAccess, device: str, lines: Sequence[Line]) -> None:
    """Keep these games for the organizer; the list does not change, and may be closed already.

    Raises OtherDevice for a device that has never written this list.
    """
    score_list = access.list
    with changing(
        score_list.series.tournament,
        players_of(score_list),
        Action.PHONE_UNSENT,
        about=score_list.subject,
    ) as change:
        handle = handle_of(device)
        wrote = TableDevice.objects.filter(list=score_list, handle=handle).last()
        if wrote is None:
            raise OtherDevice
        if UnsentGames.objects.filter(list=score_list).count() >= MOST:
            raise refuse("phone-too-many-unsent")
        games = [write_line(line) for line in lines]
        UnsentGames.objects.create(
            list=score_list, handle=handle, name=wrote.name, games=games, at=timezone.now()
        )
        change.log(new={"device": handle, "games": games})


def settle_unsent(unsent: UnsentGames, *, by: Actor) -> None:
    """The organizer has compared them; what has to change in the list he has changed there."""
    score_list = unsent.list
    with changing(
        score_list.series.tournament, by, Action.PHONE_UNSENT_SETTLED, about=score_list.subject
    ) as change:
        now = timezone.now()
        if UnsentGames.objects.filter(pk=unsent.pk, settled_at=None).update(settled_at=now):
            change.log(old={"device": unsent.handle, "games": unsent.games})
