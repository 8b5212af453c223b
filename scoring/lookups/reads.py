"""What the look-ups show: the cited paragraphs, the sum of a game, and the bid table."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override, pgettext_lazy

from scoring.core.labels_of_systems import game_name
from scoring.core.listing import Column, Listing, rows_of
from scoring.messages.catalogue import SUIT_SIGNS, contract_label, null_label
from scoring.messages.labels import label, step_label
from scoring.messages.paragraphs import SUMMARIES
from scoring.messages.sentence import MINUS
from scoring.rules.adjudication.table import ROWS
from scoring.rules.bids import Cell, cells, levels, multipliers
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.paragraphs import PARAGRAPHS, citations, join_rules
from scoring.rules.systems import GRAND, MAX_TOPS, GameClass, NullGame, System
from scoring.rules.valuation import (
    WENZEL_BONUS,
    Step,
    Valuation,
    class_of,
    complete,
    value_completed,
)

TEXTS = {
    "SkO": gettext_lazy("Skat Order (SkO)"),
    "ST": gettext_lazy("Skat Order of 1999 (ST), where it goes further"),
    "TO": gettext_lazy("Tournament Game Order (TO)"),
    "BT": pgettext_lazy("rules", "Bid tables (BT)"),
}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `cases` are the infractions that rest on it, if it has no `words`."""

    key: str
    anchor: str
    about: str
    words: str
    cases: list[str]


def rulebook(query: str = "") -> list[tuple[str, list[Paragraph]]]:
    """The paragraphs that contain every word of the query, by the text they are from."""
    parts = query.casefold().split()
    by_text: defaultdict[str, list[Paragraph]] = defaultdict(list)
    for key in PARAGRAPHS:
        text = text_about(key) if parts else ""
        if not all(part in text for part in parts):
            continue
        words = str(SUMMARIES.get(key, ""))
        cases = [] if words else cases_of(key)
        paragraph = Paragraph(key, key.replace(" ", "-"), _(PARAGRAPHS[key]), words, cases)
        by_text[key.partition(" ")[0]].append(paragraph)
    return [(str(TEXTS[text]), paragraphs) for text, paragraphs in by_text.items()]


def text_about(key: str) -> str:
    """What is said of a paragraph in all languages, in any of which it may be searched."""
    texts = [key]
    for language in dict(settings.LANGUAGES):
        with override(language):
            texts += [_(PARAGRAPHS[key]), str(SUMMARIES.get(key, "")), *cases_of(key)]
            texts += [label("incident", row) for row in rows_by_paragraph().get(key, ())]
    return " ".join(texts).casefold()


def cases_of(paragraph: str) -> list[str]:
    rows = rows_by_paragraph().get(paragraph, ())
    return [label("ground", f"row-{key.replace('_', '-')}") for key in rows]


@cache
def rows_by_paragraph() -> dict[str, list[str]]:
    """The rows of the table of infractions by the paragraphs that they rest on."""
    rows: dict[str, list[str]] = {}
    for key, row in ROWS.items():
        for paragraph in citations(row.rule):
            rows.setdefault(paragraph, []).append(key)
    return rows


# Steps that no system has rules of its own for.
RULES_OF_STEPS = {"overbid": "SkO 5.4.1", "queens": "BT MP2", "kings": "BT MP2"}


@dataclass(frozen=True, slots=True)
class Calculation:
    """The sum of a game; `if_lost` is the score of the same contract lost, None if it was."""

    name: str
    parts: list[tuple[str, str]]  # such as "hand 3", and its rule
    total: str
    valuation: Valuation
    if_lost: int | None


def calculation(game: PlayedGame) -> Calculation | None:
    """None if an error forbids the game, or nothing says whether it was won."""
    appraisal = appraise(game)
    valued, done = appraisal.valuation, appraisal.game
    if valued is None:
        return None
    return Calculation(
        name=game_name(done),
        parts=list(calculation_parts(done, valued)),
        total=calculation_text(done, valued),
        valuation=valued,
        if_lost=lost_score(done) if valued.won else None,
    )


def lost_score(done: PlayedGame) -> int:
    """The score of the same contract lost: only what was announced counts."""
    reached = ("schneider", "schwarz", "card_points", "tricks", "overbid")
    nothing: dict[str, Any] = dict.fromkeys(reached)
    lost = replace(done, won=False, credited="", end="played", **nothing)
    return value_completed(complete(lost)).score


def calculation_parts(game: PlayedGame, valued: Valuation) -> Iterator[tuple[str, str]]:
    count = 0
    for step in valued.steps:
        count += step.count
        yield step_text(step, count), rule_of_step(step, game.system)
    if class_of(game) is None:
        yield f"{game_name(game)}: {valued.value}", game.system.citations.nulls
    else:
        yield f"× {valued.base}", game.system.citations.bases
    if game.bid is not None and not valued.overbid:
        yield _("bid %(bid)s covered") % {"bid": game.bid}, "SkO 3.4.2"
    if not valued.won:
        yield _("lost: × %(factor)s") % {"factor": valued.factor}, game.system.citations.losses


def calculation_text(game: PlayedGame, valued: Valuation) -> str:
    """The sum in one line.

    >>> from django.utils.translation import override
    >>> from scoring.rules.systems import ISKO
    >>> with override("en"):
    ...     game = complete(PlayedGame(ISKO, "hearts", 1, hand=True, bid=36, card_points=61))
    ...     calculation_text(game, value_completed(game))
    'with 1, game 2, hand 3 × 10 = 30, bid 36: overbid → 40, lost −80'
    """
    own = [step for step in valued.steps if step.name != "overbid"]
    if own:
        counts = [sum(step.count for step in own[:place]) for place in range(1, len(own) + 1)]
        steps = [step_text(step, count) for step, count in zip(own, counts, strict=True)]
        parts = [f"{', '.join(steps)} × {valued.base} = {counts[-1] * valued.base}"]
    else:
        parts = [f"{game_name(game)} = {valued.value}"]
    if valued.overbid and game.bid is not None:
        figures = {"bid": game.bid, "value": valued.value}
        parts.append(_("bid %(bid)s: overbid → %(value)s") % figures)
    elif valued.overbid:
        parts.append(_("overbid → %(value)s") % {"value": valued.value})
    elif game.bid is not None:
        parts.append(_("bid %(bid)s covered") % {"bid": game.bid})
    if valued.won:
        parts.append(_("won %(score)s") % {"score": valued.score})
    else:
        parts.append(_("lost %(score)s") % {"score": f"{MINUS}{-valued.score}"})
    return ", ".join(parts)


def step_text(step: Step, count: int) -> str:
    """A step with the count that is reached with it: "game 2"; tops alone: "with 1"."""
    name = step_label(step.name)
    return name if step.name.startswith("with") else f"{name} {count}"


def rule_of_step(step: Step, system: System) -> str:
    if step.name in RULES_OF_STEPS:
        return RULES_OF_STEPS[step.name]
    own = system.citations.step_of.get(step.name, system.citations.steps)
    return join_rules(["SkO 2.4.2", own]) if step.name.startswith("with") else own


SIGNS = {**SUIT_SIGNS, GRAND: "G"}


@dataclass(frozen=True, slots=True)
class Chance:
    """A game that can be played at a bid, with the least value that covers the bid.

    `takes` says which tops and levels that takes with the skat, `hand` without it; empty if it
    is impossible so, and for a null.
    """

    name: str
    sign: str
    value: int
    takes: str = ""
    hand: str = ""


def bid_table(system: System) -> Listing:
    """Value × games: each cell the multiplier by which the game has this value (SkO 5.6.1)."""
    columns = [Column("value", _("Bid"), "int")]
    for game_class in system.classes:
        group = label("class", game_class.key)
        for game in game_class.bases:
            key = f"{game_class.key}-{game}"
            columns.append(Column(key, SIGNS[game], "mark", group=group))
    for game in dict.fromkeys(null.game for null in system.nulls):
        columns.append(Column(game, label("game", game), "mark", width=17))
    of_value: defaultdict[int, dict[str, object]] = defaultdict(dict)
    for cell in cells(system):
        key = cell.game_class if system.class_named(cell.game_class) else ""
        column = cell.game if cell.multiplier is None else f"{key}-{cell.game}"
        name = name_of_null(cell) if cell.multiplier is None else str(cell.multiplier)
        of_value[cell.value][column] = capfirst(name)
    return Listing(
        title=_("Bid table"),
        subtitle=subtitle(system),
        columns=columns,
        rows=[{"value": value, **of_value[value]} for value in levels(system)],
        notes=[_("Each figure is the multiplier: hearts 5 at 50 is 5 × 10.")],
    )


def subtitle(system: System) -> str:
    name = label("system", system.key)
    if system.wenzel_bonus:
        return _("%(system)s, with the bonus for queens and kings") % {"system": name}
    return name


def at_bid(system: System, bid: int) -> list[Chance]:
    chances = [
        chance_of(system, game_class, game, base, bid)
        for game_class in system.classes
        for game, base in game_class.bases.items()
    ]
    nulls = [null for null in system.nulls if null.value >= bid]
    chances += [Chance(name_of_null(null), "", null.value) for null in nulls]
    return list(filter(None, chances))


def name_of_null(null: NullGame | Cell) -> str:
    return null_label(label("game", null.game), hand=null.hand, ouvert=null.ouvert)


def chances_listing(system: System, bid: int) -> Listing:
    columns = [
        Column("game", _("Game"), width=20).of(lambda row: f"{row.sign} {row.name}".strip()),
        Column("value", _("Covers with"), "int", width=12),
        Column("takes", _("Takes at least"), width=36).of(lambda row: row.takes or "–"),
    ]
    if system.classes[0].hand:
        hand = Column("hand", _("As a hand game"), width=36)
        columns.append(hand.of(lambda row: row.hand or "–"))
    title = _("What can still be played at %(bid)s") % {"bid": bid}
    return Listing(title, columns, rows_of(columns, at_bid(system, bid)), subtitle(system))


def chance_of(
    system: System, game_class: GameClass, game: str, base: int, bid: int
) -> Chance | None:
    """None if no multiplier of the game covers the bid."""
    reachable = multipliers(system, game_class, game)
    least = max(-(-bid // base), reachable.start)
    if least not in reachable:
        return None
    bonus = max(WENZEL_BONUS.values()) if system.wenzel_bonus else 0
    most = MAX_TOPS[game]
    if game_class.ouvert == "implied":
        # The game and the four levels always count, and schwarz is not made without the club jack.
        takes = steps_needed(least - 5, most, bonus, without_schwarz=-1)
    else:
        # Schneider and schwarz are a level each, two where they can be announced without hand.
        count = 2 if game_class.announces == "always" else 1
        takes = steps_needed(least - 1, most, bonus + 2 * count, without_schwarz=bonus + count)
    hand = ""
    if game_class.hand:
        # The game and hand always count; schneider can be announced, and so is two levels.
        most_levels = reachable[-1] - most - 2
        hand = steps_needed(least - 2, most, most_levels, without_schwarz=bonus + 2)
    name = contract_label(game_class.key, game)
    return Chance(name, SIGNS[game], least * base, takes, hand)


def steps_needed(steps: int, most_tops: int, most_levels: int, *, without_schwarz: int) -> str:
    """The tops, then levels (SkO 5.2.1), that give these steps; empty if there are not enough.

    Schwarz is not among the first `without_schwarz` levels.
    """
    tops, levels = max(1, min(steps, most_tops)), max(0, steps - most_tops)
    if levels > most_levels:
        return ""
    either = levels <= without_schwarz  # schwarz needs the club jack (SkO 2.4.2)
    words = _("with or without %(tops)s") if either else _("with %(tops)s")
    text = words % {"tops": tops}
    if not levels:
        return text
    more = ngettext("%(tops)s, and %(count)s level", "%(tops)s, and %(count)s levels", levels)
    return more % {"tops": text, "count": levels}
