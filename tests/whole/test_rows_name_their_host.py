"""Everything that is done inside a second host becomes that host's.

A row for which nobody names a host is the first one's (`HostKey`): a service that forgets to name
it would write into the register of somebody else, and no page would say so.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.db import models

from scoring.models import Host, LogEntry, User
from scoring.models.host import FIRST_HOST, HostKey
from scoring.models.log import Action
from scoring.verify.reads.office import host_problems
from tests.factories import make_host, make_user
from tests.snapshots import built_once
from tests.whole.test_every_service_logs import ALL_EXAMPLES, CALLED, Stage, staged

pytestmark = pytest.mark.django_db

# Whoever signs in does so to the server, and a new host is not its own work.
OF_THE_SERVER = {Action.ACCOUNT_SIGNED_IN, Action.HOST_ADDED}


def keys_of_hosts() -> list[tuple[type[models.Model], str]]:
    """Every column that says whose a row is."""
    return [
        (model, field.name)
        for model in apps.get_app_config("scoring").get_models()
        for field in model._meta.concrete_fields
        if field.related_model is Host and model is not Host
    ]


def of_the_first() -> set[tuple[str, Any]]:
    """What the first host has now."""
    return {
        (f"{model.__name__}.{name}", pk)
        for model, name in keys_of_hosts()
        for pk in model._default_manager.filter(**{name: FIRST_HOST}).values_list("pk", flat=True)
    }


@contextmanager
def inside(host: int) -> Iterator[None]:
    """Rows for which nobody names a host belong to this one (an id)."""
    with mock.patch.object(HostKey, "get_default", return_value=host):
        yield


@built_once
def stage_of_another() -> Stage:
    """All of the examples in a second host."""
    # Somebody is there already: what the examples take from snapshots belongs to the first host.
    make_user("somebody")
    second = make_host("SC Zweiter")
    with inside(second.pk):
        stage = staged()
    User.objects.filter(pk=stage.other.pk).update(made_by=second)
    stage.other.refresh_from_db()
    return stage


@pytest.mark.long
@pytest.mark.parametrize("name", CALLED)
def test_a_service_writes_for_the_host_of_what_it_is_about(name: str):
    """All that is there before the call belongs to the second host; nothing falls to the first."""
    stage = stage_of_another()
    with inside(stage.host):
        call = ALL_EXAMPLES[name](stage)
    first, logged = of_the_first(), LogEntry.objects.count()
    assert stage.host != FIRST_HOST
    call()
    assert of_the_first() == first
    assert list(host_problems()) == []
    written = LogEntry.objects.order_by("id")[logged:]
    fell = {row.action for row in written if not (row.tournament_id or row.host_id)}
    assert fell <= OF_THE_SERVER


def test_the_columns_that_name_a_host_are_found():
    """Without them nothing above could fail."""
    found = {f"{model.__name__}.{name}" for model, name in keys_of_hosts()}
    assert {"Tournament.host", "Season.host", "Club.host", "Person.host", "LogEntry.host"} <= found
