"""Tags of the public pages."""

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.models import Series
from scoring.models.names import Scope
from scoring.public.access import PublicTournament
from scoring.templatetags.shell import Tab

register = template.Library()


@register.simple_tag(takes_context=True)
def room_tabs(context: Context) -> list[Tab]:
    """The tabs of the public pages: the same all day, whatever is released."""
    room: PublicTournament = context["room"]
    match = context["request"].resolver_match
    here = match.url_name if match else ""
    below = ("room-kind-standings", "room-player", "room-list")
    tabs: list[tuple[str, str | Promise, str, tuple[str, ...]]] = [
        ("room", pgettext_lazy("room", "Now"), "●", ()),
        ("room-seats", pgettext_lazy("room", "Seats"), "▦", ("room-seating", "room-tables")),
        ("room-standings", _("Standings"), "≡", below),
        ("room-pictures", _("Pictures"), "◩", ()),
        ("room-plan", pgettext_lazy("room", "Plan"), "☰", ("room-announcement",)),
    ]
    return [
        Tab(reverse(name, args=(room.tournament.pk,)), word, here in (name, *pages), sign)
        for name, word, sign, pages in tabs
    ]


@register.filter
def series_scope(series: Series) -> str:
    return Scope.of("series", series.number)
