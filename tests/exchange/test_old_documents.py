"""Documents that older programs wrote come in, verify clean and go out to the byte.

They were exported by the commits whose names they bear, with everything that those knew: void and
unread games, teams, money, rulings, a season of two evenings, a league.
"""

from pathlib import Path

import pytest

from scoring.exchange.reads.export import export_season, export_text
from scoring.exchange.reads.verify import verify
from scoring.exchange.services.season import import_season
from scoring.exchange.services.tournament import import_tournament
from scoring.models import Actor

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
DOCUMENTS = Path(__file__).parents[1] / "data" / "documents"


@pytest.mark.parametrize("commit", ["2c98e3a", "aee9dc48"])
def test_a_tournament_of_an_older_program_comes_in_and_goes_out(commit: str) -> None:
    data = (DOCUMENTS / f"{commit}-tournament.json").read_bytes()
    tournament = import_tournament(data, by=BY)
    assert verify() == []
    assert export_text(tournament).encode() == data


@pytest.mark.parametrize("kind", ["season", "league"])
def test_a_season_of_an_older_program_comes_in_and_goes_out(kind: str) -> None:
    data = (DOCUMENTS / f"aee9dc48-{kind}.json").read_bytes()
    season = import_season(data, by=BY)
    assert verify() == []
    assert export_season(season).encode() == data
