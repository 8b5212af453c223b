"""Lists as workbooks; apart from the views, whose imports take longer than them."""

from django.utils.translation import gettext as _

from scoring.core.listing import head_of
from scoring.lists.printed.files.xlsx_sheet import lists_workbook
from scoring.lists.printed.reads.papers import live_list, live_lists
from scoring.models import ScoreList, Series


def list_workbook(score_list: ScoreList) -> bytes:
    """One list with live formulas: corrected, it comes back by the import of results."""
    tournament = score_list.series.tournament
    live = live_list(score_list, tournament, head_of(tournament))
    return lists_workbook([live], _("Score list"))


def series_workbook(series: Series) -> bytes:
    """The lists of a series with live formulas, in the active language."""
    return lists_workbook(live_lists(series.tournament, series), lists_title(series))


def lists_title(series: Series) -> str:
    return _("Score lists of series %(number)s") % {"number": series.number}
