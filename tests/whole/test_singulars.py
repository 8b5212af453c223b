"""What is counted is one or several: no sentence says "1 tricks", "Mit 1 Stichen"."""

import re

import pytest
from django.utils.translation import override

from scoring.messages.catalogue import CODES, message
from scoring.messages.labels import label, option_text, question_text
from scoring.messages.sentence import Either
from scoring.rules.problem import Problem

# Never one of them: bounds, numbers of things, and what is reported only of several.
OTHERS = {"most", "least", "limit", "low", "high", "minutes", "megabytes", "seats"}
SEVERAL = {
    *("number-beyond-games", "more-games-than-dealt", "number-twice", "too-many-games"),
    *("no-trick-with-tops", "many-tops", "line-tops-out-of-range", "lost-with-61"),
    *("ended-early-out-of-range", "document-games-due-differs", "verify-games-due"),
    *("verify-team-size", "name-ambiguous", "points-above-120"),
    "paper-total-bonus",  # 30 or 40
    "schneider-differs",  # one point is schneider
    *("beyond-any-list", "far-from-own-average"),  # games of a list; five other lists
}
WRONG = {
    "en": r"(?<![\w/])1 (games|points|tricks|tops|players|lists|seats|days|tournaments|series are"
    r"|reports|differences|rounds|people|teams|members|hours|card-points|rows)\b",
    "de": r"(?<![\w/])1 (Spiele|Punkte|Stiche|Stichen|Spitzen|Augen|Listen|Plätze|Tage|Turniere"
    r"|Termine|Berichte|Abweichungen|Runden|Personen|Mannschaften|Mitglieder|Zeilen|Teams)\b",
}


def sentences(sentence: object) -> set[str]:
    """The names of the parameters of a sentence and its alternatives."""
    if isinstance(sentence, Either):
        names = sentences(sentence.with_param) | sentences(sentence.without_param)
        return names | {sentence.param}
    return set(re.findall(r"%\((\w+)\)s", str(sentence)))


@pytest.mark.parametrize("language", WRONG)
def test_no_sentence_counts_one_in_the_plural(language: str):
    with override(language):
        for code in CODES.keys() - SEVERAL:
            params = {name: 11 if name in OTHERS else 1 for name in sentences(CODES[code])}
            text = message(Problem(code, params=params))
            assert text, code
            assert not re.search(WRONG[language], text), code


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("schwarz-without", {}, "Ohne den höchsten Trumpf gewinnt niemand Schwarz"),
        ("tricks-points", {"tricks": 1, "least": 0, "most": 39, "points": 60},
         "Mit einem Stich und dem Skat hat der Alleinspieler 0 bis 39 Augen, nicht 60."),
        ("unknown-class", {"value": "solo", "classes": ()},
         "„solo“ kann hier nicht stehen: Dieses System kennt keine Spielarten."),
        ("game-not-in-class", {"game": "null", "class": "guckser", "games": ("grand",)},
         "Möglich ist nur Grand."),
        ("infeasible-points", {"seat": 2, "points": 1, "won": 1, "lost": 0, "nearest": (18,)},
         "Am nächsten liegt 18."),
        ("season-days-open", {"count": 1}, "Ein Termin dieser Saison ist noch nicht endgültig."),
        ("season-days-open", {"count": 2}, "2 Termine dieser Saison sind noch nicht endgültig."),
    ],
)  # fmt: skip
def test_one_is_said_as_one(code: str, params: dict[str, object], said: str):
    with override("de"):
        assert said in message(Problem(code, params=params))


def test_the_referee_s_desk_asks_and_decides_in_a_referee_s_words():
    """Each of these was said as by somebody who has never sat at a table."""
    with override("de"):
        assert question_text("party", "thrown_in") == "Wer hat geworfen?"
        assert option_text("harmed", "soloist") == "dem Alleinspieler"
        # A revoke that is found when the cards are gathered: nothing is played any more.
        assert label("verdict", "result_stands") == "Das Ergebnis bleibt"
