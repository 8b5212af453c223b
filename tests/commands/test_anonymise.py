"""`manage.py anonymise`: counts first, removes only when told to (TO 7.4.4)."""

import json
from datetime import date, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.lists.photos.services import keep_photo
from scoring.models import Actor, ListPhoto, LogEntry, Person
from scoring.people.reads.register import last_day_on_record
from scoring.people.services.register import NOBODY, forget_at_table
from tests.factories import make_entries, make_tournament, open_list
from tests.photographed import READ_PHOTO

pytestmark = pytest.mark.django_db
ONE_DAY = timedelta(days=1)


@pytest.fixture
def played() -> None:
    """Two who played in 2019, three in 2020, one last month, and one who never played."""
    for day, players in ((date(2019, 5, 1), 2), (date(2020, 5, 1), 3)):
        make_entries(make_tournament(date=day), players)
    make_entries(make_tournament(date=timezone.localdate() - timedelta(days=30)), 1)
    Person.objects.create(family="Uhu")


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> dict:
    call_command("anonymise", *args)
    return json.loads(capsys.readouterr().out)


def forgotten() -> int:
    return Person.objects.filter(family=NOBODY).count()


@pytest.mark.usefixtures("played")
def test_it_counts_and_with_the_write_option_removes_the_names_and_says_so_in_the_log(capsys):
    expected = {"before": "2020-01-01", "people": 2, "removed": 0, "photos": 0}
    assert printed(capsys, "--before", "2020-01-01") == expected
    assert (forgotten(), LogEntry.objects.count()) == (0, 0)
    assert printed(capsys, "--before", "2020-01-01", "--write")["removed"] == 2
    assert forgotten() == 2
    assert LogEntry.objects.filter(action="person.anonymised").count() == 3
    assert printed(capsys, "--before", "2020-01-01", "--write")["removed"] == 0


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("days", [None, 900])
def test_neither_no_day_nor_one_in_the_future_shortens_the_six_months(capsys, days):
    """TO 7.4.4: whoever last played more than six months ago; a timer names no day."""
    later = (timezone.localdate() + timedelta(days=days or 0)).isoformat()
    before = ["--before", later] if days else []
    summary = printed(capsys, *before, "--write")
    assert summary["removed"] == forgotten() == 5
    assert summary["before"] == (last_day_on_record(timezone.localdate()) + ONE_DAY).isoformat()
    assert printed(capsys, "--before", "0001-01-01")["people"] == 0


@pytest.mark.parametrize("word", ["2026-13-01", "soon"])
def test_invalid_date_is_reported(word):
    with pytest.raises(CommandError, match=f"'{word}' is not a day; write it as 2026-01-01"):
        call_command("anonymise", "--before", word)


def test_photos_of_lists_go_after_six_months(capsys):
    """TO 7.4.4: they show names, also of members of a club."""
    old, new = open_list(), open_list()
    for score_list in (old, new):
        keep_photo(score_list, READ_PHOTO, by=Actor(name="clara"))
    half_a_year = timezone.now() - timedelta(days=190)
    ListPhoto.objects.filter(list=old).update(added_at=half_a_year)
    assert printed(capsys, "--write")["photos"] == 1
    assert ListPhoto.objects.get().list == new
    row = LogEntry.objects.get(action="list.photo.removed")
    assert (row.tournament, row.subject) == (old.series.tournament, "list/1/1")


def test_with_a_name_goes_the_photo_that_shows_it(capsys):
    score_list = open_list()
    keep_photo(score_list, READ_PHOTO, by=Actor(name="clara"))
    forget_at_table(Person.objects.get(entries__seats__list=score_list, entries__seats__position=2))
    assert not ListPhoto.objects.exists()
