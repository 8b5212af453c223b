"""What a row of the log changed, said so that it can be read: figures, not JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from django.utils.translation import gettext as _

from scoring.core.listing import MINUS
from scoring.messages import contract_label, label, step_label
from scoring.messages.log import NOTHING, field_label, value_text

Figures = Mapping[str, Any]

FLAGS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
# By what a record of a game is known; "number" alone may be the row that was moved.
OF_A_GAME = frozenset({"game", "soloist", "unread"})
FIGURE_NAMES = ("points", "won", "lost", "paper_total")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that changed. An empty `old` or `new`: there was nothing, or is nothing now."""

    name: str
    old: str
    new: str


def differences(about: str, old: Figures | None, new: Figures | None) -> list[Difference]:
    """Everything that a row changed; `about` is the kind of its subject ("list").

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     differences("tournament", {"state": "running"}, {"state": "final"})
    [Difference(name='State', old='running', new='final')]
    """
    if is_game(old) or is_game(new):
        return [of_a_game(old or {}, new or {})]
    before, after = old or {}, new or {}
    keys = [*before, *(key for key in after if key not in before)]
    return [each for key in keys for each in of_a_key(key, before, after, about)]


def is_game(record: Figures | None) -> bool:
    if not record or "number" not in record:
        return False
    told_alone = record.keys() <= {"number", "passed", "dealer"} and record.get("passed") is True
    return bool(OF_A_GAME & record.keys()) or told_alone


def of_a_game(old: Figures, new: Figures) -> Difference:
    number = new.get("number") or old.get("number")
    name = _("Game %(number)s") % {"number": number}
    return Difference(name, line_text(old), line_text(new))


def of_a_key(key: str, old: Figures, new: Figures, about: str) -> Iterator[Difference]:
    before, after = old.get(key), new.get(key)
    if before == after and key in old and key in new:
        return
    if key == "games" and not isinstance(before or after, int):
        yield from of_games(before or [], after or [])
    elif key == "totals":
        yield from of_seats(dict(enumerate(before or [], 1)), dict(enumerate(after or [], 1)))
    elif key.isdecimal():
        yield from of_seats({key: before}, {key: after})
    elif has_fields(before) and has_fields(after):
        yield from (
            each for inner in {**before, **after} for each in of_a_key(inner, before, after, about)
        )
    else:
        told = [value_text(key, each[key], about) if key in each else "" for each in (old, new)]
        yield Difference(field_label(key), *told)


def has_fields(told: object) -> TypeGuard[Figures]:
    """Whether it has parts with names of their own, as a prize plan has."""
    return isinstance(told, Mapping) and not any(key.isdecimal() for key in told)


def of_games(old: list[Figures], new: list[Figures]) -> Iterator[Difference]:
    """Two contents of a list, game by game; what stayed the same is not told."""
    before, after = by_number(old), by_number(new)
    for key in sorted({*before, *after}):
        one, other = before.get(key, {}), after.get(key, {})
        if one != other:
            yield of_a_game(one, other)


def by_number(games: list[Figures]) -> dict[tuple[int, int], Figures]:
    return {(game.get("number", 0), game.get("attempt", 1)): game for game in games}


def of_seats(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[Difference]:
    """Figures a seat, or who sits there."""
    for seat in {**old, **new}:
        one, other = seat_text(old.get(seat)), seat_text(new.get(seat))
        if one != other:
            yield Difference(_("Seat %(seat)s") % {"seat": seat}, one, other)


def seat_text(told: object) -> str:
    """What stands at a seat: a start number, or points, games won and lost, the paper's total."""
    if isinstance(told, list):
        words = zip(FIGURE_NAMES, told, strict=False)
        return ", ".join(
            f"{label('figure', name)} {value_text(name, value)}"
            for name, value in words
            if value is not None
        )
    return "" if told is None else _("no. %(number)s") % {"number": told}


def line_text(record: Figures) -> str:
    """A game as people say it: "seat 2: hearts with 1, hand, lost, bid 36"."""
    if record.get("unread"):
        return _("unreadable")
    if record.get("passed"):
        return _("passed in")
    if record.get("ramsch"):
        told = f"{label('game', 'ramsch')} {record.get('score', '')}".replace("-", MINUS)
    elif "game" in record:
        told = ", ".join([contract(record), *details(record)])
    else:
        return ""
    if soloist := record.get("soloist"):
        told = _("seat %(seat)s: %(game)s") % {"seat": soloist, "game": told}
    return _("%(game)s (annulled)") % {"game": told} if record.get("annulled") else told


def contract(record: Figures) -> str:
    """Which game, and with or without how many."""
    words = [contract_label(str(record.get("class") or ""), str(record["game"]))]
    # The log of another program's document may say anything here.
    if isinstance(tops := record.get("tops"), int) and tops:
        words.append(step_label(f"{'with' if tops > 0 else 'without'} {abs(tops)}"))
    return " ".join(words)


def details(record: Figures) -> Iterator[str]:
    """Everything else that was told of a game."""
    for flag in FLAGS:
        if record.get(flag):
            yield step_label(flag.replace("_", " "))
    if record.get("overbid"):
        yield step_label("overbid")
    if "won" in record:
        yield _("won") if record["won"] else _("lost")
    words = {
        "bid": _("bid %(value)s"),
        "card_points": _("%(value)s card points"),
        "tricks": _("%(value)s tricks"),
        "score": _("value on paper %(value)s"),
        "running": _("running total %(value)s"),
        "attempt": _("attempt %(value)s"),
        "turn": _("turn %(value)s"),
    }
    for key, sentence in words.items():
        if record.get(key) is not None:
            yield sentence % {"value": value_text(key, record[key])}
    if (end := record.get("end")) and end != "played":
        yield label("end", end)


def summary(found: list[Difference]) -> str:
    """All of it in one line, for a reader who cannot see a table."""
    return "; ".join(
        f"{each.name}: {each.old or NOTHING} → {each.new or NOTHING}" for each in found
    )
