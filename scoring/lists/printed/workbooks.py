"""The lists of a series as a workbook; apart from the views, whose imports take longer than it."""

from django.utils.translation import gettext as _

from scoring.lists.printed.files.xlsx_sheet import lists_workbook
from scoring.lists.printed.reads.papers import live_lists
from scoring.models import Series


def series_workbook(series: Series) -> bytes:
    """The lists of a series with live formulas, in the active language."""
    return lists_workbook(live_lists(series.tournament, series), lists_title(series))


def lists_title(series: Series) -> str:
    return _("Score lists of series %(number)s") % {"number": series.number}
