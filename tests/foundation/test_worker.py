"""A server that is told to end while it loads."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from launch.environment import ROOT
from tests.installation import granian
from tools.bench.memory import family, get
from tools.checks.postgres import free_port

SOON = 10  # seconds, on a busy computer


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="not run: needs Linux's /proc")
@pytest.mark.parametrize("signal_sent", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_while_it_loads_ends(tmp_path, migrated, signal_sent):
    """As the unit starts it: nobody kills what does not end by itself."""
    migrated(tmp_path)
    environment = os.environ | {"SKATTURNIER_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    port = free_port()
    with subprocess.Popen(
        granian(port, 2), cwd=ROOT, env=environment, start_new_session=True
    ) as server:
        try:
            deadline = time.monotonic() + SOON
            while len(family(server.pid)) < 3:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            time.sleep(0.3)
            with pytest.raises(OSError):  # noqa: PT011 - it loads
                get(port, "/healthz")
            server.send_signal(signal_sent)
            server.wait(timeout=SOON)
            with pytest.raises(OSError):  # noqa: PT011
                get(port, "/healthz")
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGKILL)
