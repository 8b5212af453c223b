"""`manage.py simulate_tournament` refuses in one line what it cannot play."""

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Tournament


@pytest.mark.django_db
@pytest.mark.parametrize("players", [1, 7, 11])
def test_too_small_championship_is_refused_before_writing(players: int):
    with pytest.raises(CommandError, match="at least 12 players"):
        call_command("simulate_tournament", championship=True, players=players, seed="few")
    assert not Tournament.objects.exists()
