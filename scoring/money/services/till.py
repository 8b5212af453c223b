"""Counting the till."""

from collections.abc import Mapping

from django.utils import timezone

from scoring.core.refusals import Refused
from scoring.core.services import changing
from scoring.core.text import plain_text
from scoring.models import Actor, TillCount, Tournament
from scoring.models.log import Action
from scoring.models.money import BookingKind
from scoring.money.reads.till import expected
from scoring.money.services.bookings import MOST_CENTS
from scoring.rules.problem import Problem

NOTE_LENGTH = 200


def count_till(
    tournament: Tournament,
    counted: Mapping[str, int],
    *,
    by: Actor,
    note: str = "",
) -> list[TillCount]:
    """Keep what was counted, in cents by kind of booking ("": the whole till).

    Beside each stands what the ledger expected at this very moment. Counts can only be added.
    """
    if problems := counting_problems(counted):
        raise Refused(problems)
    with changing(tournament, by, Action.TILL_COUNTED, about="till") as change:
        now = timezone.now()
        rows = TillCount.objects.bulk_create(
            TillCount(
                tournament=tournament,
                kind=kind,
                counted_cents=cents,
                expected_cents=expected(tournament, kind),
                note=plain_text(note)[:NOTE_LENGTH],
                at=now,
                by=by.user,
            )
            for kind, cents in counted.items()
        )
        change.log(
            new={
                "counted": {row.kind or "all": row.counted_cents for row in rows},
                "expected": {row.kind or "all": row.expected_cents for row in rows},
            },
        )
        return rows


def counting_problems(counted: Mapping[str, int]) -> list[Problem]:
    """What is wrong with the amounts that somebody counted, in cents by kind of booking."""
    if not counted:
        return [Problem("amount-missing", "counted_all")]
    unknown = [
        Problem("booking-kind-unknown", "kind")
        for kind in counted
        if kind and kind not in BookingKind.values
    ]
    return unknown + [
        Problem("amount-out-of-range", f"counted_{kind or 'all'}")
        for kind, cents in counted.items()
        if abs(cents) > MOST_CENTS
    ]
