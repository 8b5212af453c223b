"""Tags of all pages: tabs, the next step, badges of states, fields of forms, paragraphs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.template import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.core.access import CHANGING_PAGES, Right
from scoring.core.labels_of_systems import law_words, numbering_of
from scoring.core.listing import alphabetical
from scoring.core.text import moment, spoken_names
from scoring.handbook.reads import SECTION_OF_PAGE
from scoring.messages.catalogue import message
from scoring.messages.citing import cite_links, with_paragraph
from scoring.messages.labels import label, stay_text
from scoring.models import Entry, ReceivedReport, Role, ScoreList, Season, Tournament
from scoring.standings.reads.scopes import Kinds, RankingKind
from scoring.tournament.reads.panel import NextSteps, next_steps

register = template.Library()
MAX_CLUBS = 500
register.filter("law", law_words)
register.filter("moment", moment)
register.filter("sentence", message)
register.filter("spoken", spoken_names)
register.filter("with_paragraph", with_paragraph)


@register.simple_tag
def legal_links() -> list[tuple[str, str]]:
    """The operator's imprint and privacy notice, as far as the settings name them."""
    links = [(settings.IMPRINT, gettext("Imprint")), (settings.PRIVACY, gettext("Privacy"))]
    return [(address, words) for address, words in links if address]


@register.simple_tag(takes_context=True)
def handbook_page(context: Context) -> str:
    """The address of the section that says what this page is for, else that of all chapters."""
    match = getattr(context.get("request"), "resolver_match", None)
    section = SECTION_OF_PAGE.get(match.url_name) if match else None
    return reverse("handbook-section", args=[section]) if section else reverse("handbook")


@register.simple_tag
def rounds_seated(score_list: ScoreList, position: int) -> str:
    """In which rounds a player sat there, in brackets; empty from the first to the last round."""
    text = stay_text(score_list.outline, position)
    return format_html(' <small class="quiet">({})</small>', text) if text else ""


# URL name of a page, its word, the least role that sees it, and the pages that belong to it.
Pages = Sequence[tuple[str, str | Promise, Role, tuple[str, ...]]]

CATEGORIES = ("category-add", "category-change", "category-assign")
MEMBERS = ("club-members", "club-member", "club-members-import", "club-member-add")
# Under the tab of the players.
PEOPLE: Pages = (
    ("entries", _("Players"), Role.VIEWER, ("entry-change", "entry-add", "entries-paste")),
    ("teams", _("Teams"), Role.VIEWER, ("team", "team-add", "contest-set", "teams-draw")),
    ("categories", _("Categories"), Role.VIEWER, CATEGORIES),
    ("clubs", _("Clubs"), Role.CLERK, ("club-rename", "clubs-merge", "club-add", *MEMBERS)),
    ("reservations", _("Reservations"), Role.CLERK, ()),
    ("register", _("Register of people"), Role.ORGANIZER, ("person-merge", "person-anonymise")),
    ("players-import", _("Import"), Role.CLERK, ()),
)
PEOPLE_PAGES = tuple(page for name, _word, _role, below in PEOPLE for page in (name, *below))
# Under the tab of the money: what is done in turn on a day, then what is looked up or set once.
MONEY: Pages = (
    ("money-open", pgettext_lazy("money", "Collect"), Role.CLERK, ()),
    ("money-lists", _("Lost-game fees"), Role.CLERK, ("series-fees",)),
    ("pots", pgettext_lazy("money", "Pots"), Role.CLERK, ("pot", "pot-new", "pot-change")),
    ("award", _("Award"), Role.CLERK, ()),
    ("money", _("Cash report"), Role.CLERK, ()),
    ("ledger", _("Ledger"), Role.CLERK, ("book", "booking-reverse")),
    ("till", _("Till"), Role.CLERK, ()),
    ("money-fees", _("Fees"), Role.ORGANIZER, ()),
    ("handed-in", _("Lists and start cards"), Role.CLERK, ()),
)
MONEY_PAGES = (
    *(page for name, _word, _role, below in MONEY for page in (name, *below)),
    "break-off",
)
PUBLIC_PAGES = ("announcement", "public-links", "times")
STANDINGS_PAGES = ("series-standings", "standings-of", "adjustments", "entry")
SERIES_PAGES = (
    *("series", "series-new", "series-back", "series-draw", "draw-by-hand"),
    *("series-posting", "series-seat", "series-late", "seating-changed", "find"),
    *("phone-tables", "phone-address", "phone-unsent", "series-photos"),
)

TABS: Pages = (
    ("tournament", _("Overview"), Role.VIEWER, ()),
    ("entries", _("Players"), Role.VIEWER, PEOPLE_PAGES),
    ("series-at-hand", _("Series"), Role.VIEWER, SERIES_PAGES),
    ("standings", _("Standings"), Role.VIEWER, STANDINGS_PAGES),
    ("money", pgettext_lazy("tab", "Money"), Role.CLERK, MONEY_PAGES),
    ("prints", _("Print"), Role.VIEWER, ("logo", "press", "results-import")),
)
# Behind "More": what a day of play does not ask for every minute.
MORE_TABS: Pages = (
    ("tournament-public", pgettext_lazy("tab", "Public"), Role.ORGANIZER, PUBLIC_PAGES),
    ("rulings", _("Referee"), Role.REFEREE, ("ruling", "ruling-new", "objection-lodge")),
    ("people", _("People"), Role.ORGANIZER, ("people-add", "people-new", "people-role")),
    ("log", _("Log"), Role.REFEREE, ()),
    ("tournament-settings", _("Settings"), Role.ORGANIZER, ()),
)
SEASON_TABS: Pages = (
    ("season", _("Season"), Role.VIEWER, ("season-person",)),
    ("season-members", _("Members"), Role.VIEWER, ()),
    ("season-settings", _("Settings"), Role.ORGANIZER, ()),
)
LEAGUE_TABS: Pages = (
    ("league", _("League"), Role.VIEWER, ("league-team",)),
    ("league-schedule", _("Schedule"), Role.VIEWER, ("league-schedule-make",)),
    ("league-settings", _("Settings"), Role.ORGANIZER, ()),
    ("league-log", _("Log"), Role.ORGANIZER, ()),
)
# The beginnings of further URL names that stand under a tab.
PREFIXES_BELOW = {
    "series-at-hand": ("list", "recheck"),
    "league": ("league-division",),
    "league-schedule": ("league-meeting",),
}

# A colour is never alone: every state has a sign and a word.
SIGNS: dict[str, str] = {
    "open": "○",
    "begun": "◐",
    "entered": "●",
    "confirmed": "✓",
    "rejected": "✕",
    "annulled": "✕",
    "prepare": "○",
    "planned": "○",
    "reported": "●",
    "running": "◐",
    "review": "◉",
    "final": "★",
    "provisional": "◐",
    "draft": "○",
    "released": "◔",
    "playing": "◐",
    "closed": "●",
    "present": "✓",
    "withdrawn": "–",
    "expelled": "✕",
    "no_show": "?",
}


@dataclass(frozen=True, slots=True)
class Tab:
    url: str
    word: str | Promise
    active: bool
    sign: str = ""  # before the word, on the public pages


@dataclass(frozen=True, slots=True)
class TabRow:
    """The row below the bar; `hidden` is the page at hand if it is under "More"."""

    row: list[Tab]
    more: list[Tab]

    @property
    def hidden(self) -> Tab | None:
        return next((tab for tab in self.more if tab.active), None)


@register.simple_tag(takes_context=True)
def tabs(context: Context) -> TabRow:
    """The pages of the tournament, the season or the league at hand that its reader may open."""
    tournament, season = context.get("tournament"), context.get("season")
    league = context.get("league")
    if isinstance(tournament, Tournament) and tournament.pk:
        row, more = (open_pages(context, tournament, pages) for pages in (TABS, MORE_TABS))
        has_right = getattr(context["request"], "right", None) is not None
        if tournament.season_id and has_right and not tournament.sample:
            # Teams may play for match points in the season of a club, too.
            its_season = tournament.season if tournament.league else None
            of_league = its_season is not None and its_season.kind == "league"
            name, word = ("league", _("League")) if of_league else ("season", _("Season"))
            more.append(Tab(reverse(name, args=[tournament.season_id]), word, False))
        return TabRow(row, more)
    if isinstance(season, Season) and season.pk:
        row = open_pages(context, season, SEASON_TABS)
        if season.kind == "league":
            row.append(Tab(reverse("league", args=[season.pk]), _("League"), False))
        row.append(Tab(reverse("honours"), _("List of honours"), False))
        return TabRow([*row, Tab(reverse("seasons"), _("All seasons"), False)], [])
    if isinstance(league, Season) and league.pk:
        all_leagues = Tab(reverse("leagues"), _("All leagues"), False)
        return TabRow([*open_pages(context, league, LEAGUE_TABS), all_leagues], [])
    return TabRow([], [])


@register.simple_tag(takes_context=True)
def people_pages(context: Context, tournament: Tournament) -> TabRow:
    """The pages about players that the reader may open: four, the rest under "More"."""
    pages = open_pages(context, tournament, PEOPLE)
    return TabRow(pages[:4], pages[4:])


@register.simple_tag(takes_context=True)
def money_pages(context: Context, tournament: Tournament) -> TabRow:
    """The pages of the money that the reader may open now: four, the rest under "More"."""
    asked_for = [page for page in MONEY if tournament.ask_handed_in or page[0] != "handed-in"]
    pages = open_pages(context, tournament, asked_for)
    return TabRow(pages[:4], pages[4:])


@register.simple_tag
def known_clubs(tournament: Tournament) -> list[str]:
    """The first MAX_CLUBS clubs by name that players were entered with at this host."""
    at = {"tournament__host": tournament.host_id, "tournament__sample": tournament.sample}
    names = Entry.objects.filter(**at).exclude(club_name="").values_list("club_name", flat=True)
    return sorted(names.order_by().distinct(), key=alphabetical)[:MAX_CLUBS]


@register.simple_tag
def kinds_row(tournament: Tournament, kinds: Kinds, scope: str) -> TabRow:
    """The kinds of standings: those of the players in the row, the others under "More"."""

    def tab(kind: RankingKind) -> Tab:
        return Tab(kind.scope.url(tournament.pk), kind.name, kind.scope == scope)

    return TabRow([*map(tab, kinds.players)], [*map(tab, (*kinds.classes, *kinds.special))])


def open_pages(context: Context, owner: Tournament | Season, pages: Pages) -> list[Tab]:
    """The tabs of the pages that the reader may open; that of this page is active."""
    request = context["request"]
    right: Right | None = getattr(request, "right", None)
    match = request.resolver_match
    here = match.url_name if match else ""
    return [
        Tab(
            url=reverse(name, args=[owner.pk]),
            word=word,
            active=here in (name, *below) or here.startswith(PREFIXES_BELOW.get(name, ())),
        )
        for name, word, role, below in pages
        if right is not None and role in right.roles
        if not (getattr(owner, "reported_at", None) and name in CHANGING_PAGES)
    ]


@register.simple_tag
def reported_from(tournament: Tournament) -> str:
    """Who reported a result; "" if it was not reported."""
    reports = ReceivedReport.objects.filter(tournament=tournament)
    return reports.values_list("sender", flat=True).first() or ""


@register.simple_tag(takes_context=True)
def steps_of(context: Context, tournament: Tournament) -> NextSteps | None:
    """What the reader of a page of this tournament does next; None without a right in it."""
    request = context["request"]
    right: Right | None = getattr(request, "right", None)
    if right is None:
        return None
    if getattr(request, "steps", None) is None:
        request.steps = next_steps(tournament, right, request.user, context.get("source"))
    steps: NextSteps = request.steps
    return steps


@register.simple_tag(takes_context=True)
def button_above(context: Context, tournament: Tournament) -> str:
    """The step whose button the panel of this very page shows; "" if that is of another page."""
    steps = steps_of(context, tournament)
    if steps is None or steps.by_others or steps.first.url != context["request"].path:
        return ""
    return steps.first.code


@register.simple_tag
def submission_token() -> str:
    """A token by which this form counts once, even if it is sent twice."""
    return str(uuid4())


@register.simple_tag(takes_context=True)
def page_links(context: Context, page: Page[Any], key: str) -> Iterator[tuple[int | str, str]]:
    """The pages that a pager shows, with their addresses; `key` names them in the query string."""
    query = context["request"].GET.copy()
    for number in page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1):
        query[key or "page"] = str(number)
        yield number, f"?{query.urlencode()}"


@register.simple_tag
def state(kind: str, code: str) -> SafeString:
    """The state of a tournament, a series, a list or a player, as `label` calls it."""
    return badge(code, SIGNS.get(code, "·"), label(kind, code))


def badge(code: str, sign: str, word: object) -> SafeString:
    html = '<span class="state state-{}"><span aria-hidden="true">{}</span> {}</span>'
    return format_html(html, code, sign, word)


@register.simple_tag
def results_state(provisional: object, text: object) -> SafeString:
    """Whether results are provisional or final, in the words of their table."""
    code = "provisional" if provisional else "final"
    return badge(code, SIGNS[code], text)


@register.filter
def named(code: str, kind: str) -> str:
    """The label of a code: {{ tournament.system|named:"system" }}."""
    return label(kind, code)


@register.filter
def pick(form: Any, names: Any) -> list[Any]:
    """The fields of a form by name: {% for field in form|pick:form.basics %}."""
    return [form[name] for name in names]


@register.filter
def is_checkbox(field: Any) -> bool:
    return getattr(field.field.widget, "input_type", "") == "checkbox"


@register.simple_tag(takes_context=True)
def cite(context: Context, rule: str) -> SafeString:
    """The paragraphs of a message, each a link to what it says: {% cite sentence.rule %}."""
    tournament = context.get("tournament")
    return cite_links(rule, numbering_of(tournament) if isinstance(tournament, Tournament) else "")
