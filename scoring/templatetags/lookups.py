"""How the look-ups write figures and cards."""

from django import template
from django.utils.translation import pgettext

from scoring.core.text import language
from scoring.entry.line import canonical
from scoring.log.reads import line_text
from scoring.rules.game import PlayedGame
from scoring.rules.records import write_line
from scoring.rules.score_list import Line
from scoring.rules.systems import System

register = template.Library()
SIGNS = {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}


@register.filter
def slice_minus(figure: int) -> int:
    """A figure without its sign, where the sign or the word stands before it."""
    return abs(figure)


@register.simple_tag
def line_examples(system: System) -> list[tuple[str, str]]:
    """Lines that can be typed by these rules, each with what it says."""
    grand = PlayedGame(system, "grand", -3, dearest(system, "grand"), won=False)
    clubs = PlayedGame(system, "clubs", 1, dearest(system, "clubs"), schneider=True, won=True)
    lines = [Line(0, grand, 2), Line(0, clubs, 4), Line(0, passed=True)]
    if system.ramsch:
        lines.append(Line(0, PlayedGame(system, "ramsch", won=False, score=-40), 3))
    return [
        (
            canonical(line, language=language(), numpad=line.game is grand),
            line_text(write_line(line)),
        )
        for line in lines
    ]


def dearest(system: System, game: str) -> str:
    """The class with the highest base of a game that is not always open."""
    classes = (
        game_class
        for game_class in system.classes
        if game in game_class.bases and game_class.ouvert != "implied"
    )
    return max(classes, key=lambda each: each.bases[game]).key


@register.filter
def card(code: str) -> str:
    """A card as people see it: ♣J; in German B and D for jack and queen."""
    ranks = {
        "J": pgettext("card", "J"),
        "Q": pgettext("card", "Q"),
        "K": pgettext("card", "K"),
        "A": pgettext("card", "A"),
    }
    return SIGNS[code[0]] + ranks.get(code[1:], code[1:])
