"""Seasons and their evenings: begun, changed, closed; the next evening; the members of a year."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date

from django.utils import timezone

from scoring.accounts.services.accounts import give_role
from scoring.core.forms import Refused, refuse
from scoring.core.services import Change, changing
from scoring.core.text import Name, fold, get_or_create_clubs, name_problems
from scoring.models import (
    Actor,
    Entry,
    Fees,
    Logo,
    Person,
    Season,
    SeasonMember,
    Tournament,
)
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.models.names import season_subject
from scoring.models.person import MAX_START_NUMBER
from scoring.models.season import SeasonKind, SeasonOrder
from scoring.models.tournament import Series
from scoring.money.services.ledger import prices_of, set_fees
from scoring.money.services.pots import create_pot, pot_terms
from scoring.people.services.entries import add_entries
from scoring.people.services.matching import Newcomer
from scoring.prints.services import set_copies, set_logo
from scoring.public import services
from scoring.public.services import set_public as publish_tournament
from scoring.public.services import set_shows_chances, set_shows_releases
from scoring.rules.problem import Problem
from scoring.seasons.reads import attendees, earlier_days, people_called
from scoring.series.services.categories import CategoryTerms, add_category
from scoring.series.services.series import create_series
from scoring.series.services.teams import set_contest
from scoring.standings.reads.season import SeasonEnd, season_end
from scoring.standings.services import lock_season, log_others
from scoring.tournament.services import change_tournament, create_tournament, tournament_terms

Figures = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """What a season is and how it counts; the fields are columns of `Season`."""

    name: str
    kind: str = SeasonKind.CLUB
    order: str = SeasonOrder.TOTAL
    best_of: int | None = None
    least: int | None = None


def terms_of_season(season: Season) -> SeasonTerms:
    return SeasonTerms(**{key: getattr(season, key) for key in SeasonTerms.__dataclass_fields__})


def refuse_name_taken(name: str, host: int, besides: int = 0) -> None:
    """Raise Refused if another season of the host (an id) has this name."""
    if Season.objects.filter(host=host, name=name).exclude(pk=besides).exists():
        raise refuse("season-name-taken", field="name")


# How the log calls what tournaments have under the same name.
LOGGED = {each: f"season_{each}" for each in ("kind", "order", "best_of", "least")}


def log_figures(terms: SeasonTerms, *keys: str) -> dict[str, object]:
    """The terms as figures of the log, all of them without `keys`."""
    chosen = {key: value for key, value in asdict(terms).items() if key in keys or not keys}
    return {LOGGED.get(key, key): value for key, value in chosen.items()}


def log_change(change: Change, season: Season, *, old: Figures, new: Figures) -> None:
    """A row about the season in the log of the installation, and one in each of its tournaments."""
    change.log(old=old, new=new, about=season_subject(season.name))
    log_others(
        season, None, old, {"season": season.name, **new}, change.by, action=change.actions[0]
    )


def create_season(terms: SeasonTerms, *, by: Actor, host: int = FIRST_HOST) -> Season:
    """A season before its first evening. Raises Refused if the host has one of this name."""
    about = season_subject(terms.name)
    with changing(None, by, Action.SEASON_CREATED, about=about, host=host) as change:
        refuse_name_taken(terms.name, host)
        season = Season.objects.create(host_id=host, **asdict(terms))
        lock_season(season)
        change.log(new=log_figures(terms))
        return season


def change_season(season: Season, terms: SeasonTerms, *, by: Actor) -> None:
    """Another name, kind or way of counting. Raises Refused if the name is taken."""
    with changing(None, by, Action.SEASON_CHANGED, host=season.host_id) as change:
        lock_season(season)
        refuse_name_taken(terms.name, season.host_id, season.pk)
        before = terms_of_season(season)
        new = {key: value for key, value in asdict(terms).items() if getattr(before, key) != value}
        if new:
            for key, value in new.items():
                setattr(season, key, value)
            season.save(update_fields=list(new))
            old, after = (log_figures(either, *new) for either in (before, terms))
            log_change(change, season, old=old, new=after)


def remove_season(season: Season, *, by: Actor) -> None:
    """Remove a season without tournaments, with its members. Raises Refused for any other."""
    about = season_subject(season.name)
    with changing(None, by, Action.SEASON_REMOVED, about=about, host=season.host_id) as change:
        # Django clears the season of its tournaments, although there are none.
        lock_season(season)
        if count := season.tournaments.count():
            raise refuse("season-not-empty", count=count)
        change.log(old={**log_figures(terms_of_season(season)), "members": season.members.count()})
        season.delete()


def set_public(season: Season, on: bool, *, by: Actor) -> None:
    """Open the page of the season and all its tournaments, or close them: one switch for all.

    Unreleased results never count there.
    """
    action = Action.SEASON_PUBLIC_OPENED if on else Action.SEASON_PUBLIC_CLOSED
    about = season_subject(season.name)
    with changing(None, by, action, about=about, host=season.host_id) as change:
        # Tournaments are locked before their season (docs/adr/0001-one-lock-one-token.md).
        for tournament in list(season.tournaments.filter(sample=False).exclude(public=on)):
            services.set_public(tournament, on, by=by)
        lock_season(season)
        if season.public == on:
            return
        season.public = on
        season.save(update_fields=["public"])
        log_change(change, season, old={"public": not on}, new={"public": on})


def move_tournament_to(tournament: Tournament, season: Season | None, *, by: Actor) -> None:
    """Put a tournament into a season, or take it out of its own. Raises Refused.

    The log is that of the settings: both say the same.
    """
    name = season.name if season else ""
    terms = replace(tournament_terms(tournament), season=name, season_best_of=None)
    change_tournament(tournament, terms, by=by)


# The end of a season: said by its organizer, and taken back.


def close_season(season: Season, on: bool, *, by: Actor) -> None:
    """Close the season, so that its table and its champion are final; or open it again.

    Raises Refused while a day of it is not final or a match report is missing.
    """
    action = Action.SEASON_CLOSED if on else Action.SEASON_REOPENED
    about = season_subject(season.name)
    with changing(None, by, action, about=about, host=season.host_id) as change:
        lock_season(season)
        if on == (season.closed_at is not None):
            return
        if on and (problems := open_problems(season_end(season))):
            raise Refused(problems)
        season.closed_at = timezone.now() if on else None
        season.save(update_fields=["closed_at"])
        log_change(change, season, old={"closed": not on}, new={"closed": on})


def open_problems(end: SeasonEnd) -> list[Problem]:
    """Why a season cannot be closed yet."""
    problems = []
    if not end.days and not end.meetings:
        problems.append(Problem("season-not-played"))
    if end.unfinished:
        problems.append(Problem("season-days-open", params={"count": end.unfinished}))
    if end.reports:
        problems.append(Problem("season-reports-missing", params={"count": end.reports}))
    return problems


# The next evening of a season: everything carried over, and the people who are here entered.


def prepare_next(
    tournament: Tournament,
    *,
    name: str,
    day: date,
    season: str,
    by: Actor,
) -> Tournament:
    """A tournament like this one on another day, in the same season, with no players yet.

    Carried over are the terms, series, fees, pots, categories, teams, helpers, logo, copies and
    what is public. The tournament itself joins the season if it is in none. Raises Refused with
    all problems.
    """
    terms = tournament_terms(tournament)
    if not terms.season:
        # In a block of its own: two tournaments, two locks.
        change_tournament(tournament, replace(terms, season=season), by=by)
    wanted = replace(terms, name=name, date=day, season=season)
    with changing(None, by):
        evening = create_tournament(wanted, host=tournament.host_id, series=0, by=by)
        carry_over(tournament, evening, by)
    return evening


def carry_over(old: Tournament, new: Tournament, by: Actor) -> None:
    """Give a new tournament what the old one has beside its terms."""
    for membership in old.memberships.select_related("user").exclude(user=by.user):
        if membership.user.is_active:
            give_role(new, membership.user, membership.role, by=by)
    carry_over_categories(old, new, by)
    carry_over_prints(old, new, by)
    series = {
        each.number: create_series(new, rounds=each.rounds, minutes=each.minutes, by=by)
        for each in old.series.order_by("number")
    }
    carry_over_money(old, new, series, by)


def carry_over_categories(old: Tournament, new: Tournament, by: Actor) -> None:
    for category in old.categories.all():
        add_category(
            new, CategoryTerms(category.name, category.entry_cents, category.ranked), by=by
        )
    categories = {category.name: category for category in new.categories.all()}
    for contest in old.team_contests.select_related("one_of"):
        one_of = categories.get(contest.one_of.name) if contest.one_of else None
        set_contest(
            new, contest.kind, size=contest.size, scaled=contest.scaled, one_of=one_of, by=by
        )


def carry_over_prints(old: Tournament, new: Tournament, by: Actor) -> None:
    logo = Logo.objects.filter(tournament=old).first()
    if logo:
        set_logo(new, bytes(logo.png), by=by)
    copies = dict(old.print_copies.values_list("paper", "copies"))
    if copies:
        set_copies(new, copies, by=by)
    set_shows_chances(new, old.shows_chances, by=by)
    if old.public:
        publish_tournament(new, on=True, by=by)
        set_shows_releases(new, on=old.shows_releases, by=by)


def carry_over_money(
    old: Tournament, new: Tournament, series: dict[int, Series], by: Actor
) -> None:
    """Fees and pots; the pot of a day follows the date, if it was the day of the old one."""
    fees = Fees.objects.filter(tournament=old).first()
    if fees:
        set_fees(new, prices_of(fees), by=by)
    categories = {category.name: category for category in new.categories.all()}
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
) -> list[Entry]:
    """Enter members of the season (ids) by their numbers, and guests who played before by their
    last start numbers.

    A number that somebody else has is replaced by the next free one. Players entered already stay
    as they are. `paid` books what is due. Raises Refused with all problems.
    """
    season = tournament.season
    taken = set(tournament.entries.values_list("start_number", flat=True))
    newcomers = []
    for attendee in attendees(earlier_days(season, tournament), tournament, season):
        if attendee.person.pk not in people or attendee.is_entered:
            continue
        number = None if attendee.start_number in {0, *taken} else attendee.start_number
        taken.add(attendee.start_number)
        newcomers.append(newcomer(attendee.person, number))
    if not newcomers:
        return []
    return add_entries(tournament, newcomers, by=by, paid=paid)


def newcomer(person: Person, number: int | None) -> Newcomer:
    club = person.club.name if person.club else ""
    return Newcomer(Name(person.family, person.given), club, number, person.pk)


# The members of a season: who is ticked every evening, by which number.


def number_problems(wanted: Mapping[int, int]) -> list[Problem]:
    """The numbers that several of these people (ids) have, each at the field of its person."""
    counts = Counter(wanted.values())
    return [
        Problem("season-number-twice", f"number_{person}", {"number": number})
        for person, number in wanted.items()
        if counts[number] > 1
    ]


def set_members(season: Season, wanted: Mapping[int, int], *, by: Actor) -> None:
    """Make these people (ids) the members of the season, each with his number.

    Whoever is not named is a member no longer. The log tells numbers, no names. Raises Refused with
    all problems.
    """
    problems = number_problems(wanted)
    with changing(None, by, Action.SEASON_MEMBERS, host=season.host_id) as change:
        lock_season(season)
        on_record = Person.objects.of(season).filter(pk__in=wanted, anonymised_at=None)
        if on_record.count() < len(wanted):
            problems.append(Problem("person-gone"))
        if problems:
            raise Refused(problems)
        before = dict(season.members.values_list("person", "number"))
        if before == dict(wanted):
            return
        changed = {who for who in before | dict(wanted) if before.get(who) != wanted.get(who)}
        # Numbers may change hands: they are free before they are given.
        season.members.filter(person__in=changed).delete()
        SeasonMember.objects.bulk_create(
            SeasonMember(season=season, person_id=who, number=number)
            for who, number in wanted.items()
            if who in changed
        )
        old, new = (member_log_values(each, changed) for each in (before, wanted))
        log_change(change, season, old=old, new=new)


def member_log_values(members: Mapping[int, int], changed: Iterable[int]) -> dict[str, object]:
    """What the log keeps: how many members there are, and the numbers of those who changed."""
    numbers = sorted(members[who] for who in changed if who in members)
    return {"members": len(members), "start_numbers": numbers}


def add_members(season: Season, numbered: Iterable[tuple[int, int]], *, by: Actor) -> int:
    """Add people (id, the number he would like, 0 for any); returns how many were added.

    A number that somebody has, or a club's own that is too high here, is replaced by the next free
    one. Members stay as they are.
    """
    wanted = dict(season.members.values_list("person", "number"))
    before = len(wanted)
    taken = set(wanted.values())
    waiting = []
    for person, number in numbered:
        if person in wanted:
            continue
        if 1 <= number <= MAX_START_NUMBER and number not in taken:
            wanted[person] = number
            taken.add(number)
        else:
            waiting.append(person)
            wanted[person] = 0
    free = (number for number in range(1, MAX_START_NUMBER + 1) if number not in taken)
    for person in waiting:
        wanted[person] = next(free)
    set_members(season, wanted, by=by)
    return len(wanted) - before


def add_newcomers(season: Season, newcomers: Sequence[Newcomer], *, by: Actor) -> int:
    """Members by their names; whoever is not on record is written down. How many were added.

    Raises Refused with every name that fits several people, or none and is not a whole one.
    """
    with changing(None, by, Action.SEASON_MEMBERS, host=season.host_id):
        clubs = get_or_create_clubs({newcomer.club for newcomer in newcomers}, season)
        problems: list[Problem] = []
        people: list[Person] = []
        new: dict[tuple[str, str], Person] = {}
        for newcomer in newcomers:
            fitting = people_fitting(season, newcomer)
            if ambiguities := newcomer_problems(newcomer, fitting):
                problems += ambiguities
                continue
            key = fold(str(newcomer.name)), newcomer.club
            if not fitting and key not in new:
                new[key] = Person(
                    host_id=season.host_id,
                    family=newcomer.name.family,
                    given=newcomer.name.given,
                    club=clubs.get(newcomer.club),
                )
            people.append(fitting[0] if fitting else new[key])
        if problems:
            raise Refused(problems)
        for person in new.values():
            person.spell()
        Person.objects.bulk_create(new.values())
        numbers = (newcomer.start_number or 0 for newcomer in newcomers)
        ids = (person.pk for person in people)
        return add_members(season, zip(ids, numbers, strict=True), by=by)


def newcomer_problems(newcomer: Newcomer, fitting: Sequence[Person]) -> list[Problem]:
    name = newcomer.name
    if len(fitting) > 1:
        names = [person.sorted_name for person in fitting[:5]]
        return [Problem("several-called-so", "names", {"names": names})]
    if not fitting and (not name.family or len(name.given.strip(".")) < 2):
        return [Problem("nobody-called-so", "names", {"name": str(name)})]
    return [replace(problem, field="names") for problem in name_problems(name, newcomer.club)]


def people_fitting(season: Season, newcomer: Newcomer) -> list[Person]:
    """Who on record may be meant; among namesakes those of his club."""
    people, club = people_called(season, newcomer.name), fold(newcomer.club)
    of_club = [person for person in people if person.club and fold(person.club.name) == club]
    return of_club or people
