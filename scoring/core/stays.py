"""In which rounds a player sat at a table where somebody left or joined (SkO 4.5.9, 3.1.2)."""

from django.utils.translation import gettext as _

from scoring.rules.outline import Outline


def stay_text(outline: Outline, position: int) -> str:
    """Such as "to round 5" or "rounds 3 to 6"; empty for a player who stays from first to last."""
    if not outline.sittings:
        return ""
    sitting = outline.times[position - 1]
    rounds = {"first": outline.round_of(sitting.first)}
    if sitting.last is not None:
        rounds["last"] = outline.round_of(sitting.last)
        if sitting.first > 1:
            return _("rounds %(first)s to %(last)s") % rounds
        return _("to round %(last)s") % rounds
    return _("from round %(first)s") % rounds if sitting.first > 1 else ""
