"""By which rules a tournament is played, in words: system, scoring, and the club's options."""

from django.utils.translation import gettext as _

from scoring.messages import label
from scoring.models import Tournament
from scoring.rules.systems import System


def law_words(tournament: Tournament) -> str:
    """Everything that changes the value of a game or a list: "Texas Skat, game points; Ramsch"."""
    names = [label("system", tournament.system), label("scheme", tournament.scheme)]
    return "; ".join([", ".join(names), *options_of(tournament.rule_system)])


def options_of(system: System) -> list[str]:
    """What a club chose beside its rule system; nothing where it plays it as it stands."""
    options = []
    if system.hand_loss is not None:
        options.append(_("a lost hand game counts × %(factor)s") % {"factor": system.hand_loss})
    if system.ramsch:
        options.append(_("Ramsch if everybody passes"))
    if system.wenzel_bonus:
        options.append(_("queens as wenzels count one step more, kings two"))
    return options
