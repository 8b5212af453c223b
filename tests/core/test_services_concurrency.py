"""Two database connections at once: no game is lost and none is recorded twice.

These tests use the file database of the test settings. What happens without the check of the
revision: tests/whole/test_races.py.
"""

from functools import partial

import pytest

from scoring.core.forms import StaleRevision
from scoring.core.services import roll_back_at_end
from scoring.lists.services.games import record_game
from scoring.models import Actor, Game, LogEntry
from tests.factories import line, open_list
from tests.races import at_once, done, fresh, in_between

pytestmark = pytest.mark.django_db(transaction=True)
CLERK = Actor(name="clerk")


def test_second_of_two_concurrent_saves_is_refused():
    """The second gets the message; the change of the first is kept."""
    score_list = open_list()
    results = at_once(
        lambda: record_game(fresh(score_list), line(1, 2), by=CLERK, revision=1),
        lambda: record_game(fresh(score_list), line(1, 3), by=CLERK, revision=1),
    )
    written = [each for each in results if not isinstance(each, Exception)]
    assert len(written) == 1
    assert any(isinstance(each, StaleRevision) for each in results)
    assert Game.objects.get().soloist == written[0].lines[0].soloist
    assert LogEntry.objects.filter(action__startswith="list.game").count() == 1


def test_twenty_clerks_save_concurrently_at_different_tables():
    lists = [open_list() for _ in range(20)]
    save = partial(record_game, by=CLERK, revision=1)
    done(*at_once(*(partial(save, fresh(each), line(1, 2)) for each in lists)))
    assert Game.objects.count() == 20


def test_a_preview_that_calls_several_services_lets_a_save_wait_and_end():
    """Whoever has SQLite's lock asks for no other one that somebody holds who waits for it."""
    tried, saved = open_list(), open_list()

    def preview():
        with roll_back_at_end():
            record_game(fresh(tried), line(1, 2), by=CLERK, revision=1)
            record_game(fresh(tried), line(2, 1), by=CLERK, revision=2)

    save = lambda: record_game(fresh(saved), line(1, 2), by=CLERK, revision=1)  # noqa: E731
    done(*in_between(preview, "scoring.lists.services.games.write_row", save))
    assert Game.objects.get().list == saved
