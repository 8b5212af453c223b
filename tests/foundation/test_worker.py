"""A process that answers, without the one that watches over it, or told to end too early."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from launch.environment import ROOT
from tests.installation import granian
from tools.bench.memory import get
from tools.checks.postgres import free_port

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="not run: needs Linux's /proc"),
]
SOON = 10  # seconds, on a busy computer


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def server(
    tmp_path: Path, port: int, migrated: Callable[[Path], None]
) -> Iterator["subprocess.Popen[bytes]"]:
    """As the unit starts it: nobody kills what does not end by itself."""
    migrated(tmp_path)
    environment = os.environ | {"SKATTURNIER_DATA": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    process = subprocess.Popen(
        granian(port, 2), cwd=ROOT, env=environment, start_new_session=True, stderr=subprocess.PIPE
    )
    yield process
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def workers(server: "subprocess.Popen[bytes]") -> list[int]:
    tasks = Path(f"/proc/{server.pid}/task").iterdir()
    return [int(each) for task in tasks for each in (task / "children").read_text().split()]


def soon(found: Callable[[], object]) -> bool:
    deadline = time.monotonic() + SOON
    while time.monotonic() < deadline:
        if found():
            return True
        time.sleep(0.02)
    return False


def is_free(port: int) -> bool:
    try:
        get(port, "/healthz")
    except OSError:
        return True
    return False


@pytest.mark.parametrize("signal_sent", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_while_it_loads_ends(server, port, signal_sent):
    assert soon(lambda: len(workers(server)) == 2)
    time.sleep(0.3)
    assert is_free(port), "it loads"
    server.send_signal(signal_sent)
    server.wait(timeout=SOON)
    assert is_free(port)
