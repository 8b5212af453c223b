"""What columns meant the last time: a proposal for the next file under the same headings."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from scoring.core.services import block
from scoring.models import RememberedColumns

MAX_REMEMBERED = 500  # layouts of a host


def remembered_columns(host: int, kind: str) -> Mapping[str, Sequence[str]]:
    """The meanings by the digest of the headings."""
    rows = RememberedColumns.objects.filter(host=host, kind=kind)
    return dict(rows.values_list("headings", "meanings"))


def remember_columns(host: int, kind: str, layouts: Mapping[str, Sequence[str]]) -> None:
    """Keep these for the next file; the ones not used for the longest time make room.

    No row of the log: nothing that counts changes, and every page shows what it proposes.
    """
    if not layouts:
        return
    now = timezone.now()
    with block():
        for headings, meanings in layouts.items():
            RememberedColumns.objects.update_or_create(
                host_id=host,
                kind=kind,
                headings=headings,
                defaults={"meanings": list(meanings), "used_at": now},
            )
        rows = RememberedColumns.objects.filter(host=host).order_by("-used_at", "-pk")
        surplus = list(rows.values_list("pk", flat=True)[MAX_REMEMBERED:])
        RememberedColumns.objects.filter(pk__in=surplus).delete()
