"""Record the answers of the checkout in whose folder this runs; see the package's docstring."""

import json
import random
import secrets
import sys
from collections import Counter, deque
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice, product
from typing import Any, TextIO

import django
import time_machine

from .reading import Links, headers_of, text_of

NOW = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
NONSENSE = "²💥 0x1F"
TOKEN = "00000000-0000-4000-8000-000000000001"
MAX_PAGES = 2  # addresses of one URL name in a tournament
MAX_FILES = 60
# They write files, restart the program or wait for a network.
NEVER = {"backup-new", "backup-restore", "report-send"}


class Recorder:
    """Sends requests and writes their answers, each once, in the order in which they were sent."""

    def __init__(self, world: Any, out: TextIO, limit: int) -> None:
        self.world, self.out, self.left = world, out, limit or 10**9
        self.forms: dict[str, dict[str, tuple[str, bool]]] = {}
        self.links: dict[str, list[str]] = {}
        self.names: set[str] = set()

    def send(self, at: str, role: str, act: str, address: str) -> int:
        """The status; 0 where this was requested before."""
        name = f"{at} {role} {act} {address}"
        if name in self.names or self.left <= 0:
            return 0
        self.names.add(name)
        self.left -= 1
        client, path = self.world.clients[role], address.partition("#")[0]
        if act == "GET":
            response = client.get(path)
        else:
            headers = {"HX-Request": "true"} if act == "NONSENSE" else {}
            response = posted(client, path, self.data(act, address), headers)
        self.write(name, response)
        return response.status_code

    def data(self, act: str, address: str) -> dict[str, str]:
        fields = self.forms.get(address, {}) if act != "EMPTY" else {}
        own = {
            key: value if hidden or act == "AS-SHOWN" else NONSENSE
            for key, (value, hidden) in fields.items()
            if key != "csrfmiddlewaretoken"
        }
        return {**own, "token": TOKEN} if act != "EMPTY" else own

    def write(self, name: str, response: Any) -> None:
        text = text_of(response)
        if response.status_code == 500 and response.exc_info:
            text = f"{response.exc_info[0].__name__}: {response.exc_info[1]}"
        address = name.split(" ", 3)[3]
        if response.get("Content-Type", "").startswith("text/html") and not response.streaming:
            links = Links(response.content.decode())
            self.links[name] = links.links
            for action, fields in links.forms.items():
                self.forms.setdefault(action or address, {}).update(fields)
        row = {
            "name": name,
            "status": response.status_code,
            "headers": headers_of(response),
            "text": text,
        }
        self.out.write(json.dumps(row, ensure_ascii=False) + "\n")


def posted(client: Any, path: str, data: dict[str, str], headers: dict[str, str]) -> Any:
    """The answer to a form, of which nothing is kept."""
    from django.core.cache import cache
    from django.db import transaction

    with transaction.atomic():
        response = client.post(path, data, headers=headers)
        transaction.set_rollback(True)
    cache.clear()
    return response


def addresses(name: str, values: dict[str, list[Any]]) -> Iterator[str]:
    """The addresses of a URL name with these values; none where a value is unknown."""
    from django.urls import NoReverseMatch, get_resolver, reverse

    [(_form, keys)] = get_resolver().reverse_dict.getlist(name)[0][0]
    for combination in product(*(values.get(key, []) for key in keys)):
        try:
            yield reverse(name, kwargs=dict(zip(keys, combination, strict=True)))
        except NoReverseMatch:
            continue


def name_of(address: str) -> str:
    from django.urls import Resolver404, resolve

    try:
        return resolve(address.partition("?")[0].partition("#")[0]).url_name or ""
    except Resolver404:
        return ""


def keys_of(name: str) -> list[str]:
    """The variable parts of the addresses of a URL name; none of a name that does not exist."""
    from django.urls import get_resolver

    if not get_resolver().reverse_dict.getlist(name):
        return []
    [(_form, keys)] = get_resolver().reverse_dict.getlist(name)[0][0]
    return keys


def crawl(recorder: Recorder, at: str, values: dict[str, list[Any]], names: list[str]) -> list[str]:
    """Every page and file of one tournament, as its organizer: the addresses requested."""
    queue = deque(path for name in names for path in islice(addresses(name, values), 9))
    requested: list[str] = []
    count: Counter[str] = Counter(dict.fromkeys(NEVER, MAX_FILES))
    while queue:
        path = queue.popleft()
        name = name_of(path)
        most = MAX_FILES if "kind" in keys_of(name) or name == "print" else MAX_PAGES
        if path in requested or count[name] >= most:
            continue
        count[name] += 1
        requested.append(path)
        if recorder.send(at, "organizer", "GET", path) == 405:
            count[name] = most
        for link in recorder.links.get(f"{at} organizer GET {path}", []):
            if link.startswith("/") and name_of(link) and keys_of(name_of(link)):
                queue.append(link.partition("#")[0])
    return requested


def send_forms(recorder: Recorder, at: str, requested: list[str]) -> None:
    """The form of each name: empty, with nonsense in what is typed, and as its page shows it."""
    once = {name_of(path): path for path in reversed(requested)}
    once |= {name_of(path): path for path in reversed(recorder.forms) if path.startswith("/")}
    for name, path in sorted(once.items()):
        if name not in NEVER and keys_of(name):
            for act in ("EMPTY", "NONSENSE", "AS-SHOWN"):
                if recorder.send(at, "organizer", act, path) == 405:
                    break
    recorder.forms.clear()


def ask_as_others(recorder: Recorder, at: str, requested: list[str]) -> None:
    """One address of each name, as whoever may see less."""
    for path in {name_of(path): path for path in reversed(requested)}.values():
        for role in ("clerk", "stranger", "anonymous"):
            if recorder.send(at, role, "GET", path) == 405:
                break


def everything(recorder: Recorder) -> None:
    from django.urls import get_resolver

    from .world import values_of

    names = sorted(name for name in get_resolver().reverse_dict if isinstance(name, str))
    common = [name for name in names if not keys_of(name) or keys_of(name) == ["host_id"]]
    for name in common:
        for path in addresses(name, {"host_id": [1]}):
            for role in ("chief", "stranger", "anonymous"):
                recorder.send("common", role, "GET", path)
            if name not in NEVER:
                for act in ("EMPTY", "NONSENSE"):
                    recorder.send("common", "chief", act, path)
    others = [name for name in names if name not in common]
    for at, tournament in recorder.world.tournaments.items():
        requested = crawl(recorder, at, values_of(tournament), others)
        if at == next(iter(recorder.world.tournaments)):
            ask_as_others(recorder, at, requested)
        send_forms(recorder, at, requested)


def again(recorder: Recorder, like: str) -> None:
    """The requests of another recording, in their order."""
    with open(like, encoding="utf-8") as lines:
        for line in lines:
            at, role, act, address = json.loads(line)["name"].split(" ", 3)
            recorder.send(at, role, act, address)


def main(out: str, tournaments: str, limit: str, like: str = "") -> None:
    from .world import fill

    chance = random.Random(1)
    random.seed(1)
    secrets.token_hex = lambda count=32: chance.randbytes(count).hex()
    secrets.token_bytes = lambda count=32: chance.randbytes(count)
    with time_machine.travel(NOW, tick=False), open(out, "w", encoding="utf-8") as file:
        django.setup()
        from django.test.utils import setup_test_environment

        setup_test_environment()
        world = fill([name for name in tournaments.split(",") if name])
        recorder = Recorder(world, file, int(limit))
        if like:
            again(recorder, like)
        else:
            everything(recorder)
    print(len(recorder.names), "requests", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
