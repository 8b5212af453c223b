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
from scoring.models import Role, Tournament
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
    role: Role = Role.VIEWER  # the least role that it is offered to


@dataclass(frozen=True, slots=True)
class StepView:
    """A step as the panel shows it."""

    code: str
    title: str
    url: str  # the page on which it is done
    word: str = ""  # of its button
    hint: str = ""
    action: str = ""
    post: tuple[tuple[str, str], ...] = ()  # what the button sends to `action`
    field: str = ""  # "until", or why a reason is asked for (`NextStep.against`)
    places: tuple[Link, ...] = ()  # to each table or player
    more: int = 0  # tables or players that have no link
    links: tuple[Link, ...] = ()

    @property
    def of_tables(self) -> bool:
        return self.code not in PLAYER_STEPS


@dataclass(frozen=True, slots=True)
class NextSteps:
    """What a reader does next, and what else is open."""

    first: StepView
    others: tuple[StepView, ...]
    by_others: bool  # the reader cannot do it himself
    confirming: bool  # this reader, or somebody else, may confirm waiting lists


def next_steps(
    tournament: Tournament, right: Right, user: object, source: TournamentSource | None = None
) -> NextSteps:
    """The panel of a tournament for a reader; `source` is that of the page, if it has one."""
    day = day_of(tournament, right, user, source)
    steps = steps_for(day, right)
    confirming = bool(day.confirmable) or day.others_confirm
    if steps[0].role not in right.roles:
        return NextSteps(step_of_others(tournament, steps[0]), (), True, confirming)
    first, *others = (show_step(tournament, step, right) for step in steps)
    return NextSteps(first, tuple(others), False, confirming)


def step_of_others(tournament: Tournament, step: NextStep) -> StepView:
    """A step that others have to do, with a page that the reader may look at meanwhile."""
    series, word = step.series, gettext("To the standings")
    url = reverse("standings", args=[tournament.pk])
    if series is not None and series.state != SeriesState.DRAFT:
        word = gettext("To series %(series)s") % {"series": series.number}
        url = series_url(series, "series")
    return StepView(step.code, title_of(tournament, step), url, word)


def show_step(tournament: Tournament, step: NextStep, right: Right) -> StepView:
    page, places = PAGES[step.code], places_of(tournament, step)
    links = page.links(tournament, step) if page.links else ()
    params = params_of(tournament, step)
    return StepView(
        code=step.code,
        title=title_of(tournament, step),
        url=places[0].url if places else page.url(tournament, step),
        word=str(STEP_WORDS[step.code][1]) % params,
        hint=hint_of(tournament, step),
        action=page.action(tournament, step) if page.action else "",
        post=tuple((name, value % params) for name, value in page.fields),
        field="until" if step.code == "review" else step.against,
        places=places,
        more=step.count - len(places) if places else 0,
        links=tuple(link for link in links if link.role in right.roles),
    )


def title_of(tournament: Tournament, step: NextStep) -> str:
    by_rank = step.code == "draw" and step.series and step.series.mode.startswith("by-rank")
    title = STEP_WORDS["draw-by-rank" if by_rank else step.code][0]
    return str(title % params_of(tournament, step))


def params_of(tournament: Tournament, step: NextStep) -> dict[str, object]:
    until = tournament.review_until
    return {
        "series": step.series.number if step.series else 0,
        "table": step.tables[0].number if step.tables else 0,
        "count": step.count,
        "number": step.number,
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


def series_url(series: SeriesOfDay | None, name: str) -> str:
    return reverse(name, args=[series.id if series else 0])


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
    names = {
        "categories": gettext("Categories"),
        "pots": gettext("Pots"),
        "teams": gettext("Teams"),
    }
    fees = Link(gettext("Fees"), reverse("money-fees", args=[tournament.pk]), Role.ORGANIZER)
    others = (Link(word, reverse(name, args=[tournament.pk])) for name, word in names.items())
    return fees, *others


def draw_links(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    other_draw = Link(gettext("Draw differently"), series_url(step.series, "series-draw"))
    if step.series is None or step.series.number == 1:
        return (other_draw, *preparation_links(tournament, step))
    word = gettext("Print the result of series %(number)s") % {"number": step.series.number - 1}
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


def call_links(tournament: Tournament, _step: NextStep) -> tuple[Link, ...]:
    return (Link(gettext("What they ask"), reverse("rulings", args=[tournament.pk])),)


def confirm_alone_links(tournament: Tournament, _step: NextStep) -> tuple[Link, ...]:
    word = gettext("Or let whoever typed them confirm")
    return (Link(word, reverse("tournament-settings", args=[tournament.pk])),)


def no_list_links(_tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    return (Link(gettext("Or say why"), f"{series_url(step.series, 'series')}#no-list-head"),)


# Pages and buttons of the steps.

UrlOf = Callable[[Tournament, NextStep], str]


def of_tournament(name: str, fragment: str = "") -> UrlOf:
    return lambda tournament, _step: reverse(name, args=[tournament.pk]) + fragment


def of_series(name: str, query: str = "") -> UrlOf:
    return lambda _tournament, step: series_url(step.series, name) + query


@dataclass(frozen=True, slots=True)
class StepPage:
    """The page on which a step is done, and the links beside it.

    With `action` its button posts the `fields`; their values may name what `params_of` gives.
    """

    url: UrlOf
    action: UrlOf | None = None
    fields: tuple[tuple[str, str], ...] = ()
    links: Callable[[Tournament, NextStep], tuple[Link, ...]] | None = None


OVERVIEW, SERIES = of_tournament("tournament"), of_series("series")
MOVE_TOURNAMENT, MOVE_SERIES = of_tournament("tournament-state"), of_series("series-state")
PUBLIC, PUBLIC_SWITCH = of_tournament("tournament-public"), of_tournament("public-switch")
REPORT, SEND_REPORT = of_tournament("report"), of_tournament("report-send")

PAGES: Mapping[str, StepPage] = {
    "add-series": StepPage(of_tournament("series-new")),
    "answer-calls": StepPage(of_tournament("rulings"), links=call_links),
    "back-to-play": StepPage(of_tournament("tournament-settings")),
    "back-up": StepPage(lambda row, _step: f"{reverse('backups')}?tournament={row.pk}"),
    "begin": StepPage(OVERVIEW, MOVE_TOURNAMENT, (("to", "running"),)),
    "broken-off": StepPage(of_tournament("break-off")),
    "choose-prizes": StepPage(
        lambda row, step: f"{reverse('award', args=[row.pk])}#choose-{step.scope}"
    ),
    "close-season": StepPage(lambda row, _step: f"{reverse('season', args=[row.season_id])}#end"),
    "close-series": StepPage(SERIES, MOVE_SERIES, (("to", "closed"),)),
    "collect-fees": StepPage(of_tournament("money-open")),
    "collect-series": StepPage(of_series("series-fees")),
    "confirm-lists": StepPage(of_series("series", "?by=confirm")),
    "correct-upheld": StepPage(lambda row, step: reverse("ruling", args=[row.pk, step.number])),
    "count-till": StepPage(of_tournament("till")),
    "decide-objections": StepPage(of_tournament("rulings")),
    "draw": StepPage(SERIES, of_series("series-draw"), links=draw_links),
    "draw-lots": StepPage(lambda row, step: Scope(step.scope).url(row.pk)),
    "enter-lists": StepPage(SERIES, links=playing_links),
    "enter-players": StepPage(of_tournament("entries"), links=preparation_links),
    "fill-draft": StepPage(SERIES),
    "fill-seats": StepPage(SERIES),
    "find-second-person": StepPage(of_tournament("people"), links=confirm_alone_links),
    "finished": StepPage(of_tournament("standings"), links=print_links),
    "hand-in": StepPage(of_tournament("handed-in")),
    "hear-objections": StepPage(OVERVIEW),
    "make-final": StepPage(OVERVIEW, MOVE_TOURNAMENT, (("to", "final"),), award_links),
    "next-evening": StepPage(of_tournament("next-evening"), links=print_links),
    "others-confirm": StepPage(OVERVIEW),
    "papers-back": StepPage(
        of_tournament("handed-in"), of_tournament("papers-back"), links=papers_links
    ),
    "pay-prizes": StepPage(of_tournament("award")),
    "release-seating": StepPage(SERIES),
    "remove-names": StepPage(of_tournament("register", "#forget")),
    "reveal": StepPage(PUBLIC, of_tournament("public-freeze")),
    "report": StepPage(REPORT, SEND_REPORT),
    "report-corrected": StepPage(REPORT, SEND_REPORT),
    "report-refused": StepPage(REPORT),
    "report-unreached": StepPage(REPORT),
    "review": StepPage(OVERVIEW, MOVE_TOURNAMENT, (("to", "review"),), print_links),
    "seat-people": StepPage(of_series("series-late"), links=no_list_links),
    "seat-people-anew": StepPage(of_series("series-draw")),
    "show-results": StepPage(
        PUBLIC, PUBLIC_SWITCH, (("on", "yes"), ("series", "%(series)s"), ("part", "results"))
    ),
    "show-seating": StepPage(
        PUBLIC, PUBLIC_SWITCH, (("on", "yes"), ("series", "%(series)s"), ("part", "seating"))
    ),
    "start-series": StepPage(SERIES, MOVE_SERIES, (("to", "playing"),), start_links),
    "throw-dice": StepPage(SERIES),
}


@dataclass(frozen=True, slots=True)
class Overview:
    entries: int
    present: int
    series: tuple[SeriesView, ...]


def overview(tournament: Tournament, *, drafts: bool) -> Overview:
    """The content of the overview page; without `drafts` unreleased seatings are left out."""
    counts = tournament.entries.aggregate(
        entries=Count("pk"), present=Count("pk", filter=Q(state=EntryState.PRESENT))
    )
    all_series = with_tables(tournament.series.all())
    series = tuple(series_view(row, drafts=drafts) for row in all_series)
    return Overview(series=series, **counts)
