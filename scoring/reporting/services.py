"""Results that clubs report to a host: checked as every import, each replacing its predecessor."""

import gzip
import re
import secrets
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.services import limits
from scoring.core.forms import Refused, refuse
from scoring.core.heavy import wait_for_turn
from scoring.core.services import changing, lock_tournaments, refresh
from scoring.core.text import row_named
from scoring.exchange.services.checking_lists import CheckedTournament
from scoring.exchange.services.tournament import check_tournament, write_tournament
from scoring.leagues.services.importing import import_received, meeting_of_teams
from scoring.messages.catalogue import message
from scoring.models import (
    Actor,
    Host,
    Meeting,
    Membership,
    ReceivedReport,
    Report,
    ReportKey,
    ReportTarget,
    Season,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.names import host_subject, report_subject
from scoring.models.report import ANSWER_LENGTH, ReportState
from scoring.models.season import SeasonKind
from scoring.models.tournament import TournamentState
from scoring.reporting.network import NotReached, address_problem, ask
from scoring.reporting.reads import GZIP, Heading, packed_export, read_heading, unpack_document
from scoring.rules.problem import Problem
from scoring.tournament.reads.day import last_final_row

# Keys with which clubs report to a host: given out, asked for, withdrawn.

MAX_WRONG = 20  # keys from one address
WAIT = limits.QUARTER_HOUR
WRONG_KEYS = limits.Limit("report key", MAX_WRONG, WAIT, WAIT, memory=WAIT, window=True)


def give_key(host: Host, name: str, *, by: Actor) -> str:
    """A new key for the club of this name, to be shown once: eight groups of four letters.

    Raises Refused where another key in use has the name.
    """
    about = report_subject(name)
    with changing(None, by, Action.REPORT_KEY_GIVEN, about=about, host=host.pk) as change:
        refresh(host, "host-gone")
        if row_named(host.report_keys.filter(withdrawn_at=None), name):
            raise refuse("report-key-name-taken", field="name")
        letters = b32encode(secrets.token_bytes(20)).decode()
        now = timezone.now()
        ReportKey.objects.create(host=host, name=name, secret_hash=digest(letters), given_at=now)
        change.log(new={"name": name})
    return "-".join(re.findall("....", letters))


def digest(key: str) -> str:
    """The hash by which a key is stored, however it was typed."""
    return sha256(re.sub(r"[\s–-]", "", key).upper().encode()).hexdigest()


def find_key(key: str, address: str) -> ReportKey:
    """The key in use; raises Refused for any other, TooManyFailures after many from an address."""
    row = ReportKey.objects.select_related("host").filter(secret_hash=digest(key)).first()
    if row is None:
        # A right one is taken however many wrong ones come beside it.
        sender = limits.key_hash(WRONG_KEYS.kind, limits.counted_address(address))
        limits.count_failures([(WRONG_KEYS, sender)])
        raise refuse("report-key-unknown", field="key")
    refuse_withdrawn(row)
    return row


def is_report_key(header: str) -> bool:
    """Whether this `Authorization` names a key in use; a wrong one is counted by its view."""
    kind, _space, key = header.partition(" ")
    rows = ReportKey.objects.filter(secret_hash=digest(key), withdrawn_at=None)
    return kind == "Bearer" and rows.exists()


def refuse_withdrawn(key: ReportKey) -> None:
    if key.withdrawn_at is not None:
        raise refuse("report-key-withdrawn", field="key")


def withdraw_key(key: ReportKey, *, by: Actor) -> None:
    """Refuse reports with this key from now on; what was reported with it stays."""
    about = report_subject(key.name)
    with changing(None, by, Action.REPORT_KEY_WITHDRAWN, about=about, host=key.host_id) as change:
        key.refresh_from_db()
        if key.withdrawn_at is not None:
            return
        key.withdrawn_at = timezone.now()
        key.save(update_fields=["withdrawn_at"])
        change.log(old={"name": key.name})


MAX_SENTENCES = 5  # of a refusal
MAX_LOGGED = 50  # codes
# What stays as it was decided here, whatever the next report says.
DECIDED_HERE = ("public", "public_until", "shows_releases", "frozen_after", "season_id", "league")


@dataclass(frozen=True, slots=True)
class Parcel:
    """What arrived at a host from whom: with a key, or by hand without one."""

    content: bytes
    host: Host
    by: Actor
    key: ReportKey | None = None

    @property
    def sender(self) -> str:
        return self.key.name if self.key else str(self.by.user or self.by.name)


def receive(parcel: Parcel) -> ReceivedReport:
    """Make a tournament of a reported document, in place of the one reported before.

    The same document again changes nothing. Raises Refused; why is kept for the page of the host.
    """
    document = heading = None
    try:
        document = unpack_document(parcel.content)
        heading = read_heading(document)
        return take(parcel, document, heading)
    except Refused as refused:
        keep_refused(parcel, document or parcel.content, heading, refused)
        raise


def take(parcel: Parcel, document: bytes, heading: Heading | None) -> ReceivedReport:
    if heading is None:
        check_tournament(document)  # names what is wrong, as any import
        raise refuse("report-unreadable")
    document_hash = sha256(document).hexdigest()
    if (before := refuse_unfit(parcel, heading)) and before.sha256 == document_hash:
        return before
    checked = check_tournament(document)
    about = report_subject(parcel.sender)
    join_season(checked, heading, parcel.host, before)
    content = parcel.content
    stored = content if content.startswith(GZIP) else gzip.compress(content, mtime=0)
    received, host = Action.REPORT_RECEIVED, parcel.host.pk
    with changing(None, parcel.by, received, about=about, host=host) as change:
        if key := parcel.key:
            key.refresh_from_db()
            refuse_withdrawn(key)  # it may have been withdrawn during the check
            key.used_at = timezone.now()
            key.save(update_fields=["used_at"])
        # The same may have been reported while this was checked.
        before = refuse_unfit(parcel, heading)
        if before and before.sha256 == document_hash:
            return before
        # Accounts in the document are those of another computer.
        by = replace(parcel.by, elsewhere=True)
        tournament = write_tournament(checked, by=by, host=host)
        take_the_place(tournament, before.tournament if before else None)
        put_into_league(tournament, before, by)
        report = report_row(parcel, document, heading)
        report.document = stored
        report.tournament = tournament
        report.save()
        forget_refused(report)
        change.log(new={"name": tournament.name, "sha256": document_hash})
    return report


def refuse_unfit(parcel: Parcel, heading: Heading) -> ReceivedReport | None:
    """The report that this one replaces, if there is one.

    Raises Refused for what is no final result, and for that of another club: its name counts, so
    that a club goes on with a new key. By hand everything is replaced.
    """
    if heading.tournament.sample:
        raise refuse("report-of-a-sample")
    if heading.tournament.state != TournamentState.FINAL:
        raise refuse("report-not-final")
    rows = ReceivedReport.objects.filter(host=parcel.host, ident=heading.ident, refusal="")
    own = rows.exclude(key=None).select_related("key").first()
    if own and own.key and parcel.key and own.key.name.lower() != parcel.key.name.lower():
        raise refuse("report-of-another-club", club=own.key.name)
    return rows.filter(tournament__replaced_by=None).select_related("tournament").first()


def join_season(
    checked: CheckedTournament, heading: Heading, host: Host, before: ReceivedReport | None
) -> None:
    """Let a first report join the open season of its name at the host; none is created.

    What clubs call a season is their own. A match day joins its league by its meeting.
    """
    name = heading.tournament.season or ""
    seasons = Season.objects.filter(host=host, name=name, closed_at=None)
    season = seasons.exclude(kind=SeasonKind.LEAGUE).first() if before is None else None
    checked.join_season(season.name if season else None, season.best_of if season else None)


def take_the_place(tournament: Tournament, before: Tournament | None) -> None:
    """Show the new tournament as the one before was, to whom it was; that one counts no more.

    Nobody gets a role from the document.
    """
    tournament.reported_at, tournament.public = timezone.now(), False
    tournament.memberships.all().delete()
    if before is not None:
        lock_tournaments(before.pk)
        before.refresh_from_db()
        for field in DECIDED_HERE:
            setattr(tournament, field, getattr(before, field))
        for old in before.series.all() if before.public else ():
            tournament.series.filter(number=old.number).update(
                seating_public_at=old.seating_public_at, results_public_at=old.results_public_at
            )
        roles = before.memberships.values_list("user", "role")
        Membership.objects.bulk_create(
            Membership(tournament=tournament, user_id=user, role=role) for user, role in roles
        )
        before.public, before.season, before.replaced_by = False, None, tournament
        before.save(update_fields=["public", "season", "replaced_by"])
    tournament.save(update_fields=["reported_at", *DECIDED_HERE])


def put_into_league(tournament: Tournament, before: ReceivedReport | None, by: Actor) -> None:
    """Give a match day to the meeting that waits for exactly its teams, or keep it there."""
    rows = Meeting.objects.select_related("division__season", "match_day", "tournament")
    meeting = rows.filter(tournament=before.tournament).first() if before else None
    meeting = meeting or meeting_of_teams(tournament)
    if meeting is not None:
        import_received(meeting, tournament, by=by)


def report_row(parcel: Parcel, document: bytes, heading: Heading | None) -> ReceivedReport:
    return ReceivedReport(
        host=parcel.host,
        key=parcel.key,
        sender=parcel.sender,
        ident=heading.ident if heading else "",
        name=heading.tournament.name if heading else "",
        date=heading.tournament.date if heading else None,
        at=timezone.now(),
        sha256=sha256(document).hexdigest(),
    )


def keep_refused(
    parcel: Parcel, document: bytes, heading: Heading | None, refused: Refused
) -> None:
    """Keep the reasons for the page of the host, and log them."""
    codes = list(dict.fromkeys(problem.code for problem in refused.problems))[:MAX_LOGGED]
    row = report_row(parcel, document, heading)
    row.refusal = sentences(refused.problems)
    about, host = report_subject(parcel.sender), parcel.host.pk
    with changing(None, parcel.by, Action.REPORT_TURNED_AWAY, about=about, host=host) as change:
        forget_refused(row)
        row.save()
        ReportKey.objects.filter(reports=row).update(used_at=row.at)
        change.log(new={"name": row.name, "sha256": row.sha256, "refused": codes})


def forget_refused(row: ReceivedReport) -> None:
    """Delete what was refused or unreadable from this sender: a newer row settles it."""
    refused = ReceivedReport.objects.filter(host=row.host, key=row.key, tournament=None)
    refused.filter(sender=row.sender, ident__in=("", row.ident)).delete()


def sentences(problems: Iterable[Problem]) -> str:
    """The first problems as sentences, each with its place in the document."""
    problems = list(problems)
    lines = [
        f"{message(each)} ({each.field})" if "." in each.field else message(each)
        for each in problems[:MAX_SENTENCES]
    ]
    if len(problems) > MAX_SENTENCES:
        lines.append(_("And %(count)s more.") % {"count": len(problems) - MAX_SENTENCES})
    return " ".join(lines)


def receipt(report: ReceivedReport) -> str:
    """The sentence that confirms an accepted document to its sender."""
    season = Season.objects.filter(tournaments=report.tournament).first()
    params = {"host": report.host.name, "name": report.name, "season": season and season.name}
    if season is not None:
        return _("“%(host)s” has the result of “%(name)s”; it counts in “%(season)s”.") % params
    return _("“%(host)s” has the result of “%(name)s”; it counts in no season there yet.") % params


# A club reports a final result: the document goes to the server, the answer is kept.

SUBJECT = "tournament"
ACTIONS = {
    ReportState.ACCEPTED: Action.REPORT_ACCEPTED,
    ReportState.REFUSED: Action.REPORT_REFUSED,
}


def report_result(tournament: Tournament, *, by: Actor) -> Report:
    """Send the document of a final result to the server of its host, and keep what it answers.

    No block is open while it is asked, and nobody waits for his turn. An answer that is lost is no
    harm: the same document is known there. Raises Refused where there is nothing to report, Busy
    where others export and import.
    """
    target = ReportTarget.objects.filter(host=tournament.host_id).first()
    if target is None:
        raise refuse("report-without-server")
    refuse_unfit_target(tournament)
    with wait_for_turn(by.user):
        result, packed = last_final_row(tournament), packed_export(tournament)
    try:
        answer = ask("POST", target.address, target.key, packed)
        state = ReportState.ACCEPTED if answer.ok else ReportState.REFUSED
        sentence = answer.sentence
    except NotReached as trouble:
        state, sentence = ReportState.UNREACHED, message(trouble.problem)
    values = {
        "at": timezone.now(),
        "result": result,
        "state": state,
        "answer": sentence[:ANSWER_LENGTH],
    }
    with changing(tournament, by, about=SUBJECT) as change:
        report, _new = Report.objects.update_or_create(tournament=tournament, defaults=values)
        # The log is part of the document. A document that may have arrived must not change, so only
        # an answer is logged.
        if state in ACTIONS:
            refused = {"refused": values["answer"]} if state == ReportState.REFUSED else {}
            change.log(
                action=ACTIONS[state],
                new={"sha256": sha256(unpack_document(packed)).hexdigest(), **refused},
            )
    return report


def refuse_unfit_target(tournament: Tournament) -> None:
    """Raises Refused for a tournament that is not final, a sample, or reported from elsewhere."""
    if tournament.sample:
        raise refuse("report-of-a-sample")
    if tournament.reported_at:
        raise refuse("tournament-is-reported")
    if tournament.state != TournamentState.FINAL:
        raise refuse("report-not-final")


# The server to which a host reports: its address and the key that was given out there.


def set_target(host: Host, address: str, key: str, *, by: Actor) -> ReportTarget:
    """Report to this address with this key from now on; without a key with the one from before.

    The server is asked before the block opens. Raises Refused, with each problem at its field.
    """
    address = address.strip().rstrip("/")
    old = ReportTarget.objects.filter(host=host).first()
    key = key.strip().upper() or (old.key if old else "")
    if problem := address_problem(address):
        raise Refused([problem])
    if not (key and key.isascii()):
        raise refuse("report-key-unknown", field="key")
    try:
        answer = ask("GET", address, key)
    except NotReached as trouble:
        raise Refused([trouble.problem]) from trouble
    if not answer.ok:
        raise refuse("report-key-unknown", field="key")
    about = host_subject(host.name)
    with changing(None, by, Action.REPORT_TARGET_SET, about=about, host=host.pk) as change:
        values = {"address": address, "key": key, "received_by": answer.sentence[:120]}
        target, _new = ReportTarget.objects.update_or_create(
            host=host, defaults={**values, "at": timezone.now()}
        )
        change.log(old={"address": old.address} if old else None, new={"address": address})
    return target


def remove_target(target: ReportTarget, *, by: Actor) -> None:
    """Stop reporting to this host."""
    about, host = host_subject(target.host.name), target.host_id
    with changing(None, by, Action.REPORT_TARGET_REMOVED, about=about, host=host) as change:
        if ReportTarget.objects.filter(pk=target.pk).delete()[0]:
            change.log(old={"address": target.address})
