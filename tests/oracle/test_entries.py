"""What an ISkO entry may say: the program's checks against the oracle's.

docs/law.md "What an ISkO entry may say"; the numbers are those of its list.
"""

import json
from collections import Counter
from pathlib import Path
from random import Random

from scoring.rules.checks import Appraisal, appraise
from scoring.rules.problem import errors as only_errors
from scoring.rules.records import read_line
from scoring.rules.score_list import Line, Outline, check_line
from tests.effort import cases
from tests.oracle.drawing import EDGES
from tests.oracle.law_entries import Record, bounds, errors, is_null, result_of, warnings
from tests.oracle.law_systems import SUITS, legal_bids

ENTRIES = cases(4000, 20000)
VECTORS = Path(__file__).parents[1] / "data/vectors/isko.jsonl"
BIDS = sorted(legal_bids("isko"))
NUMBERS = {
    "announcement-needs-hand": 1,
    "announcement-contradicted": 1,
    "schwarz-without-schneider": 1,
    "announced-not-reached": 2,
    "tops-missing": 3,
    "tops-out-of-range": 3,
    "schwarz-without": 4,
    "no-trick-with-tops": 4,
    "bid-not-a-level": 6,
    "won-below-bid": 6,
    "overbid-won": 6,
    "overbid-differs": 6,
    "null-with-tops": 7,
    "null-with-step": 7,
    "null-below-bid": 7,
    "many-tops": 9,
    "no-trick-improbable": 9,
    "ouvert-lost": 9,
}
"""Which rule a problem of the program is about; all others are about points and tricks, 8."""


def appraised(record: Record) -> Appraisal:
    line, problems = read_line(record, bare=True)
    assert problems == [], (record, problems)
    return appraise(line.game)


def refused_by(record: Record) -> set[int]:
    """The numbers of the rules by which the program refuses an entry."""
    found = only_errors(appraised(record).problems)
    return {NUMBERS.get(problem.code, 8) for problem in found}


def warned_by(record: Record) -> set[int]:
    found = [each for each in appraised(record).problems if each.severity == "warning"]
    return {NUMBERS[problem.code] for problem in found if problem.code in NUMBERS}


def an_entry(rng: Random) -> Record:
    """An entry with card-points and tricks that mostly fits together, and often does not."""
    if rng.random() < 0.12:
        return a_null(rng)
    game = rng.choice((*SUITS, "grand"))
    tricks = rng.randint(0, 10)
    low, high = bounds(tricks)
    edges = [edge for edge in EDGES if low <= edge <= high]
    points = rng.choice(edges or [low, high]) if rng.random() < 0.8 else rng.randint(0, 120)
    level = 2 if tricks in (0, 10) else 1 if points <= 30 or points >= 90 else 0
    level = rng.randint(0, 2) if rng.random() < 0.1 else level
    announced = rng.choice((0, 0, 0, 1, 2, 3))
    record: Record = {
        "game": game,
        "tops": rng.choice((1, 2, 3, 4, 4, 5, 7, 8, 11, 12, 0)) * rng.choice((1, -1)),
        "hand": announced > 0 if rng.random() < 0.9 else rng.random() < 0.5,
        "ouvert": announced == 3,
        "schwarz_announced": announced >= 2 or None,
        "schneider_announced": announced >= 1 or None,
        "schneider": level >= 1,
        "schwarz": level == 2,
        "won": points >= 61 if rng.random() < 0.8 else rng.random() < 0.5,
        "bid": rng.choice((None, 18, rng.choice(BIDS), rng.choice(BIDS))),
        "card_points": points,
        "tricks": tricks,
    }
    for key in ("schneider_announced", "schwarz_announced", "schneider", "schwarz"):
        if rng.random() < 0.05:
            record[key] = rng.choice((None, True, False))
    if rng.random() < 0.25:
        del record["tricks"]
    if rng.random() < 0.25:
        del record["card_points"]
    if tricks < 10 and rng.random() < 0.1:
        record["end"] = rng.choice(("infraction", "claim", "thrown_in"))
    if record["bid"] is not None and rng.random() < 0.1:
        record["overbid"] = rng.random() < 0.5
    if rng.random() < 0.03:
        record["bid"] = rng.choice((17, 19, 25, 265))
    return {key: value for key, value in record.items() if value is not None}


def a_null(rng: Random) -> Record:
    tricks = rng.choice((0, 0, 1, 5))
    record: Record = {
        "game": "null",
        "hand": rng.random() < 0.5,
        "ouvert": rng.random() < 0.5,
        "won": tricks == 0,
        "tricks": tricks,
        "bid": rng.choice((18, 23, 24, 35, 36, 46, 48, 59, 60)),
        "card_points": rng.randint(0, 120),
    }
    if rng.random() < 0.2:
        record[rng.choice(("schneider", "schwarz", "schneider_announced"))] = True
    if rng.random() < 0.1:
        record["tops"] = rng.choice((1, -1))
    return record


def entries() -> list[Record]:
    rng = Random("entries of the oracle")
    return [an_entry(rng) for _ in range(ENTRIES)]


def test_the_same_entries_are_refused():
    """An entry with a single fault is refused for it; of several at least one is named.

    Where an entry contradicts itself, what else follows from it is a matter of order.
    """
    for record in entries():
        ours, theirs = errors(record), refused_by(record)
        assert bool(ours) == bool(theirs), (record, ours, theirs)
        assert not ours or ours & theirs, (record, ours, theirs)


def test_entries_that_both_admit_are_worth_the_same():
    admitted = [record for record in entries() if not errors(record)]
    assert len(admitted) > ENTRIES // 4
    for record in admitted:
        expected, found = result_of(record), appraised(record).valuation
        assert found is not None, record
        assert (found.won, found.score) == (expected.won, expected.score), record
        assert warned_by(record) == warnings(record), record


def test_the_dealer_of_a_table_of_four_does_not_play():
    """5: seat ((g - 1) mod seats) + 1 deals game g, unless another dealer is recorded."""
    game = read_line({"game": "hearts", "tops": 1, "won": True}, bare=True)[0].game
    for seats in (3, 4):
        outline = Outline(seats=seats, rounds=12)
        for number in range(1, 12 * seats + 1):
            for soloist in range(1, seats + 1):
                for dealer in (None, *range(1, seats + 1)):
                    record = {"game": "hearts", "tops": 1, "won": True, "number": number}
                    record |= {"soloist": soloist, "dealer": dealer, "seats": seats}
                    line = Line(number, game, soloist, dealer=dealer)
                    refused = bool(check_line(line, outline))
                    assert refused == (5 in errors(record)), record


def test_all_vectors():
    """Scores of all; 33 lines contradict 4, and 146 have points that their tricks cannot hold (8).

    No suit or grand game is left out: sign, value and mark are right even where the entry is not.
    """
    vectors = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
    refused: Counter[tuple[int, ...]] = Counter()
    for vector in vectors:
        expected, worth = result_of(vector), appraised(vector).worth
        figures = (vector["score"], vector["won"], vector["overbid"])
        assert (expected.score, expected.won, expected.overbid) == figures, vector
        assert worth is not None, vector
        assert (worth.score, worth.won, worth.overbid) == figures, vector
        assert refused_by(vector) == errors(vector), vector
        refused[tuple(sorted(errors(vector)))] += 1
    assert refused == {(): 561, (4,): 33, (8,): 146}
    assert sum(is_null(vector) for vector in vectors) == 47
