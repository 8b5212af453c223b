"""The page of the teams: what it refuses, and where it says so."""

import pytest

from scoring.models import Tournament
from tests.factories import make_entries, make_team
from tests.visitors import text

pytestmark = pytest.mark.django_db


def test_only_kinds_that_are_not_counted_yet_can_be_added(organizer, tournament):
    """The panel offered the kind that is counted, and overwrote its settings without a word."""

    def offered() -> list[str]:
        page = organizer.get(f"/tournaments/{tournament.pk}/teams/")
        kinds = [kind for kind, _name in page.context["new"].fields["kind"].choices]
        assert page.content.decode().count('id="id_kind"') == bool(kinds), "a label for two fields"
        return kinds

    for kind, others in (("team", ["tandem", "mixed"]), ("tandem", ["mixed"]), ("mixed", [])):
        make_team(tournament, [], kind=kind, size=2)
        assert offered() == others


def test_an_empty_page_names_only_what_its_reader_has(organizer, tournament):

    def shown() -> str:
        return text(organizer.get(f"/tournaments/{tournament.pk}/teams/"))

    assert "Choose below" in shown()
    make_team(tournament, [], size=4).delete()
    assert "by lot below" in shown()
    Tournament.objects.update(state="final")
    assert "by lot below" not in shown()
    tournament.team_contests.all().delete()
    assert "Choose below" not in shown()


def test_a_refused_change_of_a_contest_stays_with_its_teams(organizer, tournament):
    """The page came back without its teams, and the error stood in the form of another kind."""
    make_entries(tournament, 4)
    team = make_team(tournament, [1, 2, 3, 4], size=4)
    terms = {"kind": "team", "size": 3}
    response = organizer.post(f"/tournaments/{tournament.pk}/teams/contest/", terms)
    assert response.status_code == 422
    assert team.name in (page := response.content.decode())
    [error] = response.context["contest_form"].errors["size"]
    assert page.count(error) == 1
    assert not response.context["new"].is_bound


def test_a_refused_draw_of_teams_keeps_what_was_typed(organizer, tournament):
    """Another kind was shown, and the seed was gone."""
    for kind in ("team", "tandem"):
        make_team(tournament, [], kind=kind, size=2)
    for seed, field in (("7" * 81, "seed"), ("2026", "__all__")):
        sent = {"kind": "tandem", "seed": seed}
        page = organizer.post(f"/tournaments/{tournament.pk}/teams/draw/", sent).context
        assert (page["view"].contest.kind, page["draw"]["seed"].value()) == ("tandem", seed)
        assert page["draw"].errors.keys() == {field}
