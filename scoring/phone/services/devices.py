"""One device writes a list; another takes over by naming whom it replaces."""

from datetime import datetime, timedelta

from django.utils import timezone

from scoring.core.forms import refuse
from scoring.models import TableAccess, TableDevice
from scoring.models.log import Action
from scoring.phone.reads.access import handle_of
from scoring.phone.services.table import OtherDevice, open_table

# Empty batteries and misunderstandings are few; two phones that fight for a list are held up, and
# whoever makes up a new device each time.
WINDOW = timedelta(minutes=10)
MOST_OF_DEVICE, MOST_OF_LIST = 5, 20  # times that the writing is taken, in a window


def claim_writing(access: TableAccess, device: str, name: str, *, replaces: str = "") -> None:
    """The device writes from here on. Nothing happens if it does already.

    Raises OtherDevice unless nobody writes, or `replaces` is the handle of the one that does;
    Refused without a name, and where the writing was taken too often.
    """
    if not name:
        raise refuse("phone-name-missing", field="name")
    handle = handle_of(device)
    with open_table(access, Action.PHONE_WRITER) as (score_list, change):
        now = timezone.now()
        writer = TableDevice.objects.filter(list=score_list, until=None).first()
        if writer is not None:
            if writer.handle == handle:
                return
            if writer.handle != replaces:
                raise OtherDevice
        refuse_too_often(access, handle, now)
        if writer is not None:
            writer.until = now
            writer.save(update_fields=["until"])
        TableDevice.objects.create(list=score_list, handle=handle, name=name, since=now)
        # The names that people give their phones are no matter of the log.
        change.log(old={"device": writer.handle} if writer else None, new={"device": handle})


def refuse_too_often(access: TableAccess, handle: str, now: datetime) -> None:
    """Raises Refused where this device, or any, has taken the writing too often of late.

    A renewed address begins anew.
    """
    since = max(now - WINDOW, access.issued_at)
    rows = TableDevice.objects.filter(list=access.list_id, since__gte=since).order_by("since")
    every = list(rows.values_list("handle", "since"))
    of_device = [at for who, at in every if who == handle]
    of_list = [at for _who, at in every]
    for times, most in ((of_device, MOST_OF_DEVICE), (of_list, MOST_OF_LIST)):
        if len(times) >= most:
            left = times[-most] + WINDOW - now
            raise refuse("phone-taken-too-often", minutes=-(-left // timedelta(minutes=1)))
