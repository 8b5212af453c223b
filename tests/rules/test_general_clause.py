"""The general clause (SkO 4.1.3-6, 5.4.3; docs/law.md "Infractions"): both sides of every
condition.
"""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.adjudication import ROWS, Incident, decide, read_incident, what_decides
from scoring.rules.adjudication.clause import enough_to_defend, required_level
from scoring.rules.checks import check
from scoring.rules.game import PlayedGame
from scoring.rules.problem import errors
from scoring.rules.systems import ISKO, NASL_1975, TEXAS
from scoring.rules.valuation import complete, contract_value, is_null, valuation
from tests.rules.games import lawful_games


def judged(contract: PlayedGame, offender: str, **answers) -> int:
    """The score after a played card was taken back."""
    possible = {"schneider_impossible": False, "schwarz_impossible": False}
    answers = {"party": offender, "demand": False, **possible, **answers}
    found = decide(Incident("card_taken_back", contract.system, contract, answers))
    assert found.asks == ()
    return found.score


def game(name: str, tops: int, bid: int, **more) -> PlayedGame:
    return PlayedGame(ISKO, name, tops, bid=bid, **more)


@pytest.mark.parametrize(
    ("contract", "need"),
    [
        (game("hearts", 1, 20), ""),
        (game("hearts", 1, 22), "schneider"),
        (game("hearts", 1, 30), "schneider"),
        (game("hearts", 1, 33), "schwarz"),
        (game("hearts", 1, 40), "schwarz"),
        (game("hearts", 1, 44), "unreachable"),
        (game("hearts", -1, 30), "schneider"),
        (game("hearts", -1, 33), "unreachable"),  # schwarz without, ST 5.4.3
        (game("hearts", 1, 20, hand=True, schneider_announced=True), "schneider"),
        (game("hearts", 1, 60, hand=True, schneider_announced=True), "schwarz"),
        (game("hearts", 1, 20, hand=True, schwarz_announced=True), "schwarz"),
        (game("hearts", -1, 20, hand=True, schwarz_announced=True), "unreachable"),
        (game("spades", 1, 72, hand=True), "unreachable"),
        (PlayedGame(ISKO, "null", bid=23), ""),
    ],
)
def test_what_is_needed(contract, need):
    """The announced levels, and those that the bid demands beyond everything announced."""
    assert required_level(contract) == need


def test_how_many_points_beat_the_soloist():
    """60; 31 if schneider is needed, 30 where the system's schneider is 91."""
    assert enough_to_defend(ISKO, "") == 60
    assert enough_to_defend(ISKO, "schneider") == 31
    assert enough_to_defend(TEXAS, "schneider") == 30


def test_established_for_the_soloist_with_61_points():
    """SkO 4.1.3: the winner stays the winner, whoever errs."""
    hearts = game("hearts", 1, 20)
    assert judged(hearts, "soloist", soloist_points=61) == 20
    assert judged(hearts, "soloist", soloist_points=60) == -40
    assert judged(hearts, "defender", soloist_points=61) == 20


def test_schneider_counts_only_if_its_points_are_in():
    """SkO 4.1.3: the level is gauged by the card-points already taken."""
    hearts = game("hearts", 1, 20)
    assert judged(hearts, "defender", soloist_points=89) == 20
    assert judged(hearts, "defender", soloist_points=90) == 30
    texas = PlayedGame(TEXAS, "hearts", 1, bid=20)
    assert judged(texas, "defender", soloist_points=90) == 20
    assert judged(texas, "defender", soloist_points=91) == 30


def test_61_points_are_not_enough_where_schneider_is_needed():
    """SkO 4.1.5, 5.2.5."""
    hearts = game("hearts", 1, 30)
    assert judged(hearts, "soloist", soloist_points=89) == -60
    assert judged(hearts, "soloist", soloist_points=90) == 30
    announced = game("hearts", 1, 20, hand=True, schneider_announced=True)
    assert judged(announced, "soloist", soloist_points=89) == -100
    assert judged(announced, "soloist", soloist_points=90) == 50


def test_schwarz_is_established_with_the_last_trick_only():
    hearts = game("hearts", 1, 40)
    assert judged(hearts, "soloist", defender_trick=False, finished=False) == -80
    assert judged(hearts, "soloist", defender_trick=False, finished=True) == 40


def test_established_for_the_defenders_with_60_points():
    hearts = game("hearts", 1, 20)
    for offender in ("soloist", "defender"):
        assert judged(hearts, offender, soloist_points=20, defender_points=60) == -40
    assert judged(hearts, "defender", soloist_points=20, defender_points=59) == 20


def test_their_schneider_counts_if_its_points_are_in():
    hearts = game("hearts", 1, 20)
    assert judged(hearts, "defender", soloist_points=20, defender_points=89) == -40
    assert judged(hearts, "defender", soloist_points=20, defender_points=90) == -60
    assert judged(hearts, "soloist", soloist_points=30, defender_points=89) == -40
    assert judged(hearts, "soloist", soloist_points=30, defender_points=90) == -60


@pytest.mark.parametrize(("system", "enough"), [(ISKO, 31), (TEXAS, 30)])
def test_established_for_the_defenders_where_schneider_is_needed(system, enough):
    hearts = PlayedGame(system, "hearts", 1, bid=30)
    assert judged(hearts, "defender", soloist_points=45, defender_points=enough - 1) == 30
    assert judged(hearts, "defender", soloist_points=45, defender_points=enough) == -60


def test_established_for_the_defenders_by_one_trick_where_schwarz_is_needed():
    hearts = game("hearts", 1, 40)
    assert judged(hearts, "defender", defender_trick=True) == -80
    # Whether it was the last trick is not asked: he has won in either case.
    assert judged(hearts, "defender", defender_trick=False) == 40
    assert judged(hearts, "defender", defender_trick=False, finished=True) == 40


def test_an_unreachable_need_is_lost_at_once_and_nothing_more_is_asked():
    """SkO 5.4.3; docs/law.md: spades hand with 1, bid 72, a defender revokes: 77, lost -154."""
    assert judged(game("spades", 1, 72, hand=True), "defender") == -154
    assert judged(game("hearts", -1, 59), "defender") == -120  # ST 5.4.3: schwarz without
    assert judged(game("hearts", -1, 30), "defender", soloist_points=0, defender_points=30) == 30


def test_the_soloist_errs_before_the_decision():
    """SkO 4.1.4; docs/law.md "Lost games": diamonds with 1, bid 27, the soloist revokes: 18, 27,
    -54.
    """
    assert judged(game("diamonds", 1, 27), "soloist", soloist_points=10) == -54
    assert judged(game("grand", 2, 18), "soloist", soloist_points=31) == -144


def test_a_defender_errs_before_the_decision():
    """SkO 4.1.5: tops, game, hand, announcements and what is needed, nothing more."""
    position = {"soloist_points": 55, "defender_points": 0}
    assert judged(game("hearts", 1, 20), "defender", **position) == 20
    assert judged(game("hearts", 1, 20, hand=True), "defender", **position) == 30
    assert judged(game("hearts", 1, 30), "defender", **position) == 30
    announced = game("hearts", 1, 20, hand=True, schneider_announced=True)
    assert judged(announced, "defender", **position) == 50


@pytest.mark.parametrize("bid", [22, 33])
def test_the_cards_exclude_a_level_even_before_the_first_trick(bid):
    """SkO 5.4.3: asked where a level is needed and no trick decides it."""
    hearts, level = game("hearts", 1, bid), "schneider" if bid == 22 else "schwarz"
    position = {"soloist_points": 40, "defender_points": 0, "defender_trick": False}
    answers = {"found": "at_once", "party": "defender", "demand": False, **position}
    assert decide(Incident("revoke", ISKO, hearts, answers)).asks == (f"{level}_impossible",)
    covering = 30 if bid == 22 else 40
    assert judged(hearts, "defender", **position) == covering
    assert judged(hearts, "defender", **position, **{f"{level}_impossible": True}) == -2 * covering
    found = decide(Incident("revoke", ISKO, hearts, {**answers, f"{level}_impossible": True}))
    assert {"SkO 5.4.3", "ST 5.4.3"} <= set(found.paragraphs)


def test_an_announced_level_may_be_excluded_by_the_cards_too():
    """SkO 5.4.3 with docs/law.md "General clause": needed are the announced levels as well."""
    announced = game("hearts", 1, 20, hand=True, schneider_announced=True)
    position = {"soloist_points": 40, "defender_points": 0}
    assert judged(announced, "defender", **position, schneider_impossible=True) == -100


def test_nobody_asks_what_the_cards_excluded_where_something_else_decides():
    """SkO 5.4.3: no level needed, the soloist erred, or somebody had won already."""
    excluded = {"schneider_impossible": True, "schwarz_impossible": True}
    hearts, needs = game("hearts", 1, 20), game("hearts", 1, 30)
    middle = {"soloist_points": 40, "defender_points": 0}
    assert judged(hearts, "defender", **middle, **excluded) == 20
    assert judged(needs, "soloist", **middle, **excluded) == -60
    assert judged(needs, "defender", soloist_points=90, **excluded) == 30


def test_null_is_lost_with_the_first_trick_and_won_only_at_the_end():
    """SkO 5.2.7: no levels."""
    null = PlayedGame(ISKO, "null", bid=23)
    for offender in ("soloist", "defender"):
        assert judged(null, offender, soloist_trick=True) == -46
    assert judged(null, "defender", soloist_trick=False) == 23
    assert judged(null, "soloist", soloist_trick=False, finished=False) == -46
    assert judged(null, "soloist", soloist_trick=False, finished=True) == 23


def test_losing_costs_what_the_system_says():
    """docs/law.md "The four systems": a tournee on the first turn is lost single."""
    tournee = PlayedGame(NASL_1975, "hearts", 1, "tournee", turn=1, bid=12)
    assert judged(tournee, "soloist", soloist_points=40) == -12
    assert judged(replace(tournee, turn=2), "soloist", soloist_points=40) == -24


def test_what_rests_on_custom_says_so_and_cites_nothing():
    """docs/law.md "The four systems": the bid tables say nothing of losses, nor of schneider."""
    position = {"found": "at_once", "party": "defender", "demand": False, "soloist_points": 91}
    texas = PlayedGame(TEXAS, "hearts", 1, bid=20)
    found = decide(Incident("revoke", TEXAS, texas, position))
    assert [each.rule for each in found.grounds if each.code == "schneider-by-custom"] == [""]
    tournee = PlayedGame(NASL_1975, "hearts", 1, "tournee", turn=2, bid=12)
    lost = position | {"party": "soloist", "soloist_points": 40}
    found = decide(Incident("revoke", NASL_1975, tournee, lost))
    [custom] = [each for each in found.grounds if each.code == "loss-by-custom"]
    assert (custom.rule, custom.params) == ("", {"system": "nasl1975", "factor": 2})
    for answers in (position, lost):
        found = decide(Incident("revoke", ISKO, game("hearts", 1, 20), answers))
        assert not [each for each in found.grounds if each.code.endswith("by-custom")]


# At random: positions that can be, in every system


@st.composite
def incidents(draw: st.DrawFn) -> Incident:
    contract = replace(
        draw(lawful_games()),
        won=None,
        schneider=None,
        schwarz=None,
        card_points=None,
        tricks=None,
        end="played",
    )
    if draw(st.integers(0, 5)) == 0:
        null = draw(st.sampled_from(contract.system.nulls))
        contract = PlayedGame(contract.system, null.game, hand=null.hand, ouvert=null.ouvert)
    own = draw(st.integers(0, 120))
    theirs = draw(st.integers(0, 120 - own))
    lying = draw(st.integers(0, own))
    answers = {
        "bid": 0,
        "demand": False,
        "found": "at_once",
        "noticed": "at_once",
        "which_trick": "closed",
        "position_known": draw(st.booleans()),
        "wrong_discard": draw(st.booleans()),
        "explained": draw(st.booleans()),
        "auction_over": True,
        "plays_on": False,
        "harmed": "soloist",
        "party": draw(st.sampled_from(["soloist", "defender"])),
        "offender": draw(st.sampled_from(["soloist", "defender", "outsider"])),
        "wrong_side": draw(st.sampled_from(["soloist", "defender"])),
        "soloist_points": own,
        "defender_points": theirs,
        "soloist_points_taken": own - lying,
        "defender_points_taken": theirs,
        "defender_trick": theirs > 0 or draw(st.booleans()),
        "soloist_trick": own > 22 or draw(st.booleans()),
        "finished": own + theirs == 120 and draw(st.booleans()),
        "claim_true": draw(st.booleans()),
        "cards": "nine_or_ten",
        "consent": True,
        "first_trick": draw(st.booleans()),
        "schneider_impossible": draw(st.booleans()),
        "schwarz_impossible": draw(st.booleans()),
        "deal_right": draw(st.booleans()),
        "was_forehand": draw(st.booleans()),
        "how": draw(st.sampled_from(["to_trick", "influence", "neither"])),
        "inevitable": draw(st.sampled_from(["none", "schneider", "schwarz"])),
    }
    clause = [
        "revoke",
        "out_of_turn",
        "remark",
        "skat_seen_in_play",
        "old_trick_seen",
        "tricks_mixed",
        "two_cards_shown",
        "card_pulled",
        "card_taken_back",
        "sits_out",
        "defender_concedes",
        "soloist_lays_open",
        "defender_lays_open",
        "tricks_left_lying",
        "looked_into_hand",
        "defender_left_trick",
        "skat_seen_before_announcing",
        "soloist_concedes",
        "wrong_count",
        "wrong_count_in_play",
        "announced_with_wrong_count",
        "led_before_announcing",
        "null_below_bid",
        "top_trump_in_skat",
        "thrown_in",
    ]
    assert set(clause) <= ROWS.keys()
    return Incident(draw(st.sampled_from(clause)), contract.system, contract, answers)


def reached(incident: Incident) -> set[str]:
    """The levels that a party had suffered: in completed tricks, by a true claim, inevitably."""
    answers, system = incident.answers, incident.system
    own, theirs = answers["soloist_points"], answers["defender_points"]
    found = set()
    if own >= system.schneider_points or theirs >= 90:
        found.add("schneider")
    if answers["finished"] and not answers["defender_trick"]:
        found |= {"schneider", "schwarz"}
    if incident.row == "wrong_count_in_play" and answers["inevitable"] != "none":
        found |= {"schneider", answers["inevitable"]}
    return found | as_played_to_the_end(incident)


def as_played_to_the_end(incident: Incident) -> set[str]:
    """The levels where the other tricks have an owner: a true claim."""
    row, answers = incident.row, incident.answers
    if row in ("soloist_lays_open", "tricks_left_lying") and answers["claim_true"]:
        winner = "soloist"
    elif row == "defender_lays_open" and answers["claim_true"]:
        winner = "defender"
    else:
        return set()
    own = 120 - answers["defender_points"] if winner == "soloist" else answers["soloist_points"]
    loser = "defender" if winner == "soloist" else "soloist"
    without_a_trick = not answers[f"{loser}_trick"]
    found = set()
    if own <= 30 or own >= incident.system.schneider_points or without_a_trick:
        found.add("schneider")
    return found | ({"schwarz"} if without_a_trick else set())


@given(incidents())
def test_no_level_that_was_neither_reached_announced_nor_needed(incident):
    """docs/law.md "Infractions"."""
    found = decide(incident)
    if found.entry is None:
        return
    entry, contract = complete(found.entry), complete(replace(incident.contract, won=True))
    need = required_level(incident.contract)
    allowed = reached(incident)
    allowed |= {"schneider"} if contract.schneider_announced or need == "schneider" else set()
    if contract.schwarz_announced or need == "schwarz":
        allowed |= {"schneider", "schwarz"}
    given_levels = {name for name in ("schneider", "schwarz") if getattr(entry, name)}
    if not entry.won:
        # After a failed announcement its steps count, which is the contract value, no level.
        given_levels = {
            name
            for name in given_levels
            if name in ("schneider", "schwarz") and found.entry.credited
        }
    assert given_levels <= allowed


@given(incidents())
def test_nobody_wins_what_cannot_be_reached(incident):
    """SkO 5.4.3."""
    found = decide(incident)
    if required_level(incident.contract) == "unreachable" and found.entry is not None:
        assert found.verdict == "lost"


@given(incidents())
def test_a_null_never_gets_a_level(incident):
    found = decide(incident)
    if found.entry is not None and is_null(found.entry):
        entry = complete(found.entry)
        assert (entry.credited, entry.schneider, entry.schwarz) == ("", False, False)


@given(incidents())
def test_a_loss_costs_the_contract_value_at_least_and_a_win_covers_the_bid(incident):
    """docs/law.md "Lost games"."""
    found = decide(incident)
    if found.entry is None:
        return
    assert errors(check(found.entry)) == []
    valued = valuation(found.entry)
    assert valued.value >= (found.entry.bid or 0) or is_null(found.entry)
    if found.verdict == "lost":
        assert valued.value >= contract_value(found.entry)
        if not found.entry.credited:
            assert valued.value == contract_value(found.entry)


@given(incidents())
def test_unneeded_answers_do_not_change_the_decision(incident):
    """What is not asked for does not matter: the chain of questions loses nothing."""
    full = decide(incident)
    known: dict = {}
    while (found := decide(replace(incident, answers=known))).asks:
        [key] = found.asks
        known[key] = incident.answers[key]
    assert (found.verdict, found.score) == (full.verdict, full.score)
    assert [each.code for each in found.problems] == [each.code for each in full.problems]


@given(incidents())
def test_reduced_facts_give_the_same_decision(incident):
    """A ruling keeps no fact beside its matter, and those in the order asked."""
    full, lean = decide(incident), what_decides(incident)
    found = decide(lean)
    assert (found.verdict, found.score) == (full.verdict, full.score)
    assert list(what_decides(lean).answers.items()) == list(lean.answers.items())
    for key in lean.answers:
        without = {name: answer for name, answer in lean.answers.items() if name != key}
        assert decide(replace(incident, answers=without)).asks == (key,)


@given(incidents())
def test_stored_incident_gives_the_same_decision(incident):
    """models/ruling.py, in every system and with a club's options."""
    kept = read_incident(json.loads(json.dumps(incident.as_record())), incident.system)
    record = json.loads(json.dumps(decide(incident).as_record()))
    assert decide(kept).as_record() == record
