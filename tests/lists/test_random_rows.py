"""A random walk of two desks and a phone on one list, against a simple model: nothing stands in a
wrong row, nothing is lost, nothing is written over what its typist has not seen.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.core.forms import Refused
from scoring.entry.line import canonical
from scoring.exchange.reads.verify import verify
from scoring.lists.services.lists import clear_list, close_list, reopen_list
from scoring.models import Actor, LogEntry, ScoreList
from scoring.rules.records import write_line
from tests.effort import cases
from tests.factories import make_member, seated
from tests.lists.lines import as_line, every_line, text_of
from tests.lists.phone.tables import Phone, writing_phone
from tests.races import fresh

pytestmark = pytest.mark.django_db

BOSS = Actor(name="organizer")
ROWS = re.compile(r'id="game-(\d+)" data-line="([^"]*)"')
NUMBERS = re.compile(r'id="(revision|layout)" name="\w+" value="(\d+)"')
tokens = (f"walk-{number:06}" for number in count())


@dataclass(eq=False)
class Cell:
    """A game of the table, whatever number its row has now."""

    text: str = ""


@dataclass
class Model:
    """The list as it has to be: a cell for each row, and those of every layout that there was."""

    cells: list[Cell]
    layout: int = 1
    layouts: dict[int, list[Cell]] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.layouts[self.layout] = list(self.cells)

    def moves(self, cells: list[Cell]) -> None:
        self.cells, self.layout = cells, self.layout + 1
        self.layouts[self.layout] = list(cells)

    def inserts(self, number: int, cell: Cell) -> None:
        self.moves([*self.cells[: number - 1], cell, *self.cells[number - 1 : -1]])

    def removes(self, number: int) -> None:
        self.moves([*self.cells[: number - 1], *self.cells[number:], Cell()])

    @property
    def texts(self) -> dict[int, str]:
        return {number: cell.text for number, cell in enumerate(self.cells, 1) if cell.text}


@dataclass
class Waiting:
    """What somebody typed, for the cell that he saw in this row, over what he saw there."""

    number: int
    text: str  # "+" and "--" move rows
    cell: Cell
    over: str
    layout: int
    token: str = field(default_factory=lambda: next(tokens))
    seen: Any = None  # of a phone: the record
    new: Cell = field(default_factory=Cell)  # what "+" makes


@dataclass
class Desk:
    """A page of the list: what it shows, what waits for the server, what stands there in red."""

    client: Client
    address: Callable[..., str]
    shown: dict[int, str] = field(default_factory=dict)
    revision: int = 1
    layout: int = 1
    waiting: list[Waiting] = field(default_factory=list)
    red: list[Waiting] = field(default_factory=list)

    def loads(self) -> None:
        self.hears(self.client.get(self.address("list")))

    def hears(self, response: HttpResponse) -> None:
        page = response.content.decode()
        self.shown |= {int(number): unescape(line) for number, line in ROWS.findall(page)}
        for name, value in NUMBERS.findall(page):
            setattr(self, name, int(value))

    def types(self, model: Model, number: int, text: str) -> None:
        before = [each for each in self.waiting if each.number == number]
        over = before[-1].text if before else self.shown[number]
        cell = model.layouts[self.layout][number - 1]
        self.waiting.append(Waiting(number, text, cell, over, self.layout))

    def sends(self) -> tuple[Waiting, int]:
        act = self.waiting.pop(0)
        values = {"line": act.text, "seen": act.over, "layout": act.layout, "token": act.token}
        names = {"+": "game-insert", "--": "game-remove"}
        address = self.address(names.get(act.text, "game"), act.number)
        response = self.client.post(address, values | {"revision": self.revision})
        self.hears(response)
        return act, response.status_code


@dataclass
class Table:
    """The phone: its acts wait in order, behind its own insertions and removals."""

    phone: Phone
    waiting: list[Waiting] = field(default_factory=list)
    red: list[Waiting] = field(default_factory=list)

    def loads(self) -> None:
        if not self.waiting:  # a state may have what is not answered
            self.phone.state()

    def rows(self, model: Model) -> list[tuple[Cell, Any]]:
        """What the phone shows: the list as it was told, and its own acts on it."""
        cells = model.layouts[self.phone.layout]
        rows = [(cell, self.phone.seen(number)) for number, cell in enumerate(cells, 1)]
        for act in self.waiting:
            if act.text == "+":
                rows = [*rows[: act.number - 1], (act.new, None), *rows[act.number - 1 : -1]]
            elif act.text == "--":
                rows = [*rows[: act.number - 1], *rows[act.number :], (Cell(), None)]
            else:
                rows[act.number - 1] = rows[act.number - 1][0], record(act)
        return rows

    def types(self, model: Model, number: int, text: str) -> None:
        cell, seen = self.rows(model)[number - 1]
        layout = self.phone.layout + sum(each.text in ("+", "--") for each in self.waiting)
        self.waiting.append(Waiting(number, text, cell, text_of(seen), layout, seen=seen))

    def sends(self) -> tuple[Waiting, int]:
        act = self.waiting.pop(0)
        kind = {"+": "insert", "--": "remove"}.get(act.text, "record")
        game = record(act) if kind == "record" else None
        values = {"act": kind, "layout": act.layout, "seen": act.seen, "consent": True}
        response = self.phone.play(act.number, game, token=act.token, **values)
        if response.status_code != 200 and kind != "record":
            for each in self.waiting:  # entered behind rows that did not move
                each.layout = 0
        return act, response.status_code


def record(act: Waiting) -> dict[str, Any]:
    return write_line(as_line(act.number, act.text, 3))


@dataclass
class Walk:
    score_list: ScoreList
    model: Model
    people: list[Desk | Table]
    chance: Random
    lines: list[str]
    given_up: set[str] = field(default_factory=set)
    steps: list[str] = field(default_factory=list)

    def someone(self) -> Desk | Table:
        return self.chance.choice(self.people)

    def types(self) -> None:
        who, stored = self.someone(), self.model.texts
        last = min(max(stored, default=0) + 2, len(self.model.cells))
        number = self.chance.choice([self.chance.randint(1, last), last - 1 or 1])
        who.types(self.model, number, self.lines.pop())

    def moves(self) -> None:
        """A desk holds its keys until nothing waits (static/scoring/desk.js); a phone does not."""
        who = self.someone()
        number = self.chance.randint(1, max(self.model.texts, default=1))
        if isinstance(who, Desk) and who.waiting:
            return
        who.types(self.model, number, self.chance.choice(["+", "--"]))
        if isinstance(who, Desk):
            self.sends(who)

    def sends(self, who: Desk | Table | None = None) -> None:
        who = who or self.someone()
        if not who.waiting:
            return
        act = who.waiting[0]
        is_lost = self.chance.random() < 0.2  # only the answer: it is sent again
        before = list(self.model.cells)
        act, status = who.sends()
        self.steps.append(f"{self.people.index(who)}: {act} {status}")
        self.settle(who, act, status, before)
        if is_lost and status == 200:
            who.waiting.insert(0, act)
            assert who.sends()[1] == 200

    def settle(self, who: Desk | Table, act: Waiting, status: int, before: list[Cell]) -> None:
        """What the answer says, held against the model."""
        cell = before[act.number - 1]
        is_seen = cell is act.cell and cell.text == act.over
        if status == 200:
            assert cell is act.cell, "a wrong row"
            assert is_seen or cell.text == act.text, "written unseen"
            self.takes(who, act, cell)
        else:
            assert status in (404, 409, 422)  # 404: the list has ended for a phone
            assert status != 409 or not is_seen or act.layout != self.model.layout, "for nothing"
            if act.text not in ("+", "--"):
                who.red.append(act)

    def takes(self, who: Desk | Table, act: Waiting, cell: Cell) -> None:
        if act.text == "+":
            self.model.inserts(act.number, act.new)
        elif act.text == "--":
            self.model.removes(act.number)
        else:
            cell.text = act.text
            self.model.written.append(act.text)
            return
        step = 1 if act.text == "+" else -1
        for each in who.red:
            if each.number > act.number or (each.number == act.number and step > 0):
                each.number = min(each.number + step, len(self.model.cells))

    def takes_over(self) -> None:
        """One more Enter: the line shall stand instead of what is shown beside it now."""
        who = self.someone()
        if who.red:
            act = who.red.pop(self.chance.randrange(len(who.red)))
            who.types(self.model, act.number, act.text)

    def gives_up(self) -> None:
        who = self.someone()
        if who.red:
            self.given_up.add(who.red.pop().text)

    def loads(self) -> None:
        self.someone().loads()

    def clears(self) -> None:
        now = fresh(self.score_list)
        clear_list(now, by=BOSS, revision=now.revision, reason="another table")
        self.model.moves([Cell() for _cell in self.model.cells])

    def closes(self) -> None:
        now = fresh(self.score_list)
        with suppress(Refused):
            close_list(now, by=BOSS, revision=now.revision, stop_reason="time")

    def opens(self) -> None:
        now = fresh(self.score_list)
        with suppress(Refused):
            reopen_list(now, by=BOSS, revision=now.revision, reason="played on")

    def step(self) -> None:
        acts = {
            self.types: 12,
            self.sends: 14,
            self.moves: 5,
            self.takes_over: 4,
            self.gives_up: 1,
            self.loads: 2,
            self.clears: 0.3,
            self.closes: 1,
            self.opens: 2,
        }
        self.chance.choices(list(acts), list(acts.values()))[0]()

    def check(self) -> None:
        now = fresh(self.score_list)
        assert now.layout == self.model.layout
        lines = now.lines()
        assert {line.number: canonical(line) for line in lines} == self.model.texts


@pytest.mark.parametrize("seed", range(cases(1, 12)))
def test_a_random_walk_writes_no_wrong_row_and_loses_nothing(seed):
    score_list = fresh(seated(3, rounds=12, phones=True).lists.get())
    chance = Random(seed)
    lines = every_line(3)
    chance.shuffle(lines)
    people: list[Desk | Table] = [Table(writing_phone(score_list))]
    for name in ("ada", "berta"):
        client = Client()
        client.force_login(make_member(score_list.series.tournament, name=name))

        def address(name: str, *parts: object) -> str:
            return reverse(name, args=[score_list.pk, *parts])

        people.append(Desk(client, address))
    walk = Walk(score_list, Model([Cell() for _ in range(36)]), people, chance, lines)
    for who in people:
        who.loads()
    try:
        for _step in range(cases(150, 500)):
            walk.step()
            walk.check()
        for who in people:
            while who.waiting:
                walk.sends(who)
                walk.check()
    except AssertionError as fault:
        raise AssertionError("\n".join([*walk.steps[-30:], str(fault)])) from fault
    shown = {act.text for who in people for act in who.red}
    log = LogEntry.objects.filter(action__in=("list.game.recorded", "list.game.changed"))
    games = [text_of(each.new) for each in log]
    typed = set(every_line(3)) - set(lines)
    assert typed == set(walk.model.written) | shown | walk.given_up, "nothing is lost"
    assert len(set(games)) == len(games), "nothing counts twice"
    assert verify() == []
