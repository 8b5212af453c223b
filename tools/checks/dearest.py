"""A plugin of pytest: shows the ten dearest tests and the ten dearest fixtures of a run."""

from operator import attrgetter

import pytest

SHOWN = 10
HEADINGS = {
    "call": "dearest tests",
    "setup": "dearest fixtures, each with its test",
}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    groups = terminalreporter.stats.values()
    reports = [each for group in groups for each in group if isinstance(each, pytest.TestReport)]
    for when, heading in HEADINGS.items():
        timed = [report for report in reports if report.when == when]
        terminalreporter.section(f"{SHOWN} {heading}")
        for report in sorted(timed, key=attrgetter("duration"), reverse=True)[:SHOWN]:
            terminalreporter.line(f"{report.duration:.2f} s  {report.nodeid}")
