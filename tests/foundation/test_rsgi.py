"""Bodies on their way: as many large ones at once as there are places, whoever is cut off."""

import subprocess
import sys

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


def test_a_body_that_is_cut_off_while_it_waits_gives_back_no_place_that_it_never_had():
    ended = subprocess.run(
        [sys.executable, "-c", CUT_OFF],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.split() == ["locked"], ended.stderr
