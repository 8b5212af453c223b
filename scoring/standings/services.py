"""What decides a ranking beside the lists: points given or taken, lots, the totals of a season."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.db.models import F, Max
from django.utils import timezone

from scoring.core.access import has_role
from scoring.core.forms import Refused, refuse
from scoring.core.services import Change, changing, refresh, write_log
from scoring.models import Actor, Adjustment, Entry, Lot, Role, Season, Series, Team, Tournament
from scoring.models.log import Action
from scoring.models.names import entry_subject
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem
from scoring.standings.reads.scopes import find_standings
from scoring.standings.reads.season import SeasonStandings

MAX_POINTS = 9_999
REASON_LENGTH = 200


def adjust(
    entry: Entry,
    points: int,
    *,
    reason: str,
    by: Actor,
    series: Series | None = None,
) -> None:
    """Give or take points, in one series or on the total.

    In a series they are part of its result and dropped with it; on the total they always count.
    Raises Refused with all problems.
    """
    about = entry_subject(entry.start_number)
    with changing(entry.tournament, by, Action.ADJUSTMENT_MADE, about=about) as change:
        if series:
            refresh(series, "series-gone")
        problems = problems_of(entry.tournament, points, reason)
        if series and series.tournament_id != entry.tournament_id:
            problems.append(Problem("adjustment-series-unknown", "series"))
        if problems:
            raise Refused(problems)
        write(Adjustment(entry=entry, series=series, points=points, reason=reason), change)


def reverse_adjustment(adjustment: Adjustment, *, reason: str, by: Actor) -> None:
    """Reverse an adjustment by a second one; both stay. Raises Refused with all problems."""
    tournament = adjustment.entry.tournament
    about = entry_subject(adjustment.entry.start_number)
    with changing(tournament, by, Action.ADJUSTMENT_REVERSED, about=about) as change:
        problems = problems_of(tournament, adjustment.points, reason)
        if Adjustment.objects.filter(reverses=adjustment).exists():
            problems.append(Problem("adjustment-reversed"))
        if adjustment.reverses_id:
            problems.append(Problem("adjustment-is-a-reversal"))
        if problems:
            raise Refused(problems)
        counter = Adjustment(
            entry=adjustment.entry,
            series=adjustment.series,
            points=-adjustment.points,
            reason=reason,
            reverses=adjustment,
        )
        write(counter, change)


def problems_of(tournament: Tournament, points: int, reason: str) -> list[Problem]:
    """All problems of this adjustment."""
    problems = [Problem("tournament-final")] if tournament.state == TournamentState.FINAL else []
    if not 0 < abs(points) <= MAX_POINTS:
        problems.append(Problem("adjustment-out-of-range", "points", {"most": MAX_POINTS}))
    if not reason.strip():
        problems.append(Problem("reason-missing", field="reason"))
    if len(reason) > REASON_LENGTH:
        problems.append(Problem("text-too-long", "reason", {"most": REASON_LENGTH}))
    return problems


def write(row: Adjustment, change: Change) -> None:
    if not Entry.objects.filter(pk=row.entry_id).exists():
        raise refuse("entry-gone")
    row.at, row.by = timezone.now(), change.by.user
    row.save()
    new = {"points": row.points, "series": row.series.number if row.series else None}
    change.log(new=new, reason=row.reason)


# Record a draw of lots among equal players or teams (TO 5.1).


def record_lots(
    tournament: Tournament,
    scope: str,
    order: Sequence[Entry | Team],
    *,
    by: Actor,
) -> None:
    """Record the order of a lot; the first drawn stands ahead.

    `scope` names the standings: "overall", "series/2", "team", "category/Damen". An earlier lot
    among the same is replaced, and the log keeps it. It holds for their totals of now. Raises
    Refused for fewer than two or one named twice, and if they are not equal in these standings.
    """
    if len(order) < 2 or len({each.pk for each in order}) < len(order):
        raise refuse("lot-needs-two-players", field="order")
    with changing(tournament, by, Action.LOTS_DRAWN, about="tournament") as change:
        totals = equal_totals(tournament, scope, order)
        old = replace_lots(tournament, scope, order, totals)
        change.log(
            old={"order": old} if old else None,
            new={"scope": scope, "order": [number_of(each) for each in order]},
        )


def replace_lots(
    tournament: Tournament, scope: str, order: Sequence[Entry | Team], totals: str
) -> list[int]:
    """Write the lots in place of earlier ones of the same; returns the numbers of those."""
    of = "team" if isinstance(order[0], Team) else "entry"
    number = "team__number" if of == "team" else "entry__start_number"
    last = tournament.lots.aggregate(last=Max("drawing"))["last"] or 0
    before = tournament.lots.filter(scope=scope, **{f"{of}__in": [each.pk for each in order]})
    numbers = list(before.order_by("order").values_list(number, flat=True))
    before.delete()
    lot = partial(Lot, tournament=tournament, scope=scope, drawing=last + 1, totals=totals)
    Lot.objects.bulk_create(lot(order=place, **{of: each}) for place, each in enumerate(order, 1))
    return numbers


def equal_totals(tournament: Tournament, scope: str, order: Sequence[Entry | Team]) -> str:
    """The totals that all of these share in the standings; raises Refused if they share none."""
    ranking, of_teams = find_standings(tournament, scope), isinstance(order[0], Team)
    if isinstance(ranking, SeasonStandings | None) or ranking.of_teams != of_teams:
        raise refuse("lot-decides-nothing", field="order")
    totals = {row.rank.key: row.rank.totals for row in ranking.rows}
    shared = {totals.get(each.pk, "") for each in order}
    if len(shared) > 1 or "" in shared:
        raise refuse("lot-decides-nothing", field="order")
    return shared.pop()


def number_of(drawn: Entry | Team) -> int:
    return drawn.number if isinstance(drawn, Team) else drawn.start_number


# How a tournament joins a season and leaves it. A season is made when first named.
#
# What else can be done to a season: `scoring.seasons.services`.

Figures = dict[str, object]
SEASON_LENGTH = 120
MAX_KEPT = 99


def season_problems(name: str, best_of: int | None) -> list[Problem]:
    """The problems of the season that a tournament is to join."""
    problems = []
    if len(name) > SEASON_LENGTH:
        problems.append(Problem("text-too-long", "season", {"most": SEASON_LENGTH}))
    if best_of is not None and not 1 <= best_of <= MAX_KEPT:
        problems.append(Problem("best-of-out-of-range", "season_best_of", {"most": MAX_KEPT}))
    if best_of is not None and not name:
        problems.append(Problem("season-missing", "season"))
    return problems


def join_season(
    tournament: Tournament, name: str, best_of: int | None, *, by: Actor
) -> tuple[Figures, Figures]:
    """Put a tournament into the season of this name, or into none; returns the changes for the log.

    `best_of` is the season's, and so of all its tournaments; None leaves it as it is. Raises
    Refused if it would change the standings of tournaments that `by` does not organize. The caller
    logs this tournament, within its block; the others are logged here.
    """
    before = tournament.season
    old: Figures = {
        "season": before.name if before else "",
        "season_best_of": before and before.best_of,
    }
    season = locked_season(name, tournament.host_id) if name else None
    if season and season != before and season.closed_at:
        raise refuse("season-closed", "season")
    if season and (season != before or best_of not in (None, season.best_of)):
        refuse_others(season, tournament, "season" if season != before else "season_best_of", by)
    if season and best_of not in (None, season.best_of):
        before_of, after_of = ({"season_best_of": each} for each in (season.best_of, best_of))
        old |= before_of
        season.best_of = best_of
        season.save(update_fields=["best_of"])
        log_others(season, tournament, before_of, after_of, by)
    if season != before:
        tournament.season = season
        tournament.save(update_fields=["season"])
        log_number(before, tournament, -1, by)
        log_number(season, tournament, 1, by)
    new: Figures = {"season": name, "season_best_of": season.best_of if season else None}
    changed = [key for key in new if new[key] != old[key]]
    return {key: old[key] for key in changed}, {key: new[key] for key in changed}


def locked_season(name: str, host: int) -> Season:
    """The season of this name at the host (an id), locked until the block ends."""
    season = Season.objects.get_or_create(host_id=host, name=name)[0]
    lock_season(season)
    return season


def lock_season(season: Season) -> None:
    """Lock the row of a season and read it again; raises Refused if it is gone."""
    if not Season.objects.filter(pk=season.pk).update(name=F("name")):
        raise refuse("season-gone")
    season.refresh_from_db()


def refuse_others(season: Season, tournament: Tournament, field: str, by: Actor) -> None:
    """Raises Refused unless `by` organizes all other tournaments of the season."""
    others = season.tournaments.exclude(pk=tournament.pk)
    if not all(has_role(by, other, Role.ORGANIZER) for other in others):
        raise refuse("season-of-others", field)


def log_number(season: Season | None, tournament: Tournament, more: int, by: Actor) -> None:
    """Log in the other tournaments of a season that it counts one more, or one less."""
    if season is not None:
        count = season.tournaments.count()
        old, new = {"tournaments": count - more}, {"season": season.name, "tournaments": count}
        log_others(season, tournament, old, new, by)


def log_others(
    season: Season,
    tournament: Tournament | None,
    old: Mapping[str, object],
    new: Mapping[str, object],
    by: Actor,
    *,
    action: str = Action.SEASON_CHANGED,
) -> None:
    """A row in every tournament of the season but `tournament`, whose caller writes its own."""
    for other in season.tournaments.exclude(pk=tournament.pk if tournament else 0):
        write_log(action, "tournament", by=by, tournament=other, old=old, new=new)
