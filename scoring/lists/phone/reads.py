"""Lists kept by phone: their addresses, their state for a phone, and the tables of a series."""

from base64 import b32encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from time import time
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scoring.lists.services.games import shown_line
from scoring.messages.labels import label
from scoring.models import (
    Fees,
    Game,
    Ruling,
    ScoreList,
    Series,
    Signature,
    TableAccess,
    TableCall,
    TableDevice,
    Tournament,
    UnsentGames,
)
from scoring.models.phone import HANDLE_LENGTH
from scoring.models.score_list import LINE_COLUMNS, ListState
from scoring.models.spelling import person_name
from scoring.models.tournament import SeriesState
from scoring.rules.fees import MAX_LOST, lost_fee, read_ladder
from scoring.rules.outline import Outline
from scoring.rules.records import read_line, write_line, write_misplaced
from scoring.rules.score_list import counted_games

BITS = 128
PLAYABLE_STATES = (SeriesState.RELEASED, SeriesState.PLAYING)


def secret_of(seed: str) -> str:
    """The secret of an address: 26 letters and digits, derived by the key of the installation."""
    digest = salted_hmac("table access", seed, algorithm="sha256").digest()
    return b32encode(digest[: BITS // 8]).decode().rstrip("=").lower()


def hash_secret(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def handle_of(device: str) -> str:
    """The name of a device in rows and for other devices, from which its id cannot be found.

    >>> handle_of("5d5c4a2e-0000-4000-8000-000000000001")
    'c0da23da8bbacb6f'
    """
    return sha256(device.encode()).hexdigest()[:HANDLE_LENGTH]


def table_path(access: TableAccess) -> str:
    """The path of an address; "" if another installation made it, whose key is unknown."""
    secret = secret_of(access.seed)
    return reverse("phone-list", args=[secret]) if hash_secret(secret) == access.secret_hash else ""


def is_open(access: TableAccess) -> bool:
    """Whether the list may be kept by phone now: released, not closed, not taken over to paper."""
    score_list, series = access.list, access.list.series
    return (
        access.ended_at is None
        and score_list.state == ListState.OPEN
        and series.state in PLAYABLE_STATES
        and series.tournament.phones
        and series.tournament.under_way
    )


def writer_of(score_list: ScoreList) -> TableDevice | None:
    return TableDevice.objects.filter(list=score_list, until=None).first()


def phone_that_writes(score_list: ScoreList) -> TableDevice | None:
    """The device that writes the list now, if one does."""
    access = find_access(list=score_list) if score_list.series.tournament.phones else None
    return writer_of(score_list) if access and is_open(access) else None


def has_written(access: TableAccess, device: str) -> bool:
    """Whether this device has written the list, and may therefore read how it ended."""
    return TableDevice.objects.filter(list=access.list_id, handle=handle_of(device)).exists()


def find_access(**conditions: object) -> TableAccess | None:
    """An address, ended or not, with its list, series, tournament and fees."""
    addresses = TableAccess.objects.select_related("list__series__tournament__fees")
    return addresses.filter(**conditions).first()


def addresses_of(series: Series) -> list[tuple[int, str]]:
    """The ids of the lists that are kept by phone, with the paths of their addresses."""
    if not series.tournament.phones:
        return []
    rows = TableAccess.objects.filter(
        list__series=series, list__state=ListState.OPEN, ended_at=None
    )
    paths = ((row.list_id, table_path(row)) for row in rows)
    return [(pk, path) for pk, path in paths if path]


# When a phone last reported, and how many unsent games it has, in Django's cache.

LIFE_KEY = "life/{}"
LIFE_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class SignOfLife:
    """The last report of the device that writes."""

    seconds: int  # ago
    waiting: int  # games not sent yet


def note_life(list_id: int, waiting: int = 0) -> None:
    cache.set(LIFE_KEY.format(list_id), (time(), waiting), LIFE_SECONDS)


def signs_of_life(list_ids: Iterable[int]) -> dict[int, SignOfLife]:
    """The last reports by list id, of a day at most."""
    keys = {LIFE_KEY.format(list_id): list_id for list_id in list_ids}
    now = time()
    return {
        keys[key]: SignOfLife(max(0, round(now - at)), waiting)
        for key, (at, waiting) in cache.get_many(keys).items()
    }


# The state of a list as a phone gets it (docs/formats.md "The list at the table").


def table_state(access: TableAccess, device: str) -> dict[str, Any]:
    score_list = access.list
    writer, place = writer_of(score_list), head(score_list)
    call = score_list.calls.filter(closed_at=None).first()
    is_handed_in = score_list.state != ListState.OPEN
    signature = Signature.objects.filter(list=score_list).first() if is_handed_in else None
    return {
        "list": place,
        "revision": score_list.revision,
        "layout": score_list.layout,
        "state": score_list.state,
        "ended": not is_open(access),
        "handed_in": timezone.localtime(signature.at).strftime("%H:%M") if signature else "",
        "writer": writer
        and {"device": writer.handle, "name": writer.name, "since": moment(writer.since)},
        "mine": writer is not None and writer.handle == handle_of(device),
        "lines": lines(score_list),
        "stop": {"after": score_list.games_played, "reason": score_list.stop_reason}
        if score_list.stop_reason
        else None,
        "signed": list(score_list.signatures),
        "clock": clock(score_list.series),
        "call": call and {"game": call.game_number, "text": call.text},
        "news": news(score_list, {each["position"]: each["name"] for each in place["players"]}),
        "fees": fees(score_list.series.tournament),
    }


def head(score_list: ScoreList) -> dict[str, Any]:
    series, outline = score_list.series, score_list.outline
    tournament = series.tournament
    columns = ("position", "entry__start_number", "entry__person__given", "entry__person__family")
    return {
        "tournament": tournament.name,
        "series": series.number,
        "table": score_list.table_number,
        "players": [
            {
                "position": position,
                "seat": outline.seat_of(position),
                "name": person_name(family, given),
                "number": number,
            }
            for position, number, given, family in score_list.seat_rows.values_list(*columns)
        ],
        "outline": outline_record(outline),
        "scheme": tournament.scheme,
        # Pages of version 1.0.0 that are open during an update compute the outline from these.
        "seats": score_list.seats,
        "rounds": series.rounds,
        "sittings": score_list.sittings,
    }


def outline_record(outline: Outline) -> dict[str, Any]:
    """The rounds of a list with their seats, and when each player sits."""
    return {
        "seats": outline.seats,
        "rounds": [{"first": each.first, "seats": each.seats} for each in outline.table],
        "times": [
            {"seat": each.seat, "first": each.first, "last": each.last} for each in outline.times
        ],
    }


def lines(score_list: ScoreList) -> list[dict[str, Any]]:
    """The records of all rows, annulled ones too, with value and score."""
    system, outline = score_list.series.tournament.rule_system, score_list.outline
    records = []
    for row in score_list.games.values_list(*LINE_COLUMNS, named=True):
        line = Game.line_of(row, system, outline)
        record = write_line(line) | {"value": row.value, "score": row.score}
        if line.misplaced:
            scores = [game.score for game in counted_games([line.misplaced])]
            record["misplaced"] = write_misplaced(line.misplaced) | {"score": sum(scores)}
        records.append(record)
    return records


def clock(series: Series) -> dict[str, Any] | None:
    """The end of the series and the time now, by the clock of the server, which phones follow."""
    end = series.ends_at
    return None if end is None else {"ends_at": moment(end), "now": moment(timezone.now())}


def news(score_list: ScoreList, names: Mapping[int, str]) -> list[dict[str, str]]:
    """The last decision entered in this list, and who leaves or joins.

    A phone shows an item until its players have seen it, and knows it by its `value`.
    """
    items = []
    if ruling := Ruling.objects.filter(list=score_list, applied=True).last():
        verdict = label("verdict", str(ruling.decision.get("verdict", "")))
        words = _("Referee on game %(number)s: %(words)s (%(rule)s)") % {
            "number": ruling.game_number,
            "words": verdict,
            "rule": ", ".join(ruling.paragraphs),
        }
        text = f"{words} {ruling.note}"
        items.append({"kind": "ruling", "value": str(ruling.number), "said": text})
    if changes := list(changes_of_players(score_list.outline, names)):
        games = _("The list has %(count)s games.") % {"count": score_list.outline.games_planned}
        text = " ".join([*changes, games])
        items.append({"kind": "players", "value": text, "said": text})
    return items


def changes_of_players(outline: Outline, names: Mapping[int, str]) -> Iterator[str]:
    for position, sitting in enumerate(outline.times, 1):
        bounds = (
            (sitting.first, _("%(name)s plays from round %(round)s (game %(game)s).")),
            (sitting.last, _("%(name)s plays until round %(round)s (game %(game)s).")),
        )
        for game, sentence in bounds:
            if game is not None and game > 1:
                words = {"name": names[position], "round": outline.round_of(game), "game": game}
                yield sentence % words


def fees(tournament: Tournament) -> dict[str, Any]:
    """The fees of lost and passed games, from which the phone computes what is due."""
    terms = getattr(tournament, "fees", None) or Fees()
    ladder = read_ladder(terms.lost_ladder)
    lost = [lost_fee(games, ladder) for games in range(MAX_LOST + 1)] if ladder else []
    return {"lost": lost, "passed": terms.passed_cents}


def moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


SILENT_SECONDS = 90  # without a sign, after which a table stands out; phones report every twenty


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table: games, writing device and its last report, open call, games not compared yet."""

    score_list: ScoreList
    games: int
    writer: TableDevice | None
    sign: SignOfLife | None
    call: TableCall | None
    unsent: Sequence[UnsentGames]

    @property
    def way(self) -> str:
        """How the list is kept: "phone", "paper" (taken over, or without an address), or "done"."""
        score_list = self.score_list
        if score_list.state != ListState.OPEN or score_list.series.state == SeriesState.CLOSED:
            return "done"
        access: TableAccess | None = getattr(score_list, "access", None)
        return "phone" if access and is_open(access) else "paper"

    @property
    def has_address(self) -> bool:
        """Whether this installation can print the address of the list."""
        access: TableAccess | None = getattr(self.score_list, "access", None)
        return access is not None and bool(table_path(access))

    @property
    def heard(self) -> str:
        """The age of the last report, in words."""
        if self.sign is None:
            return ""
        if self.sign.seconds < 2 * 60:
            return _("%(count)s s ago") % {"count": self.sign.seconds}
        return _("%(count)s min ago") % {"count": self.sign.seconds // 60}

    @property
    def is_silent(self) -> bool:
        """Whether a phone that writes has not reported for `SILENT_SECONDS`."""
        if self.way != "phone" or self.writer is None:
            return False
        return self.sign is None or self.sign.seconds > SILENT_SECONDS


def table_rows(series: Series) -> list[LiveTable]:
    game_count = Count("games", filter=Q(games__annulled=False))
    lists = series.lists.annotate(game_count=game_count).select_related("access")
    tables = lists.order_by("table_number").prefetch_related(
        Prefetch("devices", TableDevice.objects.filter(until=None)),
        Prefetch("calls", TableCall.objects.filter(closed_at=None)),
        Prefetch("unsent", UnsentGames.objects.filter(settled_at=None)),
    )
    signs = signs_of_life(table.pk for table in tables)
    rows = []
    for table in tables:
        table.series = series
        row = LiveTable(
            score_list=table,
            games=table.game_count,
            writer=next(iter(table.devices.all()), None),
            sign=signs.get(table.pk),
            call=next(iter(table.calls.all()), None),
            unsent=list(table.unsent.all()),
        )
        rows.append(row)
    return rows


def without_address(series: Series) -> bool:
    """Whether a released series has open lists without an address, though phones are allowed."""
    if not series.tournament.phones or series.state not in PLAYABLE_STATES:
        return False
    return series.lists.filter(access=None, state=ListState.OPEN).exists()


def comparison_of(unsent: UnsentGames) -> list[dict[str, Any]]:
    """The games of a replaced phone (`there`) and the rows of the list (`here`)."""
    score_list = unsent.list
    system = score_list.series.tournament.rule_system
    by_number = {line.number: line for line in score_list.lines() if not line.annulled}
    lines = (read_line(record, system=system)[0] for record in unsent.games)
    return [
        {
            "number": line.number,
            "there": shown_line(line),
            "here": shown_line(by_number.get(line.number)),
        }
        for line in lines
        if line is not None
    ]


def open_calls(tournament_id: int) -> QuerySet[TableCall]:
    """The open calls of the referee, the oldest first."""
    rows = TableCall.objects.filter(list__series__tournament=tournament_id, closed_at=None)
    return rows.select_related("list__series").order_by("at")
