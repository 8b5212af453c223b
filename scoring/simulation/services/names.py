"""Invented people and clubs: ordinary given names with family names of invented places.

No list of real people was used; a namesake is a coincidence.
"""

from random import Random
from typing import NamedTuple

GIVEN = (
    "Ada", "Albrecht", "Alwin", "Anni", "Bärbel", "Benno", "Bruno", "Carla", "Christel", "Dagmar",
    "Detlef", "Dörte", "Edda", "Egon", "Elke", "Erwin", "Fritzi", "Gerda", "Gisbert", "Günter",
    "Hanne", "Hartmut", "Heiner", "Hilde", "Ingo", "Jörg", "Jutta", "Karl-Heinz", "Käthe", "Klaus",
    "Lore", "Lothar", "Margot", "Max", "Norbert", "Ottilie", "Paul", "Ralf", "Rosi", "Rüdiger",
    "Siegrid", "Sönke", "Thea", "Udo", "Ulla", "Volker", "Wally", "Willi", "Łucja", "Zoë",
)  # fmt: skip

_BEGIN = (
    "Ahorn Birken Distel Eschen Fichten Ginster Hasel Kiesel Linden Möwen Nebel Quellen Rüben "
    "Schlehen Tannen Ulmen Weiß Zeisig"
)
_END = "bacher brinker feldner grunder horster kamper mooser rieder stetter thaler wälder wurtner"
FAMILY = tuple(begin + end for begin in _BEGIN.split() for end in _END.split())

_PLACES = tuple(
    begin + end
    for end in ("brück", "hagen", "moor", "rode")
    for begin in ("Amsel", "Biber", "Dohlen", "Elster", "Finken", "Grauß", "Kranich", "Luchs")
)
_CLUBS = ("Skatfreunde", "Skatclub", "Herz Dame", "Grand Hand", "Reizende Runde", "Ohne Vier")
GUESTS = 0.15  # of the players belong to no club


class Invented(NamedTuple):
    given: str
    family: str
    club: str


def people(rng: Random, count: int) -> list[Invented]:
    """`count` people with different names, in clubs of which a few are large (Zipf)."""
    names = rng.sample(range(len(GIVEN) * len(FAMILY)), count)
    clubs = club_names(rng, count // 8 + 1)
    sizes = [1 / place for place in range(1, len(clubs) + 1)]
    return [
        Invented(
            GIVEN[name % len(GIVEN)],
            FAMILY[name // len(GIVEN)],
            "" if rng.random() < GUESTS else rng.choices(clubs, sizes)[0],
        )
        for name in names
    ]


MOST = len(GIVEN) * len(FAMILY)


def club_names(rng: Random, count: int) -> list[str]:
    every = [f"{club} {place}" for club in _CLUBS for place in _PLACES]
    return rng.sample(every, min(count, len(every)))
