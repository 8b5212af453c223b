"""The files of `deploy/`, tried as they are: nginx, PostgreSQL, and the command of the unit."""

import os
import re
import subprocess
import time
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from launch.environment import ROOT
from scoring.models import Actor
from scoring.public import services
from tests.factories import make_tournament
from tests.installation import (
    NAME,
    NGINX,
    Server,
    certificate,
    fetch,
    manage,
    proxy,
    servers,
    variables,
    writing_to,
)
from tools.checks import postgres

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.proxy,
    pytest.mark.skipif(
        not (NGINX and postgres.programs()), reason="not run: needs nginx and PostgreSQL"
    ),
]


@dataclass
class Place:
    """What the browser asks, and the servers behind."""

    address: str
    servers: list[Server]
    folder: Path
    environment: dict[str, str]
    database: str


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A running installation of two servers of two processes."""
    folder = tmp_path_factory.mktemp("deploy")
    with postgres.cluster() as database:
        environment = variables(database, folder / "data", SKATTURNIER_METRICS="1")
        manage(environment, "update")
        with (
            servers(environment, 2) as started,
            proxy(folder, [each.port for each in started]) as found,
        ):
            yield Place(found, started, folder, environment, database)


def test_the_program_answers_behind_nginx_on_postgresql(place):
    address = place.address
    with fetch(f"{address}/readyz") as ready:
        assert ready.read() == b"ok\n"
    with fetch(f"{address}/calculator/") as page:
        # Of the names below nothing is promised: they may be somebody else's.
        assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
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
    log = written(place.folder / "access.log", '"GET /t/-" 404')
    assert "a" * 26 not in log
    with pytest.raises(urllib.error.HTTPError):
        fetch(f"{address}/setup/{'a-secret' * 4}/")
    assert "a-secret" not in written(place.folder / "access.log", '"GET /setup/-" 404')


def test_the_first_account_is_set_up_through_nginx(place):
    """docs/server.md "Plain Debian", 6: nobody sits at a server."""
    printed = urlsplit(manage(place.environment, "setup_link").strip())
    assert printed.scheme == "https"
    with fetch(f"{place.address}{printed.path}") as page:
        assert b'name="full_name"' in page.read()


def guess(address: str, **headers: str) -> int:
    """The status of a made-up secret address."""
    try:
        fetch(f"{address}/t/{'b' * 26}/", **headers).close()
    except urllib.error.HTTPError as refused:
        return refused.code
    return 200


def test_a_forged_address_passes_neither_nginx_nor_a_server(place):
    """Throttles count the address that nginx saw, whatever a client says about itself."""
    forged = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(22)]
    found = [guess(place.address, **each) for each in forged]
    # One was tried by the test before.
    assert found == [404] * 19 + [429] * 3
    # Proxies are believed where they are named: here this computer, as which the test asks.
    direct = place.servers[0].address
    near = {"X-Forwarded-Proto": "https"}
    spoken_for = {**near, "X-Forwarded-For": "203.0.113.1, 127.0.0.1"}
    assert guess(direct, **near) == 429
    assert guess(direct, **spoken_for) == 404


# A computer of its own: what is written to /etc and /var is seen by this process alone, and the
# ports of its network are free.
ALONE = """
set -e
mount -t tmpfs none "$1"
cd "$1"
for folder in etc var srv; do
    mkdir $folder $folder.work
    mount -t overlay none -o lowerdir=/$folder,upperdir=$folder,workdir=$folder.work /$folder
done
cd "$OLDPWD"
mount -t tmpfs none /run
ip link set lo up
"""
CERTIFICATE = f"""
mkdir -p /etc/letsencrypt/live/{NAME} /var/www/html/.well-known/acme-challenge
cp "$2/crt" /etc/letsencrypt/live/{NAME}/fullchain.pem
cp "$2/key" /etc/letsencrypt/live/{NAME}/privkey.pem
echo proof > /var/www/html/.well-known/acme-challenge/some
"""
ASKED = f"""
nginx
fetch() {{ curl --silent --insecure --resolve "{NAME}:$1" --write-out ' %{{http_code}}\\n' "$2"; }}
fetch 80:127.0.0.1 http://{NAME}/.well-known/acme-challenge/some
fetch 80:127.0.0.1 http://{NAME}/calculator/ | tail -n 1
fetch 443:127.0.0.1 https://{NAME}/calculator/ | tail -n 1
nginx -s stop
"""


def test_the_steps_of_the_paper_lead_to_an_nginx_that_answers(tmp_path):
    """docs/server.md "Plain Debian", 5: in Debian's own configuration, at those places."""
    steps = documented("nginx -t")
    assert steps[0].startswith("certbot certonly --webroot --webroot-path /var/www/html")
    assert steps[-1] == "systemctl reload nginx"
    certificate(tmp_path)
    ended = alone(tmp_path, CERTIFICATE + "\n".join(steps[1:-1]) + ASKED)
    assert ended.returncode == 0, ended.stderr
    # No server of the program is there, but nginx is, with its certificate.
    assert re.findall(r"\d{3}$|proof", ended.stdout, re.MULTILINE) == ["proof", "200", "301", "502"]


def alone(folder: Path, script: str) -> "subprocess.CompletedProcess[str]":
    """Run commands on a computer of their own, with this folder as their second argument."""
    (folder / "alone").mkdir()
    command = ["unshare", "--mount", "--net", "bash", "-c"]
    places = ["bash", str(folder / "alone"), str(folder)]
    try:
        subprocess.run([*command, ALONE, *places], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not run: this account may not have a computer of its own")
    environment = os.environ | {"PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
    return subprocess.run(
        [*command, ALONE + script, *places],
        cwd=ROOT, env=environment, capture_output=True, text=True,
    )  # fmt: skip


CLUSTER = """
rm -rf /var/lib/postgresql/15/main /etc/postgresql/15/main
mkdir -p /run/postgresql && chown postgres /run/postgresql
pg_createcluster 15 main > /dev/null
pg_ctlcluster 15 main start
trap 'pg_ctlcluster 15 main stop -m immediate' EXIT
systemctl() { pg_ctlcluster 15 main "$1"; }
sudo() { runuser "${@:1:2}" -- "${@:3}"; }
"""


@pytest.mark.skipif(not Path("/usr/lib/postgresql/15").exists(), reason="not run: needs Debian 12")
def test_the_steps_of_the_paper_lead_to_an_archived_log_and_a_base_backup(tmp_path):
    """docs/server.md "Backups": PostgreSQL writes to both folders as its own account."""
    paper = (ROOT / "docs" / "server.md").read_text("utf-8")
    [backup] = re.findall(r"`([^`]*pg_basebackup -D [^`]*)`", paper)
    asked = "sudo -u postgres psql -Atc 'SHOW archive_mode'; ls /srv/skatturnier"
    steps = [CLUSTER, *documented("postgresql.conf /etc"), backup, asked]
    ended = alone(tmp_path, "\n".join(steps))
    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(r"on\nbase-\d{4}-\d\d-\d\d\nwal\n", ended.stdout)


def test_a_new_version_is_installed_beside_the_servers_that_run(tmp_path):
    """docs/server.md "A new version": a server goes on with the folder that it was started from."""
    # As pip does with the programs that it installs: named is the Python of the folder itself.
    program = "#!{0}/bin/python\nimport sys; print(sys.prefix)\n"
    found = []
    for version in ("1", "2"):
        folder = tmp_path / f"skatturnier-{version}"
        for step in documented(f"venv /opt/skatturnier-{version}"):
            step = step.replace("/opt/", f"{tmp_path}/")
            if "pip install" in step:
                assert step.startswith(f"{folder}/bin/pip")
                granian = folder / "bin" / "granian"
                granian.write_text(program.format(folder))
                granian.chmod(0o755)
            elif not step.startswith("install "):
                subprocess.run(step.replace("-m venv", "-m venv --without-pip"), shell=True)
        started = subprocess.check_output([tmp_path / "skatturnier" / "bin" / "granian"], text=True)
        found.append(Path(started.strip()).name)
    assert found == ["skatturnier-1", "skatturnier-2"]


def documented(awaited: str) -> list[str]:
    """The commands of the block in the paper that has this line."""
    blocks = re.findall(
        r"```\n(.*?)```", (ROOT / "docs" / "server.md").read_text("utf-8"), re.DOTALL
    )
    [block] = [each for each in blocks if awaited in each]
    return [line.strip() for line in block.strip().splitlines()]


def written(path: Path, awaited: str) -> str:
    """The log as soon as it has this line: nginx writes it behind the answer."""
    for _ in range(100):
        if awaited in (text := path.read_text()):
            return text
        time.sleep(0.05)
    raise AssertionError(text)


def counted(server: Server, view: str = "calculator") -> int:
    """How many answers of a view a server has counted, all its processes together."""
    with fetch(f"{server.address}/metrics", "127.0.0.1") as answer:
        text = answer.read().decode()
    name = "django_http_responses_total_by_status_view_method_total"
    found = re.findall(rf'{name}\{{[^}}]*view="{view}"[^}}]*\}} ([\d.]+)', text)
    return sum(int(float(each)) for each in found)


def test_each_server_counts_what_its_processes_answer(place):
    before = sum(map(counted, place.servers))
    for _time in range(20):
        fetch(f"{place.address}/calculator/").close()
    assert sum(map(counted, place.servers)) == before + 20
    assert counted(place.servers[0]) == counted(place.servers[0])


@pytest.fixture
def room(place, django_db_blocker):
    """The address of a public tournament of its own, and who withdraws it."""
    with django_db_blocker.unblock(), writing_to(place.database):
        tournament = make_tournament(name="Herbstpokal", public=True)
        path = reverse("room", args=[tournament.pk])

    def withdraw() -> None:
        with django_db_blocker.unblock(), writing_to(place.database):
            services.set_public(tournament, False, by=Actor(name="test"))

    return f"{place.address}{path}", withdraw


def reached(place: Place, view: str = "room") -> int:
    """How many requests of a view came to the servers."""
    return sum(counted(each, view) for each in place.servers)


def read(address: str, language: str = "de", **cookies: str) -> str:
    jar = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    headers = {"Accept-Language": language, **(jar if cookies else {})}
    with fetch(address, **headers) as page:
        return page.read().decode()


def test_a_hall_full_of_viewers_is_one_reader_of_each_language_in_five_seconds(place, room):
    """Whoever is signed in is answered by a server, and nothing of it is kept."""
    address, _withdraw = room
    before = reached(place)
    with ThreadPoolExecutor(20) as viewers:
        pages = list(viewers.map(lambda _number: read(address), range(60)))
    assert "Herbstpokal" in pages[0]
    assert len(set(pages)) == 1
    assert reached(place) == before + 1
    for _time in range(3):
        read(address, sessionid="a" * 32)
    assert reached(place) == before + 4
    for _time in range(2):
        assert '<html lang="de"' in read(address)
        assert '<html lang="en"' in read(address, "en")
        assert '<html lang="en"' in read(address, django_language="en")
        assert '<html lang="de"' in read(address, "en", django_language="de")


def test_a_page_that_is_private_is_never_kept(place):
    before = reached(place, "sign-in")
    tokens = {read(f"{place.address}/sign-in/") for _time in range(3)}
    assert len(tokens) == 3, "each has a token of its own"
    assert reached(place, "sign-in") == before + 3


def test_a_withdrawn_page_is_gone_within_the_seconds_that_are_written(place, room):
    """docs/server.md "How long a withdrawn page is seen"."""
    address, withdraw = room
    read(address)
    withdraw()
    time.sleep(6)
    with pytest.raises(urllib.error.HTTPError) as gone:
        read(address)
    assert gone.value.code == 404


def test_a_server_that_dies_is_noticed_by_nobody(place):
    """Last in this file: it is not started again."""
    place.servers[0].kill()
    for _time in range(20):
        with fetch(f"{place.address}/calculator/") as page:
            assert page.status == 200
