"""Listings as HTML tables: sorted by value, paginated, with Bootstrap classes."""

from dataclasses import replace

import pytest
from django.template import engines
from django.test import RequestFactory
from django_tables2 import RequestConfig

from scoring.core.files.html import ListingTable, table
from scoring.core.listing import Listing
from scoring.lists.printed.form import paper_listing
from tests.core.test_files_xlsx import texts
from tests.papers import filled, standings

pytestmark = pytest.mark.usefixtures("english")


def page(made: ListingTable, query: str = "", per_page: int = 50) -> str:
    request = RequestFactory().get("/" + query)
    RequestConfig(request, paginate={"per_page": per_page}).configure(made)
    template = engines["django"].from_string(
        "{% load render_table from django_tables2 %}{% render_table made %}"
    )
    return template.render({"made": made}, request)


def ordered(listing: Listing, query: str, key: str) -> list[object]:
    made = table(listing, orderable=True)
    RequestConfig(RequestFactory().get(query), paginate=False).configure(made)
    return [row.record[key] for row in made.rows]


def test_a_page_shows_the_cells_of_its_rows_and_links_to_other_pages():
    html = page(table(standings(120), links={"name": lambda row: f"/p/{row['entry_id']}"}))
    assert html.count("<tr>") + html.count('<tr class="') == 51
    for part in ("Performance", '<a href="/p/100001">', "Özdoğan, Şükrü İlhan 2"):
        assert part in html
    assert 'class="table-responsive"' in html
    assert '<td class="figures text-end text-nowrap">1</td>' in html
    html = page(table(standings(120)), "?page=2")
    assert 'aria-current="page"' in html
    assert "?page=3" in html
    # The content security policy would refuse the first three; a name stays text.
    html += page(table(texts("<script>alert(1)</script>")))
    assert [each for each in ("style=", "<script", "onclick") if each in html] == []
    assert "&lt;script&gt;" in html


def test_names_are_sorted_in_german_order():
    listing = texts("Zander", "Özdoğan", "Łukasz", "Peters", "ng", "Lang", "Öhler", None)
    names_in_order = [None, "Lang", "Łukasz", "ng", "Öhler", "Özdoğan", "Peters", "Zander"]
    assert ordered(listing, "/?sort=name", "name") == names_in_order


def test_figures_are_sorted_by_size_and_the_best_come_first():
    listing = standings(30)
    html = page(table(listing, orderable=True), "?sort=-performance")
    assert (html.count("aria-sort"), html.count('aria-sort="descending"')) == (1, 1)
    assert "?sort=rank" in html
    best = ordered(listing, "/?sort=-performance", "performance")
    assert best == sorted(best, reverse=True)


def test_groups_and_foot_span_their_columns():
    html = page(table(paper_listing(filled())))
    assert html.count('scope="colgroup" colspan="3"') == 4
    assert html.count('colspan="12" class="fw-bold text-start"') == 4
    assert "1 · Schulze-Delitzsch-Wolkenstein" in html
    assert "?sort=" not in html


def test_empty_listing_shows_its_text():
    html = page(table(replace(standings(0), notes=["Lot needed."])))
    assert "Nothing here yet." in html
    assert "Lot needed." in html
