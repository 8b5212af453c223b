"""The award in reading order, and in the order of the names; what a plan is tried out with."""

from types import SimpleNamespace as Fake
from typing import Any

from scoring.money.reads.award import AwardLine, AwardPot, award_people
from scoring.money.reads.prizes import Contender


def line_of(name: str, *, is_team: bool = False) -> AwardLine:
    return AwardLine(Contender(name, 1, False, (1,), 1, name, is_team=is_team))


def test_people_of_the_award_stand_in_german_order_before_the_teams():
    names = ("Zander, Ada", "Ärger, Bo", "Özil, Cem", "Łukasz, Dan")
    pot: Any = Fake(pot=Fake(title="Gesamt", kind="overall"))
    lines = (line_of("Asse", is_team=True), *map(line_of, names))
    people = award_people([AwardPot(pot, lines)])
    assert [person.contender.name.partition(",")[0] for person in people] == [
        "Ärger",
        "Łukasz",
        "Özil",
        "Zander",
        "Asse",
    ]


def test_a_team_with_a_comma_in_its_name_is_read_aloud_as_it_is_called():
    """Even if only one of its players is left."""
    assert line_of("Herz, Dame", is_team=True).spoken == "Herz, Dame"
    assert line_of("Dame, Herta").spoken == "Herta Dame"
