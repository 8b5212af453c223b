"""Reads of a score list: settlement, foot, second entry, confirmation, doubts."""

import json
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from math import isqrt
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, When
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Listing
from scoring.messages.sentence import points
from scoring.models import LogEntry, Recheck, ScoreList, Seat, Series, Tournament, User
from scoring.models.log import WRITING, Action
from scoring.models.score_list import CLOSED, PAPER, Depth, ListState
from scoring.models.tournament import Confirm
from scoring.rules import settlement
from scoring.rules.foot import Ask, WrongSum, next_question
from scoring.rules.problem import Problem
from scoring.rules.records import read_line
from scoring.rules.score_list import Line, Outline, lines_of_soloist


def settlement_listing(
    score_list: ScoreList, stake: Fraction, *, by_game: bool = False
) -> Listing | None:
    """Who pays whom at a stake in cents a point (docs/law.md "Settlement").

    None while nothing is entered, or by game if the list has no games. A note says why it is not
    the tournament's own settlement.
    """
    if by_game and score_list.depth != Depth.GAMES:
        return None
    outline, rows = score_list.outline, score_list.seat_rows.select_related("entry__person")
    seats = [str(outline.seat_of(row.position)) for row in rows]
    names = [f"{seat} {row.entry.person}" for seat, row in zip(seats, rows, strict=True)]
    private = private_note(score_list, stake)
    if by_game:
        return listing_by_game(names, score_list, stake, private)
    totals = [row.points for row in rows if row.points is not None]
    if len(totals) < len(outline.positions):
        return None
    periods: Sequence[Sequence[int | None]] = [totals]
    if outline.sittings:
        periods = settlement.points_by_period(score_list.lines(), outline)
    # A player who joined at a round has the seat of another: then names head the columns.
    heads = seats if len({*seats}) == len(seats) else names
    return listing_by_sum(names, heads, totals, settlement.settle(periods), stake, private)


def private_note(score_list: ScoreList, stake: Fraction) -> str:
    """Why a settlement at this stake is private arithmetic; empty if it is not (TO 9.2)."""
    series = score_list.series
    agreed = series.tournament.stake_of(series.number)
    if agreed is not None and agreed.stake == stake:
        return ""
    if agreed is not None and agreed.stake is not None:
        sentence = _(
            "Private arithmetic: agreed before the series are %(agreed)s cents a point, not "
            "%(stake)s (TO 9.2)."
        )
        return sentence % {"agreed": agreed.stake, "stake": stake}
    later = [each for each in series.tournament.agreed_stakes if each.from_series > series.number]
    if later:
        moment = timezone.localtime(later[0].set_at)
        return _(
            "Private arithmetic: the stake was set on %(moment)s, when the series had begun "
            "(TO 9.2)."
        ) % {"moment": date_format(moment, "SHORT_DATETIME_FORMAT")}
    return _(
        "Private arithmetic: no stake was agreed before the series, so it is not played for "
        "money (TO 9.2)."
    )


def money_heading(private: str) -> str:
    """The heading of the amounts; a csv has no notes that would mark private arithmetic."""
    return _("Euro (private arithmetic)") if private else _("Euro")


def listing_by_sum(
    names: Sequence[str],
    heads: Sequence[str],
    totals: Sequence[int],
    pairs: Sequence[Sequence[int]],
    stake: Fraction,
    private: str,
) -> Listing:
    """The points that a player gets from every other (`pairs`), their sum, and the money."""
    columns = [
        Column("name", _("Player")),
        Column("points", _("Game points"), "points", minor=True),
        *(
            Column(f"from_{place}", _("from %(seat)s") % {"seat": head}, "points", minor=True)
            for place, head in enumerate(heads, 1)
        ),
        Column("settled", _("Points won or lost"), "points"),
        Column("cents", money_heading(private), "cents"),
    ]
    cents = settlement.in_cents(tuple(map(sum, pairs)), stake)
    rows = []
    for own, (name, total, won) in enumerate(zip(names, totals, pairs, strict=True)):
        from_others = {f"from_{at}": points for at, points in enumerate(won, 1) if at - 1 != own}
        sums = {"settled": sum(won), "cents": cents[own]}
        rows.append({"name": name, "points": total, **from_others, **sums})
    return Listing(_("By sum"), columns, rows, notes=[private] if private else [])


def listing_by_game(
    names: Sequence[str], score_list: ScoreList, stake: Fraction, private: str
) -> Listing:
    """The money that every game moves, and the sums."""
    columns = [
        Column("number", pgettext("score list", "No."), "int", width=6),
        *(
            Column(f"cents_{place}", name, "cents", group=money_heading(private))
            for place, name in enumerate(names, 1)
        ),
    ]
    lines, outline = score_list.lines(), score_list.outline
    rows = [
        {"number": game.number, **cents_by_place(game.cents, blank=True)}
        for game in settlement.paid_games(lines, outline, stake)
    ]
    # A csv has no groups of columns, so the sum says it as well.
    words = _("Sum (private arithmetic)") if private else _("Sum")
    sums = cents_by_place(settlement.settle_games(lines, outline, stake))
    notes, foot = [private] if private else [], [{"number": words, **sums}]
    return Listing(_("Game by game"), columns, rows, notes=notes, foot=foot)


def cents_by_place(cents: tuple[int, ...], *, blank: bool = False) -> dict[str, int | None]:
    """Amounts by the keys of their columns; with `blank` None instead of 0."""
    return {
        f"cents_{place}": None if blank and not amount else amount
        for place, amount in enumerate(cents, 1)
    }


# The foot of the paper compared with the games, and the search for the wrong line.

FOOT_CODES = ("foot-points", "foot-won", "foot-lost", "foot-total")


def seat_words(seat: Seat) -> object:
    """A seat as sentences name it: its number, with the name of a player who joined there."""
    return seat.chair if seat.chair == seat.position else f"{seat.chair} ({seat.entry.person})"


def foot_problems(seats: Iterable[Seat]) -> list[Problem]:
    """Where the paper's foot differs from the games (docs/law.md "A score list", TO 8.12)."""
    problems = []
    for seat in seats:
        figures = (seat.points, seat.won, seat.lost, seat.performance)
        for code, name, computed in zip(FOOT_CODES, PAPER, figures, strict=True):
            paper = getattr(seat, name)
            if paper is not None and computed is not None and paper != computed:
                params = {"seat": seat_words(seat), "position": seat.position}
                params |= {"paper": paper, "computed": computed}
                problems.append(Problem(code, name.removeprefix("paper_"), params, "TO 8.12"))
    return problems


@dataclass(frozen=True, slots=True)
class Trace:
    """The search for the wrong line of one seat: the next question, or its result.

    `seat` is a position, `chair` the seat at the table; `totals` maps numbers of games to the
    paper's running totals after them, in points.
    """

    seat: int
    chair: int
    name: str
    totals: Mapping[int, int]
    question: Ask | None = None
    wrong_sum: WrongSum | None = None

    @property
    def earlier(self) -> str:
        """The totals as the page sends them back: "22:440 33:640"."""
        return " ".join(f"{number}:{total}" for number, total in sorted(self.totals.items()))


def paper_text(seats: Iterable[Seat]) -> str:
    """The figures on paper as one line, which a page sends back as what it showed."""
    figures = {
        f"{name.removeprefix('paper_')}_{seat.position}": figure
        for seat in seats
        for name in PAPER
        if (figure := getattr(seat, name)) is not None
    }
    return urlencode(figures)


def check_foot(
    lines: Sequence[Line],
    outline: Outline,
    seats: Sequence[Seat],
    seat: int | None = None,
    totals: Mapping[int, int] | None = None,
) -> dict[str, Any]:
    """The figures on paper as `text`, the `differences`, and the `trace` if points differ.

    It is searched with the paper's `totals` of `seat`, a position; if that is None or its points
    agree, the first seat that differs is searched.
    """
    differences = foot_problems(seats)
    foot = {"text": paper_text(seats), "differences": differences}
    of_points = [problem.params for problem in differences if problem.field == "points"]
    if not of_points:
        return foot
    differing = [int(str(params["position"])) for params in of_points]
    if seat is None or seat not in differing:
        seat, totals = differing[0], {}
    own, totals = lines_of_soloist(lines, outline, seat), totals or {}
    # Running totals that were typed with the games are known as well.
    running = {
        line.number: line.running for line in own if line.running is not None and not line.annulled
    }
    chair = outline.seat_of(seat)
    step = next_question(own, chair, running | dict(totals))
    name = next(str(row.entry.person) for row in seats if row.position == seat)
    if isinstance(step, Ask):
        return foot | {"trace": Trace(seat, chair, name, totals, question=step)}
    return foot | {"trace": Trace(seat, chair, name, totals, wrong_sum=step)}


@dataclass(frozen=True, slots=True)
class EntryDifference:
    """Where the two entries differ: game `place`, or the figures of seat `place`.

    `first` is what the list says, `second` the blind entry; None if one is empty.
    """

    place: int
    first: Any
    second: Any

    @property
    def mark(self) -> str:
        """A digest that tells it from another difference at the same place."""
        both = json.dumps([self.first, self.second], sort_keys=True)
        return sha256(both.encode()).hexdigest()[:16]


def blind_outline(score_list: ScoreList) -> Outline:
    """The outline without the end of the first entry, which stays hidden."""
    return replace(score_list.outline, ended_after=None, stop_reason="")


def missing_games(recheck: Recheck, *, ended: bool) -> list[int]:
    """The numbers without a blind line; with `ended` the paper stops after the last line."""
    entered = {line.number for line in blind_lines(recheck)}
    last = max(entered, default=0) if ended else blind_outline(recheck.list).games_due
    return [number for number in range(1, last + 1) if number not in entered]


def blind_lines(recheck: Recheck) -> list[Line]:
    """The lines of the second entry by number."""
    system = recheck.list.series.tournament.rule_system
    games = recheck.document.get("games", {})
    lines = [read_line(record, system=system)[0] for record in games.values()]
    return sorted((line for line in lines if line), key=lambda line: line.number)


def blind_line(recheck: Recheck, number: int) -> Line | None:
    """The line of the second entry in a row; None if the row is empty."""
    return next((line for line in blind_lines(recheck) if line.number == number), None)


# Who entered a list, and which list to confirm next.

Writer = TypeVar("Writer", bound=Hashable)
CLEARINGS = (Action.LIST_CLEARED, Action.LIST_RESTORED)
# The acts that show who entered a list since it was last empty. A second entry corrects a list and
# confirms it at once: its typist counts as a writer only for later confirmations.
ENTRY_ACTS = (*WRITING, *CLEARINGS)
FIRST_ENTRY_ACTS = tuple(act for act in ENTRY_ACTS if act != Action.LIST_RECHECK_CORRECTED)


def log_of_list(score_list: ScoreList) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(
        tournament=score_list.series.tournament_id, subject=score_list.subject
    )


def log_of_lists(series: Series) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(
        tournament=series.tournament_id, subject__startswith=f"list/{series.number}/"
    )


def typists_of(score_list: ScoreList) -> dict[str, Any]:
    """Who has entered the list since it was last empty, and when its content last changed."""
    users = User.objects.filter(pk__in=writers(score_list)).order_by("username")
    last = log_of_list(score_list).filter(action__in=WRITING).order_by("-id")
    return {"names": [*map(str, users)], "at": last.values_list("at", flat=True).first()}


def pile_order(series: Series) -> dict[int, int]:
    """The place of each table in the piles of paper: clerk by clerk, as their lists were entered.

    A list that was corrected or reopened since keeps its place.
    """
    log = log_of_lists(series).filter(action__in=(Action.LIST_CLOSED, Action.LIST_TOTALS_ENTERED))
    clerks: dict[str, int | None] = {}
    for subject, user in log.order_by("id").values_list("subject", "user_id"):
        clerks.setdefault(subject, user)
    piles = list(clerks.values())
    ordered = sorted(clerks, key=lambda subject: piles.index(clerks[subject]))
    return {int(subject.rpartition("/")[2]): place for place, subject in enumerate(ordered)}


def next_to_confirm(score_list: ScoreList, user: User | None) -> ScoreList | None:
    """The next list in the piles of paper that this account may confirm."""
    order = pile_order(score_list.series)
    lists = score_list.series.lists.filter(Q(pk=score_list.pk) | Q(state=ListState.ENTERED))
    pile = sorted(lists, key=lambda each: order.get(each.table_number, len(order)))
    place = pile.index(score_list)
    following = (*pile[place + 1 :], *pile[:place])
    if user is None or score_list.series.tournament.confirm == Confirm.SELF:
        return next(iter(following), None)
    written = writers_in_log(log_of_lists(score_list.series).filter(action__in=ENTRY_ACTS))
    of_others = (each for each in following if user.pk not in written.get(each.subject, ()))
    return next(of_others, None)


def writers(score_list: ScoreList) -> set[int]:
    """The ids of all who entered something since the list was last empty."""
    log = log_of_list(score_list).filter(action__in=ENTRY_ACTS)
    return writers_in_log(log).get(score_list.subject, set())


def writers_of(tournament: Tournament) -> dict[str, set[int]]:
    """As `writers`, for all lists by subject, but without the corrections of second entries."""
    log = LogEntry.objects.filter(tournament=tournament, action__in=FIRST_ENTRY_ACTS)
    return writers_in_log(log)


def writers_in_log(log: QuerySet[LogEntry]) -> dict[str, set[int]]:
    """`writers_in` these rows, of which only clearings and each account's last acts are read."""
    clearing = Case(When(action__in=CLEARINGS, then=F("id")))
    acts = log.order_by().annotate(clearing=clearing)
    rows = acts.values("subject", "action", "user", "clearing").annotate(last=Max("id"))
    return writers_in(rows.order_by("last").values_list("subject", "action", "user"))


def writers_in(acts: Iterable[tuple[str, str, Writer | None]]) -> dict[str, set[Writer]]:
    """Who wrote each list since it was last empty, from subject, act and user in order."""
    writers, before = defaultdict[str, set[Writer]](set), dict[str, set[Writer]]()
    for subject, action, user in acts:
        if action == Action.LIST_CLEARED:
            before[subject], writers[subject] = writers[subject], set()
        elif action == Action.LIST_RESTORED:
            writers[subject] |= before.get(subject, set())
        elif user is not None:
            writers[subject].add(user)
    return writers


# Warnings about an entered list (docs/practice.md "Figures that are looked at twice").

ROUNDS = 12  # of the list to which the next three figures belong
MAX_GAIN = 2_452  # the best list that we know of
MAX_LOSS = 1_226  # below zero: about eleven games lost and none won
MAX_DEVIATION = 1_200  # from one's own average
MIN_OTHER_LISTS = 5  # that make an average


def doubts_of(score_list: ScoreList) -> list[Problem]:
    """The doubts about an entered list; none about one in another state."""
    if score_list.state != ListState.ENTERED:
        return []
    seats = list(score_list.seat_rows.select_related("entry__person"))
    if not any(seat.points for seat in seats):
        return []
    return [*same_totals(score_list, seats), *unlikely_results(score_list, seats)]


def same_totals(score_list: ScoreList, seats: Sequence[Seat]) -> Iterator[Problem]:
    """Tables with the same figures in every seat: probably one paper was typed twice."""
    others = ScoreList.objects.filter(series=score_list.series_id, state__in=CLOSED)
    for seat in seats:
        names = ("position", "points", "won", "lost")
        others = others.filter(**{f"seat_rows__{name}": getattr(seat, name) for name in names})
    for number in others.exclude(pk=score_list.pk).values_list("table_number", flat=True):
        yield Problem("same-totals", params={"table": number}, severity="warning")


def unlikely_results(score_list: ScoreList, seats: Sequence[Seat]) -> Iterator[Problem]:
    """Results beyond what this many games bring, or far from this person's other ones."""
    outline, others = score_list.outline, other_results(score_list, seats)
    # What luck can do grows with the root of the games.
    share = Fraction(outline.games_due, ROUNDS * outline.seats)
    loss, gain, deviation = (
        isqrt(int(figure**2 * share)) for figure in (MAX_LOSS, MAX_GAIN, MAX_DEVIATION)
    )
    for seat in seats:
        result = seat.performance or 0
        count, total = others.get(seat.entry.person_id, (0, 0))
        params: dict[str, object] = {"seat": seat.chair, "name": str(seat.entry.person)}
        params["points"] = points(result)
        if not -loss <= result <= gain:
            params |= {"games": outline.games_due, "least": points(-loss), "most": points(gain)}
            yield Problem("beyond-any-list", params=params, severity="warning")
        elif count >= MIN_OTHER_LISTS and abs(result * count - total) > deviation * count:
            params |= {"count": count, "average": points(round(Fraction(total, count)))}
            yield Problem("far-from-own-average", params=params, severity="warning")


def other_results(score_list: ScoreList, seats: Sequence[Seat]) -> dict[int, tuple[int, int]]:
    """How many other whole lists of as many games these people have, and their sum."""
    rows = Seat.objects.filter(
        entry__person__in=[seat.entry.person_id for seat in seats],
        list__state__in=CLOSED,
        list__seats=score_list.seats,
        list__games_due=score_list.outline.games_due,
        list__games_played=None,
        series__tournament__scheme=score_list.series.tournament.scheme,
    ).exclude(list=score_list)
    sums = rows.order_by().values_list("entry__person").annotate(Count("pk"), Sum("performance"))
    return {person: (count, total or 0) for person, count, total in sums}
