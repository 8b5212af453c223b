"""Who hosts: everybody equally often, as far as the venues allow it."""

from collections import deque
from collections.abc import Collection, Sequence


def assign_hosts(
    groups: Sequence[Sequence[int]], teams: int, barred: Collection[int] = ()
) -> list[int | None]:
    """The host of each group; None where nobody in it can host.

    From any choice, groups change hands along a chain that leads from a team to one that hosts
    less by two or more. When there is no such chain, no other choice is more even: neither the
    most nor the sum of squares can be lower.
    """
    able = [[team for team in group if team not in barred] for group in groups]
    hosts: list[int | None] = [None] * len(groups)
    counts = [0] * teams
    for number, group in enumerate(able):
        if group:
            host = min(group, key=lambda team: (counts[team], team))
            hosts[number] = host
            counts[host] += 1
    while change := chain(able, hosts, counts):
        for number, host in change:
            counts[hosts[number] or 0] -= 1
            hosts[number] = host
            counts[host] += 1
    return hosts


def chain(
    able: Sequence[Sequence[int]], hosts: Sequence[int | None], counts: Sequence[int]
) -> list[tuple[int, int]]:
    """The groups that change their host, with the new one, or nothing."""
    for first in sorted(range(len(counts)), key=lambda team: -counts[team]):
        came: dict[int, tuple[int, int] | None] = {first: None}
        queue = deque([first])
        while queue:
            team = queue.popleft()
            if counts[team] <= counts[first] - 2:
                return walked(team, came)
            for number, host in enumerate(hosts):
                if host == team:
                    for other in able[number]:
                        if other not in came:
                            came[other] = (number, team)
                            queue.append(other)
    return []


def walked(team: int, came: dict[int, tuple[int, int] | None]) -> list[tuple[int, int]]:
    found = []
    while step := came[team]:
        number, before = step
        found.append((number, team))
        team = before
    return found
