"""`manage.py settle`: who pays whom (docs/formats.md, SkO 5.5.5)."""

import json
import re

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.rules.settlement import in_cents, read_stake, settle

POINTS = re.compile(r"[+-]?[0-9]{1,9}")  # bounded before anybody computes with it


class Command(BaseCommand):
    help = "Settles the points of one table: in points, in pairs, and in cents at a stake."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("points", nargs="*", help="game points of every player, seat by seat")
        parser.add_argument("--stake", help="cents a point, for example 1/2")

    def handle(self, *args: object, points: list[str], stake: str | None, **kwargs: object) -> None:
        for text in points:
            if not POINTS.fullmatch(text):
                raise CommandError(f"not a whole number of points: {text[:40]}")
        table = [int(text) for text in points]
        if len(table) < 3:
            raise CommandError("a settlement needs the points of three players or more")
        pairs = settle([table])
        balances = [sum(gains) for gains in pairs]
        # No stake agreed: the series is not played for money (TO 9.2).
        try:
            cents = None if stake is None else in_cents(balances, read_stake(stake))
        except ValueError as error:
            raise CommandError(str(error)) from None
        result = {"settlement": balances, "pairs": pairs, "money_cents": cents}
        self.stdout.write(json.dumps(result))
