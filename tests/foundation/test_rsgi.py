"""Bodies on their way: as many large ones at once as there are places, whoever is cut off."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

CUT_OFF = """
import asyncio
from collections import namedtuple
from skatturnier import rsgi

Scope = namedtuple("Scope", "path headers")

async def chunks():
    yield b"x" * (rsgi.IN_MEMORY + 1)

async def wait_in_vain():
    rsgi.places[False] = place = asyncio.Semaphore(1)
    await place.acquire()  # somebody else has the only one
    body = rsgi.SpooledTemporaryFile()
    try:
        async with asyncio.timeout(0.05):
            await rsgi.receive(Scope("/", {}), chunks(), body)
    except TimeoutError:
        print("locked" if place.locked() else "free")

asyncio.run(wait_in_vain())
"""


SENT = """
import asyncio, os
from collections import namedtuple
import django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
django.setup()
from scoring.accounts.sessions import SessionStore
from scoring.models import Actor, Host
from scoring.reporting.services import give_key

Scope = namedtuple("Scope", "path headers")
MEGABYTE = b"x" * 1_000_000

async def chunks():
    for _ in range(10):
        yield MEGABYTE

async def sizes(*senders):
    for headers in senders:
        body = rsgi.SpooledTemporaryFile()
        size = await rsgi.receive(Scope("/backups/", headers), chunks(), body)
        print(size, len(body.read()))

from skatturnier import rsgi
of_nobody, of_ada = SessionStore(), SessionStore()
of_ada["_auth_user_id"] = "1"
of_nobody.save(), of_ada.save()
key = give_key(Host.objects.get(), "Club", by=Actor(name="test"))
forged = ({}, {"cookie": "device=1"}, {"cookie": "sessionid=" + "a" * 32})
forged += {"cookie": f"sessionid={of_nobody.session_key}"}, {"authorization": "Bearer a"}
known = {"cookie": f"sessionid={of_ada.session_key}"}, {"authorization": f"Bearer {key}"}
asyncio.run(sizes(*forged, *known))
"""


def test_of_a_file_from_somebody_without_session_or_key_nothing_is_kept(tmp_path, migrated):
    """Sixty that stopped before their end once held two gigabytes of the disk, and 24 with a
    cookie that was invented three quarters of one."""
    migrated(tmp_path)
    settings_of = {"DJANGO_SETTINGS_MODULE": "skatturnier.settings"}
    printed = run(SENT, SKATTURNIER_DATA=str(tmp_path), **settings_of).splitlines()
    assert printed == ["0 0"] * 5 + ["10000000 10000000"] * 2


@pytest.mark.long
def test_a_body_that_is_cut_off_while_it_waits_gives_back_no_place_that_it_never_had():
    assert run(CUT_OFF).split() == ["locked"]


FILES = """
import resource
_soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
from skatturnier import worker
wanted = min(most, worker.WANTED_FILES) if most > 0 else worker.WANTED_FILES
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0] == wanted)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="not run: Windows has no such limit")
def test_a_server_takes_as_many_connections_as_the_computer_allows():
    """1,100 idle ones of one client once kept everybody else waiting."""
    assert run(FILES).split() == ["True"]


def run(script: str, **variables: str) -> str:
    """What a script prints that runs where no server answers."""
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=settings.BASE_DIR,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
