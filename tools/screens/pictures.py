"""The pictures of the README and of the handbook: `python3 run.py pictures`.

A scratch data folder gets the sample tournament; the real program serves it, a real browser looks
at it. The sample is made a public tournament there, because a wall shows nothing else.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import django

from launch.environment import ROOT
from tools.bench.memory import free_port, wait_for
from tools.checks.quality import chromium

FOLDER = ROOT / "docs" / "pictures"
MAX_BYTES = 150_000
DESK, WALL = {"width": 1280, "height": 860}, {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
HANDBOOK = ROOT / "docs" / "handbook" / "pictures"
NAME, PLACE, CLUB = "Herbstpreis 2026", "Vereinsheim Kranichmoor", "SC Kranich"
# What each shows: the name of an address of the Preisskat, and what it is about.
PHOTOGRAPHED = {
    "overview": ("tournament", "tournament"),
    "entries": ("entries", "tournament"),
    "series": ("series", "series"),
    "standings": ("standings", "tournament"),
    "money": ("money-open", "tournament"),
    "list": ("list", "list"),
    "wall": ("room-wall", "tournament"),
    "phone": ("phone-practice", ""),
}


def main() -> int:
    with tempfile.TemporaryDirectory() as data:
        os.environ["SKATTURNIER_DATA"] = data
        # Playwright runs an event loop in this thread, and nothing else asks the database.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        os.environ["DJANGO_SETTINGS_MODULE"] = "skatturnier.settings"
        django.setup()
        found = prepared()
        with served() as address:
            take(address, *found)
    for each in sorted((*FOLDER.glob("*.png"), *HANDBOOK.rglob("*.png"))):
        size = each.stat().st_size
        print(f"{each.relative_to(ROOT)}: {size // 1000} kB")
        if size > MAX_BYTES:
            return 1
    return 0


def prepared() -> tuple[Any, str, Any]:
    """The sample as a public tournament, its organizer's session, and a public Preisskat."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.utils import timezone

    from scoring.models import Actor, Tournament, User
    from scoring.public.services import set_public
    from scoring.simulation.services import create_sample
    from tools.screens.world import preisskat

    call_command("migrate", verbosity=0)
    by = Actor(name="pictures")
    made = create_sample(NAME, timezone.localdate(), by=by)
    of_it = Tournament.objects.filter(pk=made.pk)
    of_it.update(sample=False, name=NAME, place=PLACE, organizer=CLUB)
    set_public(of_it.get(), True, by=by)
    chief = User.objects.create(
        username="helga", first_name="Helga", last_name="Reh", is_superuser=True
    )
    client = Client()
    client.force_login(chief)
    played = preisskat(Actor(chief))
    set_public(played, True, by=by)
    return made, client.cookies[settings.SESSION_COOKIE_NAME].value, played


@contextmanager
def served() -> Iterator[str]:
    """The program on a free port."""
    port = free_port()
    command = [sys.executable, str(ROOT / "manage.py"), "serve", f"--port={port}", "--no-sample"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(server, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def take(address: str, made: Any, session: str, played: Any) -> None:
    """All, in an order in which none changes what another shows."""
    from playwright.sync_api import sync_playwright

    from scoring.simulation.services import OPEN_TABLE, SAMPLE_SERIES
    from tests.lists.phone.finger import Finger

    open_list = made.series.get(number=SAMPLE_SERIES).lists.get(table_number=OPEN_TABLE)
    cookie = {"name": "sessionid", "value": session, "url": address}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(chromium()), args=["--no-sandbox", "--disable-gpu"]
        )
        options = {"locale": "de-DE", "color_scheme": "light"}

        context = browser.new_context(viewport=DESK, **options)
        context.add_cookies([cookie])
        page = context.new_page()
        page.goto(f"{address}/lists/{open_list.pk}/")
        page.keyboard.type("2433")
        page.keyboard.press("Enter")
        page.wait_for_timeout(1000)
        page.evaluate("scrollTo(0, 0)")
        keep(FOLDER / "desk.png", page.screenshot())

        finished = made.series.get(number=1).lists.filter(depth="games").first()
        pdf = context.request.get(f"{address}/lists/{finished.pk}/list.pdf").body()
        keep(FOLDER / "list.png", drawn(pdf))

        wall = browser.new_context(viewport=WALL, **options).new_page()
        wall.goto(f"{address}/t/{made.pk}/wall/?show=overall&look=light")
        wall.wait_for_timeout(2000)
        keep(FOLDER / "wall.png", wall.screenshot())

        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, **options)
        phone = context.new_page()
        finger = Finger(phone, address + on_phones(open_list)).open().claim()
        finger.tap("who", 1)
        finger.tap("game", "clubs")
        phone.wait_for_timeout(800)
        keep(FOLDER / "phone.png", phone.screenshot())
        take_handbook(browser, address, session, played)
        browser.close()


def on_phones(score_list: Any) -> str:
    """The path under which the list is kept by phone from now on."""
    from scoring.lists.phone.reads import table_path
    from scoring.models import Actor, TableAccess, Tournament
    from scoring.tournament.services.tournaments import change_tournament, tournament_terms

    tournament = Tournament.objects.get(pk=score_list.series.tournament_id)
    terms = replace(tournament_terms(tournament), phones=True)
    change_tournament(tournament, terms, by=Actor(name="pictures"))
    return table_path(TableAccess.objects.get(list=score_list))


def drawn(pdf: bytes) -> bytes:
    """The first page, by poppler."""
    command = ["pdftoppm", "-png", "-r", "90", "-f", "1", "-singlefile", "-"]
    return subprocess.run(command, input=pdf, stdout=subprocess.PIPE, check=True).stdout


def keep(file: Path, png: bytes) -> None:
    """Few colours are enough for a page of a program."""
    from PIL import Image

    file.parent.mkdir(parents=True, exist_ok=True)
    image = Image.open(BytesIO(png)).convert("RGB")
    image.quantize(64, dither=Image.Dither.NONE).save(file, optimize=True)


def take_handbook(browser: Any, address: str, session: str, tournament: Any) -> None:
    """All of them, of a tournament whose first series is played and whose last is released."""
    from django.urls import reverse

    from scoring.models import ScoreList

    series = tournament.series.order_by("number").last()
    about = {
        "tournament": tournament.pk,
        "series": series.pk,
        "list": ScoreList.objects.filter(series__number=1, depth="games").latest("pk").pk,
    }
    for language in ("de", "en"):
        for name, (page_name, of) in PHOTOGRAPHED.items():
            size = {"width": 390, "height": 760} if name == "phone" else WALL
            context = browser.new_context(
                viewport=size, locale=f"{language}-DE", color_scheme="light"
            )
            context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
            page = context.new_page()
            query = "?show=overall&look=light" if name == "wall" else ""
            page.goto(address + reverse(page_name, args=[about[of]] if of else []) + query)
            page.wait_for_timeout(1500)
            keep(HANDBOOK / language / f"{name}.png", page.screenshot())
            context.close()


if __name__ == "__main__":
    sys.exit(main())
