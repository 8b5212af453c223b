"""The steps of a tournament from its `DayState`: what can be done now, the most urgent first."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.core.access import Right
from scoring.models import Role
from scoring.models.tournament import BrokenOff, SeriesState, TournamentState
from scoring.series.services.draw import UNSEATABLE_COUNTS
from scoring.tournament.reads.day import DayEnd, DayState, SeriesOfDay, TableOfDay

OPEN_SERIES = (SeriesState.RELEASED, SeriesState.PLAYING)


@dataclass(frozen=True, slots=True)
class NextStep:
    """One thing to do, and the least role that can do it."""

    code: str
    role: Role = Role.ORGANIZER
    series: SeriesOfDay | None = None
    count: int = 0
    number: int = 0  # of a decision
    cents: int = 0
    tables: tuple[TableOfDay, ...] = ()
    scope: str = ""
    against: str = ""  # why the step needs a reason, if it does


def steps(day: DayState) -> tuple[NextStep, ...]:
    """Everything that can be done in this state; never empty."""
    if day.state == TournamentState.FINAL:
        return tuple(steps_after_final(day))
    if day.state == TournamentState.REVIEW:
        return tuple(steps_in_review(day))
    if day.broken_off:
        return tuple(steps_broken_off(day))
    play_steps = tuple(steps_of_play(day)) or (NextStep("add-series"),)
    if day.calls:  # these tables cannot play on
        call = NextStep("answer-calls", Role.REFEREE, count=len(day.calls), tables=day.calls)
        return call, *play_steps
    return play_steps


def steps_for(day: DayState, right: Right) -> tuple[NextStep, ...]:
    """The steps that a reader can take himself; if there are none, the first of all."""
    all_steps = steps(day)
    own = tuple(step for step in all_steps if step.role in right.roles)
    # Whoever can prepare the next evening is not sent to the final standings.
    if any(step.code == "next-evening" for step in own):
        own = tuple(step for step in own if step.code != "finished")
    return own or all_steps[:1]


# Before and during the series.


def steps_of_play(day: DayState) -> Iterator[NextStep]:
    if not day.series:
        if day.players in UNSEATABLE_COUNTS:
            yield NextStep("enter-players", Role.CLERK, count=day.players)
        yield NextStep("add-series")
        return
    current = next((series for series in day.series if series.state != SeriesState.CLOSED), None)
    seated = any(series.state != SeriesState.DRAFT for series in day.series)
    if day.state == TournamentState.PREPARE and seated:
        yield NextStep("begin")
    # The money of a series, before the next one: now everybody is still at the table.
    yield from series_to_collect(day, due=True)
    if day.public:
        yield from steps_to_show(day)
    if current is not None:
        yield from steps_of_series(day, current)
        yield from open_amounts(day)
    for series in day.series:
        if series is not current and series.missing:
            yield enter_lists(series)
    yield from steps_to_confirm(day)
    if current is None:
        missing = any(series.missing for series in day.series)
        if day.state == TournamentState.RUNNING and not missing:
            yield NextStep("review")
        yield from open_amounts(day)
        yield NextStep("add-series")


def series_to_collect(day: DayState, *, due: bool) -> Iterator[NextStep]:
    for series in day.series:
        if series.owed and series.round_due == due:
            yield NextStep("collect-series", Role.CLERK, series=series, cents=series.owed)


def open_amounts(day: DayState) -> Iterator[NextStep]:
    """Open fees that do not hold up the play."""
    yield from series_to_collect(day, due=False)
    if day.door_debtors:
        count, cents = day.door_debtors, day.door_fees
        yield NextStep("collect-fees", Role.CLERK, count=count, cents=cents)


def steps_to_show(day: DayState) -> Iterator[NextStep]:
    """Seatings and results released in the hall but not on the public pages."""
    for series in day.series:
        if series.state in OPEN_SERIES and not series.seating_shown:
            yield NextStep("show-seating", series=series)
    closed = [series for series in day.series if series.state == SeriesState.CLOSED]
    if closed and not closed[-1].results_shown:
        yield NextStep("show-results", series=closed[-1])


def steps_of_series(day: DayState, current: SeriesOfDay) -> Iterator[NextStep]:
    if current.state == SeriesState.DRAFT:
        yield from steps_of_draft(current)
        return
    if current.unseated:
        yield NextStep("seat-people", series=current, count=current.unseated)
    if current.vacated:
        yield NextStep("fill-seats", series=current, count=current.vacated)
    if current.state == SeriesState.RELEASED:
        yield NextStep("start-series", series=current)
    if current.missing:
        yield enter_lists(current)
    elif can_close(current) and day.confirmable.isdisjoint(
        table.list_id for table in current.to_confirm
    ):
        yield NextStep("close-series", series=current)


def steps_of_draft(current: SeriesOfDay) -> Iterator[NextStep]:
    if not current.drawn:
        if current.unseated in UNSEATABLE_COUNTS:
            yield NextStep("enter-players", Role.CLERK, count=current.unseated)
        elif current.announced:
            yield NextStep("throw-dice", series=current, count=current.unseated)
        else:
            yield NextStep("draw", series=current, count=current.unseated)
        return
    if current.unseated:
        yield NextStep("seat-people-anew", series=current, count=current.unseated)
    if current.vacated:
        yield NextStep("fill-draft", series=current, count=current.vacated)
    yield NextStep("release-seating", series=current)


def can_close(series: SeriesOfDay) -> bool:
    """Whether every list is in, and every player has one."""
    played = series.state == SeriesState.PLAYING and series.drawn
    return played and not series.missing and not series.unseated


def enter_lists(series: SeriesOfDay) -> NextStep:
    tables = series.missing
    return NextStep("enter-lists", Role.CLERK, series=series, count=len(tables), tables=tables)


def steps_to_confirm(day: DayState) -> Iterator[NextStep]:
    """Lists that this reader may confirm; if only confirmed ones count, also those of others."""
    for series in day.series:
        own = tuple(table for table in series.to_confirm if table.list_id in day.confirmable)
        if own:
            yield NextStep("confirm-lists", Role.CLERK, series=series, count=len(own), tables=own)
            if can_close(series) and day.state != TournamentState.REVIEW:
                yield NextStep("close-series", series=series)
    unconfirmed = sum(len(series.to_confirm) for series in day.series) - len(day.confirmable)
    if unconfirmed > 0 and day.needs_confirmation:
        code = "others-confirm" if day.others_confirm else "find-second-person"
        yield NextStep(code, count=unconfirmed)


# After the series.


def steps_in_review(day: DayState) -> Iterator[NextStep]:
    """What the final result waits for, then the money, then the final result itself."""
    end = day.end
    if end.objections:
        yield NextStep("decide-objections", count=end.objections)
    if end.upheld:
        yield NextStep("correct-upheld", number=end.upheld[0])
    for series in day.series:
        if series.missing:
            yield enter_lists(series)
    if unfinished := next((row for row in day.series if row.state in OPEN_SERIES), None):
        yield NextStep("back-to-play", series=unfinished)
    yield from steps_to_confirm(day)
    yield from steps_for_debts(end)
    yield from (NextStep("draw-lots", scope=scope) for scope in end.lots)
    yield from steps_for_papers(day, end)
    if not day.review_over:
        yield NextStep("hear-objections", Role.VIEWER)
    elif not end.objections and not end.lots:
        yield from steps_for_prizes(end)
    if may_be_final(day, end):
        against = reason_needed(day, end)
        yield NextStep("make-final", against=against, count=end.debtors, cents=end.fees)


def steps_for_papers(day: DayState, end: DayEnd) -> Iterator[NextStep]:
    """One step for all series: signatures, lists, start cards (TO 9.11, 9.13)."""
    first = next((series for series in day.series if series.id in end.unsigned), None)
    if first or end.cards:
        yield NextStep("papers-back", Role.CLERK, series=first, count=end.cards)


def steps_for_debts(end: DayEnd) -> Iterator[NextStep]:
    if end.debtors:
        yield NextStep("collect-fees", Role.CLERK, count=end.debtors, cents=end.fees)


def steps_for_prizes(end: DayEnd) -> Iterator[NextStep]:
    if end.choosing:
        count = sum(winners for _pot, winners in end.choosing)
        yield NextStep("choose-prizes", count=count, scope=str(end.choosing[0][0]))
    if end.prizes:
        yield NextStep("pay-prizes", count=end.winners, cents=end.prizes)
    if end.till_open and not end.prizes and not end.debtors:
        yield NextStep("count-till", Role.CLERK)


def may_be_final(day: DayState, end: DayEnd) -> bool:
    """Whether nothing forbids the final result; what a reason can override does not count."""
    undone = any(series.missing or series.state in OPEN_SERIES for series in day.series)
    waiting = day.needs_confirmation and any(series.to_confirm for series in day.series)
    return not (undone or waiting or end.objections)


def reason_needed(day: DayState, end: DayEnd) -> str:
    """Why a final result would need a reason now; "" if it needs none."""
    if not day.review_over:
        return "review"
    if end.upheld:
        return "objection"
    return "signatures" if end.unsigned else ""


def steps_broken_off(day: DayState) -> Iterator[NextStep]:
    """After breaking off: the money, and the result as far as it was played."""
    end = day.end
    played = any(series.state == SeriesState.CLOSED for series in day.series)
    unfinished = any(series.missing or series.state in OPEN_SERIES for series in day.series)
    if day.broken_off == BrokenOff.REFUNDED:
        yield from steps_for_debts(end)
        if end.till_open and not end.debtors:
            yield NextStep("count-till", Role.CLERK)
    if played and not unfinished and day.state == TournamentState.RUNNING:
        yield NextStep("review")
    yield NextStep("broken-off")


# The step for reporting the result to a server, by the state of the report.
REPORT_STEPS = {"due": "report", "corrected": "report-corrected", "refused": "report-refused"}


def steps_after_final(day: DayState) -> Iterator[NextStep]:
    """What is left after the result, from lots and money to the end of the season."""
    end = day.end
    if day.reported:
        # Everything else is done where the tournament was played.
        if day.frozen:
            yield NextStep("reveal")
        yield NextStep("finished", Role.VIEWER)
        return
    yield from (NextStep("draw-lots", scope=scope) for scope in end.lots)
    yield from (NextStep(step) for state, step in REPORT_STEPS.items() if state == day.report)
    if end.cards:
        yield NextStep("hand-in", Role.CLERK, count=end.cards)
    yield from steps_for_debts(end)
    yield from steps_for_prizes(end)
    if day.frozen:
        yield NextStep("reveal")
    if not day.backed_up:
        yield NextStep("back-up")
    if day.report == "unreached":
        yield NextStep("report-unreached")
    if day.in_season:
        yield NextStep("next-evening")
    if day.names_due:  # the lists need not be kept any longer (TO 7.4.4)
        yield NextStep("remove-names", count=day.names_due)
    if day.season_over:
        yield NextStep("close-season")
    yield NextStep("finished", Role.VIEWER)
