"""The pictures of the handbook, in both languages: part of `python3 run.py pictures`."""

from typing import Any

from launch.environment import ROOT
from tests.small_pictures import keep

FOLDER = ROOT / "docs" / "handbook" / "pictures"
DESK, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 760}
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
        (FOLDER / language).mkdir(parents=True, exist_ok=True)
        for name, (page_name, of) in PHOTOGRAPHED.items():
            size = PHONE if name == "phone" else DESK
            context = browser.new_context(
                viewport=size, locale=f"{language}-DE", color_scheme="light"
            )
            context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
            page = context.new_page()
            query = "?show=overall&look=light" if name == "wall" else ""
            page.goto(address + reverse(page_name, args=[about[of]] if of else []) + query)
            page.wait_for_timeout(1500)
            keep(FOLDER / language / f"{name}.png", page.screenshot())
            context.close()
