"""The referee's decisions, stored with their facts and recorded like any game, and objections."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import changing, refresh, write_log
from scoring.lists.phone.services import answer_open_call
from scoring.lists.services.games import annul_games, record_game
from scoring.models import Actor, Entry, Objection, Ruling, ScoreList, Series, Tournament
from scoring.models.log import MAX_REASON_LENGTH, Action
from scoring.models.names import ruling_subject
from scoring.models.ruling import ObjectionState
from scoring.models.tournament import SeriesState, TournamentState
from scoring.rules.adjudication.decision import CHANGES_THE_LIST, Decision
from scoring.rules.adjudication.incident import Incident
from scoring.rules.adjudication.table import decide, what_decides
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line

BEGUN = (SeriesState.PLAYING, SeriesState.CLOSED)


def make_ruling(
    tournament: Tournament,
    incident: Incident,
    *,
    by: Actor,
    score_list: ScoreList | None = None,
    number: int | None = None,
    soloist: int | None = None,
    enter: bool = False,
    revision: int = 0,
    note: str = "",
) -> Ruling:
    """Keep a decision with its facts, and enter it in the list if wanted.

    `number` is the game of `score_list`, `soloist` the seat of its soloist. Raises Refused,
    as while the facts do not suffice, and what the services of the list raise.
    """
    decide_incident(incident)  # refuses impossible answers, also those that decide nothing
    incident = what_decides(incident)
    decision = decide_incident(incident)
    if enter:
        refuse_without_entry(decision, score_list, number, soloist)
    with changing(tournament, by, Action.RULING_MADE) as change:
        if tournament.state == TournamentState.FINAL:
            raise refuse("tournament-final")
        if score_list and not ScoreList.objects.filter(pk=score_list.pk).exists():
            raise refuse("list-gone")
        columns = {"list": score_list, "game_number": number, "note": note, "by": by.user}
        ruling = create_ruling(tournament, incident, decision, columns)
        change.log(about=ruling_subject(ruling), new=log_values(ruling, decision), reason=note)
        if enter and score_list is not None:
            enter_decision(ruling, decision, score_list, soloist, by=by, revision=revision)
        if score_list is not None:
            answer_open_call(score_list, by=by)
    return ruling


def decide_incident(incident: Incident) -> Decision:
    decision = decide(incident)
    refuse_all(decision.problems)
    if decision.asks:
        raise refuse("ruling-not-decided", field=decision.asks)
    return decision


def refuse_without_entry(
    decision: Decision, score_list: ScoreList | None, number: int | None, soloist: int | None
) -> None:
    problems = []
    if decision.verdict not in CHANGES_THE_LIST:
        problems.append(Problem("ruling-needs-an-entry"))
    if score_list is None or (number is None and decision.verdict != "annulment"):
        problems.append(Problem("ruling-without-game", "game"))
    if decision.entry is not None and soloist is None:
        problems.append(Problem("ruling-soloist-missing", "line"))
    refuse_all(problems)


def create_ruling(
    tournament: Tournament, incident: Incident, decision: Decision, columns: Mapping[str, Any]
) -> Ruling:
    last = tournament.rulings.aggregate(last=Max("number", default=0))["last"]
    begun = tournament.series.filter(state__in=BEGUN).aggregate(last=Max("number", default=0))
    return Ruling.objects.create(
        tournament=tournament,
        number=last + 1,
        incident=incident.as_record() | {"series": begun["last"]},
        decision=decision.as_record(),
        paragraphs=list(decision.paragraphs),
        at=timezone.now(),
        **columns,
    )


def log_values(ruling: Ruling, decision: Decision) -> dict[str, object]:
    new: dict[str, object] = {
        "incident": ruling.incident["row"],
        "verdict": decision.verdict,
        "score": decision.score,
        "rule": ", ".join(decision.paragraphs),
        "list": ruling.list.subject if ruling.list else None,
        "number": ruling.game_number,
    }
    return {key: value for key, value in new.items() if value not in (None, "")}


def enter_decision(
    ruling: Ruling,
    decision: Decision,
    score_list: ScoreList,
    soloist: int | None,
    *,
    by: Actor,
    revision: int,
) -> None:
    reason = ", ".join(decision.paragraphs)
    if ruling.note:
        reason = f"{reason}: {ruling.note}"
    reason = reason[:MAX_REASON_LENGTH]
    if decision.verdict == "annulment":
        if decision.void:
            annul_games(score_list, decision.void, by=by, revision=revision, reason=reason)
    else:
        number = ruling.game_number or 0
        passed = decision.verdict == "passed"
        line = Line(number, decision.entry, None if passed else soloist, passed=passed)
        stored = score_list.line(number)
        if stored is not None:
            line = replace(line, dealer=stored.dealer, attempt=stored.attempt)
        record_game(score_list, line, by=by, revision=revision, reason=reason)
    ruling.applied = True
    ruling.save(update_fields=["applied"])
    write_log(
        Action.RULING_APPLIED,
        ruling_subject(ruling),
        by=by,
        tournament=ruling.tournament,
        new={"list": score_list.subject, "number": ruling.game_number},
    )


OBJECTION_RULE = "TO 7.3.3, TO 9.10"


def lodge_objection(
    ruling: Ruling, text: str, *, by: Actor, by_entry: Entry | None = None
) -> Objection:
    tournament = ruling.tournament
    with changing(tournament, by, Action.OBJECTION_LODGED, about=ruling_subject(ruling)) as change:
        if by_entry is not None:
            refresh(by_entry, "entry-gone")
        problems = time_problems(ruling)
        if Objection.objects.filter(ruling=ruling).exists():
            problems.append(Problem("objection-twice"))
        refuse_all(problems)
        objection = Objection.objects.create(
            ruling=ruling, by_entry=by_entry, text=text.strip(), lodged_at=timezone.now()
        )
        new: dict[str, object] = {"state": ObjectionState.LODGED}
        if by_entry is not None:
            new["start_number"] = by_entry.start_number
        change.log(new=new, reason=text.strip()[:MAX_REASON_LENGTH])
    return objection


def decide_objection(objection: Objection, *, upheld: bool, reason: str, by: Actor) -> None:
    """The decision of the board is final; it changes no list."""
    tournament = objection.ruling.tournament
    about = ruling_subject(objection.ruling)
    with changing(tournament, by, Action.OBJECTION_DECIDED, about=about) as change:
        objection.refresh_from_db()
        if objection.state != ObjectionState.LODGED:
            raise refuse("objection-decided", rule=OBJECTION_RULE)
        objection.state = ObjectionState.UPHELD if upheld else ObjectionState.DISMISSED
        objection.reason = reason.strip()
        objection.decided_at, objection.decided_by = timezone.now(), by.user
        objection.save(update_fields=["state", "reason", "decided_at", "decided_by"])
        change.log(
            old={"state": ObjectionState.LODGED},
            new={"state": objection.state},
            reason=reason.strip()[:MAX_REASON_LENGTH],
        )


def time_problems(ruling: Ruling) -> list[Problem]:
    """Objections are possible until the next series or the announcement (TO 9.10, SkO 4.5.10)."""
    if ruling.tournament.state == TournamentState.FINAL:
        return [Problem("objection-after-results", rule=OBJECTION_RULE)]
    begun = later_series(ruling).filter(state__in=BEGUN).first()
    if begun is None:
        return []
    return [Problem("objection-too-late", params={"series": begun.number}, rule=OBJECTION_RULE)]


def closing_series(ruling: Ruling) -> int | None:
    """The series whose start ends the time for objections, if any."""
    following = later_series(ruling).first()
    return following.number if following and ruling.tournament.under_way else None


def later_series(ruling: Ruling) -> QuerySet[Series]:
    number = ruling.incident.get("series", 0)
    if ruling.list:
        number = max(number, ruling.list.series.number)
    return ruling.tournament.series.filter(number__gt=number).order_by("number")
