"""`manage.py bids`: the bid table of a rule system (docs/formats.md, BT 1C-4C)."""

import json

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.rules.bids import cells, levels
from scoring.rules.systems import SYSTEMS, find, variant


class Command(BaseCommand):
    help = "Prints every legal bid of a rule system and the levels that may be named."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--system", default="isko", help=f"one of {', '.join(SYSTEMS)}")
        parser.add_argument(
            "--wenzel-bonus", action="store_true", help="with the bonus steps of queens and kings"
        )

    def handle(self, *args: object, system: str, wenzel_bonus: bool, **kwargs: object) -> None:
        rule_system = find(system)
        if rule_system is None:
            raise CommandError(
                f"no rule system {system[:40]!r}; there are isko, {', '.join(SYSTEMS)}"
            )
        chosen = variant(rule_system, wenzel_bonus=wenzel_bonus)
        table = [
            {
                "value": cell.value,
                "class": cell.game_class,
                "game": cell.game,
                "multiplier": cell.multiplier,
                **{key: True for key in ("hand", "ouvert") if getattr(cell, key)},
            }
            for cell in cells(chosen)
        ]
        self.stdout.write(json.dumps({"system": system, "cells": table, "levels": levels(chosen)}))
