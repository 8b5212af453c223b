"""A server with invented hosts, people and tournaments."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.models import Host, Person, Tournament
from scoring.verify.reads.hosts import host_problems
from scoring.verify.reads.verify import verify

pytestmark = pytest.mark.django_db
SIZES = {"hosts": 17, "people": 1100, "tournaments": 12, "seed": "server"}


def test_the_server_is_filled_with_sound_rows(capsys: pytest.CaptureFixture[str]):
    call_command("simulate_server", **SIZES)
    counted = json.loads(capsys.readouterr().out)
    assert counted["host"] == 17
    assert counted["tournament"] == 12
    assert counted["entry"] == 12 * 32
    assert counted["game"] > 12 * 8 * 20
    assert Host.objects.filter(parent__parent=1, kind="club").count() == 3
    assert Person.objects.filter(host=1).count() >= 550
    assert list(host_problems()) == []
    last = Tournament.objects.order_by("-pk").first()
    assert last is not None
    assert [str(each.problem.code) for each in verify(last) if each.tournament] == []


def test_only_an_empty_server_is_filled():
    Person.objects.create(family="Amsel", given="Ada")
    with pytest.raises(CommandError, match="already"):
        call_command("simulate_server", **SIZES)
    assert Person.objects.count() == 1
