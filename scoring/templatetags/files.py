"""The buttons with which a table is taken along: PDF, workbook, csv."""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.core.files.download import KINDS, PICTURE

register = template.Library()


WORDS = {
    "pdf": "PDF",
    "xlsx": _("Workbook (xlsx)"),
    "csv": "csv",
    PICTURE: _("Picture for the group"),
}


@register.inclusion_tag("_files.html")
def files(name: str, *args: object, query: str = "", picture: bool = False) -> dict[str, object]:
    """The files of a table: an address whose last argument is the kind, "table-file".

    `query` is what the page was asked for, so that the file holds what the page shows. A ranking
    has a `picture`, too.
    """
    end = f"?{query}" if query else ""
    kinds = (*KINDS, PICTURE) if picture else KINDS
    return {"links": [(WORDS[kind], reverse(name, args=[*args, kind]) + end) for kind in kinds]}


@register.inclusion_tag("_files.html")
def files_at(addresses: Mapping[str, str]) -> dict[str, object]:
    """The same, where the page knows the address of each kind."""
    return {"links": [(WORDS[kind], address) for kind, address in addresses.items()]}
