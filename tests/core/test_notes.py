"""Notes, in the memory of a process and in the database alike."""

import pytest

from scoring.core import notes
from scoring.core.notes import DatabaseNotes, MemoryNotes, Topic
from scoring.models import Note
from tests.core.aging import age

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["memory", "database"])
def kept(request):
    return MemoryNotes() if request.param == "memory" else DatabaseNotes("test")


def test_the_last_value_of_a_key_is_read(kept):
    kept.put("1/a", [1, "Ada"])
    kept.put("1/a", [2, None])
    kept.put("11/b", 3)
    assert {key: each.value for key, each in kept.of(["1/a", "none"]).items()} == {"1/a": [2, None]}
    assert list(kept.under("1/", 10)) == ["1/a"]
    assert 0 <= kept.of(["11/b"])["11/b"].seconds < 10


def test_a_removed_note_is_gone_and_others_stay(kept):
    other = DatabaseNotes("other")
    for each in (kept, other):
        each.put("a", 1)
        each.put("b", 1)
    kept.remove("a")
    assert list(kept.of(["a", "b"])) == ["b"]
    kept.clear()
    assert not kept.of(["b"])
    assert set(other.of(["a", "b"])) == {"a", "b"}


def test_old_notes_are_not_found_and_some_day_removed(monkeypatch):
    topic = Topic("test")
    topic.in_database.put("a", 1)
    age(topic, 20)
    assert not topic.in_database.under("", 15)
    assert topic.in_database.under("", 25)
    age(topic, notes.LONGEST.total_seconds())
    monkeypatch.setattr(notes, "TIDYING", 1.0)
    topic.in_database.put("b", 1)
    assert list(Note.objects.values_list("key", flat=True)) == ["test/b"]


def test_a_process_remembers_only_so_many(monkeypatch):
    monkeypatch.setattr(notes, "MOST", 3)
    kept = MemoryNotes()
    for number in range(10):
        kept.put(str(number), number)
    assert len(kept.under("", 10)) <= 3
