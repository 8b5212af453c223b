"""The register of people and clubs: what is one is merged, and whose time is over is forgotten.

It belongs to the installation and not to a tournament. So whoever changes a person has to
organize every tournament in which the change is seen; who sets up the installation may always.
"""

from collections.abc import Sequence
from functools import partial

from django.db.models import F, Q
from django.utils import timezone

from scoring.clubs.reads import KEPT_MONTHS, TAKEN_AWAY, last_day, months_later
from scoring.core.permission import not_organized_problems
from scoring.core.refusals import Refused, refuse
from scoring.core.services import alone, refresh, write_log
from scoring.core.submissions import AlreadyWritten, find_submission, idempotent, repeated
from scoring.models import Actor, Club, Entry, Person, Tournament
from scoring.models.log import Action
from scoring.models.person import CLUB_LENGTH
from scoring.rules.problem import Problem

# What is written where a name was: it reads the same in every language and list.
NOBODY = "N. N."


def was_done(tournament: Tournament, token: str | None) -> bool:
    """Whether this submission has merged or removed here what it names."""
    log = find_submission(token)
    return log is not None and log.tournament == tournament and log.action in TAKEN_AWAY


# Clubs ------------------------------------------------------------------------------------------


def rename_club(
    tournament: Tournament, club: Club, name: str, *, by: Actor, token: str | None = None
) -> None:
    """Another name for a club, also for its players in this tournament.

    Earlier tournaments keep what was printed in them. Raises Refused if another club is called
    so: that one can be merged.
    """
    problems = club_problems(name)
    if Club.objects.filter(name__iexact=name).exclude(pk=club.pk).exists():
        problems.append(Problem("club-exists", "name", {"name": name}))
    if problems:
        raise Refused(problems)
    try:
        with alone(tournament, token):
            refresh(club, "club-gone")
            old = club.name
            if name == old:
                return
            club.name = name
            club.save(update_fields=["name"])
            numbers = respell(tournament, old, name)
            write_log(
                Action.CLUB_RENAMED,
                club_subject(old),
                by=by,
                tournament=tournament,
                old={"club": old},
                new={"club": name, "start_numbers": numbers},
                token=token,
            )
    except AlreadyWritten as again:
        told = repeated(again, tournament, Action.CLUB_RENAMED).new or {}
        if told.get("club") != name:
            raise refuse("submission-of-another-form") from None
        club.refresh_from_db()


def merge_clubs(
    tournament: Tournament, gone: Club, kept: Club, *, by: Actor, token: str | None = None
) -> None:
    """Two spellings of one club: everybody of `gone` belongs to `kept`, and `gone` is removed."""
    if gone.pk == kept.pk:
        raise refuse("club-merged-with-itself", field="kept")
    try:
        with alone(tournament, token):
            refresh(gone, "club-gone")
            refresh(kept, "club-gone")
            moved = Person.objects.filter(club=gone).update(club=kept)
            numbers = respell(tournament, gone.name, kept.name)
            write_log(
                Action.CLUB_MERGED,
                club_subject(gone.name),
                by=by,
                tournament=tournament,
                old={"club": gone.name},
                new={"club": kept.name, "players": moved, "start_numbers": numbers},
                token=token,
            )
            gone.delete()
    except AlreadyWritten as again:
        repeated(again, tournament, Action.CLUB_MERGED, about=club_subject(gone.name))


def respell(tournament: Tournament, old: str, new: str) -> list[int]:
    """Write a club anew at its players of this tournament; their start numbers."""
    entries = tournament.entries.filter(club_name=old)
    numbers = list(entries.values_list("start_number", flat=True))
    entries.update(club_name=new)
    return numbers


def club_problems(name: str) -> list[Problem]:
    if not any(char.isalnum() for char in name):
        return [Problem("club-name-missing", "name")]
    if len(name) > CLUB_LENGTH:
        return [Problem("club-too-long", "name", {"most": CLUB_LENGTH})]
    return []


def club_subject(name: str) -> str:
    """As long as the column of the log allows."""
    return f"club/{name}"[:60]


# Persons ----------------------------------------------------------------------------------------


def merge_people(
    tournament: Tournament, gone: Person, kept: Person, *, by: Actor, token: str | None = None
) -> int:
    """Two rows of one person: every entry of `gone` is of `kept` from now on; how many those are.

    No result changes. What `kept` does not tell of himself is taken from `gone`. Raises Refused
    if both play in one tournament: then they are two.
    """
    try:
        with alone(tournament, token):
            reread(gone, kept)
            lock_tournaments([gone, kept])
            if problems := merging_problems(gone, kept, by):
                raise Refused(problems)
            entries = list(gone.entries.select_related("tournament"))
            # The row of the page that asks comes first and carries the token.
            write_log(
                Action.PEOPLE_MERGED,
                "register",
                by=by,
                tournament=tournament,
                new={"entries": len(entries)},
                token=token,
            )
            for entry in entries:
                write_log(
                    Action.PERSON_MERGED,
                    f"entry/{entry.start_number}",
                    by=by,
                    tournament=entry.tournament,
                    new={"changed": ["name"]},
                )
            gone.entries.update(person=kept)
            complete(kept, gone)
            gone.delete()
            return len(entries)
    except AlreadyWritten as again:
        told = repeated(again, tournament, Action.PEOPLE_MERGED).new or {}
        if Person.objects.filter(pk=gone.pk).exists():
            raise refuse("submission-of-another-form") from None
        return int(told.get("entries", 0))


def complete(kept: Person, gone: Person) -> None:
    """Fill in what only the other row told."""
    kept.club = kept.club or gone.club
    kept.passport = kept.passport or gone.passport
    kept.birth_year = kept.birth_year or gone.birth_year
    kept.save()


def merging_problems(gone: Person, kept: Person, by: Actor) -> list[Problem]:
    """What speaks against two rows being one person."""
    if gone.pk == kept.pk:
        return [Problem("person-merged-with-itself")]
    if gone.anonymised_at or kept.anonymised_at:
        return [Problem("person-is-anonymous")]
    both = Tournament.objects.filter(entries__person=gone).filter(entries__person=kept)
    problems = [Problem("both-play-there", params={"name": each.name}) for each in both.distinct()]
    return problems + not_organized_problems([gone], by)


def anonymise(
    tournament: Tournament, person: Person, *, by: Actor, token: str | None = None
) -> None:
    """Forget who somebody was: name, club, passport and year of birth go, every result stays.

    Nothing brings them back. Raises Refused before the six months of TO 7.4.4 are over.
    """
    anonymise_people(tournament, [person], by=by, token=token)


def anonymise_people(
    tournament: Tournament | None,
    people: Sequence[Person],
    *,
    by: Actor,
    token: str | None = None,
) -> int:
    """Forget who all of these were, or nobody: `anonymise` for many; how many they are.

    `tournament` is the one whose page asks; a command has none. Raises Refused with the problems
    of all, each once.
    """
    if not people:
        raise refuse("nobody-chosen")
    try:
        with alone(tournament, token) if tournament else idempotent(token):
            reread(*people)
            lock_tournaments(people)
            problems = [each for person in people for each in anonymising_problems(person, by)]
            if problems:
                raise Refused({(p.code, str(p.params)): p for p in problems}.values())
            entries = list(Entry.objects.filter(person__in=people).select_related("tournament"))
            told = {"people": len(people), "entries": len(entries)}
            log = partial(write_log, Action.PERSON_ANONYMISED, by=by, reason="TO 7.4.4")
            log("register", tournament=tournament, new=told, token=token)
            for entry in entries:
                about = f"entry/{entry.start_number}"
                log(about, tournament=entry.tournament, new={"changed": ["name"]})
            for person in people:
                forget(person)
            return len(people)
    except AlreadyWritten as again:
        then = repeated(again, tournament, Action.PERSON_ANONYMISED).new or {}
        named = Person.objects.filter(pk__in=[each.pk for each in people], anonymised_at=None)
        if named.exists():
            raise refuse("submission-of-another-form") from None
        return int(then.get("people", 0))


def forget(person: Person) -> None:
    if not person.entries.exists():
        person.delete()
        return
    person.family, person.given, person.club = NOBODY, "", None
    person.passport, person.birth_year = "", None
    person.anonymised_at = timezone.now()
    person.save()


def anonymising_problems(person: Person, by: Actor) -> list[Problem]:
    """What speaks against forgetting a person now."""
    if person.anonymised_at:
        return [Problem("person-is-anonymous")]
    last = last_day([person]).get(person.pk)
    problems = []
    if last and timezone.localdate() < (first := months_later(last, KEPT_MONTHS)):
        problems.append(Problem("kept-six-months", params={"day": first}, rule="TO 7.4.4"))
    return problems + not_organized_problems([person], by)


def lock_tournaments(people: Sequence[Person]) -> None:
    """Nobody enters these people anywhere while they are changed."""
    played = Q(entries__person__in=people)
    ids = sorted(set(Tournament.objects.filter(played).values_list("pk", flat=True)))
    Tournament.objects.filter(pk__in=ids).update(name=F("name"))


def reread(*people: Person) -> None:
    for person in people:
        try:
            person.refresh_from_db()
        except Person.DoesNotExist:
            raise refuse("person-unknown") from None
