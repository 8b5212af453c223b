"""Classes of a tournament: ladies, juniors, guests, members, whatever the organizer calls them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.core.refusals import Refused, refuse
from scoring.core.services import alone, refresh, write_log
from scoring.core.submissions import AlreadyWritten, repeated
from scoring.core.text import letters_and_digits
from scoring.models import Actor, Category, Entry, EntryCategory, Pot, Tournament
from scoring.models.log import Action
from scoring.models.subjects import category_subject
from scoring.rules.problem import Problem
from scoring.teams.services.teams import final

# Shorter than the column: the log names a category in its subject.
NAME_LENGTH = 40
MOST_CATEGORIES = 30
MOST_CENTS = 100_000


@dataclass(frozen=True, slots=True)
class CategoryTerms:
    """What a category is. `entry_cents` replaces the entry fee of the tournament."""

    name: str
    entry_cents: int | None = None
    ranked: bool = True


def suggested_terms() -> list[CategoryTerms]:
    """The classes that most tournaments have, in the reader's language."""
    ranked = (gettext("Ladies"), gettext("Juniors"), gettext("Seniors"))
    marks = (gettext("Guests"), gettext("Members"))
    return [CategoryTerms(name) for name in ranked] + [
        CategoryTerms(name, ranked=False) for name in marks
    ]


def missing_terms(tournament: Tournament) -> list[CategoryTerms]:
    """Those of the usual classes that this tournament has not."""
    known = {
        letters_and_digits(name) for name in tournament.categories.values_list("name", flat=True)
    }
    return [terms for terms in suggested_terms() if letters_and_digits(terms.name) not in known]


# Define -----------------------------------------------------------------------------------------


def add_category(
    tournament: Tournament, terms: CategoryTerms, *, by: Actor, token: str | None = None
) -> Category:
    """A class more. Raises Refused with all problems."""
    try:
        with alone(tournament, token):
            if problems := terms_problems(tournament, terms):
                raise Refused(problems)
            return write_category(tournament, terms, by=by, token=token)
    except AlreadyWritten as again:
        name = repeated(again, tournament, Action.CATEGORY_ADDED).subject.partition("/")[2]
        found = tournament.categories.filter(name=name).first()
        if found is None:
            raise refuse("category-gone") from None
        return found


def add_suggested(tournament: Tournament, *, by: Actor, token: str | None = None) -> list[Category]:
    """The usual classes, as far as they are missing. Raises Refused where none is."""
    missing = missing_terms(tournament)
    try:
        with alone(tournament, token):
            problems = [each for terms in missing for each in terms_problems(tournament, terms)]
            if problems or not missing:
                raise Refused(problems or [Problem("categories-complete")])
            first, *others = missing
            return [
                write_category(tournament, first, by=by, token=token),
                *(write_category(tournament, terms, by=by) for terms in others),
            ]
    except AlreadyWritten as again:
        repeated(again, tournament, Action.CATEGORY_ADDED)
        return list(tournament.categories.all())


def write_category(
    tournament: Tournament, terms: CategoryTerms, *, by: Actor, token: str | None = None
) -> Category:
    """The row of a class, inside the block of another service."""
    category = Category.objects.create(
        tournament=tournament,
        name=terms.name,
        entry_cents=terms.entry_cents,
        ranked=terms.ranked,
    )
    write_log(
        Action.CATEGORY_ADDED,
        category_subject(terms.name),
        by=by,
        tournament=tournament,
        new={"entry_cents": terms.entry_cents, "ranked": terms.ranked},
        token=token,
    )
    return category


def terms_problems(
    tournament: Tournament, terms: CategoryTerms, *, but: Category | None = None
) -> list[Problem]:
    """What speaks against a class of these terms; `but` is the one that is changed."""
    others = [each for each in tournament.categories.all() if each != but]
    problems = []
    if not letters_and_digits(terms.name):
        problems.append(Problem("category-name-missing", "name"))
    elif len(terms.name) > NAME_LENGTH:
        problems.append(Problem("text-too-long", "name", {"most": NAME_LENGTH}))
    elif any(letters_and_digits(each.name) == letters_and_digits(terms.name) for each in others):
        problems.append(Problem("category-exists", "name", {"name": terms.name}))
    if terms.entry_cents is not None and not 0 <= terms.entry_cents <= MOST_CENTS:
        problems.append(Problem("entry-fee-out-of-range", "entry_cents"))
    if but is None and len(others) >= MOST_CATEGORIES:
        problems.append(Problem("too-many-categories", params={"most": MOST_CATEGORIES}))
    return problems


def change_category(
    category: Category, terms: CategoryTerms, *, by: Actor, token: str | None = None
) -> None:
    """Another name or fee. Who paid another fee before owes the difference from now on.

    In a final result its standings stay: Refused if they would come or go.
    """
    tournament = category.tournament
    try:
        with alone(tournament, token):
            refresh(category, "category-gone")
            problems = terms_problems(tournament, terms, but=category)
            if terms.ranked != category.ranked:
                problems += final(tournament)
            if problems:
                raise Refused(problems)
            fields = ("name", "entry_cents", "ranked")
            changed = [key for key in fields if getattr(category, key) != getattr(terms, key)]
            if not changed:
                return
            old = {key: getattr(category, key) for key in changed}
            new = {key: getattr(terms, key) for key in changed}
            about = category_subject(category.name)
            for key, value in new.items():
                setattr(category, key, value)
            category.save(update_fields=changed)
            take_lots_along(category, about)
            write_log(
                Action.CATEGORY_CHANGED,
                about,
                by=by,
                tournament=tournament,
                old=old,
                new=new,
                token=token,
            )
    except AlreadyWritten as again:
        log = repeated(again, tournament, Action.CATEGORY_CHANGED)
        refresh(category, "category-gone")
        if category.name != (log.new or {}).get("name", log.subject.partition("/")[2]):
            raise refuse("submission-of-another-form") from None


def take_lots_along(category: Category, old: str) -> None:
    """Lots name their standings by the class: they follow its name, and go with its ranking."""
    drawn = category.tournament.lots.filter(scope=old)
    if category.ranked:
        drawn.update(scope=category_subject(category.name))
    else:
        drawn.delete()


def remove_category(category: Category, *, by: Actor, token: str | None = None) -> None:
    """Take a class away; not as long as a pot is played out for it, nor of a final result."""
    tournament = category.tournament
    try:
        with alone(tournament, token):
            refresh(category, "category-gone")
            problems = final(tournament)
            if Pot.objects.filter(category=category).exists():
                problems.append(Problem("category-has-a-pot", params={"name": category.name}))
            if problems:
                raise Refused(problems)
            members = category.members.values_list("entry__start_number", flat=True)
            write_log(
                Action.CATEGORY_REMOVED,
                category_subject(category.name),
                by=by,
                tournament=tournament,
                old={"start_numbers": sorted(members)},
                token=token,
            )
            # What was drawn in its standings decides nothing any more; the log keeps it.
            tournament.lots.filter(scope=category_subject(category.name)).delete()
            category.delete()
    except AlreadyWritten as again:
        repeated(again, tournament, Action.CATEGORY_REMOVED, about=category_subject(category.name))


# Assign -----------------------------------------------------------------------------------------


def assign(
    category: Category,
    numbers: Sequence[int],
    *,
    by: Actor,
    away: bool = False,
    token: str | None = None,
) -> list[int]:
    """Put the players of these start numbers into a class, or take them out of it.

    Returns the numbers for which that changed anything. Raises Refused with every number that
    nobody has, or in a final result.
    """
    tournament = category.tournament
    action = Action.CATEGORY_LEFT if away else Action.CATEGORY_JOINED
    try:
        with alone(tournament, token):
            refresh(category, "category-gone")
            entries = numbered(tournament, numbers)
            inside = set(category.members.values_list("entry", flat=True))
            changed = [each for each in entries if (each.pk in inside) == away]
            if not changed:
                return []
            if problems := final(tournament):
                raise Refused(problems)
            if away:
                category.members.filter(entry__in=changed).delete()
            else:
                EntryCategory.objects.bulk_create(
                    EntryCategory(entry=entry, category=category) for entry in changed
                )
            told = sorted(entry.start_number for entry in changed)
            write_log(
                action,
                category_subject(category.name),
                by=by,
                tournament=tournament,
                new={"start_numbers": told},
                token=token,
            )
            return told
    except AlreadyWritten as again:
        repeated(again, tournament, action, about=category_subject(category.name))
        return list((again.log.new or {}).get("start_numbers", []))


def set_categories(
    entry: Entry, categories: Iterable[int], *, by: Actor, token: str | None = None
) -> None:
    """Exactly these classes (ids) for one player; in a final result they stay as they are."""
    tournament = entry.tournament
    wanted = set(categories)
    try:
        with alone(tournament, token):
            known = {each.pk: each.name for each in tournament.categories.all()}
            if not wanted <= known.keys():
                raise refuse("category-gone", field="categories")
            rows = EntryCategory.objects.filter(entry=entry)
            before = set(rows.values_list("category", flat=True))
            if before == wanted:
                return
            if problems := final(tournament):
                raise Refused(problems)
            rows.exclude(category__in=wanted).delete()
            EntryCategory.objects.bulk_create(
                EntryCategory(entry=entry, category_id=pk) for pk in sorted(wanted - before)
            )
            write_log(
                Action.ENTRY_CATEGORIES,
                f"entry/{entry.start_number}",
                by=by,
                tournament=tournament,
                old={"categories": [known[pk] for pk in sorted(before)]},
                new={"categories": [known[pk] for pk in sorted(wanted)]},
                token=token,
            )
    except AlreadyWritten as again:
        repeated(again, tournament, Action.ENTRY_CATEGORIES, about=f"entry/{entry.start_number}")


def numbered(tournament: Tournament, numbers: Sequence[int]) -> list[Entry]:
    """The players of these start numbers; raises Refused with every number that nobody has."""
    there = {
        entry.start_number: entry
        for entry in tournament.entries.filter(start_number__in=set(numbers))
    }
    unknown = [number for number in dict.fromkeys(numbers) if number not in there]
    if unknown or not numbers:
        problems = [Problem("start-number-unknown", "numbers", {"number": n}) for n in unknown]
        raise Refused(problems or [Problem("numbers-missing", "numbers")])
    return [there[number] for number in dict.fromkeys(numbers)]
