"""Tags of the office pages: the pages about players."""

from django import template
from django.template import Context

from scoring.core.listing import alphabetical
from scoring.models import Entry, Tournament
from scoring.templatetags.shell import PEOPLE, TabRow, open_pages

register = template.Library()

MAX_CLUBS = 500  # suggested in a field


@register.simple_tag(takes_context=True)
def people_pages(context: Context, tournament: Tournament) -> TabRow:
    """The pages under the tab of the players that the reader may open: four, the rest behind."""
    pages = open_pages(context, tournament, PEOPLE)
    return TabRow(pages[:4], pages[4:])


@register.simple_tag
def known_clubs(tournament: Tournament) -> list[str]:
    """Clubs whose players played at this host, for the suggestions of a field."""
    at = {"tournament__host": tournament.host_id, "tournament__sample": tournament.sample}
    names = Entry.objects.filter(**at).exclude(club_name="").values_list("club_name", flat=True)
    return sorted(names.order_by().distinct()[:MAX_CLUBS], key=alphabetical)


@register.simple_tag
def choice(choices: dict[int, str], row: int) -> str:
    """Who a row of an import was said to be."""
    return choices.get(row, "")
