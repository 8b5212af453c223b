"""The buttons with which a table is taken along: PDF, workbook, csv."""

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

register = template.Library()
KINDS = ("pdf", "xlsx", "csv")


@register.inclusion_tag("_files.html")
def files(name: str, *args: object, query: str = "") -> dict[str, object]:
    """The files of a table: "table" with its three addresses, or "entry-file" with one for all.

    `query` is what the page was asked for, so that the file holds what the page shows.
    """
    words = {"pdf": "PDF", "xlsx": _("Workbook (xlsx)"), "csv": "csv"}
    end = f"?{query}" if query else ""
    return {"links": [(words[kind], address(name, args, kind) + end) for kind in KINDS]}


def address(name: str, args: tuple[object, ...], kind: str) -> str:
    if name.endswith("-file"):
        return reverse(name, args=[*args, kind])
    return reverse(f"{name}-{kind}", args=list(args))
