"""What rests on custom alone (docs/law.md "The four systems")."""

from scoring.rules.adjudication.decision import Ground
from scoring.rules.paragraphs import custom_of
from scoring.rules.systems import System


def schneider_by_custom(system: System) -> tuple[Ground, ...]:
    """The reason where no text says with how many card-points the defenders are schneider."""
    key = custom_of(system.citations.schneider)
    params = {"system": key, "points": system.schneider_points}
    return (Ground("schneider-by-custom", "", params),) if key else ()


def loss_by_custom(system: System, factor: int) -> tuple[Ground, ...]:
    """The reason of a loss factor that no text gives; empty in ISkO (SkO 5.3.4)."""
    key = custom_of(system.citations.losses)
    return (Ground("loss-by-custom", "", {"system": key, "factor": factor}),) if key else ()
