"""Results that clubs report to a host: checked as every import, each replacing its predecessor."""

import gzip
import re
import secrets
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.services import limits
from scoring.core.forms import Refused, refuse
from scoring.core.heavy import wait_for_turn
from scoring.core.services import changing, lock_tournaments
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
from scoring.models.names import subject_of
from scoring.models.report import ANSWER_LENGTH, ReportState
from scoring.models.tournament import TournamentState
from scoring.reporting.network import NotReached, address_problem, ask
from scoring.reporting.reads import (
    GZIP,
    Heading,
    Settings,
    open_seasons,
    packed_export,
    read_heading,
    unpack_document,
)
from scoring.rules.problem import Problem
from scoring.tournament.reads.day import last_final_row

# Keys with which clubs report to a host: given out, looked up, withdrawn.

MAX_WRONG = 20  # keys from one address
WRONG_KEYS = limits.Limit("report key", MAX_WRONG, window=limits.QUARTER_HOUR)


def give_key(host: Host, name: str, *, by: Actor) -> str:
    """A new key for the club of this name, to be shown once: eight groups of four letters.

    Raises Refused if another key in use has this name.
    """
    about = subject_of("report", name)
    with changing(None, by, Action.REPORT_KEY_GIVEN, about=about, host=host.pk) as change:
        if row_named(host.report_keys.filter(withdrawn_at=None), name):
            raise refuse("report-key-name-taken", field="name")
        letters = b32encode(secrets.token_bytes(20)).decode()
        now = timezone.now()
        ReportKey.objects.create(host=host, name=name, secret_hash=digest(letters), given_at=now)
        change.log(new={"name": name})
    return "-".join(re.findall("....", letters))


def digest(key: str) -> str:
    """The hash by which a key is stored: the same with any hyphens and spaces, in any case."""
    return sha256(re.sub(r"[\s–-]", "", key).upper().encode()).hexdigest()


def find_key(key: str, address: str) -> ReportKey:
    """The key in use; raises Refused for any other, TooManyFailures after MAX_WRONG of them."""
    row = ReportKey.objects.select_related("host").filter(secret_hash=digest(key)).first()
    if row is None:
        # Only wrong keys are counted: guesses from an address do not lock out its club.
        sender = WRONG_KEYS.key(limits.counted_address(address))
        limits.count_failures([(WRONG_KEYS, sender)])
        raise refuse("report-key-unknown", field="key")
    refuse_withdrawn(row)
    return row


def is_report_key(header: str) -> bool:
    """Whether this `Authorization` names a key in use; wrong ones are counted by `find_key`."""
    kind, _space, key = header.partition(" ")
    rows = ReportKey.objects.filter(secret_hash=digest(key), withdrawn_at=None)
    return kind == "Bearer" and rows.exists()


def refuse_withdrawn(key: ReportKey) -> None:
    if key.withdrawn_at is not None:
        raise refuse("report-key-withdrawn", field="key")


def withdraw_key(key: ReportKey, *, by: Actor) -> None:
    """Refuse reports with this key from now on; what was reported with it stays."""
    about = subject_of("report", key.name)
    with changing(None, by, Action.REPORT_KEY_WITHDRAWN, about=about, host=key.host_id) as change:
        key.refresh_from_db()
        if key.withdrawn_at is not None:
            return
        key.withdrawn_at = timezone.now()
        key.save(update_fields=["withdrawn_at"])
        change.log(old={"name": key.name})


# Results that clubs report: checked, and put in place of the result reported before.

MAX_SENTENCES = 5  # of a refusal
MAX_LOGGED = 50  # codes
# The fields of a reported tournament that its host decides, whatever the next report says.
FIELDS_OF_HOST = ("public", "public_until", "shows_releases", "frozen_after", "season_id", "league")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A document, packed or not, that reached a host: with a key, or by hand without one."""

    content: bytes
    host: Host
    by: Actor
    key: ReportKey | None = None

    @property
    def sender(self) -> str:
        return self.key.name if self.key else str(self.by.user or self.by.name)


def receive(parcel: Parcel) -> ReceivedReport:
    """Make a tournament of a reported document, in place of the one reported before.

    The same document again changes nothing. Raises Refused; the reasons are kept for the page of
    the host.
    """
    document, heading = parcel.content, None
    try:
        document = unpack_document(parcel.content)
        heading = read_heading(document)
        return import_parcel(parcel, document, heading)
    except Refused as refused:
        keep_refused(parcel, document, heading, refused)
        raise


def import_parcel(parcel: Parcel, document: bytes, heading: Heading | None) -> ReceivedReport:
    if heading is None:
        check_tournament(document)  # names what is wrong, as any import
        raise refuse("report-unreadable")
    refuse_unfit(parcel, heading)
    document_hash = sha256(document).hexdigest()
    before = counting_report(parcel.host, heading)
    if before and before.sha256 == document_hash:
        return before
    checked = check_tournament(document)
    about, host = subject_of("report", parcel.sender), parcel.host.pk
    with changing(None, parcel.by, Action.REPORT_RECEIVED, about=about, host=host) as change:
        if key := parcel.key:
            key.refresh_from_db()
            refuse_withdrawn(key)  # it may have been withdrawn during the check
            key.used_at = timezone.now()
            key.save(update_fields=["used_at"])
        # Another report of the tournament may have come while this one was checked.
        refuse_unfit(parcel, heading)
        before = counting_report(parcel.host, heading)
        if before and before.sha256 == document_hash:
            return before
        choose_season(checked, parcel.host, before)
        # Accounts in the document are those of another computer.
        by = replace(parcel.by, elsewhere=True)
        tournament = write_tournament(checked, by=by, host=host)
        take_the_place(tournament, before.tournament if before else None)
        put_into_league(tournament, before, by)
        report = report_row(parcel, document, heading)
        content, report.tournament = parcel.content, tournament
        report.document = content if content.startswith(GZIP) else gzip.compress(content, mtime=0)
        report.save()
        forget_refused(report)
        change.log(new={"name": tournament.name, "sha256": document_hash})
    return report


def refuse_unfit(parcel: Parcel, heading: Heading) -> None:
    """Raise Refused unless this is a final result, not reported before by another club.

    A club is known by the name of its key, so that it can go on with a new one. By hand everything
    is replaced.
    """
    refuse_provisional(heading.tournament)
    rows = accepted_reports(parcel.host, heading).exclude(key=None).select_related("key")
    own = rows.first()
    if own and own.key and parcel.key and own.key.name.lower() != parcel.key.name.lower():
        raise refuse("report-of-another-club", club=own.key.name)


def refuse_provisional(result: Tournament | Settings) -> None:
    if result.sample:
        raise refuse("report-of-a-sample")
    if result.state != TournamentState.FINAL:
        raise refuse("report-not-final")


def accepted_reports(host: Host, heading: Heading) -> QuerySet[ReceivedReport]:
    return ReceivedReport.objects.filter(host=host, ident=heading.ident, refusal="")


def counting_report(host: Host, heading: Heading) -> ReceivedReport | None:
    """The report of the same tournament that counts now."""
    rows = accepted_reports(host, heading).filter(tournament__replaced_by=None)
    return rows.select_related("tournament").first()


def choose_season(checked: CheckedTournament, host: Host, before: ReceivedReport | None) -> None:
    """Let a first report join the open season of its name at the host; none is created.

    What clubs call a season is their own. A match day joins its league by its meeting.
    """
    name = checked.document.tournament.season or ""
    season = open_seasons(host).filter(name=name).first() if before is None else None
    checked.join_season(season.name if season else None, season.best_of if season else None)


def take_the_place(tournament: Tournament, before: Tournament | None) -> None:
    """Show the new tournament as the one before was shown, and stop counting that one.

    Its roles are those given here: nobody gets one from the document.
    """
    tournament.reported_at, tournament.public = timezone.now(), False
    tournament.memberships.all().delete()
    if before is not None:
        lock_tournaments(before.pk)
        before.refresh_from_db()
        for field in FIELDS_OF_HOST:
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
    tournament.save(update_fields=["reported_at", *FIELDS_OF_HOST])


def put_into_league(tournament: Tournament, before: ReceivedReport | None, by: Actor) -> None:
    """Give a match day to the meeting of the report before, or to one that waits for its teams."""
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
    codes = list(dict.fromkeys(problem.code for problem in refused.problems))[:MAX_LOGGED]
    row = report_row(parcel, document, heading)
    row.refusal = sentences(refused.problems)
    about, host = subject_of("report", parcel.sender), parcel.host.pk
    with changing(None, parcel.by, Action.REPORT_TURNED_AWAY, about=about, host=host) as change:
        forget_refused(row)
        row.save()
        ReportKey.objects.filter(reports=row).update(used_at=row.at)
        change.log(new={"name": row.name, "sha256": row.sha256, "refused": codes})


def forget_refused(row: ReceivedReport) -> None:
    """Delete what was refused of this tournament, or unreadable, from the sender of a newer row."""
    refused = ReceivedReport.objects.filter(host=row.host, key=row.key, tournament=None)
    refused.filter(sender=row.sender, ident__in=("", row.ident)).delete()


def sentences(problems: Sequence[Problem]) -> str:
    """The first problems as sentences, each with its place in the document."""
    lines = [
        f"{message(problem)} ({problem.field})" if "." in problem.field else message(problem)
        for problem in problems[:MAX_SENTENCES]
    ]
    if len(problems) > MAX_SENTENCES:
        lines.append(_("And %(count)s more.") % {"count": len(problems) - MAX_SENTENCES})
    return " ".join(lines)


def receipt(report: ReceivedReport) -> str:
    season = Season.objects.filter(tournaments=report.tournament).first()
    if season is not None:
        words = _("“%(host)s” has the result of “%(name)s”; it counts in “%(season)s”.")
    else:
        words = _("“%(host)s” has the result of “%(name)s”; it counts in no season there yet.")
    return words % {"host": report.host.name, "name": report.name, "season": season}


# A club reports a final result: the document goes to the server, the answer is kept.

ACTIONS = {
    ReportState.ACCEPTED: Action.REPORT_ACCEPTED,
    ReportState.REFUSED: Action.REPORT_REFUSED,
}


def report_result(tournament: Tournament, *, by: Actor) -> Report:
    """Send the document of a final result to the server of its host, and keep the answer.

    While the server is asked no block is open and no turn is held. A lost answer does no harm: the
    server knows the same document again. Raises Refused if there is nothing to report, Busy while
    others export and import.
    """
    target = ReportTarget.objects.filter(host=tournament.host_id).first()
    if target is None:
        raise refuse("report-without-server")
    if tournament.reported_at:
        raise refuse("tournament-is-reported")
    refuse_provisional(tournament)
    with wait_for_turn(by.user):
        result, packed = last_final_row(tournament), packed_export(tournament)
    try:
        answer = ask("POST", target.address, target.key, packed)
        state = ReportState.ACCEPTED if answer.ok else ReportState.REFUSED
        sentence = answer.sentence
    except NotReached as trouble:
        state, sentence = ReportState.UNREACHED, message(trouble.problem)
    sentence = sentence[:ANSWER_LENGTH]
    values = {"at": timezone.now(), "result": result, "state": state, "answer": sentence}
    with changing(tournament, by, about="tournament") as change:
        report, _new = Report.objects.update_or_create(tournament=tournament, defaults=values)
        # The log is part of the document. A document that may have arrived must not change, so only
        # an answer is logged.
        if state in ACTIONS:
            new = {"sha256": sha256(unpack_document(packed)).hexdigest()}
            if state == ReportState.REFUSED:
                new["refused"] = sentence
            change.log(action=ACTIONS[state], new=new)
    return report


# The server to which a host reports: its address and the key that was given out there.


def set_target(host: Host, address: str, key: str, *, by: Actor) -> ReportTarget:
    """Report to this address with this key from now on; without a key, with the previous one.

    The server is asked before the block opens. Raises Refused, with each problem at its field.
    """
    address = address.strip().rstrip("/")
    old = ReportTarget.objects.filter(host=host).first()
    # A word processor makes dashes of hyphens; a header could not carry them.
    key = key.strip().upper().replace("–", "-") or (old.key if old else "")
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
    about = subject_of("host", host.name)
    with changing(None, by, Action.REPORT_TARGET_SET, about=about, host=host.pk) as change:
        values = {"address": address, "key": key, "received_by": answer.sentence[:120]}
        target, _new = ReportTarget.objects.update_or_create(
            host=host, defaults={**values, "at": timezone.now()}
        )
        change.log(old={"address": old.address} if old else None, new={"address": address})
    return target


def remove_target(target: ReportTarget, *, by: Actor) -> None:
    about, host = subject_of("host", target.host.name), target.host_id
    with changing(None, by, Action.REPORT_TARGET_REMOVED, about=about, host=host) as change:
        if ReportTarget.objects.filter(pk=target.pk).delete()[0]:
            change.log(old={"address": target.address})
