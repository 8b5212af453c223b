"""What a row of the log changed, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from django.utils.translation import gettext as _

from scoring.messages import contract_label, label, step_label
from scoring.messages.amounts import MINUS
from scoring.messages.log import NOTHING, field_label, value_text

Figures = Mapping[str, Any]

FLAGS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
# Keys of a game record; "number" alone may be a moved row.
OF_A_GAME = frozenset({"game", "soloist", "unread"})
FIGURE_NAMES = ("points", "won", "lost", "paper_total")


@dataclass(frozen=True, slots=True)
class Difference:
    """One change. An empty `old` or `new`: there was nothing, or is nothing now."""

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
    return [difference for key in keys for difference in of_a_key(key, before, after, about)]


def is_game(record: Figures | None) -> bool:
    if not record or "number" not in record:
        return False
    is_passed_game = (
        record.keys() <= {"number", "passed", "dealer"} and record.get("passed") is True
    )
    return bool(OF_A_GAME & record.keys()) or is_passed_game


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
    elif key == "sittings":
        yield Difference(_("Who left or joined"), sittings_text(before), sittings_text(after))
    elif key == "totals":
        yield from of_seats(dict(enumerate(before or [], 1)), dict(enumerate(after or [], 1)))
    elif key.isdecimal():
        yield from of_seats({key: before}, {key: after})
    elif has_fields(before) and has_fields(after):
        yield from (
            difference
            for inner in {**before, **after}
            for difference in of_a_key(inner, before, after, about)
        )
    else:
        texts = [value_text(key, each[key], about) if key in each else "" for each in (old, new)]
        yield Difference(field_label(key), *texts)


def has_fields(value: object) -> TypeGuard[Figures]:
    """Whether it has named parts, as a prize plan has."""
    return isinstance(value, Mapping) and not any(key.isdecimal() for key in value)


def of_games(old: list[Figures], new: list[Figures]) -> Iterator[Difference]:
    """The differences of two contents of a list, game by game."""
    before, after = by_number(old), by_number(new)
    for key in sorted({*before, *after}):
        one, other = before.get(key, {}), after.get(key, {})
        if one != other:
            yield of_a_game(one, other)


def sittings_text(entries: object) -> str:
    """Who left or joined at a round: "seat 2 to game 20; seat 2 from game 27, no. 9"."""
    found = []
    for entry in entries if isinstance(entries, list) else []:
        if not has_fields(entry):
            continue
        words = [_("seat %(seat)s") % {"seat": entry.get("seat")}]
        if entry.get("first_game") is not None:
            words.append(_("from game %(number)s") % {"number": entry["first_game"]})
        if entry.get("last_game") is not None:
            words.append(_("to game %(number)s") % {"number": entry["last_game"]})
        if entry.get("player") is not None:
            words.append(seat_text(entry["player"]))
        found.append(" ".join(words))
    return "; ".join(found)


def by_number(games: list[Figures]) -> dict[tuple[int, int], Figures]:
    return {(game.get("number", 0), game.get("attempt", 1)): game for game in games}


def of_seats(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[Difference]:
    """The differences of the figures or the player at each seat."""
    for seat in {**old, **new}:
        one, other = seat_text(old.get(seat)), seat_text(new.get(seat))
        if one != other:
            yield Difference(_("Seat %(seat)s") % {"seat": seat}, one, other)


def seat_text(found: object) -> str:
    """A start number, or points, games won and lost, the paper's total."""
    if isinstance(found, list):
        words = zip(FIGURE_NAMES, found, strict=False)
        return ", ".join(
            f"{label('figure', name)} {value_text(name, value)}"
            for name, value in words
            if value is not None
        )
    return "" if found is None else _("no. %(number)s") % {"number": found}


def line_text(record: Figures) -> str:
    """A game in words: "seat 2: hearts with 1, hand, lost, bid 36"."""
    if record.get("unread"):
        return _("unreadable")
    if record.get("passed"):
        return _("passed in")
    if record.get("ramsch"):
        text = f"{label('game', 'ramsch')} {record.get('score', '')}".replace("-", MINUS)
    elif "game" in record:
        text = ", ".join([contract(record), *details(record)])
    else:
        return ""
    if soloist := record.get("soloist"):
        text = _("seat %(seat)s: %(game)s") % {"seat": soloist, "game": text}
    return _("%(game)s (annulled)") % {"game": text} if record.get("annulled") else text


def contract(record: Figures) -> str:
    """The game with its tops."""
    words = [contract_label(str(record.get("class") or ""), str(record["game"]))]
    # An imported log may contain anything here.
    if isinstance(tops := record.get("tops"), int) and tops:
        words.append(step_label(f"{'with' if tops > 0 else 'without'} {abs(tops)}"))
    return " ".join(words)


def details(record: Figures) -> Iterator[str]:
    """Everything else in the record of a game."""
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
    """All differences in one line, for screen readers."""
    return "; ".join(
        f"{difference.name}: {difference.old or NOTHING} → {difference.new or NOTHING}"
        for difference in found
    )
