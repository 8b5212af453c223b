"""Teams with their members, players without a team, and warnings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.core.listing import CLUB, NAME, Column, Listing, rows_of
from scoring.core.text import category_keys
from scoring.models import Category, Entry, Team, TeamContest, TeamMember, Tournament
from scoring.models.log import Action
from scoring.models.person import EntryState
from scoring.models.tournament import LAST_SERIES


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a team by start number; a substitute plays from or until a series."""

    start_number: int
    from_series: int = 1
    until_series: int | None = None

    def plays(self, series: int) -> bool:
        return self.from_series <= series <= (self.until_series or LAST_SERIES)


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team on its page. `missing` players make it full; `not_mixed` is a warning."""

    team: Team
    members: tuple[TeamMember, ...]
    missing: int
    not_mixed: bool


@dataclass(frozen=True, slots=True)
class ContestView:
    """All teams of a kind, the players in none of them, and the `seed` of the last draw."""

    contest: TeamContest
    teams: tuple[TeamView, ...]
    without: tuple[Entry, ...]
    seed: str

    @property
    def short(self) -> int:
        return sum(team.missing > 0 for team in self.teams)


def contest_view(contest: TeamContest) -> ContestView:
    """The teams in their order, each with its members."""
    members = TeamMember.objects.filter(contest=contest).select_related("entry__person")
    rows = list(members.prefetch_related("entry__in_categories").order_by("position"))
    by_team: dict[int, list[TeamMember]] = {}
    for member in rows:
        by_team.setdefault(member.team_id, []).append(member)
    teams = tuple(view(contest, team, by_team.get(team.pk, [])) for team in contest.teams.all())
    taken = {member.entry_id for member in rows}
    playing = contest.tournament.entries.filter(state=EntryState.PRESENT).select_related("person")
    without = tuple(entry for entry in playing if entry.pk not in taken)
    return ContestView(contest, teams, without, last_seed(contest))


def last_seed(contest: TeamContest) -> str:
    """The seed of the last draw of teams of this kind; empty if never drawn."""
    drawn = contest.tournament.log.filter(
        action=Action.TEAMS_DRAWN, subject=f"contest/{contest.kind}"
    )
    row = drawn.order_by("-id").first()
    return str((row.new or {}).get("seed", "")) if row else ""


def view(contest: TeamContest, team: Team, members: Sequence[TeamMember]) -> TeamView:
    pair = [member.entry for member in members]
    return TeamView(
        team,
        tuple(members),
        missing=max(0, contest.size - fullest(members)),
        not_mixed=not_mixed(contest, pair),
    )


def contests(tournament: Tournament) -> list[TeamContest]:
    return list(tournament.team_contests.select_related("tournament", "one_of"))


def teams_of(entry: Entry) -> list[TeamMember]:
    """The teams of a player, of any kind."""
    return list(entry.in_teams.select_related("team__contest"))


def fullest(members: Sequence[Member] | Sequence[TeamMember]) -> int:
    """The most members who play together in any series; that changes only where one begins."""
    starts = {member.from_series for member in members}
    return max((sum(each.plays(start) for each in members) for start in starts), default=0)


def not_mixed(contest: TeamContest, members: Iterable[Entry]) -> bool:
    """Whether not exactly one of a pair is in the category `one_of`: only a warning."""
    if contest.one_of_id is None:
        return False
    pair = list(members)
    inside = sum(
        any(
            in_category.category_id == contest.one_of_id
            for in_category in entry.in_categories.all()
        )
        for entry in pair
    )
    return len(pair) > 1 and not 0 < inside < len(pair)


# The categories of a tournament, their members, and the keys by which they are typed.


@dataclass(frozen=True)
class CategoryView:
    """A category with its players; `key` is typed for it at the registration."""

    category: Category
    key: str
    entries: tuple[Entry, ...]

    @cached_property
    def numbers(self) -> str:
        return " ".join(str(entry.start_number) for entry in self.entries)


@dataclass(frozen=True, slots=True)
class CategoryKey:
    """What can be typed after a name: a category, or an optional pot with its stake in cents."""

    key: str
    name: str
    cents: int | None


def categories(tournament: Tournament) -> list[CategoryView]:
    """Every category in the order in which they were made."""
    found = list(tournament.categories.prefetch_related("members__entry__person"))
    short = category_keys(category.name for category in found)
    return [
        CategoryView(
            category,
            short[category.name],
            tuple(
                sorted(
                    (member.entry for member in category.members.all()),
                    key=lambda entry: entry.start_number,
                )
            ),
        )
        for category in found
    ]


def registration_keys(tournament: Tournament) -> list[CategoryKey]:
    """What may be typed after a name, categories first."""
    stakes = tournament.pots.filter(optional=True, stake_cents__gt=0)
    named: dict[str, int | None] = {stake.title: stake.stake_cents for stake in stakes}
    ordered = {category.name: category.entry_cents for category in tournament.categories.all()}
    every = {**ordered, **{title: cents for title, cents in named.items() if title not in ordered}}
    short = category_keys(every)
    return [CategoryKey(short[name], name, cents) for name, cents in every.items()]


def categories_listing(tournament: Tournament) -> Listing:
    """The members of each category."""
    columns = [
        Column("start_number", _("No."), "rank", width=5),
        NAME.of("person.sorted_name"),
        CLUB.of("club_name", 26),
    ]
    rows = [
        {"category": view.category.name, **row}
        for view in categories(tournament)
        for row in rows_of(columns, view.entries)
    ]
    category = Column("category", _("Category"), width=18)
    return Listing(_("Categories"), [category, *columns], rows)
