"""The law tables under addresses that name their content."""

import json
from functools import cache
from hashlib import sha256

from scoring.models import Tournament
from scoring.models.tournament import TournamentState
from scoring.rules.law_table import law_table
from scoring.rules.systems import System, find, variant

DIGEST = 12  # characters of the digest in a name


@cache
def law_json(system: System) -> bytes:
    return json.dumps(law_table(system), separators=(",", ":"), ensure_ascii=False).encode()


def make_tables() -> None:
    """Make the tables that phones need now, before a whole hall asks for them: one query."""
    played = Tournament.objects.filter(phones=True, state=TournamentState.RUNNING)
    for system in {tournament.rule_system for tournament in played}:
        law_json(system)


def law_code(system: System) -> str:
    """A system with its options in one word.

    >>> from scoring.rules.systems import ISKO, TEXAS
    >>> law_code(ISKO), law_code(variant(TEXAS, hand_loss=1, ramsch=True))
    ('isko-1998-0', 'texas-1r')
    """
    marks = {
        str(system.hand_loss or ""): True,
        "r": system.ramsch,
        "b": system.wenzel_bonus,
        "w": system.wenzels and not system.wenzel_bonus,
    }
    options = "".join(mark for mark, there in marks.items() if there) or "0"
    return f"{system.key}-{options}"


def system_coded(code: str) -> System | None:
    """The system of `law_code`; None where there is no such system."""
    key, _, options = code.rpartition("-")
    system = find(key)
    if system is None:
        return None
    loss = next((each for each in system.hand_loss_options if str(each) in options), None)
    return variant(
        system,
        hand_loss=loss,
        ramsch="r" in options and system.ramsch_allowed,
        wenzels="w" in options,
        wenzel_bonus="b" in options,
    )


def law_name(system: System) -> str:
    """The name of a table: its code, and a digest that a change of the law changes."""
    return f"{law_code(system)}-{sha256(law_json(system)).hexdigest()[:DIGEST]}"


def system_named(name: str) -> System | None:
    """The system of a name, whatever digest it has; None where there is no such system."""
    return system_coded(name.rpartition("-")[0])
