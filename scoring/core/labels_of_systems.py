"""The rules of a tournament in words, and the games and columns of a rule system."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.messages.catalogue import contract_label, null_label
from scoring.messages.labels import LABELS, label, step_label
from scoring.models import Tournament
from scoring.rules.game import PlayedGame
from scoring.rules.systems import System
from scoring.rules.valuation import is_null


def law_words(tournament: Tournament) -> str:
    """The rules in words: "Texas Skat, game points only; Ramsch if everybody passes"."""
    names = [label("system", tournament.system), label("scheme", tournament.scheme)]
    return "; ".join([", ".join(names), *options_of(tournament.rule_system)])


def numbering_of(tournament: Tournament) -> str:
    """A note if the tournament's edition numbers its paragraphs differently, else ""."""
    if tournament.rule_system.cited_edition in ("", tournament.edition):
        return ""
    return _(
        "Paragraphs are cited by their numbers of 1998/99; the edition of %(edition)s numbers some "
        "of them differently."
    ) % {"edition": tournament.edition}


def options_of(system: System) -> list[str]:
    options = []
    if system.hand_loss is not None:
        options.append(_("a lost hand game counts × %(factor)s") % {"factor": system.hand_loss})
    if system.ramsch:
        options.append(_("Ramsch if everybody passes"))
    if system.wenzels:
        options.append(_("queens and kings may be wenzels"))
    if system.wenzel_bonus:
        options.append(_("queens as wenzels count one step more, kings two"))
    return options


def game_name(game: PlayedGame) -> str:
    """The game with its class: "Tournee hearts, second turn", "Null ouvert hand"."""
    name = contract_label(game.game_class, game.game, game.turn)
    if is_null(game):
        name = null_label(name, hand=game.hand, ouvert=game.ouvert)
    return capfirst(name)


def contract_words(game: PlayedGame, seat: int | None) -> str:
    """The announced game in words: "Hearts, with 1, hand, bid 30, seat 2"."""
    words = [game_name(game)]
    if game.tops:
        words.append(step_label(f"{'with' if game.tops > 0 else 'without'} {abs(game.tops)}"))
    if game.wenzel != "J":
        words.append(label("wenzel", game.wenzel))
    if not is_null(game):
        flags = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
        words += [label("mark", flag) for flag in flags if getattr(game, flag)]
    if game.bid is not None:
        words.append(_("bid %(bid)s") % {"bid": game.bid})
    if seat is not None:
        words.append(_("seat %(seat)s") % {"seat": seat})
    return ", ".join(words)


def heading(key: str) -> str:
    """The heading of a column of a rule system; its key as words for a club's own column."""
    if key in LABELS["column"]:
        return label("column", key)
    return key.replace("_", " ").capitalize()
