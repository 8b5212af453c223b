"""The general clause: who has won a game that an error ends (SkO 4.1.3-6, 5.4.3)."""

from dataclasses import replace
from typing import Literal

from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.incident import SOLOIST, Facts
from scoring.rules.game import ALL_POINTS, Credit, End, PlayedGame
from scoring.rules.paragraphs import custom_of
from scoring.rules.systems import System
from scoring.rules.valuation import (
    ENOUGH_TO_WIN,
    SOLOIST_SCHNEIDER,
    class_of,
    complete,
    count_steps,
    is_null,
    valuation,
)

Need = Literal["", "schneider", "schwarz", "unreachable"]

DEFENDERS_MAKE_SCHNEIDER = ALL_POINTS - SOLOIST_SCHNEIDER  # 90, SkO 5.2.3


def required_level(contract: PlayedGame) -> Need:
    """The level that the soloist has to reach: announced, or demanded by the bid.

    A soloist without the jack of clubs never makes schwarz (SkO 5.4.3, ST 5.4.3).
    """
    game_class = class_of(contract)
    if game_class is None:
        return ""
    base, bid = game_class.bases[contract.game], contract.bid or 0
    announced = complete(replace(contract, won=False, end="conceded"))
    reaching: tuple[tuple[Need, PlayedGame], ...] = (
        ("", announced),
        ("schneider", replace(announced, won=True, schneider=True)),
        ("schwarz", replace(announced, won=True, schneider=True, schwarz=True)),
    )
    demanded: Need = next(
        (need for need, game in reaching if base * count_steps(game, game_class)[1] >= bid),
        "unreachable",
    )
    if announced.schwarz_announced and demanded in ("", "schneider"):
        demanded = "schwarz"
    elif announced.schneider_announced and demanded == "":
        demanded = "schneider"
    return "unreachable" if demanded == "schwarz" and contract.tops < 0 else demanded


def enough_to_defend(system: System, need: Need) -> int:
    """The card-points with which the defenders have beaten the soloist: 60 (SkO 5.2.2), or 31 or 30
    if he needs schneider.
    """
    needed = system.schneider_points if need == "schneider" else ENOUGH_TO_WIN
    return ALL_POINTS - needed + 1


def general_clause(facts: Facts, offender: str, *, end: End = "infraction") -> Decision:
    """Whoever has won stays the winner; else the error of the `offender` decides (SkO 4.1.3-5)."""
    contract = facts.contract
    if is_null(contract):
        return decide_null(facts, contract, offender, end)
    need = required_level(contract)
    if need == "unreachable":
        return decide_unwinnable(contract, end)
    established = _established_decision(facts, contract, need, offender, end)
    if established is not None:
        return established
    if offender == SOLOIST:
        return lost_decision(contract, end, Ground("soloist-erred", "SkO 4.1.4, ST 4.1.4"))
    return won_by_error(facts, need, end)


def decide_unwinnable(contract: PlayedGame, end: End) -> Decision:
    """The bid alone makes a win impossible, no matter who errs (SkO 5.4.3)."""
    return lost_decision(contract, end, Ground("need-unreachable", "SkO 5.4.3, ST 5.4.3"))


def won_by_error(facts: Facts, need: Need, end: End) -> Decision:
    """A defender erred: the game is won, unless the cards excluded the needed level from the first
    trick on (SkO 5.4.3).
    """
    contract = facts.contract
    if need == "":
        return won_decision(contract, end, Ground("defender-erred", "SkO 4.1.4, ST 4.1.4"))
    level: Credit = "schwarz" if need == "schwarz" else "schneider"
    if facts.yes(f"{level}_impossible"):
        ground = Ground("cards-exclude-level", "SkO 5.4.3, ST 5.4.3", {"level": level})
        return lost_decision(contract, end, ground)
    ground = Ground("level-credited", "SkO 4.1.5, ST 4.1.5", {"level": level})
    return won_decision(replace(contract, credited=level), end, ground)


def _established_decision(
    facts: Facts, contract: PlayedGame, need: Need, offender: str, end: End
) -> Decision | None:
    """The decision if somebody has already won, None if nobody has."""
    if need == "schwarz":
        return decide_schwarz(facts, contract, offender, end)
    own = facts.points("soloist")
    schneider = own >= contract.system.schneider_points
    if own >= ENOUGH_TO_WIN and (schneider or need == ""):
        ground = Ground("soloist-had-won", "SkO 4.1.3", {"points": own})
        entry = replace(contract, card_points=own, schneider=schneider or None)
        custom = schneider_by_custom(contract.system) if schneider else ()
        return won_decision(entry, end, ground, *custom)
    enough = enough_to_defend(contract.system, need)
    # A soloist who erred loses anyway: then the defenders' card-points only tell whether he is
    # schneider, and where his bid demands schneider that costs nothing more.
    matters = offender != SOLOIST or (need == "" and own <= SOLOIST_SCHNEIDER)
    if own + enough > ALL_POINTS or not (matters or facts.knows("defender_points")):
        return None
    theirs = facts.points("defender")
    if theirs < enough:
        return None
    return defenders_had_won(replace(contract, card_points=own), need, theirs, end)


def defenders_had_won(contract: PlayedGame, need: Need, theirs: int, end: End) -> Decision:
    """The soloist is schneider if the points for it are already in (docs/law.md "Infractions")."""
    enough = enough_to_defend(contract.system, need)
    level: Credit = "schneider" if theirs >= DEFENDERS_MAKE_SCHNEIDER else ""
    ground = Ground("defenders-had-won", "SkO 4.1.3", {"points": theirs, "enough": enough})
    custom = schneider_by_custom(contract.system) if need == "schneider" else ()
    return lost_decision(replace(contract, credited=level), end, ground, *custom)


def decide_schwarz(facts: Facts, contract: PlayedGame, offender: str, end: End) -> Decision | None:
    """If schwarz is needed, one trick of the defenders decides.

    Whether the last trick was played matters only if the soloist erred.
    """
    if facts.yes("defender_trick"):
        return lost_decision(contract, end, Ground("trick-against-schwarz", "SkO 4.1.3, SkO 5.2.4"))
    if offender != SOLOIST or not facts.yes("finished"):
        return None
    entry = replace(contract, card_points=ALL_POINTS, schneider=True, schwarz=True)
    return won_decision(entry, end, Ground("all-tricks-made", "SkO 4.1.3, SkO 5.2.4"))


def decide_null(facts: Facts, contract: PlayedGame, offender: str, end: End) -> Decision:
    """No levels: lost with the soloist's first trick, won only at the end (SkO 5.2.7)."""
    if facts.yes("soloist_trick"):
        return lost_decision(contract, end, Ground("null-was-lost", "SkO 4.1.3, SkO 5.2.7"))
    if offender != SOLOIST:
        return won_decision(contract, end, Ground("defender-erred", "SkO 4.1.4, ST 4.1.4"))
    if facts.yes("finished"):
        return won_decision(contract, end, Ground("null-was-won", "SkO 4.1.3, SkO 5.2.7"))
    return lost_decision(contract, end, Ground("soloist-erred", "SkO 4.1.4, ST 4.1.4"))


def won_decision(contract: PlayedGame, end: End, *grounds: Ground) -> Decision:
    return Decision("won", grounds, replace(contract, won=True, end=end))


def lost_decision(contract: PlayedGame, end: End, *grounds: Ground) -> Decision:
    """Lost at contract value, or at the least multiple that covers the bid (docs/law.md "Lost
    games").
    """
    entry = replace(contract, won=False, end=end)
    if complete(entry).overbid:
        grounds = (*grounds, Ground("bid-covered", "SkO 5.4.1", {"bid": contract.bid}))
    if system := custom_of(contract.system.citations.losses):  # no text gives the factor
        params = {"system": system, "factor": valuation(entry).factor}
        grounds = (*grounds, Ground("loss-by-custom", "", params))
    return Decision("lost", grounds, entry)


def without_entry(verdict: str, *grounds: Ground) -> Decision:
    return Decision(verdict, grounds)


def schneider_by_custom(system: System) -> tuple[Ground, ...]:
    """The reason where no text says with how many card-points the defenders are schneider."""
    key = custom_of(system.citations.schneider)
    params = {"system": key, "points": system.schneider_points}
    return (Ground("schneider-by-custom", "", params),) if key else ()
