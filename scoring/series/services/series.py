"""Series: created, started by a list without a draw, moved from state to state, shown in public."""

from collections.abc import Mapping, Sequence
from datetime import date, time

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from scoring.backup.services.backups import back_up_after_closing
from scoring.core.forms import refuse, refuse_all
from scoring.core.services import changing, changing_series, write_log
from scoring.lists.phone.services import issue_addresses
from scoring.models import Actor, Entry, NoListReason, Pot, ScoreList, Seat, Series, Tournament
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.score_list import MAX_TABLE_NUMBER, Depth, ListState
from scoring.models.tournament import ROUNDS, SeriesState, TournamentState
from scoring.rules.problem import Problem
from scoring.series.reads.draw_request import (
    current_draw,
    league_problems,
    seated_tables,
    series_entries,
    shared_venue,
    threes_for_log,
    threes_problems,
)
from scoring.series.reads.series import players_to_seat, players_without_list
from scoring.series.services.seat_changes import entries_by_number, seat_tables
from scoring.series.states import (
    SERIES_TRANSITIONS,
    STEPS_BACK,
    act_problems,
    has_unreleased_seating,
    override_problems,
    tournament_problems,
)


def create_series(
    tournament: Tournament,
    *,
    by: Actor,
    rounds: int = 12,
    day: date | None = None,
    minutes: int | None = None,
) -> Series:
    """Add the next series. Raises Refused."""
    if rounds not in ROUNDS:
        raise refuse("rounds-out-of-range", field="rounds", least=ROUNDS[0], most=ROUNDS[-1])
    with changing(tournament, by, Action.SERIES_CREATED) as change:
        refuse_all(tournament_problems(tournament))
        last = tournament.series.aggregate(last=Max("number"))["last"] or 0
        series = Series.objects.create(
            tournament=tournament, number=last + 1, rounds=rounds, day=day, minutes=minutes
        )
        new = {"rounds": rounds, "day": day.isoformat() if day else None}
        new |= {"minutes": minutes} if minutes else {}
        change.log(about=series_subject(series), new=new)
    return series


def set_time_limit(series: Series, minutes: int | None, *, by: Actor) -> None:
    """Set the time limit of a series; a change also sets later ones that have not begun."""
    with changing_series(series, by, Action.SERIES_TIME_LIMIT) as change:
        refuse_all(tournament_problems(series.tournament))
        if change.store(series, minutes=minutes):
            later = series.tournament.series.filter(number__gt=series.number, started_at=None)
            later.update(minutes=minutes)


def plan_times(
    tournament: Tournament,
    *,
    by: Actor,
    begins_at: time | None,
    series_minutes: int | None,
    break_minutes: int,
) -> None:
    with changing(tournament, by, Action.TOURNAMENT_TIMES, about="tournament") as change:
        change.store(
            tournament,
            begins_at=begins_at,
            series_minutes=series_minutes,
            break_minutes=break_minutes,
        )


def remove_series(series: Series, *, by: Actor) -> None:
    """Remove a series that was created by mistake: the last one, while nobody is seated in it."""
    with changing_series(series, by, Action.SERIES_REMOVED) as change:
        problems = act_problems(series, "remove")
        if series.lists.exists():
            problems.append(Problem("series-has-lists"))
        if series.adjustments.exists():
            problems.append(Problem("series-has-points"))
        if Pot.objects.filter(series=series).exists():
            problems.append(Problem("series-has-pot"))
        refuse_all(problems)
        if series.tournament.series.filter(number__gt=series.number).exists():
            raise refuse("series-not-last")
        change.log(old={"rounds": series.rounds})
        series.delete()


def open_list(
    series: Series, table: int, start_numbers: Sequence[int], *, by: Actor, reason: str = ""
) -> ScoreList:
    """Open the list of a table that drew its seats from a bag, by the start numbers on the paper.

    Its callers pass three or four numbers. The first such list starts the series; a fourth table
    of three needs a reason (TO 7.1.1).
    """
    tournament = series.tournament
    with changing_series(series, by, Action.LIST_OPENED, reason=reason) as change:
        entries = entries_by_number(tournament, start_numbers)
        tables = {**seated_tables(series), table: list(start_numbers)}
        problems = open_problems(series, table, start_numbers, entries)
        if len(start_numbers) == 3 and not has_unreleased_seating(series):
            problems += override_problems(threes_problems(series, tables), by=by, reason=reason)
        refuse_all(problems)
        old, series.state = series.state, SeriesState.PLAYING
        save_state(series, old)
        show_step(series, old, by=by)
        start_tournament(tournament, by)
        seat_tables({series: {table: [entries[number].pk for number in start_numbers]}})
        score_list = series.lists.get(table_number=table)
        new = {"seats": list(start_numbers), **threes_for_log(tables)}
        change.log(about=score_list.subject, new=new)
        issue_addresses(series, by=by)
    return score_list


def open_problems(
    series: Series, table: int, start_numbers: Sequence[int], entries: dict[int, Entry]
) -> list[Problem]:
    """Everything that forbids opening this list, without revealing an unreleased seating."""
    problems = act_problems(series, "open")
    if has_unreleased_seating(series):
        return problems
    if not 1 <= table <= MAX_TABLE_NUMBER:  # as it may stand in a file
        problems.append(Problem("table-out-of-range", "table", {"most": MAX_TABLE_NUMBER}))
    if series.lists.filter(table_number=table).exists():
        problems.append(Problem("table-has-a-list", "table", {"table": table}))
    seated = dict(
        Seat.objects.filter(series=series, entry__in=entries.values()).values_list(
            "entry__start_number", "list__table_number"
        )
    )
    for position, number in enumerate(start_numbers, 1):
        field = f"seat{position}"
        if number not in entries:
            problems.append(Problem("start-number-unknown", field, {"number": number}))
        elif number in start_numbers[: position - 1]:
            problems.append(Problem("start-number-twice", field, {"number": number}))
        elif number in seated:
            params = {"number": number, "table": seated[number]}
            problems.append(Problem("already-seated", field, params))
    return problems


def move_series(series: Series, to: str, *, by: Actor, reason: str = "") -> list[Problem]:
    """Take a series to its next state, or back with a reason. Raises Refused.

    A backup follows when a person closes a series; its problems are returned and undo nothing.
    """
    old, backup_problems = series.state, list[Problem]()
    with changing_series(series, by, Action.SERIES_MOVED) as change:
        if series.state != old:
            raise refuse("state-changed")
        refuse_move(series, to, by=by, reason=reason)
        series.state = to
        new: dict[str, object] = {"state": to}
        if old == SeriesState.DRAFT:
            if draw := current_draw(series):
                draw.released_at = timezone.now()
                draw.save(update_fields=["released_at"])
            start_tournament(series.tournament, by)
            new |= threes_for_log(seated_tables(series))
        change.log(old={"state": old}, new=new, reason=reason)
        save_state(series, old)
        show_step(series, old, by=by)
        issue_addresses(series, by=by)
        # Simulations and measurements close series by the dozen, without an account.
        if to == SeriesState.CLOSED and by.user is not None:
            transaction.on_commit(
                lambda: backup_problems.extend(back_up_after_closing(series, by=by)), robust=True
            )
    return backup_problems


def refuse_move(series: Series, to: str, *, by: Actor, reason: str) -> None:
    """Raise Refused unless a series may take this step from its present state."""
    if to not in SERIES_TRANSITIONS[series.state]:
        raise refuse("transition-not-allowed", old=series.state, new=to)
    refuse_all(tournament_problems(series.tournament))
    if series.state == SeriesState.DRAFT:
        if not series.lists.exists():
            raise refuse("series-not-drawn")
        refuse_all(override_problems(order_problems(series), by=by, reason=reason))
    # A new draw would delete what was typed.
    before_play = (SeriesState.DRAFT, SeriesState.RELEASED)
    if to in before_play and series.lists.exclude(depth=Depth.NONE).exists():
        raise refuse("series-has-entries")
    if to == SeriesState.CLOSED:
        problems = override_problems(open_list_problems(series), by=by, reason=reason)
        numbers = list(players_to_seat(series).values_list("start_number", flat=True))
        if numbers and by.user is not None:  # simulations have nobody to give reasons
            params = {"series": series.number, "numbers": numbers}
            problems.append(Problem("players-without-list", params=params))
        refuse_all(problems)
    if STEPS_BACK.get(series.state) == to and not reason.strip():
        raise refuse("reason-missing", field="reason")


def order_problems(series: Series) -> list[Problem]:
    """What is out of order about releasing a seating; a person may override it with a reason."""
    tables, players = seated_tables(series), series_entries(series)
    problems = threes_problems(series, tables)
    if series.tournament.league:
        problems += league_problems(tables, shared_venue(series, players))
    earlier = series.tournament.series.filter(number__lt=series.number)
    not_closed = earlier.filter(state__in=(SeriesState.RELEASED, SeriesState.PLAYING))
    open_lists = Count("lists", filter=Q(lists__state=ListState.OPEN))
    for row in not_closed.annotate(open_lists=open_lists).values("number", "open_lists"):
        params = {"series": row["number"], "count": row["open_lists"]}
        problems.append(Problem("earlier-series-not-closed", params=params))
    seated = {player for table in tables.values() for player in table}
    expected = {entry.start_number for entry in players}
    if unseated := sorted(expected - seated):
        problems.append(Problem("players-without-seat", params={"numbers": unseated}))
    if absent := sorted(seated - expected):
        problems.append(Problem("seated-but-gone", params={"numbers": absent}))
    return problems


def open_list_problems(series: Series) -> list[Problem]:
    """Lists still open when the series is closed; a person may override it with a reason."""
    count = series.lists.filter(state=ListState.OPEN).count()
    return [Problem("lists-open", params={"count": count})] if count else []


def save_state(series: Series, old: str) -> None:
    """Save the state and start the clock with it; undoing the start resets it."""
    if series.state == SeriesState.PLAYING and old != SeriesState.CLOSED:
        series.started_at = series.started_at or timezone.now()
    elif series.state in (SeriesState.DRAFT, SeriesState.RELEASED):
        series.started_at = None
    series.save(update_fields=["state", "started_at"])


def start_tournament(tournament: Tournament, by: Actor) -> None:
    """Move a prepared tournament to "running": a seating was released or a list opened."""
    if tournament.state == TournamentState.PREPARE:
        tournament.state = TournamentState.RUNNING
        tournament.save(update_fields=["state"])
        write_log(
            Action.TOURNAMENT_MOVED,
            "tournament",
            by=by,
            tournament=tournament,
            old={"state": TournamentState.PREPARE},
            new={"state": TournamentState.RUNNING},
        )


# Why a player who is present has no list: without a reason the series cannot be closed.


def give_reasons(series: Series, reasons: Mapping[int, str], *, by: Actor) -> list[int]:
    """Record by start number why players have no list of this series; "" removes a reason.

    Returns the numbers with a reason that need none: they have a seat by now, or do not play.
    """
    with changing_series(series, by, Action.SERIES_NO_LIST) as change:
        refuse_all(act_problems(series, "no-list"))
        players = players_without_list(series).filter(start_number__in=reasons)
        without_lists = {entry.start_number: entry for entry in players}
        outdated = [n for n in sorted(reasons) if reasons[n] and n not in without_lists]
        texts = {number: reasons[number].strip() for number in without_lists}
        if not outdated and not any(texts[n] or without_lists[n].reason for n in texts):
            raise refuse("no-reason-typed")
        for number, entry in without_lists.items():
            text = texts[number]
            if text != entry.reason:
                rows = NoListReason.objects.filter(series=series, entry=entry)
                if text:
                    rows.update_or_create(series=series, entry=entry, defaults={"reason": text})
                else:
                    rows.delete()
                change.log(
                    old={"player": number, "explained": bool(entry.reason)},
                    new={"player": number, "explained": bool(text)},
                    reason=text,
                )
        return outdated


# What the public pages show of a series: its seating and its results.

# The parts of a series, with their log actions for release and withdrawal.
PARTS: Mapping[str, tuple[str, str]] = {
    "seating": (Action.SERIES_SEATING_RELEASED, Action.SERIES_SEATING_WITHDRAWN),
    "results": (Action.SERIES_RESULTS_RELEASED, Action.SERIES_RESULTS_WITHDRAWN),
}


def show_step(series: Series, old: str, *, by: Actor) -> None:
    """Show or withdraw what a step from the state `old` makes public, inside its block."""
    if not shows_releases(series.tournament):
        return
    new = series.state
    if SeriesState.DRAFT in (old, new):
        show_part(series, "seating", new != SeriesState.DRAFT, by=by)
    if SeriesState.CLOSED in (old, new):
        show_part(series, "results", new == SeriesState.CLOSED, by=by)


def show_all(tournament: Tournament, *, by: Actor) -> None:
    """Show what was released and closed before the public pages were opened, inside their block."""
    if not shows_releases(tournament):
        return
    for series in tournament.series.exclude(state=SeriesState.DRAFT):
        show_part(series, "seating", True, by=by)
        if series.state == SeriesState.CLOSED:
            show_part(series, "results", True, by=by)


def shows_releases(tournament: Tournament) -> bool:
    """Whether a release is shown at once; never before the public pages are opened."""
    return tournament.public and tournament.shows_releases


def show_part(series: Series, part: str, shown: bool, *, by: Actor) -> None:
    """Show or withdraw one part and log it; an earlier release keeps its time."""
    if (getattr(series, f"{part}_public_at") is not None) == shown:
        return
    setattr(series, f"{part}_public_at", timezone.now() if shown else None)
    series.save(update_fields=[f"{part}_public_at"])
    write_log(
        PARTS[part][0 if shown else 1],
        series_subject(series),
        by=by,
        tournament=series.tournament,
        old={"public": not shown},
        new={"public": shown},
    )
