"""Addresses of lists: issued with the seating, ended, given back, renewed."""

from django.db import transaction
from django.utils import timezone

from scoring.accounts.services.accounts import (
    QUARTER,
    Limit,
    TooManyFailures,
    count_failures,
    counted_address,
    key_hash,
)
from scoring.core.forms import refuse
from scoring.core.services import changing, refresh, write_log
from scoring.lists.phone.reads.access import SHOWN, hash_of, new_seed, secret_of
from scoring.lists.phone.reads.client_files import law_json
from scoring.lists.services.changing import holding_list
from scoring.models import Actor, ScoreList, Series, TableAccess, TableDevice, Tournament
from scoring.models.log import Action
from scoring.models.names import series_subject


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
    # Their law, before they ask for it; a quarter of a second for which no lock is held.
    system = series.tournament.rule_system
    transaction.on_commit(lambda: law_json(system))
    without = list(series.lists.filter(access=None).order_by("table_number"))
    TableAccess.objects.bulk_create(new_access(each) for each in without)
    return [each.table_number for each in without]


def issue_missing(series: Series, *, by: Actor) -> None:
    """Addresses for lists that came to be without one, by an act of its own.

    Raises Refused where lists are not kept by phone, or the series is not released.
    """
    about = series_subject(series)
    with changing(series.tournament, by, Action.PHONE_ISSUED, about=about) as change:
        refresh(series, "series-gone")
        if not series.tournament.phones or series.state not in SHOWN:
            raise refuse("phone-not-now")
        if without := make_addresses(series):
            change.log(new={"tables": without})


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


def take_to_paper(score_list: ScoreList, *, by: Actor) -> None:
    """The list is kept on paper from here on: its address opens nothing any more."""
    set_ended(score_list, True, Action.PHONE_ENDED, by=by)


def give_back(score_list: ScoreList, *, by: Actor) -> None:
    """The address that was printed opens the list again."""
    set_ended(score_list, False, Action.PHONE_RESUMED, by=by)


def set_ended(score_list: ScoreList, ended: bool, action: str, *, by: Actor) -> None:
    """End an address or open it again; waits for a game that the table is sending."""
    with holding_list(score_list, by, action) as change:
        access = held_access(score_list)
        if (access.ended_at is not None) == ended:
            return
        access.ended_at = timezone.now() if ended else None
        access.save(update_fields=["ended_at"])
        change.log()


def renew_address(score_list: ScoreList, *, by: Actor) -> None:
    """Another address for a list, and no device that writes; the old one opens nothing any more."""
    with holding_list(score_list, by, Action.PHONE_RENEWED) as change:
        access, new = held_access(score_list), new_access(score_list)
        access.seed, access.secret_hash = new.seed, new.secret_hash
        access.issued_at, access.ended_at = new.issued_at, None
        access.save()
        TableDevice.objects.filter(list=score_list, until=None).update(until=new.issued_at)
        change.log()


def held_access(score_list: ScoreList) -> TableAccess:
    """The address of a list that nobody writes at this moment; raises Refused without one."""
    access = TableAccess.objects.filter(list=score_list).first()
    if access is None:
        raise refuse("phone-no-address", table=score_list.table_number)
    return access


# Guesses at secret addresses, counted in the database by where they come from.
#
# A hall behind one router has one address: whoever has a right secret is let in however many wrong
# ones were tried beside him. A secret has 128 bits, so nothing is lost by that; what is held up
# are
# the programs that try.

# Typing errors and ended lists are few.
GUESSES = Limit("secret address", 20, QUARTER, QUARTER, memory=QUARTER, window=True)


def count_guess(address: str) -> int:
    """Count a wrong address; gives the seconds for which the sender is refused, 0 for none."""
    try:
        count_failures([(GUESSES, key_hash(GUESSES.kind, counted_address(address)))])
    except TooManyFailures as refused:
        return refused.seconds
    return 0
