"""Categories of a tournament: ladies, juniors, guests, members or others."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from django.utils.translation import gettext

from scoring.core.forms import Refused, refuse, refuse_all
from scoring.core.services import Change, changing, refresh
from scoring.core.text import letters_and_digits
from scoring.models import Actor, Category, Entry, EntryCategory, Pot, Tournament
from scoring.models.log import Action
from scoring.models.names import Scope, subject_of
from scoring.rules.fees import MAX_CENTS
from scoring.rules.problem import Problem
from scoring.series.services.teams import final_problems, find_entries

MAX_CATEGORIES = 30


@dataclass(frozen=True, slots=True)
class CategoryTerms:
    """What a category is called and costs; `entry_cents` replaces the tournament's entry fee."""

    name: str
    entry_cents: int | None = None
    ranked: bool = True


def missing_terms(tournament: Tournament) -> list[CategoryTerms]:
    """The categories of most tournaments that this one lacks, in the reader's language."""
    ranked_names = (gettext("Ladies"), gettext("Juniors"), gettext("Seniors"))
    other_names = (gettext("Guests"), gettext("Members"))
    names = tournament.categories.values_list("name", flat=True)
    existing_names = {letters_and_digits(name) for name in names}
    return [
        CategoryTerms(name, ranked=name in ranked_names)
        for name in ranked_names + other_names
        if letters_and_digits(name) not in existing_names
    ]


def add_category(tournament: Tournament, terms: CategoryTerms, *, by: Actor) -> Category:
    with changing(tournament, by, Action.CATEGORY_ADDED) as change:
        refuse_all(terms_problems(tournament, terms))
        return write_category(tournament, terms, change)


def add_suggested(tournament: Tournament, *, by: Actor) -> list[Category]:
    """Add the usual categories that are missing. Raises Refused if none is, or if not all fit."""
    with changing(tournament, by, Action.CATEGORY_ADDED) as change:
        missing = missing_terms(tournament)
        if not missing:
            raise refuse("categories-complete")
        if tournament.categories.count() + len(missing) > MAX_CATEGORIES:
            raise refuse("too-many-categories", most=MAX_CATEGORIES)
        return [write_category(tournament, terms, change) for terms in missing]


def write_category(tournament: Tournament, terms: CategoryTerms, change: Change) -> Category:
    category = Category.objects.create(tournament=tournament, **asdict(terms))
    change.log(
        about=subject_of("category", terms.name),
        new={"entry_cents": terms.entry_cents, "ranked": terms.ranked},
    )
    return category


def terms_problems(
    tournament: Tournament, terms: CategoryTerms, category: Category | None = None
) -> list[Problem]:
    """The problems of the terms of a new category, or of `category` when it changes."""
    others = [other for other in tournament.categories.all() if other != category]
    problems = []
    if not letters_and_digits(terms.name):
        problems.append(Problem("category-name-missing", "name"))
    elif any(letters_and_digits(other.name) == letters_and_digits(terms.name) for other in others):
        problems.append(Problem("category-exists", "name", {"name": terms.name}))
    if terms.entry_cents is not None and not 0 <= terms.entry_cents <= MAX_CENTS:
        problems.append(Problem("entry-fee-out-of-range", "entry_cents"))
    if category is None and len(others) >= MAX_CATEGORIES:
        problems.append(Problem("too-many-categories", params={"most": MAX_CATEGORIES}))
    return problems


def change_category(category: Category, terms: CategoryTerms, *, by: Actor) -> None:
    """Change name, fee or ranking. Whoever has paid the old fee owes the difference.

    Raises Refused if a final result would gain or lose a ranking, or a pot lose its own.
    """
    tournament = category.tournament
    with changing(tournament, by, Action.CATEGORY_CHANGED) as change:
        refresh(category, "category-gone")
        problems = terms_problems(tournament, terms, category)
        if terms.ranked != category.ranked:
            problems += final_problems(tournament)
            problems += pot_problems(category) if category.ranked else []
        refuse_all(problems)
        about, scope = subject_of("category", category.name), Scope.of("category", category.name)
        new = {
            key: value for key, value in asdict(terms).items() if value != getattr(category, key)
        }
        if change.store(category, about, **new):
            # Lots refer to a category by its name: rename them, or delete them with its ranking.
            lots = tournament.lots.filter(scope=scope)
            if category.ranked:
                lots.update(scope=Scope.of("category", category.name))
            else:
                lots.delete()


def remove_category(category: Category, *, by: Actor) -> None:
    """Remove a category. Raises Refused while a pot is for it, or in a final result."""
    tournament = category.tournament
    with changing(tournament, by, Action.CATEGORY_REMOVED) as change:
        refresh(category, "category-gone")
        refuse_all(final_problems(tournament) + pot_problems(category))
        members = category.members.values_list("entry__start_number", flat=True)
        # The row was read again: it may have been renamed.
        about = subject_of("category", category.name)
        change.log(about=about, old={"start_numbers": sorted(members)})
        # Lots drawn for its ranking decide nothing any more; the log keeps them.
        tournament.lots.filter(scope=Scope.of("category", category.name)).delete()
        category.delete()


def pot_problems(category: Category) -> list[Problem]:
    has_pot = Pot.objects.filter(category=category).exists()
    return [Problem("category-has-a-pot", params={"name": category.name})] if has_pot else []


def assign(
    category: Category, numbers: Sequence[int], *, by: Actor, away: bool = False
) -> list[int]:
    """Put these players (start numbers) into a category, or take them `away`; returns who moved."""
    tournament = category.tournament
    action = Action.CATEGORY_LEFT if away else Action.CATEGORY_JOINED
    with changing(tournament, by, action) as change:
        refresh(category, "category-gone")
        entries, problems = find_entries(tournament, numbers, field="numbers")
        if problems or not numbers:
            raise Refused(problems or [Problem("numbers-missing", "numbers")])
        inside = set(category.members.values_list("entry", flat=True))
        movers = [entry for entry in entries.values() if (entry.pk in inside) == away]
        if not movers:
            return []
        refuse_all(final_problems(tournament))
        if away:
            category.members.filter(entry__in=movers).delete()
        else:
            EntryCategory.objects.bulk_create(
                EntryCategory(entry=entry, category=category) for entry in movers
            )
        start_numbers = sorted(entry.start_number for entry in movers)
        change.log(
            about=subject_of("category", category.name), new={"start_numbers": start_numbers}
        )
        return start_numbers


def set_categories(entry: Entry, categories: Iterable[int], *, by: Actor) -> None:
    """Put one player into exactly these categories (ids); not in a final result."""
    tournament = entry.tournament
    category_ids = set(categories)
    about = subject_of("entry", entry.start_number)
    with changing(tournament, by, Action.ENTRY_CATEGORIES, about=about) as change:
        refuse_all(choice_problems(entry, category_ids))
        names = dict(tournament.categories.values_list("pk", "name"))
        rows = EntryCategory.objects.filter(entry=entry)
        before = set(rows.values_list("category", flat=True))
        if before == category_ids:
            return
        rows.exclude(category__in=category_ids).delete()
        EntryCategory.objects.bulk_create(
            EntryCategory(entry=entry, category_id=pk) for pk in sorted(category_ids - before)
        )
        change.log(
            old={"categories": [names[pk] for pk in sorted(before)]},
            new={"categories": [names[pk] for pk in sorted(category_ids)]},
        )


def choice_problems(entry: Entry, category_ids: set[int]) -> list[Problem]:
    """Why a player cannot be put into exactly these categories."""
    offered = set(entry.tournament.categories.values_list("pk", flat=True))
    if not category_ids <= offered:
        return [Problem("category-gone", "categories")]
    before = set(EntryCategory.objects.filter(entry=entry).values_list("category", flat=True))
    return [] if before == category_ids else final_problems(entry.tournament)
