"""Series: create, draw by lot, open a list without a draw, and move from state to state."""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from secrets import token_hex

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scoring.models import Actor, Draw, Entry, LogEntry, ScoreList, Seat, Series, Tournament
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem
from scoring.seating.lot import ENGINE, draw_lot, table_sizes
from scoring.services.backups import back_up_after_closing
from scoring.services.base import (
    AlreadyWritten,
    Refused,
    alone,
    refuse,
    seen,
    write_log,
)

ROUNDS = range(1, 25)

# What a series may become from each state; later guards add to this table, nothing goes past it.
SERIES_TRANSITIONS: dict[str, tuple[str, ...]] = {
    SeriesState.DRAFT: (SeriesState.RELEASED,),
    SeriesState.RELEASED: (SeriesState.PLAYING, SeriesState.DRAFT),
    SeriesState.PLAYING: (SeriesState.CLOSED,),
    SeriesState.CLOSED: (SeriesState.PLAYING,),
}


def create_series(
    tournament: Tournament,
    *,
    by: Actor,
    rounds: int = 12,
    day: date | None = None,
    token: str | None = None,
) -> Series:
    """The next series of a tournament. Raises Refused if `rounds` is not 1 to 24."""
    if rounds not in ROUNDS:
        raise refuse("rounds-out-of-range", field="rounds", least=ROUNDS[0], most=ROUNDS[-1])
    try:
        with alone(tournament, token):
            last = tournament.series.aggregate(last=Max("number"))["last"] or 0
            series = Series.objects.create(
                tournament=tournament, number=last + 1, rounds=rounds, day=day
            )
            new = {"rounds": rounds, "day": day.isoformat() if day else None}
            write_log(
                "series.created", subject(series), by=by, tournament=tournament, new=new,
                token=token,
            )  # fmt: skip
    except AlreadyWritten as again:
        return tournament.series.get(number=int(again.log.subject.split("/")[1]))
    return series


def remove_series(series: Series, *, by: Actor, token: str | None = None) -> None:
    """Take back a series that was created by mistake: the last one, while nothing is seated."""
    try:
        with alone(series.tournament, token):
            if series.lists.exists():
                raise refuse("series-has-lists")
            if series.tournament.series.filter(number__gt=series.number).exists():
                raise refuse("series-not-last")
            write_log(
                "series.removed", subject(series), by=by, tournament=series.tournament,
                old={"rounds": series.rounds}, token=token,
            )  # fmt: skip
            series.delete()
    except AlreadyWritten:
        pass


def subject(series: Series) -> str:
    return f"series/{series.number}"


def draw_series(
    series: Series,
    *,
    by: Actor,
    reason: str = "",
    seed: str | None = None,
    token: str | None = None,
) -> Draw:
    """Seat everybody who plays this series by lot, in tables of four and, at the end, three.

    The seed comes from the system's randomness and is kept with a hash of who took part, so
    that anyone can repeat the draw. Drawing again needs a reason; the draws before stay on
    record. Raises Refused if the seating is released already or the number of players cannot
    be seated (1, 2 and 5).
    """
    if earlier := seen(token):
        return drawn_earlier(series, earlier)
    entries = playing(series)
    refuse_draw(series, entries, reason)
    seed = seed or token_hex(16)
    tables = draw_lot(entries, seed)
    try:
        with alone(series.tournament, token):
            # What was true before the draw has to be true still, now that nobody can change it.
            refresh(series)
            refuse_draw(series, entries, reason)
            number = series.draws.count() + 1
            series.lists.all().delete()
            for table, seated in enumerate(tables, 1):
                seat_table(series, table, seated)
            draw = Draw.objects.create(
                series=series,
                number=number,
                mode="lot",
                entries_hash=entries_hash(entries),
                seed=seed,
                engine=ENGINE,
                reason=reason,
                drawn_at=timezone.now(),
                drawn_by=by.user,
            )
            new = {"draw": number, "seed": seed, "players": len(entries), "tables": len(tables)}
            write_log(
                "series.drawn", subject(series), by=by, tournament=series.tournament, new=new,
                reason=reason, token=token,
            )  # fmt: skip
    except AlreadyWritten as again:
        return drawn_earlier(series, again.log)
    return draw


def drawn_earlier(series: Series, log: LogEntry) -> Draw:
    """The draw that a submission made when it first arrived."""
    return series.draws.get(number=(log.new or {})["draw"])


def refuse_draw(series: Series, entries: Sequence[Entry], reason: str) -> None:
    """Raises Refused with everything that forbids seating these players in this series now."""
    problems = draw_problems(series, entries, reason)
    if entries_hash(playing(series)) != entries_hash(entries):
        problems.append(Problem("players-changed"))
    if problems:
        raise Refused(problems)


def playing(series: Series) -> list[Entry]:
    """Who is to be seated in this series, by start number."""
    entries = series.tournament.entries.select_related("person")
    return [entry for entry in entries if entry.plays(series.number)]


def draw_problems(series: Series, entries: Sequence[Entry], reason: str) -> list[Problem]:
    """Everything that forbids drawing this series now."""
    problems = []
    if series.state != SeriesState.DRAFT:
        problems.append(Problem("seating-released"))
    if series.draws.exists() and not reason.strip():
        problems.append(Problem("reason-missing", field="reason"))
    try:
        table_sizes(len(entries))
    except ValueError:
        problems.append(Problem("players-cannot-be-seated", params={"players": len(entries)}))
    return problems


def entries_hash(entries: Sequence[Entry]) -> str:
    """A fingerprint of who took part in a draw, made before the seed is known."""
    return sha256(",".join(str(entry.start_number) for entry in entries).encode()).hexdigest()


def seat_table(series: Series, table: int, seated: Sequence[Entry]) -> ScoreList:
    """A table with its empty list."""
    score_list = ScoreList.objects.create(
        series=series,
        table_number=table,
        seats=len(seated),
        games_due=len(seated) * series.rounds,
    )
    Seat.objects.bulk_create(
        Seat(list=score_list, series=series, position=position, entry=entry)
        for position, entry in enumerate(seated, 1)
    )
    return score_list


def open_list(
    series: Series,
    table: int,
    start_numbers: Sequence[int],
    *,
    by: Actor,
    token: str | None = None,
) -> ScoreList:
    """Open the list of a table as it stands on the paper: table number and start numbers.

    For events that draw seat cards from a bag. The first such list starts the series. Raises
    Refused with every problem: a table that has a list already, a start number that is unknown,
    repeated, or seated at another table.
    """
    tournament = series.tournament
    try:
        with alone(tournament, token):
            refresh(series)
            entries = {
                entry.start_number: entry
                for entry in tournament.entries.filter(start_number__in=start_numbers)
            }
            if problems := open_problems(series, table, start_numbers, entries):
                raise Refused(problems)
            Series.objects.filter(pk=series.pk).update(state=SeriesState.PLAYING)
            series.state = SeriesState.PLAYING
            begin(tournament, by)
            score_list = seat_table(series, table, [entries[n] for n in start_numbers])
            write_log(
                "list.opened", score_list.subject, by=by, tournament=tournament,
                new={"seats": list(start_numbers)}, token=token,
            )  # fmt: skip
    except AlreadyWritten:
        return series.lists.get(table_number=table)
    return score_list


def open_problems(
    series: Series, table: int, start_numbers: Sequence[int], entries: dict[int, Entry]
) -> list[Problem]:
    """Everything that forbids opening this list."""
    problems = []
    if series.tournament.state == TournamentState.FINAL:
        problems.append(Problem("tournament-final"))
    if series.state == SeriesState.CLOSED:
        problems.append(Problem("series-closed"))
    if series.lists.filter(table_number=table).exists():
        problems.append(Problem("table-has-a-list", "table", {"table": table}))
    if len(start_numbers) not in (3, 4):
        problems.append(Problem("three-or-four-players", "seat1", {"players": len(start_numbers)}))
    seated = dict(
        Seat.objects.filter(series=series, entry__in=entries.values()).values_list(
            "entry__start_number", "list__table_number"
        )
    )
    for position, number in enumerate(start_numbers, 1):
        field = f"seat{position}"
        if number not in entries:
            problems.append(Problem("start-number-unknown", field, {"number": number}))
        elif number in start_numbers[: position - 1]:
            problems.append(Problem("start-number-twice", field, {"number": number}))
        elif number in seated:
            params = {"number": number, "table": seated[number]}
            problems.append(Problem("already-seated", field, params))
    return problems


def move_series(
    series: Series, to: str, *, by: Actor, reason: str = "", token: str | None = None
) -> list[Problem]:
    """Take a series to its next state, or back. Raises Refused where the table forbids it.

    A series that a person closes is backed up when that is written. Returns what hindered the
    backup or its copy: the closing stands in any case.
    """
    old, told = series.state, list[Problem]()
    try:
        with alone(series.tournament, token):
            refresh(series)
            if series.state != old:
                raise refuse("state-changed")
            refuse_move(series, to)
            # Waits for a clerk who is writing in this series. His first game may have begun it.
            if not Series.objects.filter(pk=series.pk, state=old).update(state=to):
                raise refuse("state-changed")
            refuse_loss(series, to)
            series.state = to
            if to == SeriesState.RELEASED:
                newest = series.draws.order_by("-number").values("pk")[:1]
                series.draws.filter(pk__in=newest).update(released_at=timezone.now())
                begin(series.tournament, by)
            write_log(
                "series.moved", subject(series), by=by, tournament=series.tournament,
                old={"state": old}, new={"state": to}, reason=reason, token=token,
            )  # fmt: skip
            # Simulations and measurements close series by the dozen, without an account.
            if to == SeriesState.CLOSED and by.user is not None:
                transaction.on_commit(
                    lambda: told.extend(back_up_after_closing(series, by=by)), robust=True
                )
    except AlreadyWritten:
        series.refresh_from_db()
    return told


def refresh(series: Series) -> None:
    """The series as it stands now; raises Refused if somebody removed it meanwhile."""
    try:
        series.refresh_from_db()
    except Series.DoesNotExist:
        raise refuse("series-gone") from None


def refuse_move(series: Series, to: str) -> None:
    """Raises Refused unless a series may take this step from the state it is in."""
    if to not in SERIES_TRANSITIONS[series.state]:
        raise refuse("transition-not-allowed", old=series.state, new=to)
    if series.tournament.state == TournamentState.FINAL:
        raise refuse("tournament-final")
    if to == SeriesState.RELEASED and not series.lists.exists():
        raise refuse("series-not-drawn")


def refuse_loss(series: Series, to: str) -> None:
    """Raises Refused where a step back to draft would let a new draw wipe out what was typed."""
    if to == SeriesState.DRAFT and series.lists.exclude(depth="none").exists():
        raise refuse("series-has-entries")


def begin(tournament: Tournament, by: Actor) -> None:
    """A tournament whose first seating is released, or first list opened, is running."""
    prepared = Tournament.objects.filter(pk=tournament.pk, state=TournamentState.PREPARE)
    if prepared.update(state=TournamentState.RUNNING):
        tournament.state = TournamentState.RUNNING
        write_log(
            "tournament.moved", "tournament", by=by, tournament=tournament,
            old={"state": TournamentState.PREPARE}, new={"state": TournamentState.RUNNING},
        )  # fmt: skip
