"""The steps of a tournament in every state: what is offered, and what never is."""

from dataclasses import replace

import pytest

from scoring.core.access import RIGHTS
from scoring.messages.steps import STEP_WORDS
from scoring.models import Role
from scoring.tournament.reads.day import DayEnd, DayState, SeriesOfDay, TableOfDay
from scoring.tournament.reads.panel import PAGES
from scoring.tournament.reads.steps import can_close, steps, steps_for

ORGANIZER, CLERK, VIEWER = RIGHTS[Role.ORGANIZER], RIGHTS[Role.CLERK], RIGHTS[Role.VIEWER]

EMPTY = TableOfDay(11, 1)
BEGUN = TableOfDay(12, 2)
ENTERED = TableOfDay(13, 3, entered=True)
ALSO_ENTERED = TableOfDay(14, 4, entered=True)

UNDRAWN = SeriesOfDay(1, 1, "draft", drawn=False, unseated=47)
DRAWN = SeriesOfDay(1, 1, "draft")
RELEASED = SeriesOfDay(1, 1, "released", missing=(EMPTY, BEGUN))
HIDDEN = replace(RELEASED, seating_shown=False)
PLAYING = SeriesOfDay(1, 1, "playing", missing=(EMPTY, BEGUN))
ALL_IN = SeriesOfDay(1, 1, "playing", to_confirm=(ENTERED,))
CLOSED = SeriesOfDay(1, 1, "closed")
OWED, OWED_BY_ALL = replace(CLOSED, owed=50), replace(CLOSED, owed=1250, round_due=True)
UNCONFIRMED = replace(CLOSED, to_confirm=(ENTERED,))
SECOND, THIRD = replace(UNDRAWN, id=2, number=2), replace(UNDRAWN, id=3, number=3)
SECOND_OWED = replace(OWED_BY_ALL, id=2, number=2)
OWN, ALONE = frozenset({13}), {"others_confirm": False}


def prepare(*series: SeriesOfDay, **fields) -> DayState:
    return DayState("prepare", series, **fields)


def running(*series: SeriesOfDay, **fields) -> DayState:
    return DayState("running", series, **fields)


NOTHING_LEFT = DayEnd()


def review(*series: SeriesOfDay, end: DayEnd = NOTHING_LEFT, **fields) -> DayState:
    return DayState("review", series or (CLOSED,), end=end, **fields)


def ending(**open_things) -> DayState:
    return review(end=DayEnd(**open_things))


def hearing(**open_things) -> DayState:
    return review(end=DayEnd(**open_things), review_over=False)


def final(end: DayEnd = NOTHING_LEFT, **fields) -> DayState:
    return DayState("final", (CLOSED,), end=end, **fields)


# A state, and what an organizer is offered in it, the most urgent first.
STATES: list[tuple[DayState, str]] = [
    # Nobody and nothing; five cannot be seated.
    (prepare(), "enter-players add-series"),
    (prepare(players=8), "add-series"),
    (prepare(replace(UNDRAWN, unseated=5)), "enter-players"),
    # A draw, and who came or left since.
    (prepare(UNDRAWN), "draw"),
    (prepare(replace(UNDRAWN, announced=True)), "throw-dice"),
    (prepare(DRAWN), "release-seating"),
    (prepare(replace(DRAWN, unseated=1)), "seat-people-anew release-seating"),
    (prepare(replace(DRAWN, vacated=1)), "fill-draft release-seating"),
    # Taken back to preparation, and released: what the hall does not see is shown.
    (prepare(RELEASED), "begin start-series enter-lists"),
    (running(RELEASED), "start-series enter-lists"),
    (running(HIDDEN, public=True), "show-seating start-series enter-lists"),
    (running(HIDDEN), "start-series enter-lists"),
    (running(replace(RELEASED, unseated=2)), "seat-people start-series enter-lists"),
    (running(replace(RELEASED, vacated=1)), "fill-seats start-series enter-lists"),
    # While it is played; a table that calls the referee cannot play on.
    (running(PLAYING, SECOND), "enter-lists"),
    (running(PLAYING, SECOND, calls=(BEGUN,)), "answer-calls enter-lists"),
    (running(replace(PLAYING, unseated=1)), "seat-people enter-lists"),
    # All lists are in: a single organizer is led on, unless only confirmed lists count.
    (running(ALL_IN, SECOND), "close-series"),
    (running(ALL_IN, SECOND, confirmable=OWN), "confirm-lists close-series"),
    (running(replace(ALL_IN, unseated=1)), "seat-people"),
    (running(ALL_IN, **ALONE), "close-series"),
    (running(ALL_IN, **ALONE, needs_confirmation=True), "close-series find-second-person"),
    (running(ALL_IN, needs_confirmation=True), "close-series others-confirm"),
    # Closed: the money of the series first, while everybody is still there.
    (running(CLOSED, SECOND), "draw"),
    (running(replace(CLOSED, results_shown=False), SECOND, public=True), "show-results draw"),
    (running(OWED_BY_ALL, SECOND, public=True), "collect-series draw"),
    (running(OWED, SECOND), "draw collect-series"),
    (running(OWED_BY_ALL, SECOND, door_debtors=1), "collect-series draw collect-fees"),
    (running(OWED, SECOND_OWED, THIRD), "collect-series draw collect-series"),
    (running(OWED_BY_ALL), "collect-series review add-series"),
    (running(OWED), "review collect-series add-series"),
    (running(replace(CLOSED, missing=(EMPTY,)), SECOND), "draw enter-lists"),
    (running(replace(CLOSED, missing=(EMPTY,))), "enter-lists add-series"),
    (running(CLOSED), "review add-series"),
    (running(UNCONFIRMED, confirmable=OWN), "confirm-lists review add-series"),
    # Under review: prizes wait for the hour, fees do not.
    (hearing(), "hear-objections make-final"),
    (hearing(prizes=5000, winners=2, till_open=True), "hear-objections make-final"),
    (hearing(fees=150, debtors=1), "collect-fees hear-objections make-final"),
    (ending(), "make-final"),
    (ending(objections=1), "decide-objections"),
    (ending(upheld=(3,)), "correct-upheld make-final"),
    (ending(lots=("overall",), prizes=100, winners=1), "draw-lots make-final"),
    (ending(unsigned=(1,)), "papers-back make-final"),
    (ending(cards=2), "papers-back make-final"),
    (review(replace(CLOSED, missing=(BEGUN,))), "enter-lists"),
    (review(PLAYING), "enter-lists back-to-play"),
    (review(UNCONFIRMED, needs_confirmation=True), "others-confirm"),
    (ending(choosing=((7, 2), (8, 1)), till_open=True), "choose-prizes count-till make-final"),
    (ending(choosing=((7, 2),), prizes=5000, winners=2), "choose-prizes pay-prizes make-final"),
    (ending(prizes=5000, winners=2), "pay-prizes make-final"),
    (ending(prizes=5000, debtors=1, till_open=True), "collect-fees pay-prizes make-final"),
    (ending(fees=150, debtors=1, till_open=True), "collect-fees make-final"),
    (ending(till_open=True), "count-till make-final"),
    # Final: the money that is left, the backup, the report to a server.
    (final(), "next-evening"),
    (final(DayEnd(cards=1, prizes=1, debtors=1)), "hand-in collect-fees pay-prizes next-evening"),
    (final(DayEnd(till_open=True)), "count-till next-evening"),
    (final(season_over=True), "next-evening close-season"),
    (final(names_due=3), "next-evening remove-names"),
    (final(frozen=True), "reveal next-evening"),
    (final(backed_up=False), "back-up next-evening"),
    (final(report="due"), "report next-evening"),
    (final(DayEnd(lots=("overall",)), report="due"), "draw-lots report next-evening"),
    (final(report="corrected"), "report-corrected next-evening"),
    (final(report="refused"), "report-refused next-evening"),
    (final(backed_up=False, report="unreached"), "back-up report-unreached next-evening"),
    (final(report="accepted"), "next-evening"),
    # A result that was reported from elsewhere is finished there.
    (final(DayEnd(prizes=100, winners=1, till_open=True), reported=True), "finished"),
    (final(reported=True, frozen=True), "reveal finished"),
    # Broken off.
    (running(PLAYING, broken_off="prizes"), "broken-off"),
    (running(CLOSED, SECOND, broken_off="prizes"), "review broken-off"),
    (running(PLAYING, broken_off="refunded", end=DayEnd(debtors=3)), "collect-fees broken-off"),
    (running(PLAYING, broken_off="refunded", end=DayEnd(till_open=True)), "count-till broken-off"),
]


@pytest.mark.parametrize(("day", "expected"), STATES)
def test_every_state_offers_its_steps_in_their_order(day, expected):
    assert [step.code for step in steps_for(day, ORGANIZER)] == expected.split()


@pytest.mark.parametrize(
    ("right", "day", "expected"),
    [
        (CLERK, prepare(UNDRAWN), "draw"),
        (CLERK, running(RELEASED), "enter-lists"),
        (CLERK, running(ALL_IN), "close-series"),
        (CLERK, running(ALL_IN, confirmable=OWN), "confirm-lists"),
        (CLERK, ending(cards=1), "papers-back"),
        (CLERK, ending(till_open=True), "count-till"),
        (VIEWER, running(PLAYING), "enter-lists"),
        (VIEWER, review(review_over=False), "hear-objections"),
        (VIEWER, final(), "finished"),
    ],
)
def test_every_reader_is_offered_what_he_can_do(right, day, expected):
    """One step that he cannot take himself is for information."""
    assert [step.code for step in steps_for(day, right)] == expected.split()


def test_only_the_lists_that_this_person_may_confirm_are_named():
    """TO 9.11: another person than the one who entered it."""
    both = replace(ALL_IN, to_confirm=(ENTERED, ALSO_ENTERED))
    step = steps(running(both, confirmable=frozenset({14})))[0]
    assert (step.code, step.tables) == ("confirm-lists", (ALSO_ENTERED,))


@pytest.mark.parametrize(
    ("day", "against"),
    [
        (review(review_over=False), "review"),
        (ending(upheld=(1,)), "objection"),
        (ending(unsigned=(1,)), "signatures"),
        (ending(fees=12450, debtors=46), ""),
    ],
)
def test_a_final_result_out_of_order_asks_for_a_reason_and_names_what_is_owed(day, against):
    """TO 7.3.3, 9.11."""
    last = steps(day)[-1]
    assert (last.code, last.against) == ("make-final", against)
    assert (last.count, last.cents) == (day.end.debtors, day.end.fees)


# The same things in every state of the tournament, and whether it was broken off or reported.
ANY = [
    replace(day, state=state, broken_off=broken_off, reported=reported)
    for day, _steps in STATES
    for state in ("prepare", "running", "review", "final")
    for broken_off in ("", "refunded", "prizes")
    for reported in (False, True)
]


def test_a_reader_always_has_a_step_with_words_and_a_page_and_none_twice():
    for day in ANY:
        for role in Role:
            codes = {step.code for step in steps_for(day, RIGHTS[role])}
            assert codes <= STEP_WORDS.keys() & PAGES.keys()
        offers = [(step.code, step.series, step.scope) for step in steps(day)]
        assert len(offers) == len(set(offers))


def test_nothing_is_offered_that_the_state_forbids():
    for day, step in ((each, step) for each in ANY for step in steps(each)):
        under_way = day.state in ("prepare", "running") and not day.broken_off
        if step.code in ("draw", "throw-dice", "start-series", "close-series", "release-seating"):
            assert under_way
        if step.code == "close-series":
            assert can_close(step.series)
        if step.code == "confirm-lists":
            assert day.confirmable.issuperset(table.list_id for table in step.tables)
        if step.code == "enter-lists":
            assert day.state != "final"
            assert step.series.state != "draft"
        if step.code == "make-final":
            assert day.state == "review"
            assert not (day.end and day.end.objections)
        if step.code in ("choose-prizes", "pay-prizes"):
            assert day.review_over or day.state == "final"
        if step.code == "review":
            assert day.state == "running"
            assert not any(series.missing for series in day.series)
