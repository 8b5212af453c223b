"""Take a picture of every page: in both languages, at 1366, 1280 and 390 pixels."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

import django

from tools.checks.quality import chromium
from tools.screens.measure import FIGURES, measure

HEIGHTS = {1366: 768, 1280: 800, 390: 844}
LANGUAGES = ("de", "en")
# They write files, wait for a network, or show nothing but what another page shows.
NEVER = {"backup-new", "report-send", "healthz", "metrics", "room-picture", "print"}
Shot = tuple[str, dict[str, int | None]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools.screens", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("dist", "pictures"))
    parser.add_argument("--widths", default="1366,1280,390")
    parser.add_argument("--languages", default="de,en")
    parser.add_argument("--only", default="", help="names of addresses, with commas")
    parser.add_argument("--full", action="store_true", help="the whole page, not the window")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ["SKATTURNIER_DATA"] = data
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        os.environ["DJANGO_SETTINGS_MODULE"] = "skatturnier.settings"
        django.setup()
        from tools.screens.pictures import served
        from tools.screens.world import fill

        tournaments, session = fill()
        only = {name for name in options.only.split(",") if name}
        paths = {name: path for name, path in pages(tournaments) if not only or name in only}
        with served() as address:
            shots = take(address, session, paths, options)
    write_sheet(options.folder, shots)
    print(f"{len(shots)} pictures: {options.folder / 'index.html'}, figures.tsv")
    return 0


def pages(tournaments: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """A name and a path for every page; of each tournament those that the others do not have."""
    from django.conf import settings
    from django.test import Client, override_settings
    from django.urls import get_resolver

    from tools.compare.record import addresses, keys_of
    from tools.compare.world import values_of

    names = sorted(each for each in get_resolver().reverse_dict if isinstance(each, str))
    client = Client(raise_request_exception=False)
    from scoring.models import User

    client.force_login(User.objects.get(username="helga"))
    for at, tournament in tournaments.items():
        values = {**values_of(tournament), "host_id": [1]}
        for name in names:
            if name in NEVER or (not keys_of(name) and at != "sample"):
                continue
            with override_settings(ALLOWED_HOSTS=[*settings.ALLOWED_HOSTS, "testserver"]):
                path = next(shown(client, islice(addresses(name, values), 6)), None)
            if path:
                yield (name if at == "preisskat" else f"{at}-{name}"), path


def shown(client: Any, paths: Iterator[str]) -> Iterator[str]:
    """The paths that answer with a page of their own."""
    for path in paths:
        response = client.get(path)
        is_html = response.get("Content-Type", "").startswith("text/html")
        if response.status_code != 200 or not is_html or response.streaming:
            continue
        if b"<html" in response.content:
            yield path


def take(address: str, session: str, paths: dict[str, str], options: Any) -> list[Shot]:
    """The pictures in the folder of the options, each with its figures."""
    from playwright.sync_api import sync_playwright

    shots: list[Shot] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(chromium()), args=["--no-sandbox", "--disable-gpu"]
        )
        for language in options.languages.split(","):
            for width in map(int, options.widths.split(",")):
                context = browser.new_context(
                    viewport={"width": width, "height": HEIGHTS.get(width, 800)},
                    locale=f"{language}-DE",
                    color_scheme="light",
                    has_touch=width < 600,
                )
                context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
                folder = options.folder / language / str(width)
                folder.mkdir(parents=True, exist_ok=True)
                page = context.new_page()
                for name, path in paths.items():
                    page.goto(address + path)
                    file = folder / f"{name}.png"
                    page.screenshot(path=file, full_page=options.full)
                    shots.append((f"{language}/{width}/{name}", measure(page)))
                context.close()
        browser.close()
    return shots


def write_sheet(folder: Path, shots: list[Shot]) -> None:
    """The contact sheet, and the figures as a table of tabs."""
    lines = ["\t".join(("page", *FIGURES))]
    boxes = []
    for name, figures in shots:
        row = ["" if figures[key] is None else str(figures[key]) for key in FIGURES]
        lines.append("\t".join((name, *row)))
        caption = escape(f"{name}: " + ", ".join(map(" ".join, zip(FIGURES, row, strict=True))))
        boxes.append(
            f'<figure><a href="{name}.png"><img loading="lazy" src="{name}.png"></a>'
            f"<figcaption>{caption}</figcaption></figure>"
        )
    (folder / "figures.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    style = (
        "body{display:flex;flex-wrap:wrap;font:12px sans-serif}figure{width:420px}img{width:100%}"
    )
    html = f'<!doctype html><meta charset="utf-8"><style>{style}</style>' + "\n".join(boxes)
    (folder / "index.html").write_text(html, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
