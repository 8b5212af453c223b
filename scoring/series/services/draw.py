"""Draw the seating of a series, or of several at once: by the engine, by dice, or by hand.

`fingerprint` is a hash of everything that decides a draw except chance. For a provable draw
`announce_draw` stores and shows it first; then `draw_announced` takes a seed that nobody controls.
"""

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex

from django.db.models import Count
from django.utils import timezone

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import Change, changing_series
from scoring.models import Actor, Draw, Series
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.tournament import SeriesState
from scoring.rules.problem import Problem
from scoring.seating import plan as engine
from scoring.seating.plan import SeatingPlan
from scoring.seating.report import report_document, request_document
from scoring.seating.request import ENGINE, DrawRequest, faults, fingerprint, head_counts
from scoring.series.reads.draw_request import (
    BY_LOT,
    MANUAL,
    DrawOptions,
    Tables,
    options_of_draw,
    request_of,
    series_entries,
    threes_for_log,
    threes_problems,
    waiting_draw,
    were_shown,
)
from scoring.series.services.seat_changes import clear_tables, seat_tables
from scoring.series.states import act_problems, override_problems

UNSEATABLE_COUNTS = (0, 1, 2, 5)  # of five players one waits: they are seated by hand


def draw_series(
    series: Series,
    draw_options: DrawOptions = BY_LOT,
    *,
    by: Actor,
    reason: str = "",
    seed: str | None = None,
) -> Draw:
    """Seat everybody who plays this series, and the later ones that `draw_options` includes."""
    request = request_of(series, draw_options)
    refuse_draw(series, draw_options, request, reason)
    return search_and_write(series, draw_options, request, seed or token_hex(16), by, reason)


def announce_draw(
    series: Series, draw_options: DrawOptions, *, by: Actor, reason: str = ""
) -> Draw:
    """Store the hash of a provable draw, to be shown; its seed is thrown afterwards."""
    with changing_series(series, by, Action.SERIES_DRAW_ANNOUNCED, reason=reason) as change:
        request = request_of(series, draw_options)
        refuse_draw(series, draw_options, request, reason)
        [draw] = next_draws([series], draw_options, change)
        draw.entries_hash = fingerprint(request)
        draw.options |= {"request": request_document(request)}
        draw.save()
        change.log(new={"draw": draw.number, "hash": draw.entries_hash})
        return draw


def draw_announced(series: Series, value: str, *, by: Actor) -> Draw:
    """Make the announced draw with the thrown value as its seed.

    Raises Refused if nothing was announced, or if players or options no longer match the hash.
    """
    draw, seed = waiting_draw(series), " ".join(value.split())
    if draw is None:
        raise refuse("no-draw-announced")
    draw_options = options_of_draw(draw)
    request = request_of(series, draw_options)
    if fingerprint(request) != draw.entries_hash:
        raise refuse("announced-for-others")
    return search_and_write(series, draw_options, request, seed, by, draw.reason, draw)


def search_and_write(
    series: Series,
    draw_options: DrawOptions,
    request: DrawRequest,
    seed: str,
    by: Actor,
    reason: str,
    announced: Draw | None = None,
) -> Draw:
    """Search for a plan and write its draws, unless something has changed meanwhile."""
    plan = engine.draw(replace(request, seed=seed))
    with changing_series(series, by, Action.SERIES_DRAWN, reason=reason) as change:
        # Drawing takes time: repeat the checks under the lock.
        # The announcement counts as shown, but making what it announced needs no reason.
        refuse_draw(series, draw_options, request, "announced" if announced else reason)
        if fingerprint(request_of(series, draw_options)) != plan.fingerprint:
            raise refuse("players-changed")
        if announced and waiting_draw(series) != announced:
            raise refuse("no-draw-announced")
        return write_draws(series, draw_options, request, plan, change, announced)


def seat_by_hand(series: Series, tables: Tables, *, by: Actor, reason: str = "") -> Draw:
    """Seat everybody as typed, with a reason for many threes (TO 7.1.1). Raises Refused."""
    with changing_series(series, by, Action.SERIES_SEATED, reason=reason) as change:
        entries = {entry.start_number: entry for entry in series_entries(series)}
        problems = act_problems(series, "seat") + redraw_problems([series], reason)
        problems += manual_problems(tables, list(entries))
        problems += override_problems(threes_problems(series, tables), by=by, reason=reason)
        refuse_all(problems)
        clear_tables(series)
        seat_tables({series: {table: [entries[n].pk for n in tables[table]] for table in tables}})
        [draw] = next_draws([series], BY_LOT, change)
        draw.mode, draw.engine = MANUAL, ""
        draw.options = {"seating": {str(table): tables[table] for table in sorted(tables)}}
        draw.save()
        new = {"draw": draw.number, "mode": MANUAL, "tables": len(tables)}
        change.log(new=new | threes_for_log(tables))
    return draw


def manual_problems(tables: Tables, numbers: Sequence[int]) -> list[Problem]:
    """Why these tables do not seat all who play; of five players one waits."""
    problems = []
    seated = [number for table in tables.values() for number in table]
    for table, players in tables.items():
        if len(players) not in (3, 4):
            params = {"table": table, "players": len(players)}
            problems.append(Problem("table-of-three-or-four", "tables", params))
    for number in sorted({number for number in seated if seated.count(number) > 1}):
        problems.append(Problem("start-number-twice", "tables", {"number": number}))
    for number in sorted(set(seated) - set(numbers)):
        problems.append(Problem("plays-not-in-this-series", "tables", {"number": number}))
    unseated = sorted(set(numbers) - set(seated))
    may_wait = 1 if len(numbers) == 5 else 0
    if len(unseated) > may_wait:
        problems.append(Problem("players-without-seat", "tables", {"numbers": unseated}))
    return problems


def covered_series(series: Series, draw_options: DrawOptions) -> list[Series]:
    last = series.number + draw_options.series - 1
    later = series.tournament.series.filter(number__range=(series.number, last))
    return [series, *later.exclude(pk=series.pk)]


def refuse_draw(
    series: Series, draw_options: DrawOptions, request: DrawRequest, reason: str
) -> None:
    covered = covered_series(series, draw_options)
    problems = act_problems(series, "draw") + redraw_problems(covered, reason)
    if len(covered) < draw_options.series:
        problems.append(Problem("plan-too-long", "series", {"most": len(covered)}))
    released = [other.number for other in covered[1:] if other.state != SeriesState.DRAFT]
    if released:
        problems.append(Problem("plan-covers-released", "series", {"series": released}))
    impossible = sorted(set(UNSEATABLE_COUNTS).intersection(head_counts(request).values()))
    problems += [Problem("players-cannot-be-seated", params={"players": n}) for n in impossible]
    problems += [
        Problem(f"draw-{fault.code}", params={"number": fault.player})
        for fault in faults(request)
        if fault.code != "too-few-players"  # named above, each number of players once
    ]
    refuse_all(problems)


def redraw_problems(drawn_series: Sequence[Series], reason: str) -> list[Problem]:
    """A missing reason, if others have seen a draw of these series."""
    missing = not reason.strip() and were_shown(drawn_series)
    return [Problem("reason-missing", "reason")] if missing else []


def next_draws(
    drawn_series: Sequence[Series], draw_options: DrawOptions, change: Change
) -> list[Draw]:
    """The next draw of each series, unsaved and without seed and result."""
    draws = Draw.objects.filter(series__in=drawn_series).order_by().values_list("series")
    draw_counts = dict(draws.annotate(Count("pk")))
    return [
        Draw(
            series=series,
            number=draw_counts.get(series.pk, 0) + 1,
            mode=draw_options.mode,
            options=draw_options.document(),
            entries_hash="",
            seed="",
            engine=ENGINE,
            reason=change.reason,
            drawn_at=timezone.now(),
            drawn_by=change.by.user,
        )
        for series in drawn_series
    ]


def write_draws(
    series: Series,
    draw_options: DrawOptions,
    request: DrawRequest,
    plan: SeatingPlan,
    change: Change,
    announced: Draw | None,
) -> Draw:
    """Write the tables and a draw for every series of the plan; returns the first draw."""
    entries = dict(series.tournament.entries.order_by().values_list("start_number", "pk"))
    covered = covered_series(series, draw_options)
    clear_tables(*covered)
    seating = {}
    for seated_series, tables in zip(covered, plan.series, strict=True):
        ids = [[entries[int(player)] for player in table] for table in tables]
        seating[seated_series] = dict(enumerate(ids, 1))
    seat_tables(seating)
    rows = next_draws(covered, draw_options, change)
    rows[0] = announced or rows[0]
    for row in rows:
        row.entries_hash, row.seed = plan.fingerprint, plan.seed
        row.report = report_document(plan.report)
        row.drawn_at, row.drawn_by = timezone.now(), change.by.user
    first, *others = rows  # the others refer to the request of the first
    first.options |= {"request": request_document(request)}
    first.save()
    for row in others:
        row.options |= {"plan_of": [series.number, first.number]}
    Draw.objects.bulk_create(others)
    for seated_series, row, tables in zip(covered, rows, plan.series, strict=True):
        new = {"draw": row.number, "mode": row.mode, "seed": row.seed}
        new |= {"players": sum(map(len, tables)), "tables": len(tables)}
        change.log(about=series_subject(seated_series), new=new)
    return first
