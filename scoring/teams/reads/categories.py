"""The categories of a tournament, their members, and the keys by which they are typed."""

from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.core.columns import CLUB, NAME
from scoring.core.listing import Column, Listing, rows_of
from scoring.core.text import category_keys
from scoring.models import Category, Entry, Tournament


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
