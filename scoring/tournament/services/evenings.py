"""The next evening of a season: made like the last one, with the people who are here."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date

from scoring.accounts.services.accounts import give_role
from scoring.core.services import changing
from scoring.models import Actor, Category, Entry, Fees, Logo, Season, Series, Tournament
from scoring.money.services.ledger import set_fees
from scoring.money.services.pots import create_pot, pot_terms
from scoring.people.services.entries import add_entries, newcomer_on_record
from scoring.prints.services import set_copies, set_logo
from scoring.public.services import set_public, set_shows_chances, set_shows_releases
from scoring.series.services.categories import CategoryTerms, add_category
from scoring.series.services.series import create_series
from scoring.series.services.teams import set_contest
from scoring.tournament.reads.evenings import attendees, earlier_days
from scoring.tournament.services.tournaments import (
    create_tournament,
    move_into_season,
    tournament_terms,
)


def prepare_next(
    tournament: Tournament,
    *,
    name: str,
    day: date,
    season: str,
    by: Actor,
    people: Collection[int] = (),
    paid: bool = False,
) -> Tournament:
    """A tournament like this one on another day, in the season of this name, with these people.

    The tournament itself joins the season if it is in none. Raises Refused.
    """
    with changing(None, by):
        if tournament.season is None:
            move_into_season(tournament, season, by=by)
        terms = replace(tournament_terms(tournament), name=name, date=day, season=season)
        # A new season counts its best evenings as the last one did; an old one keeps its rule.
        if Season.objects.filter(host=tournament.host_id, name=season).exists():
            terms = replace(terms, season_best_of=None)
        evening = create_tournament(terms, host=tournament.host_id, series=0, by=by)
        carry_over(tournament, evening, by)
        enter_attendees(evening, people, by=by, paid=paid, last=tournament)
    return evening


def carry_over(old: Tournament, new: Tournament, by: Actor) -> None:
    """Give a new tournament what the old one has beside its terms, players and results."""
    helpers = old.memberships.select_related("user").filter(user__is_active=True)
    for membership in helpers.exclude(user=by.user):
        give_role(new, membership.user, membership.role, by=by)
    for category in old.categories.all():
        terms = CategoryTerms(category.name, category.entry_cents, category.ranked)
        add_category(new, terms, by=by)
    categories = {category.name: category for category in new.categories.all()}
    for contest in old.team_contests.select_related("one_of"):
        one_of = categories.get(contest.one_of.name) if contest.one_of else None
        set_contest(
            new, contest.kind, size=contest.size, scaled=contest.scaled, one_of=one_of, by=by
        )
    if logo := Logo.objects.filter(tournament=old).first():
        set_logo(new, bytes(logo.png), by=by)
    if copies := dict(old.print_copies.values_list("paper", "copies")):
        set_copies(new, copies, by=by)
    set_shows_chances(new, old.shows_chances, by=by)
    if old.public:
        set_public(new, on=True, by=by)
        set_shows_releases(new, on=old.shows_releases, by=by)
    series = {
        row.number: create_series(new, rounds=row.rounds, minutes=row.minutes, by=by)
        for row in old.series.order_by("number")
    }
    carry_over_money(old, new, series, categories, by)


def carry_over_money(
    old: Tournament,
    new: Tournament,
    series: Mapping[int, Series],
    categories: Mapping[str, Category],
    by: Actor,
) -> None:
    """Fees and pots; the pot of a day follows the date, if it was the day of the old one."""
    if fees := Fees.objects.filter(tournament=old).first():
        set_fees(new, fees, by=by)
    for pot in old.pots.select_related("series", "category"):
        if pot.day is None or pot.day == old.date:
            terms = replace(
                pot_terms(pot),
                series=series.get(pot.series.number) if pot.series else None,
                category=categories.get(pot.category.name) if pot.category else None,
                day=new.date if pot.day else None,
            )
            create_pot(new, terms, by=by)


def enter_attendees(
    tournament: Tournament,
    people: Collection[int],
    *,
    by: Actor,
    paid: bool,
    last: Tournament | None = None,
) -> list[Entry]:
    """Enter members of the season and guests who played before (ids), by their usual numbers.

    The season is that of the `last` evening, if one is given, but the number of a member of the
    tournament's own season goes first. One that somebody else has is replaced by the next free
    one. `paid` books what is due. Raises Refused with all problems.
    """
    season = (last or tournament).season
    days = earlier_days(season, tournament) or ([last] if last else [])
    members = tournament.season.members.all() if tournament.season else ()
    own_numbers = {member.person_id: member.number for member in members}
    used_numbers = {0, *tournament.entries.values_list("start_number", flat=True)}
    newcomers = []
    for attendee in attendees(days, tournament, season):
        person = attendee.person
        if person.pk not in people or attendee.is_entered:
            continue
        number = own_numbers.get(person.pk, attendee.start_number)
        is_of_another = person.pk not in own_numbers and number in own_numbers.values()
        is_free = number not in used_numbers and not is_of_another
        used_numbers.add(number)
        newcomers.append(newcomer_on_record(person, number if is_free else None))
    return add_entries(tournament, newcomers, by=by, paid=paid) if newcomers else []
