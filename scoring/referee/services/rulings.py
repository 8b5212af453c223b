"""The referee's decisions: stored with their facts, and recorded like any game."""

from dataclasses import replace

from django.db.models import Max
from django.utils import timezone

from scoring.core.access import has_role
from scoring.core.forms import Refused, refuse
from scoring.core.services import changing, write_log
from scoring.lists.phone.services.table import answer_by_ruling
from scoring.lists.services.games import annul_games, record_game
from scoring.models import Actor, Role, Ruling, ScoreList, Tournament
from scoring.models.log import Action
from scoring.models.names import ruling_subject
from scoring.models.tournament import SeriesState, TournamentState
from scoring.rules.adjudication import ENTERED, Decision, Incident, decide, what_decides
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line

BEGUN = (SeriesState.PLAYING, SeriesState.CLOSED)
NOTE_LENGTH = 400


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
    """Keep a decision with the facts it stands on, no others, and enter it in the list if wanted.

    `number` is the game of `score_list`, `soloist` its seat. Entered is what `decide` says, by
    the same services as a typed line, with the paragraphs as the reason: raises what they raise,
    and Refused while the facts do not suffice. Ruling and entry stand or fall together.
    """
    decided(incident)
    incident = what_decides(incident)
    decision = decided(incident)
    if enter:
        refuse_without_entry(decision, score_list, number, soloist)
    refuse_unfit(tournament, score_list, note)
    with changing(tournament, by, Action.RULING_MADE) as change:
        refuse_others(tournament, by)
        ruling = keep(tournament, incident, decision, score_list, number, note, by)
        change.log(about=ruling_subject(ruling), new=log_values(ruling, decision), reason=note)
        if enter and score_list is not None:
            enter_decision(ruling, decision, score_list, soloist, by=by, revision=revision)
        if score_list is not None:
            answer_by_ruling(score_list, by=by)
    return ruling


def decided(incident: Incident) -> Decision:
    """The decision of an incident; Refused while there is none."""
    decision = decide(incident)
    if decision.problems:
        raise Refused(decision.problems)
    if decision.asks:
        raise refuse("ruling-not-decided", field=decision.asks[0])
    return decision


def refuse_unfit(tournament: Tournament, score_list: ScoreList | None, note: str) -> None:
    """Raises Refused for a list of another tournament, and for a note that is a letter."""
    if score_list is not None and score_list.series.tournament_id != tournament.pk:
        raise refuse("ruling-other-tournament")
    if len(note) > NOTE_LENGTH:
        raise refuse("text-too-long", field="note", most=NOTE_LENGTH)


def refuse_without_entry(
    decision: Decision, score_list: ScoreList | None, number: int | None, soloist: int | None
) -> None:
    """Raises Refused where nothing can be entered in a list."""
    problems = []
    if decision.verdict not in (*ENTERED, "annulment"):
        problems.append(Problem("ruling-needs-an-entry"))
    if score_list is None or (number is None and decision.verdict != "annulment"):
        problems.append(Problem("ruling-without-game", "game"))
    if decision.entry is not None and soloist is None:
        problems.append(Problem("ruling-soloist-missing", "line"))
    if problems:
        raise Refused(problems)


def refuse_others(tournament: Tournament, by: Actor) -> None:
    """Raises Refused for who is no referee of this tournament."""
    if not has_role(by, tournament, Role.REFEREE):
        raise refuse("referee-decides")
    if tournament.state == TournamentState.FINAL:
        raise refuse("tournament-final")


def keep(
    tournament: Tournament,
    incident: Incident,
    decision: Decision,
    score_list: ScoreList | None,
    number: int | None,
    note: str,
    by: Actor,
) -> Ruling:
    """The row of a ruling under the next number; one without a list keeps the series at hand."""
    last = tournament.rulings.aggregate(last=Max("number"))["last"] or 0
    record = incident.as_record() | {"series": series_at_hand(tournament)}
    return Ruling.objects.create(
        tournament=tournament,
        number=last + 1,
        list=score_list,
        game_number=number,
        incident=record,
        decision=decision.as_record(),
        paragraphs=list(decision.paragraphs),
        note=note,
        at=timezone.now(),
        by=by.user,
    )


def series_at_hand(tournament: Tournament) -> int:
    """The last series that has begun, 0 before the first."""
    begun = tournament.series.filter(state__in=BEGUN)
    return begun.aggregate(last=Max("number"))["last"] or 0


def log_values(ruling: Ruling, decision: Decision) -> dict[str, object]:
    """The log values of a decision."""
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
    """Write what a decision says into its list, inside the block of `make_ruling`."""
    reason = ", ".join(decision.paragraphs)
    if ruling.note:
        reason = f"{reason}: {ruling.note}"
    reason = reason[:NOTE_LENGTH]
    if decision.verdict == "annulment":
        if decision.void:
            annul_games(score_list, decision.void, by=by, revision=revision, reason=reason)
    else:
        number = ruling.game_number or 0
        line = Line(number, decision.entry, soloist, passed=decision.verdict == "passed")
        if line.passed:
            line = replace(line, soloist=None)
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
