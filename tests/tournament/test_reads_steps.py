"""The steps of a tournament in every state: what is offered, and what never is."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.access import Right
from scoring.messages.steps import STEP_WORDS
from scoring.models import Role
from scoring.tournament.reads.day import DayEnd, DayState, SeriesOfDay, TableOfDay
from scoring.tournament.reads.panel import PAGES
from scoring.tournament.reads.steps import can_close, steps, steps_for

ORGANIZER, CLERK, VIEWER = Right(Role.ORGANIZER), Right(Role.CLERK), Right(Role.VIEWER)

EMPTY = TableOfDay(11, 1)
BEGUN = TableOfDay(12, 2, begun=True)
ENTERED = TableOfDay(13, 3, begun=True, entered=True)
ALSO_ENTERED = TableOfDay(14, 4, begun=True, entered=True)

UNDRAWN = SeriesOfDay(1, 1, "draft", drawn=False, unseated=47)
DRAWN = SeriesOfDay(1, 1, "draft")
RELEASED = SeriesOfDay(1, 1, "released", missing=(EMPTY, BEGUN))
PLAYING = SeriesOfDay(1, 1, "playing", missing=(EMPTY, BEGUN))
ALL_IN = SeriesOfDay(1, 1, "playing", to_confirm=(ENTERED,))
CLOSED = SeriesOfDay(1, 1, "closed")
NEXT_DRAFT = replace(UNDRAWN, id=2, number=2)


def running(*series: SeriesOfDay, **fields: object) -> DayState:
    return DayState("running", series, **fields)  # type: ignore[arg-type]


NOTHING_LEFT = DayEnd()


def review(end: DayEnd = NOTHING_LEFT, *series: SeriesOfDay, **fields: object) -> DayState:
    return DayState("review", series or (CLOSED,), end=end, **fields)  # type: ignore[arg-type]


def final(end: DayEnd = NOTHING_LEFT, **fields: object) -> DayState:
    return DayState("final", (CLOSED,), end=end, **fields)  # type: ignore[arg-type]


# The state, and what an organizer is offered in it, the most urgent first.
STATES: dict[str, tuple[DayState, str]] = {
    "nobody and nothing": (DayState("prepare"), "enter-players add-series"),
    "players, no series": (DayState("prepare", entered=8), "add-series"),
    "five cannot be seated": (
        DayState("prepare", (replace(UNDRAWN, unseated=5),)),
        "enter-players",
    ),
    "players wait for a draw": (DayState("prepare", (UNDRAWN,)), "draw"),
    "a draw is announced": (DayState("prepare", (replace(UNDRAWN, announced=True),)), "throw-dice"),
    "a seating is drawn": (DayState("prepare", (DRAWN,)), "release-seating"),
    "somebody came after the draw": (
        DayState("prepare", (replace(DRAWN, unseated=1),)),
        "seat-people-anew release-seating",
    ),
    "somebody left after the draw": (
        DayState("prepare", (replace(DRAWN, vacated=1),)),
        "fill-draft release-seating",
    ),
    "taken back to preparation": (
        DayState("prepare", (RELEASED,)),
        "begin start-series enter-lists",
    ),
    "released": (running(RELEASED), "start-series enter-lists"),
    "released, the hall does not see it": (
        running(replace(RELEASED, seating_shown=False), public=True),
        "show-seating start-series enter-lists",
    ),
    "released, not public": (
        running(replace(RELEASED, seating_shown=False)),
        "start-series enter-lists",
    ),
    "late after the release": (
        running(replace(RELEASED, unseated=2)),
        "seat-people start-series enter-lists",
    ),
    "absent after the release": (
        running(replace(RELEASED, vacated=1)),
        "fill-seats start-series enter-lists",
    ),
    "played": (running(PLAYING, NEXT_DRAFT), "enter-lists"),
    "a table calls the referee": (
        running(PLAYING, NEXT_DRAFT, calls=(BEGUN,)),
        "answer-calls enter-lists",
    ),
    "late while it is played": (running(replace(PLAYING, unseated=1)), "seat-people enter-lists"),
    "all lists in": (running(ALL_IN, NEXT_DRAFT), "close-series"),
    "all lists in, one to confirm": (
        running(ALL_IN, NEXT_DRAFT, own=frozenset({13})),
        "confirm-lists close-series",
    ),
    "all lists in, somebody lacks one": (running(replace(ALL_IN, unseated=1)), "seat-people"),
    "entered by the single organizer": (
        running(ALL_IN, others_confirm=False),
        "close-series",
    ),
    "only confirmed lists count, single organizer": (
        running(ALL_IN, needs_confirmation=True, others_confirm=False),
        "close-series find-second-person",
    ),
    "only confirmed lists count, others are there": (
        running(ALL_IN, needs_confirmation=True),
        "close-series others-confirm",
    ),
    "closed, the next is drawn": (running(CLOSED, NEXT_DRAFT), "draw"),
    "closed, the hall does not see it": (
        running(replace(CLOSED, results_shown=False), NEXT_DRAFT, public=True),
        "show-results draw",
    ),
    "closed, lost games are not paid": (
        running(replace(CLOSED, owed=1250, round_due=True), NEXT_DRAFT, public=True),
        "collect-series draw",
    ),
    "closed, somebody pays later": (
        running(replace(CLOSED, owed=50), NEXT_DRAFT, public=True),
        "draw collect-series",
    ),
    "closed, lost games and an entry fee are not paid": (
        running(
            replace(CLOSED, owed=1250, round_due=True),
            NEXT_DRAFT,
            door_debtors=1,
            door_fees=1500,
        ),
        "collect-series draw collect-fees",
    ),
    "two series closed, somebody pays the first later": (
        running(
            replace(CLOSED, owed=50),
            replace(CLOSED, id=2, number=2, owed=1250, round_due=True),
            replace(UNDRAWN, id=3, number=3),
        ),
        "collect-series draw collect-series",
    ),
    "all closed, the last is not paid": (
        running(replace(CLOSED, owed=1250, round_due=True)),
        "collect-series review add-series",
    ),
    "all closed, somebody pays later": (
        running(replace(CLOSED, owed=50)),
        "review collect-series add-series",
    ),
    "closed without a list": (
        running(replace(CLOSED, missing=(EMPTY,)), NEXT_DRAFT),
        "draw enter-lists",
    ),
    "the last is closed without a list": (
        running(replace(CLOSED, missing=(EMPTY,))),
        "enter-lists add-series",
    ),
    "all closed": (running(CLOSED), "review add-series"),
    "all closed, one to confirm": (
        running(replace(CLOSED, to_confirm=(ENTERED,)), own=frozenset({13})),
        "confirm-lists review add-series",
    ),
    "under review": (review(review_over=False), "hear-objections make-final"),
    "under review, money waits for the hour": (
        review(DayEnd(prizes=5000, winners=2, till_open=True), review_over=False),
        "hear-objections make-final",
    ),
    "under review, fees do not wait for the hour": (
        review(DayEnd(fees=150, debtors=1), review_over=False),
        "collect-fees hear-objections make-final",
    ),
    "the review is over": (review(), "make-final"),
    "an objection is open": (review(DayEnd(objections=1)), "decide-objections"),
    "an objection was upheld": (review(DayEnd(upheld=(3,))), "correct-upheld make-final"),
    "a lot is missing": (
        review(DayEnd(lots=("overall",), prizes=100, winners=1)),  # type: ignore[arg-type]
        "draw-lots make-final",
    ),
    "signatures are missing": (
        review(DayEnd(unsigned=((1, 1),))),
        "papers-back make-final",
    ),
    "start cards are missing": (review(DayEnd(cards=2)), "papers-back make-final"),
    "a list is open again": (
        review(NOTHING_LEFT, replace(CLOSED, missing=(BEGUN,))),
        "enter-lists",
    ),
    "a series is open again": (review(NOTHING_LEFT, PLAYING), "enter-lists back-to-play"),
    "lists wait for confirmation": (
        review(NOTHING_LEFT, replace(CLOSED, to_confirm=(ENTERED,)), needs_confirmation=True),
        "others-confirm",
    ),
    "prizes in kind": (
        review(DayEnd(choosing=((7, 2), (8, 1)), till_open=True)),
        "choose-prizes count-till make-final",
    ),
    "prizes in kind and money": (
        review(DayEnd(choosing=((7, 2),), prizes=5000, winners=2)),
        "choose-prizes pay-prizes make-final",
    ),
    "prizes": (review(DayEnd(prizes=5000, winners=2)), "pay-prizes make-final"),
    "prizes and fees": (
        review(DayEnd(prizes=5000, winners=2, fees=150, debtors=1, till_open=True)),
        "collect-fees pay-prizes make-final",
    ),
    "fees": (review(DayEnd(fees=150, debtors=1, till_open=True)), "collect-fees make-final"),
    "till": (review(DayEnd(till_open=True)), "count-till make-final"),
    "final": (final(), "next-evening"),
    "final, money left": (
        final(DayEnd(cards=1, prizes=100, winners=1, debtors=1, fees=50)),
        "hand-in collect-fees pay-prizes next-evening",
    ),
    "final, the till is open": (final(DayEnd(till_open=True)), "count-till next-evening"),
    "final, the last day of its season": (final(season_over=True), "next-evening close-season"),
    "final, names are due": (final(names_due=3), "next-evening remove-names"),
    "final, frozen": (final(frozen=True), "reveal next-evening"),
    "final, no backup": (final(superuser=True, backed_up=False), "back-up next-evening"),
    "final, backed up": (final(superuser=True), "next-evening"),
    "final, a server is set": (final(report="due"), "report next-evening"),
    "final, a lot is missing before it is reported": (
        final(DayEnd(lots=("overall",)), report="due"),
        "draw-lots report next-evening",
    ),
    "final, corrected": (final(report="corrected"), "report-corrected next-evening"),
    "final, refused": (final(report="refused"), "report-refused next-evening"),
    "final, the server was not reached": (
        final(superuser=True, backed_up=False, report="unreached"),
        "back-up report-unreached next-evening",
    ),
    "final, taken by the server": (final(report="accepted"), "next-evening"),
    "reported from elsewhere": (
        final(DayEnd(prizes=100, winners=1, till_open=True), reported=True),
        "finished",
    ),
    "reported from elsewhere, frozen": (final(reported=True, frozen=True), "reveal finished"),
    "broken off before a list": (running(PLAYING, broken_off="prizes"), "broken-off"),
    "broken off, played": (running(CLOSED, NEXT_DRAFT, broken_off="prizes"), "review broken-off"),
    "broken off, fees to give back": (
        running(PLAYING, broken_off="refunded", end=DayEnd(debtors=3, fees=-3000)),
        "collect-fees broken-off",
    ),
    "broken off, till": (
        running(PLAYING, broken_off="refunded", end=DayEnd(till_open=True)),
        "count-till broken-off",
    ),
}


@pytest.mark.parametrize("state", STATES)
def test_every_state_offers_its_steps_in_their_order(state):
    day, expected = STATES[state]
    assert [each.code for each in steps_for(day, ORGANIZER)] == expected.split()


# What a clerk and a viewer are offered instead; one step they cannot take is for information.
OTHERS: dict[str, tuple[DayState, Right, str]] = {
    "a clerk before the draw": (DayState("prepare", (UNDRAWN,)), CLERK, "draw"),
    "a clerk after the release": (running(RELEASED), CLERK, "enter-lists"),
    "a clerk when all lists are in": (running(ALL_IN), CLERK, "close-series"),
    "a clerk who may confirm": (running(ALL_IN, own=frozenset({13})), CLERK, "confirm-lists"),
    "a clerk in the review": (review(DayEnd(cards=1)), CLERK, "papers-back"),
    "a clerk at the till": (review(DayEnd(till_open=True)), CLERK, "count-till"),
    "a viewer while it is played": (running(PLAYING), VIEWER, "enter-lists"),
    "a viewer in the review": (
        DayState("review", (CLOSED,), review_over=False),
        VIEWER,
        "hear-objections",
    ),
    "a viewer at the end": (DayState("final", (CLOSED,)), VIEWER, "finished"),
}


@pytest.mark.parametrize("reader", OTHERS)
def test_every_reader_is_offered_what_he_can_do(reader):
    day, right, expected = OTHERS[reader]
    assert [each.code for each in steps_for(day, right)] == expected.split()


def test_only_the_lists_that_this_person_may_confirm_are_named():
    """TO 9.11: another person than the one who entered it."""
    both = replace(ALL_IN, to_confirm=(ENTERED, ALSO_ENTERED))
    found = steps(running(both, own=frozenset({14})))[0]
    assert (found.code, found.tables) == ("confirm-lists", (ALSO_ENTERED,))


def test_what_is_owed_is_told_before_the_result_is_made_final():
    final = steps(review(DayEnd(fees=12450, debtors=46)))[-1]
    assert (final.code, final.count, final.cents) == ("make-final", 46, 12450)


@pytest.mark.parametrize(
    ("fields", "end", "against"),
    [
        ({"review_over": False}, DayEnd(), "review"),
        ({}, DayEnd(upheld=(1,)), "objection"),
        ({}, DayEnd(unsigned=((1, 1),)), "signatures"),
        ({}, DayEnd(), ""),
    ],
)
def test_a_final_result_out_of_order_asks_for_a_reason(fields, end, against):
    """TO 7.3.3, 9.11."""
    assert steps(review(end, **fields))[-1].against == against


# Any state -------------------------------------------------------------------------------------

tables = st.lists(st.sampled_from([EMPTY, BEGUN]), unique=True).map(tuple)
counts = st.integers(0, 6)
a_series = st.builds(
    SeriesOfDay,
    id=st.just(1),
    number=st.just(1),
    state=st.sampled_from(["draft", "released", "playing", "closed"]),
    drawn=st.booleans(),
    announced=st.booleans(),
    seating_shown=st.booleans(),
    results_shown=st.booleans(),
    unseated=counts,
    vacated=counts,
    owed=counts,
    missing=tables,
    to_confirm=st.sampled_from([(), (ENTERED,), (ENTERED, ALSO_ENTERED)]),
).map(lambda found: replace(found, missing=()) if found.state == "draft" else found)
numbered = st.lists(a_series, max_size=3).map(
    lambda found: tuple(replace(each, id=n, number=n) for n, each in enumerate(found, 1))
)
ends = st.builds(
    DayEnd,
    objections=counts,
    upheld=st.sampled_from([(), (2,)]),
    lots=st.sampled_from([(), ("overall",)]),
    unsigned=st.sampled_from([(), ((1, 1),)]),
    cards=counts,
    choosing=st.sampled_from([(), ((7, 2),)]),
    prizes=counts,
    winners=counts,
    fees=counts,
    debtors=counts,
    till_open=st.booleans(),
)
days = st.builds(
    DayState,
    state=st.sampled_from(["prepare", "running", "review", "final"]),
    series=numbered,
    entered=counts,
    door_debtors=counts,
    door_fees=counts,
    broken_off=st.sampled_from(["", "refunded", "prizes"]),
    public=st.booleans(),
    frozen=st.booleans(),
    needs_confirmation=st.booleans(),
    own=st.sampled_from([frozenset(), frozenset({13}), frozenset({13, 14})]),
    others_confirm=st.booleans(),
    review_over=st.booleans(),
    superuser=st.booleans(),
    backed_up=st.booleans(),
    report=st.sampled_from(["", "due", "corrected", "waiting", "accepted", "refused"]),
    reported=st.booleans(),
    end=ends,
)
rights = st.sampled_from([Right(role) for role in Role])


@given(days, rights)
def test_a_reader_always_has_a_step_with_words_and_a_page(day, right):
    for each in steps_for(day, right):
        assert each.code in STEP_WORDS
        assert each.code in PAGES


@given(days)
def test_no_step_is_offered_twice(day):
    found = [(each.code, each.series, each.scope) for each in steps(day)]
    assert len(found) == len(set(found))


@given(days)
def test_nothing_is_offered_that_the_state_forbids(day):
    under_way = day.state in ("prepare", "running") and not day.broken_off
    for each in steps(day):
        if each.code in ("draw", "throw-dice", "start-series", "close-series", "release-seating"):
            assert under_way
        if each.code == "close-series":
            assert can_close(each.series)
        if each.code == "confirm-lists":
            assert day.own.issuperset(table.list_id for table in each.tables)
        if each.code == "enter-lists":
            assert day.state != "final"
            assert each.series.state != "draft"
        if each.code == "make-final":
            assert day.state == "review"
            assert not (day.end and day.end.objections)
        if each.code in ("choose-prizes", "pay-prizes"):
            assert day.review_over or day.state == "final"
        if each.code == "review":
            assert day.state == "running"
            assert not any(series.missing for series in day.series)
