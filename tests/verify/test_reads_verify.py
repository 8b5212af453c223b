"""Stored figures are recomputed, and states that no service makes are reported."""

from datetime import date

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.utils import IntegrityError
from django.test.utils import CaptureQueriesContext

from scoring.core.services import write_log
from scoring.models import Actor, Entry, Game, Lot, Person, ScoreList, Seat, Series, Tournament
from scoring.series.reads.list_states import Finding
from scoring.simulation.services.tournament import create_sample
from scoring.verify.reads.verify import findings_of, verify
from tests.factories import make_member, make_tournament
from tests.simulated import eventful, finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return finished(by_totals=0.0)


def of(tournament: Tournament, series: int = 1, table: int = 1) -> ScoreList:
    return ScoreList.objects.get(
        series__tournament=tournament, series__number=series, table_number=table
    )


def a_won_game(score_list: ScoreList) -> Game:
    game = score_list.games.filter(won=True, tops__isnull=False).exclude(tops=0).first()
    assert game is not None
    return game


def codes(findings: list[Finding]) -> list[str]:
    return [finding.problem.code for finding in findings]


class TestNoFindings:
    @pytest.mark.parametrize("system", ["isko-1998", "texas", "nasl1975", "nasl1898"])
    def test_tournament_written_by_services(self, system: str) -> None:
        assert verify(finished(system=system)) == []

    def test_void_unread_overbid_and_confirmed_rows(self) -> None:
        assert verify(eventful()) == []

    def test_sample_with_an_error_on_paper(self) -> None:
        """An open list may differ from its paper; the desk shows that."""
        assert (
            verify(create_sample("Sample", date(2026, 11, 21), by=Actor(name="test")).tournament)
            == []
        )


@pytest.mark.parametrize("record", [{}, {"soloist": 1, "tops": "many"}, "clubs"])
def test_a_moved_line_that_cannot_be_read_is_told(record: object) -> None:
    """List and export leave it out, and say nothing."""
    row = Game.objects.filter(list__series__tournament=eventful(), unread=True).first()
    assert row is not None
    Game.objects.filter(pk=row.pk).update(misplaced=record)
    (finding,) = verify()
    assert finding.problem.code == "verify-misplaced"
    assert finding.problem.params["number"] == row.number


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_a_value_that_cannot_be_read_is_named(tournament: Tournament) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_tournament SET date = '0000-00-00'")
    (finding,) = verify()
    assert finding.problem.code == "verify-unreadable"
    assert finding.problem.params == {"name": "scoring_tournament.date"}


class TestFigures:
    def test_a_changed_value_is_named_with_series_table_and_game(
        self, tournament: Tournament
    ) -> None:
        game = a_won_game(of(tournament, series=2, table=3))
        Game.objects.filter(pk=game.pk).update(value=game.value + 1, score=game.score + 1)
        findings = verify()
        assert {(each.series, each.table) for each in findings} == {(2, 3)}
        assert {each.problem.field for each in findings} == {"value", "score"}
        assert {each.problem.number for each in findings} == {game.number}

    def test_a_changed_game_is_found_by_its_value_and_the_tally(
        self, tournament: Tournament
    ) -> None:
        game = a_won_game(of(tournament))
        Game.objects.filter(pk=game.pk).update(tops=game.tops + (1 if game.tops > 0 else -1))
        assert {"verify-game", "verify-tally"} == set(codes(verify()))

    def test_a_game_against_the_law_is_named_with_its_paragraph(
        self, tournament: Tournament
    ) -> None:
        game = a_won_game(of(tournament))
        Game.objects.filter(pk=game.pk).update(tops=12)
        (finding, *_) = verify()
        assert finding.problem.rule == "SkO 2.4.3"

    def test_a_level_that_follows_but_is_not_stored(self, tournament: Tournament) -> None:
        game = a_won_game(of(tournament))
        Game.objects.filter(pk=game.pk).update(schwarz=True, schneider=False)
        assert verify() != []

    @pytest.mark.parametrize("figure", ["points", "won", "lost", "others_lost", "performance"])
    def test_a_changed_tally(self, tournament: Tournament, figure: str) -> None:
        seat = Seat.objects.filter(list=of(tournament), position=2)
        seat.update(**{figure: seat.values_list(figure, flat=True)[0] + 1})
        (finding,) = verify()
        assert finding.problem.code == "verify-tally"
        assert finding.problem.params["figure"] == figure
        assert finding.problem.params["seat"] == 2

    def test_a_removed_game(self, tournament: Tournament) -> None:
        of(tournament).games.filter(number=5).delete()
        assert "game-number-missing" in codes(verify())

    def test_impossible_totals(self) -> None:
        tournament = finished(by_totals=1.0)
        seat = Seat.objects.filter(list=of(tournament), position=1)
        seat.update(points=19, won=1, lost=0)
        assert "infeasible-points" in codes(verify())

    def test_the_papers_foot_of_a_closed_list(self, tournament: Tournament) -> None:
        Seat.objects.filter(list=of(tournament), position=1).update(paper_points=1)
        assert codes(verify()) == ["verify-paper"]


class TestImpossibleStates:
    def test_a_seat_of_another_series(self, tournament: Tournament) -> None:
        seat = Seat.objects.filter(list=of(tournament), position=1)
        stranger = Series.objects.create(tournament=tournament, number=3)
        seat.update(series=stranger)
        assert codes(verify()) == ["verify-seat-series"]

    def test_a_player_of_another_tournament(self, tournament: Tournament) -> None:
        person = Person.objects.create(family="Fremd")
        stranger = Entry.objects.create(tournament=make_tournament(), person=person, start_number=1)
        Seat.objects.filter(list=of(tournament), position=1).update(entry=stranger)
        assert codes(verify()) == ["verify-seated-otherwise", "verify-seat-player"]

    def test_a_missing_seat(self, tournament: Tournament) -> None:
        Seat.objects.filter(list=of(tournament), position=1).delete()
        assert codes(verify()) == ["verify-seated-otherwise", "verify-seats"]

    def test_a_closed_list_without_entry(self, tournament: Tournament) -> None:
        score_list = of(tournament)
        score_list.games.all().delete()
        ScoreList.objects.filter(pk=score_list.pk).update(depth="none")
        assert "verify-closed-but-empty" in codes(verify())

    def test_games_in_a_list_of_totals(self, tournament: Tournament) -> None:
        ScoreList.objects.filter(pk=of(tournament).pk).update(depth="totals")
        assert codes(verify()) == ["verify-games-without-depth"]

    def test_more_games_than_the_series_has_rounds_for(self, tournament: Tournament) -> None:
        Series.objects.filter(tournament=tournament, number=1).update(rounds=4)
        assert codes(verify()) == ["verify-games-due"] * 3

    def test_an_entered_list_in_a_series_that_is_still_being_drawn(
        self, tournament: Tournament
    ) -> None:
        Series.objects.filter(tournament=tournament, number=1).update(state="draft")
        assert codes(verify()) == ["verify-entered-in-draft"] * 3

    def test_a_released_series_whose_tables_are_gone(self, tournament: Tournament) -> None:
        for score_list in ScoreList.objects.filter(series__number=2):
            score_list.seat_rows.all().delete()
            score_list.delete()
        (finding,) = verify()
        assert (finding.problem.code, finding.series) == ("verify-drawn-without-tables", 2)

    def test_an_open_list_that_somebody_confirmed(self) -> None:
        tournament = eventful()
        ScoreList.objects.filter(series__tournament=tournament, state="confirmed").update(
            state="open"
        )
        assert "verify-open-but-confirmed" in codes(verify())

    def test_a_confirmation_without_a_moment(self) -> None:
        """The constraint checks the revision; only verify checks the time."""
        eventful()
        confirmed = ScoreList.objects.filter(state="confirmed")
        with pytest.raises(IntegrityError), transaction.atomic():
            confirmed.update(confirmed_revision=1)
        confirmed.update(confirmed_at=None)
        assert codes(verify()) == ["verify-confirmed-revision"]

    def test_a_confirmation_by_anybody_who_entered_something(self) -> None:
        """All authors count (docs/data-model.md); a constraint cannot read the log."""
        tournament = eventful()
        confirmed = ScoreList.objects.filter(state="confirmed")
        last = make_member(tournament, name="last")
        confirmed.update(confirmed_by=confirmed.get().entered_by, entered_by=last)
        assert codes(verify()) == ["verify-confirmed-by-typist"]
        confirmed.update(self_confirmed=True)
        assert verify() == []

    def test_authors_before_emptying_do_not_count(self) -> None:
        tournament = eventful()
        confirmed = ScoreList.objects.select_related("series").get(state="confirmed")
        write_log(
            "list.game.recorded",
            confirmed.subject,
            by=Actor(confirmed.confirmed_by),
            tournament=tournament,
            new={"number": 1, "passed": True},
        )
        assert codes(verify()) == ["verify-confirmed-by-typist"]
        write_log("list.cleared", confirmed.subject, by=Actor(name="test"), tournament=tournament)
        assert verify() == []

    def test_lists_that_a_final_result_cannot_have(self) -> None:
        """Open lists never; entered ones only where confirmation is not required."""
        tournament = eventful()
        ScoreList.objects.filter(state="confirmed").update(state="final")
        assert codes(verify()) == ["final-before-the-result"]
        Tournament.objects.update(state="final")
        assert codes(verify()) == ["open-after-final"]
        ScoreList.objects.filter(state="open").update(state="annulled")
        assert verify() == []
        ScoreList.objects.filter(series__tournament=tournament, state="final").update(
            state="entered"
        )
        assert verify() == []
        Tournament.objects.update(counts="confirmed")
        assert codes(verify()) == ["unconfirmed-after-final"]

    def test_lot_of_another_tournament_or_a_missing_series(self, tournament: Tournament) -> None:
        other = make_tournament()
        entry = tournament.entries.get(start_number=1)
        Lot.objects.create(tournament=other, scope="series/9", entry=entry, order=1)
        assert sorted(codes(verify())) == ["verify-lot", "verify-lot-scope"]


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


class TestCommand:
    def test_one_line_a_finding_and_status_1(
        self, tournament: Tournament, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Seat.objects.filter(list=of(tournament, series=2, table=3), position=2).update(won=99)
        with pytest.raises(SystemExit) as ended:
            call_command("verify")
        assert ended.value.code == 1
        (line,) = capsys.readouterr().out.splitlines()
        assert line.startswith(f"tournament {tournament.pk} Herbstpokal, series 2, table 3: ")
        assert "99" in line

    def test_no_findings_print_nothing(
        self, tournament: Tournament, capsys: pytest.CaptureFixture[str]
    ) -> None:
        call_command("verify", tournament.pk)
        output = capsys.readouterr()
        assert output.out == ""
        assert "0 findings" in output.err

    def test_only_the_tournament_that_was_asked_for(self, tournament: Tournament) -> None:
        sound = finished(seed="other")
        Seat.objects.filter(list=of(tournament), position=2).update(won=99)
        call_command("verify", sound.pk)
        with pytest.raises(SystemExit):
            call_command("verify")


def test_the_queries_do_not_grow_with_the_lists() -> None:
    """As many for forty players as for eight, on either database."""
    few, many = finished(players=8, seed="few"), finished(players=40, seed="many")
    with CaptureQueriesContext(connection) as of_few:
        list(findings_of(few))
    with CaptureQueriesContext(connection) as of_many:
        list(findings_of(many))
    assert len(of_many) == len(of_few) <= 50


def test_a_season_that_counts_otherwise_than_its_tournament_is_found(monkeypatch):
    from scoring.standings.reads import season
    from tests.seasons.years import club_year

    club_year(8, 2, 1, name="2026/27")
    about = {"verify-season-result", "verify-season-member"}
    assert not about & {each.problem.code for each in verify()}
    genuine = season.results_of
    monkeypatch.setattr(
        season, "results_of", lambda *seats: dict(list(genuine(*seats).items())[1:])
    )
    found = [each.problem for each in verify() if each.problem.code == "verify-season-result"]
    assert {each.params["name"] for each in found} == {"2026/27"}
