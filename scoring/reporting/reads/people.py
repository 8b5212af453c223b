"""Who somebody is at the host of a server whom a computer describes in its reports."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.crypto import salted_hmac

from scoring.exchange.fields import Node
from scoring.models import Entry, Person, ReportKey, ReportVersion

MOST_SEARCHED = 100  # other reports of a computer, the newest ones: two seasons of a club
Place = tuple[int, int]  # a tournament (id) and a start number in it


def described_people(document: Node) -> dict[str, str]:
    """By start number a keyed hash of how the document describes the person."""
    return {str(entry["start_number"]): described(entry["person"]) for entry in document["entries"]}


def described(person: Mapping[str, Any]) -> str:
    text = json.dumps(person, sort_keys=True, default=str)
    return salted_hmac("reported person", text, algorithm="sha256").hexdigest()[:32]


def known_people(
    document: Node, said: Mapping[str, str], key: ReportKey, before: ReportVersion | None
) -> dict[int, Person]:
    """By start number, who is known: whoever is described as in an earlier report is the person
    that he is here by now; `said` are the `described_people` of the document.

    The version before says so, then the other reports of this computer: in a season of evenings on
    one laptop everybody stays one person, though nothing but his name is known.
    """
    found = {} if before is None else as_before(said, before)
    gone = {person.pk for person in found.values()}
    anonymised = {
        entry["start_number"] for entry in document["entries"] if entry["person"]["anonymised_at"]
    }
    times = Counter(said.values())
    asked = {
        digest: int(number)
        for number, digest in said.items()
        if times[digest] == 1 and int(number) not in (*found, *anonymised)
    }
    for digest, person in described_elsewhere(asked, key).items():
        if person.pk not in gone:
            gone.add(person.pk)
            found[asked[digest]] = person
    return found


def as_before(said: Mapping[str, str], before: ReportVersion) -> dict[int, Person]:
    entries = before.tournament.entries.select_related("person__club")
    return {
        entry.start_number: entry.person
        for entry in entries
        if (digest := said.get(str(entry.start_number))) is not None
        and digest == before.people.get(str(entry.start_number))
    }


def described_elsewhere(asked: Mapping[str, int], key: ReportKey) -> dict[str, Person]:
    """Who was described so, and nobody beside him, in the newest report of the key that did."""
    versions = ReportVersion.objects.filter(key=key, tournament__replaced_by=None)
    rows = versions.order_by("-at").values_list("tournament", "people")[:MOST_SEARCHED]
    places: dict[str, Place | None] = {}
    for tournament, people in rows:
        times = Counter(people.values())
        for number, digest in people.items():
            if digest in asked and digest not in places:
                places[digest] = (tournament, int(number)) if times[digest] == 1 else None
    return at_places({digest: place for digest, place in places.items() if place})


def at_places(places: Mapping[str, Place]) -> dict[str, Person]:
    """The people of these places who were not anonymised since."""
    entries = Entry.objects.filter(
        tournament__in={tournament for tournament, _number in places.values()},
        start_number__in={number for _tournament, number in places.values()},
        person__anonymised_at=None,
    )
    there = {
        (each.tournament_id, each.start_number): each.person
        for each in entries.select_related("person__club")
    }
    return {digest: there[place] for digest, place in places.items() if place in there}
