"""A member moves to a club of another host: offered by one host, taken or refused by the other.

Each host has its own row of the person, because results stay where they were played.
"""

from dataclasses import replace
from datetime import date, timedelta

from django.utils import timezone

from scoring.core.forms import refuse_all
from scoring.core.services import changing, get_or_refuse, refresh, write_log
from scoring.core.text import Details, Name, row_named
from scoring.models import Actor, Club, ClubMember, Host, MemberOffer, Person, Tournament
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.people.reads.members import KnownPeople, agrees, offers_to
from scoring.people.services.members import (
    MemberTerms,
    member_terms,
    period_problems,
    terms_problems,
    write_member,
    write_terms,
)
from scoring.people.services.register import club_problems
from scoring.rules.problem import Problem


def offer_problems(member: ClubMember, to: Host, on: date) -> list[Problem]:
    if member.left is not None:
        return [Problem("member-has-left")]
    if to.pk == member.club.host_id:
        return [Problem("same-club", "to")]
    if on <= (member.joined or date.min):
        return [Problem("member-leaves-before-entering", "on")]
    if MemberOffer.objects.filter(member=member).exists():
        return [Problem("member-offered")]
    return []


def outdated_problems(offer: MemberOffer) -> list[Problem]:
    member = offer.member
    params: dict[str, object] = {"club": member.club.name, "host": member.club.host.name}
    if member.left is not None:
        return [Problem("member-offer-ended", params={**params, "day": member.left})]
    if member.joined and offer.on <= member.joined:
        return [Problem("member-offer-later", params={**params, "day": member.joined})]
    return []


def offer_member(
    tournament: Tournament, member: ClubMember, to: Host, *, on: date, by: Actor
) -> None:
    """Offer a member to another host; nothing changes before it takes him."""
    about = subject_of("club", member.club.name)
    with changing(tournament, by, Action.MEMBER_OFFERED, about=about, register=True) as change:
        refresh(member, "member-gone")
        refuse_all(offer_problems(member, to, on))
        MemberOffer.objects.create(member=member, to=to, on=on)
        change.log(new={"member_number": member.number, "of_host": to.name, "date": on.isoformat()})


def withdraw_offer(tournament: Tournament, member: ClubMember, *, by: Actor) -> None:
    about, action = subject_of("club", member.club.name), Action.MEMBER_OFFER_WITHDRAWN
    with changing(tournament, by, action, about=about, register=True) as change:
        offers = MemberOffer.objects.filter(member=member).select_related("to")
        offer = get_or_refuse(offers, "member-offer-gone")
        offer.delete()
        change.log(old={"member_number": member.number, "of_host": offer.to.name})


def refuse_offer(
    tournament: Tournament | None, offer: MemberOffer, *, by: Actor, reason: str = ""
) -> None:
    """Refuse an offered member; both hosts log it. Without `tournament` on the page of the host."""
    member, action = offer.member, Action.MEMBER_OFFER_REFUSED
    about = subject_of("club", member.club.name)
    with changing(
        tournament, by, action, about=about, reason=reason, host=offer.to_id, register=True
    ) as change:
        offer = waiting_offer(offer)
        offer.refused_at, offer.refused_because = timezone.now(), reason
        offer.save(update_fields=["refused_at", "refused_because"])
        new = {"member_number": member.number, "of_host": member.club.host.name}
        change.log(new=new)
        write_log(
            action,
            about,
            by=at_another(offer.to),
            tournament=None,
            host=member.club.host_id,
            new=new | {"of_host": offer.to.name},
            reason=reason,
        )


def waiting_offer(offer: MemberOffer) -> MemberOffer:
    """The offer read again; raises Refused if it is no longer open."""
    return get_or_refuse(offers_to(offer.to).filter(pk=offer.pk), "member-offer-gone")


def take_member(
    tournament: Tournament | None,
    offer: MemberOffer,
    club: Club,
    *,
    by: Actor,
    number: int | None = None,
) -> ClubMember:
    """Take an offered member into a club; the other membership ends the day before.

    `club` may be unsaved. Without `tournament` it is done on the page of the host.
    """
    about, action = subject_of("club", club.name), Action.MEMBER_TAKEN
    with changing(tournament, by, action, about=about, host=club.host_id, register=True) as change:
        offer = waiting_offer(offer)
        club, is_new = club_taking(club)
        old = offer.member
        problems = [] if offer.to_id == club.host_id else [Problem("club-gone", "club")]
        problems = problems or outdated_problems(offer)
        refuse_all(problems or terms_problems(club, MemberTerms(number, offer.on)))
        terms = MemberTerms(number, offer.on, None, old.lady)
        person = person_at(club, old.person)
        if person.pk:
            problems = period_problems(club, person, terms)
            refuse_all(replace(problem, field="club") for problem in problems)
        before = member_terms(old)
        write_terms(old, replace(before, left=offer.on - timedelta(days=1)))
        person.club = club
        new = write_member(tournament, club, person, terms, details_of(old.person), by)
        offer.delete()
        change.log(new=member_terms(new).log_values)
        if is_new:
            change.log(action=Action.CLUB_ADDED, new={"club": club.name})
        log_leaving(old, before, club)
        return new


def club_taking(club: Club) -> tuple[Club, bool]:
    """The club, read again or created, and whether it was created."""
    if club.pk:
        refresh(club, "club-gone")
        return club, False
    refuse_all(replace(problem, field="club") for problem in club_problems(club.name))
    if namesake := row_named(Club.objects.of(club), club.name):
        return namesake, False
    club.save()
    return club, True


def person_at(club: Club, person: Person) -> Person:
    """The person at the host of this club, or a new one; a son may have the same name."""
    name, details = Name(person.family, person.given), details_of(person)
    namesakes = [
        candidate
        for candidate in KnownPeople.of(club).candidates(name, club.name, details)
        if agrees(candidate, details)
    ]
    if len(namesakes) == 1:
        return namesakes[0]
    return Person(host_id=club.host_id, published_as=person.published_as, **name._asdict())


def details_of(person: Person) -> Details:
    return Details(person.passport, person.birth_year)


def at_another(host: Host) -> Actor:
    return Actor(name=host.name, elsewhere=True)


def log_leaving(old: ClubMember, before: MemberTerms, club: Club) -> None:
    """Log it at the host that loses the member; it learns the other host, not the club."""
    write_log(
        Action.MEMBER_GONE,
        subject_of("club", old.club.name),
        by=at_another(club.host),
        tournament=None,
        host=old.club.host_id,
        old=before.log_values,
        new=member_terms(old).log_values | {"of_host": club.host.name},
    )
