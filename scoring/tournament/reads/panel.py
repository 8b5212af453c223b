"""The panel of the next step: sentences, buttons and links for the steps of a reader."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext

from scoring.core.access import Right
from scoring.messages import amount, label
from scoring.messages.steps import STEP_WORDS
from scoring.models import HostDefaults, ScoreList, Tournament
from scoring.models.names import Scope
from scoring.models.person import EntryState
from scoring.models.score_list import CLOSED
from scoring.models.tournament import SeriesState
from scoring.rules.problem import Problem
from scoring.series.reads.series import SeriesView, series_view, with_tables
from scoring.standings.reads.players import moment
from scoring.tournament.reads.day import PlayerOfDay, SeriesOfDay, TableOfDay, day_of
from scoring.tournament.reads.steps import NextStep, steps_for

SHOWN_TABLES = 12  # so many tables are links, the others stand on the page of the series


@dataclass(frozen=True, slots=True)
class Link:
    word: str
    url: str


@dataclass(frozen=True, slots=True)
class ShownStep:
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
        return self.code not in PLAYERS


@dataclass(frozen=True, slots=True)
class NextSteps:
    """What a reader does next, and what else is open. `by_others`: he cannot do it himself."""

    first: ShownStep
    others: tuple[ShownStep, ...]
    by_others: bool = False


def next_steps(tournament: Tournament, right: Right, user: object) -> NextSteps:
    """The panel of a tournament for a reader."""
    found = steps_for(day_of(tournament, right, user), right)
    if not right.covers(found[0].role):
        return NextSteps(for_information(tournament, found[0]), (), by_others=True)
    first, *others = (shown(tournament, each) for each in found)
    return NextSteps(first, tuple(others))


def for_information(tournament: Tournament, step: NextStep) -> ShownStep:
    """A step that is up to others, with the page that the reader may look at meanwhile."""
    series = step.series
    if series is not None and series.state != SeriesState.DRAFT:
        word = gettext("To series %(series)s") % {"series": series.number}
        return ShownStep(step.code, title_of(tournament, step), of_series(series, "series"), word)
    url = reverse("standings", args=[tournament.pk])
    return ShownStep(step.code, title_of(tournament, step), url, gettext("To the standings"))


def shown(tournament: Tournament, step: NextStep) -> ShownStep:
    """A step with its button and links."""
    word = str(STEP_WORDS[step.code][1])
    places = places_of(tournament, step)
    url = places[0].url if places else PAGES[step.code](tournament, step)
    words = params_of(tournament, step)
    words |= {"table": step.tables[0].number} if step.tables else {}
    action, post = sent_by(tournament, step)
    return ShownStep(
        code=step.code,
        title=title_of(tournament, step),
        url=url,
        word=word % words,
        hint=hint_of(tournament, step),
        action=action,
        post=post,
        field=FIELDS.get(step.code, "") if step.code != "make-final" else step.against,
        places=places,
        more=step.count - len(places) if places else 0,
        links=links_of(tournament, step),
    )


def title_of(tournament: Tournament, step: NextStep) -> str:
    by_rank = step.code == "draw" and step.series and step.series.mode.startswith("by-rank")
    title = STEP_WORDS["draw-by-rank" if by_rank else step.code][0]
    return str(title % params_of(tournament, step))  # type: ignore[operator]


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
    """What a reader should know beside the step."""
    if step.code == "enter-players" and step.count:
        return gettext("So far %(count)s. It takes at least three, and five cannot be seated.") % {
            "count": step.count
        }
    if step.code == "make-final" and step.count:
        return title_of(tournament, replace(step, code="collect-fees")) + "."
    if step.code == "close-series" and step.series and step.series.to_confirm:
        return gettext("Lists that nobody confirmed: %(count)s.") % {
            "count": len(step.series.to_confirm)
        }
    return ""


# Where it is done -------------------------------------------------------------------------------


def of_series(series: SeriesOfDay | None, name: str) -> str:
    return reverse(name, args=[series.id if series else 0])


def in_tournament(name: str) -> Callable[[Tournament, NextStep], str]:
    return lambda tournament, _step: reverse(name, args=[tournament.pk])


def in_series(name: str, query: str = "") -> Callable[[Tournament, NextStep], str]:
    return lambda _tournament, step: of_series(step.series, name) + query


PAGES: Mapping[str, Callable[[Tournament, NextStep], str]] = {
    "add-series": in_tournament("series-new"),
    "answer-calls": in_tournament("rulings"),
    "back-to-play": in_tournament("tournament-settings"),
    "back-up": lambda tournament, _step: f"{reverse('backups')}?tournament={tournament.pk}",
    "begin": in_tournament("tournament"),
    "broken-off": in_tournament("break-off"),
    "choose-prizes": lambda tournament, step: (
        f"{reverse('award', args=[tournament.pk])}#choose-{step.scope}"
    ),
    "close-season": lambda tournament, _step: (
        f"{reverse('season', args=[tournament.season_id])}#end"
    ),
    "close-series": in_series("series"),
    "collect-fees": in_tournament("money-open"),
    "collect-series": in_series("series-fees"),
    "collect-signatures": in_series("series", "?by=confirm"),
    "confirm-lists": in_series("series", "?by=confirm"),
    "correct-upheld": lambda tournament, step: reverse("ruling", args=[tournament.pk, step.count]),
    "count-till": in_tournament("till"),
    "decide-objections": in_tournament("rulings"),
    "draw": in_series("series"),
    "draw-lots": lambda tournament, step: Scope(step.scope).url(tournament.pk),
    "enter-lists": in_series("series"),
    "enter-players": in_tournament("entries"),
    "fill-draft": in_series("series"),
    "fill-seats": in_series("series"),
    "find-second-person": in_tournament("people"),
    "finished": in_tournament("standings"),
    "hand-in": in_tournament("handed-in"),
    "hear-objections": in_tournament("tournament"),
    "make-final": in_tournament("tournament"),
    "next-evening": lambda tournament, _step: reverse("next-evening", args=[tournament.pk]),
    "others-confirm": in_tournament("tournament"),
    "pay-prizes": in_tournament("award"),
    "release-seating": in_series("series"),
    "remove-names": lambda tournament, _step: f"{reverse('register', args=[tournament.pk])}#forget",
    "reveal": in_tournament("tournament-public"),
    "report": in_tournament("report"),
    "report-corrected": in_tournament("report"),
    "report-refused": in_tournament("report"),
    "report-unreached": in_tournament("report"),
    "review": in_tournament("tournament"),
    "seat-people": in_series("series-late"),
    "seat-people-anew": in_series("series-draw"),
    "show-results": in_tournament("tournament-public"),
    "show-seating": in_tournament("tournament-public"),
    "start-series": in_series("series"),
    "throw-dice": in_series("series"),
}

# What a button sends at once: the name of the address and the fields.
OF_THE_TOURNAMENT = {
    "begin": ("tournament-state", (("to", "running"),)),
    "make-final": ("tournament-state", (("to", "final"),)),
    "report": ("report-send", ()),
    "report-corrected": ("report-send", ()),
    "review": ("tournament-state", (("to", "review"),)),
    "reveal": ("public-freeze", ()),
}
OF_THE_SERIES = {
    "close-series": ("series-state", (("to", "closed"),)),
    "draw": ("series-draw", ()),
    "start-series": ("series-state", (("to", "playing"),)),
}
SHOWING = {"show-results": "results", "show-seating": "seating"}
FIELDS = {"review": "until"}


def sent_by(tournament: Tournament, step: NextStep) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The address and the fields of the button, where it is no link."""
    if step.code in OF_THE_TOURNAMENT:
        name, fields = OF_THE_TOURNAMENT[step.code]
        return reverse(name, args=[tournament.pk]), fields
    if step.code in OF_THE_SERIES and step.series:
        name, fields = OF_THE_SERIES[step.code]
        return of_series(step.series, name), fields
    if step.code in SHOWING and step.series:
        number, part = str(step.series.number), SHOWING[step.code]
        fields = (("on", "yes"), ("series", number), ("part", part))
        return reverse("public-switch", args=[tournament.pk]), fields
    return "", ()


def places_of(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    """A link for each table, or for each player, that the step is about."""
    if step.series and step.code in PLAYERS:
        players = step.series.waiting if step.code == "seat-people" else step.series.gone
        return tuple(Link(each.name, seat_of(step.series, each)) for each in players)
    shown = step.tables[:SHOWN_TABLES]
    if step.code == "answer-calls":
        new = reverse("ruling-new", args=[tournament.pk])
        return tuple(Link(str(each.number), new + ruling_query(each)) for each in shown)
    name = "list-confirm" if step.code == "confirm-lists" else "list"
    return tuple(Link(str(each.number), reverse(name, args=[each.list_id])) for each in shown)


def seat_of(series: SeriesOfDay, player: PlayerOfDay) -> str:
    """Where a player gets his seat: at the list of the table that he joins, else on his page."""
    if player.joins:
        return f"{reverse('list-players', args=[player.joins])}?joins={player.number}"
    return reverse("series-seat", args=[series.id, player.number])


def ruling_query(table: TableOfDay) -> str:
    """What a new decision takes from the call of a table."""
    return f"?list={table.list_id}" + (f"&game={table.game}" if table.game else "")


PLAYERS = ("seat-people", "fill-seats")


def links_of(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    """What goes with a step: what is printed for it, and other ways."""
    make = OTHER_LINKS.get(step.code)
    return make(tournament, step) if make else ()


def preparing(tournament: Tournament, _step: NextStep) -> tuple[Link, ...]:
    """What is set once, before anybody pays."""
    names = {
        "money-fees": gettext("Fees"),
        "categories": gettext("Categories"),
        "pots": gettext("Pots"),
        "teams": gettext("Teams"),
    }
    return tuple(Link(word, reverse(name, args=[tournament.pk])) for name, word in names.items())


def for_a_draw(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    series = step.series
    if series is None:
        return ()
    otherwise = Link(gettext("Draw otherwise"), of_series(series, "series-draw"))
    if series.number == 1:
        return (otherwise, *preparing(tournament, step))
    word = gettext("Print the result of series %(number)s") % {"number": series.number - 1}
    return (
        otherwise,
        Link(word, reverse("prints-now", args=[tournament.pk])),
        Link(gettext("Somebody comes or leaves"), reverse("entries", args=[tournament.pk])),
    )


def for_a_start(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    number = {"number": step.series.number if step.series else 0}
    word = gettext("Print everything for series %(number)s") % number
    return (
        Link(word, reverse("prints-now", args=[tournament.pk])),
        *while_playing(tournament, step),
    )


def while_playing(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    """People who come late, and people who are missing or leave."""
    return (
        Link(gettext("Somebody comes late"), reverse("entries", args=[tournament.pk])),
        Link(
            gettext("Somebody is missing or leaves"), f"{of_series(step.series, 'series')}?by=names"
        ),
    )


def printing(tournament: Tournament, _step: NextStep) -> tuple[Link, ...]:
    return (Link(gettext("Print the results"), reverse("prints-now", args=[tournament.pk])),)


def award_and_printing(tournament: Tournament, step: NextStep) -> tuple[Link, ...]:
    award = Link(gettext("To the award"), reverse("award", args=[tournament.pk]))
    collect = Link(gettext("Collect first"), reverse("money-open", args=[tournament.pk]))
    return (*((collect,) if step.count else ()), award, *printing(tournament, step))


OTHER_LINKS: Mapping[str, Callable[[Tournament, NextStep], tuple[Link, ...]]] = {
    "answer-calls": lambda tournament, _step: (
        Link(gettext("What they ask"), reverse("rulings", args=[tournament.pk])),
    ),
    "draw": for_a_draw,
    "enter-lists": while_playing,
    "enter-players": preparing,
    "find-second-person": lambda tournament, _step: (
        Link(
            gettext("Or let whoever typed them confirm"),
            reverse("tournament-settings", args=[tournament.pk]),
        ),
    ),
    "finished": printing,
    "make-final": award_and_printing,
    "next-evening": printing,
    "review": printing,
    "seat-people": lambda _tournament, step: (
        Link(gettext("Or say why"), f"{of_series(step.series, 'series')}#no-list-head"),
    ),
    "start-series": for_a_start,
}


# The day of a tournament at a glance.


@dataclass(frozen=True, slots=True)
class Overview:
    tournament: Tournament
    entries: int
    present: int
    series: tuple[SeriesView, ...]


def overview(tournament: Tournament, *, drafts: bool = True) -> Overview:
    """Everything the first page of a tournament shows: seven queries, however many tables.

    Without `drafts` a seating that is not released yet is not shown: it may still change.
    """
    counted = tournament.entries.aggregate(
        entries=Count("pk"), present=Count("pk", filter=Q(state=EntryState.PRESENT))
    )
    every = with_tables(tournament.series.all())
    series = tuple(series_view(each, drafts=drafts) for each in every)
    return Overview(tournament, counted["entries"], counted["present"], series)


# Lists that lack signatures, named before a result becomes final (TO 9.11).


def unsigned_lists(tournament: Tournament) -> list[Problem]:
    """The tables whose lists count and lack a signature, one problem for each series."""
    lists = ScoreList.objects.filter(series__tournament=tournament, state__in=CLOSED)
    tables: dict[int, list[int]] = defaultdict(list)
    for score_list in lists.select_related("series").order_by("series__number", "table_number"):
        if score_list.unsigned_seats:
            tables[score_list.series.number].append(score_list.table_number)
    return [
        Problem(
            "lists-unsigned",
            params={"series": series, "count": len(table), "tables": table},
            rule="TO 9.11",
        )
        for series, table in tables.items()
    ]


def defaults_of(host: int) -> HostDefaults:
    """What the administrator of the host (an id) has agreed, else what is usual."""
    return HostDefaults.objects.filter(host=host).first() or HostDefaults(host_id=host)
