"""The files of `deploy/`, tried as they are: nginx, PostgreSQL, and the command of the unit."""

import time
import urllib.error
from pathlib import Path

import pytest

from launch import postgres
from tests.installation import NGINX, fetch, manage, proxy, servers, variables

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (NGINX and postgres.programs()), reason="not run: needs nginx and PostgreSQL"
    ),
]


@pytest.fixture
def address(tmp_path):
    """The https address of a running installation of two servers."""
    with postgres.cluster() as database:
        environment = variables(database, tmp_path / "data")
        manage(environment, "update")
        with (
            servers(environment, 2) as started,
            proxy(tmp_path, [each.port for each in started]) as found,
        ):
            yield found


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
    with pytest.raises(urllib.error.HTTPError) as hidden:
        fetch(f"{address}/metrics")
    assert hidden.value.code == 404
    log = written(tmp_path / "access.log", '"GET /t/-" 404')
    assert "a" * 26 not in log


def written(path: Path, awaited: str) -> str:
    """The log as soon as it has this line: nginx writes it behind the answer."""
    for _ in range(100):
        if awaited in (text := path.read_text()):
            return text
        time.sleep(0.05)
    raise AssertionError(text)
