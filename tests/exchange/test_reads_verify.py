"""Stored figures are recomputed, and states that no service makes are reported."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.core.services import write_log
from scoring.exchange.reads.verify import tournament_findings, verify
from scoring.models import Actor, Entry, Game, Lot, Person, ScoreList, Seat, Series, Tournament
from scoring.series.reads.list_states import Finding
from tests.factories import make_member, make_tournament, make_user, seated
from tests.office_rows import furnish
from tests.simulated import eventful, finished
from tests.visitors import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return finished(by_totals=0.0)


def of(tournament: Tournament, series: int = 1, table: int = 1) -> ScoreList:
    return ScoreList.objects.get(
        series__tournament=tournament, series__number=series, table_number=table
    )


def a_won_game(score_list: ScoreList) -> Game:
    return score_list.games.filter(won=True, tops__isnull=False).exclude(tops=0)[:1].get()


def codes(findings: list[Finding]) -> list[str]:
    return [finding.problem.code for finding in findings]


@pytest.mark.parametrize("record", [{}, {"soloist": 1, "tops": "many"}, "clubs"])
def test_a_moved_line_that_cannot_be_read_is_told(record: object) -> None:
    """List and export leave it out, and say nothing."""
    Game.objects.filter(list__series__tournament=eventful(), unread=True).update(misplaced=record)
    (finding,) = verify()
    assert (finding.problem.code, finding.problem.params["number"]) == ("verify-misplaced", 3)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="not run: a date is a date there")
def test_a_value_that_cannot_be_read_is_named(tournament: Tournament) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_tournament SET date = '0000-00-00'")
    (finding,) = verify()
    assert finding.problem.code == "verify-unreadable"
    assert finding.problem.params == {"name": "scoring_tournament.date"}


def change_game(score_list: ScoreList, **figures: object) -> None:
    Game.objects.filter(pk=a_won_game(score_list).pk).update(**figures)


def change_seat(score_list: ScoreList, **figures: object) -> None:
    Seat.objects.filter(list=score_list, position=1).update(**figures)


def seat_a_stranger(score_list: ScoreList) -> None:
    person = Person.objects.create(family="Fremd")
    stranger = Entry.objects.create(tournament=make_tournament(), person=person, start_number=1)
    change_seat(score_list, entry=stranger)


def remove_tables(_score_list: ScoreList) -> None:
    for score_list in ScoreList.objects.filter(series__number=2):
        score_list.seat_rows.all().delete()
        score_list.delete()


def lot_of_another(score_list: ScoreList) -> None:
    entry = score_list.series.tournament.entries.get(start_number=1)
    Lot.objects.create(tournament=make_tournament(), scope="series/9", entry=entry, order=1)


def other_series(score_list: ScoreList) -> None:
    stranger = Series.objects.create(tournament=score_list.series.tournament, number=3)
    change_seat(score_list, series=stranger)


def change(score_list: ScoreList, **columns: object) -> None:
    ScoreList.objects.filter(pk=score_list.pk).update(**columns)


def change_series(**columns: object) -> None:
    Series.objects.filter(number=1).update(**columns)


def remove_games(score_list: ScoreList) -> None:
    score_list.games.all().delete()
    change(score_list, depth="none")


DAMAGE: list[tuple[Callable[[ScoreList], object], str]] = [
    (lambda one: change_game(one, tops=a_won_game(one).tops * 2), "verify-game verify-tally"),
    (lambda one: change_game(one, tops=12), "tops-out-of-range verify-tally"),
    (lambda one: one.games.filter(number=5).delete(), "game-number-missing verify-tally"),
    (remove_games, "game-number-missing verify-closed-but-empty verify-tally"),
    (lambda one: change_seat(one, points=10_000), "verify-tally"),
    (lambda one: change_seat(one, others_lost=47), "verify-tally"),
    (lambda one: change_seat(one, paper_points=1), "verify-paper"),
    (other_series, "verify-of-another"),
    (seat_a_stranger, "verify-seated-otherwise verify-of-another"),
    (lambda one: one.seat_rows.last().delete(), "verify-seated-otherwise verify-seats"),
    (lambda one: change(one, depth="totals"), "verify-games-without-depth"),
    (lambda _one: change_series(rounds=4), "verify-games-due"),
    (lambda _one: change_series(state="draft"), "verify-entered-in-draft"),
    (remove_tables, "verify-drawn-without-tables"),
    (lot_of_another, "verify-of-another verify-lot-scope"),
]


def test_what_no_service_writes_is_found(tournament: Tournament) -> None:
    for damage, expected in DAMAGE:
        with undone():
            damage(of(tournament))
            assert set(codes(verify())) == set(expected.split())


def test_a_lot_of_another_contest_is_found() -> None:
    tournament = seated(7, rounds=1).tournament
    furnish(tournament, make_user())
    Lot.objects.filter(order=1).update(scope="mixed")
    assert "verify-lot-of-a-team" in codes(verify())


def test_a_changed_value_is_named_with_series_table_and_game(tournament: Tournament) -> None:
    game = a_won_game(of(tournament, series=2, table=3))
    Game.objects.filter(pk=game.pk).update(value=game.value + 1, score=game.score + 1)
    findings = verify()
    assert {(each.series, each.table) for each in findings} == {(2, 3)}
    named = {(each.problem.field, each.problem.number) for each in findings}
    assert named == {("value", game.number), ("score", game.number)}


def test_confirmations_that_no_service_makes() -> None:
    tournament = eventful()
    confirmed = ScoreList.objects.select_related("series").filter(state="confirmed")
    with undone():
        confirmed.update(state="open")
        assert "verify-open-but-confirmed" in codes(verify())
    with undone():
        confirmed.update(confirmed_at=None)
        assert codes(verify()) == ["verify-confirmed-revision"]
    # All authors count (docs/data-model.md); a constraint cannot read the log.
    with undone():
        last = make_member(tournament, name="last")
        confirmed.update(confirmed_by=confirmed.get().entered_by, entered_by=last)
        assert codes(verify()) == ["verify-confirmed-by-typist"]
        confirmed.update(self_confirmed=True)
        assert verify() == []
    # Those before the list was emptied do not.
    subject, by = confirmed.get().subject, Actor(confirmed.get().confirmed_by)
    passed = {"number": 1, "passed": True}
    write_log("list.game.recorded", subject, by=by, tournament=tournament, new=passed)
    assert codes(verify()) == ["verify-confirmed-by-typist"]
    write_log("list.cleared", subject, by=Actor(name="test"), tournament=tournament)
    assert verify() == []


def test_lists_that_a_final_result_cannot_have() -> None:
    """Open lists never; entered ones only where confirmation is not required."""
    eventful()
    ScoreList.objects.filter(state="confirmed").update(state="final")
    assert codes(verify()) == ["final-before-the-result"]
    Tournament.objects.update(state="final")
    assert codes(verify()) == ["open-after-final"]
    ScoreList.objects.filter(state="open").update(state="annulled")
    assert verify() == []
    ScoreList.objects.filter(state="final").update(state="entered")
    assert verify() == []
    Tournament.objects.update(counts="confirmed")
    assert codes(verify()) == ["unconfirmed-after-final"]


@pytest.mark.django_db(transaction=True)
def test_dangling_foreign_key() -> None:
    """After manual SQL, or in a damaged file."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL does not let it happen")
    tournament = finished(series=1)
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM scoring_person WHERE id IN (SELECT MIN(id) FROM scoring_person)"
        )
    try:
        assert codes(verify(tournament)) == ["verify-orphan"]
    finally:
        Game.objects.all().delete()
        Seat.objects.all().delete()
        Entry.objects.all().delete()


def test_the_command_prints_a_line_a_finding_of_what_was_asked_for(
    tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = finished(seed="other", series=1)
    Seat.objects.filter(list=of(tournament, series=2, table=3), position=2).update(won=99)
    with pytest.raises(SystemExit) as ended:
        call_command("verify")
    assert ended.value.code == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"tournament {tournament.pk} Herbstpokal, series 2, table 3: ")
    assert "99" in line
    call_command("verify", sound.pk)
    output = capsys.readouterr()
    assert output.out == ""
    assert "0 findings" in output.err


def test_the_queries_do_not_grow_with_the_lists() -> None:
    """As many for forty players as for eight, on either database."""
    few, many = finished(players=8, seed="few"), finished(players=40, seed="many")
    with CaptureQueriesContext(connection) as of_few:
        list(tournament_findings(few))
    with CaptureQueriesContext(connection) as of_many:
        list(tournament_findings(many))
    assert len(of_many) == len(of_few) <= 50
