"""The state of a tournament as it is read for the next step, and how many queries that takes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import models
from scoring.core.access import RIGHTS
from scoring.lists.services.confirmation import confirm_list
from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list
from scoring.models.tournament import TournamentSource
from scoring.money.services.ledger import set_fees
from scoring.series.services.series import move_series
from scoring.tournament.reads.day import day_of
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import line, make_entries, make_member, make_user, seated
from tests.steps import codes_for
from tests.visitors import browser, member, text

BY = models.Actor(name="test")
pytestmark = pytest.mark.django_db
ONE_ROUND = [line(1, 2), line(2, 1), line(3), line(4, 1)]


def type_all(series: models.Series, by: models.Actor = BY) -> None:
    for score_list in series.lists.select_related("series__tournament"):
        record_games(score_list, ONE_ROUND[: score_list.games_due], by=by, revision=1)
        close_list(score_list, by=by, revision=score_list.revision)
    series.refresh_from_db()


def test_a_latecomer_is_named_and_holds_up_the_closing_of_the_series():
    series = seated(8, rounds=1)
    tournament = series.tournament
    person = models.Person.objects.create(family="Rohde", given="Heike")
    models.Entry.objects.create(tournament=tournament, person=person, start_number=99)
    type_all(series)
    day = day_of(tournament, RIGHTS[models.Role.ORGANIZER], None)
    assert [player.name for player in day.series[0].waiting] == ["Heike Rohde"]
    assert codes_for(tournament) == ["seat-people"]
    models.Entry.objects.filter(start_number=99).update(from_series=2)
    assert codes_for(tournament) == ["close-series"]


def test_results_that_the_public_page_does_not_show_are_to_be_shown():
    series = seated(8, rounds=1, public=True)
    type_all(series)
    move_series(series, "closed", by=BY)
    assert "show-results" not in codes_for(series.tournament)
    models.Series.objects.update(results_public_at=None)
    assert "show-results" in codes_for(series.tournament)


@pytest.mark.parametrize(
    ("terms", "alone", "beside_another"),
    [
        ({}, "close-series", "close-series"),
        ({"confirm": "self"}, "close-series", "close-series"),
        ({"confirm": "self", "counts": "confirmed"}, *["confirm-lists close-series"] * 2),
        ({"counts": "confirmed"}, "close-series find-second-person", "close-series others-confirm"),
    ],
)
def test_who_confirms_where_the_terms_allow_it_and_it_matters(terms, alone, beside_another):
    """TO 9.11. He is led on as every entered list counts; else a click for each says nothing."""
    series = seated(8, rounds=1, **terms)
    organizer = make_member(series.tournament, "organizer")
    type_all(series, models.Actor(organizer))
    assert codes_for(series.tournament, user=organizer) == alone.split()
    clerk = make_member(series.tournament, "clerk", "klaus")
    assert codes_for(series.tournament, user=organizer) == beside_another.split()
    assert codes_for(series.tournament, models.Role.CLERK, clerk) == ["confirm-lists"]


@pytest.mark.parametrize("confirm", ["self", "second"])
def test_lists_are_offered_for_confirmation_where_somebody_may_confirm_them(confirm: str):
    """Whoever else signs in on the server of many clubs cannot; alone, the terms may allow it."""
    series = seated(8, rounds=1, confirm=confirm, counts="confirmed")
    tournament, somebody_elsewhere = series.tournament, make_user("elsewhere")
    organizer = make_member(tournament, "organizer")
    type_all(series, models.Actor(organizer))
    for _alone in (False, True):
        for page in (f"/tournaments/{tournament.pk}/", f"/series/{series.pk}/"):
            answer = browser(organizer).get(page).content.decode()
            assert ("?by=confirm" in answer) == (confirm == "self")
        models.User.objects.filter(pk=somebody_elsewhere.pk).delete()


def finished(players: int = 8) -> models.Tournament:
    """One series, confirmed, closed and under review."""
    series = seated(players, rounds=1, ties="share")
    type_all(series)
    by = models.Actor(make_user())
    for score_list in models.ScoreList.objects.select_related("series__tournament"):
        signed = range(1, score_list.seats + 1)
        confirm_list(score_list, by=by, revision=score_list.revision, signed=list(signed))
    move_series(series, "closed", by=BY)
    tournament = models.Tournament.objects.get()
    move_tournament(tournament, "review", by=BY)
    return tournament


def test_the_day_ends_with_the_backup_and_the_next_evening():
    tournament = finished()
    assert codes_for(tournament) == ["hear-objections", "make-final"]
    move_tournament(tournament, "final", by=BY, reason="nobody waits")
    # A one-off day has no next one.
    assert codes_for(tournament, models.Role.ORGANIZER) == ["finished"]
    tournament.season = models.Season.objects.create(name="Vereinsjahr 2026", host=tournament.host)
    tournament.save()
    administrator = make_user(superuser=True)
    # The database of PostgreSQL is backed up by its own programs.
    backup = ["back-up"] if connection.vendor == "sqlite" else []
    assert codes_for(tournament, user=administrator) == [*backup, "next-evening", "close-season"]
    assert codes_for(tournament, models.Role.ORGANIZER) == ["next-evening", "close-season"]
    assert codes_for(tournament, models.Role.VIEWER) == ["finished"]
    models.Tournament.objects.update(league=True)  # match points, in a club's season too
    assert codes_for(tournament, models.Role.ORGANIZER) == ["next-evening", "close-season"]
    models.Season.objects.update(kind="league")  # its schedule makes the days
    assert "next-evening" not in codes_for(tournament, models.Role.ORGANIZER)


@pytest.mark.parametrize("players", [8, 24])
def test_the_end_of_a_day_takes_as_many_queries_with_many_tables(players: int):
    tournament = finished(players)
    client = member(tournament, "organizer")
    client.get(reverse("tournaments"))  # the first page of a session writes it
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("next-steps", args=[tournament.pk]))
    assert 10 < len(queries) <= 18, "without money no list is read for its fees"


def test_what_a_page_read_before_a_change_is_not_shown_on_others_after_it():
    tournament = finished(8)
    move_tournament(tournament, "final", by=BY, reason="nobody waits")
    reader, source = (tournament, RIGHTS[models.Role.ORGANIZER], None), TournamentSource(tournament)
    assert day_of(*reader, source).end.fees == 0
    set_fees(tournament, models.Fees(entry_cents=500), by=BY)
    day_of(*reader, source)  # the panel of a page that was begun before
    assert day_of(*reader).end.fees == 8 * 500


def test_a_change_is_seen_at_once_and_who_withdrew_is_not_counted(organizer, tournament):
    url = reverse("entries", args=[tournament.pk])
    assert "Next step Enter the players" in text(organizer.get(url))
    make_entries(tournament, 8)
    assert "Next step Add a series" in text(organizer.get(url))
    tournament.entries.filter(start_number__gt=2).update(state="withdrawn")
    assert codes_for(tournament) == ["enter-players", "add-series"]
