"""Figures of the public charts, without drawing: only what is released."""

from collections import Counter
from collections.abc import Hashable, Sequence

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.chart import Chart, rank_chart
from scoring.lists.printed.form import PaperList, place_of
from scoring.messages import label
from scoring.messages.sentence import points
from scoring.models import Game
from scoring.models.score_list import COUNTED_STATES
from scoring.public.access import PublicTournament
from scoring.public.reads.pages import field_of_players, overall, overall_after

TOP = 10
MAX_BARS = 12
WIDTHS = (50, 100, 200, 250, 500, 1000, 2000, 5000)  # of a bar, in points


def series_labels(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(_("Series %(number)s") % {"number": number} for number in numbers)


def chart_of_player(room: PublicTournament, entry_id: int) -> Chart | None:
    """A player's performance by series, compared with the field; None if nothing is released."""
    field = field_of_players(room)
    row = field.row_of(entry_id)
    if row is None or not row.results:
        return None
    own, labels = row.results, series_labels(field.numbers)
    mine = tuple(own[n].performance if n in own else None for n in field.numbers)
    names = _("this player"), _("best"), _("middle"), _("last")
    lines = tuple(zip(names, (mine, *zip(*field.figures, strict=True)), strict=True))
    title, along = _("Points by series, beside the field"), pgettext("one of several", "Series")
    about = along, _("Points"), "points", f"{row.start_number} {row.name}"
    return Chart("points", title, labels, lines, *about)


def chart_of_ranks(room: PublicTournament) -> Chart | None:
    """The ranks of today's first ten after each released series; None before the second."""
    current = overall(room)
    ranks: dict[str, dict[Hashable, int]] = {}
    for number, words in zip(current.numbers, series_labels(current.numbers), strict=True):
        after = overall_after(room, number)
        ranks[words] = {row.entry_id: row.rank.rank for row in after.rows}
    leaders = [(row.entry_id, row.name) for row in current.rows[:TOP]]
    return rank_chart(
        _("The way of the first ten"), pgettext("one of several", "Series"), ranks, leaders
    )


def chart_of_games(room: PublicTournament) -> Chart | None:
    """How often each game was won and lost, in the released lists typed game by game."""
    rows = Game.objects.filter(
        list__series__tournament=room.tournament,
        list__series__number__in=room.results,
        list__state__in=COUNTED_STATES[room.tournament.what_counts],
        annulled=False,
        passed=False,
        unread=False,
    )
    counts_by_game = rows.values("game").annotate(
        won=Count("pk", filter=Q(score__gt=0)), lost=Count("pk", filter=Q(score__lt=0))
    )
    counts = {row["game"]: (row["won"], row["lost"]) for row in counts_by_game.order_by()}
    if not counts:
        return None
    order = ("diamonds", "hearts", "spades", "clubs", "grand", "null", "revolution", "ramsch")
    played = [game for game in order if game in counts]
    won, lost = zip(*(counts[game] for game in played), strict=True)
    names, lines = [label("game", game) for game in played], ((_("won"), won), (_("lost"), lost))
    about = _("Game"), _("Games"), "bars"
    return Chart("bars", _("The mix of games"), tuple(names), lines, *about)


def chart_of_results(room: PublicTournament) -> Chart | None:
    """How many results of a series lie in which hundreds of points; None before there are some."""
    current = overall(room)
    results = [result.performance for row in current.rows for result in row.results.values()]
    if not results:
        return None
    low, high = min(results), max(results)
    width = next((each for each in WIDTHS if high // each - low // each < MAX_BARS), high - low + 1)
    counts = Counter(result // width for result in results)
    bars = range(low // width, high // width + 1)
    labels = tuple(points(bar * width) for bar in bars)
    lines = ((_("Results"), tuple(counts[bar] for bar in bars)),)
    about = _("Points of a series, from"), _("Results"), "results"
    return Chart("bars", _("How the results are spread"), labels, lines, *about)


def chart_of_lead(paper: PaperList) -> Chart | None:
    """The points of everybody at a table after each game; None unless it was typed by games."""
    names = [f"{seat.number} · {seat.name}" for seat in paper.seats]
    totals = [0] * len(names)
    after: list[tuple[int, ...]] = []
    for row in paper.rows:
        if {"not-played", "annulled"} & {*row.remarks}:
            continue
        if row.soloist is not None and row.running is not None:
            totals[row.soloist - 1] = row.running
        after.append(tuple(totals))
    if not any(map(any, after)):
        return None
    labels = tuple(str(number) for number in range(1, len(after) + 1))
    lines = tuple(zip(names, zip(*after, strict=True), strict=True))
    about = _("Game"), _("Game points"), "lead", place_of(paper)
    return Chart("lead", _("The lead at the table"), labels, lines, *about)
