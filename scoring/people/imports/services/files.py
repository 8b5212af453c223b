"""What stays of a file: what its columns meant; results, which are taken back as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.core.forms import refuse
from scoring.core.services import changing, write_block
from scoring.lists.services.lists import clear_list, reopen_list
from scoring.lists.services.moves import empty_game
from scoring.models import Actor, LogEntry, RememberedColumns, ScoreList, Tournament
from scoring.models.log import Action
from scoring.models.score_list import ListState

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
    with write_block():
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


@dataclass(frozen=True, slots=True)
class TakenFile:
    """The last file of results that this account has taken in: its row of the log, its lists.

    Each list is there with the number of the last game that stood there before, 0: it was empty.
    """

    log: int
    lists: tuple[tuple[ScoreList, int], ...]


def last_file(tournament: Tournament, by: Actor) -> TakenFile | None:
    """What `withdraw_results` would take back; None if any of its lists was changed since."""
    rows = LogEntry.objects.filter(tournament=tournament, action=Action.RESULTS_IMPORTED)
    last = rows.order_by("-id").first()
    if last is None or last.actor != by.label:
        return None
    written = [tuple(map(int, at)) for at in (last.new or {}).get("lists", ())]
    lists = ScoreList.objects.filter(series__tournament=tournament)
    unchanged: dict[tuple[int, ...], ScoreList] = {
        (score_list.series.number, score_list.table_number, score_list.revision): score_list
        for score_list in lists.select_related("series__tournament")
    }
    there = tuple(
        (score_list, before)
        for *at, before in written
        if (score_list := unchanged.get(tuple(at))) is not None
    )
    return TakenFile(last.pk, there) if there and len(there) == len(written) else None


def withdraw_results(tournament: Tournament, log: int, *, by: Actor) -> int:
    """Take back every list of the file whose row of the log this is; returns how many.

    Raises Refused if one of them was changed since, or may not be changed any more.
    """
    reason = _("The file that was read in is taken back.")
    with changing(tournament, by, Action.RESULTS_WITHDRAWN, about="tournament") as change:
        file = last_file(tournament, by)
        if file is None or file.log != log:
            raise refuse("results-changed-since")
        for score_list, before in file.lists:
            if before:
                take_back_games(score_list, before, reason, by)
            else:
                clear_list(score_list, by=by, revision=score_list.revision, reason=reason)
        places = [[each.series.number, each.table_number] for each, _before in file.lists]
        change.log(old={"lists": places})
    return len(file.lists)


def take_back_games(score_list: ScoreList, before: int, reason: str, by: Actor) -> None:
    """Empty the games behind the last one that stood there before."""
    if score_list.state != ListState.OPEN:
        reopen_list(score_list, by=by, revision=score_list.revision, reason=reason)
    rows = score_list.games.filter(number__gt=before, annulled=False).order_by("-number")
    for number in rows.values_list("number", flat=True):
        empty_game(score_list, number, by=by, revision=score_list.revision, reason=reason)
