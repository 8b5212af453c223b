"""Fixtures of the list at the table."""

from collections.abc import Callable

import pytest

from tests.clerk import PRINTING


@pytest.fixture
def printed(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Writes a line of figures to the terminal."""
    plugins = request.config.pluginmanager
    reporter, capture = (plugins.getplugin(name) for name in PRINTING)

    def write(text: str) -> None:
        if reporter and capture:
            # Within a test pytest captures all output, also that of the reporter.
            with capture.global_and_fixture_disabled():
                reporter.write_line(text)

    return write
