"""Draw the seating of a series, or of several at once; by the engine, by dice, or by hand.

The hash of everything that decides a draw but chance is made before the seed is known
(`fingerprint`). Of a provable draw it is stored and shown first: `announce_draw`; then a value
that nobody controls is typed in: `throw`. Every draw keeps its request, so that `verify` and
anybody with the program can repeat it.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from secrets import token_hex

from django.db.models import Count
from django.utils import timezone

from scoring.core.forms import Refused, refuse
from scoring.core.services import Change, changing, refresh
from scoring.models import Actor, Draw, Series
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.tournament import SeriesState
from scoring.rules.problem import Problem
from scoring.seating import plan as engine
from scoring.seating.plan import SeatingPlan
from scoring.seating.report import report_document, request_document
from scoring.seating.request import (
    ENGINE,
    DrawRequest,
    SeatedSeries,
    faults,
    fingerprint,
    head_counts,
)
from scoring.series.reads.draw_request import (
    BY_LOT,
    MANUAL,
    DrawOptions,
    Tables,
    options_of_draw,
    request_of,
    threes_logged,
    threes_problems,
    were_shown,
)
from scoring.series.services.seat_changes import clear_tables, seat_tables
from scoring.series.states import act_problems, without_reason

LONGEST_SEED = 80
CANNOT_BE_SEATED = (0, 1, 2, 5)


def draw_series(
    series: Series,
    draw_options: DrawOptions = BY_LOT,
    *,
    by: Actor,
    reason: str = "",
    seed: str | None = None,
) -> Draw:
    """Seat everybody who plays this series, and as many after it as `draw_options` says.

    The seed comes from the system's randomness. Drawing again what others saw needs a reason; the
    draws before stay on record. Raises Refused with everything that forbids it: a seating that is
    released, numbers that cannot be seated (1, 2 and 5), fixed tables that cannot be kept.
    """
    request = request_of(series, draw_options)
    refuse_draw(series, draw_options, request, reason)
    mark = fingerprint(request)
    plan = engine.draw(replace(request, seed=seed or token_hex(16)))
    with changing_seats(series, by, Action.SERIES_DRAWN, reason) as change:
        # The checks made before the draw are repeated under the lock.
        refresh(series, "series-gone")
        refuse_draw(series, draw_options, request, reason)
        refuse_others(series, draw_options, mark)
        return write_draws(series, draw_options, request, plan, change)


def announce_draw(
    series: Series,
    draw_options: DrawOptions,
    *,
    by: Actor,
    reason: str = "",
) -> Draw:
    """Store and show the hash of a provable draw; its seed is thrown afterwards."""
    with changing_seats(series, by, Action.SERIES_DRAW_ANNOUNCED, reason) as change:
        refresh(series, "series-gone")
        request = request_of(series, draw_options)
        refuse_draw(series, draw_options, request, reason)
        [draw] = next_draws([series], draw_options, change)
        draw.entries_hash = fingerprint(request)
        draw.options |= {"request": request_document(request)}
        draw.save()
        change.log(new={"draw": draw.number, "hash": draw.entries_hash})
        return draw


def waiting_draw(series: Series) -> Draw | None:
    """The announced draw that waits for its seed: the newest of the series, if it has none."""
    made = list(series.draws.all())
    newest = made[-1] if made else None
    return newest if newest and not newest.seed and newest.mode != MANUAL else None


def throw(series: Series, value: str, *, by: Actor) -> Draw:
    """Draw what was announced with the value that was thrown, typed as everybody saw it.

    Raises Refused if nothing was announced, or if players or options are no longer those of the
    announced hash: then it has to be announced anew, with a reason.
    """
    draw, seed = waiting_draw(series), " ".join(value.split())
    if draw is None:
        raise refuse("no-draw-announced")
    if not 1 <= len(seed) <= LONGEST_SEED:
        raise refuse("seed-missing", field="seed", most=LONGEST_SEED)
    draw_options = options_of_draw(draw)
    request = request_of(series, draw_options)
    refuse_draw(series, draw_options, request, draw.reason or "announced")
    if fingerprint(request) != draw.entries_hash:
        raise refuse("announced-for-others")
    plan = engine.draw(replace(request, seed=seed))
    with changing_seats(series, by, Action.SERIES_DRAWN, draw.reason) as change:
        refresh(series, "series-gone")
        refuse_draw(series, draw_options, request, draw.reason or "announced")
        refuse_others(series, draw_options, draw.entries_hash)
        if waiting_draw(series) != draw:
            raise refuse("no-draw-announced")
        return write_draws(series, draw_options, request, plan, change, draw)


def seat_by_hand(series: Series, tables: Tables, *, by: Actor, reason: str = "") -> Draw:
    """Seat everybody as the organizer says. Raises Refused with every problem, at its table.

    More than three tables of three need a reason (TO 7.1.1).
    """
    with changing_seats(series, by, Action.SERIES_SEATED, reason) as change:
        refresh(series, "series-gone")
        entries = {
            entry.start_number: entry
            for entry in series.tournament.entries.all()
            if entry.plays(series.number)
        }
        problems = act_problems(series, "seat") + reason_problems([series], reason)
        problems += manual_problems(tables, list(entries))
        problems += without_reason(threes_problems(series, tables), by=by, reason=reason)
        if problems:
            raise Refused(problems)
        clear_tables(series)
        seat_tables({series: {table: [entries[n].pk for n in tables[table]] for table in tables}})
        [draw] = next_draws([series], BY_LOT, change)
        draw.mode, draw.engine = MANUAL, ""
        draw.options = {"seating": {str(table): tables[table] for table in sorted(tables)}}
        draw.save()
        new = {"draw": draw.number, "mode": MANUAL, "tables": len(tables)}
        change.log(new=new | threes_logged(tables))
    return draw


def manual_problems(tables: Tables, playing: Sequence[int]) -> list[Problem]:
    """What keeps these tables from being a seating of those who play, every one named.

    Of five players one waits; otherwise everybody has a seat.
    """
    problems = []
    seated = [number for table in tables.values() for number in table]
    for table, players in tables.items():
        if len(players) not in (3, 4):
            params = {"table": table, "players": len(players)}
            problems.append(Problem("table-of-three-or-four", "tables", params))
    for number in sorted({number for number in seated if seated.count(number) > 1}):
        problems.append(Problem("start-number-twice", "tables", {"number": number}))
    for number in sorted(set(seated) - set(playing)):
        problems.append(Problem("plays-not-in-this-series", "tables", {"number": number}))
    left = sorted(set(playing) - set(seated))
    if left and len(playing) != 5:
        problems.append(Problem("players-without-seat", "tables", {"numbers": left}))
    return problems


# What every draw asks ---------------------------------------------------------------------------


def changing_seats(
    series: Series, by: Actor, action: str, reason: str = ""
) -> AbstractContextManager[Change]:
    """The block of a change that seats this series, or announces that."""
    about = series_subject(series)
    return changing(series.tournament, by, action, about=about, reason=reason)


def covered(series: Series, draw_options: DrawOptions) -> list[Series]:
    """The series that a plan seats: this one and those that follow."""
    last = series.number + draw_options.series - 1
    found = series.tournament.series.filter(number__range=(series.number, last))
    return [series, *found.exclude(pk=series.pk)]


def refuse_draw(
    series: Series, draw_options: DrawOptions, request: DrawRequest, reason: str
) -> None:
    """Raises Refused with everything that forbids this draw now."""
    every = covered(series, draw_options)
    problems = act_problems(series, "draw") + reason_problems(every, reason)
    if len(every) < draw_options.series:
        problems.append(Problem("plan-too-long", "series", {"most": len(every)}))
    out = [each.number for each in every[1:] if each.state != SeriesState.DRAFT]
    if out:
        problems.append(Problem("plan-covers-released", "series", {"series": out}))
    problems += request_problems(request)
    if problems:
        raise Refused(problems)


def reason_problems(every: Sequence[Series], reason: str) -> list[Problem]:
    """A redraw of what others saw says why."""
    missing = not reason.strip() and were_shown(every)
    return [Problem("reason-missing", "reason")] if missing else []


def request_problems(request: DrawRequest) -> list[Problem]:
    """Why these players cannot be seated so; each number of players is named once."""
    counts = {} if request.series < 1 else head_counts(request)
    impossible = sorted({players for players in counts.values() if players in CANNOT_BE_SEATED})
    problems = [Problem("players-cannot-be-seated", params={"players": n}) for n in impossible]
    for fault in faults(request):
        if fault.code != "too-few-players":
            params = {"number": fault.player}
            problems.append(Problem(f"draw-{fault.code}", params=params))
    return problems


def refuse_others(series: Series, draw_options: DrawOptions, mark: str) -> None:
    """Raises Refused if players, options or history are not those of the hash any more."""
    if fingerprint(request_of(series, draw_options)) != mark:
        raise refuse("players-changed")


# Writing ----------------------------------------------------------------------------------------


def next_draws(every: Sequence[Series], draw_options: DrawOptions, change: Change) -> list[Draw]:
    """The next draw of each series, without what chance made of it; not saved yet."""
    counted = Draw.objects.filter(series__in=every).order_by().values_list("series")
    before = dict(counted.annotate(Count("pk")))
    return [
        Draw(
            series=series,
            number=before.get(series.pk, 0) + 1,
            mode=draw_options.mode,
            options=draw_options.document(),
            entries_hash="",
            seed="",
            engine=ENGINE,
            reason=change.reason,
            drawn_at=timezone.now(),
            drawn_by=change.by.user,
        )
        for series in every
    ]


def write_draws(
    series: Series,
    draw_options: DrawOptions,
    request: DrawRequest,
    plan: SeatingPlan,
    change: Change,
    announced: Draw | None = None,
) -> Draw:
    """The tables of every series of the plan, and of each a draw; returns the first.

    The first is the one that was `announced`, if any; it keeps the request, and the others say
    where it is.
    """
    entries = dict(series.tournament.entries.order_by().values_list("start_number", "pk"))
    every = covered(series, draw_options)
    clear_tables(*every)
    seat_tables(
        {
            each: {n: [entries[int(p)] for p in table] for n, table in enumerate(tables, 1)}
            for each, tables in zip(every, plan.series, strict=True)
        }
    )
    rows = next_draws(every, draw_options, change)
    rows[0] = announced or rows[0]
    for row in rows:
        row.entries_hash, row.seed = plan.fingerprint, plan.seed
        row.report = report_document(plan.report)
        row.drawn_at, row.drawn_by = timezone.now(), change.by.user
    first, *others = rows
    first.options |= {"request": request_document(request)}
    first.save()
    for row in others:
        row.options |= {"plan_of": [series.number, first.number]}
    Draw.objects.bulk_create(others)
    for each, row, tables in zip(every, rows, plan.series, strict=True):
        change.log(about=series_subject(each), new=log_values(row, tables))
    return first


def log_values(draw: Draw, tables: SeatedSeries) -> Mapping[str, object]:
    """The log values of a draw."""
    players = sum(map(len, tables))
    return {
        "draw": draw.number,
        "mode": draw.mode,
        "seed": draw.seed,
        "players": players,
        "tables": len(tables),
    }
