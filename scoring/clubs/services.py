"""The register of people and clubs: what is one is merged, and whose time is over is forgotten.

It belongs to the installation and not to a tournament. So whoever changes a person has to
organize every tournament in which the change is seen; who sets up the installation may always.
"""

from calendar import monthrange
from collections.abc import Iterable, Sequence
from datetime import MAXYEAR, date
from functools import partial

from django.db.models import F, Max, Q
from django.utils import timezone

from scoring.core.permission import has_role, not_organized_problems
from scoring.core.refusals import Refused, refuse
from scoring.core.services import alone, refresh, write_log
from scoring.core.submissions import AlreadyWritten, once, repeated, seen
from scoring.models import Actor, Club, Entry, LogEntry, Person, Role, Tournament
from scoring.models.log import Action
from scoring.models.person import CLUB_LENGTH
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem

# Lists and cards are kept for six months (TO 7.4.4), so the names on them as well.
KEPT_MONTHS = 6
# What is written where a name was: it reads the same in every language and list.
NOBODY = "N. N."


# What takes a row away, so that a form that arrives again finds it no more.
TAKEN_AWAY = (Action.CLUB_MERGED, Action.PEOPLE_MERGED, Action.PERSON_ANONYMISED)


def was_done(tournament: Tournament, token: str | None) -> bool:
    """Whether this submission has merged or removed here what it names."""
    log = seen(token)
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
        with alone(tournament, token) if tournament else once(token):
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


def forgettable(by: Actor, before: date | None = None) -> list[Person]:
    """Whom this account may forget now, by name: six months have gone by since they last played.

    With `before` only those whose last day was earlier than that. Who never played is among them.
    """
    known = Person.objects.filter(anonymised_at=None).select_related("club")
    people = list(known.order_by("family", "given", "pk"))
    last, today = last_day(people), timezone.localdate()
    played = Tournament.objects.filter(entries__isnull=False).distinct()
    theirs = [each.pk for each in played if not has_role(by, each, Role.ORGANIZER)]
    not_ours = set(Entry.objects.filter(tournament__in=theirs).values_list("person", flat=True))
    return [
        person
        for person in people
        if person.pk not in not_ours and is_over(last.get(person.pk), today, before)
    ]


def is_over(last: date | None, today: date, before: date | None) -> bool:
    """Whether the six months after somebody's last day are over (None: he never played)."""
    if last is None:
        return True
    return months_later(last, KEPT_MONTHS) <= today and (before is None or last < before)


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


def last_day(people: Iterable[Person]) -> dict[int, date]:
    """The last day on which each of them may have played, by id.

    A league may be dated by its first day: as long as a tournament runs, the last day on which
    somebody worked at a list or a seating counts as well.
    """
    rows = Entry.objects.filter(person__in=people).values_list(
        "person", "tournament__date", "tournament__series__day"
    )
    latest: dict[int, date] = {}
    for person, day, series_day in rows:
        latest[person] = max(latest.get(person, day), day, series_day or day)
    worked = last_work()
    running = Entry.objects.filter(person__in=people, tournament__in=worked)
    for person, tournament in running.values_list("person", "tournament"):
        latest[person] = max(latest[person], worked[tournament])
    return latest


def last_work() -> dict[int, date]:
    """By id of each tournament that runs: the last day on which its lists or seatings changed."""
    at_play = Q(action__startswith="list.") | Q(action__startswith="series.")
    rows = LogEntry.objects.filter(at_play, tournament__state=TournamentState.RUNNING).order_by()
    found = rows.values_list("tournament").annotate(Max("at"))
    return {tournament: timezone.localdate(at) for tournament, at in found}


def months_later(day: date, months: int) -> date:
    """The same day so many months on, or the last of that month; no calendar goes past 9999.

    >>> months_later(date(2026, 8, 31), 6)
    datetime.date(2027, 2, 28)
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if year > MAXYEAR:
        return date.max
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


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
