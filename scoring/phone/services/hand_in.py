"""A table hands in its list: all sign with a finger, and the list is entered or confirmed."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from scoring.confirmation.services.confirmation import unsigned, write_confirmation
from scoring.core.forms import Refused, refuse
from scoring.core.services import write_log
from scoring.desk.services.lists import close_list, last_number
from scoring.models import Actor, ScoreList, Signature, TableAccess
from scoring.models.log import Action
from scoring.models.tournament import Confirm
from scoring.phone.services.calls import close_calls
from scoring.phone.services.table import players_of, writing

Strokes = Sequence[Sequence[Sequence[int]]]


def hand_in(
    access: TableAccess,
    device: str,
    signed: Mapping[int, Strokes],
    *,
    revision: int,
    stop_after: int | None = None,
    stop_reason: str = "",
) -> None:
    """Close the list with the signatures of all who are there at the end, by position (TO 9.11).

    It is entered, or confirmed at once where the tournament says that lists signed at the table
    need no second person. The address ends with it. Raises OtherDevice, StaleRevision, and Refused
    with what keeps the list open, or with the seats that have not signed.
    """
    with writing(access, device) as score_list:
        if stop_reason and stop_after != last_number(score_list):
            raise refuse("phone-stop-elsewhere", field="stop", last=last_number(score_list))
        by = players_of(score_list)
        close_list(score_list, by=by, revision=revision, stop_reason=stop_reason)
        if problems := unsigned(score_list, signed):
            raise Refused(problems)
        keep_signatures(score_list, signed)
        settle(score_list, sorted(set(signed) & set(score_list.outline.at_the_end)), by)
        close_calls(score_list, by=by)  # who has signed waits for nobody
        access.ended_at = timezone.now()
        access.save(update_fields=["ended_at"])


def keep_signatures(score_list: ScoreList, signed: Mapping[int, Strokes]) -> None:
    """The strokes under this revision, in place of those under an earlier one."""
    now = timezone.now()
    Signature.objects.filter(list=score_list).delete()
    Signature.objects.bulk_create(
        Signature(
            list=score_list,
            position=position,
            strokes=signed[position],
            revision=score_list.revision,
            at=now,
        )
        for position in score_list.outline.at_the_end
    )


def settle(score_list: ScoreList, signed: list[int], by: Actor) -> None:
    """Confirm the list where the signatures suffice; otherwise record that all have signed."""
    tournament = score_list.series.tournament
    if tournament.signed_suffices and tournament.confirm != Confirm.BLIND:
        write_confirmation(score_list, score_list.revision, by, signed)
        return
    old, score_list.signatures = list(score_list.signatures), signed
    score_list.save(update_fields=["signatures"])
    write_log(
        Action.LIST_SIGNED,
        score_list.subject,
        by=by,
        tournament=tournament,
        old={"signatures": old},
        new={"signatures": signed},
    )
