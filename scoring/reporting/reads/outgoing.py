"""The report of a tournament as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.messages import CODES, message
from scoring.models import Report, ReportTarget, Tournament
from scoring.reporting.network import TROUBLES
from scoring.rules.problem import Problem
from scoring.tournament.reads.reported import report_state

NOT_READ = Problem("report-unreadable")


@dataclass(frozen=True, slots=True)
class ShownReport:
    """The server, the newest version if there is one, and how far it is (`report_state`)."""

    target: ReportTarget
    report: Report | None
    state: str

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
    target = ReportTarget.objects.filter(host=tournament.host_id).first()
    if target is None:
        return None
    report = Report.objects.filter(tournament=tournament).defer("packed").first()
    return ShownReport(target, report, report_state(tournament))


def place_in(field: str) -> str:
    """
    >>> place_in("series[0].number"), place_in("key")
    ('series[0].number', '')
    """
    return field if "." in field or "[" in field else ""


def sentence(told: dict[str, object]) -> str:
    """A problem in the language of the reader; as the server said it if it is not known here."""
    code, params = str(told["code"]), told["params"]
    if code in CODES and isinstance(params, dict):
        try:
            return message(replace(NOT_READ, code=code, params=params))
        except (KeyError, TypeError, ValueError):
            pass  # a newer server says it with other figures
    return str(told["message"])
