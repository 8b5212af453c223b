"""A reported tournament as a version of its report, in the place of the one before."""

from django.utils import timezone

from scoring.core.services import lock_tournaments
from scoring.leagues.services.importing import meeting_of_teams, take_over
from scoring.models import (
    Actor,
    Meeting,
    Membership,
    ReceivedReport,
    ReportKey,
    ReportVersion,
    Tournament,
)
from scoring.reporting.reads.differences import differences
from scoring.reporting.reads.envelope import Envelope

# What stays as it was decided here, whatever the next version says.
SHOWN = ("public", "shows_releases", "frozen_after", "season_id", "league")


def keep(
    tournament: Tournament,
    key: ReportKey,
    envelope: Envelope,
    people: dict[str, str],
    before: ReportVersion | None,
) -> ReportVersion:
    """Note what the new tournament is a version of; the one before is kept and counts no more."""
    now = timezone.now()
    lock_tournaments(tournament.pk)
    tournament.reported_at = now
    if before is None:
        report = ReceivedReport.objects.create(
            host_id=key.host_id, ident=envelope.report, tournament=tournament
        )
    else:
        report = before.report
        take_the_place(tournament, before.tournament)
        report.tournament = tournament
        report.save(update_fields=["tournament"])
    tournament.save(update_fields=["reported_at", *SHOWN])
    return ReportVersion.objects.create(
        report=report,
        number=envelope.version,
        sha256=envelope.sha256,
        tournament=tournament,
        key=key,
        at=now,
        people=people,
    )


def take_the_place(tournament: Tournament, before: Tournament) -> None:
    """The new version is shown as the one before was, to whom it was."""
    for field in SHOWN:
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


def count_changes(version: ReportVersion, before: ReportVersion | None) -> None:
    """Count what it changed once, for lists of reports: neither of the two changes any more."""
    if before is not None:
        both = Tournament.objects.in_bulk([before.tournament_id, version.tournament_id])
        old, new = both[before.tournament_id], both[version.tournament_id]
        version.changed = differences(old, new).counts
        version.save(update_fields=["changed"])


def put_into_league(tournament: Tournament, before: ReportVersion | None, by: Actor) -> None:
    """A match day is that of the meeting which waits for just its teams, and stays it."""
    held = Meeting.objects.select_related("division__season", "match_day", "tournament")
    meeting = held.filter(tournament=before.tournament).first() if before else None
    meeting = meeting or meeting_of_teams(tournament)
    if meeting is not None:
        take_over(meeting, tournament, by=by)
        tournament.refresh_from_db()
