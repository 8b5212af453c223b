"""Where a system says what may be bid and announced, and what rests on custom alone.

SkO, or the system's own bid tables (BT); these say nothing of losses, nor of schneider (docs/law.md
"The four systems").
"""

from scoring.rules.adjudication.decision import Ground
from scoring.rules.systems import ISKO, SYSTEMS, System


def legal_bids(system: System) -> str:
    return _own(system, "C") or "SkO 3.3.2"


def announcements(system: System) -> str:
    return _own(system, "B") or "SkO 2.1.3"


def open_nulls(system: System) -> str:
    return _own(system, "A") or "SkO 2.1.4"


def schneider_by_custom(system: System) -> tuple[Ground, ...]:
    """The reason where schneider takes other card-points than SkO 5.2.3 says; empty in ISkO."""
    params = {"system": _key(system), "points": system.schneider_points}
    return (Ground("schneider-by-custom", "", params),) if _rests_on_custom(system) else ()


def loss_by_custom(system: System, factor: int) -> tuple[Ground, ...]:
    """The reason of a loss factor that no text gives; empty in ISkO (SkO 5.3.4)."""
    params = {"system": _key(system), "factor": factor}
    return (Ground("loss-by-custom", "", params),) if _rests_on_custom(system) else ()


def _rests_on_custom(system: System) -> bool:
    return _key(system) != ISKO.key


def _key(system: System) -> str:
    return (system.origin or system).key


def _own(system: System, table: str) -> str:
    """A table of the system's own; "" for ISkO, and for a system without tables."""
    key = _key(system)
    if key == ISKO.key or key not in SYSTEMS:
        return ""
    return f"BT {list(SYSTEMS).index(key) + 1}{table}"
