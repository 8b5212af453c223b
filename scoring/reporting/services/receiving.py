"""A server takes in what a computer reports: measured, checked, verified, and once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q
from django.utils import timezone

from scoring.core.refusals import Refused, refuse
from scoring.core.services import changing, lock_tournaments, write_log
from scoring.core.text import folded
from scoring.exchange.fields import Node
from scoring.exchange.layout import DOCUMENT
from scoring.exchange.services import counts
from scoring.exchange.services.checking import ContentsByPath, check_document
from scoring.exchange.services.reading import read_pieces, settings_in
from scoring.exchange.services.staging import ReadyDocument, ready_document
from scoring.exchange.services.writing import import_block, write_document
from scoring.exchange.services.writing_office import SEASON
from scoring.models import (
    Actor,
    ReceivedReport,
    RefusedReport,
    ReportKey,
    ReportVersion,
    Season,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.names import report_subject
from scoring.models.season import SeasonKind
from scoring.models.tournament import TournamentState
from scoring.reporting.reads.envelope import (
    LARGEST_DOCUMENT,
    LARGEST_PACKED,
    Envelope,
    measure,
    read_envelope,
    too_large,
    unpacked,
)
from scoring.reporting.reads.people import described_people, known_people
from scoring.reporting.reads.signing import is_signed
from scoring.reporting.reads.told import ProblemEncoder, as_told
from scoring.reporting.services.keys import refuse_withdrawn
from scoring.reporting.services.throttle import count_sending, count_wrong
from scoring.reporting.services.versions import count_changes, keep, put_into_league
from scoring.rules.problem import Problem
from scoring.verify.reads.unwritten import Verifier
from scoring.verify.reads.verify import tournament_problems

MOST_NAMED = 50  # problems of a refused document that are told
MOST_KEPT = 10  # of them that the page of the host shows
LONGEST_NAME = 120
# What a document says that only a newer program writes.
OF_A_NEWER_ONE = ("document-format-unknown", "document-field-unknown")


@dataclass(frozen=True, slots=True)
class Parcel:
    """What arrived: the envelope as text, its signature, the packed document, the sender."""

    text: str
    signature: str
    packed: bytes
    address: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """The version that was taken, now or before, and the newest one that is there."""

    version: ReportVersion
    newest: int

    @property
    def season(self) -> str:
        """The season in which the newest version counts; "" in none."""
        found = Season.objects.filter(tournaments__received_report=self.version.report_id).first()
        return found.name if found else ""


class HereAlready(Refused):
    """The host has this tournament by another report."""

    def __init__(self, problem: Problem, report: ReceivedReport) -> None:
        self.report = report
        super().__init__([problem])


def receive(parcel: Parcel) -> Receipt:
    """Take in a report that is signed by a key of this server.

    The same one again is answered alike and changes nothing. Raises Refused with all reasons, or
    TooManyReports. What is refused behind the signature is logged.
    """
    envelope = read_envelope(parcel.text)
    key = ReportKey.objects.select_related("host").filter(public_key=envelope.key).first()
    if key is None or not is_signed(parcel.text, parcel.signature, envelope.key):
        count_wrong(parcel.address)
        raise refuse("report-signature-wrong" if key else "report-key-unknown", field="key")
    refuse_withdrawn(key)
    count_sending(key.pk)
    try:
        return take_report(key, envelope, parcel.packed)
    except Refused as refused:
        turn_away(key, envelope, parcel.packed, refused)
        raise


def take_report(key: ReportKey, envelope: Envelope, packed: bytes) -> Receipt:
    """The document becomes a tournament of the host of the key, in the place of the version before.

    Everything is measured before it is unpacked, checked before anything is written, and verified
    before it is kept: its draws and lists before the block, for which everybody who saves waits.
    Raises Refused.
    """
    if len(packed) > LARGEST_PACKED or envelope.size > LARGEST_DOCUMENT:
        raise too_large()
    if known := taken_before(key, envelope):
        return known
    newest_version(key, envelope)  # what is too old is not looked at
    measure(packed, envelope)
    document, contents = checked(packed, envelope.size)
    verifier = Verifier(Tournament(**document["tournament"].without(*SEASON)))
    ready = ready_document(document, contents, verifier.examine)
    if verifier.problems:
        raise Refused(verifier.problems[:MOST_NAMED])
    return write_report(key, envelope, ready)


def write_report(key: ReportKey, envelope: Envelope, ready: ReadyDocument) -> Receipt:
    """The rows of a checked report, in a block; as `take_report`."""
    document, by = ready.document, Actor(name=key.name, elsewhere=True)
    said = described_people(document)
    with import_block(by):
        # Its twin may have been written while this one was checked.
        if known := taken_before(key, envelope):
            return known
        refresh_key(key)
        before = newest_version(key, envelope)
        if before is None:
            refuse_again(key, document)
        else:
            lock_tournaments(before.tournament.pk)
        people = known_people(document, said, key, before)
        place_in_season(document, key.host_id, before)
        closed = closed_season_of(before)
        tournament = write_document(ready, key.host_id, people, by=by)
        version = keep(tournament, key, envelope, said, before)
        put_into_league(tournament, before, by)
        if problems := [problem for _series, problem in tournament_problems(tournament)]:
            raise Refused(problems[:MOST_NAMED])
        about = report_subject(key.name)
        new = {"name": tournament.name, "version": version.number, "sha256": version.sha256}
        new |= counts(document) | ({"after_closing": closed} if closed else {})
        settle_refused(key, envelope)
        write_log(Action.REPORT_RECEIVED, about, by=by, tournament=None, host=key.host_id, new=new)
    # Both are read whole for this, while nobody waits: neither changes any more.
    count_changes(version, before)
    return Receipt(version, version.number)


def turn_away(key: ReportKey, envelope: Envelope, packed: bytes, refused: Refused) -> None:
    """Log what was refused, and why, and keep it for the page of the host."""
    by = Actor(name=key.name, elsewhere=True)
    codes = list(dict.fromkeys(problem.code for problem in refused.problems))[:MOST_NAMED]
    new = {"version": envelope.version, "sha256": envelope.sha256, "refused": codes}
    about, host = report_subject(key.name), key.host_id
    name, day = heading_of(packed, envelope)
    told = [as_told(problem) for problem in refused.problems[:MOST_KEPT]]
    row = RefusedReport(
        host_id=host,
        ident=envelope.report,
        key=key,
        version=envelope.version,
        sha256=envelope.sha256,
        name=name,
        date=day,
        at=timezone.now(),
        problems=json.loads(json.dumps(told, cls=ProblemEncoder)),
        taken_for=refused.report if isinstance(refused, HereAlready) else None,
    )
    with changing(None, by, host=host):
        settle_refused(key, envelope)
        row.save()
        write_log(Action.REPORT_TURNED_AWAY, about, by=by, tournament=None, host=host, new=new)


def settle_refused(key: ReportKey, envelope: Envelope) -> None:
    """What this computer was refused before is settled by what it reports now.

    What another one was refused is not, though it may have the same key: an organizer must see that
    somebody has another result.
    """
    mine = Q(sha256__in=(envelope.sha256, *(envelope.made or ()))) | Q(sha256="")
    if envelope.made is None:
        mine |= Q(key=key)
    RefusedReport.objects.filter(mine, host=key.host_id, ident=envelope.report).delete()


def heading_of(packed: bytes, envelope: Envelope) -> tuple[str, date | None]:
    """Name and day of the tournament in a document, however wrong that is; ("", None) if unread."""
    try:
        measure(packed, envelope)
        settings: Any = settings_in(unpacked(packed), envelope.size)
        name, day = settings["name"], date.fromisoformat(settings["date"])
    except (Refused, ValueError, KeyError, TypeError):
        return "", None
    return (name[:LONGEST_NAME], day) if isinstance(name, str) else ("", day)


def taken_before(key: ReportKey, envelope: Envelope) -> Receipt | None:
    """What became of the same document when it arrived before."""
    versions = ReportVersion.objects.filter(report__host=key.host_id, report__ident=envelope.report)
    found = versions.filter(sha256=envelope.sha256).first()
    newest = versions.order_by("-number").first()
    return Receipt(found, newest.number) if found and newest else None


def refresh_key(key: ReportKey) -> None:
    """It may have been withdrawn while its document was checked."""
    key.refresh_from_db()
    refuse_withdrawn(key)
    key.used_at = timezone.now()
    key.save(update_fields=["used_at"])


def newest_version(key: ReportKey, envelope: Envelope) -> ReportVersion | None:
    """The version that this one replaces; None for the first.

    Raises Refused for a version that is older than what is there, and for one whose sender knows
    nothing of what was reported since.
    """
    versions = ReportVersion.objects.select_related("report", "tournament", "key")
    mine = versions.filter(report__host=key.host_id, report__ident=envelope.report)
    newest = mine.order_by("-number").first()
    if newest is None:
        return None
    if envelope.version <= newest.number or is_unseen(key, envelope, newest):
        raise refuse(
            "report-version-old",
            version=envelope.version,
            newest=newest.number,
            computer=newest.key.name,
            at=timezone.localtime(newest.at),
        )
    return newest


def is_unseen(key: ReportKey, envelope: Envelope, newest: ReportVersion) -> bool:
    """Whether the sender neither was told of the newest version nor made it.

    The key alone does not say who made it: a copy of a computer's data has the same one, and so has
    a computer that was put back to an earlier backup.
    """
    if envelope.after is None or newest.number <= envelope.after:
        return False
    if envelope.made is None:
        return newest.key_id != key.pk
    return newest.sha256 not in envelope.made


def refuse_again(key: ReportKey, document: Node) -> None:
    """Raises Refused where the host has this tournament by another report already.

    A computer that was set up from an older backup, or has the tournament from its document, calls
    it otherwise than the first one did; it would count twice in its season.
    """
    settings: Node = document["tournament"]
    named = ReportVersion.objects.filter(
        report__host=key.host_id, tournament__date=settings["date"], tournament__replaced_by=None
    )
    for version in named.select_related("tournament", "key", "report"):
        name = version.tournament.name
        if folded(name) == folded(settings["name"]) and has_players(version, document):
            params = {"name": name, "computer": version.key.name, "newest": version.number}
            raise HereAlready(Problem("report-here-already", params=params), version.report)


def has_players(version: ReportVersion, document: Node) -> bool:
    """Whether the same played: described as in the report that came, or called as they are here."""
    if version.people == described_people(document):
        return True
    entries = version.tournament.entries.select_related("person")
    here = sorted(folded_name(each.person.family, each.person.given) for each in entries)
    people = [entry["person"] for entry in document["entries"]]
    return here == sorted(folded_name(each["family"], each["given"]) for each in people)


def folded_name(family: str, given: str) -> tuple[str, str]:
    return folded(family), folded(given)


# The document -----------------------------------------------------------------------------------


def checked(packed: bytes, size: int) -> tuple[Node, ContentsByPath]:
    """The document, every game valued anew; raises Refused with its problems."""
    try:
        document, problems = read_pieces(unpacked(packed), size, DOCUMENT)
    except Refused as refused:
        raise Refused(said_older(refused.problems)) from refused
    contents = check_document(document, problems)
    settings = document.get("tournament") or Node("tournament")
    if settings.get("state") != TournamentState.FINAL:
        problems.append(Problem("report-not-final", "tournament.state"))
    if settings.get("sample"):
        problems.append(Problem("report-of-a-sample", "tournament.sample"))
    if problems:
        raise Refused(said_older(problems)[:MOST_NAMED])
    # Who may do what is decided here, and so is what the hall sees.
    document["memberships"] = []
    settings["public"] = False
    return document, contents


def said_older(problems: Sequence[Problem]) -> list[Problem]:
    """The problems; first that this server is older, where it does not know what is meant."""
    unknown = any(each.code in OF_A_NEWER_ONE for each in problems)
    return [*([Problem("report-server-older")] if unknown else []), *problems]


def place_in_season(document: Node, host: int, before: ReportVersion | None) -> None:
    """A later version stays where the first one is; that joins the open season of its name.

    What clubs call a season is their own: where the host has opened none of this name, it is kept
    without one until an organizer of the host puts it into one. A season that is here counts as it
    does here; a match day joins its league by its meeting.
    """
    settings: Node = document["tournament"]
    there = Season.objects.filter(host=host, name=settings["season"] or "", closed_at=None)
    if before is not None or not there.exclude(kind=SeasonKind.LEAGUE).exists():
        settings["season"] = None


def closed_season_of(before: ReportVersion | None) -> str:
    """The closed season whose table this version changes, as one corrected by hand would."""
    season = before.tournament.season if before else None
    return season.name if season and season.closed_at else ""
