"""Every code of rules, entry and services has exactly one message."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from django.utils.functional import Promise

from scoring.messages import exchange, games, leagues, lists, money, people, referee, series
from scoring.messages.catalogue import CODES, message
from scoring.messages.labels import CUSTOMS, LABELS, label, step_label
from scoring.messages.sentence import reason
from scoring.models.log import Action
from scoring.rules.game import PlayedGame
from scoring.rules.paragraphs import custom_of
from scoring.rules.problem import Problem
from scoring.rules.ranking import Rank
from scoring.rules.score_list import SCHEMES
from scoring.rules.systems import GRAND, SUITS, SYSTEMS
from scoring.rules.valuation import valuation

pytestmark = pytest.mark.usefixtures("english")
CATALOGUES = (exchange, games, leagues, lists, money, people, referee, series)
CODE = "[a-z0-9]+(?:-[a-z0-9]+)+"
# What makes a problem from a code, with the prefix that it adds.
MAKERS = {
    "Problem|Mismatch|NotReached|_?Unreadable|_?refuse|refuse_fields|get_or_refuse|refresh": "",
    "(?:[a-z]+\\.)*problems\\.note|refusal": "document-",
}


@cache
def source() -> str:
    """The product's text without its sentences."""
    return "\n".join(
        path.read_text("utf-8")
        for path in sorted(Path("scoring").rglob("*.py"))
        if path.parent.name not in ("messages", "migrations")
    )


def test_every_code_has_a_sentence():
    codes = {
        prefix + code
        for makers, prefix in MAKERS.items()
        for code in re.findall(rf'\b(?:{makers})\(\s*(?:[\w.]+, )*"({CODE})"', source())
    }
    assert {"announcement-needs-hand", "list-has-totals", "document-shape"} <= codes
    assert codes - CODES.keys() == set()


def test_every_sentence_belongs_to_a_used_code():
    """The code stands in the sources, without its prefix, or as a formatted text."""
    texts = set(re.findall(rf'"({CODE}|[a-z]+)"', source()))
    formatted = "|".join(
        re.sub(r"\{.*?\}", "[a-z-]+", text)
        for text in re.findall(r'f"((?:[a-z-]|\{[^{}]+\})*-(?:[a-z-]|\{[^{}]+\})*)"', source())
        if re.search("[a-z]{3}", re.sub(r"\{.*?\}", "", text))
    )
    dead = [
        code
        for code in CODES.keys() - texts
        if code.removeprefix("document-") not in texts and not re.fullmatch(formatted, code)
    ]
    assert dead == []


def test_no_code_has_two_sentences():
    """The parts of the catalogue are merged; a second message would silently win."""
    parts = [
        part
        for module in CATALOGUES
        for part in vars(module).values()
        if isinstance(part, dict) and part.keys() <= CODES.keys()
    ]
    counts = Counter(code for part in parts for code in part)
    assert [code for code, count in counts.items() if count > 1] == []
    assert counts.keys() == CODES.keys()


def test_every_act_in_the_log_has_a_name():
    """The log stores "list.closed"; the page shows "list entered"."""
    assert all(isinstance(name, Promise) for _code, name in Action.choices)
    assert label("action", "report.made") != "report.made", "of an earlier version"
    assert label("action", "of.tomorrow") == "of.tomorrow", "of a later version"


# Texts of the messages


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        # docs/formats.md shows this one.
        ("announcement-needs-hand", {"announcement": "schneider_announced"},
         "Schneider can be announced only in a hand game."),
        # Codes in parameters are words.
        ("game-not-in-class", {"game": "hearts", "class": "guckser", "games": ("grand",)},
         "Hearts cannot be played as guckser. Only grand is possible."),
        # docs/law.md "A score list" 6: possible totals near the wrong ones are named.
        ("infeasible-points",
         {"seat": 2, "points": 19, "won": 1, "lost": 0, "nearest": (-36, 18)},
         "The nearest are −36, 18."),
        ("bid-not-a-level", {"bid": 19, "below": 18, "above": 20}, "levels are 18 and 20"),
        ("bid-not-a-level", {"bid": 19, "below": 264, "above": None}, "highest level is 264"),
        ("bid-not-a-level", {"bid": 19, "below": None, "above": 18}, "lowest level is 18"),
        # docs/law.md "What an ISkO entry may say" 8: zero points are not missing points.
        ("won-below-61", {"points": 0}, "Won with 0 points"),
        ("won-below-61", {"points": None}, "Won without"),
        # A minus, and a difference with its sign.
        ("running-total", {"seat": 1, "paper": -40, "computed": -80, "difference": 40}, "(+40)"),
        ("running-total", {"seat": 1, "paper": -40, "computed": -80, "difference": 40},
         "says −40"),
        ("many-tops", {"tops": -9}, "9 tops"),  # SkO 2.4.3: only the number counts
        ("from-a-later-version", {"x": 1}, "from-a-later-version"),
        ("many-tops", {}, "… tops"),
    ],
)  # fmt: skip
def test_a_message_has_its_figures_in_words(code, params, said):
    assert said in message(Problem(code, params=params))
    if "nearest" in params:
        nothing = message(Problem(code, params=params | {"nearest": ()}))
        assert "nearest" not in nothing, "what is not known is left out"


# Reasons and names


@pytest.mark.parametrize(
    ("rank", "expected"),
    [
        (Rank("A", 1, "won", 24, 22), "ahead by games won, 24 to 22"),
        (Rank("A", 1, "lost", 2, 3), "ahead by fewer games lost, 2 to 3"),
        (Rank("A", 1, "performance", 1332, -20), "ahead by points, 1\u202f332 to −20"),
        # docs/law.md "Ranking": scaled teams, 8023 × 4/3.
        (
            Rank("A", 1, "performance", Fraction(32092, 3), 10697),
            "ahead by points, 10\u202f697.33 to 10\u202f697",
        ),
        (Rank("A", 1, "lot", 1, 2), "ahead by lot"),
        (Rank("A", 1, "shared"), "equal in everything, rank shared"),
        (Rank("A", 1, "shared", lot_needed=True), "equal, no lot drawn"),
        (Rank("A", 1), ""),
    ],
)
def test_rank_has_a_reason(rank, expected):
    """docs/law.md "Ranking"."""
    assert reason(rank) == expected


def test_steps_of_a_valuation_are_written_in_words():
    game = PlayedGame(SYSTEMS["isko-1998"], "grand", -4, ouvert=True, hand=True, won=True)
    words = ", ".join(step_label(step.name) for step in valuation(game).steps)
    announced = "schneider, schneider announced, schwarz, schwarz announced, open"
    assert words == f"without 4, game, hand, {announced}"


def test_every_key_of_the_rules_has_a_label():
    for system in SYSTEMS.values():
        assert system.key in LABELS["system"]
        customs = (system.citations.losses, system.citations.schneider)
        assert {custom_of(each) for each in customs} - {""} <= CUSTOMS.keys()
        assert set(system.columns) <= LABELS["column"].keys()
        assert {each.key for each in system.classes} - {""} <= LABELS["class"].keys()
        assert {each.game for each in system.nulls} <= LABELS["game"].keys()
    assert {*SUITS, GRAND, "ramsch"} <= LABELS["game"].keys()
    assert set(SCHEMES) == LABELS["scheme"].keys()
