"""Tournaments: create, change, take from state to state, and remove the sample."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Max
from django.utils import timezone

from scoring.core.forms import Refused, refuse
from scoring.core.services import changing, lock_tournaments
from scoring.lists.phone.services.addresses import issue_everywhere
from scoring.models import (
    Actor,
    Adjustment,
    Club,
    Game,
    Host,
    HostDefaults,
    Membership,
    Objection,
    Person,
    Role,
    ScoreList,
    Tournament,
)
from scoring.models.host import FIRST_HOST
from scoring.models.host_defaults import LANGUAGES
from scoring.models.log import Action
from scoring.models.names import host_subject
from scoring.models.score_list import Depth, ListState
from scoring.models.tournament import (
    FIRST_DAY,
    LAST_DAY,
    ROUNDS,
    Confirm,
    Counts,
    SeriesState,
    Ties,
    TournamentState,
)
from scoring.money.services.ledger import (
    Prices,
    changed_values,
    price_problems,
    prices_of,
    set_fees,
)
from scoring.referee.reads import no_open_objections, upheld_without_correction
from scoring.rules import systems
from scoring.rules.problem import Problem
from scoring.rules.ranking import SCHEMES
from scoring.rules.settlement import agree, write_agreed
from scoring.series.services.series import create_series
from scoring.series.states import refuse_without_reason
from scoring.standings.services import MOST_KEPT, join_season, season_problems
from scoring.tournament.reads.panel import defaults_of, unsigned_lists

# The stake of a tournament is agreed before a series, with the moment it was set (TO 9.2).

StakeFigures = tuple[dict[str, object], dict[str, object]]


def current_stake(tournament: Tournament) -> Fraction | None:
    """The stake, in cents a point, of the series that have not begun; None: no money."""
    agreed = tournament.agreed_stakes
    return agreed[-1].stake if agreed else None


def set_stake(tournament: Tournament, stake: Fraction | None) -> StakeFigures:
    """Let a stake hold from the next series on that has not begun; what the log says, old and new.

    To be called in the block of a change of the tournament.
    """
    before = current_stake(tournament)
    if stake == before:
        return {}, {}
    begun = last_begun(tournament)
    stakes = agree(tournament.agreed_stakes, stake, begun, timezone.now())
    tournament.stakes = write_agreed(stakes)
    tournament.save(update_fields=["stakes"])
    return {"stake": stake_text(before)}, {"stake": stake_text(stake), "from_series": begun + 1}


def last_begun(tournament: Tournament) -> int:
    """The number of the last series that was released with players at its tables; 0: none."""
    begun = tournament.series.exclude(state=SeriesState.DRAFT).filter(lists__isnull=False)
    return int(begun.aggregate(last=Max("number"))["last"] or 0)


def stake_text(stake: Fraction | None) -> str:
    return "" if stake is None else str(stake)


# The terms of a tournament: what is agreed before play, and whether it can be.

NAME_LENGTH = 120
MOST_SERIES = 20

# What a figure in a list means depends on these: they are fixed once a list is entered.
LAW = ("system", "scheme", "hand_loss", "ramsch", "wenzel_bonus")
# Wenzels change no value: they may be allowed later, and are fixed once a game has some.
# What a final result hangs on besides.
RESULT = ("counts", "confirm", "ties", "best_of", "league")
APART = ("season", "season_best_of", "stake")  # written in their own way


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What is agreed before play: where, when, and by which rules.

    An empty `scheme` means the default of the rule system, an empty `edition` its newest.
    """

    name: str
    date: date
    place: str = ""
    organizer: str = ""
    system: str = systems.ISKO.key
    edition: str = ""
    scheme: str = ""
    hand_loss: int | None = None
    ramsch: bool = False
    wenzels: bool = False
    wenzel_bonus: bool = False
    ties: str = Ties.LOT
    counts: str = Counts.ENTERED
    confirm: str = Confirm.SECOND
    paper_total: bool = True
    best_of: int | None = None
    league: bool = False
    ask_handed_in: bool = True
    substitutes: bool = False
    phones: bool = False
    signed_suffices: bool = False
    stake: Fraction | None = None
    season: str = ""
    season_best_of: int | None = None

    def values(self) -> dict[str, object]:
        """As columns of a tournament, with the defaults of its system; season and stake are written
        in their own way.
        """
        system = systems.find(self.system)
        values = {key: each for key, each in asdict(self).items() if key not in APART}
        if system:
            values["system"] = system.key
            values["edition"] = self.edition or system.newest_edition
            values["scheme"] = self.scheme or system.scheme
        return values


def tournament_terms(tournament: Tournament) -> TournamentTerms:
    """The terms that a tournament has now; its stake is that of the series to come."""
    columns = {
        key: getattr(tournament, key)
        for key in TournamentTerms.__dataclass_fields__
        if key not in APART
    }
    season = tournament.season
    return TournamentTerms(
        **columns,
        stake=current_stake(tournament),
        season=season.name if season else "",
        season_best_of=season.best_of if season else None,
    )


def terms_problems(terms: TournamentTerms) -> list[Problem]:
    """Everything that is wrong with the terms of a tournament."""
    problems = []
    if not terms.name:
        problems.append(Problem("tournament-name-missing", field="name"))
    for field in ("name", "place", "organizer"):
        if len(getattr(terms, field)) > NAME_LENGTH:
            problems.append(Problem("text-too-long", field, {"most": NAME_LENGTH}))
    if not FIRST_DAY <= terms.date <= LAST_DAY:
        problems.append(Problem("date-out-of-range", field="date"))
    if terms.scheme and terms.scheme not in SCHEMES:
        problems.append(Problem("scheme-unknown", field="scheme"))
    if terms.ties not in Ties.values or terms.counts not in Counts.values:
        problems.append(Problem("choice-unknown", field="ties"))
    if terms.confirm not in Confirm.values:
        problems.append(Problem("choice-unknown", field="confirm"))
    if terms.best_of is not None and not 1 <= terms.best_of <= MOST_KEPT:
        problems.append(Problem("best-of-out-of-range", "best_of", {"most": MOST_KEPT}))
    problems += season_problems(terms.season, terms.season_best_of)
    return problems + league_problems(terms) + phone_problems(terms) + system_problems(terms)


def size_problems(series: int, rounds: int) -> list[Problem]:
    """Whether a tournament may begin with so many series of so many rounds."""
    problems = []
    if not 0 <= series <= MOST_SERIES:
        problems.append(Problem("series-count-out-of-range", "series", {"most": MOST_SERIES}))
    if rounds not in ROUNDS:
        params = {"least": ROUNDS[0], "most": ROUNDS[-1]}
        problems.append(Problem("rounds-out-of-range", "rounds", params))
    return problems


def league_problems(terms: TournamentTerms) -> list[Problem]:
    """What is possible in a league alone, and what is not possible there."""
    problems = []
    if terms.best_of is not None and terms.league:
        problems.append(Problem("best-of-in-a-league", "best_of"))
    if terms.substitutes and not terms.league:
        problems.append(Problem("substitutes-without-league", "substitutes", rule="TO 9.7"))
    return problems


def phone_problems(terms: TournamentTerms) -> list[Problem]:
    """Signatures suffice where lists are kept by phone, and none is typed a second time."""
    if not terms.signed_suffices:
        return []
    problems = []
    if not terms.phones:
        problems.append(Problem("signatures-without-phones", "signed_suffices"))
    if terms.confirm == Confirm.BLIND:
        problems.append(Problem("signatures-beside-a-second-entry", "signed_suffices"))
    return problems


def system_problems(terms: TournamentTerms) -> list[Problem]:
    """Whether the rule system is known and allows the club's options."""
    system = systems.find(terms.system)
    if system is None:
        return [Problem("system-unknown", field="system")]
    problems = []
    if terms.edition and terms.edition not in system.editions:
        problems.append(Problem("edition-not-of-system", field="system"))
    if terms.hand_loss is not None and terms.hand_loss not in system.hand_loss_options:
        problems.append(Problem("option-not-of-system", field="hand_loss"))
    if terms.ramsch and not system.ramsch_allowed:
        problems.append(Problem("option-not-of-system", field="ramsch"))
    if terms.wenzel_bonus and not terms.wenzels:
        problems.append(Problem("bonus-without-wenzels", "wenzel_bonus", rule="BT MP2"))
    return problems


# What a host proposes for a new tournament: agreed by its administrator.

TERMS = (
    *("place", "organizer", "system", "edition", "scheme"),
    *("ties", "counts", "confirm", "paper_total"),
)
COLUMNS = (*TERMS, "series", "rounds", "language", *Prices.__dataclass_fields__)


def terms_by(defaults: HostDefaults, name: str, day: date, **more: Any) -> TournamentTerms:
    """The terms of a tournament for which nobody says anything else."""
    proposed = {key: getattr(defaults, key) for key in TERMS}
    return TournamentTerms(name=name, date=day, **{**proposed, **more})


def set_defaults(host: Host, wanted: Mapping[str, Any], *, by: Actor) -> None:
    """Agree on what a new tournament of the host begins with; those that are there stay.

    `wanted` holds values of COLUMNS; what it does not name is as usual. Raises Refused with all
    problems.
    """
    agreed = HostDefaults(host=host, **wanted)
    if problems := defaults_problems(agreed):
        raise Refused(problems)
    with changing(None, by, Action.HOST_DEFAULTS_CHANGED, host=host.pk) as change:
        now = defaults_of(host.pk)
        before, after = changed_values(values_of(now), values_of(agreed))
        if not after:
            return
        agreed.pk = now.pk
        agreed.save()
        change.log(about=host_subject(host.name), old=before, new=after)


def defaults_problems(agreed: HostDefaults) -> list[Problem]:
    """Everything that a tournament would be refused for that begins like this."""
    problems = terms_problems(terms_by(agreed, "-", FIRST_DAY))
    problems += size_problems(agreed.series, agreed.rounds) + price_problems(prices_of(agreed))
    if agreed.language not in ("", *LANGUAGES):
        problems.append(Problem("choice-unknown", "language"))
    return problems


def values_of(defaults: HostDefaults) -> dict[str, Any]:
    return {key: getattr(defaults, key) for key in COLUMNS}


# The review of a result: until when objections are heard, and what then becomes of the lists.

USUAL_REVIEW = timedelta(minutes=30)


def usual_end() -> datetime:
    """The default end of a review, to the minute."""
    return (timezone.localtime() + USUAL_REVIEW).replace(second=0, microsecond=0)


def review_problems(to: str, until: datetime | None) -> list[Problem]:
    """The problem of a review whose end is already past."""
    over = to == TournamentState.REVIEW and until is not None and until <= timezone.now()
    return [Problem("review-over-before-it-begins", "until")] if over else []


def too_early(tournament: Tournament, to: str) -> list[Problem]:
    """Ending a review before its announced end requires a reason."""
    until = tournament.review_until
    if to != TournamentState.FINAL or until is None or until <= timezone.now():
        return []
    hour = timezone.localtime(until).strftime("%H:%M")
    return [Problem("review-not-over", params={"until": hour})]


def review_end(tournament: Tournament, to: str, until: datetime | None) -> datetime | None:
    """Until when a tournament that goes to the state `to` is under review.

    Final results keep the hour at which objections ended; whoever plays on has none.
    """
    if to == TournamentState.REVIEW:
        return until or usual_end()
    return tournament.review_until if to == TournamentState.FINAL else None


def settle_lists(tournament: Tournament, to: str) -> list[str]:
    """Make confirmed lists final with the result, or reopen them with it.

    Inside the block that moves the tournament; returns the subjects of the lists for its row in
    the log. What else a list says stays, its revision included: it is still what was confirmed.
    """
    if to == TournamentState.FINAL:
        old, new = ListState.CONFIRMED, ListState.FINAL
    else:
        old, new = ListState.FINAL, ListState.CONFIRMED
    lists = ScoreList.objects.filter(series__tournament=tournament, state=old)
    subjects = [
        score_list.subject
        for score_list in lists.select_related("series").order_by("series__number", "table_number")
    ]
    lists.update(state=new)
    return subjects


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
        refuse_without_reason(doubts, by=by, reason=reason)
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
