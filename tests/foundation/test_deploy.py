"""The files of `deploy/`, tried as they are: nginx, PostgreSQL, and the command of the unit."""

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from launch import postgres
from launch.environment import ROOT

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
NAME = "skat.example.org"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (NGINX and postgres.programs()), reason="not run: needs nginx and PostgreSQL"
    ),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def granian(port: int) -> list[str]:
    """The command of the unit, with this environment's granian and another port."""
    unit = (ROOT / "deploy" / "skatturnier.service").read_text().replace("\\\n", " ")
    started = re.search(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    assert started
    words = shlex.split(started[1])
    words[words.index("--port") + 1] = str(port)
    return [sys.executable, "-m", "granian", *words[1:]]


def configured(folder: Path, port: int, behind: int) -> Path:
    """nginx's whole configuration around the file of `deploy/`, for an account without rights."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-subj", f"/CN={NAME}", "-keyout", folder / "key", "-out", folder / "crt"]
    subprocess.run(command, check=True, capture_output=True)
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for old, new in (
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(folder / "crt")),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key")),
        ("/var/log/nginx/skatturnier.log", str(folder / "access.log")),
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
        f"events {{}}\nhttp {{\n{temporary}{text}\n}}\n"
    )
    return path


@pytest.fixture
def address(tmp_path):
    """The https address of a running installation."""
    port, behind = free_port(), free_port()
    started = []
    with postgres.cluster() as database:
        variables = os.environ | {
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
            "SKATTURNIER_DATA": str(tmp_path / "data"),
            "SKATTURNIER_PROFILE": "production",
            "SKATTURNIER_ALLOWED_HOSTS": NAME,
            "SKATTURNIER_BEHIND_PROXY": "1",
            "SKATTURNIER_LOG": "json",
        }
        command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"]
        subprocess.run(command, cwd=ROOT, env=variables, check=True)
        try:
            started.append(subprocess.Popen(granian(behind), cwd=ROOT, env=variables))
            configuration = configured(tmp_path, port, behind)
            started.append(subprocess.Popen([NGINX, "-c", str(configuration)]))
            wait_until_ready(f"http://127.0.0.1:{behind}/readyz")
            yield f"https://127.0.0.1:{port}"
        finally:
            for process in started:
                process.terminate()
                process.wait(timeout=20)


def wait_until_ready(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(address)


def fetch(address: str, host: str = NAME) -> urllib.request.addinfourl:
    request = urllib.request.Request(address, headers={"Host": host})
    unproven = ssl._create_unverified_context()  # the certificate is the test's own
    return urllib.request.urlopen(request, context=unproven, timeout=30)


def test_the_program_answers_behind_nginx_on_postgresql(address, tmp_path):
    with fetch(f"{address}/readyz") as ready:
        assert ready.read() == b"ok\n"
    with fetch(f"{address}/calculator/") as page:
        assert page.headers["Strict-Transport-Security"]
        assert b"csrfmiddlewaretoken" in page.read()
        assert "Secure" in page.headers["Set-Cookie"]
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetch(f"{address}/calculator/", host="other.example.org")
    assert refused.value.code == 400
    with pytest.raises(urllib.error.HTTPError) as unknown:
        fetch(f"{address}/t/{'a' * 26}/")
    assert unknown.value.code == 404
    log = written(tmp_path / "access.log", '"GET /t/-" 404')
    assert "a" * 26 not in log


def written(path: Path, awaited: str) -> str:
    """The log as soon as it has this line: nginx writes it behind the answer."""
    for _ in range(100):
        if awaited in (text := path.read_text()):
            return text
        time.sleep(0.05)
    raise AssertionError(text)
