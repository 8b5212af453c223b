"""What an ISkO entry may say: docs/law.md "What an ISkO entry may say", as numbered there.

An entry is a game record of docs/formats.md. `errors` and `warnings` answer with the numbers of the
rules that it breaks. A key that is absent says nothing; False says no.
"""

from collections.abc import Iterator
from typing import Any

from tests.oracle.law_systems import SCHNEIDER, SCHWARZ, SUITS, legal_bids
from tests.oracle.law_values import (
    Contract,
    Result,
    contract_value,
    game_value,
    lost,
    made_level,
    own_level,
    settle,
)

Record = dict[str, Any]
DECK = sorted([0] * 12 + [2] * 4 + [3] * 4 + [4] * 4 + [10] * 4 + [11] * 4)


def is_null(record: Record) -> bool:
    return record["game"] not in (*SUITS, "grand")


def contract_of(record: Record) -> Contract:
    hand, ouvert = bool(record.get("hand")), bool(record.get("ouvert"))
    bonus = {"J": 0, "Q": 1, "K": 2}[record.get("wenzel", "J")]
    bonus = bonus if record.get("wenzel_bonus") else 0
    if is_null(record):
        name = " ".join(["null"] + ["hand"] * hand + ["ouvert"] * ouvert)
        return Contract("isko", "null", name, bid=record.get("bid"))
    announced = SCHNEIDER if record.get("schneider_announced") else 0
    announced = SCHWARZ if record.get("schwarz_announced") or ouvert else announced
    return Contract(
        "isko",
        "hand" if hand else "skat",
        record["game"],
        record.get("tops", 0),
        announced,
        ouvert,
        record.get("bid"),
        bonus,
    )


def ticked(record: Record) -> int:
    """The level that one party suffered, as the entry says it."""
    if record.get("schwarz"):
        return SCHWARZ
    return SCHNEIDER if record.get("schneider") else 0


def points_decide(record: Record) -> bool:
    return record.get("end", "played") == "played"


def bounds(tricks: int) -> tuple[int, int]:
    """The least and the most card-points in the skat and so many tricks."""
    cards = 3 * tricks + 2
    return sum(DECK[:cards]), sum(DECK[-cards:])


def levels(record: Record) -> tuple[int, int]:
    """The level that the soloist made, and the one that he suffered.

    What a game played out does not say follows from points and tricks. A game won reached what was
    announced, unless the entry denies it.
    """
    points, tricks = record.get("card_points"), record.get("tricks")
    level = ticked(record)
    if not points_decide(record):
        return (implied(record), 0) if record["won"] else (0, level)
    if tricks == 10 or (points is not None and points >= 90):
        made = SCHWARZ if tricks == 10 else SCHNEIDER
        silent = record.get("schwarz") is None and tricks is None and points == 120
        return max(level, made, implied(record) if silent and record["won"] else 0), 0
    if tricks == 0 or (points is not None and points <= 30):
        return 0, max(level, SCHWARZ if tricks == 0 else SCHNEIDER)
    if record["won"]:
        unsaid = implied(record) if points is None else level
        return (unsaid if tricks is None else max(level, min(unsaid, SCHNEIDER))), 0
    return 0, level


def implied(record: Record) -> int:
    """The level of a game won: ticked, or announced and not denied."""
    undertaken = contract_of(record).undertaken
    if record.get("schwarz") is False:
        undertaken = min(undertaken, SCHNEIDER)
    if record.get("schneider") is False:
        undertaken = 0
    return max(ticked(record), undertaken)


def result_of(record: Record) -> Result:
    """What a flawless entry writes to the list."""
    contract = contract_of(record)
    if contract.is_null:
        return settle(contract, record["won"], 0)
    made, own = levels(record)
    if record["won"]:
        return settle(contract, True, made)
    if not points_decide(record):
        value = contract_value(contract)
        return lost(contract, value, value > game_value(contract))
    if made:
        return settle(contract, made >= contract.undertaken, made)
    return settle(contract, False, 0 if contract.undertaken else own)


def errors(record: Record) -> set[int]:
    """The numbers of the rules that the entry breaks."""
    found = set(dealing(record)) | set(bidding(record))
    if is_null(record):
        return found | set(null_steps(record))
    return found | set(announcing(record)) | set(reaching(record)) | set(counting(record))


def announcing(record: Record) -> Iterator[int]:
    """1 and 3: announcements need hand, no flag contradicts a stronger one; the range of tops."""
    flags = ("schneider_announced", "schwarz_announced", "ouvert")
    if any(record.get(flag) for flag in flags) and not record.get("hand"):
        yield 1
    for strong, weak in (
        ("schwarz_announced", "schneider_announced"),
        ("ouvert", "schwarz_announced"),
        ("ouvert", "schneider_announced"),
        ("schwarz", "schneider"),
    ):
        if record.get(strong) and record.get(weak) is False:
            yield 1
    ended = points_decide(record) and record.get("tricks") in (0, 10)
    if ended and record.get("schneider") is False:
        yield 1
    most = 4 if record["game"] == "grand" else 11
    if not 1 <= abs(record.get("tops", 0)) <= most:
        yield 3


def reaching(record: Record) -> Iterator[int]:
    """2 and 4: what was announced was reached, and tops do not forbid the level."""
    contract, tops = contract_of(record), record.get("tops", 0)
    made, own = levels(record)
    if record["won"] and made < contract.undertaken:
        yield 2
    if made == SCHWARZ and tops < 0:
        yield 4
    if own == SCHWARZ and tops >= 3 and points_decide(record) and not perhaps_made(record):
        yield 4


def perhaps_made(record: Record) -> bool:
    """Whether schwarz in a lost game may be the defenders': overbid, and nothing tells."""
    if record.get("tricks") is not None or record.get("card_points") is not None:
        return False
    return bool(record.get("overbid")) or short_of_bid(record, SCHWARZ)


def dealing(record: Record) -> Iterator[int]:
    """5: at a table of four the dealer does not play."""
    seats = record.get("seats")
    if seats == 4:
        dealer = record.get("dealer") or (record["number"] - 1) % seats + 1
        if dealer == record["soloist"]:
            yield 5


def bidding(record: Record) -> Iterator[int]:
    """6 and 7: a level of the table, covered by a game won; a null covers its bid, won or lost."""
    bid = record.get("bid")
    if bid is None:
        return
    if bid not in legal_bids("isko", bool(record.get("wenzel_bonus"))):
        yield 6
    if is_null(record):
        if game_value(contract_of(record)) < bid:
            yield 7
    elif record["won"] and game_value(contract_of(record), levels(record)[0]) < bid:
        yield 6
    if record.get("overbid") is not None and not is_null(record):
        yield from marking(record)


def marking(record: Record) -> Iterator[int]:
    """6: the paper's mark; a game lost early, which is lifted anyway, need not carry it."""
    if record["overbid"] and record["won"]:
        yield 6
    elif record["won"] or not (record["overbid"] or points_decide(record)):
        return
    elif record["overbid"] != result_of(record).overbid:
        yield 6


def null_steps(record: Record) -> Iterator[int]:
    """7: no tops and no steps but hand and ouvert."""
    steps = ("schneider", "schwarz", "schneider_announced", "schwarz_announced")
    if record.get("tops") or any(record.get(step) for step in steps):
        yield 7


def counting(record: Record) -> Iterator[int]:
    """8: points and tricks fit; won and the levels follow from them."""
    points, tricks = record.get("card_points"), record.get("tricks")
    if points is not None and tricks is not None:
        low, high = bounds(tricks)
        if not low <= points <= high:
            yield 8
    if not points_decide(record):
        return
    level = ticked(record)
    if tricks is not None and level == SCHWARZ and tricks not in (0, 10):
        yield 8
    if tricks in (0, 10) and record.get("schwarz") is False:
        yield 8
    if points is not None and contradicted(record, points):
        yield 8
    if points is None and tricks is not None and out_of_reach(record, tricks):
        yield 8


def out_of_reach(record: Record, tricks: int) -> bool:
    """Whether none of the points that so many tricks can hold give what the entry says."""
    low, high = bounds(tricks)
    return not any(may_hold(record, points, tricks) for points in range(low, high + 1))


def may_hold(record: Record, points: int, tricks: int) -> bool:
    """Whether a game of these points would be entered like that.

    Of a lost announcement schneider counts, whoever suffered it: there a tick says nothing.
    """
    contract, schneider = contract_of(record), record.get("schneider")
    silent = schneider is None or (contract.undertaken and not record["won"])
    if not silent and schneider != (points <= 30 or points >= 90):
        return False
    fulfilled = points >= 61 and made_level(contract, points, tricks) >= contract.undertaken
    if fulfilled == record["won"]:
        return True
    return not record["won"] and short_of_bid(record, ticked(record))


def contradicted(record: Record, points: int) -> bool:
    """Whether the card-points of a game played out contradict what is ticked."""
    contract, level = contract_of(record), ticked(record)
    tricks = record.get("tricks")
    ends = points >= 90 or points <= 30
    if level and not ends:
        return True
    if record.get("schneider") is False and ends:
        return True
    if level == SCHWARZ and 22 < points < 120:
        return True
    if record["won"]:
        return points < 61
    made, own = made_level(contract, points, tricks), own_level(contract, points, tricks)
    made = max(made, level) if points >= 90 else made
    fulfilled = points >= 61 and made >= contract.undertaken
    return fulfilled and not short_of_bid(record, made if fulfilled else own)


def short_of_bid(record: Record, level: int) -> bool:
    """Whether a fulfilled game may still be lost: overbid, by the bid or by the paper's mark."""
    bid = record.get("bid")
    if bid is None:
        return bool(record.get("overbid"))
    return game_value(contract_of(record), level) < bid


def warnings(record: Record) -> set[int]:
    """9: what is merely improbable."""
    if is_null(record) or errors(record):
        return set()
    tops = record.get("tops", 0)
    no_trick = levels(record)[1] == SCHWARZ and tops in (1, 2) and points_decide(record)
    no_trick = no_trick and not perhaps_made(record)
    ouvert_lost = bool(record.get("ouvert")) and not record["won"]
    return {9} if no_trick or abs(tops) > 7 or ouvert_lost else set()
