"""The way of the first ten through a season, without drawing."""

from collections.abc import Hashable

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.core.chart import Chart, chart_of_way
from scoring.standings.reads.season import UNRANKED, SeasonStandings, counted_together

TOP = 10


def chart_of_season(found: SeasonStandings) -> Chart | None:
    """The ranks of today's first ten after each day that counts, as the season counted then."""
    ranks: dict[str, dict[Hashable, int]] = {}
    for place, day in enumerate(found.days, 1):
        words = f"{place}. {date_format(day.tournament.date, 'j.n.')}"
        rows = counted_together(found.season, found.days[:place])
        ranks[words] = {row.person_id: row.rank.rank for row in rows if row.rank.rank != UNRANKED}
    leaders = [(row.person_id, row.name) for row in found.rows[:TOP]]
    return chart_of_way(_("The way of the first ten"), _("Tournament"), ranks, leaders)
