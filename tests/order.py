"""What takes long begins first, so that no worker of a run is left alone with it at the end.

A worker begins with a share of the tests, in their order; who has none left takes over some from
the end of another's share (pytest-xdist's `worksteal`).
"""

import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = slow_first(items, WORKERS)


def slow_first(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """Every share begins with files that have a slow test; what a file's tests share is made once.

    The shares are as large as those that pytest-xdist deals out.
    """
    slow = {each.path for each in items if each.get_closest_marker("slow")}
    files = defaultdict[Path, list[pytest.Item]](list)
    for each in items:
        if each.path in slow:
            files[each.path].append(each)
    others = [each for each in items if each.path not in slow]
    found: list[pytest.Item] = []
    for number in range(workers):
        share = [each for file in [*files.values()][number::workers] for each in file]
        size = (len(items) - len(found)) // (workers - number)
        rest = max(0, size - len(share))
        found += [*share, *others[:rest]]
        del others[:rest]
    return found
