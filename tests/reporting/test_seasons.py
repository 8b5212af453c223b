"""A season of the server ranks what was reported together with its own days."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

import pytest

from scoring.clubs.services import merge_people
from scoring.models import Person, ReceivedReport, Season, Tournament
from scoring.reporting.reads.signing import public_key_of
from scoring.reporting.services.keys import give_key, register_key
from scoring.reporting.services.receiving import receive
from scoring.standings.reads.season import season_standings
from scoring.standings.services.adjustments import adjust
from scoring.tournament.services.tournaments import move_tournament
from scoring.verify.reads.verify import verify
from tests.parcels import BY, IDENT, Computer, document_of, make_computer, played
from tests.simulated import finished

pytestmark = pytest.mark.django_db
Document = dict[str, Any]
FIRST, SECOND = str(IDENT), str(UUID(int=2))
PLAYERS = 7


@pytest.fixture
def computer() -> Computer:
    return make_computer()


@pytest.fixture
def season(computer: Computer) -> Season:
    return Season.objects.create(name="2026/27", host=computer.host)


def nameless(document: Document) -> None:
    """Nothing but the name is known of anybody, as in a club that types no more."""
    for entry in document["entries"]:
        entry["person"] = {key: entry["person"][key] for key in ("family", "given")}


def evening(day: str, change: Callable[[Document], None] = nameless) -> str:
    """The document of an evening of the season on this day, always with the same players."""
    document: Document = json.loads(document_of(played()))
    document["tournament"] |= {"season": "2026/27", "date": day, "name": f"Abend {day}"}
    change(document)
    return json.dumps(document)


def report(computer: Computer, document: str, ident: str = FIRST, version: int = 1) -> Tournament:
    receive(computer.parcel(document, version, report=ident))
    return ReceivedReport.objects.get(host=computer.host, ident=ident).tournament


def evenings(season: Season) -> list[int]:
    """How many evenings each row of the season's table has."""
    return [len(row.results) for row in season_standings(season).rows]


def test_reported_days_are_ranked_with_the_own_ones_and_as_corrected(computer, season):
    day, laptop = date(2026, 10, 1), played()
    own = finished(players=PLAYERS, series=1, rounds=1, host=computer.host.pk, day=day)
    own.season = season
    own.save()
    document = json.loads(document_of(laptop))
    document["tournament"]["season"] = season.name
    report(computer, json.dumps(document))
    at_club = Person.objects.filter(host=computer.host, entries__tournament=own, club__isnull=False)
    before = {row.person_id: row for row in season_standings(season).rows}
    assert at_club.exists()
    assert all(len(before[each.pk].results) == 2 for each in at_club)
    # The result is corrected: the new one counts in the place of the first.
    move_tournament(laptop, "review", by=BY, reason="a slip")
    adjust(laptop.entries.get(start_number=1), -700, reason="late", by=BY)
    move_tournament(laptop, "final", by=BY, reason="nobody objects")
    newest = report(computer, document_of(laptop), version=2)
    after = {row.person_id: row for row in season_standings(season).rows}
    late = newest.entries.get(start_number=1).person_id
    assert len(after[late].results) == len(before[late].results)
    assert after[late].performance == before[late].performance - 700
    assert verify() == []


def test_everybody_stays_one_person_in_the_evenings_of_one_computer(computer, season):
    """Though nothing but the name is known, as in a club that types no more."""
    report(computer, evening("2026-10-01"))
    report(computer, evening("2026-10-08"), SECOND)
    assert evenings(season) == [2] * PLAYERS
    assert verify() == []


def test_who_was_merged_here_is_the_same_person_on_the_next_evening(computer, season):
    first = report(computer, evening("2026-10-01"))
    came = first.entries.get(start_number=1).person
    member = Person.objects.create(host=computer.host, family="Amsel", given="Ada", passport="4711")
    merge_people(first, came, member, by=BY)
    second = report(computer, evening("2026-10-08"), SECOND)
    assert second.entries.get(start_number=1).person == member


def test_whom_another_computer_calls_alike_is_another_person(computer, season):
    """Two clubs have a Hans of the same name."""
    report(computer, evening("2026-10-01"))
    seed = "6" * 64
    key = register_key(give_key(computer.host, "Anderer Verein", by=BY), public_key_of(seed))
    report(replace(computer, key=key, seed=seed), evening("2026-10-08"), SECOND)
    assert evenings(season) == [1] * (2 * PLAYERS)


def test_two_of_one_name_are_nobody_of_the_evening_before(computer, season):
    """Which of them came alone, no report says."""

    def twins(document: Document) -> None:
        nameless(document)
        document["entries"][1]["person"] = dict(document["entries"][0]["person"])

    report(computer, evening("2026-10-01", twins))
    report(computer, evening("2026-10-08"), SECOND)
    assert sorted(evenings(season)) == [1] * 4 + [2] * (PLAYERS - 2)
    third = report(computer, evening("2026-10-15", twins), str(UUID(int=3)))
    assert third.entries.values("person").distinct().count() == PLAYERS


def test_who_was_anonymised_since_stays_apart(computer, season):
    first = report(computer, evening("2026-10-01"))
    gone = first.entries.get(start_number=1).person
    gone.family, gone.given, gone.anonymised_at = "", "", first.reported_at
    gone.save()
    second = report(computer, evening("2026-10-08"), SECOND)
    assert second.entries.get(start_number=1).person != gone
