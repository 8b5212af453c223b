"""The register: merging clubs and persons, and anonymising after six months (TO 7.4.4)."""

from datetime import date, timedelta
from functools import partial

import pytest
from django.utils import timezone

from scoring import models
from scoring.core.forms import Refused
from scoring.core.services import write_log
from scoring.core.text import Name
from scoring.models.team import Member
from scoring.money.services.ledger import collect_entries
from scoring.people.reads.entries import search_entries, suggestions_for
from scoring.people.reads.register import (
    doubles,
    entries_of,
    forgettable,
    matching_people,
    traces_of,
)
from scoring.people.services.entries import add_entries, change_entry
from scoring.people.services.leaving import set_state
from scoring.people.services.matching import Newcomer
from scoring.people.services.register import (
    NOBODY,
    anonymise_people,
    merge_clubs,
    merge_people,
    rename_club,
)
from scoring.series.services.teams import change_team
from tests.factories import first_host, make_member, make_team, make_tournament, seated
from tests.refusals import codes, codes_of
from tests.whole.test_every_service_logs import rows

BY = models.Actor(name="test")
pytestmark = pytest.mark.django_db


def person(name: str, **fields: object) -> models.Person:
    given, _space, family = name.rpartition(" ")
    return models.Person.objects.create(family=family, given=given, **fields)


TODAY = timezone.localdate()
LONG_AGO = TODAY - timedelta(days=400)


def play(someone: models.Person, name: str, day: date = LONG_AGO, number: int = 1) -> models.Entry:
    tournament = make_tournament(name, date=day)
    return models.Entry.objects.create(tournament=tournament, person=someone, start_number=number)


def test_of_two_tournaments_on_one_day_the_later_is_the_newest():
    someone = person("Ada Amsel")
    entries = [play(someone, name) for name in ("Mittags", "Abends")]
    assert list(entries_of(someone)) == entries[::-1]


def test_duplicate_names_are_found_in_any_order_and_spelling():
    pairs = [person("Jürgen Müller"), person("Juergen Mueller"), person("MÜLLER Jürgen")]
    person("Jürgen Möller")
    groups, has_more = doubles(first_host())
    assert [{each.person for each in group} for group in groups] == [set(pairs)]
    assert not has_more


def test_merging_keeps_every_result_and_every_known_field():
    club = models.Club.objects.create(name="SC")
    kept, gone = person("Ada Becker"), person("Ada Beker", club=club, birth_year=1954)
    entries = [play(kept, "Mai", date(2026, 5, 1)), play(gone, "Juni", date(2026, 6, 1), 7)]
    merge = partial(merge_people, entries[0].tournament, gone, kept, by=BY)
    both = models.Entry.objects.create(
        tournament=entries[0].tournament, person=gone, start_number=2
    )
    assert codes_of(merge) == ["both-play-there"]
    both.delete()
    same = partial(merge_people, entries[0].tournament, kept, kept, by=BY)
    assert codes_of(same) == ["person-merged-with-itself"]
    assert merge() == 1
    assert list(kept.entries.order_by("id")) == entries
    kept.refresh_from_db()
    assert (kept.club, kept.birth_year) == (club, 1954)
    assert not models.Person.objects.filter(pk=gone.pk).exists()
    row = models.LogEntry.objects.get(action="person.merged")
    assert (row.tournament, row.subject) == (entries[1].tournament, "entry/7")


def test_person_is_changed_only_by_organizers_of_all_his_tournaments():
    mine, theirs, both = (person(f"{given} Becker") for given in ("Ada", "Bea", "Carla"))
    entry = play(mine, "Mai")
    for number, someone in enumerate((theirs, both), 1):
        play(someone, f"Juni {number}")
    models.Entry.objects.create(tournament=entry.tournament, person=both, start_number=9)
    by = models.Actor(make_member(entry.tournament, models.Role.ORGANIZER))
    assert list(forgettable(by, first_host())) == [mine]
    assert set(forgettable(BY, first_host())) == {mine, theirs, both}
    assert not forgettable(models.Actor(elsewhere=True), first_host())
    for attempt in (
        lambda: merge_people(entry.tournament, theirs, mine, by=by),
        lambda: anonymise_people(entry.tournament, [theirs], by=by),
    ):
        assert codes_of(attempt) == ["not-organized-by-you"]
    anonymise_people(entry.tournament, [mine], by=by)


def test_nobody_is_anonymised_before_six_months():
    """Nor somebody of the year 9999, which an imported document may contain."""
    recent = play(person("Ada Becker"), "Mai", TODAY - timedelta(days=180))
    with pytest.raises(Refused) as refusal:
        anonymise_people(recent.tournament, [recent.person], by=BY)
    assert codes(refusal) == ["kept-six-months"]
    assert refusal.value.problems[0].rule == "TO 7.4.4"
    recent.tournament.reservations.create(person=person("Dora Dorn"))
    assert list(forgettable(BY, first_host())) == []
    late = play(person("Carla Celan"), "Juni", date.max)
    assert codes_of(anonymise_people, late.tournament, [late.person], by=BY) == ["kept-six-months"]
    older = play(person("Bea Celan"), "März", TODAY - timedelta(days=185))
    assert list(forgettable(BY, first_host())) == [older.person]


def test_anonymising_removes_the_name_and_keeps_the_result():
    club = models.Club.objects.create(name="X")
    someone = person("Ada Becker", passport="D-17", birth_year=1954, club=club)
    entry = play(someone, "Mai", number=7)
    anonymise_people(entry.tournament, [someone], by=BY)
    someone.refresh_from_db()
    entry.refresh_from_db()
    assert (someone.family, someone.given) == (NOBODY, "")
    assert (someone.club, someone.passport, someone.birth_year) == (None, "", None)
    assert str(entry) == "7 N. N."
    assert matching_people(first_host(), "becker") == [] == suggestions_for(entry.tournament, "be")
    assert list(forgettable(BY, first_host())) == []
    assert search_entries(entry.tournament, "becker") == []
    name = Name("Becker", "Ada")
    assert codes_of(change_entry, entry, name=name, club="", start_number=7, by=BY)
    assert codes_of(anonymise_people, entry.tournament, [someone], by=BY) == ["person-is-anonymous"]


def test_unchangeable_texts_with_the_name_are_listed_before():
    entry = play(person("Ada Becker"), "Mai")
    set_state(entry, "withdrawn", by=BY, reason="Becker is ill")
    at = {"at": timezone.now(), "tournament": entry.tournament}
    models.Ruling.objects.create(number=1, note="Frau BECKER saw the skat", **at)
    against = models.Ruling.objects.create(number=2, **at)
    models.Objection.objects.create(ruling=against, text="Becker says no", lodged_at=timezone.now())
    models.Ruling.objects.create(number=3, note="fine", **at)
    traces = traces_of([entry.person])
    assert (traces.reasons, traces.notes, traces.rulings) == (1, 0, 2)
    other = play(person("Bea Celan"), "Juni")
    write_log("entry.state", "entry/1", by=BY, tournament=other.tournament, reason="fine")
    traces = traces_of([other.person])
    assert (traces.reasons, traces.notes, traces.rulings) == (0, 0, 0)


def test_person_in_a_running_tournament_is_not_anonymised():
    """A league may have its first day as date, and its series none."""
    league = seated(4, date=LONG_AGO).tournament
    models.Tournament.objects.update(state="running")
    mai = play(person("Bea Celan"), "Mai")
    someone = league.entries.get(start_number=1).person
    assert list(forgettable(BY, first_host())) == [mai.person]
    both = [someone, mai.person]
    assert codes_of(anonymise_people, None, both, by=BY) == ["kept-six-months"]
    assert codes_of(anonymise_people, None, [], by=BY) == ["nobody-chosen"]
    assert models.Person.objects.filter(anonymised_at=None).count() == 5, "all or nobody"
    models.Tournament.objects.update(state="review")
    assert anonymise_people(None, both, by=BY) == 2
    on_a_roster = person("Ada Becker")
    season = models.Season.objects.create(name="Liga", kind="league")
    team = season.divisions.create(number=1, name="A").teams.create(number=1, name="I")
    team.players.create(season=season, person=on_a_roster)
    assert anonymise_people(make_tournament(), [on_a_roster], by=BY) == 1
    assert not models.Person.objects.filter(family="Becker").exists()
    assert not team.players.exists()


def test_anonymising_many_leaves_no_name_in_any_row():
    """Their actions as clerks stay in the log; persons within six months are unchanged."""
    series = seated(4, date=LONG_AGO)
    tournament = series.tournament
    [newcomer] = add_entries(tournament, [Newcomer(Name("Zwiebelmann", "Zita"))], by=BY)
    set_state(newcomer, "withdrawn", by=BY)
    change_entry(newcomer, name=Name("Zwiebelmann", "Zoe"), club="", start_number=5, by=BY)
    merge_people(tournament, person("Zoe Zwiebelmann"), newcomer.person, by=BY)
    collect_entries(tournament, [newcomer], by=BY)
    recent = play(person("Bea Celan"), "Mai", TODAY)
    models.Tournament.objects.filter(pk=tournament.pk).update(state="final")
    seats, log_count = list(models.Seat.objects.values()), models.LogEntry.objects.count()
    people = [entry.person for entry in tournament.entries.select_related("person")]
    assert list(forgettable(BY, first_host())) == sorted(
        people, key=lambda each: (each.family, each.given)
    )
    assert anonymise_people(tournament, people, by=BY) == 5
    assert models.LogEntry.objects.count() == log_count + 6
    assert list(models.Seat.objects.values()) == seats
    assert {entry.person.family for entry in tournament.entries.all()} == {NOBODY}
    assert "wiebelmann" not in rows()
    recent.person.refresh_from_db()
    assert recent.person.family == "Celan"


def test_clubs_are_renamed_for_this_tournament_and_merged():
    """Earlier ones keep the name."""
    wrong, right = (models.Club.objects.create(name=name) for name in ("Kreuzbube", "Kreuz Bube"))
    old = play(person("Ada Becker", club=wrong), "Mai")
    now = play(person("Bea Celan", club=wrong), "Juni", TODAY)
    models.Entry.objects.update(club_name="Kreuzbube")
    rename = partial(rename_club, now.tournament, wrong, by=BY)
    assert codes_of(rename, name="kreuz bube") == ["club-exists"]
    rename(name="Kreuz Buben")
    league = models.Season.objects.create(name="Liga", kind="league")
    division = league.divisions.create(number=1, name="A")
    team = division.teams.create(number=1, name="I", club=wrong)
    merge_clubs(now.tournament, wrong, right, by=BY)
    change_entry(old, name=Name("Becker", "Ada"), club="Kreuzbube", start_number=2, by=BY)
    for row in (old, now, team):
        row.refresh_from_db()
    assert (old.club_name, now.club_name) == ("Kreuzbube", "Kreuz Bube")
    assert team.club == old.person.club == now.person.club == right
    assert list(models.Club.objects.all()) == [right]


def test_team_named_after_the_person_is_listed_and_can_be_renamed():
    """Tandems are named after their players and are shown on public pages."""
    entry = play(person("Ada Becker"), "Mai")
    other = play(person("Bea Celan"), "Juni")
    team = make_team(entry.tournament, [entry.start_number], kind="tandem", size=2)
    change_team(team, "Becker/Celan", [Member(entry.start_number)], by=BY)
    assert traces_of([entry.person]).teams == (team,)
    assert traces_of([other.person]).teams == ()
    models.Tournament.objects.update(state="final")
    team = models.Team.objects.select_related("contest__tournament").get()
    change_team(team, "Tandem 1", [Member(entry.start_number)], by=BY)
    assert traces_of([entry.person]).teams == ()
    later = [Member(entry.start_number, 2)]
    assert codes_of(change_team, team, "Tandem 1", later, by=BY) == ["tournament-final"]


def test_the_people_of_a_sample_are_not_on_record():
    """They are invented: nobody is to find them while real players register."""
    sample = make_tournament("Muster", sample=True)
    invented, both = person("Ada Becker"), person("Ada Celan")
    for number, each in enumerate((invented, both), 1):
        models.Entry.objects.create(tournament=sample, person=each, start_number=number)
    play(both, "Herbstpokal", TODAY)
    never_played = person("Ada Dohm")
    assert [each.person for each in matching_people(first_host(), "Ada")] == [both, never_played]
