"""The referee's decisions as people read them: one in two languages, all in a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _

from scoring.core.labels_of_systems import contract_words
from scoring.core.listing import Column, Listing, Row, cell_text
from scoring.core.text import folded
from scoring.lookups.reads import calculation
from scoring.messages import ground_text, label
from scoring.messages.labels import option_text, question_text
from scoring.models import (
    Entry,
    LogEntry,
    Objection,
    Ruling,
    Seat,
    Tournament,
)
from scoring.models.log import WRITING, Action
from scoring.models.names import ruling_subject
from scoring.models.ruling import ObjectionState
from scoring.rules.adjudication import (
    ENTERED,
    Decision,
    Ground,
    Incident,
    read_grounds,
    read_incident,
    what_decides,
)
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.problem import Problem
from scoring.rules.records import read_line

LANGUAGES = (("de", "Deutsch"), ("en", "English"))


@dataclass(frozen=True, slots=True)
class DecisionText:
    """A decision in one language: the verdict, its sum, and each reason with its paragraphs."""

    code: str
    language: str
    verdict: str
    total: str
    grounds: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Fact:
    key: str
    question: str
    answer: str


def in_both(verdict: str, grounds: list[Ground], entry: PlayedGame | None) -> list[DecisionText]:
    """A decision in German and in English, that of the page first."""
    texts, own = [], (get_language() or "de")[:2]
    for code, name in sorted(LANGUAGES, key=lambda each: each[0] != own):
        with override(code):
            valued = calculation(entry) if entry else None
            texts.append(
                DecisionText(
                    code=code,
                    language=name,
                    verdict=label("verdict", verdict),
                    total=f"{valued.name}: {valued.total}" if valued else "",
                    grounds=[(ground_text(ground), ground.rule) for ground in grounds],
                )
            )
    return texts


def decision_in_both(decision: Decision) -> list[DecisionText]:
    return in_both(decision.verdict, list(decision.grounds), decision.entry)


def ruling_in_both(ruling: Ruling) -> list[DecisionText]:
    """A decision that was kept, from what was kept of it."""
    verdict = ruling.decision.get("verdict", "")
    return in_both(verdict, read_grounds(ruling.decision), entry_of(ruling))


def entry_of(ruling: Ruling) -> PlayedGame | None:
    """The game that a decision enters, None where it enters none."""
    if not (record := ruling.decision.get("entry")):
        return None
    line, _problems = read_line(record, system=ruling.tournament.rule_system, bare=True)
    return line.game if line else None


def place_of(ruling: Ruling) -> str:
    """Whether a decision stands in its list: it may have been put right since."""
    if not ruling.applied:
        return _("kept only")
    if still_stands(ruling):
        return _("stands in the list")
    return _("was entered; the list was corrected since")


def still_stands(ruling: Ruling) -> bool:
    """Whether the list still says of the game what the decision entered."""
    if ruling.list is None or ruling.game_number is None:
        return True
    verdict, line = ruling.decision.get("verdict"), ruling.list.line(ruling.game_number)
    if verdict == "annulment":
        return True
    if verdict == "passed":
        return line is not None and line.passed
    entry = entry_of(ruling)
    if entry is None or line is None or line.game is None:
        return False
    return comparison_key(line.game) == comparison_key(entry)


def comparison_key(game: PlayedGame) -> tuple[object, ...]:
    """What makes two entries the same: the contract, how it ended, and its score."""
    worth = appraise(game).worth
    score = worth.score if worth else None
    return game.game, game.game_class, game.tops, game.end, score


def facts_of(incident: Incident, *, hidden: tuple[str, ...] = ()) -> list[Fact]:
    """What was asked and answered, in the order of the answers."""
    return [
        Fact(key, question_text(key, incident.row), answer_text(key, answer))
        for key, answer in incident.answers.items()
        if key not in hidden
    ]


def answer_text(key: str, answer: object) -> str:
    if isinstance(answer, bool):
        return _("yes") if answer else _("no")
    return option_text(key, str(answer)) if not isinstance(answer, int) else str(answer)


def ruling_facts(ruling: Ruling) -> list[Fact]:
    incident = read_incident(ruling.incident, ruling.tournament.rule_system)
    if incident is None:
        return []
    # A database may keep the keys of its JSON in an order of its own.
    facts = facts_of(what_decides(incident))
    if incident.contract is None:
        return facts
    return [Fact("contract", _("Game"), contract_words(incident.contract, None)), *facts]


def rulings_listing(tournament: Tournament, sought: str = "") -> Listing:
    """Every decision of a tournament, the newest first; only those that hold all words sought."""
    rulings = (
        Ruling.objects.filter(tournament=tournament)
        .select_related("list__series", "by", "objection")
        .order_by("-number")
    )
    columns = [
        Column("number", _("No."), "int"),
        Column("at", _("Time"), "date", minor=True),
        Column("series", pgettext("column", "Series"), "int", minor=True),
        Column("table", _("Table"), "int", minor=True),
        Column("game", _("Game"), "int", minor=True),
        Column("incident", _("What happened"), width=34),
        Column("verdict", _("Decision"), width=24),
        Column("score", _("Points"), "points", minor=True),
        Column("rule", _("Paragraphs"), width=18, minor=True),
        Column("referee", _("Referee"), width=14, minor=True),
        Column("objection", _("Objection"), width=10),
    ]
    words, rows = folded(sought).split(), []
    for ruling in rulings:
        row = row_of(ruling)
        cells = [cell_text(column, row[column.key]) for column in columns]
        text = folded(" ".join([*cells, ruling.note]))  # a note has no column, but is searched
        if all(word in text for word in words):
            rows.append(row)
    return Listing(title=_("Decisions of the referees"), columns=columns, rows=rows)


def row_of(ruling: Ruling) -> Row:
    objection = objection_of(ruling)
    return {
        "number": ruling.number,
        "at": ruling.at,
        "series": ruling.list.series.number if ruling.list else None,
        "table": ruling.list.table_number if ruling.list else None,
        "game": ruling.game_number,
        "incident": label("incident", ruling.incident.get("row", "")),
        "verdict": label("verdict", ruling.decision.get("verdict", "")),
        "score": ruling.decision.get("score"),
        "rule": ", ".join(ruling.paragraphs),
        "referee": str(ruling.by) if ruling.by else pgettext("referee", "at the machine"),
        "objection": label("objection_state", objection.state) if objection else "",
    }


def sheet_listing(ruling: Ruling) -> Listing:
    """One decision as a sheet to be signed: what happened, what was asked, what follows and why."""
    row, said = row_of(ruling), ruling_in_both(ruling)[0]
    names = {"series": _("Series"), "table": _("Table"), "game": _("Game")}
    lines = [(name, str(row[key])) for key, name in names.items() if row[key]]
    lines.append((_("What happened"), str(row["incident"])))
    lines += [(fact.question, fact.answer) for fact in ruling_facts(ruling)]
    lines.append((_("Decision"), " · ".join(filter(None, (said.verdict, said.total)))))
    lines += [(rule, text) for text, rule in said.grounds]
    if ruling.note:
        lines.append((_("Note"), ruling.note))
    return Listing(
        title=_("Decision %(number)s") % {"number": ruling.number},
        columns=[Column("name", "", width=26), Column("words", "", width=60)],
        rows=[{"name": name, "words": words} for name, words in lines],
        subtitle=f"{date_format(localtime(ruling.at), 'SHORT_DATETIME_FORMAT')} · {row['referee']}",
        notes=[_("An objection goes to the board, in writing (TO 7.3.3).")],
        signatures=[_("Referee")],
    )


def objection_of(ruling: Ruling) -> Objection | None:
    return getattr(ruling, "objection", None)


# Decisions that change what a list says.
IN_THE_LIST = (*ENTERED, "annulment")


class Objections(NamedTuple):
    """What stands before a result: the decisions (by number) over which an objection is `lodged`,
    and those over which one was upheld while their list still says the same.
    """

    lodged: list[int]
    uncorrected: list[int]


def objections_of(tournament: Tournament) -> Objections:
    """TO 7.3.3: the board settles every objection, and a correction follows one that it upheld.

    Only an upheld decision about an entry asks for a correction.
    """
    asked = Q(state=ObjectionState.LODGED) | Q(
        state=ObjectionState.UPHELD, ruling__decision__verdict__in=IN_THE_LIST
    )
    objections = list(
        Objection.objects.filter(asked, ruling__tournament=tournament)
        .select_related("ruling__list__series")
        .order_by("ruling__number")
    )
    lodged = [
        objection.ruling.number
        for objection in objections
        if objection.state == ObjectionState.LODGED
    ]
    upheld = [objection for objection in objections if objection.state == ObjectionState.UPHELD]
    if not upheld:
        return Objections(lodged, [])
    first = min(objection.lodged_at for objection in upheld)
    log = LogEntry.objects.filter(tournament=tournament, action__in=WRITING, at__gt=first)
    # When each list was written last.
    written = list(log.order_by().values_list("subject").annotate(Max("at")))
    uncorrected = [
        objection.ruling.number for objection in upheld if not is_corrected(objection, written)
    ]
    return Objections(lodged, uncorrected)


def is_corrected(objection: Objection, written: Iterable[tuple[str, datetime]]) -> bool:
    """Whether its list was written since the objection was lodged; without a list, any of its
    series.
    """
    ruling = objection.ruling
    series = f"list/{ruling.incident.get('series', 0)}/"

    def concerns(subject: str) -> bool:
        return subject == ruling.list.subject if ruling.list else subject.startswith(series)

    return any(concerns(subject) and at > objection.lodged_at for subject, at in written)


def upheld_without_correction(tournament: Tournament) -> list[Problem]:
    """Objections that the board upheld without a correction since.

    The board may want none; a person who goes on without one says why (TO 7.3.3).
    """
    return [
        Problem("objection-without-correction", params={"number": number}, rule="TO 7.3.3")
        for number in objections_of(tournament).uncorrected
    ]


def no_open_objections(tournament: Tournament) -> list[Problem]:
    """The board settles every objection before results are announced (TO 7.3.3, SkO 4.5.10)."""
    count = len(objections_of(tournament).lodged)
    params = {"count": count}
    return [Problem("objections-open", params=params, rule="SkO 4.5.10")] if count else []


# Decisions over which somebody can be excluded, by the grounds that say so.
EXCLUDING = ("banned-by-the-organizer", "exclusion-is-the-organizers")


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Who sits at the table that a decision is about, and what the organizer decided so far."""

    at_the_table: tuple[Entry, ...]
    decided: tuple[LogEntry, ...]


def exclusion_over(ruling: Ruling) -> Exclusion | None:
    """Whom the organizer may exclude over this decision; None where the order knows of none."""
    if not any(ground.code in EXCLUDING for ground in read_grounds(ruling.decision)):
        return None
    seats = Seat.objects.filter(list=ruling.list_id).select_related("entry__person")
    decided = LogEntry.objects.filter(
        tournament=ruling.tournament,
        subject=ruling_subject(ruling),
        action=Action.RULING_EXCLUSION,
    )
    return Exclusion(tuple(seat.entry for seat in seats), tuple(decided.select_related("user")))
