"""Every worker of a run begins with slow tests."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.order import slow_first


def item(file: str, name: str) -> Any:
    marker = {"slow": object()} if name.startswith("slow") else {}
    return SimpleNamespace(path=Path(file), name=name, get_closest_marker=marker.get)


def names(items: list[Any]) -> list[str]:
    return [each.name for each in items]


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_every_share_begins_with_a_file_that_has_a_slow_test_and_no_test_is_lost(workers):
    quick = [item("quick", f"quick {number}") for number in range(90)]
    slow = [item(f"file {number}", f"slow {number}") for number in range(7)]
    items = [*quick, *slow]
    found = slow_first(items, workers)
    assert sorted(names(found)) == sorted(names(items))
    begun = 0
    for number in range(workers):
        assert found[begun].name == f"slow {number}"
        begun += (len(items) - begun) // (workers - number)


def test_the_tests_of_a_slow_file_stay_together_in_their_order():
    mixed = [item("a", "one"), item("b", "other"), item("a", "slow two"), item("a", "three")]
    assert names(slow_first(mixed, 1)) == ["one", "slow two", "three", "other"]


def test_more_slow_tests_than_a_share_holds_are_all_run():
    items = [*(item("a", f"slow {number}") for number in range(9)), item("b", "quick")]
    assert sorted(names(slow_first(items, 4))) == sorted(names(items))
