"""Tournaments: create, change, take from state to state, and remove the sample."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime

from django.utils import timezone

from scoring.core.refusals import Refused, refuse
from scoring.core.services import changing, lock_tournaments
from scoring.models import (
    Actor,
    Adjustment,
    Club,
    Game,
    Membership,
    Objection,
    Person,
    Role,
    ScoreList,
    Tournament,
)
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.models.score_list import Depth, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import Counts, TournamentState
from scoring.money.services.fees import Prices, set_fees
from scoring.phone.services.addresses import issue_everywhere
from scoring.referee.reads import no_open_objections, upheld_without_correction
from scoring.rules.problem import Problem
from scoring.series.services.series import create_series
from scoring.series.states import out_of_order
from scoring.standings.services.seasons import join_season
from scoring.tournament.reads.signatures import unsigned_lists
from scoring.tournament.services.review import review_end, review_problems, settle_lists, too_early
from scoring.tournament.services.stakes import current_stake, set_stake
from scoring.tournament.services.terms import (
    LAW,
    RESULT,
    TournamentTerms,
    size_problems,
    terms_problems,
)

SUBJECT = "tournament"


def create_tournament(
    terms: TournamentTerms,
    *,
    by: Actor,
    host: int = FIRST_HOST,
    series: int = 3,
    rounds: int = 12,
    prices: Prices | None = None,
    sample: bool = False,
) -> Tournament:
    """A tournament of the host (an id) with its empty series and its fees; whoever creates it is
    its first organizer.

    Raises Refused with all problems.
    """
    if problems := terms_problems(terms) + size_problems(series, rounds):
        raise Refused(problems)
    with changing(None, by, Action.TOURNAMENT_CREATED, about=SUBJECT) as change:
        tournament = Tournament.objects.create(host_id=host, **terms.values(), sample=sample)
        join_season(tournament, terms.season, terms.season_best_of, by=by)
        _none, stake = set_stake(tournament, terms.stake)
        if by.user:
            Membership.objects.create(user=by.user, tournament=tournament, role=Role.ORGANIZER)
        new = {"system": tournament.system, "series": series, "rounds": rounds}
        change.log(new=new | stake, tournament=tournament)
        for _number in range(series):
            create_series(tournament, rounds=rounds, by=by)
        if prices:
            set_fees(tournament, prices, by=by)
    return tournament


def is_played(tournament: Tournament) -> bool:
    """Whether a list of it holds anything."""
    lists = ScoreList.objects.filter(series__tournament=tournament)
    return lists.exclude(depth=Depth.NONE).exists()


def change_tournament(tournament: Tournament, terms: TournamentTerms, *, by: Actor) -> None:
    """New terms. Raises Refused with all problems; the rules are fixed once a list is entered.

    Without an edition that of the tournament stays.
    """
    if terms.system == tournament.system:
        terms = replace(terms, edition=terms.edition or tournament.edition)
    problems = terms_problems(terms)
    wanted = terms.values()
    with changing(tournament, by, Action.TOURNAMENT_CHANGED, about=SUBJECT) as change:
        old = {field: getattr(tournament, field) for field in wanted}
        changed = [field for field in wanted if wanted[field] != old[field]]
        # A clerk may be typing the first game by the old rules at this moment.
        if tournament.state == TournamentState.FINAL:
            problems += [Problem("tournament-final", field) for field in RESULT if field in changed]
        if is_played(tournament):
            problems += [Problem("rules-fixed", field) for field in LAW if field in changed]
            problems += wenzels_in_use(tournament, allowed=terms.wenzels)
        if tournament.reported_at and (changed or terms.stake != current_stake(tournament)):
            problems.append(Problem("tournament-is-reported"))
        if problems:
            raise Refused(problems)
        begins_phones = wanted["phones"] and "phones" in changed
        before, after = join_season(tournament, terms.season, terms.season_best_of, by=by)
        old_stake, new_stake = set_stake(tournament, terms.stake)
        if not changed and not after and not new_stake:
            return
        for field in changed:
            setattr(tournament, field, wanted[field])
        tournament.save(update_fields=changed)
        change.log(
            old={field: plain(old[field]) for field in changed} | before | old_stake,
            new={field: plain(wanted[field]) for field in changed} | after | new_stake,
        )
        if begins_phones:
            issue_everywhere(tournament, by=by)


def wenzels_in_use(tournament: Tournament, *, allowed: bool) -> list[Problem]:
    """Games with queens or kings as wenzels that would be against the rules (SkO 2.3.2)."""
    if allowed:
        return []
    games = Game.objects.filter(list__series__tournament=tournament).exclude(wenzel="J")
    count = games.count()
    return [Problem("wenzels-in-use", "wenzels", {"count": count}, "SkO 2.3.2")] if count else []


def plain(value: object) -> object:
    """A value as JSON has it."""
    return value.isoformat() if isinstance(value, date) else value


# From state to state ----------------------------------------------------------------------------


def nothing_played(tournament: Tournament) -> list[Problem]:
    return [Problem("tournament-is-played")] if is_played(tournament) else []


def all_series_closed(tournament: Tournament) -> list[Problem]:
    """Series that were never drawn do not hold up the end of the day."""
    seated = tournament.series.exclude(state=SeriesState.DRAFT)
    numbers = list(seated.exclude(state=SeriesState.CLOSED).values_list("number", flat=True))
    return [Problem("series-not-closed", params={"series": numbers})] if numbers else []


def all_lists_closed(tournament: Tournament) -> list[Problem]:
    """A seating that was never released does not hold it up either."""
    lists = ScoreList.objects.filter(series__tournament=tournament, state=ListState.OPEN)
    count = lists.exclude(series__state=SeriesState.DRAFT).count()
    return [Problem("lists-open", params={"count": count})] if count else []


def all_lists_count(tournament: Tournament) -> list[Problem]:
    """A final result leaves no list out that only waits for its confirmation."""
    if tournament.what_counts == Counts.ENTERED:
        return []
    lists = ScoreList.objects.filter(series__tournament=tournament, state=ListState.ENTERED)
    count = lists.count()
    return [Problem("lists-not-confirmed", params={"count": count})] if count else []


Guard = Callable[[Tournament], list[Problem]]

# What a tournament may become, and what must hold first. Going back needs a reason.
TRANSITIONS: Mapping[str, Mapping[str, tuple[Guard, ...]]] = {
    TournamentState.PREPARE: {TournamentState.RUNNING: ()},
    TournamentState.RUNNING: {
        TournamentState.REVIEW: (all_series_closed, all_lists_closed),
        TournamentState.PREPARE: (nothing_played,),
    },
    TournamentState.REVIEW: {
        # A correction may have opened a list again, or the organizer a series.
        TournamentState.FINAL: (
            all_series_closed,
            all_lists_closed,
            all_lists_count,
            no_open_objections,
        ),
        TournamentState.RUNNING: (),
    },
    TournamentState.FINAL: {TournamentState.REVIEW: ()},
}
ORDER = (
    TournamentState.PREPARE,
    TournamentState.RUNNING,
    TournamentState.REVIEW,
    TournamentState.FINAL,
)


def goes_back(old: str, new: str) -> bool:
    """Whether a step takes back what was announced.

    >>> goes_back("final", "review"), goes_back("prepare", "running")
    (True, False)
    """
    return ORDER.index(TournamentState(new)) < ORDER.index(TournamentState(old))


def transition_problems(tournament: Tournament, to: str, reason: str) -> list[Problem]:
    """Everything that forbids this step now."""
    guards = TRANSITIONS[tournament.state].get(to)
    if guards is None:
        return [Problem("tournament-transition-not-allowed")]
    problems = [problem for guard in guards for problem in guard(tournament)]
    if goes_back(tournament.state, to) and not reason.strip():
        problems.append(Problem("reason-missing", field="reason"))
    return problems


def move_tournament(
    tournament: Tournament,
    to: str,
    *,
    by: Actor,
    reason: str = "",
    until: datetime | None = None,
) -> None:
    """Take a tournament to its next state, or back with a reason. Raises Refused.

    `until` is the end of a review, in half an hour if nobody says. Confirmed lists become final
    with the result, and are confirmed again when it goes back. Out of order, and possible with a
    reason: a review that ends early, an upheld objection without a correction, lists that lack
    signatures (TO 9.11).
    """
    old = tournament.state
    with changing(tournament, by, Action.TOURNAMENT_MOVED, about=SUBJECT) as change:
        if tournament.state != old:
            raise refuse("state-changed")
        # Whoever writes a list finishes first, and what he wrote is looked at here.
        if problems := transition_problems(tournament, to, reason) + review_problems(to, until):
            raise Refused(problems)
        doubts = too_early(tournament, to)
        if to == TournamentState.FINAL:
            doubts += upheld_without_correction(tournament) + unsigned_lists(tournament)
        out_of_order(doubts, by=by, reason=reason)
        tournament.review_until = review_end(tournament, to, until)
        tournament.state = to
        tournament.save(update_fields=["state", "review_until"])
        change.log(
            old={"state": old},
            new=moved(tournament, settle_lists(tournament, to)),
            reason=reason,
        )


def moved(tournament: Tournament, lists: list[str]) -> dict[str, object]:
    """What the log keeps of a step: the state, the end of a review, lists that moved along."""
    new: dict[str, object] = {"state": tournament.state}
    if tournament.state == TournamentState.REVIEW and tournament.review_until:
        new["review_until"] = timezone.localtime(tournament.review_until).isoformat("T", "minutes")
    return new | ({"lists": lists} if lists else {})


# The sample -------------------------------------------------------------------------------------


def remove_sample(tournament: Tournament, *, by: Actor) -> None:
    """Remove a sample tournament, and the people and clubs that exist for it alone.

    The log keeps its rows. Raises Refused for a real tournament: its lists are kept.
    """
    if not tournament.sample:
        raise refuse("only-samples-are-removed")
    with changing(None, by, Action.TOURNAMENT_REMOVED, about=SUBJECT) as change:
        lock_tournaments(tournament.pk)
        change.log(tournament=tournament)
        people = list(tournament.entries.values_list("person", flat=True))
        clubs = list(Person.objects.filter(pk__in=people).values_list("club", flat=True))
        # Seats protect their players, and money and rulings the tables: these go first.
        Objection.objects.filter(ruling__tournament=tournament).delete()
        for rows in (tournament.rulings, tournament.bookings, tournament.pots):
            rows.all().delete()
        Adjustment.objects.filter(entry__tournament=tournament).delete()
        tournament.series.all().delete()
        tournament.delete()
        Person.objects.filter(
            pk__in=people, entries=None, memberships=None, in_leagues=None
        ).delete()
        Club.objects.filter(pk__in=clubs, people=None, members=None).delete()
