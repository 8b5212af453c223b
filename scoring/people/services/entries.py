"""Enter players, correct their details, and reserve places for them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Any

from django.db.models import Max

from scoring.core.access import not_organized_problems
from scoring.core.forms import Refused, refuse, refuse_all
from scoring.core.services import Change, changing, refresh, write_log
from scoring.core.text import (
    Details,
    Name,
    details_problems,
    get_or_create_club,
    get_or_create_clubs,
    name_problems,
)
from scoring.models import (
    Actor,
    Booking,
    Club,
    Entry,
    EntryCategory,
    Person,
    Pot,
    PotChoice,
    Reservation,
    Role,
    Seat,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.person import MAX_START_NUMBER
from scoring.models.tournament import TournamentState
from scoring.money.services.ledger import charge
from scoring.money.services.pots import choose_pots
from scoring.people.services.matching import Newcomer, Placed, Roster, examine
from scoring.rules.problem import Problem
from scoring.series.services.categories import choice_problems, set_categories


def change_person(
    tournament: Tournament,
    person: Person,
    name: Name,
    details: Details | None,
    by: Actor,
    club: Club | None,
) -> list[str]:
    """Write the details of a person; returns the changed ones except the club, for the log.

    Raises Refused for an anonymous person, or if details change and `by` is no clerk of a
    tournament in which the person plays.
    """
    if person.anonymised_at:
        raise refuse("person-is-anonymous", field="family")
    before = log_details(person)
    person.family, person.given = name
    person.passport, person.birth_year = details or (person.passport, person.birth_year)
    is_changed = log_details(person) != before
    if is_changed and (others := not_organized_problems([person], by, Role.CLERK)):
        person.refresh_from_db()
        raise Refused(replace(other, field="family") for other in others)
    person.club = club
    return save_person(person, before, tournament, by)


def save_person(
    person: Person, before: dict[str, object], tournament: Tournament | None, by: Actor
) -> list[str]:
    """Save the club and the changed details, which are returned, and no other column."""
    changed = [key for key, value in log_details(person).items() if value != before[key]]
    names = ["family", "given"] if "name" in changed else []
    person.save(update_fields=["club", *names, *(key for key in changed if key != "name")])
    log_elsewhere(person, changed, tournament, by)
    return changed


def publish_name(entry: Entry, published_as: str, *, by: Actor) -> None:
    with changing(entry.tournament, by, Action.PERSON_PUBLISHED_AS, register=True) as change:
        refresh(entry, "entry-gone")
        person = entry.person
        about = subject_of("entry", entry.start_number)
        if change.store(person, about, published_as=published_as):
            log_elsewhere(person, ["published_as"], entry.tournament, by)


def log_elsewhere(
    person: Person, changed_details: Sequence[str], tournament: Tournament | None, by: Actor
) -> None:
    others = person.entries.select_related("tournament").exclude(tournament=tournament)
    log_changed(others, changed_details, by)


def log_changed(
    entries: Iterable[Entry],
    changed_details: Sequence[str],
    by: Actor,
    action: Action = Action.ENTRY_CHANGED,
    reason: str = "",
) -> None:
    if not changed_details:
        return
    for entry in entries:
        write_log(
            action,
            subject_of("entry", entry.start_number),
            by=by,
            tournament=entry.tournament,
            new={"changed": changed_details},
            reason=reason,
        )


def log_details(person: Person) -> dict[str, object]:
    return {
        "name": (person.family, person.given),
        "passport": person.passport,
        "birth_year": person.birth_year,
        "published_as": person.published_as,
    }


def next_start_number(tournament: Tournament) -> int:
    highest = int(tournament.entries.aggregate(highest=Max("start_number", default=0))["highest"])
    return highest + 1 if highest < MAX_START_NUMBER else next(free_numbers(tournament, ()))


def add_entries(
    tournament: Tournament,
    newcomers: Sequence[Newcomer],
    *,
    by: Actor,
    paid: bool = False,
    cash: int | None = None,
) -> list[Entry]:
    """Enter all or none; a name on record means that person, a new one is added.

    `paid` books the dues at once, at most `cash` cents. Raises Refused with the problems of all,
    each with its row; a namesake who plays already is a warning that `another` overrides.
    """
    with changing(tournament, by, Action.ENTRY_ADDED, register=True) as change:
        problems, placed = examine(tournament, newcomers)
        refuse_all(problems)
        entries = write_entries(tournament, newcomers, placed, by=by)
        numbers = [entry.start_number for entry in entries]
        about = subject_of("entry", numbers[0]) if len(numbers) == 1 else "tournament"
        change.log(about=about, new={"start_numbers": numbers})
        if paid:
            charge(tournament, entries, by=by, cash=cash)
    return entries


def newcomer_on_record(
    person: Person, start_number: int | None, club: Club | None = None, **details: Any
) -> Newcomer:
    """`club` is used if the person has none."""
    home = person.club or club
    name = Name(person.family, person.given)
    return Newcomer(name, home.name if home else "", start_number, person.pk, **details)


def start_numbers(tournament: Tournament, newcomers: Sequence[Newcomer]) -> list[int]:
    """The newcomers' own numbers, else free ones."""
    given = [newcomer.start_number or 0 for newcomer in newcomers]
    free = free_numbers(tournament, given)
    return [number or next(free) for number in given]


def free_numbers(tournament: Tournament, given: Iterable[int]) -> Iterator[int]:
    """The numbers after the highest, then the lower ones that nobody has and that are not given."""
    taken = {0, *tournament.entries.values_list("start_number", flat=True), *given}
    following = chain(range(max(taken) + 1, MAX_START_NUMBER + 1), count(1))
    return (number for number in following if number not in taken)


def refuse_overwriting(
    newcomers: Sequence[Newcomer], people: Sequence[Person | None], by: Actor
) -> None:
    """Raise Refused if details on record change of people who also play where `by` is no clerk."""
    problems: list[Problem] = []
    for newcomer, person in zip(newcomers, people, strict=True):
        if person is None or not (newcomer.passport or newcomer.birth_year):
            continue
        pairs = ((person.passport, newcomer.passport), (person.birth_year, newcomer.birth_year))
        if any(old and new and old != new for old, new in pairs):
            denied = not_organized_problems([person], by, Role.CLERK)
            problems += [replace(problem, number=newcomer.row or None) for problem in denied]
    refuse_all(problems)


def write_entries(
    tournament: Tournament, newcomers: Sequence[Newcomer], placed: Sequence[Placed], *, by: Actor
) -> list[Entry]:
    """Write checked newcomers in few statements, as the block delays all other writers."""
    numbers = start_numbers(tournament, newcomers)
    playing = write_newcomers(tournament, newcomers, placed, by)
    entries = [
        Entry(
            tournament=tournament,
            person=person,
            start_number=number,
            club_name=person.club.name if person.club else "",
            from_series=newcomer.from_series,
        )
        for newcomer, person, number in zip(newcomers, playing, numbers, strict=True)
    ]
    Entry.objects.bulk_create(entries)
    pairs = list(zip(entries, placed, strict=True))
    EntryCategory.objects.bulk_create(
        EntryCategory(entry=entry, category=category)
        for entry, each in pairs
        for category in each.categories
    )
    PotChoice.objects.bulk_create(
        PotChoice(entry=entry, pot_id=pot) for entry, each in pairs for pot in each.pots
    )
    return entries


def write_newcomers(
    tournament: Tournament, newcomers: Sequence[Newcomer], placed: Sequence[Placed], by: Actor
) -> list[Person]:
    """Save the person of each checked newcomer, with the given details."""
    ids = [each.person for each in placed if each.person]
    on_record = Person.objects.select_related("club").in_bulk(ids)
    people = [on_record.get(each.person or 0) for each in placed]
    refuse_overwriting(newcomers, people, by)
    clubs = get_or_create_clubs({newcomer.club for newcomer in newcomers}, tournament)
    playing = [
        person or Person(host_id=tournament.host_id, **newcomer.name._asdict())
        for person, newcomer in zip(people, newcomers, strict=True)
    ]
    for person, newcomer in zip(playing, newcomers, strict=True):
        before, club = log_details(person), person.club_id
        if newcomer.club and (person.club is None or person.club.name != newcomer.club):
            person.club = clubs[newcomer.club]
        # Typed details replace known ones; missing ones do not.
        person.passport = newcomer.passport or person.passport
        person.birth_year = newcomer.birth_year or person.birth_year
        person.published_as = newcomer.published_as or person.published_as
        if person.pk and (person.club_id != club or log_details(person) != before):
            save_person(person, before, tournament, by)
    Person.objects.bulk_create(each for each in playing if not each.pk)
    return playing


def pay_at_the_door(
    entry: Entry,
    *,
    by: Actor,
    pots: Sequence[str] = (),
    cash: int | None = None,
    published_as: str = "",
) -> list[Booking]:
    """Take what a player who is already entered owes, also for these pots; at most `cash` cents."""
    tournament = entry.tournament
    with changing(tournament, by, Action.BOOKING_MADE, register=True) as change:
        refresh(entry, "entry-gone")
        if tournament.state == TournamentState.FINAL:
            raise refuse("tournament-final")
        before = entry.pot_choices.filter(pot__optional=True).values_list("pot", flat=True)
        choose_pots(entry, {*before, *chosen_pots(tournament, pots)}, change)
        if published_as:
            publish_name(entry, published_as, by=by)
        return charge(tournament, [entry], by=by, cash=cash)


def chosen_pots(tournament: Tournament, names: Sequence[str]) -> list[int]:
    """The ids of these optional pots; raises Refused for other names."""
    roster = Roster(tournament)
    options = [(name, roster.option_named(name)) for name in names]
    if unknown := [name for name, option in options if not isinstance(option, Pot)]:
        raise Refused(
            Problem("pot-of-the-line-unknown", "name", {"name": name[:40]}) for name in unknown
        )
    return [option.pk for _name, option in options if option]


def change_entry(
    entry: Entry,
    *,
    by: Actor,
    name: Name,
    club: str,
    start_number: int,
    from_series: int = 1,
    until_series: int | None = None,
    fixed_table: int | None = None,
    three_seats: bool = False,
    details: Details | None = None,
    categories: Collection[int] | None = None,
    pots: Iterable[int] | None = None,
) -> None:
    """Correct an entry and its person; `details`, `categories` and `pots` stay if they are None.

    Raises Refused for impossible values, and as `change_person` does.
    """
    columns: dict[str, object] = {"start_number": start_number, "club_name": club}
    columns |= {"from_series": from_series, "until_series": until_series}
    columns |= {"fixed_table": fixed_table, "three_seats": three_seats}
    with changing(entry.tournament, by, Action.ENTRY_CHANGED, register=True) as change:
        refresh(entry, "entry-gone")
        problems = name_problems(name, club) + renumbering_problems(entry, start_number)
        problems += stay_problems(from_series, until_series)
        problems += details_problems(*details) if details else []
        problems += choice_problems(entry, set(categories)) if categories is not None else []
        refuse_all(problems)
        person = entry.person
        # The person may have another club by now.
        home = person.club if club == entry.club_name else get_or_create_club(club, person)
        changed_details = change_person(entry.tournament, person, name, details, by, home)
        write_changes(entry, columns, changed_details, change)
        if categories is not None:
            set_categories(entry, categories, by=by)
        if pots is not None:
            choose_pots(entry, set(pots), change)


def write_changes(
    entry: Entry, columns: dict[str, object], changed_details: list[str], change: Change
) -> None:
    about = subject_of("entry", entry.start_number)
    old = {key: getattr(entry, key) for key in columns if getattr(entry, key) != columns[key]}
    for key, value in columns.items():
        setattr(entry, key, value)
    entry.save(update_fields=list(columns))
    # Figures are logged with their values, names and clubs only as changed.
    changed = changed_details + ["club"] * (old.pop("club_name", None) is not None)
    new = {key: columns[key] for key in old}
    if new or changed:
        change.log(about=about, old=old, new=new | ({"changed": changed} if changed else {}))


def renumbering_problems(entry: Entry, start_number: int) -> list[Problem]:
    others = entry.tournament.entries.exclude(pk=entry.pk)
    if others.filter(start_number=start_number).exists():
        return [Problem("start-number-taken", "start_number", {"number": start_number})]
    seats = Seat.objects.filter(entry=entry)
    if seats.exclude(entry__start_number=start_number).exists():
        # The number is on seatings, lists and in the proof of the draw.
        return [Problem("start-number-is-seated", "start_number")]
    return []


def stay_problems(from_series: int, until_series: int | None) -> list[Problem]:
    is_possible = until_series is None or from_series <= until_series
    return [] if is_possible else [Problem("leaves-before-coming", "until_series")]


def forget_unused(person: Person) -> None:
    """Remove a person of whom only the name, how to publish it, and the club are on record."""
    if not (person.passport or person.birth_year or on_record_otherwise(person)):
        person.delete()


def on_record_otherwise(person: Person) -> bool:
    rows = ("entries", "reservations", "memberships", "seasons", "in_leagues")
    return any(getattr(person, name).exists() for name in rows)


# Places that people reserve by telephone or mail before the day.


def reserve(tournament: Tournament, newcomers: Sequence[Newcomer], *, by: Actor) -> int:
    """Reserve places; returns how many are new.

    Raises Refused with the problems of all, each with its row.
    """
    action = Action.PLACES_RESERVED
    with changing(tournament, by, action, about="tournament", register=True) as change:
        # Categories and start numbers are asked for at the door.
        plain = [replace(newcomer, start_number=None, categories=None) for newcomer in newcomers]
        problems, placed = examine(tournament, plain)
        refuse_all(problems)
        reserved = set(tournament.reservations.values_list("person", flat=True))
        people = write_newcomers(tournament, plain, placed, by)
        new = [person for person in people if person.pk not in reserved]
        Reservation.objects.bulk_create(Reservation(tournament=tournament, person=p) for p in new)
        if new:
            change.log(new={"count": len(new)})
        return len(new)


def cancel_reservation(reservation: Reservation, *, by: Actor) -> None:
    tournament = reservation.tournament
    action = Action.PLACE_CANCELLED
    with changing(tournament, by, action, about="tournament", register=True) as change:
        refresh(reservation, "reservation-gone")
        person = reservation.person
        reservation.delete()
        change.log(new={"count": tournament.reservations.count()})
        forget_unused(person)


def set_max_players(tournament: Tournament, most: int | None, *, by: Actor) -> None:
    """None for no limit; later reservations are on the waiting list."""
    with changing(tournament, by, Action.PLACES_LIMITED, about="tournament") as change:
        change.store(tournament, max_players=most)
