"""The panel of the next step: sentences, buttons and links for the steps of a reader."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.core.access import Right
from scoring.messages import amount
from scoring.models import Tournament
from scoring.models.names import Scope
from scoring.models.series import SeriesState
from scoring.standings.reads.players import moment
from scoring.tournament.reads.day import SeriesOfDay, day_of
from scoring.tournament.reads.steps import Step, steps_for

SHOWN_TABLES = 12  # so many tables are links, the others stand on the page of the series

# What a step is called, and the word of its button.
Words = tuple[object, str | Promise]
WORDS: Mapping[str, Words] = {
    "add-series": (_("Add a series"), _("Add a series")),
    "back-to-play": (
        _("Series %(series)s is open again: go back to playing"),
        _("To the settings"),
    ),
    "back-up": (_("Take a backup away on a stick"), _("To the backups")),
    "begin": (_("Begin the tournament"), pgettext_lazy("tournament", "Begin")),
    "broken-off": (_("The tournament is broken off"), _("What became of the money")),
    "close-series": (_("All lists are in: close series %(series)s"), _("Close the series")),
    "collect-fees": (
        ngettext_lazy(
            "Fees are open: %(count)s player, %(sum)s",
            "Fees are open: %(count)s players, %(sum)s",
            "count",
        ),
        _("To the open fees"),
    ),
    "collect-signatures": (
        _("Series %(series)s: record the signatures that are missing"),
        _("To the signatures"),
    ),
    "confirm-lists": (
        ngettext_lazy(
            "Series %(series)s: compare %(count)s list with the paper and confirm it",
            "Series %(series)s: compare %(count)s lists with the paper and confirm them",
            "count",
        ),
        _("Table %(table)s"),
    ),
    "correct-upheld": (
        _("The objection to decision %(count)s was upheld: correct the list"),
        _("To the decision"),
    ),
    "count-till": (_("Count the till"), _("To the till")),
    "decide-objections": (
        ngettext_lazy(
            "%(count)s objection has to be decided",
            "%(count)s objections have to be decided",
            "count",
        ),
        _("To the objections"),
    ),
    "draw": (
        ngettext_lazy(
            "Draw the seating of series %(series)s: %(count)s player waits",
            "Draw the seating of series %(series)s: %(count)s players wait",
            "count",
        ),
        _("Draw the seating"),
    ),
    "draw-lots": (_("A lot has to decide among equal players"), _("To the standings")),
    "enter-lists": (
        ngettext_lazy(
            "Series %(series)s: enter %(count)s list",
            "Series %(series)s: enter %(count)s lists",
            "count",
        ),
        _("Table %(table)s"),
    ),
    "enter-players": (_("Enter the players"), _("To the players")),
    "fill-draft": (
        ngettext_lazy(
            "Series %(series)s: %(count)s player has left and still has a seat",
            "Series %(series)s: %(count)s players have left and still have a seat",
            "count",
        ),
        _("To series %(series)s"),
    ),
    "fill-seats": (
        ngettext_lazy(
            "Series %(series)s: the player of %(count)s seat has left",
            "Series %(series)s: the players of %(count)s seats have left",
            "count",
        ),
        _("To series %(series)s"),
    ),
    "find-second-person": (
        ngettext_lazy(
            "%(count)s list waits for a second person to confirm it",
            "%(count)s lists wait for a second person to confirm them",
            "count",
        ),
        _("Add a helper"),
    ),
    "finished": (_("The result is final"), _("To the standings")),
    "hand-in": (
        ngettext_lazy(
            "Lists and start card of %(count)s winner are missing",
            "Lists and start cards of %(count)s winners are missing",
            "count",
        ),
        _("Tick what came in"),
    ),
    "hear-objections": (_("Under review until %(until)s: hear objections"), ""),
    "make-final": (
        _("When nobody objects any more: honour the winners, declare the result final"),
        _("Declare final"),
    ),
    "next-evening": (
        _("The result is final: prepare the next evening"),
        _("New tournament"),
    ),
    "others-confirm": (
        ngettext_lazy(
            "Somebody else has to confirm %(count)s list",
            "Somebody else has to confirm %(count)s lists",
            "count",
        ),
        "",
    ),
    "pay-prizes": (
        ngettext_lazy(
            "Pay the prizes: %(count)s winner, %(sum)s",
            "Pay the prizes: %(count)s winners, %(sum)s",
            "count",
        ),
        _("To the award"),
    ),
    "release-seating": (
        _("Look through the seating of series %(series)s and release it"),
        _("To series %(series)s"),
    ),
    "reveal": (_("The hall sees frozen standings"), _("Reveal everything")),
    "review": (
        _("All series are closed: post the standings for review"),
        _("Begin the review"),
    ),
    "seat-people": (
        ngettext_lazy(
            "Series %(series)s: %(count)s player has no seat",
            "Series %(series)s: %(count)s players have no seat",
            "count",
        ),
        _("Give them seats"),
    ),
    "seat-people-anew": (
        ngettext_lazy(
            "Series %(series)s: %(count)s player came after the draw and has no seat",
            "Series %(series)s: %(count)s players came after the draw and have no seat",
            "count",
        ),
        _("Draw again"),
    ),
    "show-results": (
        _("Show the results of series %(series)s on the public pages"),
        _("Show the results"),
    ),
    "show-seating": (
        _("Show the seating of series %(series)s on the public pages"),
        _("Show the seating"),
    ),
    "start-series": (
        _("Post the seating of series %(series)s; then it starts"),
        _("The series starts"),
    ),
    "throw-dice": (
        _("Series %(series)s: throw the dice for the announced draw"),
        _("To series %(series)s"),
    ),
}


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


def for_information(tournament: Tournament, step: Step) -> ShownStep:
    """A step that is up to others, with the page that the reader may look at meanwhile."""
    series = step.series
    if series is not None and series.state != SeriesState.DRAFT:
        word = gettext("To series %(series)s") % {"series": series.number}
        return ShownStep(step.code, title_of(tournament, step), of_series(series, "series"), word)
    url = reverse("standings", args=[tournament.pk])
    return ShownStep(step.code, title_of(tournament, step), url, gettext("To the standings"))


def shown(tournament: Tournament, step: Step) -> ShownStep:
    """A step with its button and links."""
    word = str(WORDS[step.code][1])
    places = places_of(step)
    url = places[0].url if places else PAGES[step.code](tournament, step)
    words = params_of(tournament, step)
    words |= {"table": step.tables[0].number} if step.tables else {}
    action, post = sent_by(tournament, step)
    return ShownStep(
        code=step.code,
        title=title_of(tournament, step),
        url=url,
        word=word % words,
        hint=hint_of(step),
        action=action,
        post=post,
        field=FIELDS.get(step.code, "") if step.code != "make-final" else step.against,
        places=places,
        more=step.count - len(places) if places else 0,
        links=links_of(tournament, step),
    )


def title_of(tournament: Tournament, step: Step) -> str:
    title = WORDS[step.code][0]
    return str(title % params_of(tournament, step))  # type: ignore[operator]


def params_of(tournament: Tournament, step: Step) -> dict[str, object]:
    until = tournament.review_until
    return {
        "series": step.series.number if step.series else 0,
        "count": step.count,
        "sum": amount(step.cents),
        "until": moment(until) if until else "",
    }


def hint_of(step: Step) -> str:
    """What a reader should know beside the step."""
    if step.code == "enter-players" and step.count:
        return gettext("So far %(count)s. It takes at least three, and five cannot be seated.") % {
            "count": step.count
        }
    if step.code == "close-series" and step.series and step.series.to_confirm:
        return gettext("Lists that nobody confirmed: %(count)s.") % {
            "count": len(step.series.to_confirm)
        }
    return ""


# Where it is done -------------------------------------------------------------------------------


def of_series(series: SeriesOfDay | None, name: str) -> str:
    return reverse(name, args=[series.id if series else 0])


def in_tournament(name: str) -> Callable[[Tournament, Step], str]:
    return lambda tournament, _step: reverse(name, args=[tournament.pk])


def in_series(name: str, query: str = "") -> Callable[[Tournament, Step], str]:
    return lambda _tournament, step: of_series(step.series, name) + query


PAGES: Mapping[str, Callable[[Tournament, Step], str]] = {
    "add-series": in_tournament("series-new"),
    "back-to-play": in_tournament("tournament-settings"),
    "back-up": lambda tournament, _step: f"{reverse('backups')}?tournament={tournament.pk}",
    "begin": in_tournament("tournament"),
    "broken-off": in_tournament("break-off"),
    "close-series": in_series("series"),
    "collect-fees": in_tournament("money-open"),
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
    "reveal": in_tournament("tournament-public"),
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


def sent_by(tournament: Tournament, step: Step) -> tuple[str, tuple[tuple[str, str], ...]]:
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


def places_of(step: Step) -> tuple[Link, ...]:
    """A link for each table, or for each player, that the step is about."""
    if step.series and step.code in PLAYERS:
        players = step.series.waiting if step.code == "seat-people" else step.series.gone
        return tuple(
            Link(each.name, reverse("series-seat", args=[step.series.id, each.number]))
            for each in players
        )
    name = "list-confirm" if step.code == "confirm-lists" else "list"
    shown = step.tables[:SHOWN_TABLES]
    return tuple(Link(str(each.number), reverse(name, args=[each.list_id])) for each in shown)


PLAYERS = ("seat-people", "fill-seats")


def links_of(tournament: Tournament, step: Step) -> tuple[Link, ...]:
    """What goes with a step: what is printed for it, and other ways."""
    make = OTHER_LINKS.get(step.code)
    return make(tournament, step) if make else ()


def preparing(tournament: Tournament, _step: Step) -> tuple[Link, ...]:
    """What is set once, before anybody pays."""
    names = {"money-fees": gettext("Fees"), "pots": gettext("Pots"), "teams": gettext("Teams")}
    return tuple(Link(word, reverse(name, args=[tournament.pk])) for name, word in names.items())


def for_a_draw(tournament: Tournament, step: Step) -> tuple[Link, ...]:
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


def for_a_start(tournament: Tournament, step: Step) -> tuple[Link, ...]:
    number = {"number": step.series.number if step.series else 0}
    word = gettext("Print everything for series %(number)s") % number
    return (
        Link(word, reverse("prints-now", args=[tournament.pk])),
        *while_playing(tournament, step),
    )


def while_playing(tournament: Tournament, step: Step) -> tuple[Link, ...]:
    """People who come late, and people who are missing or leave."""
    return (
        Link(gettext("Somebody comes late"), reverse("entries", args=[tournament.pk])),
        Link(
            gettext("Somebody is missing or leaves"), f"{of_series(step.series, 'series')}?by=names"
        ),
    )


def printing(tournament: Tournament, _step: Step) -> tuple[Link, ...]:
    return (Link(gettext("Print the results"), reverse("prints-now", args=[tournament.pk])),)


def award_and_printing(tournament: Tournament, step: Step) -> tuple[Link, ...]:
    award = Link(gettext("To the award"), reverse("award", args=[tournament.pk]))
    return (award, *printing(tournament, step))


OTHER_LINKS: Mapping[str, Callable[[Tournament, Step], tuple[Link, ...]]] = {
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
