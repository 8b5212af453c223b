"""One device writes a list; another takes over by naming whom it replaces."""

from django.utils import timezone

from scoring.core.refusals import refuse
from scoring.core.services import write_log
from scoring.models import TableAccess, TableDevice
from scoring.models.log import Action
from scoring.phone.reads.access import handle_of
from scoring.phone.services.table import OtherDevice, open_table, players_of


def claim_writing(access: TableAccess, device: str, name: str, *, replaces: str = "") -> None:
    """The device writes from here on. Nothing happens if it does already.

    Raises OtherDevice unless nobody writes, or `replaces` is the handle of the one that does;
    Refused without a name.
    """
    if not name:
        raise refuse("phone-name-missing", field="name")
    handle = handle_of(device)
    with open_table(access) as score_list:
        now = timezone.now()
        writer = TableDevice.objects.filter(list=score_list, until=None).first()
        if writer is not None:
            if writer.handle == handle:
                return
            if writer.handle != replaces:
                raise OtherDevice
            writer.until = now
            writer.save(update_fields=["until"])
        TableDevice.objects.create(list=score_list, handle=handle, name=name, since=now)
        write_log(
            Action.PHONE_WRITER,
            score_list.subject,
            by=players_of(score_list),
            tournament=score_list.series.tournament,
            # The names that people give their phones are no matter of the log.
            old={"device": writer.handle} if writer else None,
            new={"device": handle},
        )
