"""Teams with their members, players without a team, and warnings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.utils.translation import gettext as _

from scoring.core.listing import CLUB, NAME, Column, Listing, rows_of
from scoring.core.text import category_keys
from scoring.models import Category, Entry, Team, TeamContest, TeamMember, Tournament
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.person import EntryState
from scoring.models.team import max_lineup


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team on its page; `missing` is the number of players who would make it full."""

    team: Team
    members: tuple[TeamMember, ...]
    missing: int
    is_unmixed: bool  # only a warning: not exactly one of a mixed pair is in the category `one_of`


@dataclass(frozen=True, slots=True)
class ContestView:
    """All teams of a kind, the players without a team, and the `seed` of the last draw."""

    contest: TeamContest
    teams: tuple[TeamView, ...]
    without_team: tuple[Entry, ...]
    seed: str


def contest_view(contest: TeamContest) -> ContestView:
    rows = TeamMember.objects.filter(contest=contest).select_related("entry__person")
    members = list(rows.prefetch_related("entry__in_categories").order_by("position"))
    by_team: dict[int, list[TeamMember]] = defaultdict(list)
    for member in members:
        by_team[member.team_id].append(member)
    teams = tuple(
        TeamView(
            team,
            tuple(by_team[team.pk]),
            missing=max(0, contest.size - max_lineup(by_team[team.pk])),
            is_unmixed=is_unmixed(contest, by_team[team.pk]),
        )
        for team in contest.teams.all()
    )
    team_players = {member.entry_id for member in members}
    present = contest.tournament.entries.filter(state=EntryState.PRESENT).select_related("person")
    without_team = tuple(entry for entry in present if entry.pk not in team_players)
    # A removed contest leaves its log rows to the next one of its kind.
    of_draws = contest.tournament.log.filter(
        action__in=(Action.TEAMS_DRAWN, Action.CONTEST_REMOVED),
        subject=subject_of("contest", contest.kind),
    )
    last = of_draws.order_by("id").values_list("new", flat=True).last() or {}
    seed = str(last.get("seed", ""))
    return ContestView(contest, teams, without_team, seed)


def contests(tournament: Tournament) -> list[TeamContest]:
    return list(tournament.team_contests.select_related("tournament", "one_of"))


def is_unmixed(contest: TeamContest, pair: Sequence[TeamMember]) -> bool:
    """Whether both of a pair are in the category `one_of`, or neither."""
    if contest.one_of_id is None:
        return False
    inside = sum(
        contest.one_of_id in {row.category_id for row in member.entry.in_categories.all()}
        for member in pair
    )
    return len(pair) > 1 and not 0 < inside < len(pair)


# Categories of a tournament, their members, and the keys by which they are typed.


@dataclass(frozen=True, slots=True)
class CategoryView:
    """A category with its players; `key` is what the registration desk types for it."""

    category: Category
    key: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class CategoryKey:
    """What may be typed after a name: a category and its fee, or an optional pot and its stake."""

    key: str
    name: str
    cents: int | None


def category_views(tournament: Tournament) -> list[CategoryView]:
    categories = list(tournament.categories.prefetch_related("members__entry__person"))
    keys = category_keys(category.name for category in categories)
    views = []
    for category in categories:
        entries = (member.entry for member in category.members.all())
        players = tuple(sorted(entries, key=attrgetter("start_number")))
        views.append(CategoryView(category, keys[category.name], players))
    return views


def registration_keys(tournament: Tournament) -> list[CategoryKey]:
    """The keys of all categories and of all optional pots, categories first."""
    pots = tournament.pots.filter(optional=True, stake_cents__gt=0)
    stakes: dict[str, int | None] = {pot.title: pot.stake_cents for pot in pots}
    fees = {category.name: category.entry_cents for category in tournament.categories.all()}
    # Categories come first, and win where a pot has the same name.
    cents_by_name = fees | {title: cents for title, cents in stakes.items() if title not in fees}
    keys = category_keys(cents_by_name)
    return [CategoryKey(keys[name], name, cents) for name, cents in cents_by_name.items()]


def categories_listing(tournament: Tournament) -> Listing:
    columns = [
        Column("start_number", _("No."), "rank", width=5),
        NAME.of("person.sorted_name"),
        CLUB.of("club_name", 26),
    ]
    rows = [
        {"category": view.category.name, **row}
        for view in category_views(tournament)
        for row in rows_of(columns, view.entries)
    ]
    category = Column("category", _("Category"), width=18)
    return Listing(_("Categories"), [category, *columns], rows)
