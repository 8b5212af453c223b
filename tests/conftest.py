"""Shared fixtures: profiles of hypothesis, a browser, an empty tournament and its members, a club.

A test in a browser is marked `@pytest.mark.browser` and uses `desk` (1280 × 800) or `phone` (390 ×
844), pages of playwright. An error on the console, an exception in a script or a missing resource
fails the test, unless it called `browser_errors.expect("409")`.
"""

import gc
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache as answers
from django.db import connection
from django.db.transaction import on_commit
from django.test import Client
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from scoring.core import services
from scoring.exchange.reads import office
from scoring.models import Club, Role, ScoreList, Tournament
from scoring.seating import plan
from tests import visitors
from tests.browser import DESK, PATIENCE, PHONE, Errors
from tests.clerk import Clerk, signed_in
from tests.effort import cases
from tests.factories import make_member, make_tournament, make_user
from tests.mortal import Place
from tests.visitors import member
from tools.checks.quality import chromium
from tools.scratch import scratch_database

pytest_plugins = ["tests.flushing", "tests.frames", "tests.migrated", "tests.loaded"]

# Playwright's synchronous interface keeps an event loop in this thread, for which Django would
# refuse to let a test touch its own database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

hypothesis.settings.register_profile("laptop", deadline=None, max_examples=cases(15, 100))
# The same examples every time: a failure on another machine can be reproduced on this one.
hypothesis.settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, max_examples=cases(15, 100)
)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") == "true" else "laptop")


# What is imported and collected stays: to look for garbage meanwhile took a quarter of its time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker waits for its browser while the others calculate: saves a minute of a ring.

    pytest-django puts them last, where all workers would wait at once.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


@pytest.fixture(autouse=True)
def _as_in_a_new_process() -> None:
    answers.clear()
    translation.deactivate()  # the language of the last request of the test before


@pytest.fixture(scope="session", autouse=True)
def _changes_are_noted_at_once() -> Iterator[None]:
    """Most tests commit nothing: what they change is noted as soon as it is written, too."""

    def noted(note: Callable[[], object], *, robust: bool) -> None:
        note()
        on_commit(note, robust=robust)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "on_commit", noted)
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        missing = "not run: chromium is missing"
        pytest.fail(missing) if os.environ.get("EVERYTHING") == "true" else pytest.skip(missing)
    with sync_playwright() as playwright:
        # Chromium's sandbox refuses to run as root, as which a build machine runs.
        running = playwright.chromium.launch(
            executable_path=str(program), args=["--no-sandbox", "--disable-gpu"]
        )
        yield running
        running.close()


@pytest.fixture
def browser_errors() -> Iterator[Errors]:
    errors = Errors()
    yield errors
    assert errors.unexpected == []


@pytest.fixture
def new_context(
    browser: Browser, browser_errors: Errors
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browsers with cookies of their own; German unless another locale is given."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        settings = {"viewport": DESK, "locale": "de-DE", "timezone_id": "Europe/Berlin"}
        context = browser.new_context(**(settings | options))
        context.set_default_timeout(PATIENCE)
        context.on("page", browser_errors.watch)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def desk(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context().new_page()


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()


@pytest.fixture
def clerk_at(desk: Page, live_server: Any) -> Callable[..., Clerk]:
    """A clerk of the tournament of a list, with its page open."""

    def make(score_list: ScoreList, *, page: Page | None = None, role: str = Role.CLERK) -> Clerk:
        user = make_member(score_list.series.tournament, role)
        clerk = Clerk(signed_in(page or desk, user, live_server.url), live_server.url)
        clerk.open("list", score_list.pk)
        return clerk

    return make


@pytest.fixture
def counted() -> Callable[[str, int, int], None]:
    def check_keys(what: str, keys: int, most: int) -> None:
        assert keys <= most, what

    return check_keys


@pytest.fixture
def place(django_db_blocker: Any, tmp_path: Path) -> Iterator[Place]:
    """Where a server has its data that will be killed."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock(), scratch_database() as database:
            yield Place(f"sqlite:///{database}", database.parent)
        return
    of = connection.settings_dict
    yield Place(f"postgres://{of['USER']}@{of['HOST']}:{of['PORT']}/{of['NAME']}", tmp_path)


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def tournament(db) -> Tournament:
    return make_tournament()


@pytest.fixture
def organizer(tournament: Tournament) -> Client:
    return member(tournament, Role.ORGANIZER)


@pytest.fixture
def clerk(tournament: Tournament) -> Client:
    return member(tournament, Role.CLERK)


@pytest.fixture
def viewer(tournament: Tournament) -> Client:
    return member(tournament, Role.VIEWER)


@pytest.fixture
def chief(db) -> Client:
    return visitors.browser(make_user("chief", superuser=True))


@pytest.fixture
def club(db) -> Club:
    return Club.objects.create(name="SC Grün")


@pytest.fixture(scope="session", autouse=True)
def _plans_are_searched_once() -> Iterator[None]:
    """A request has one plan, whose search can take seconds; tests/seating asks the engine itself.

    Imports and `verify` repeat every draw: 46 instead of 60 seconds of a processor in three rooms.
    """
    with pytest.MonkeyPatch.context() as patch:
        searched = cache(plan.draw)
        patch.setattr(plan, "draw", searched)
        patch.setattr(office, "draw", searched)
        yield
