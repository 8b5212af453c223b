"""Teams, tandems and mixed pairs: formed by hand or by lot, short, substituted, dissolved."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import Actor, Category, LogEntry, Team, TeamContest, Tournament
from scoring.models.team import Member, max_lineup
from scoring.people.services.leaving import set_state
from scoring.seating.field import Stream
from scoring.series.forms import read_team
from scoring.series.reads.teams import contest_view
from scoring.series.services import categories
from scoring.series.services.teams import (
    add_team,
    change_team,
    deal,
    draw_teams,
    remove_contest,
    remove_team,
    set_contest,
)
from tests.factories import make_entries, make_tournament
from tests.refusals import codes_of
from tests.visitors import member

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 12)
    return tournament


def members(*numbers: int) -> list[Member]:
    return [Member(number) for number in numbers]


def numbers(team: Team) -> list[int]:
    return list(team.members.values_list("entry__start_number", flat=True))


def test_every_problem_of_a_team_and_of_its_kind_is_reported_at_once(tournament):
    contest = set_contest(tournament, "team", by=BY, size=3)
    igel = add_team(contest, "Igel", members(1), by=BY)
    # A player may be in a team and in a tandem at once, and in one of each.
    add_team(set_contest(tournament, "tandem", by=BY), "Rot", members(1, 2), by=BY)
    wrong = [*members(1, 2, 2, 4, 99), Member(5, 3, 2)]
    assert set(codes_of(add_team, contest, "igel", wrong, by=BY)) == {
        *("team-name-taken", "start-number-unknown", "team-member-twice"),
        *("team-stay-impossible", "team-full", "team-member-elsewhere"),
    }
    change_team(igel, "Igel", members(1, 2, 3), by=BY)
    for kind, code in (("team", "team-larger-than-that"), ("tandem", "team-size-out-of-range")):
        size = 2 if kind == "team" else 3
        assert codes_of(set_contest, tournament, kind, by=BY, size=size) == [code]
    assert codes_of(remove_contest, contest, by=BY) == ["contest-has-teams"]
    remove_team(igel, by=BY)
    remove_contest(TeamContest.objects.get(pk=contest.pk), by=BY)
    for act in (remove_contest, draw_teams, partial(add_team, name="Igel", members=members(1))):
        assert codes_of(act, contest, by=BY) == ["contest-missing"]
    assert tournament.team_contests.get().kind == "tandem"


def test_a_substitute_takes_the_place_from_a_series_on(tournament):
    contest = set_contest(tournament, "team", by=BY, size=3)
    team = add_team(contest, "Igel", members(1, 2, 3), by=BY)
    change_team(team, "Igel", [Member(1), Member(2), Member(3, 1, 2), Member(4, 3)], by=BY)
    playing = [[m.entry.start_number for m in team.members.all() if m.plays(n)] for n in (2, 3)]
    assert playing == [[1, 2, 3], [1, 2, 4]]
    row = LogEntry.objects.filter(action="team.changed").latest("id")
    assert (row.subject, row.new["members"]) == ("team/1", ["1", "2", "3(–2)", "4(3–)"])
    page = member(tournament, "clerk").get(f"/teams/{team.pk}/")
    assert page.context["form"].initial["members"] == "1  2  3(–2)  4(3–)"


def test_team_draw_is_reproducible_and_skips_unavailable_players(tournament):
    contest = set_contest(tournament, "team", by=BY, size=3)
    add_team(contest, "Igel", members(1, 2, 3), by=BY)
    set_state(tournament.entries.get(start_number=12), "withdrawn", by=BY)
    draw_teams(contest, by=BY, seed="2026", short=True)
    row = LogEntry.objects.get(action="teams.drawn")
    order = Stream("2026").shuffled(range(4, 12))
    assert row.new["teams"] == [order[:3], order[3:6], order[6:]]
    assert [numbers(team) for team in contest.teams.all()[1:]] == row.new["teams"]
    assert contest_view(contest).seed == row.new["seed"] == "2026"
    assert codes_of(draw_teams, contest, by=BY) == ["too-few-for-a-team"]
    for team in contest.teams.all():
        remove_team(team, by=BY)
    remove_contest(contest, by=BY)
    again = set_contest(tournament, contest.kind, by=BY)
    assert contest_view(again).seed == "", "nothing was drawn since"


def test_a_team_without_a_name_is_called_by_its_number_unless_another_is(tournament):
    contest = set_contest(tournament, "team", by=BY)
    add_team(contest, "MANNSCHAFT 2", members(1, 2, 3, 4), by=BY)
    drawn = draw_teams(contest, by=BY)
    assert [team.name for team in drawn] == ["Mannschaft 2*", "Mannschaft 3"]


def test_a_mixed_pair_of_two_ladies_is_warned_about_and_allowed(tournament):
    ladies = categories.add_category(tournament, categories.CategoryTerms("Damen"), by=BY)
    categories.assign(ladies, [1, 2], by=BY)
    contest = set_contest(tournament, "mixed", by=BY, one_of=ladies)
    for pair in ((1, 2), (3, 4)):
        add_team(contest, "", members(*pair), by=BY)
    categories.assign(ladies, [3], by=BY)
    assert [each.is_unmixed for each in contest_view(contest).teams] == [True, False]
    gone = categories.add_category(tournament, categories.CategoryTerms("Herren"), by=BY)
    Category.objects.get(pk=gone.pk).delete()
    assert codes_of(set_contest, tournament, "mixed", by=BY, one_of=gone) == ["category-gone"]


@given(st.lists(st.integers(1, 9), max_size=12), st.integers(2, 5), st.booleans())
def test_team_draw_assigns_everybody_once(order, size, short):
    teams = deal(order, size, short=short)
    dealt = [each for team in teams for each in team]
    assert dealt == order[: len(dealt)]
    assert all(len(team) == size for team in teams[:-1])
    assert len(order) - len(dealt) < (2 if short else size)


STAYS = st.builds(Member, st.just(1), st.integers(1, 6), st.none() | st.integers(1, 9))


@given(st.lists(STAYS, max_size=6))
def test_substitution_never_exceeds_the_team_size(stays):
    assert max_lineup(stays) == max(sum(m.plays(n) for m in stays) for n in range(1, 20))


@pytest.mark.parametrize(
    ("text", "name", "numbers"),
    [
        ("Herzbuben 3 7 12 15", "Herzbuben", [3, 7, 12, 15]),
        ("Grün 1 3 7 12 15", "Grün 1", [3, 7, 12, 15]),
        ("Grün 1: 3, 7", "Grün 1", [3, 7]),
        ("3 7 12", "", [3, 7, 12]),
        ("Igel", "Igel", []),
        # A substitute does not count as another member.
        ("Asse 1 2 3 4(–2) 5(3–)", "Asse", [1, 2, 3, 4, 5]),
        ("Grün 1 3 7 12 15(–1) 16(2-)", "Grün 1", [3, 7, 12, 15, 16]),
    ],
)
def test_a_team_is_typed_in_one_line(text: str, name: str, numbers: list[int]):
    read, found = read_team(text, 4)
    assert (read, [each.start_number for each in found]) == (name, numbers)
