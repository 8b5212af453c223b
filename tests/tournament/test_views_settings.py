"""The settings of a tournament."""

import re
from fractions import Fraction
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from scoring.models import ScoreList, Tournament
from scoring.prints.reads.report import terms_lines
from scoring.public.reads.announcement import rules_text
from tests.factories import make_tournament, open_list
from tests.visitors import member, text

pytestmark = pytest.mark.django_db


def form_of(client, tournament: Tournament) -> dict[str, object]:
    form = client.get(f"/tournaments/{tournament.pk}/settings/").context["form"]
    values = {field.name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, False)}


def test_unchanged_settings_form_changes_nothing():
    """A sample is called in the language of the page."""
    tournament = make_tournament(place="Altenburg", ties="share", paper_total=False)
    before = Tournament.objects.values().get()
    client = member(tournament, "organizer")
    address = f"/tournaments/{tournament.pk}/settings/"
    assert client.post(address, form_of(client, tournament)).status_code == 302
    assert Tournament.objects.values().get() == before
    Tournament.objects.update(name="Beispielturnier", sample=True)
    assert form_of(client, tournament)["name"] == "Sample tournament"
    german = client.get(address, headers={"accept-language": "de"})
    assert german.context["form"]["name"].value() == "Beispielturnier"
    assert "Sample tournament" not in german.content.decode()


def test_a_change_is_kept_or_reported_at_its_field(tournament):
    client, address = member(tournament, "organizer"), f"/tournaments/{tournament.pk}/settings/"
    same = form_of(client, tournament)
    for changed, said in (
        ({"wenzel_bonus": "on"}, "allow queens and kings as wenzels too"),
        ({"ramsch": "on"}, "The rule system does not know this option."),
    ):
        response = client.post(address, same | changed)
        assert response.status_code == 422
        assert said in text(response)
    changed = {"name": "Winterpokal", "system": "texas/2019", "scheme": "", "hand_loss": "1"}
    changed |= {"wenzels": "on", "wenzel_bonus": "on"}
    page = client.post(address, same | changed, follow=True)
    assert "The settings are saved." in text(page)
    tournament.refresh_from_db()
    terms = (tournament.name, tournament.system, tournament.scheme, tournament.hand_loss)
    assert terms == ("Winterpokal", "texas", "plain", 1)
    assert tournament.rule_system.wenzel_bonus


# Editions (docs/law.md "Sources"): they number paragraphs differently

NOTE = "Paragraphs are cited by their numbers of 1998/99"


@pytest.mark.parametrize(
    ("fields", "is_later"),
    [
        *(({"edition": edition}, True) for edition in ("2002", "2018", "2022")),
        ({"edition": "1999"}, False),
        ({"system": "texas", "edition": "2019", "scheme": "plain"}, False),
    ],
)
def test_the_rules_and_papers_of_a_later_edition_say_whose_numbers_are_cited(fields, is_later):
    tournament = make_tournament(**fields, public=True)
    client = member(tournament, "organizer")
    for name in ("tournament", "tournament-settings", "entries", "rulings", "room"):
        assert NOTE not in text(client.get(reverse(name, args=[tournament.pk]))), name
    assert "The numbers are those of 1998/99" in text(client.get(reverse("rules")))
    marked = client.get(reverse("announcement", args=[tournament.pk])).content.decode()
    assert (f'<cite title="{NOTE}' in marked) is ("<cite title" in marked) is is_later
    assert any(NOTE in line for line in terms_lines(tournament)) is is_later
    assert (NOTE in rules_text(tournament)) is is_later
    file = client.get(reverse("rulings-file", args=[tournament.pk, "pdf"]))
    [page] = PdfReader(BytesIO(file.content)).pages
    assert (NOTE in " ".join(page.extract_text().split())) is is_later


def test_a_stake_is_typed_as_a_fraction_and_shown_again(organizer, tournament):
    """TO 9.2."""
    address = f"/tournaments/{tournament.pk}/settings/"
    sent = form_of(organizer, tournament) | {"stake": "0,25"}
    assert organizer.post(address, sent).status_code == 302
    assert form_of(organizer, tournament)["stake"] == "1/4"
    for wrong in ("1/0", "1e300000000", "1001"):
        response = organizer.post(address, sent | {"stake": wrong})
        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["stake"]
    tournament.refresh_from_db()
    assert [each.stake for each in tournament.agreed_stakes] == [Fraction(1, 4)]


def test_what_hardly_anybody_plays_stands_behind_a_fold_and_is_fixed_with_the_first_list():
    tournament = open_list(edition="2022").series.tournament
    organizer = member(tournament, "organizer")

    def shown() -> str:
        page = organizer.get(reverse("tournament-settings", args=[tournament.pk]))
        return " ".join(page.content.decode().split())

    def fold() -> str:
        return re.search(r"<details[^>]*>\s*<summary>Other rules.*?</details>", shown())[0]

    assert "open" not in fold().partition(">")[0]
    assert all(f'name="{name}"' in fold() for name in ("system", "wenzels", "stake"))
    Tournament.objects.update(ramsch=True)
    assert "open" in fold().partition(">")[0]
    assert "can no longer be changed" not in shown()
    ScoreList.objects.update(depth="games")
    assert "can no longer be changed" in shown()
