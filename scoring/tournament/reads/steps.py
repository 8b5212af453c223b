"""The steps of a tournament from its state: what can be done now, the most urgent first.

Pure: everything comes from a `DayState`. Nothing stands here that the state forbids.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.core.access import Right
from scoring.models import Role
from scoring.models.tournament import BrokenOff, SeriesState, TournamentState
from scoring.series.services.draw import UNSEATABLE_COUNTS
from scoring.tournament.reads.day import DayEnd, DayState, SeriesOfDay, TableOfDay


@dataclass(frozen=True, slots=True)
class NextStep:
    """One thing to do, and the least role that can do it.

    `against` says why a step needs a reason: it is possible, but out of order.
    """

    code: str
    role: Role = Role.ORGANIZER
    series: SeriesOfDay | None = None
    count: int = 0
    cents: int = 0
    tables: tuple[TableOfDay, ...] = ()
    scope: str = ""
    against: str = ""


def steps(day: DayState) -> tuple[NextStep, ...]:
    """Everything that can be done in this state; never empty."""
    if day.state == TournamentState.FINAL:
        return tuple(after_final(day))
    if day.state == TournamentState.REVIEW:
        return tuple(in_review(day))
    if day.broken_off:
        return tuple(broken_off(day))
    of_play = tuple(under_way(day)) or (NextStep("add-series"),)
    return *calls(day), *of_play, *names_due(day)


def steps_for(day: DayState, right: Right) -> tuple[NextStep, ...]:
    """The steps that a reader can take himself; the first of all, if there is none."""
    every = steps(day)
    own = tuple(each for each in every if right.covers(each.role))
    # Who prepares the next evening is not sent to the final standings.
    if any(each.code == "next-evening" for each in own):
        own = tuple(each for each in own if each.code != "finished")
    return own or every[:1]


# Before and during the series -------------------------------------------------------------------


def calls(day: DayState) -> Iterator[NextStep]:
    """A table that calls the referee does not play on."""
    if day.calls:
        yield NextStep("answer-calls", Role.REFEREE, count=len(day.calls), tables=day.calls)


def under_way(day: DayState) -> Iterator[NextStep]:
    """From the first name to the last list."""
    at = next((each for each in day.series if each.state != SeriesState.CLOSED), None)
    if not day.series:
        if day.entered in UNSEATABLE_COUNTS:
            yield NextStep("enter-players", Role.CLERK, count=day.entered)
        yield NextStep("add-series")
        return
    if day.state == TournamentState.PREPARE and any(
        each.state != SeriesState.DRAFT for each in day.series
    ):
        yield NextStep("begin")
    yield from collecting(day)
    if day.public:
        yield from not_shown(day)
    if at is not None:
        yield from of_series(day, at)
    for each in day.series:
        if each is not at and each.missing:
            yield enter_lists(each)
    yield from to_confirm(day)
    if at is None:
        if day.state == TournamentState.RUNNING and not any(each.missing for each in day.series):
            yield NextStep("review")
        yield NextStep("add-series")


def names_due(day: DayState) -> Iterator[NextStep]:
    """Names of people whose lists are not kept any longer (TO 7.4.4)."""
    if day.names_due:
        yield NextStep("remove-names", count=day.names_due)


def collecting(day: DayState) -> Iterator[NextStep]:
    """What is owed after a series: everybody is still there before the next one is drawn."""
    for each in day.series:
        if each.owed:
            yield NextStep("collect-series", Role.CLERK, series=each, cents=each.owed)
    if day.door_debtors:
        count, cents = day.door_debtors, day.door_fees
        yield NextStep("collect-fees", Role.CLERK, count=count, cents=cents)


def not_shown(day: DayState) -> Iterator[NextStep]:
    """What is released in the hall, and not on its phones."""
    for each in day.series:
        if each.state in (SeriesState.RELEASED, SeriesState.PLAYING) and not each.seating_shown:
            yield NextStep("show-seating", series=each)
    closed = [each for each in day.series if each.state == SeriesState.CLOSED]
    if closed and not closed[-1].results_shown:
        yield NextStep("show-results", series=closed[-1])


def of_series(day: DayState, at: SeriesOfDay) -> Iterator[NextStep]:
    """The steps of the series that the day is at."""
    if at.state == SeriesState.DRAFT:
        yield from of_draft(at)
        return
    if at.unseated:
        yield NextStep("seat-people", series=at, count=at.unseated)
    if at.vacated:
        yield NextStep("fill-seats", series=at, count=at.vacated)
    if at.state == SeriesState.RELEASED:
        yield NextStep("start-series", series=at)
    if at.missing:
        yield enter_lists(at)
    elif closable(at) and not any(table.list_id in day.own for table in at.to_confirm):
        yield NextStep("close-series", series=at)


def of_draft(at: SeriesOfDay) -> Iterator[NextStep]:
    if not at.drawn:
        if at.unseated in UNSEATABLE_COUNTS:
            yield NextStep("enter-players", Role.CLERK, count=at.unseated)
        elif at.announced:
            yield NextStep("throw-dice", series=at, count=at.unseated)
        else:
            yield NextStep("draw", series=at, count=at.unseated)
        return
    if at.unseated:
        yield NextStep("seat-people-anew", series=at, count=at.unseated)
    if at.vacated:
        yield NextStep("fill-draft", series=at, count=at.vacated)
    yield NextStep("release-seating", series=at)


def closable(series: SeriesOfDay) -> bool:
    """Whether every list is in, and everybody who plays it has one."""
    played = series.state == SeriesState.PLAYING and series.drawn
    return played and not series.missing and not series.unseated


def enter_lists(series: SeriesOfDay) -> NextStep:
    tables = series.missing
    return NextStep("enter-lists", Role.CLERK, series=series, count=len(tables), tables=tables)


def to_confirm(day: DayState) -> Iterator[NextStep]:
    """The lists that this reader may confirm; else, where only confirmed ones count, who could."""
    for each in day.series:
        own = tuple(table for table in each.to_confirm if table.list_id in day.own)
        if own:
            yield NextStep("confirm-lists", Role.CLERK, series=each, count=len(own), tables=own)
            if closable(each) and under_way_still(day):
                yield NextStep("close-series", series=each)
    left = sum(len(each.to_confirm) for each in day.series) - len(day.own)
    if left > 0 and day.needs_confirmation:
        code = "others-confirm" if day.others_confirm else "find-second-person"
        yield NextStep(code, count=left)


def under_way_still(day: DayState) -> bool:
    running = (TournamentState.PREPARE, TournamentState.RUNNING)
    return day.state in running and not day.broken_off


# After the series -------------------------------------------------------------------------------


def in_review(day: DayState) -> Iterator[NextStep]:
    """What stands before the final result, then the money, then the final result itself."""
    end = day.end or DayEnd()
    if end.objections:
        yield NextStep("decide-objections", count=end.objections)
    if end.upheld:
        yield NextStep("correct-upheld", count=end.upheld[0])
    unfinished = [each for each in day.series if each.state in OPEN_SERIES]
    for each in day.series:
        if each.missing:
            yield enter_lists(each)
    if unfinished:
        yield NextStep("back-to-play", series=unfinished[0])
    yield from to_confirm(day)
    yield from debts(end)
    yield from lots(end)
    yield from signatures(day, end)
    if end.cards:
        yield NextStep("hand-in", Role.CLERK, count=end.cards)
    if not day.review_over:
        yield NextStep("hear-objections", Role.VIEWER)
    elif not end.objections and not end.lots:
        yield from of_money(end)
    if may_be_final(day, end):
        against = doubt(day, end)
        yield NextStep("make-final", against=against, count=end.debtors, cents=end.fees)


OPEN_SERIES = (SeriesState.RELEASED, SeriesState.PLAYING)


def lots(end: DayEnd) -> Iterator[NextStep]:
    for scope in end.lots:
        yield NextStep("draw-lots", scope=scope)


def signatures(day: DayState, end: DayEnd) -> Iterator[NextStep]:
    by_id = {each.id: each for each in day.series}
    for _number, pk in end.unsigned:
        if pk in by_id:
            yield NextStep("collect-signatures", Role.CLERK, series=by_id[pk])


def debts(end: DayEnd) -> Iterator[NextStep]:
    if end.debtors:
        yield NextStep("collect-fees", Role.CLERK, count=end.debtors, cents=end.fees)


def of_money(end: DayEnd) -> Iterator[NextStep]:
    if end.choosing:
        count = sum(winners for _pot, winners in end.choosing)
        yield NextStep("choose-prizes", count=count, scope=str(end.choosing[0][0]))
    if end.prizes:
        yield NextStep("pay-prizes", count=end.winners, cents=end.prizes)
    if end.till_open and not end.prizes and not end.debtors:
        yield NextStep("count-till", Role.CLERK)


def may_be_final(day: DayState, end: DayEnd) -> bool:
    """Whether nothing forbids the final result; what a reason overrides, does not."""
    undone = any(each.missing or each.state in OPEN_SERIES for each in day.series)
    waiting = day.needs_confirmation and any(each.to_confirm for each in day.series)
    return not (undone or waiting or end.objections)


def doubt(day: DayState, end: DayEnd) -> str:
    """Why a final result would need a reason now; "" if it needs none."""
    if not day.review_over:
        return "review"
    if end.upheld:
        return "objection"
    return "signatures" if end.unsigned else ""


def broken_off(day: DayState) -> Iterator[NextStep]:
    """A tournament that was broken off: its money, and its result as far as it was played."""
    end = day.end or DayEnd()
    played = any(each.state == SeriesState.CLOSED for each in day.series)
    unfinished = any(each.missing or each.state in OPEN_SERIES for each in day.series)
    if day.broken_off == BrokenOff.REFUNDED:
        yield from debts(end)
        if end.till_open and not end.debtors:
            yield NextStep("count-till", Role.CLERK)
    if played and not unfinished and day.state == TournamentState.RUNNING:
        yield NextStep("review")
    yield NextStep("broken-off")


# The step to a server, by how far the report of the result is.
REPORTING = {"due": "report", "corrected": "report-corrected", "refused": "report-refused"}


def after_final(day: DayState) -> Iterator[NextStep]:
    """What outlasts the result: money that was not moved, the backup, the next evening."""
    end = day.end or DayEnd()
    if day.reported:
        # What is to be done is done where it was played.
        if day.frozen:
            yield NextStep("reveal")
        yield NextStep("finished", Role.VIEWER)
        return
    yield from lots(end)
    if day.report in REPORTING:
        yield NextStep(REPORTING[day.report])
    if end.cards:
        yield NextStep("hand-in", Role.CLERK, count=end.cards)
    yield from debts(end)
    yield from of_money(end)
    if day.frozen:
        yield NextStep("reveal")
    if not day.backed_up:
        yield NextStep("back-up")
    if day.report == "unreached":
        yield NextStep("report-unreached")
    if day.in_season:
        yield NextStep("next-evening")
    yield from names_due(day)
    if day.season_over:
        yield NextStep("close-season")
    yield NextStep("finished", Role.VIEWER)
