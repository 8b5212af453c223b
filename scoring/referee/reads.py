"""The referee's decisions in words, as a table and as a sheet; objections against them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Max
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from scoring.core.labels_of_systems import contract_words
from scoring.core.listing import Column, Listing, Row, cell_text
from scoring.core.text import fold, language
from scoring.lookups.reads import calculation
from scoring.messages.catalogue import ground_text
from scoring.messages.labels import label, option_text, question_text
from scoring.models import LogEntry, Objection, Ruling, Seat, Tournament
from scoring.models.log import WRITING, Action
from scoring.models.names import ruling_subject
from scoring.models.ruling import ObjectionState
from scoring.rules.adjudication.decision import CHANGES_THE_LIST, Ground, read_grounds
from scoring.rules.adjudication.incident import Incident, read_incident
from scoring.rules.adjudication.table import what_decides
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.problem import Problem
from scoring.rules.records import read_line


@dataclass(frozen=True, slots=True)
class DecisionText:
    code: str
    verdict: str
    total: str
    grounds: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Fact:
    key: str
    question: str
    answer: str


def decision_texts(
    verdict: str, grounds: Sequence[Ground], game: PlayedGame | None
) -> list[DecisionText]:
    """In every language, that of the page first."""
    texts, page_language = [], language()
    # False sorts before True.
    for code, _name in sorted(settings.LANGUAGES, key=lambda item: item[0] != page_language):
        with override(code):
            result = calculation(game) if game else None
            total = f"{result.name}: {result.total}" if result else ""
            reasons = [(ground_text(ground), ground.rule) for ground in grounds]
            texts.append(DecisionText(code, label("verdict", verdict), total, reasons))
    return texts


def ruling_texts(ruling: Ruling) -> list[DecisionText]:
    verdict = ruling.decision.get("verdict", "")
    return decision_texts(verdict, read_grounds(ruling.decision), game_of(ruling))


def game_of(ruling: Ruling) -> PlayedGame | None:
    if not (record := ruling.decision.get("entry")):
        return None
    line, _problems = read_line(record, system=ruling.tournament.rule_system, bare=True)
    return line.game if line else None


def recording_state(ruling: Ruling) -> str:
    if not ruling.applied:
        return _("kept only")
    if still_stands(ruling):
        return _("stands in the list")
    return _("was entered; the list was corrected since")


def still_stands(ruling: Ruling) -> bool:
    """Whether the list still says of the game what the decision entered."""
    verdict = ruling.decision.get("verdict")
    # Games that are played anew after an annulment stand under the same numbers.
    if verdict == "annulment" or ruling.list is None or ruling.game_number is None:
        return True
    line = ruling.list.line(ruling.game_number)
    if verdict == "passed":
        return line is not None and line.passed
    game = game_of(ruling)
    if game is None or line is None or line.game is None:
        return False
    return comparison_key(line.game) == comparison_key(game)


def comparison_key(game: PlayedGame) -> tuple[object, ...]:
    worth = appraise(game).worth
    score = worth.score if worth else None
    return game.game, game.game_class, game.tops, game.end, score


def facts_of(incident: Incident, *, hidden: tuple[str, ...] = ()) -> list[Fact]:
    return [
        Fact(key, question_text(key, incident.row), answer_text(key, answer))
        for key, answer in incident.answers.items()
        if key not in hidden
    ]


def answer_text(key: str, answer: object) -> str:
    if isinstance(answer, bool):
        return _("yes") if answer else _("no")
    return str(answer) if isinstance(answer, int) else option_text(key, str(answer))


def ruling_facts(ruling: Ruling) -> list[Fact]:
    incident = read_incident(ruling.incident, ruling.tournament.rule_system)
    if incident is None:
        return []
    # A database may keep the keys of its JSON in an order of its own.
    facts = facts_of(what_decides(incident))
    if incident.contract is None:
        return facts
    return [Fact("contract", _("Game"), contract_words(incident.contract, None)), *facts]


def rulings_listing(tournament: Tournament, query: str = "") -> Listing:
    """The decisions that contain all words of the query, the newest first."""
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
    words, rows = fold(query).split(), []
    for ruling in rulings:
        row = ruling_row(ruling)
        cells = [cell_text(column, row[column.key]) for column in columns]
        text = fold(" ".join([*cells, ruling.note]))  # a note has no column, but is searched
        if all(word in text for word in words):
            rows.append(row)
    return Listing(title=_("Decisions of the referees"), columns=columns, rows=rows)


def ruling_row(ruling: Ruling) -> Row:
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
    row, text = ruling_row(ruling), ruling_texts(ruling)[0]
    names = {"series": _("Series"), "table": _("Table"), "game": _("Game")}
    lines = [(name, str(row[key])) for key, name in names.items() if row[key]]
    lines.append((_("What happened"), str(row["incident"])))
    lines += [(fact.question, fact.answer) for fact in ruling_facts(ruling)]
    lines.append((_("Decision"), " · ".join(filter(None, (text.verdict, text.total)))))
    lines += [(rule, ground) for ground, rule in text.grounds]
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


# Objections, and lists that the board wants corrected.


def objection_of(ruling: Ruling) -> Objection | None:
    return getattr(ruling, "objection", None)


def count_open_objections(tournament: Tournament) -> int:
    lodged = Objection.objects.filter(state=ObjectionState.LODGED)
    return lodged.filter(ruling__tournament=tournament).count()


def uncorrected_objections(tournament: Tournament) -> list[int]:
    """Numbers of the rulings overturned by the board whose list was not corrected (TO 7.3.3)."""
    upheld = list(
        Objection.objects.filter(
            state=ObjectionState.UPHELD,
            ruling__tournament=tournament,
            ruling__decision__verdict__in=CHANGES_THE_LIST,
        )
        .select_related("ruling__list__series")
        .order_by("ruling__number")
    )
    if not upheld:
        return []
    first = min(objection.lodged_at for objection in upheld)
    log = LogEntry.objects.filter(tournament=tournament, action__in=WRITING, at__gt=first)
    last_writes = list(log.order_by().values_list("subject").annotate(Max("at")))
    return [
        objection.ruling.number for objection in upheld if not is_corrected(objection, last_writes)
    ]


def is_corrected(objection: Objection, last_writes: Iterable[tuple[str, datetime]]) -> bool:
    """Whether its list was written since; without a list, any of its series."""
    ruling = objection.ruling
    series = f"list/{ruling.incident.get('series', 0)}/"
    return any(
        at > objection.lodged_at
        and (subject == ruling.list.subject if ruling.list else subject.startswith(series))
        for subject, at in last_writes
    )


def uncorrected_objection_problems(tournament: Tournament) -> list[Problem]:
    """Going on without a correction takes a reason (TO 7.3.3)."""
    return [
        Problem("objection-without-correction", params={"number": number}, rule="TO 7.3.3")
        for number in uncorrected_objections(tournament)
    ]


def open_objection_problems(tournament: Tournament) -> list[Problem]:
    """The board settles every objection before results are announced (TO 7.3.3, SkO 4.5.10)."""
    count = count_open_objections(tournament)
    return [Problem("objections-open", params={"count": count}, rule="SkO 4.5.10")] if count else []


def exclusion_over(ruling: Ruling) -> dict[str, object] | None:
    """The players at the table and the organizer's decisions; None if no ground speaks of it."""
    codes = {ground.code for ground in read_grounds(ruling.decision)}
    if codes.isdisjoint(("banned-by-the-organizer", "exclusion-is-the-organizers")):
        return None
    seats = Seat.objects.filter(list=ruling.list_id).select_related("entry__person")
    decisions = LogEntry.objects.filter(
        tournament=ruling.tournament,
        subject=ruling_subject(ruling),
        action=Action.RULING_EXCLUSION,
    )
    players = [seat.entry for seat in seats]
    return {"at_the_table": players, "decisions": decisions.select_related("user")}
