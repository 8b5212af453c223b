"""A server with invented hosts, people and tournaments."""

import json

import pytest

from scoring.exchange.reads.office import host_problems
from scoring.exchange.reads.verify import verify
from scoring.models import Club, Host, HostRole, Person, Tournament
from tools.simulate_server.server import main

pytestmark = pytest.mark.django_db
SIZES = ["--hosts=17", "--people=1100", "--tournaments=12", "--seed=server"]


def test_the_server_is_filled_with_sound_rows(capsys: pytest.CaptureFixture[str]):
    main(SIZES)
    counted = json.loads(capsys.readouterr().out)
    assert counted["host"] == 17
    assert counted["tournament"] == 12
    assert counted["entry"] == 12 * 36
    assert counted["game"] > 12 * 9 * 40
    assert Host.objects.filter(parent__parent=1, kind="club").count() == 3
    assert Person.objects.filter(host=1).count() >= 550
    assert Club.objects.filter(host=1).count() >= 55
    assert HostRole.objects.filter(host=1, role="organizer").count() == 1
    assert list(host_problems()) == []
    last = Tournament.objects.order_by("-pk").first()
    assert last is not None
    assert [str(each.problem.code) for each in verify(last) if each.tournament] == []


def test_only_an_empty_server_is_filled():
    Person.objects.create(family="Amsel", given="Ada")
    with pytest.raises(SystemExit, match="already"):
        main(SIZES)
    assert Person.objects.count() == 1
