"""What the pages of the tournament office need: amounts, and the pages about people."""

from dataclasses import dataclass

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.access import Right
from scoring.messages import amount
from scoring.models import Role, Tournament

register = template.Library()

# Address, word, the least role that sees it, and the pages that belong to it.
PEOPLE: tuple[tuple[str, str | Promise, Role, tuple[str, ...]], ...] = (
    ("entries", _("Players"), Role.VIEWER, ("entry-change", "entry-add", "entries-paste")),
    ("teams", _("Teams"), Role.VIEWER, ("team", "team-add", "contest-set", "teams-draw")),
    ("categories", _("Categories"), Role.VIEWER, ("category-add", "category-change")),
    ("clubs", _("Clubs"), Role.CLERK, ("club-rename", "clubs-merge")),
    ("register", _("Register of people"), Role.ORGANIZER, ("person-merge", "person-anonymise")),
    ("players-import", _("Import"), Role.CLERK, ()),
)


@dataclass(frozen=True, slots=True)
class Page:
    url: str
    word: str | Promise
    active: bool


@register.simple_tag(takes_context=True)
def people_pages(context: Context, tournament: Tournament) -> list[Page]:
    """The pages under the tab of the players that the reader may open."""
    request = context["request"]
    right: Right | None = getattr(request, "right", None)
    match = request.resolver_match
    here = match.url_name if match else ""
    return [
        Page(reverse(name, args=[tournament.pk]), word, here == name or here in pages)
        for name, word, role, pages in PEOPLE
        if right is not None and right.covers(role)
    ]


@register.filter
def euros(cents: int) -> str:
    """Cents as an amount of euros."""
    return amount(cents)


@register.simple_tag
def choice(choices: dict[int, str], row: int) -> str:
    """Who a row of an import was said to be."""
    return choices.get(row, "")
