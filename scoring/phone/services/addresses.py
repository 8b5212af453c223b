"""Addresses of lists: issued with the seating, ended, given back, renewed."""

from django.db import transaction
from django.utils import timezone

from scoring.core.locks import LockRank, hold, take
from scoring.core.refusals import refuse
from scoring.core.services import Submission, refresh, write_log
from scoring.models import Actor, ScoreList, Series, TableAccess, TableDevice, Tournament
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.phone.reads.access import SHOWN, hash_of, new_seed, secret_of
from scoring.phone.reads.law import make_beside


def issue_addresses(series: Series, *, by: Actor) -> None:
    """An address for every list of a released series that has none.

    Inside the block of an act that holds the tournament. Nothing where lists are not kept by phone.
    """
    if not series.tournament.phones or series.state not in SHOWN:
        return
    if without := make_addresses(series):
        write_log(
            Action.PHONE_ISSUED,
            series_subject(series),
            by=by,
            tournament=series.tournament,
            new={"tables": without},
        )


def make_addresses(series: Series) -> list[int]:
    """An address for every list that has none; returns the tables."""
    system = series.tournament.rule_system
    transaction.on_commit(lambda: make_beside(system))
    without = list(series.lists.filter(access=None).order_by("table_number"))
    TableAccess.objects.bulk_create(new_access(each) for each in without)
    return [each.table_number for each in without]


def issue_missing(series: Series, *, by: Actor, token: str | None = None) -> None:
    """Addresses for lists that came to be without one, by an act of its own.

    Raises Refused where lists are not kept by phone, or the series is not released.
    """
    about = series_subject(series)
    sent = Submission(series.tournament, by, token, Action.PHONE_ISSUED, about=about)
    with sent, sent.alone():
        refresh(series, "series-gone")
        if not series.tournament.phones or series.state not in SHOWN:
            raise refuse("phone-not-now")
        if without := make_addresses(series):
            sent.log(new={"tables": without})


def issue_everywhere(tournament: Tournament, *, by: Actor) -> None:
    """Addresses for the lists of all series that are released, as `issue_addresses`."""
    for series in tournament.series.filter(state__in=SHOWN):
        series.tournament = tournament
        issue_addresses(series, by=by)


def new_access(score_list: ScoreList) -> TableAccess:
    seed = new_seed()
    return TableAccess(
        list=score_list,
        seed=seed,
        secret_hash=hash_of(secret_of(seed)),
        issued_at=timezone.now(),
    )


def take_to_paper(score_list: ScoreList, *, by: Actor, token: str | None = None) -> None:
    """The list is kept on paper from here on: its address opens nothing any more."""
    set_ended(score_list, True, Action.PHONE_ENDED, by=by, token=token)


def give_back(score_list: ScoreList, *, by: Actor, token: str | None = None) -> None:
    """The address that was printed opens the list again."""
    set_ended(score_list, False, Action.PHONE_RESUMED, by=by, token=token)


def set_ended(
    score_list: ScoreList, ended: bool, action: str, *, by: Actor, token: str | None
) -> None:
    """End an address or open it again; waits for a game that the table is sending."""
    sent = submission_about(score_list, action, by, token)
    with sent, sent.alone():
        access = held_access(score_list)
        if (access.ended_at is not None) == ended:
            return
        access.ended_at = timezone.now() if ended else None
        access.save(update_fields=["ended_at"])
        sent.log()


def renew_address(score_list: ScoreList, *, by: Actor, token: str | None = None) -> None:
    """Another address for a list, and no device that writes; the old one opens nothing any more."""
    sent = submission_about(score_list, Action.PHONE_RENEWED, by, token)
    with sent, sent.alone():
        access, new = held_access(score_list), new_access(score_list)
        access.seed, access.secret_hash = new.seed, new.secret_hash
        access.issued_at, access.ended_at = new.issued_at, None
        access.save()
        TableDevice.objects.filter(list=score_list, until=None).update(until=new.issued_at)
        sent.log()


def submission_about(
    score_list: ScoreList, action: str, by: Actor, token: str | None
) -> Submission:
    return Submission(score_list.series.tournament, by, token, action, about=score_list.subject)


def held_access(score_list: ScoreList) -> TableAccess:
    """The address of a list that nobody writes at this moment; raises Refused without one."""
    take(LockRank.LIST, score_list.pk)
    hold(ScoreList, pk=score_list.pk)
    access = TableAccess.objects.filter(list=score_list).first()
    if access is None:
        raise refuse("phone-no-address", table=score_list.table_number)
    return access
