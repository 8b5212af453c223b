"""Requests that take more memory than there is: told so, logged, and the next one is answered."""

import subprocess
import sys

import pytest

from launch.environment import ROOT

# The limit holds for the whole process, so another one is started. A picture is the largest block
# that a request takes at once; many short lists fill what is left to the last bytes.
REQUESTS = """
import io
import sys
from types import SimpleNamespace
import django
django.setup()
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import include, path
from PIL import Image
from scoring.core.heavy import limit_memory, heavy
from tools.scratch import scratch_database

def fill(request):
    held = []
    while True:
        held.append([0] * 100)

own = [path("fill/", fill), path("dear/", heavy(fill)), path("", include("scoring.urls"))]
sys.modules["filling"] = SimpleNamespace(
    urlpatterns=own, handler500="skatturnier.trouble.respond_error"
)

def used():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmData")) // 1024

with scratch_database(), override_settings(ROOT_URLCONF="filling"):
    from tests.factories import make_tournament, make_user
    tournament = make_tournament()
    client = Client(raise_request_exception=False)
    client.force_login(make_user("chief", superuser=True))
    logo = f"/tournaments/{tournament.pk}/logo/"
    client.get(logo)
    buffer = io.BytesIO()
    Image.new("RGBA", (3870, 3870), (9, 9, 9, 90)).save(buffer, "PNG")
    limit_memory(used() + 40)
    for language, way in (("de", "logo"), ("en", "logo"), ("de", "fill"), ("de", "dear")):
        headers = {"accept-language": language}
        if way == "logo":
            file = SimpleUploadedFile("logo.png", buffer.getvalue())
            answer = client.post(logo, {"file": file}, headers=headers)
        else:
            answer = client.get(f"/{way}/", headers=headers)
        text = answer.content.decode()
        told = "nicht genug freien Speicher" in text or "more memory than this computer" in text
        print(way, answer.status_code, told, "Traceback" in text, f'lang="{language}"' in text)
    # What Python has freed it keeps for small objects; the system's own share is used up.
    limit_memory(used() + 5)
    print(client.get(logo).status_code)
"""


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="not run: elsewhere memory has no such limit")
def test_who_asks_for_more_memory_than_there_is_is_told_so_and_the_next_is_served():
    found = subprocess.run(
        [sys.executable, "-c", REQUESTS], cwd=ROOT, capture_output=True, text=True, check=False
    )
    told = "503 True False True"
    lines = [f"logo {told}", f"logo {told}", f"fill {told}", f"dear {told}", "200"]
    assert found.stdout.splitlines() == lines, found.stderr
    assert found.stderr.count("Service Unavailable: /") == 4, "each is logged"
    assert "MemoryError" in found.stderr, "with its traceback"
