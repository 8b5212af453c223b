"""The panel of the next step with its sentences, buttons and links, and the overview page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from scoring.core.access import Right
from scoring.core.text import moment
from scoring.messages.labels import label
from scoring.messages.sentence import amount
from scoring.messages.steps import STEP_WORDS
from scoring.models import Tournament
from scoring.models.names import Scope
from scoring.models.person import EntryState
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.series.reads.series import SeriesView, series_view, with_tables
from scoring.tournament.reads.day import PlayerOfDay, SeriesOfDay, day_of
from scoring.tournament.reads.steps import NextStep, steps_for

MAX_TABLE_LINKS = 12  # the other tables stand on the page of the series
PLAYER_STEPS = ("seat-people", "fill-seats")


@dataclass(frozen=True, slots=True)
class Link:
    word: str
    url: str


@dataclass(frozen=True, slots=True)
class StepView:
    """A step as the panel shows it.

    `url` is the page on which it is done, `post` what the button sends to `action`; `field` asks
    for the end of a review, or for a reason. `places` lead to each table or player, `more` counts
    those that are not named.
    """

    code: str
    title: str
    url: str
    word: str = ""
    hint: str = ""
    action: str = ""
    post: tuple[tuple[str, str], ...] = ()
    field: str = ""
    places: tuple[Link, ...] = ()
    more: int = 0
    links: tuple[Link, ...] = ()

    @property
    def of_tables(self) -> bool:
        return self.code not in PLAYER_STEPS


@dataclass(frozen=True, slots=True)
class NextSteps:
    """What a reader does next, and what else is open. `by_others`: he cannot do it himself.

    `confirming`: this reader, or somebody else, may confirm lists that wait for it.
    """

    first: StepView
    others: tuple[StepView, ...]
    by_others: bool
    confirming: bool


def next_steps(
    tournament: Tournament, right: Right, user: object, source: TournamentSource | None = None
) -> NextSteps:
    """The panel of a tournament for a reader; `source` is that of the page, if it has one."""
    day = day_of(tournament, right, user, source)
    steps = steps_for(day, right)
    confirming = bool(day.confirmable) or day.others_confirm
    if steps[0].role not in right.roles:
        return NextSteps(step_of_others(tournament, steps[0]), (), True, confirming)
    first, *others = (show_step(tournament, step) for step in steps)
    return NextSteps(first, tuple(others), False, confirming)


def step_of_others(tournament: Tournament, step: NextStep) -> StepView:
    """A step that others have to do, with a page that the reader may look at meanwhile."""
    series, word = step.series, gettext("To the standings")
    url = reverse("standings", args=[tournament.pk])
    if series is not None and series.state != SeriesState.DRAFT:
        word = gettext("To series %(series)s") % {"series": series.number}
        url = series_url(series, "series")
    return StepView(step.code, title_of(tournament, step), url, word)


def show_step(tournament: Tournament, step: NextStep) -> StepView:
    word = str(STEP_WORDS[step.code][1])
    places = places_of(tournament, step)
    url = places[0].url if places else PAGES[step.code](tournament, step)
    params = params_of(tournament, step)
    params |= {"table": step.tables[0].number} if step.tables else {}
    action, post = button_target(tournament, step)
    return StepView(
        code=step.code,
        title=title_of(tournament, step),
        url=url,
        word=word % params,
        hint=hint_of(tournament, step),
        action=action,
        post=post,
        field="until" if step.code == "review" else step.against,
        places=places,
        more=step.count - len(places) if places else 0,
        links=OTHER_LINKS[step.code](tournament, step) if step.code in OTHER_LINKS else (),
    )


def title_of(tournament: Tournament, step: NextStep) -> str:
    by_rank = step.code == "draw" and step.series and step.series.mode.startswith("by-rank")
    title = STEP_WORDS["draw-by-rank" if by_rank else step.code][0]
    return str(title % params_of(tournament, step))


def params_of(tournament: Tournament, step: NextStep) -> dict[str, object]:
    until = tournament.review_until
    return {
        "series": step.series.number if step.series else 0,
        "count": step.count,
        "sum": amount(step.cents),
        "until": moment(until) if until else "",
        "draw": label("draw_button", step.series.mode) if step.series else "",
    }


def hint_of(tournament: Tournament, step: NextStep) -> str:
    if step.code == "enter-players" and step.count:
        return gettext("So far %(count)s. It takes at least three, and five cannot be seated.") % {
            "count": step.count
        }
    if step.code == "make-final" and step.count:
        return title_of(tournament, replace(step, code="collect-fees")) + "."
    if step.code == "close-series" and step.series and step.series.to_confirm:
        count = len(step.series.to_confirm)
        return ngettext(
            "%(count)s list is not confirmed yet.", "%(count)s lists are not confirmed yet.", count
        ) % {"count": count}
    return ""


# Pages and buttons of the steps.


def series_url(series: SeriesOfDay | None, name: str) -> str:
    return reverse(name, args=[series.id if series else 0])


def tournament_page(name: str) -> Callable[[Tournament, NextStep], str]:
    return lambda tournament, _step: reverse(name, args=[tournament.pk])


def series_page(name: str, query: str = "") -> Callable[[Tournament, NextStep], str]:
    return lambda _tournament, step: series_url(step.series, name) + query


PAGES: Mapping[str, Callable[[Tournament, NextStep], str]] = {
    "add-series": tournament_page("series-new"),
    "answer-calls": tournament_page("rulings"),
    "back-to-play": tournament_page("tournament-settings"),
    "back-up": lambda tournament, _step: f"{reverse('backups')}?tournament={tournament.pk}",
    "begin": tournament_page("tournament"),
    "broken-off": tournament_page("break-off"),
    "choose-prizes": lambda tournament, step: (
        f"{reverse('award', args=[tournament.pk])}#choose-{step.scope}"
    ),
    "close-season": lambda tournament, _step: (
        f"{reverse('season', args=[tournament.season_id])}#end"
    ),
    "close-series": series_page("series"),
    "collect-fees": tournament_page("money-open"),
    "collect-series": series_page("series-fees"),
    "confirm-lists": series_page("series", "?by=confirm"),
    "correct-upheld": lambda tournament, step: reverse("ruling", args=[tournament.pk, step.count]),
    "count-till": tournament_page("till"),
    "decide-objections": tournament_page("rulings"),
    "draw": series_page("series"),
    "draw-lots": lambda tournament, step: Scope(step.scope).url(tournament.pk),
    "enter-lists": series_page("series"),
    "enter-players": tournament_page("entries"),
    "fill-draft": series_page("series"),
    "fill-seats": series_page("series"),
    "find-second-person": tournament_page("people"),
    "finished": tournament_page("standings"),
    "hand-in": tournament_page("handed-in"),
    "hear-objections": tournament_page("tournament"),
    "make-final": tournament_page("tournament"),
    "next-evening": tournament_page("next-evening"),
    "others-confirm": tournament_page("tournament"),
    "papers-back": tournament_page("handed-in"),
    "pay-prizes": tournament_page("award"),
    "release-seating": series_page("series"),
    "remove-names": lambda tournament, _step: f"{reverse('register', args=[tournament.pk])}#forget",
    "reveal": tournament_page("tournament-public"),
    "report": tournament_page("report"),
    "report-corrected": tournament_page("report"),
    "report-refused": tournament_page("report"),
    "report-unreached": tournament_page("report"),
    "review": tournament_page("tournament"),
    "seat-people": series_page("series-late"),
    "seat-people-anew": series_page("series-draw"),
    "show-results": tournament_page("tournament-public"),
    "show-seating": tournament_page("tournament-public"),
    "start-series": series_page("series"),
    "throw-dice": series_page("series"),
}

# What a button posts directly: the name of the address and the fields.
TOURNAMENT_BUTTONS = {
    "begin": ("tournament-state", (("to", "running"),)),
    "make-final": ("tournament-state", (("to", "final"),)),
    "papers-back": ("papers-back", ()),
    "report": ("report-send", ()),
    "report-corrected": ("report-send", ()),
    "review": ("tournament-state", (("to", "review"),)),
    "reveal": ("public-freeze", ()),
}
SERIES_BUTTONS = {
    "close-series": ("series-state", (("to", "closed"),)),
    "draw": ("series-draw", ()),
    "start-series": ("series-state", (("to", "playing"),)),
}
PUBLIC_PARTS = {"show-results": "results", "show-seating": "seating"}


def button_target(
    tournament: Tournament, step: NextStep
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The address and the fields of the button, if it posts something."""
    if step.code in TOURNAMENT_BUTTONS:
        name, fields = TOURNAMENT_BUTTONS[step.code]
        return reverse(name, args=[tournament.pk]), fields
    if step.code in SERIES_BUTTONS and step.series:
        name, fields = SERIES_BUTTONS[step.code]
        return series_url(step.series, name), fields
    if step.code in PUBLIC_PARTS and step.series:
        number, part = str(step.series.number), PUBLIC_PARTS[step.code]
        fields = (("on", "yes"), ("series", number), ("part", part))
        return reverse("public-switch", args=[tournament.pk]), fields
    return "", ()


def places_of(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    """A link for each table, or for each player, that the step is about."""
    if step.series and step.code in PLAYER_STEPS:
        players = step.series.waiting if step.code == "seat-people" else step.series.gone
        return tuple(Link(place.name, seat_url(step.series, place)) for place in players)
    tables = step.tables[:MAX_TABLE_LINKS]
    if step.code == "answer-calls":
        links = []
        for call in tables:
            query = {"list": call.list_id} | ({"game": call.game} if call.game else {})
            new = reverse("ruling-new", args=[tournament.pk], query=query)
            links.append(Link(str(call.number), new))
        return tuple(links)
    name = "list-confirm" if step.code == "confirm-lists" else "list"
    return tuple(Link(str(place.number), reverse(name, args=[place.list_id])) for place in tables)


def seat_url(series: SeriesOfDay, player: PlayerOfDay) -> str:
    """Where a player gets a seat: at the list of a table that he can join, else on his page."""
    if player.joins:
        return f"{reverse('list-players', args=[player.joins])}?joins={player.number}"
    return reverse("series-seat", args=[series.id, player.number])


# Links beside a step: what to print for it, and other ways.


def preparation_links(tournament: Tournament, _step: NextStep) -> tuple[Link, ...]:
    """What is set up once, before anybody pays."""
    names = {
        "money-fees": gettext("Fees"),
        "categories": gettext("Categories"),
        "pots": gettext("Pots"),
        "teams": gettext("Teams"),
    }
    return tuple(Link(word, reverse(name, args=[tournament.pk])) for name, word in names.items())


def draw_links(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    series = step.series
    if series is None:
        return ()
    other_draw = Link(gettext("Draw differently"), series_url(series, "series-draw"))
    if series.number == 1:
        return (other_draw, *preparation_links(tournament, step))
    word = gettext("Print the result of series %(number)s") % {"number": series.number - 1}
    return (
        other_draw,
        Link(word, reverse("prints-now", args=[tournament.pk])),
        coming_link(tournament, gettext("Somebody comes or leaves")),
    )


def start_links(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    number = {"number": step.series.number if step.series else 0}
    word = gettext("Print everything for series %(number)s") % number
    late, missing = playing_links(tournament, step)
    # Two are in the line, the others under "More".
    printing = Link(word, reverse("prints-now", args=[tournament.pk]))
    # The public pages are proposed once: before play begins in the first series.
    if number["number"] != 1 or tournament.public or tournament.sample:
        return printing, late, missing
    public = reverse("tournament-public", args=[tournament.pk])
    return printing, late, Link(gettext("Open the public pages"), public), missing


def playing_links(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    """For people who come late, are missing or leave."""
    first = coming_link(tournament, gettext("Somebody comes late"))
    names = f"{series_url(step.series, 'series')}?by=names"
    return first, Link(gettext("Somebody is missing or leaves"), names)


def coming_link(tournament: Tournament, word: str) -> Link:
    """To the registration; at a match day, whose teams it does not know, to the substitutes."""
    meeting = getattr(tournament, "meeting", None) if tournament.league else None
    if meeting is None:
        return Link(word, reverse("entries", args=[tournament.pk]))
    address = f"{reverse('league-meeting', args=[meeting.pk])}?out=#substitute"
    return Link(gettext("Substitute a player"), address)


def print_links(tournament: Tournament, _step: NextStep) -> tuple[Link, ...]:
    return (Link(gettext("Print the results"), reverse("prints-now", args=[tournament.pk])),)


def award_links(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    award = Link(gettext("To the award"), reverse("award", args=[tournament.pk]))
    collect = Link(gettext("Collect first"), reverse("money-open", args=[tournament.pk]))
    return (*((collect,) if step.count else ()), award, *print_links(tournament, step))


def papers_links(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    """Where single lists are ticked, if not all of them are there."""
    links = []
    if step.series:
        confirm = f"{series_url(step.series, 'series')}?by=confirm"
        links.append(Link(gettext("Not all have signed"), confirm))
    if step.count:
        handed_in = reverse("handed-in", args=[tournament.pk])
        links.append(Link(gettext("Not all are back"), handed_in))
    return tuple(links)


OTHER_LINKS: Mapping[str, Callable[[Tournament, NextStep], tuple[Link, ...]]] = {
    "answer-calls": lambda tournament, _step: (
        Link(gettext("What they ask"), reverse("rulings", args=[tournament.pk])),
    ),
    "draw": draw_links,
    "enter-lists": playing_links,
    "enter-players": preparation_links,
    "find-second-person": lambda tournament, _step: (
        Link(
            gettext("Or let whoever typed them confirm"),
            reverse("tournament-settings", args=[tournament.pk]),
        ),
    ),
    "finished": print_links,
    "make-final": award_links,
    "next-evening": print_links,
    "papers-back": papers_links,
    "review": print_links,
    "seat-people": lambda _tournament, step: (
        Link(gettext("Or say why"), f"{series_url(step.series, 'series')}#no-list-head"),
    ),
    "start-series": start_links,
}


# The overview page.


@dataclass(frozen=True, slots=True)
class Overview:
    entries: int
    present: int
    series: tuple[SeriesView, ...]


def overview(tournament: Tournament, *, drafts: bool = True) -> Overview:
    """The content of the overview page; without `drafts` unreleased seatings are left out."""
    counts = tournament.entries.aggregate(
        entries=Count("pk"), present=Count("pk", filter=Q(state=EntryState.PRESENT))
    )
    all_series = with_tables(tournament.series.all())
    series = tuple(series_view(row, drafts=drafts) for row in all_series)
    return Overview(series=series, **counts)
