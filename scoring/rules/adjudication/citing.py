"""Where a system says what may be bid and announced: SkO, or its own bid tables (BT)."""

from scoring.rules.systems import ISKO, SYSTEMS, System


def legal_bids(system: System) -> str:
    return _own(system, "C") or "SkO 3.3.2"


def announcements(system: System) -> str:
    return _own(system, "B") or "SkO 2.1.3"


def open_nulls(system: System) -> str:
    return _own(system, "A") or "SkO 2.1.4"


def _own(system: System, table: str) -> str:
    """A table of the system's own; "" for ISkO, and for a system without tables."""
    key = (system.origin or system).key
    if key == ISKO.key or key not in SYSTEMS:
        return ""
    return f"BT {list(SYSTEMS).index(key) + 1}{table}"
