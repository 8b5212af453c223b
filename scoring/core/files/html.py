"""Tables on pages, made from listings by django-tables2."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

import django_tables2 as tables
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from scoring.core.listing import (
    FIGURES,
    Column,
    Listing,
    Row,
    Span,
    alphabetical,
    cell_text,
    foot_cells,
    group_spans,
)

Links = Mapping[str, Callable[[Row], str | None]]
CSS = {"start": "text-start", "center": "text-center", "end": "text-end"}
_SORTED_BY = "-order"
MAX_NORMAL_COLUMNS = 12  # a table with more is set smaller


class SortableRow(dict[str, object]):
    """A row that computes the sort key of a value when it is asked for; empty cells come first."""

    def __missing__(self, key: str) -> tuple[bool, object]:
        if not key.endswith(_SORTED_BY):
            raise KeyError(key)
        value = self.get(key.removesuffix(_SORTED_BY))
        sort_key: tuple[bool, object] = (True, value)
        if value is None or isinstance(value, str):
            plain = alphabetical(value or "")
            sort_key = (bool(plain), plain)
        self[key] = sort_key
        return sort_key


class ListingTable(tables.Table):
    class Meta:
        template_name = "core/listing.html"
        attrs = {"class": "table table-sm table-striped align-middle listing"}
        empty_text = _("Nothing here yet.")
        default = ""

    listing: Listing
    links: Links
    head_groups: list[Span]
    groups_css: str
    feet: list[list[tuple[Span, str]]]

    @property
    def body(self) -> SafeString:
        """The rows of this page as HTML, four times as fast as those of django-tables2."""
        columns = []
        for column in self.listing.columns:
            css = head_css(column)
            if column.kind in FIGURES:
                css = f"figures {css} text-nowrap"
            columns.append((column, f'<td class="{css}">', self.links.get(column.key)))
        lines = []
        for bound_row in self.paginated_rows:
            row, cells = bound_row.record, []
            for column, start, link in columns:
                text = escape(cell_text(column, row.get(column.key)))
                if link and (url := link(row)):
                    text = f'<a href="{escape(url)}">{text}</a>'
                cells.append(start + text)
            lines.append(f"<tr>{'</td>'.join(cells)}</td></tr>")
        return mark_safe("".join(lines))  # noqa: S308 - every text and address is escaped


def foot_css(columns: Sequence[Column], cell: Span) -> str:
    """A cell of the foot is hidden with its column, unless it spans others."""
    narrow = " d-none d-sm-table-cell" if cell.count == 1 and columns[cell.first].minor else ""
    return CSS[cell.align] + narrow


def head_css(column: Column) -> str:
    narrow = " d-none d-sm-table-cell" if column.minor else ""
    return CSS[column.alignment] + narrow


def table_column(column: Column) -> tables.Column:
    return tables.Column(
        verbose_name=column.heading,
        accessor=column.key,
        order_by=column.key + _SORTED_BY,
        attrs={"th": {"class": head_css(column)}},
        # Readers look for the best result first; ranks start with the first.
        initial_sort_descending=column.kind in FIGURES and column.kind != "rank",
    )


def table(listing: Listing, *, links: Links | None = None, orderable: bool = False) -> ListingTable:
    """The listing as a table; `links` has the address of a row's cell by the key of its column.

    The view of an `orderable` one sorts it by RequestConfig.
    """
    columns = [(column.key, table_column(column)) for column in listing.columns]
    rows = [SortableRow(row) for row in listing.rows]
    css = ListingTable.Meta.attrs["class"] + (" wide" if len(columns) > MAX_NORMAL_COLUMNS else "")
    page_table = ListingTable(
        rows, extra_columns=columns, orderable=orderable, attrs={"class": css}
    )
    page_table.listing = listing
    page_table.links = links or {}
    page_table.head_groups = group_spans(listing.columns)
    # Group headings are hidden on a phone if all their columns are.
    narrow = all(column.minor for column in listing.columns if column.group)
    page_table.groups_css = "d-none d-sm-table-row" if narrow else ""
    page_table.feet = [
        [(cell, foot_css(listing.columns, cell)) for cell in foot_cells(listing.columns, row)]
        for row in listing.foot
    ]
    return page_table
