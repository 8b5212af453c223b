"""Categories of a tournament: the usual ones, fees, keys, and many players at once."""

import pytest

from scoring.exchange.reads.verify import verify
from scoring.models import Actor, Category, Fees, Pot, Tournament
from scoring.models.tournament import TournamentSource
from scoring.money.reads.dues import entry_dues
from scoring.series.services.categories import (
    CategoryTerms,
    add_category,
    add_suggested,
    assign,
    change_category,
    remove_category,
    set_categories,
)
from scoring.standings.reads.scopes import find_standings
from scoring.standings.services import record_lots
from tests.factories import make_category, make_entries, make_tournament
from tests.refusals import codes_of
from tests.standings.test_reads_scopes import EQUAL
from tests.standings.test_reads_standings import tournament_of
from tests.visitors import undone

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 5)
    return tournament


def test_usual_categories_are_added_once(tournament: Tournament):
    [foreign, *_others] = add_suggested(make_tournament(), by=BY)
    refused = codes_of(set_categories, tournament.entries.first(), [foreign.pk], by=BY)
    assert refused == ["category-gone"]
    add_category(tournament, CategoryTerms(foreign.name), by=BY)
    assert len(add_suggested(tournament, by=BY)) == 4
    assert codes_of(add_suggested, tournament, by=BY) == ["categories-complete"]
    full = make_tournament()
    Category.objects.bulk_create(Category(tournament=full, name=f"Klasse {n}") for n in range(28))
    assert codes_of(add_suggested, full, by=BY) == ["too-many-categories"], "two of five would fit"


def test_players_are_assigned_and_removed_by_numbers(tournament: Tournament):
    category = add_category(tournament, CategoryTerms("Damen"), by=BY)
    for terms, expected in (
        (CategoryTerms("DAMEN", entry_cents=10**7), ["category-exists", "entry-fee-out-of-range"]),
        (CategoryTerms(" – "), ["category-name-missing"]),
    ):
        assert codes_of(add_category, tournament, terms, by=BY) == expected
    assert assign(category, [1, 3, 4], by=BY) == [1, 3, 4]
    assert assign(category, [3, 5], by=BY) == [5]
    assert assign(category, [1, 2], by=BY, away=True) == [1]
    assert codes_of(assign, category, [1, 77, 88], by=BY) == ["start-number-unknown"] * 2


def test_fee_of_a_category_applies_from_its_change(tournament: Tournament):
    Fees.objects.create(tournament=tournament, entry_cents=1_500)
    category = add_category(tournament, CategoryTerms("Junioren", entry_cents=500), by=BY)
    first = tournament.entries.first()
    set_categories(first, [category.pk], by=BY)
    dues = entry_dues(TournamentSource(tournament), tournament.entries.all())
    assert [each.due for each in dues] == [500, *[1_500] * 4]
    change_category(category, CategoryTerms("Junioren", entry_cents=0), by=BY)
    assert entry_dues(TournamentSource(tournament), [first])[0].due == 0


def test_category_with_a_pot_is_not_removed_and_keeps_its_ranking(tournament: Tournament):
    category = add_category(tournament, CategoryTerms("Damen"), by=BY)
    kind = {"kind": "category", "category": category}
    Pot.objects.create(tournament=tournament, number=1, title="Damen", **kind)
    assert codes_of(remove_category, category, by=BY) == ["category-has-a-pot"]
    unranked = CategoryTerms("Damen", ranked=False)
    assert codes_of(change_category, category, unranked, by=BY) == ["category-has-a-pot"]


def test_lots_follow_a_renamed_category_and_go_with_its_ranking():
    tournament = tournament_of(EQUAL)
    ladies = make_category(tournament, "Damen", (2, 3))
    two = tournament.entries.filter(start_number__in=(2, 3)).order_by("-start_number")
    record_lots(tournament, "category/Damen", list(two), by=BY)
    change_category(ladies, CategoryTerms("Frauen"), by=BY)
    rows = find_standings(tournament, "category/Frauen").rows
    assert [(row.start_number, row.rank.lot_needed) for row in rows] == [(3, False), (2, False)]
    assert not list(verify(tournament))
    with undone():
        remove_category(ladies, by=BY)
        assert not tournament.lots.exists()
    change_category(Category.objects.get(), CategoryTerms("Frauen", ranked=False), by=BY)
    assert not tournament.lots.exists()


def test_a_document_has_longer_names_than_a_subject_of_the_log():
    """PostgreSQL would refuse the row of the log; the lots have a longer column."""
    tournament, name = tournament_of(EQUAL), "D" * 60
    ladies = make_category(tournament, name, (2, 3))
    two = tournament.entries.filter(start_number__in=(2, 3)).order_by("-start_number")
    record_lots(tournament, f"category/{name}", list(two), by=BY)
    assign(ladies, [1], by=BY)
    assert tournament.log.filter(subject=f"category/{name}"[:60]).exists()
    change_category(ladies, CategoryTerms("Frauen"), by=BY)
    assert {lot.scope for lot in tournament.lots.all()} == {"category/Frauen"}


def test_members_of_a_category_do_not_change_in_a_final_result(tournament: Tournament):
    ladies = add_category(tournament, CategoryTerms("Damen"), by=BY)
    assign(ladies, [1, 2], by=BY)
    Tournament.objects.update(state="final")
    tournament.refresh_from_db()
    ladies = Category.objects.get()
    first = tournament.entries.get(start_number=1)
    for act in (
        lambda: assign(ladies, [3], by=BY),
        lambda: assign(ladies, [1], away=True, by=BY),
        lambda: set_categories(first, [], by=BY),
        lambda: change_category(ladies, CategoryTerms("Damen", ranked=False), by=BY),
        lambda: remove_category(ladies, by=BY),
    ):
        assert codes_of(act) == ["tournament-final"]
    set_categories(first, [ladies.pk], by=BY)
    change_category(ladies, CategoryTerms("Frauen"), by=BY)
