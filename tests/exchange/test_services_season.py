"""A season as one document: complete, unchanged, and recomputed."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_season
from scoring.exchange.reads.verify import verify
from scoring.exchange.services.season import import_season
from scoring.models import Actor, Entry, LogEntry, Person, Season, Tournament
from scoring.people.services.members import add_members
from scoring.standings.reads.season import season_standings
from scoring.tournament.services.seasons import SeasonTerms, create_season
from tests.simulated import finished
from tests.visitors import undone

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


def a_season(evenings: int) -> Season:
    """Evenings of the same people, two of whom have the same name and no club."""
    season = create_season(SeasonTerms("2026/27", order="points", best_of=7, least=2), by=BY)
    people: list[Person] = []
    for evening in range(evenings):
        made = finished(players=7, series=1)
        Tournament.objects.filter(pk=made.pk).update(
            season=season,
            sample=False,
            name=f"Abend {evening + 1}",
            date=date(2026, 1, 9) + timedelta(weeks=evening),
        )
        entries = list(made.entries.order_by("start_number"))
        people = people or [each.person for each in entries]
        for entry, person in zip(entries, people, strict=True):
            Entry.objects.filter(pk=entry.pk).update(person=person)
    Person.objects.filter(pk__in=[each.pk for each in people[:2]]).update(
        family="Amsel", given="Ada", club=None, passport="", birth_year=None
    )
    waiting = Person.objects.create(family="Wartet", given="Willi")
    add_members(season, [(people[0].pk, 1), (people[3].pk, 12), (waiting.pk, 99)], by=BY)
    return season


def table(season: Season) -> list[tuple[object, ...]]:
    rows = season_standings(season).rows
    return [(row.rank.rank, row.name, row.figure, sorted(row.results)) for row in rows]


def test_what_was_imported_is_exported_to_the_byte():
    with undone():
        season = a_season(3)
        text, before = export_season(season), table(season)
    assert len(before) == 7
    made = import_season(text.encode(), by=BY)
    assert export_season(made) == text
    assert table(made) == before, "two people of one name stay two, one of three evenings one"
    assert Person.objects.filter(family="Amsel").count() == 2
    assert dict(made.members.values_list("number", "person__family"))[99] == "Wartet"
    assert verify() == []
    row = LogEntry.objects.get(action="season.imported")
    assert (row.tournament, row.new["tournaments"]) == (None, 3)


def refused(document: dict[str, Any]) -> set[tuple[str, str]]:
    with pytest.raises(Refused) as refusal:
        import_season(json.dumps(document).encode(), by=BY)
    return {(each.code.removeprefix("document-"), each.field) for each in refusal.value.problems}


def test_what_does_not_fit_is_refused_with_its_place():
    season = a_season(2)
    document = json.loads(export_season(season))
    assert ("season-there", "season.name") in refused(document)
    Season.objects.update(name="anders")
    people = document["people"]
    people[0]["entries"].append({"tournament": 9, "start_number": 1})
    people[1]["entries"].pop()
    people[2]["number"] = people[0]["number"]
    document["tournaments"][1]["tournament"]["season"] = "2025"
    assert refused(document) == {
        ("entry-unknown", "people[0].entries[2]"),
        ("entry-of-nobody", "people"),
        ("twice", "people[2].number"),
        ("of-another-season", "tournaments[1].tournament.season"),
    }
    # A person is one in all his tournaments.
    people[0]["entries"].pop()
    people[1]["entries"].append({"tournament": 2, "start_number": 2})
    people[2]["number"] = 98
    document["tournaments"][1]["tournament"]["season"] = "2026/27"
    document["tournaments"][1]["entries"][0]["person"]["family"] = "Anders"
    assert refused(document) == {("person-differs", "people[0]")}
    assert refused({"format": 1}) == {("field-missing", "")}
    assert Tournament.objects.count() == 2


def test_commands_export_and_import_a_season(tmp_path, capsys):
    file = tmp_path / "season.json"
    with undone():
        season = a_season(1)
        call_command("export_season", season.pk, file)
        assert file.read_text(encoding="utf-8") == export_season(season)
    call_command("import_season", file)
    made = Season.objects.get()
    told = json.loads(capsys.readouterr().out)
    assert told == {"id": made.pk, "name": "2026/27", "tournaments": 1, "members": 3}
    with pytest.raises(CommandError, match="there is no season 987654"):
        call_command("export_season", 987_654)
    with pytest.raises(CommandError, match="already"):
        call_command("import_season", file)
