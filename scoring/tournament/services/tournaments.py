"""Tournaments: created, changed, moved from state to state, and samples removed."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Max
from django.utils import timezone

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import changing, loggable
from scoring.core.text import moment
from scoring.lists.phone.services import issue_everywhere
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
from scoring.models.log import Action
from scoring.models.money import FeeColumns
from scoring.models.names import subject_of
from scoring.models.score_list import Depth, ListState
from scoring.models.tournament import (
    FIRST_DAY,
    LAST_DAY,
    Confirm,
    Counts,
    SeriesState,
    Ties,
    TournamentSource,
    TournamentState,
)
from scoring.money.services.ledger import FEE_COLUMNS, changed_values, price_problems, set_fees
from scoring.referee.reads import open_objection_problems, uncorrected_objection_problems
from scoring.rules import systems
from scoring.rules.problem import Problem
from scoring.rules.settlement import agree, write_agreed
from scoring.rules.systems import System
from scoring.series.services.series import create_series
from scoring.series.states import override_problems
from scoring.tournament.reads.day import unsigned_tables
from scoring.tournament.services.seasons import Figures, join_season

# The stake of a tournament: agreed before a series, and kept with the moment it was set (TO 9.2).


def current_stake(tournament: Tournament) -> Fraction | None:
    """The stake, in cents a point, of series that have not begun; None: nobody plays for money."""
    stakes = tournament.agreed_stakes
    return stakes[-1].stake if stakes else None


def set_stake(tournament: Tournament, stake: Fraction | None) -> tuple[Figures, Figures]:
    """Set the stake of series that have not begun, in an open block; old and new for the log."""
    before = current_stake(tournament)
    if stake == before:
        return {}, {}
    begun = tournament.series.exclude(state=SeriesState.DRAFT).filter(lists__isnull=False)
    last_number = begun.aggregate(last=Max("number", default=0))["last"]
    stakes = agree(tournament.agreed_stakes, stake, last_number, timezone.now())
    tournament.stakes = write_agreed(stakes)
    tournament.save(update_fields=["stakes"])
    new: Figures = {"stake": stake_text(stake), "from_series": last_number + 1}
    return {"stake": stake_text(before)}, new


def stake_text(stake: Fraction | None) -> str:
    return "" if stake is None else str(stake)


# The terms of a tournament, and what is wrong with them.

MAX_NAME_LENGTH = 120
MAX_SERIES_AT_CREATION = 20

# The meaning of figures in a list depends on these fields: they are fixed once a list is entered.
# Wenzels change no value: they may be allowed later, and are fixed once a game has some.
RULE_FIELDS = ("system", "scheme", "hand_loss", "ramsch", "wenzel_bonus")
# A final result depends on these as well.
RESULT_FIELDS = ("counts", "confirm", "ties", "best_of", "league")
SEPARATE_FIELDS = ("season", "season_best_of", "stake")  # not columns of a tournament


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What is agreed before play. Empty, `scheme` is that of the system, `edition` its newest."""

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
        """The columns of a tournament, with the defaults of its rule system; no season or stake."""
        system = systems.find(self.system)
        values = {key: value for key, value in asdict(self).items() if key not in SEPARATE_FIELDS}
        if system:
            values["system"] = system.key
            values["edition"] = self.edition or system.newest_edition
            values["scheme"] = self.scheme or system.scheme
        return values


def tournament_terms(tournament: Tournament) -> TournamentTerms:
    """The present terms of a tournament; the stake is that of the series to come."""
    columns = {
        key: getattr(tournament, key)
        for key in TournamentTerms.__dataclass_fields__
        if key not in SEPARATE_FIELDS
    }
    season = tournament.season
    return TournamentTerms(
        **columns,
        stake=current_stake(tournament),
        season=season.name if season else "",
        season_best_of=season.best_of if season else None,
    )


def terms_problems(terms: TournamentTerms) -> list[Problem]:
    problems = []
    if not terms.name:
        problems.append(Problem("tournament-name-missing", field="name"))
    for field in ("name", "place", "organizer"):
        if len(getattr(terms, field)) > MAX_NAME_LENGTH:
            problems.append(Problem("text-too-long", field, {"most": MAX_NAME_LENGTH}))
    if not FIRST_DAY <= terms.date <= LAST_DAY:
        problems.append(Problem("date-out-of-range", field="date"))
    if terms.season_best_of is not None and not terms.season:
        problems.append(Problem("season-missing", "season"))
    problems += option_problems(terms)
    system = systems.find(terms.system)
    if system is None:
        return [*problems, Problem("system-unknown", field="system")]
    problems += variant_problems(terms, system)
    if terms.edition and terms.edition not in system.editions:
        problems.append(Problem("edition-not-of-system", field="system"))
    return problems


def option_problems(terms: TournamentTerms | Tournament) -> list[Problem]:
    """Options that need or exclude each other."""
    problems = []
    if terms.best_of is not None and terms.league:
        problems.append(Problem("best-of-in-a-league", "best_of"))
    if terms.substitutes and not terms.league:
        problems.append(Problem("substitutes-without-league", "substitutes", rule="TO 9.7"))
    if terms.signed_suffices and not terms.phones:
        problems.append(Problem("signatures-without-phones", "signed_suffices"))
    if terms.signed_suffices and terms.confirm == Confirm.BLIND:
        problems.append(Problem("signatures-beside-a-second-entry", "signed_suffices"))
    return problems


def variant_problems(terms: TournamentTerms | Tournament, system: System) -> list[Problem]:
    """Options that the system does not have, and the bonus without its wenzels."""
    problems = []
    if terms.hand_loss is not None and terms.hand_loss not in system.hand_loss_options:
        problems.append(Problem("option-not-of-system", field="hand_loss"))
    if terms.ramsch and not system.ramsch_allowed:
        problems.append(Problem("option-not-of-system", field="ramsch"))
    if terms.wenzel_bonus and not terms.wenzels:
        problems.append(Problem("bonus-without-wenzels", "wenzel_bonus", rule="BT MP2"))
    return problems


# The defaults that a host proposes for new tournaments.

PROPOSED_TERMS = (
    *("place", "organizer", "system", "edition", "scheme"),
    *("ties", "counts", "confirm", "paper_total"),
)
DEFAULTS_COLUMNS = (*PROPOSED_TERMS, "series", "rounds", "language", *FEE_COLUMNS)


def terms_by(defaults: HostDefaults, name: str, day: date) -> TournamentTerms:
    return TournamentTerms(name, day, **{key: getattr(defaults, key) for key in PROPOSED_TERMS})


def set_defaults(host: Host, values: Mapping[str, Any], *, by: Actor) -> None:
    """Set the defaults of a host for its new tournaments. Raises Refused with all problems.

    `values` are columns of DEFAULTS_COLUMNS; missing ones get the usual value.
    """
    proposed = HostDefaults(host=host, **values)
    problems = terms_problems(terms_by(proposed, "-", FIRST_DAY))
    problems += price_problems(proposed)
    refuse_all(problems)
    with changing(None, by, Action.HOST_DEFAULTS_CHANGED, host=host.pk) as change:
        current = HostDefaults.of(host.pk)
        before, after = changed_values(default_values(current), default_values(proposed))
        if not after:
            return
        proposed.pk = current.pk
        proposed.save()
        change.log(about=subject_of("host", host.name), old=before, new=after)


def default_values(defaults: HostDefaults) -> dict[str, Any]:
    return {key: getattr(defaults, key) for key in DEFAULTS_COLUMNS}


# The review of a result: until when objections are heard, and what becomes of the lists.


def usual_end() -> datetime:
    """The default end of a review: in half an hour."""
    return (timezone.localtime() + timedelta(minutes=30)).replace(second=0, microsecond=0)


def settle_lists(tournament: Tournament, to: str) -> list[str]:
    """Make confirmed lists final with the result, or confirmed again when it goes back.

    Returns their subjects for the log. Their revision stays: it is the one that was confirmed.
    """
    old, new = ListState.FINAL, ListState.CONFIRMED
    if to == TournamentState.FINAL:
        old, new = new, old
    lists = ScoreList.objects.filter(series__tournament=tournament, state=old)
    in_order = lists.select_related("series").order_by("series__number", "table_number")
    subjects = [score_list.subject for score_list in in_order]
    lists.update(state=new)
    return subjects


# Creating and changing.


def create_tournament(
    terms: TournamentTerms,
    *,
    by: Actor,
    host: int = FIRST_HOST,
    series: int = 3,
    rounds: int = 12,
    prices: FeeColumns | None = None,
    sample: bool = False,
) -> Tournament:
    """Create a tournament of the host (an id). Raises Refused with all problems."""
    refuse_all(terms_problems(terms))
    with changing(None, by, Action.TOURNAMENT_CREATED, about="tournament") as change:
        tournament = Tournament.objects.create(host_id=host, **terms.values(), sample=sample)
        join_season(tournament, terms.season, terms.season_best_of, by=by)
        _old, stake = set_stake(tournament, terms.stake)
        if by.user:
            Membership.objects.create(user=by.user, tournament=tournament, role=Role.ORGANIZER)
        new = {"system": tournament.system, "series": series, "rounds": rounds}
        change.log(new=new | stake, tournament=tournament)
        for _number in range(series):
            create_series(tournament, rounds=rounds, by=by)
        if prices is not None:
            set_fees(tournament, prices, by=by)
    return tournament


def is_played(tournament: Tournament) -> bool:
    """Whether any list holds an entry."""
    lists = ScoreList.objects.filter(series__tournament=tournament)
    return lists.exclude(depth=Depth.NONE).exists()


def change_tournament(tournament: Tournament, terms: TournamentTerms, *, by: Actor) -> None:
    """Change the terms; without an edition that of the same system stays. Raises Refused."""
    if terms.system == tournament.system:
        terms = replace(terms, edition=terms.edition or tournament.edition)
    problems = terms_problems(terms)
    new = terms.values()
    with changing(tournament, by, Action.TOURNAMENT_CHANGED, about="tournament") as change:
        old = {field: getattr(tournament, field) for field in new}
        changed = [field for field in new if new[field] != old[field]]
        # Under the lock: a clerk may be typing the first game by the old rules at this moment.
        if tournament.state == TournamentState.FINAL:
            fixed = [field for field in RESULT_FIELDS if field in changed]
            problems += [Problem("tournament-final", field) for field in fixed]
        if is_played(tournament):
            fixed = [field for field in RULE_FIELDS if field in changed]
            problems += [Problem("rules-fixed", field) for field in fixed]
            problems += wenzel_problems(tournament, allowed=terms.wenzels)
        if tournament.reported_at and (changed or terms.stake != current_stake(tournament)):
            problems.append(Problem("tournament-is-reported"))
        refuse_all(problems)
        begins_phones = new["phones"] and "phones" in changed
        before, after = join_season(tournament, terms.season, terms.season_best_of, by=by)
        old_stake, new_stake = set_stake(tournament, terms.stake)
        if not changed and not after and not new_stake:
            return
        for field in changed:
            setattr(tournament, field, new[field])
        tournament.save(update_fields=changed)
        change.log(
            old=loggable({field: old[field] for field in changed}) | before | old_stake,
            new=loggable({field: new[field] for field in changed}) | after | new_stake,
        )
        if begins_phones:
            issue_everywhere(tournament, by=by)


def move_into_season(tournament: Tournament, name: str, *, by: Actor) -> None:
    """Put a tournament into the season of this name, or for "" into none. Raises Refused."""
    with changing(tournament, by, Action.TOURNAMENT_CHANGED, about="tournament") as change:
        old, new = join_season(tournament, name, None, by=by)
        if new:
            change.log(old=old, new=new)


def wenzel_problems(tournament: Tournament, *, allowed: bool) -> list[Problem]:
    """Wenzels other than jacks cannot be forbidden once games have some (SkO 2.3.2)."""
    games = Game.objects.filter(list__series__tournament=tournament).exclude(wenzel="J")
    count = 0 if allowed else games.count()
    return [Problem("wenzels-in-use", "wenzels", {"count": count}, "SkO 2.3.2")] if count else []


# Moving from state to state.


def open_series_problems(tournament: Tournament) -> list[Problem]:
    """Released series must be closed; series that were never drawn do not matter."""
    seated = tournament.series.exclude(state=SeriesState.DRAFT)
    numbers = list(seated.exclude(state=SeriesState.CLOSED).values_list("number", flat=True))
    return [Problem("series-not-closed", params={"series": numbers})] if numbers else []


def open_list_problems(tournament: Tournament) -> list[Problem]:
    """Lists must be closed, except in a seating that was never released."""
    lists = ScoreList.objects.filter(series__tournament=tournament, state=ListState.OPEN)
    count = lists.exclude(series__state=SeriesState.DRAFT).count()
    return [Problem("lists-open", params={"count": count})] if count else []


def uncounted_list_problems(tournament: Tournament) -> list[Problem]:
    """A final result must not leave out a list that only waits for its confirmation."""
    if tournament.what_counts == Counts.ENTERED:
        return []
    lists = ScoreList.objects.filter(series__tournament=tournament, state=ListState.ENTERED)
    count = lists.count()
    return [Problem("lists-not-confirmed", params={"count": count})] if count else []


def unsigned_problems(tournament: Tournament) -> list[Problem]:
    """The lists that lack signatures before a result becomes final, one problem for each series."""
    return [
        Problem(
            "lists-unsigned",
            params={"series": series.number, "count": len(tables), "tables": tables},
            rule="TO 9.11",
        )
        for series, tables in unsigned_tables(TournamentSource(tournament)).items()
    ]


# What a tournament may become, and what must hold first. Going back needs a reason.
TRANSITIONS: Mapping[str, Mapping[str, tuple[Callable[[Tournament], list[Problem]], ...]]] = {
    TournamentState.PREPARE: {TournamentState.RUNNING: ()},
    TournamentState.RUNNING: {
        TournamentState.REVIEW: (open_series_problems, open_list_problems),
        TournamentState.PREPARE: (
            lambda row: [Problem("tournament-is-played")] if is_played(row) else [],
        ),
    },
    TournamentState.REVIEW: {
        # A correction may have opened a list again, or the organizer a series.
        TournamentState.FINAL: (
            open_series_problems,
            open_list_problems,
            uncounted_list_problems,
            open_objection_problems,
        ),
        TournamentState.RUNNING: (),
    },
    TournamentState.FINAL: {TournamentState.REVIEW: ()},
}


def goes_back(old: str, new: str) -> bool:
    """Whether a step undoes what was announced.

    >>> goes_back("final", "review"), goes_back("prepare", "running")
    (True, False)
    """
    return TournamentState.values.index(new) < TournamentState.values.index(old)


def transition_problems(tournament: Tournament, to: str, reason: str) -> list[Problem]:
    guards = TRANSITIONS[tournament.state].get(to)
    if guards is None:
        return [Problem("tournament-transition-not-allowed")]
    problems = [problem for guard in guards for problem in guard(tournament)]
    if goes_back(tournament.state, to) and not reason.strip():
        problems.append(Problem("reason-missing", field="reason"))
    return problems


def move_tournament(
    tournament: Tournament, to: str, *, by: Actor, reason: str = "", until: datetime | None = None
) -> None:
    """Take a tournament to its next state, or back with a reason. Raises Refused.

    `until` is the end of a review, by default `usual_end`.
    """
    old = tournament.state
    with changing(tournament, by, Action.TOURNAMENT_MOVED, about="tournament") as change:
        if tournament.state != old:
            raise refuse("state-changed")
        # Under the lock: whoever is writing a list has finished, and the checks see what he wrote.
        problems = transition_problems(tournament, to, reason)
        if to == TournamentState.REVIEW and until is not None and until <= timezone.now():
            problems.append(Problem("review-over-before-it-begins", "until"))
        refuse_all(problems)
        if to == TournamentState.FINAL:
            doubts = uncorrected_objection_problems(tournament) + unsigned_problems(tournament)
            announced = tournament.review_until
            if announced and not tournament.review_over:
                doubts.insert(0, Problem("review-not-over", params={"until": moment(announced)}))
            refuse_all(override_problems(doubts, by=by, reason=reason))
        new: dict[str, object] = {"state": to}
        if to == TournamentState.REVIEW:
            tournament.review_until = end = until or usual_end()
            new["review_until"] = timezone.localtime(end).isoformat("T", "minutes")
        elif to != TournamentState.FINAL:  # a final result keeps the hour when objections ended
            tournament.review_until = None
        tournament.state = to
        tournament.save(update_fields=["state", "review_until"])
        if lists := settle_lists(tournament, to):
            new["lists"] = lists
        change.log(old={"state": old}, new=new, reason=reason)


def remove_sample(tournament: Tournament, *, by: Actor) -> None:
    """Remove a sample with people and clubs that exist only for it. Raises Refused for others."""
    if not tournament.sample:
        raise refuse("only-samples-are-removed")
    removed = Action.TOURNAMENT_REMOVED
    with changing(tournament, by, removed, about="tournament", register=True) as change:
        change.log()
        people = list(tournament.entries.values_list("person", flat=True))
        clubs = list(Person.objects.filter(pk__in=people).values_list("club", flat=True))
        # Seats protect their players, and money and rulings the tables: these go first.
        Objection.objects.filter(ruling__tournament=tournament).delete()
        for rows in (tournament.rulings, tournament.bookings, tournament.pots):
            rows.all().delete()
        Adjustment.objects.filter(entry__tournament=tournament).delete()
        tournament.series.all().delete()
        tournament.delete()
        unused = dict.fromkeys(("entries", "memberships", "seasons", "in_leagues", "reservations"))
        Person.objects.filter(pk__in=people, **unused).delete()
        Club.objects.filter(pk__in=clubs, people=None, members=None).delete()
