"""Objections against a referee's decision, and what the board says (TO 7.3.3, SkO 4.5.10)."""

from django.db.models import QuerySet
from django.utils import timezone

from scoring.core.access import has_role
from scoring.core.forms import Refused, refuse
from scoring.core.services import changing
from scoring.models import Actor, Entry, Objection, Role, Ruling, Series, Tournament
from scoring.models.log import Action
from scoring.models.names import ruling_subject
from scoring.models.ruling import ObjectionState
from scoring.models.tournament import SeriesState, TournamentState
from scoring.rules.problem import Problem

TEXT_LENGTH = 2000
BEGUN = (SeriesState.PLAYING, SeriesState.CLOSED)
RULE = "TO 7.3.3, TO 9.10"


def lodge_objection(
    ruling: Ruling,
    text: str,
    *,
    by: Actor,
    by_entry: Entry | None = None,
) -> Objection | None:
    """Lodge an objection in writing, until the next series starts or the result is announced.

    Raises Refused with all problems.
    """
    tournament = ruling.tournament
    problems = text_problems(text, "text")
    with changing(tournament, by, Action.OBJECTION_LODGED, about=ruling_subject(ruling)) as change:
        refuse_less(by, tournament, Role.REFEREE)
        problems += time_problems(ruling)
        if Objection.objects.filter(ruling=ruling).exists():
            problems.append(Problem("objection-twice"))
        if by_entry is not None and by_entry.tournament_id != tournament.pk:
            problems.append(Problem("ruling-other-tournament", "by_entry"))
        if problems:
            raise Refused(problems)
        objection = Objection.objects.create(
            ruling=ruling, by_entry=by_entry, text=text.strip(), lodged_at=timezone.now()
        )
        new: dict[str, object] = {"state": ObjectionState.LODGED}
        if by_entry is not None:
            new["start_number"] = by_entry.start_number
        change.log(new=new, reason=text.strip()[:400])
    return objection


def decide_objection(objection: Objection, *, upheld: bool, reason: str, by: Actor) -> None:
    """What the board decides, with its reason; final, and before the result is announced.

    Upheld, the list is corrected by the ordinary services afterwards.
    """
    tournament = objection.ruling.tournament
    problems = text_problems(reason, "reason")
    about = ruling_subject(objection.ruling)
    with changing(tournament, by, Action.OBJECTION_DECIDED, about=about) as change:
        refuse_less(by, tournament, Role.ORGANIZER)
        objection.refresh_from_db()
        if objection.state != ObjectionState.LODGED:
            problems.append(Problem("objection-decided", rule=RULE))
        if problems:
            raise Refused(problems)
        objection.state = ObjectionState.UPHELD if upheld else ObjectionState.DISMISSED
        objection.reason = reason.strip()
        objection.decided_at, objection.decided_by = timezone.now(), by.user
        objection.save(update_fields=["state", "reason", "decided_at", "decided_by"])
        change.log(
            old={"state": ObjectionState.LODGED},
            new={"state": objection.state},
            reason=reason.strip()[:400],
        )


def text_problems(text: str, field: str) -> list[Problem]:
    if not text.strip():
        return [Problem("text-missing", field)]
    if len(text) > TEXT_LENGTH:
        return [Problem("text-too-long", field, {"most": TEXT_LENGTH})]
    return []


def refuse_less(by: Actor, tournament: Tournament, role: Role) -> None:
    if not has_role(by, tournament, role):
        raise refuse("referee-decides")


def time_problems(ruling: Ruling) -> list[Problem]:
    """Why it is too late for an objection against this ruling; empty while it is possible.

    It is possible until the next series starts, which a series does when it is played: by an act of
    the organizer or with the first line. After the last series it is possible until the result is
    announced (TO 9.10, SkO 4.5.10).
    """
    if ruling.tournament.state == TournamentState.FINAL:
        return [Problem("objection-after-results", rule=RULE)]
    begun = later_series(ruling).filter(state__in=BEGUN).first()
    if begun is None:
        return []
    return [Problem("objection-too-late", params={"series": begun.number}, rule=RULE)]


def closing_series(ruling: Ruling) -> int | None:
    """The number of the series whose start ends the time for objections against this ruling.

    None where no series follows any more: the announcement of the result ends it.
    """
    following = later_series(ruling).first()
    return following.number if following and ruling.tournament.under_way else None


def later_series(ruling: Ruling) -> QuerySet[Series]:
    """The series after the decision, which may be about a list of an earlier one."""
    number = ruling.incident.get("series", 0)
    if ruling.list:
        number = max(number, ruling.list.series.number)
    return ruling.tournament.series.filter(number__gt=number).order_by("number")
