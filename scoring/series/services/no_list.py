"""Why a player who is present has no list of a series, so that it can be closed."""

from collections.abc import Mapping

from scoring.core.refusals import Refused
from scoring.core.services import Change, changing, refresh
from scoring.models import Actor, NoListReason, Seat, Series
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.rules.problem import Problem
from scoring.series.reads.without_list import WithoutList, without_list
from scoring.series.states import act_problems

REASON_LENGTH = 200  # of the column


def give_reasons(series: Series, reasons: Mapping[int, str], *, by: Actor) -> None:
    """Record by start number why players have no list of this series; "" takes a reason back.

    Raises Refused with all problems: who does not play the series, or has a seat in it. Each
    reason that is new is a row of the log.
    """
    about = series_subject(series)
    with changing(series.tournament, by, Action.SERIES_NO_LIST, about=about) as change:
        refresh(series, "series-gone")
        without_lists = {each.entry.start_number: each for each in without_list(series)}
        problems = act_problems(series, "no-list")
        problems += [
            problem
            for number, reason in reasons.items()
            for problem in reason_problems(series, number, reason, without_lists)
        ]
        if problems:
            raise Refused(problems)
        for number, reason in reasons.items():
            if reason.strip() != without_lists[number].reason:
                write_reason(series, without_lists[number], reason.strip(), change)


def reason_problems(
    series: Series, number: int, reason: str, found: Mapping[int, WithoutList]
) -> list[Problem]:
    """What forbids this reason of one player."""
    field = f"reason-{number}"
    if len(reason) > REASON_LENGTH:
        return [Problem("text-too-long", field, {"most": REASON_LENGTH})]
    if number in found:
        return []
    seat = Seat.objects.filter(series=series, entry__start_number=number)
    if table := seat.values_list("list__table_number", flat=True).first():
        return [Problem("has-a-list", field, {"number": number, "table": table})]
    exists = series.tournament.entries.filter(start_number=number).exists()
    code = "plays-not-in-this-series" if exists else "start-number-unknown"
    return [Problem(code, field, {"number": number})]


def write_reason(series: Series, of: WithoutList, reason: str, change: Change) -> None:
    """One reason and its row of the log, inside the block of a change."""
    number = of.entry.start_number
    if reason:
        NoListReason.objects.update_or_create(
            series=series, entry=of.entry, defaults={"reason": reason}
        )
    else:
        NoListReason.objects.filter(series=series, entry=of.entry).delete()
    change.log(
        old={"player": number, "explained": bool(of.reason)},
        new={"player": number, "explained": bool(reason)},
        reason=reason,
    )
