"""The buttons with which a table is taken along: PDF, workbook, csv."""

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.core.files.kinds import KINDS

register = template.Library()


@register.inclusion_tag("_files.html")
def files(name: str, *args: object, query: str = "") -> dict[str, object]:
    """The files of a table: an address whose last argument is the kind, "table-file".

    `query` is what the page was asked for, so that the file holds what the page shows.
    """
    words = {"pdf": "PDF", "xlsx": _("Workbook (xlsx)"), "csv": "csv"}
    end = f"?{query}" if query else ""
    return {"links": [(words[kind], reverse(name, args=[*args, kind]) + end) for kind in KINDS]}
