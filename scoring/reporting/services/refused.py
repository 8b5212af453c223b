"""What an administrator does with a report that the host did not take."""

from scoring.core.refusals import refuse
from scoring.core.services import changing
from scoring.models import Actor, RefusedReport
from scoring.models.log import Action
from scoring.models.names import report_subject


def join_reports(refused: RefusedReport, *, by: Actor) -> None:
    """The computer whose report was refused goes on with the one that is here, as its own.

    What it reports next is the next version; who reported it before does so no more under his name
    for it. Raises Refused where there is nothing to go on with.
    """
    about, host = report_subject(refused.key.name), refused.host_id
    with changing(None, by, Action.REPORT_JOINED, about=about, host=host) as change:
        found = RefusedReport.objects.filter(pk=refused.pk).select_related("taken_for__tournament")
        again = found.first()
        report = again.taken_for if again else None
        if again is None or report is None:
            raise refuse("report-refused-gone")
        report.ident = again.ident
        report.save(update_fields=["ident"])
        again.delete()
        change.log(new={"name": report.tournament.name})


def dismiss_report(refused: RefusedReport, *, by: Actor) -> None:
    """Nobody will report it rightly: it is not shown any more, until it is refused again."""
    about, host = report_subject(refused.key.name), refused.host_id
    with changing(None, by, Action.REPORT_DISMISSED, about=about, host=host) as change:
        again = RefusedReport.objects.filter(pk=refused.pk).first()
        if again is None:
            raise refuse("report-refused-gone")
        again.delete()
        change.log(old={"name": again.name, "version": again.version})
