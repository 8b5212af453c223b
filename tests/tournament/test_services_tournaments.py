"""Tournaments are created, changed, moved from state to state; the sample is removed completely."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from scoring import models
from scoring.core.forms import Refused
from scoring.exchange.reads.verify import verify
from scoring.lists.services.games import record_game
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.tournament.services.tournaments import (
    TournamentTerms,
    change_tournament,
    create_tournament,
    move_tournament,
    remove_sample,
)
from tests.factories import line, make_entries, make_tournament, make_user, open_list, seated
from tests.refusals import codes_of

BY = models.Actor(name="test")
TERMS = TournamentTerms(name="Herbstpokal", date=date(2026, 11, 21))
pytestmark = pytest.mark.django_db


def test_tournament_needs_only_a_name():
    user = make_user()
    tournament = create_tournament(TERMS, by=models.Actor(user))
    system = (tournament.system, tournament.edition, tournament.scheme)
    assert system == ("isko-1998", "2022", "seeger-fabian")
    assert list(tournament.series.values_list("number", "rounds")) == [(1, 12), (2, 12), (3, 12)]
    assert (tournament.paper_total, tournament.ask_handed_in) == (True, True)
    assert models.Membership.objects.get().user == user
    texas = create_tournament(replace(TERMS, system="texas"), by=BY, series=0)
    assert (texas.edition, texas.scheme) == ("2019", "plain")


def test_terms_that_make_no_sense_are_refused_at_their_field():
    for field, value, code in (
        ("name", "", "tournament-name-missing"),
        ("name", "x" * 121, "text-too-long"),
        ("date", date(20, 1, 1), "date-out-of-range"),
        ("system", "doppelkopf", "system-unknown"),
        ("edition", "1850", "edition-not-of-system"),
        ("hand_loss", 1, "option-not-of-system"),
        ("ramsch", True, "option-not-of-system"),
        ("wenzel_bonus", True, "bonus-without-wenzels"),
        ("substitutes", True, "substitutes-without-league"),  # TO 9.7
    ):
        terms = replace(TERMS, **{field: value})
        assert set(codes_of(create_tournament, terms, by=BY)) == {code}
    with pytest.raises(Refused) as refused:
        create_tournament(replace(terms, name=""), by=BY)
    assert [problem.field for problem in refused.value.problems] == ["name", "substitutes"]
    assert not models.Tournament.objects.exists()


def test_changed_terms_are_logged_with_old_and_new():
    tournament = create_tournament(TERMS, by=BY)
    change_tournament(tournament, replace(TERMS, ties="share", date=date(2026, 11, 22)), by=BY)
    log = models.LogEntry.objects.last()
    assert log.old == {"date": "2026-11-21", "ties": "lot"}
    assert log.new == {"date": "2026-11-22", "ties": "share"}


def test_the_rules_are_fixed_once_a_list_is_entered():
    score_list = open_list()
    tournament = score_list.series.tournament
    record_game(score_list, line(1, 2), by=BY, revision=score_list.revision)
    refused = codes_of(change_tournament, tournament, replace(TERMS, system="texas"), by=BY)
    assert refused == ["rules-fixed"] * 2  # system and scheme
    change_tournament(tournament, replace(TERMS, ties="share"), by=BY)
    assert models.Tournament.objects.get().ties == "share"


def test_wenzels_can_be_allowed_later_and_stay_allowed_once_a_game_has_some():
    """docs/law.md "The four systems": the setting changes no value, but makes games legal."""
    score_list = open_list()
    tournament = score_list.series.tournament
    terms = replace(TERMS, edition=tournament.edition)
    record_game(score_list, line(1, 2), by=BY, revision=score_list.revision)
    change_tournament(tournament, replace(terms, wenzels=True), by=BY)
    change_tournament(tournament, terms, by=BY)
    change_tournament(tournament, replace(terms, wenzels=True), by=BY)

    score_list = models.ScoreList.objects.select_related("series__tournament").get()
    system = score_list.series.tournament.rule_system
    kings = PlayedGame(system, "hearts", 2, wenzel="K", won=True)
    record_game(score_list, Line(2, kings, 1), by=BY, revision=score_list.revision)
    assert codes_of(change_tournament, tournament, terms, by=BY) == ["wenzels-in-use"]
    assert models.Tournament.objects.get().wenzels


def test_the_review_begins_when_everything_is_in():
    series = seated(4, state="running")
    refused = codes_of(move_tournament, series.tournament, "review", by=BY)
    assert refused == ["series-not-closed", "lists-open"]
    models.ScoreList.objects.update(state="entered")
    models.Series.objects.update(state="playing")
    series.refresh_from_db()
    move_series(series, "closed", by=BY)
    stale = models.Tournament.objects.get()
    move_tournament(series.tournament, "review", by=BY)
    assert models.Tournament.objects.get().state == "review"
    assert set(codes_of(move_tournament, stale, "review", by=BY)) == {"state-changed"}
    move_tournament(series.tournament, "final", by=BY)
    back = codes_of(move_tournament, series.tournament, "review", reason=" ", by=BY)
    assert back == ["reason-missing"]


def test_final_result_requires_all_lists():
    open_list(rounds=1, counts="confirmed")
    models.Tournament.objects.update(state="review")
    tournament = models.Tournament.objects.get()
    refused = codes_of(move_tournament, tournament, "final", by=BY)
    assert refused == ["series-not-closed", "lists-open"]
    models.Series.objects.update(state="closed")
    models.ScoreList.objects.update(state="entered")
    assert codes_of(move_tournament, tournament, "final", by=BY) == ["lists-not-confirmed"]
    models.Tournament.objects.update(counts="entered")
    tournament.refresh_from_db()
    move_tournament(tournament, "final", by=BY)
    assert models.ScoreList.objects.get().state == "entered", "it counts, and nobody confirmed it"


def test_a_seating_that_was_never_released_does_not_hold_up_the_end():
    open_list(rounds=1)
    models.Tournament.objects.update(state="review")
    tournament = models.Tournament.objects.get()
    models.Series.objects.update(state="draft")
    move_tournament(tournament, "final", by=BY)
    assert verify(tournament) == []
    models.Series.objects.update(state="closed")
    assert [each.problem.code for each in verify(tournament)] == ["open-after-final"]


def test_terms_of_a_final_result_cannot_change():
    tournament = make_tournament("Herbstpokal", state="final")
    terms = replace(TERMS, name="Herbstpokal 2026")
    for field, value in (("counts", "confirmed"), ("confirm", "self"), ("ties", "share")):
        changed = replace(terms, **{field: value})
        assert codes_of(change_tournament, tournament, changed, by=BY) == ["tournament-final"]
        tournament.refresh_from_db()
    change_tournament(tournament, terms, by=BY)
    assert models.Tournament.objects.get().name == "Herbstpokal 2026"


def test_removing_the_sample_removes_its_persons():
    series = seated(8, sample=True)
    tournament = series.tournament
    models.Person.objects.update(club=models.Club.objects.create(name="Kreuz Bube"))
    regular = models.Person.objects.first()
    real = make_tournament("Clubmeisterschaft")
    models.Entry.objects.create(tournament=real, person=regular, start_number=1)
    _regular, member, waiting, *_others = models.Person.objects.all()
    season = models.Season.objects.create(name="Vereinsabend 2026")
    models.SeasonMember.objects.create(season=season, person=member, number=7)
    models.Reservation.objects.create(tournament=real, person=waiting)
    tournament.bookings.create(number=1, kind="entry_fee", cents=1500, at=timezone.now())
    pk = tournament.pk
    remove_sample(tournament, by=BY)
    assert list(models.Tournament.objects.all()) == [real]
    assert list(models.Person.objects.all()) == [regular, member, waiting]
    assert not models.ScoreList.objects.exists()
    assert models.Club.objects.exists(), "the regular's club stays"
    assert models.LogEntry.objects.filter(tournament_id=pk).count() > 1, "the log keeps its rows"


def test_a_real_tournament_cannot_be_removed_nor_a_sample_twice():
    tournament, sample = make_tournament(), make_tournament(sample=True)
    assert codes_of(remove_sample, tournament, by=BY) == ["only-samples-are-removed"]
    seen_by_another = models.Tournament.objects.get(sample=True)
    remove_sample(sample, by=BY)
    assert codes_of(remove_sample, seen_by_another, by=BY) == ["tournament-gone"]
    assert models.LogEntry.objects.filter(action="tournament.removed").count() == 1
    assert models.Tournament.objects.get() == tournament


def test_a_stake_is_kept_with_its_moment_and_a_new_one_holds_from_the_next_series_on():
    """TO 9.2: it is agreed before a series, and logged."""
    quarter = replace(TERMS, stake=Fraction(1, 4))
    tournament = create_tournament(quarter, series=2, by=BY)
    [agreed] = tournament.agreed_stakes
    assert (agreed.from_series, agreed.stake) == (1, Fraction(1, 4))
    assert timezone.now() - agreed.set_at < timedelta(minutes=1)
    log = models.LogEntry.objects.get(action="tournament.created")
    assert (log.new["stake"], log.new["from_series"]) == ("1/4", 1)
    before = models.Tournament.objects.values().get()
    change_tournament(tournament, replace(TERMS, stake=Fraction(2, 8)), by=BY)
    assert models.Tournament.objects.values().get() == before
    make_entries(tournament, 4)
    series = tournament.series.first()
    draw_series(series, by=BY)
    move_series(series, "released", by=BY)
    for stake, logged in ((Fraction(1, 2), ("1/4", "1/2", 2)), (None, ("1/2", "", 2))):
        change_tournament(tournament, replace(TERMS, stake=stake), by=BY)
        assert tournament.stake_of(1).stake == Fraction(1, 4)
        assert tournament.stake_of(2).stake == stake
        log = models.LogEntry.objects.filter(action="tournament.changed").last()
        assert (log.old["stake"], log.new["stake"], log.new["from_series"]) == logged
