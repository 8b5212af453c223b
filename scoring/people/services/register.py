"""The register of people and clubs of a host: clubs named, duplicates merged, people anonymised."""

from collections.abc import Sequence
from itertools import count

from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from scoring.core.access import not_organized_problems
from scoring.core.forms import Refused, refuse, refuse_all
from scoring.core.services import changing, lock_tournaments, refresh
from scoring.core.text import row_named
from scoring.models import (
    Actor,
    Club,
    ClubMember,
    Entry,
    LeagueTeam,
    ListPhoto,
    MemberOffer,
    Person,
    ScoreList,
    Seat,
    Signature,
    TableDevice,
    Tournament,
    UnsentGames,
)
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.person import MAX_MEMBER_NUMBER
from scoring.models.spelling import NOBODY, PublishedAs
from scoring.people.reads.register import KEPT_MONTHS, last_day, last_day_on_record, months_later
from scoring.people.services.entries import log_changed
from scoring.rules.problem import Problem

ANONYMISING_RULE = "TO 7.4.4"  # also the logged reason


def rename_club(tournament: Tournament, club: Club, name: str, *, by: Actor) -> None:
    """Rename a club, also in this tournament; other tournaments keep the old name."""
    problems = club_problems(name)
    with changing(tournament, by, Action.CLUB_RENAMED, register=True) as change:
        refresh(club, "club-gone")
        if row_named(Club.objects.of(club).exclude(pk=club.pk), name):
            problems.append(Problem("club-exists", "name", {"name": name}))
        refuse_all(problems)
        old = club.name
        if name == old:
            return
        club.name = name
        club.save(update_fields=["name"])
        numbers = respell(tournament, old, name)
        change.log(
            about=subject_of("club", old),
            old={"club": old},
            new={"club": name, "start_numbers": numbers},
        )


def add_club(tournament: Tournament, name: str, *, by: Actor) -> Club:
    problems, about = club_problems(name), subject_of("club", name)
    with changing(tournament, by, Action.CLUB_ADDED, about=about, register=True) as change:
        if row_named(Club.objects.of(tournament), name):
            problems.append(Problem("club-known", "name", {"name": name}))
        refuse_all(problems)
        change.log(new={"club": name})
        return Club.objects.create(name=name, host_id=tournament.host_id)


def merge_clubs(tournament: Tournament, gone: Club, remaining: Club, *, by: Actor) -> None:
    """Merge two spellings of a club: all of `gone` goes to `remaining`, and it is deleted."""
    if gone.host_id != remaining.host_id:
        raise refuse("club-gone", field="kept")
    if gone.pk == remaining.pk:
        raise refuse("same-club", field="kept")
    about = subject_of("club", gone.name)
    with changing(tournament, by, Action.CLUB_MERGED, about=about, register=True) as change:
        refresh(gone, "club-gone")
        refresh(remaining, "club-gone")
        moved = Person.objects.filter(club=gone).update(club=remaining)
        LeagueTeam.objects.filter(club=gone).update(club=remaining)
        numbers = respell(tournament, gone.name, remaining.name)
        renumbered = move_members_of_club(gone, remaining)
        new = {"club": remaining.name, "players": moved, "start_numbers": numbers}
        new |= {"renumbered": renumbered} if renumbered else {}
        change.log(old={"club": gone.name}, new=new)
        gone.delete()


def move_members_of_club(gone: Club, remaining: Club) -> list[str]:
    """Returns which numbers changed, "7 → 41"; a member of both keeps that of `remaining`."""
    gone.members.exclude(left=None).update(club=remaining)
    current = {member.person_id: member for member in remaining.members.filter(left=None)}
    numbers, renumbered = {member.number for member in current.values()}, list[str]()
    for member in gone.members.exclude(person__in=current).order_by("number"):
        if member.number in numbers:
            number = free_number(remaining, gone)
            renumbered.append(f"{member.number} → {number}")
            member.number = number
        member.club = remaining
        member.save(update_fields=["club", "number"])
    for member in gone.members.all():
        join_memberships(current[member.person_id], member)
    return renumbered


def free_number(*clubs: Club) -> int:
    """Above the highest ever given, which old lists may show; else the lowest free one."""
    members = ClubMember.objects.filter(club__in=clubs)
    highest = members.aggregate(most=Max("number", default=0))["most"]
    if highest < MAX_MEMBER_NUMBER:
        return int(highest) + 1
    numbers = set(members.filter(left=None).values_list("number", flat=True))
    return next(number for number in count(1) if number not in numbers)


def join_memberships(remaining: ClubMember, gone: ClubMember) -> None:
    """Merge two memberships of one person with their offers; the earlier entry date counts."""
    remaining.joined = min(filter(None, (remaining.joined, gone.joined)), default=None)
    remaining.lady = remaining.lady or gone.lady
    if not MemberOffer.objects.filter(member=remaining).exists():
        MemberOffer.objects.filter(member=gone).update(member=remaining)
    gone.delete()
    remaining.save(update_fields=["joined", "lady"])


def respell(tournament: Tournament, old: str, new: str) -> list[int]:
    entries = tournament.entries.filter(club_name=old)
    numbers = list(entries.values_list("start_number", flat=True))
    entries.update(club_name=new)
    return numbers


def club_problems(name: str) -> list[Problem]:
    return [] if any(map(str.isalnum, name)) else [Problem("club-name-missing", "name")]


def merge_people(tournament: Tournament, gone: Person, remaining: Person, *, by: Actor) -> int:
    """Merge two rows of a person; returns how many entries of `gone` moved to `remaining`.

    Raises Refused with all `merging_problems`.
    """
    with changing(tournament, by, Action.PEOPLE_MERGED, about="register", register=True) as change:
        refresh(gone, "person-unknown")
        refresh(remaining, "person-unknown")
        lock_tournaments_of([gone, remaining])
        refuse_all(merging_problems(gone, remaining, by))
        entries = list(gone.entries.select_related("tournament"))
        change.log(new={"entries": len(entries)})
        log_changed(entries, ["name"], by, Action.PERSON_MERGED)
        gone.entries.update(person=remaining)
        move_memberships_of_person(gone, remaining)
        move_places(gone, remaining)
        details = complete(remaining, gone)
        # The entries that moved have a log row already.
        others = remaining.entries.exclude(pk__in=[entry.pk for entry in entries])
        log_changed(others.select_related("tournament"), details, by)
        gone.delete()
        return len(entries)


def move_places(gone: Person, remaining: Person) -> None:
    """Move seasons, reservations and league rosters where `remaining` has no place yet."""
    own = remaining.seasons.values("season")
    gone.seasons.exclude(season__in=own).update(person=remaining)
    reserved = remaining.reservations.values("tournament")
    gone.reservations.exclude(tournament__in=reserved).update(person=remaining)
    leagues = remaining.in_leagues.filter(until_day=None).values("season")
    gone.in_leagues.filter(until_day=None, season__in=leagues).delete()
    gone.in_leagues.update(person=remaining)


def move_memberships_of_person(gone: Person, remaining: Person) -> None:
    own = {(member.club_id, member.left): member for member in remaining.memberships.all()}
    for member in gone.memberships.all():
        if twin := own.get((member.club_id, member.left)):
            join_memberships(twin, member)
        else:
            member.person = remaining
            member.save(update_fields=["person"])


def complete(remaining: Person, gone: Person) -> list[str]:
    """Fill in missing details; returns their names."""
    columns = ["club", "passport", "birth_year"]
    columns = [key for key in columns if getattr(gone, key) and not getattr(remaining, key)]
    if remaining.published_as == PublishedAs.NAME != gone.published_as:
        columns.append("published_as")
    for column in columns:
        setattr(remaining, column, getattr(gone, column))
    remaining.save()
    return columns


def merging_problems(gone: Person, remaining: Person, by: Actor) -> list[Problem]:
    if gone.pk == remaining.pk:
        return [Problem("person-merged-with-itself")]
    if gone.host_id != remaining.host_id:
        return [Problem("person-unknown")]
    if gone.anonymised_at or remaining.anonymised_at:
        return [Problem("person-is-anonymous")]
    both = Tournament.objects.filter(entries__person=gone).filter(entries__person=remaining)
    names = both.distinct().values_list("pk", "name")
    problems = [Problem("both-play-there", params={"name": name}) for _pk, name in names]
    return problems + not_organized_problems([gone, remaining], by)


def anonymise_people(tournament: Tournament | None, people: Sequence[Person], *, by: Actor) -> int:
    """Remove name, club, passport and year of birth for good, of all these people or of nobody.

    `tournament` is that of the page, if any. Returns how many. Raises Refused with all problems.
    """
    if not people:
        raise refuse("nobody-chosen")
    action = Action.PERSON_ANONYMISED
    with changing(tournament, by, action, about="register", register=True) as change:
        for person in people:
            refresh(person, "person-unknown")
        lock_tournaments_of(people)
        if problems := [each for person in people for each in anonymising_problems(person, by)]:
            raise Refused({(p.code, str(p.params)): p for p in problems}.values())
        entries = list(Entry.objects.filter(person__in=people).select_related("tournament"))
        new = {"people": len(people), "entries": len(entries)}
        change.log(new=new, reason=ANONYMISING_RULE)
        log_changed(entries, ["name"], by, action, ANONYMISING_RULE)
        for person in people:
            forget(person)
        return len(people)


def anonymising_problems(person: Person, by: Actor) -> list[Problem]:
    if person.anonymised_at:
        return [Problem("person-is-anonymous")]
    today = timezone.localdate()
    problems = [
        Problem("person-is-member", params={"club": str(club_member.club)})
        for club_member in person.memberships.not_left(today).select_related("club")[:1]
    ]
    last = last_day(person)
    if not problems and last and today < (first := months_later(last, KEPT_MONTHS)):
        problems.append(Problem("kept-six-months", params={"day": first}, rule=ANONYMISING_RULE))
    return problems + not_organized_problems([person], by)


def forget(person: Person) -> None:
    person.memberships.all().delete()
    if not person.entries.exists():
        person.in_leagues.all().delete()
        person.delete()
        return
    person.family, person.given, person.club = NOBODY, "", None
    person.passport, person.birth_year = "", None
    person.anonymised_at, person.published_as = timezone.now(), PublishedAs.NAME
    person.save()
    person.seasons.all().delete()
    person.reservations.all().delete()
    forget_at_table(person)


def forget_at_table(person: Person) -> None:
    """Remove signatures, photos of lists, and names of phones at the person's tables."""
    own = Seat.objects.filter(entry__person=person, list=OuterRef("list"))
    ListPhoto.objects.filter(Exists(own)).delete()
    Signature.objects.filter(Exists(own.filter(position=OuterRef("position")))).delete()
    for model in (TableDevice, UnsentGames):
        model.objects.filter(Exists(own)).update(name="")


def remove_old_photos(*, by: Actor) -> int:
    """Remove the photos of lists that are older than six months; returns how many (TO 7.4.4)."""
    with changing(None, by, Action.LIST_PHOTO_REMOVED) as change:
        until = last_day_on_record(timezone.localdate())
        old = ListPhoto.objects.filter(added_at__date__lte=until)
        lists = ScoreList.objects.filter(photo__in=old).select_related("series__tournament")
        for score_list in lists:
            tournament = score_list.series.tournament
            change.log(about=score_list.subject, tournament=tournament, reason=ANONYMISING_RULE)
        return old.delete()[0]


def lock_tournaments_of(people: Sequence[Person]) -> None:
    played = Tournament.objects.filter(entries__person__in=people).distinct()
    lock_tournaments(*played.values_list("pk", flat=True))
