"""An installation as `deploy/` describes it: PostgreSQL, servers of the program, nginx."""

import os
import re
import shlex
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.test import override_settings

from launch.environment import ROOT
from skatturnier import __version__
from skatturnier.environment import EnvironmentVariables
from tools.checks.postgres import free_port
from tools.checks.quality import proxy as proxy_program
from tools.scratch import put_in_place

# The settings of a laptop make its import fail (skatturnier/settings.py).
if sys.modules.get("psycopg", sys) is None:
    del sys.modules["psycopg"]
NAME = "skat.example.org"
NGINX = proxy_program()
# As servers on one PostgreSQL have it (skatturnier/settings.py).
SHARED_CACHE = {
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "skatturnier_cache",
    "KEY_PREFIX": __version__,
}
SECRET = "one key for all servers of this installation, 50 letters or more"


def variables(database: str, data: Path, **more: str) -> dict[str, str]:
    """The environment of servers and commands on a PostgreSQL."""
    return os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        "SKATTURNIER_DATA": str(data),
        "SKATTURNIER_PROFILE": "production",
        "SKATTURNIER_SECRET_KEY": SECRET,
        "SKATTURNIER_ALLOWED_HOSTS": f"{NAME},127.0.0.1",
        "SKATTURNIER_BEHIND_PROXY": "1",
        "SKATTURNIER_LOG": "json",
        **more,
    }


def manage(environment: dict[str, str], *arguments: str, program: Path = ROOT) -> str:
    """What a command of the program prints; raises CalledProcessError if it fails."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.check_output(command, cwd=program, env=environment, text=True)


@contextmanager
def writing_to(address: str) -> Iterator[None]:
    """This process writes to the database at an address, as a server of its own."""
    real = connections.databases[DEFAULT_DB_ALIAS]
    there = EnvironmentVariables({"DATABASE_URL": address}).database(Path())
    put_in_place({**real, **there, "OPTIONS": {}})
    try:
        with override_settings(CACHES={"default": SHARED_CACHE}):
            yield
    finally:
        put_in_place(real)


def connected(address: str) -> Any:
    """A connection of its own to a PostgreSQL."""
    import psycopg

    return psycopg.connect(address, autocommit=True)


@dataclass
class Server:
    """A server of the program, with its worker processes in a group of its own."""

    port: int
    process: "subprocess.Popen[bytes]"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut: every process of it at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """As systemd: told to end, and waited for."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=60)


def granian(port: int, workers: int | None = None) -> list[str]:
    """The command of the unit, with this environment's granian and another port."""
    unit = (ROOT / "deploy" / "skatturnier@.service").read_text().replace("\\\n", " ")
    started = re.search(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    assert started
    words = shlex.split(started[1])
    assert words[words.index("--port") + 1] == "%i"
    words[words.index("--port") + 1] = str(port)
    log = words.index("--log-config") + 1
    assert words[log] == "/opt/skatturnier/share/skatturnier/granian.json"
    words[log] = str(ROOT / "deploy" / "granian.json")
    if workers:
        words[words.index("--workers") + 1] = str(workers)
    return [sys.executable, "-m", "granian", *words[1:]]


def start(
    environment: dict[str, str],
    port: int | None = None,
    workers: int | None = None,
    program: Path = ROOT,
) -> Server:
    """A server of the program in a folder, as soon as it is ready."""
    port = port or free_port()
    command = granian(port, workers)
    process = subprocess.Popen(command, cwd=program, env=environment, start_new_session=True)
    server = Server(port, process)
    try:
        wait_until_ready(f"{server.address}/readyz")
    except TimeoutError:
        server.kill()
        raise
    return server


@contextmanager
def servers(
    environment: dict[str, str], count: int, workers: int | None = None
) -> Iterator[list[Server]]:
    """So many servers on one database; those that still run are stopped at the end."""
    found: list[Server] = []
    try:
        for _number in range(count):
            found.append(start(environment, workers=workers))
        yield found
    finally:
        for server in found:
            server.stop()


def wait_until_ready(address: str) -> None:
    for _ in range(900):
        try:
            fetch(address).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(address)


@contextmanager
def proxy(folder: Path, behind: Sequence[int], *, tls: bool = True) -> Iterator[str]:
    """nginx with the file of `deploy/` before servers on these ports; gives its address."""
    port = free_port()
    path = configuration(folder, port, behind, tls=tls)
    process = subprocess.Popen([str(NGINX), "-c", str(path)])
    address = f"{'https' if tls else 'http'}://127.0.0.1:{port}"
    try:
        wait_until_ready(f"{address}/healthz")
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def configuration(folder: Path, port: int, behind: Sequence[int], *, tls: bool) -> Path:
    """nginx's whole configuration around the file of `deploy/`, for an account without rights."""
    certificate(folder)
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    line = re.search(r"    server 127\.0\.0\.1:8000 ([^\n]+)\n", text)
    assert line
    text = re.sub(r"(    server 127\.0\.0\.1:800\d [^\n]+\n)+", "@servers@", text)
    lines = "".join(f"    server 127.0.0.1:{each} {line[1]}\n" for each in behind)
    for old, new in (
        ("@servers@", lines),
        ("listen 443 ssl", f"listen 127.0.0.1:{port}{' ssl' if tls else ''}"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(folder / "crt")),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key")),
        ("/var/log/nginx/skatturnier.log", str(folder / "access.log")),
        ("/var/cache/nginx-skatturnier", str(folder / "cache")),
    ):
        assert old in text
        text = text.replace(old, new)
    text = re.sub(r"\n +listen \[::\][^\n]+", "", text)
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};\n"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = folder / "nginx.conf"
    path.write_text(
        f"pid {folder}/pid; error_log {folder}/error.log; daemon off;\n"
        # Started as root, nginx would leave its cache to an account that cannot enter the folder.
        f"{'user root;' if os.geteuid() == 0 else ''}\n"
        f"events {{}}\nhttp {{\n{temporary}{text}\n}}\n"
    )
    return path


def certificate(folder: Path) -> None:
    """A certificate that proves nothing, as `crt` and `key` in a folder."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-subj", f"/CN={NAME}", "-keyout", folder / "key", "-out", folder / "crt"]
    subprocess.run(command, check=True, capture_output=True)


def fetch(address: str, host: str = NAME, **headers: str) -> urllib.request.addinfourl:
    request = urllib.request.Request(address, headers={"Host": host, **headers})
    unproven = ssl._create_unverified_context()  # the certificate is the test's own
    found: urllib.request.addinfourl = urllib.request.urlopen(request, context=unproven, timeout=60)
    return found
