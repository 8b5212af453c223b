"""What the database refuses, whoever writes (docs/data-model.md)."""

import pytest
from django.db import IntegrityError, transaction

from scoring.lists.services.games import record_game
from scoring.models import Actor, Membership, ScoreList, Seat, Tournament
from tests.factories import line, make_member, make_tournament, make_user, open_list

pytestmark = pytest.mark.django_db


def test_a_confirmation_is_a_fact_about_one_revision():
    score_list = open_list()
    rows = ScoreList.objects.filter(pk=score_list.pk)
    rows.update(state="confirmed", confirmed_revision=1, confirmed_by=make_user())
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(revision=2)


def test_final_is_a_list_that_was_confirmed_as_it_stands():
    """What only counts as entered stays "entered", also in a final result."""
    rows = ScoreList.objects.filter(pk=open_list().pk)
    rows.update(state="entered")
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(state="final")
    rows.update(state="final", confirmed_revision=1, confirmed_by=make_user())


def test_self_confirmation_has_to_be_marked():
    user = make_user()
    score_list = open_list()
    score_list.entered_by = score_list.confirmed_by = user
    score_list.confirmed_revision, score_list.state = 1, "confirmed"
    with pytest.raises(IntegrityError), transaction.atomic():
        score_list.save()
    score_list.self_confirmed = True
    score_list.save()


def test_a_player_sits_once_in_a_series_and_a_seat_is_taken_once():
    score_list = open_list()
    first, second = score_list.seat_rows.all()[:2]
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pk=first.pk).update(entry=second.entry)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pk=first.pk).update(position=2)


def test_tally_is_complete_or_empty():
    score_list = open_list()
    with pytest.raises(IntegrityError), transaction.atomic():
        score_list.seat_rows.update(points=20)


def test_a_list_plays_at_most_what_is_due_and_has_three_or_four_seats():
    rows = ScoreList.objects.filter(pk=open_list().pk)
    for wrong in ({"games_played": 49}, {"seats": 5}, {"state": "lost"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**wrong)


def test_a_sample_is_never_public_and_an_account_has_one_role_a_tournament():
    tournament = make_tournament(sample=True)
    user = make_member(tournament, "clerk")
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(public=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(user=user, tournament=tournament, role="viewer")


def test_a_played_game_is_won_or_lost():
    """A CHECK that is neither true nor false lets a row pass."""
    score_list = open_list()
    record_game(score_list, line(1, 2), by=Actor(name="test"), revision=score_list.revision)
    with pytest.raises(IntegrityError), transaction.atomic():
        score_list.games.update(won=None, value=0, score=0)
