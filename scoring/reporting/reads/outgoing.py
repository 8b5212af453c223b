"""The report of a tournament as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.messages import message
from scoring.models import Report, ReportTarget, Tournament
from scoring.models.report import ReportState
from scoring.reporting.network import TROUBLES
from scoring.reporting.reads.told import place_in, sentence
from scoring.tournament.reads.reported import KEY_TROUBLES, report_state, targets_of


@dataclass(frozen=True, slots=True)
class ShownReport:
    """The newest version if there is one, how far it is (`report_state`), and to which server.

    `targets` are those to choose from; `target` is None as long as nobody has.
    """

    targets: Sequence[ReportTarget]
    target: ReportTarget | None
    report: Report | None
    state: str

    @property
    def chooses(self) -> bool:
        """Whether the next version may go to another server: none has taken one."""
        return len(self.targets) > 1 and not (self.report and self.report.accepted)

    @property
    def is_refused(self) -> bool:
        """Whether the newest version that was sent was refused, corrected since or not."""
        return bool(self.report and self.report.state == ReportState.REFUSED)

    @property
    def wrong_key(self) -> bool:
        """Whether it waits for another key."""
        return bool(
            self.report
            and self.report.state == ReportState.WAITING
            and self.report.trouble in KEY_TROUBLES
        )

    @property
    def replaces(self) -> int | None:
        """The version of another computer that would be replaced; None if there is none."""
        told = self.report.problems if self.is_refused and self.report else []
        of_another = any(each.get("code") == "report-version-old" for each in told)
        return self.report.newest if of_another and self.report else None

    @property
    def trouble(self) -> str:
        """Why the last try did not reach the server, as a sentence."""
        found = TROUBLES.get(self.report.trouble) if self.report else None
        return message(found) if found else ""

    @property
    def reasons(self) -> Sequence[tuple[str, str]]:
        """What the server found wrong: the place, if it is one in the document, and a sentence."""
        told = self.report.problems if self.report else []
        return [(place_in(str(each["field"])), sentence(each)) for each in told]


def shown_report(tournament: Tournament) -> ShownReport | None:
    """None where the host reports to no server."""
    targets = list(targets_of(tournament.host_id))
    if not targets:
        return None
    reports = Report.objects.filter(tournament=tournament).defer("packed")
    report = reports.select_related("target").first()
    target = report.target if report else None
    if target is None or (target.removed_at and report and not report.accepted):
        target = targets[0] if len(targets) == 1 else None
    return ShownReport(targets, target, report, report_state(tournament))
