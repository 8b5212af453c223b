"""The register of people and clubs: merging duplicates and anonymising.

It belongs to the installation: changing a person takes an organizer of every tournament in which
that is seen, or the superuser.
"""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from scoring.clubs.reads import KEPT_MONTHS, REMOVING, last_day, months_later
from scoring.core.locks import lock_others
from scoring.core.permission import not_organized_problems
from scoring.core.refusals import Refused, refuse
from scoring.core.services import Submission, find_submission, raise_if_reverted, refresh, write_log
from scoring.models import Actor, Club, Entry, Person, Tournament
from scoring.models.log import Action
from scoring.models.names import club_subject, entry_subject
from scoring.models.person import CLUB_LENGTH
from scoring.rules.problem import Problem

NOBODY = "N. N."  # in place of a name, in every language
FORGOTTEN = "TO 7.4.4"  # the logged reason of anonymising


def was_done(tournament: Tournament, token: str | None) -> bool:
    """Whether this submission was already carried out here and removed a row."""
    log = find_submission(token)
    return log is not None and log.tournament == tournament and log.action in REMOVING


def rename_club(
    tournament: Tournament, club: Club, name: str, *, by: Actor, token: str | None = None
) -> None:
    """Rename a club, also for its players in this tournament.

    Earlier tournaments keep the old name. Raises Refused if another club has the name: the two can
    be merged.
    """
    problems = club_problems(name)
    sent = Submission(tournament, by, token, Action.CLUB_RENAMED)
    with sent, sent.alone(register=True):
        refresh(club, "club-gone")
        if Club.objects.filter(name__iexact=name).exclude(pk=club.pk).exists():
            problems.append(Problem("club-exists", "name", {"name": name}))
        if problems:
            raise Refused(problems)
        old = club.name
        if name == old:
            return
        club.name = name
        club.save(update_fields=["name"])
        numbers = respell(tournament, old, name)
        sent.log(
            about=club_subject(old), old={"club": old}, new={"club": name, "start_numbers": numbers}
        )
    if sent.repeated:
        raise_if_reverted(sent.wrote.get("club") == name)
        club.refresh_from_db()


def merge_clubs(
    tournament: Tournament, gone: Club, kept: Club, *, by: Actor, token: str | None = None
) -> None:
    """Two spellings of one club: all members of `gone` move to `kept`, and `gone` is deleted."""
    if gone.pk == kept.pk:
        raise refuse("club-merged-with-itself", field="kept")
    sent = Submission(tournament, by, token, Action.CLUB_MERGED, about=club_subject(gone.name))
    with sent, sent.alone(register=True):
        refresh(gone, "club-gone")
        refresh(kept, "club-gone")
        moved = Person.objects.filter(club=gone).update(club=kept)
        numbers = respell(tournament, gone.name, kept.name)
        sent.log(
            about=club_subject(gone.name),
            old={"club": gone.name},
            new={"club": kept.name, "players": moved, "start_numbers": numbers},
        )
        gone.delete()


def respell(tournament: Tournament, old: str, new: str) -> list[int]:
    """Write a club's name anew for its players here; returns their start numbers."""
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


def merge_people(
    tournament: Tournament, gone: Person, kept: Person, *, by: Actor, token: str | None = None
) -> int:
    """Two rows of one person: every entry of `gone` moves to `kept`; returns how many.

    No result changes. Missing details of `kept` are taken from `gone`. Raises Refused if both play
    in one tournament: then they are two people.
    """
    sent = Submission(tournament, by, token, Action.PEOPLE_MERGED, about="register")
    with sent, sent.alone(register=True):
        reread(gone, kept)
        lock_tournaments([gone, kept])
        if problems := merging_problems(gone, kept, by):
            raise Refused(problems)
        entries = list(gone.entries.select_related("tournament"))
        # The row of this page's tournament comes first and has the token.
        sent.log(new={"entries": len(entries)})
        log_name(Action.PERSON_MERGED, entries, by)
        gone.entries.update(person=kept)
        complete(kept, gone)
        gone.delete()
        return len(entries)
    raise_if_reverted(not Person.objects.filter(pk=gone.pk).exists())
    return int(sent.wrote.get("entries", 0))


def log_name(action: str, entries: Sequence[Entry], by: Actor, reason: str = "") -> None:
    """Log in every tournament of these entries that the name changed."""
    for entry in entries:
        write_log(
            action,
            entry_subject(entry.start_number),
            by=by,
            tournament=entry.tournament,
            new={"changed": ["name"]},
            reason=reason,
        )


def complete(kept: Person, gone: Person) -> None:
    """Fill in missing details from the other row."""
    kept.club = kept.club or gone.club
    kept.passport = kept.passport or gone.passport
    kept.birth_year = kept.birth_year or gone.birth_year
    kept.save()


def merging_problems(gone: Person, kept: Person, by: Actor) -> list[Problem]:
    """The problems of merging two rows."""
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
    """Remove name, club, passport and year of birth of a person for good; every result stays.

    Raises Refused before the six months of TO 7.4.4 are over.
    """
    anonymise_people(tournament, [person], by=by, token=token)


def anonymise_people(
    tournament: Tournament | None, people: Sequence[Person], *, by: Actor, token: str | None = None
) -> int:
    """Anonymise all of these people or none; returns how many.

    `tournament` is that of the page; a command has none. Raises Refused with the problems of all,
    each once.
    """
    if not people:
        raise refuse("nobody-chosen")
    sent = Submission(tournament, by, token, Action.PERSON_ANONYMISED, about="register")
    with sent, sent.alone(register=True):
        reread(*people)
        lock_tournaments(people)
        problems = [each for person in people for each in anonymising_problems(person, by)]
        if problems:
            raise Refused({(p.code, str(p.params)): p for p in problems}.values())
        entries = list(Entry.objects.filter(person__in=people).select_related("tournament"))
        new = {"people": len(people), "entries": len(entries)}
        sent.log(new=new, reason=FORGOTTEN)
        log_name(Action.PERSON_ANONYMISED, entries, by, reason=FORGOTTEN)
        for person in people:
            forget(person)
        return len(people)
    remaining = Person.objects.filter(pk__in=[each.pk for each in people], anonymised_at=None)
    raise_if_reverted(not remaining.exists())
    return int(sent.wrote.get("people", 0))


def forget(person: Person) -> None:
    if not person.entries.exists():
        person.delete()
        return
    person.family, person.given, person.club = NOBODY, "", None
    person.passport, person.birth_year = "", None
    person.anonymised_at = timezone.now()
    person.save()


def anonymising_problems(person: Person, by: Actor) -> list[Problem]:
    """The problems of anonymising a person now."""
    if person.anonymised_at:
        return [Problem("person-is-anonymous")]
    last = last_day([person]).get(person.pk)
    problems = []
    if last and timezone.localdate() < (first := months_later(last, KEPT_MONTHS)):
        problems.append(Problem("kept-six-months", params={"day": first}, rule="TO 7.4.4"))
    return problems + not_organized_problems([person], by)


def lock_tournaments(people: Sequence[Person]) -> None:
    """Lock their tournaments: what their entries are called is written there."""
    played = Q(entries__person__in=people)
    lock_others(set(Tournament.objects.filter(played).values_list("pk", flat=True)))


def reread(*people: Person) -> None:
    for person in people:
        refresh(person, "person-unknown")
