"""What a phone is told of its list (docs/formats.md "The list at the table")."""

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone

from scoring.core.cached import digest_of
from scoring.lists.phone.reads.access import handle_of, is_open, writer_of
from scoring.messages import label
from scoring.models import (
    Fees,
    Game,
    Ruling,
    ScoreList,
    Series,
    Signature,
    TableAccess,
    TableDevice,
    Tournament,
)
from scoring.models.person import full_name
from scoring.models.score_list import ListState
from scoring.rules.records import write_line, write_misplaced
from scoring.rules.score_list import scored

CALLS = 5  # the last ones


def table_state(access: TableAccess, device: str) -> dict[str, Any]:
    """The list as this device sees it: five queries."""
    score_list = access.list
    writer = writer_of(score_list)
    return {
        "list": head(score_list),
        "revision": score_list.revision,
        "layout": score_list.layout,
        "state": score_list.state,
        "ended": not is_open(access),
        "handed_in": "" if is_open(access) else handed_in(score_list),
        "writer": writer and written_by(writer),
        "mine": writer is not None and writer.handle == handle_of(device),
        "lines": lines(score_list),
        "stop": stop(score_list),
        "signed": list(score_list.signatures),
        "clock": clock(score_list.series),
        "calls": calls(score_list),
        "rulings": rulings(score_list),
        "fees": fees(score_list.series.tournament),
        "standings": standings(score_list.series),
    }


def tag_of(state: dict[str, Any]) -> str:
    """The tag of a state: another one whenever anything changes but the time that it tells."""
    clock = state["clock"] and state["clock"]["ends_at"]
    return f'"{digest_of(state | {"clock": clock})}"'


def head(score_list: ScoreList) -> dict[str, Any]:
    """Tournament, place and players; positions as on the paper."""
    series, outline = score_list.series, score_list.outline
    tournament = series.tournament
    columns = ("position", "entry__start_number", "entry__person__given", "entry__person__family")
    return {
        "tournament": tournament.name,
        "series": series.number,
        "table": score_list.table_number,
        "seats": score_list.seats,
        "players": [
            {
                "position": position,
                "seat": outline.seat_of(position),
                "name": full_name(family, given),
                "number": number,
            }
            for position, number, given, family in score_list.seat_rows.values_list(*columns)
        ],
        "games_due": outline.games_planned,
        "rounds": series.rounds,
        "sittings": score_list.sittings,
        "system": tournament.system,
        "scheme": tournament.scheme,
        "options": options(tournament),
        "signed_suffices": tournament.signed_suffices,
    }


def options(tournament: Tournament) -> dict[str, Any]:
    """What changes the law of its system."""
    names = ("hand_loss", "ramsch", "wenzels", "wenzel_bonus")
    return {name: getattr(tournament, name) for name in names}


def written_by(writer: TableDevice) -> dict[str, Any]:
    return {"device": writer.handle, "name": writer.name, "since": moment(writer.since)}


def lines(score_list: ScoreList) -> list[dict[str, Any]]:
    """The records of all rows, annulled ones too, each with its value and score.

    A misplaced game has its score too: the phone shows it again as soon as it fits.
    """
    system, outline = score_list.series.tournament.rule_system, score_list.outline
    records = []
    for row in score_list.games.as_rows():
        line = Game.line_of(row, system, outline)
        record = write_line(line) | {"value": row.value, "score": row.score}
        if line.misplaced:
            scores = [each.score for each in scored([line.misplaced])]
            record["misplaced"] = write_misplaced(line.misplaced) | {"score": sum(scores)}
        records.append(record)
    return records


def stop(score_list: ScoreList) -> dict[str, Any] | None:
    """After which game the table broke off, and why."""
    if not score_list.stop_reason:
        return None
    return {"after": score_list.games_played, "reason": score_list.stop_reason}


def handed_in(score_list: ScoreList) -> str:
    """At what time the list was handed in with its signatures; "" if it was not."""
    signature = Signature.objects.filter(list=score_list).first()
    if signature is None or score_list.state == ListState.OPEN:
        return ""
    return timezone.localtime(signature.at).strftime("%H:%M")


def clock(series: Series) -> dict[str, Any] | None:
    """Until when the series is played, by the clock of the server, which phones go by."""
    if series.ends_at is None:
        return None
    return {"ends_at": moment(series.ends_at), "now": moment(timezone.now())}


def calls(score_list: ScoreList) -> list[dict[str, Any]]:
    return [
        {
            "id": each.pk,
            "game": each.game_number,
            "text": each.text,
            "at": moment(each.at),
            "closed_at": moment(each.closed_at) if each.closed_at else None,
            "answered": each.answered_by_id is not None,
        }
        for each in reversed(score_list.calls.order_by("-pk")[:CALLS])
    ]


def rulings(score_list: ScoreList) -> list[dict[str, Any]]:
    """The referee's decisions that were entered in this list."""
    return [
        {
            "number": each.number,
            "game": each.game_number,
            "verdict": verdict(each),
            "words": label("verdict", verdict(each)),
            "rule": each.paragraphs,
            "note": each.note,
            "at": moment(each.at),
        }
        for each in Ruling.objects.filter(list=score_list, applied=True)
    ]


def verdict(ruling: Ruling) -> str:
    return str(ruling.decision.get("verdict", ""))


def fees(tournament: Tournament) -> dict[str, Any]:
    """What lost and passed games cost: the phone reckons, without a network too."""
    found = getattr(tournament, "fees", None) or Fees()
    return {"ladder": found.lost_ladder, "passed": found.passed_cents}


def standings(series: Series) -> str:
    """The public page of the running series, if the organizer shows it; "" if not."""
    tournament, since = series.tournament, series.results_public_at
    if not tournament.is_public or since is None or since > timezone.now():
        return ""
    if tournament.frozen_after is not None and series.number > tournament.frozen_after:
        return ""
    return reverse("room-kind-standings", args=[tournament.pk, "running"])


def moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
