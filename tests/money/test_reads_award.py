"""The award in reading order, and in the order of the names; what a plan is tried out with."""

from types import SimpleNamespace as Fake
from typing import Any

import pytest

from scoring.money.forms import PotForm
from scoring.money.reads.award import CeremonyLine, CeremonyPot, ceremony_people, preview
from scoring.money.reads.prizes import Contender
from scoring.money.services.ledger import collect_entries
from scoring.money.services.pots import PotTerms, create_pot
from scoring.people.services.leaving import set_state
from scoring.rules.prizes import PrizePlan
from tests.factories import make_entries, make_series, make_tournament
from tests.money.till import BY


def line_of(name: str, *, is_team: bool = False) -> CeremonyLine:
    return CeremonyLine(Contender(name, 1, False, (1,), 1, name, is_team=is_team))


def test_people_of_the_award_stand_in_german_order_before_the_teams():
    """A team with a comma in its name is read aloud as it is called."""
    names = ("Zander, Ada", "Ärger, Bo", "Özil, Cem", "Łukasz, Dan")
    pot: Any = Fake(pot=Fake(title="Gesamt", kind="overall"))
    lines = (line_of("Herz, Dame", is_team=True), *map(line_of, names))
    people = ceremony_people([CeremonyPot(pot, lines)])
    families = [person.contender.name.partition(",")[0] for person in people]
    assert families == ["Ärger", "Łukasz", "Özil", "Zander", "Herz"]
    assert [line.spoken for line in lines[:2]] == ["Herz, Dame", "Ada Zander"]


@pytest.mark.django_db
def test_whoever_never_came_owes_no_stake_and_the_plan_gives_away_no_money_of_his():
    tournament = make_tournament()
    *players, gone = make_entries(tournament, 8)
    make_series(tournament)
    terms = PotTerms("Gesamt", "overall", PrizePlan(), stake_cents=500)
    pot = create_pot(tournament, terms, by=BY)
    assert preview(pot, terms.plan).expected == 8 * 500
    collect_entries(tournament, players[:2], by=BY)
    set_state(gone, "no_show", by=BY, reason="ill")
    assert preview(pot, terms.plan).expected == 7 * 500
    tournament.broken_off = "refunded"
    assert preview(pot, terms.plan).expected == 2 * 500


@pytest.mark.django_db
def test_a_pot_of_a_series_is_tried_out_with_those_who_play_it():
    tournament = make_tournament()
    *_others, early, late = make_entries(tournament, 8)
    first, second = make_series(tournament), make_series(tournament)
    early.until_series, late.from_series = 1, 2
    early.save()
    late.save()
    plan = PrizePlan()
    pot = create_pot(tournament, PotTerms("Serie 2", "series", plan, series=second), by=BY)
    assert preview(pot, plan).players == 7
    form = PotForm({"kind": "series", "series": "1"}, tournament=tournament)
    form.is_valid()
    form.lend(pot)
    assert pot.series == first
