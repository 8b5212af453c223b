"""What a table writes by its phone, which device writes, and the addresses of lists."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_hex

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, override

from scoring.accounts.services import limits
from scoring.core.forms import StaleRevision, refuse, refuse_all
from scoring.core.services import Change, changing, changing_series, write_log
from scoring.lists.phone import reads
from scoring.lists.services.confirmation import (
    record_signatures,
    unsigned_problems,
    write_confirmation,
)
from scoring.lists.services.games import (
    AGREED,
    Seen,
    annul_games,
    holding_list,
    record_game,
    shown_line,
)
from scoring.lists.services.lists import close_list, last_number
from scoring.lists.services.moves import empty_game, insert_game, remove_game
from scoring.models import (
    Actor,
    ScoreList,
    Series,
    Signature,
    TableAccess,
    TableCall,
    TableDevice,
    Tournament,
    UnsentGames,
)
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.score_list import Content
from scoring.models.tournament import Confirm
from scoring.rules.outline import annulment_after
from scoring.rules.records import write_line
from scoring.rules.score_list import Line


class OtherDevice(Exception):
    """Another device writes this list; nothing was written."""


def players_of(score_list: ScoreList) -> Actor:
    """The author of what a table writes; the log names it in the language of the installation."""
    with override(settings.LANGUAGE_CODE):
        name = gettext("Table %(number)s (phone)") % {"number": score_list.table_number}
    return Actor(name=name, at_table=True)


@contextmanager
def open_table(access: TableAccess, *actions: str) -> Iterator[tuple[ScoreList, Change]]:
    """The block of a change by the table; raises Refused unless its list is kept by phone.

    `access` is brought up to date.
    """
    before, by = access.list, players_of(access.list)
    with changing(before.series.tournament, by, *actions, about=before.subject) as change:
        now = reads.find_access(pk=access.pk, secret_hash=access.secret_hash)
        if now is None or not reads.is_open(now):
            raise refuse("phone-list-ended")
        access.list, access.ended_at = now.list, now.ended_at
        yield now.list, change


@contextmanager
def writing(access: TableAccess, device: str) -> Iterator[ScoreList]:
    """As `open_table`, for the device that writes; raises OtherDevice for any other."""
    with open_table(access) as (score_list, _change):
        writer = reads.writer_of(score_list)
        if writer is None or writer.handle != reads.handle_of(device):
            raise OtherDevice
        yield score_list


MOVES = {"empty": empty_game, "insert": insert_game, "remove": remove_game}
ACTS = ("record", *MOVES, "annul")


@dataclass(frozen=True, slots=True)
class TableAct:
    """What is done with row `number`, which the phone showed as `seen`.

    `kind`: its `line` is recorded ("record"), a row is inserted before it ("insert"), it is removed
    ("remove") or emptied without moving others ("empty"), or its game was dealt out of turn
    ("annul"). `consent`: all at the table agree (SkO 5.5.3).
    """

    number: int
    seen: Seen
    kind: str = "record"
    line: Line | None = None
    reason: str = ""
    consent: bool = False


def play_at_table(access: TableAccess, device: str, act: TableAct) -> None:
    """Carry out an act in the list of a table.

    A line that stands there already is not written again. Raises OtherDevice for a device that does
    not write, StaleRevision if the row is not the one that the players saw, Refused as the service
    of the act, or without the consent that an earlier game needs.
    """
    with writing(access, device) as score_list:
        content = score_list.content()
        standing = shown_line(content.line(act.number))
        if score_list.layout != act.seen.layout:
            raise StaleRevision
        if act.line is not None and shown_line(act.line) == standing:
            return
        act.seen.refuse_other(standing)
        refuse_without_consent(content, act)
        carry_out(score_list, act, content)


def refuse_without_consent(content: Content, act: TableAct) -> None:
    """Raises Refused if a game before the last one changes and not all have agreed."""
    standing = content.line(act.number)
    is_first_entry = act.kind == "record" and (standing is None or standing.unread)
    if act.number < content.last_number and not (act.consent or is_first_entry):
        raise refuse("phone-consent-missing", "consent", "SkO 5.5.3", number=act.number)


def carry_out(score_list: ScoreList, act: TableAct, content: Content) -> None:
    by, number, revision = players_of(score_list), act.number, score_list.revision
    reason = act.reason or (AGREED if act.consent else "")
    if act.kind == "annul":
        void = annulment_after(score_list.outline, number, content.last_number).void
        if not void:
            raise refuse("phone-nothing-to-annul", rule="SkO 3.2.11")
        reason = act.reason or "SkO 3.2.11"
        annul_games(score_list, void, by=by, revision=revision, reason=reason)
    elif move := MOVES.get(act.kind):
        move(score_list, number, by=by, revision=revision, reason=reason)
    elif act.line is not None:
        record_game(score_list, act.line, by=by, revision=revision, reason=reason, content=content)


# One device writes a list; another takes over by naming whom it replaces. The limits stop two
# phones that fight for a list, and anybody who invents a new device each time.
WINDOW = timedelta(minutes=10)
MAX_OF_DEVICE, MAX_OF_LIST = 5, 20  # takeovers within a window


def claim_writing(access: TableAccess, device: str, name: str, *, replaces: str = "") -> None:
    """Let the device write from now on.

    Raises OtherDevice if a device writes whose handle is not `replaces`, Refused without a name and
    after too many takeovers.
    """
    if not name:
        raise refuse("phone-name-missing", field="name")
    handle = reads.handle_of(device)
    with open_table(access, Action.PHONE_WRITER) as (score_list, change):
        now = timezone.now()
        writer = reads.writer_of(score_list)
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
        # The log does not keep the names that people give their phones.
        change.log(old={"device": writer.handle} if writer else None, new={"device": handle})


def refuse_too_often(access: TableAccess, handle: str, now: datetime) -> None:
    """Raises Refused if this device, or all together, took over too often within the window."""
    since = max(now - WINDOW, access.issued_at)
    rows = TableDevice.objects.filter(list=access.list_id, since__gte=since).order_by("since")
    for takeovers, most in ((rows.filter(handle=handle), MAX_OF_DEVICE), (rows, MAX_OF_LIST)):
        times = list(takeovers.values_list("since", flat=True))
        if len(times) >= most:
            left = times[-most] + WINDOW - now
            raise refuse("phone-taken-too-often", minutes=-(-left // timedelta(minutes=1)))


# Games that a replaced device had not sent, kept for the organizer to compare.

MAX_UNSENT_PARCELS = 20  # of one list


def keep_unsent(access: TableAccess, device: str, lines: Sequence[Line]) -> None:
    """Keep these games for the organizer.

    Raises OtherDevice for one that never wrote the list, Refused if too many are kept already.
    """
    score_list = access.list
    with holding_list(score_list, players_of(score_list), Action.PHONE_UNSENT) as change:
        handle = reads.handle_of(device)
        wrote = TableDevice.objects.filter(list=score_list, handle=handle).last()
        if wrote is None:
            raise OtherDevice
        if UnsentGames.objects.filter(list=score_list).count() >= MAX_UNSENT_PARCELS:
            raise refuse("phone-too-many-unsent")
        games = [write_line(line) for line in lines]
        UnsentGames.objects.create(
            list=score_list, handle=handle, name=wrote.name, games=games, at=timezone.now()
        )
        change.log(new={"device": handle, "games": games})


def settle_unsent(unsent: UnsentGames, *, by: Actor) -> None:
    """Note that the organizer has compared these games with the list."""
    with holding_list(unsent.list, by, Action.PHONE_UNSENT_SETTLED) as change:
        now = timezone.now()
        if UnsentGames.objects.filter(pk=unsent.pk, settled_at=None).update(settled_at=now):
            change.log(old={"device": unsent.handle, "games": unsent.games})


def call_referee(access: TableAccess, *, game: int | None = None, text: str = "") -> None:
    """Call the referee, unless a call is open. Raises Refused for a game beyond the list."""
    with open_table(access, Action.PHONE_CALLED) as (score_list, change):
        if game is not None and not 1 <= game <= score_list.outline.games_planned:
            raise refuse("number-beyond-games", "game", games=score_list.outline.games_planned)
        if TableCall.objects.filter(list=score_list, closed_at=None).exists():
            return
        TableCall.objects.create(list=score_list, game_number=game, text=text, at=timezone.now())
        new = {"number": game, "text": text}
        change.log(new={key: value for key, value in new.items() if value})


def withdraw_call(access: TableAccess) -> None:
    with open_table(access, Action.PHONE_CALL_WITHDRAWN) as (score_list, change):
        if close_calls(score_list, by=change.by):
            change.log()


def answer_call(call: TableCall, *, by: Actor) -> None:
    with holding_list(call.list, by, Action.PHONE_CALL_ANSWERED):
        answer_open_call(call.list, by=by)


def answer_open_call(score_list: ScoreList, *, by: Actor) -> None:
    """Answer the open call of a list, if there is one, inside an open block."""
    if close_calls(score_list, by=by):
        tournament = score_list.series.tournament
        write_log(Action.PHONE_CALL_ANSWERED, score_list.subject, by=by, tournament=tournament)


def close_calls(score_list: ScoreList, *, by: Actor) -> int:
    open_calls = TableCall.objects.filter(list=score_list, closed_at=None)
    return open_calls.update(closed_at=timezone.now(), answered_by=by.user)


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

    Raises OtherDevice, StaleRevision, and Refused with what keeps the list open or with the seats
    that have not signed.
    """
    with writing(access, device) as score_list:
        if stop_reason and stop_after != last_number(score_list):
            raise refuse("phone-stop-elsewhere", field="stop", last=last_number(score_list))
        by = players_of(score_list)
        close_list(score_list, by=by, revision=revision, stop_reason=stop_reason)
        refuse_all(unsigned_problems(score_list, signed))
        Signature.objects.filter(list=score_list).delete()  # those of an earlier revision
        shared = {"list": score_list, "revision": score_list.revision, "at": timezone.now()}
        Signature.objects.bulk_create(
            Signature(position=position, strokes=signed[position], **shared)
            for position in score_list.outline.at_the_end
        )
        confirm_or_sign(score_list, by)
        close_calls(score_list, by=by)  # a table that has signed waits for nobody
        access.ended_at = timezone.now()
        access.save(update_fields=["ended_at"])


def confirm_or_sign(score_list: ScoreList, by: Actor) -> None:
    """Confirm the list if the signatures suffice; otherwise record that all have signed."""
    tournament = score_list.series.tournament
    if tournament.signed_suffices and tournament.confirm != Confirm.BLIND:
        signed = score_list.outline.at_the_end
        write_confirmation(score_list, score_list.revision, by, signed)
    else:
        # Those of an earlier revision do not stand for this one.
        ScoreList.objects.filter(pk=score_list.pk).update(signatures=[])
        record_signatures(score_list.series, [score_list.table_number], by=by)


def issue_addresses(series: Series, *, by: Actor) -> None:
    """Give an address to each list of a released series kept by phone, inside an open block."""
    tournament = series.tournament
    if not tournament.phones or series.state not in reads.PLAYABLE_STATES:
        return
    if without := list(series.lists.filter(access=None).order_by("table_number")):
        TableAccess.objects.bulk_create(map(new_access, without))
        new = {"tables": [score_list.table_number for score_list in without]}
        write_log(
            Action.PHONE_ISSUED, series_subject(series), by=by, tournament=tournament, new=new
        )


def issue_missing(series: Series, *, by: Actor) -> None:
    """As `issue_addresses`, in its own block. Raises Refused unless released and kept by phone."""
    with changing_series(series, by, Action.PHONE_ISSUED):
        if not series.tournament.phones or series.state not in reads.PLAYABLE_STATES:
            raise refuse("phone-not-now")
        issue_addresses(series, by=by)


def issue_everywhere(tournament: Tournament, *, by: Actor) -> None:
    """As `issue_addresses`, for all released series."""
    for series in tournament.series.filter(state__in=reads.PLAYABLE_STATES):
        series.tournament = tournament
        issue_addresses(series, by=by)


def new_access(score_list: ScoreList) -> TableAccess:
    seed, now = token_hex(reads.BITS // 8), timezone.now()
    secret_hash = reads.hash_secret(reads.secret_of(seed))
    return TableAccess(list=score_list, seed=seed, secret_hash=secret_hash, issued_at=now)


def take_to_paper(score_list: ScoreList, *, by: Actor) -> None:
    """End the address of a list, which is kept on paper from now on."""
    set_ended(score_list, Action.PHONE_ENDED, ended=True, by=by)


def give_back(score_list: ScoreList, *, by: Actor) -> None:
    """Let the printed address open the list again."""
    set_ended(score_list, Action.PHONE_RESUMED, ended=False, by=by)


def set_ended(score_list: ScoreList, action: str, *, ended: bool, by: Actor) -> None:
    with holding_list(score_list, by, action) as change:
        access = access_of(score_list)
        if (access.ended_at is not None) == ended:
            return
        access.ended_at = timezone.now() if ended else None
        access.save(update_fields=["ended_at"])
        change.log()


def renew_address(score_list: ScoreList, *, by: Actor) -> None:
    """Replace the address of a list; no device writes it then."""
    with holding_list(score_list, by, Action.PHONE_RENEWED) as change:
        access, new = access_of(score_list), new_access(score_list)
        access.seed, access.secret_hash = new.seed, new.secret_hash
        access.issued_at, access.ended_at = new.issued_at, None
        access.save()
        TableDevice.objects.filter(list=score_list, until=None).update(until=new.issued_at)
        change.log()


def access_of(score_list: ScoreList) -> TableAccess:
    """The address of a list; raises Refused without one."""
    access = TableAccess.objects.filter(list=score_list).first()
    if access is None:
        raise refuse("phone-no-address", table=score_list.table_number)
    return access


# Guesses at secret addresses, counted by the network address they come from. A hall behind one
# router has one address: a right secret opens its list however many wrong ones were tried there.
GUESSES = limits.Limit("secret address", 20, window=limits.QUARTER_HOUR)


def count_guess(address: str) -> int:
    """Count a wrong secret; returns the seconds for which its sender is refused."""
    sender = GUESSES.key(limits.counted_address(address))
    try:
        limits.count_failures([(GUESSES, sender)])
    except limits.TooManyFailures as refused:
        return refused.seconds
    return 0
