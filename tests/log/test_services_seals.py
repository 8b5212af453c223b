"""The log can be proven whole: seals, triggers, and numbers without a gap."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from scoring.core.services import write_log
from scoring.desk.services.games import record_game
from scoring.log.reads.seals import log_problems
from scoring.log.services.seals import seal_log
from scoring.models import Actor, Booking, LogEntry, LogSeal
from scoring.verify.reads.triggers import statements, trigger_problems
from tests.factories import line, open_list

pytestmark = pytest.mark.django_db(transaction=True)
BY = Actor(name="test")
SQLITE = pytest.mark.skipif("'postgres' in __import__('os').environ.get('DATABASE_URL', '')")
POSTGRESQL = pytest.mark.skipif(
    "'postgres' not in __import__('os').environ.get('DATABASE_URL', '')"
)


def write(count: int) -> None:
    for number in range(count):
        write_log("test", f"Ä/{number}", by=BY, tournament=None, new={"b": 1, "a": [None, "ß"]})


def run(*commands: str) -> None:
    with connection.cursor() as cursor:
        for command in commands:
            cursor.execute(command)


@contextmanager
def without_triggers() -> Iterator[None]:
    """Somebody who opens the database with a tool of his own, and leaves it as it was."""
    made = [each for each in statements() if "_no_row" not in each and "TRUNCATE" not in each]
    lite = connection.vendor == "sqlite"
    for each in made:
        table = "" if lite else " ON " + each.partition(" ON ")[2].split()[0]
        run(f"DROP TRIGGER {each.split()[2]}{table}")
    try:
        yield
    finally:
        run(*made)


def codes() -> list[str]:
    return [problem.code for problem in log_problems()]


class TestSealing:
    def test_an_empty_log_has_no_seal(self):
        assert seal_log() is None

    def test_each_seal_goes_on_where_the_last_one_ended(self):
        write(3)
        first = seal_log()
        assert seal_log() == first
        write(2)
        second = seal_log()
        assert (first.rows, second.since, second.rows) == (3, first.last, 2)
        assert codes() == []

    def test_two_at_once_are_one(self, monkeypatch):
        write(2)
        genuine = LogSeal.objects.create

        def twice(**figures):
            genuine(**figures)
            return genuine(**figures)

        monkeypatch.setattr(LogSeal.objects, "create", twice)
        seal_log()
        assert LogSeal.objects.count() <= 1
        monkeypatch.undo()
        assert seal_log().rows == 2
        assert LogSeal.objects.count() == 1

    def test_a_changed_row_breaks_its_seal_and_no_other(self):
        for _ in range(3):
            write(2)
            seal_log()
        middle = LogEntry.objects.order_by("id")[2]
        with without_triggers():
            run(f"UPDATE scoring_logentry SET actor = 'other' WHERE id = {middle.pk}")
        (problem,) = log_problems()
        assert problem.code == "verify-seal"
        assert (problem.params["first"], problem.params["last"]) == (middle.pk, middle.pk + 1)
        assert list(trigger_problems()) == []

    def test_a_lost_row_breaks_its_seal(self):
        write(3)
        seal_log()
        with without_triggers():
            LogEntry.objects.filter(pk=LogEntry.objects.first().pk).delete()
        assert codes()[0] == "verify-seal"

    def test_a_lost_seal_breaks_the_next_one(self):
        for _ in range(2):
            write(1)
            seal_log()
        with without_triggers():
            LogSeal.objects.first().delete()
        assert codes() == ["verify-seal"]

    @SQLITE
    def test_a_log_whose_unsealed_end_is_cut_off_shows(self):
        write(3)
        with without_triggers():
            LogEntry.objects.filter(pk=LogEntry.objects.last().pk).delete()
        assert codes() == ["verify-log-cut"]

    def test_a_save_rolled_back_leaves_no_gap(self):
        write(1)
        with transaction.atomic():
            write(2)
            transaction.set_rollback(True)
        write(1)
        seal_log()
        assert codes() == []


class TestWhatDoesNotPass:
    @pytest.fixture(autouse=True)
    def rows(self) -> Iterator[None]:
        score_list = open_list()
        record_game(score_list, line(1, 2), by=BY, revision=1, token="once")
        Booking.objects.create(
            tournament=score_list.series.tournament,
            number=1,
            kind="entry_fee",
            cents=500,
            at=timezone.now(),
        )
        seal_log()
        before = self.content()
        yield
        assert self.content() == before

    def content(self) -> list[object]:
        with connection.cursor() as cursor:
            found = []
            for table in ("logentry", "logseal", "booking"):
                cursor.execute(f"SELECT * FROM scoring_{table} ORDER BY id")
                found.append(cursor.fetchall())
        return found

    def refused(self, command: str) -> None:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            run(command)

    @SQLITE
    @pytest.mark.parametrize("table", ["logentry", "logseal", "booking"])
    def test_insert_or_replace(self, table: str):
        self.refused(f"INSERT OR REPLACE INTO scoring_{table} SELECT * FROM scoring_{table}")

    @SQLITE
    def test_insert_or_replace_of_another_unique_column(self):
        columns = "at, actor, action, subject, reason, submission"
        self.refused(
            f"INSERT OR REPLACE INTO scoring_logentry ({columns}) SELECT {columns} "
            "FROM scoring_logentry WHERE submission = 'once'"
        )

    @POSTGRESQL
    @pytest.mark.parametrize("table", ["logentry", "logseal", "booking"])
    def test_truncate(self, table: str):
        self.refused(f"TRUNCATE scoring_{table} CASCADE")

    @pytest.mark.parametrize(
        "command", ["DELETE FROM scoring_logseal", "UPDATE scoring_logseal SET rows = 9"]
    )
    def test_changes_of_seals(self, command: str):
        self.refused(command)


class TestTriggers:
    def test_are_all_there(self):
        assert list(trigger_problems()) == []

    def test_a_missing_one_is_found(self):
        first = next(statements())
        table = "" if connection.vendor == "sqlite" else " ON scoring_logentry"
        run(f"DROP TRIGGER {first.split()[2]}{table}")
        try:
            assert [each.code for each in trigger_problems()] == ["verify-trigger"]
        finally:
            run(first)

    @SQLITE
    def test_a_foreign_one_is_found(self):
        run("CREATE TRIGGER spy AFTER INSERT ON scoring_game BEGIN SELECT 1; END")
        try:
            assert [each.code for each in trigger_problems()] == ["verify-trigger-foreign"]
        finally:
            run("DROP TRIGGER spy")
