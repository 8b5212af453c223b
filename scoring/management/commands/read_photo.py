"""`manage.py read_photo`: what a photo of a printed form says (docs/photo.md); stores nothing."""

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.lists.printed.files.pdf_geometry import form_to_photograph
from scoring.models import ScoreList
from scoring.photo.find import FormInPicture
from scoring.photo.picture import Unusable
from scoring.photo.reader import ReadList, find_form, read_form
from scoring.rules.outline import Outline
from scoring.rules.systems import SYSTEMS, System, find


class Command(BaseCommand):
    help = "Reads a JPEG or PNG of a printed score list: JSON, first the list, then a line a row."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--system",
            type=_system,
            help=f"of a form without a list: {', '.join(SYSTEMS)}; else that of its tournament",
        )

    def handle(self, *args: Any, file: Path, system: System | None, **options: Any) -> None:
        try:
            form = find_form(file.read_bytes())
        except OSError as missing:
            raise CommandError(str(missing)) from missing
        except Unusable as unusable:
            raise CommandError(unusable.code) from unusable
        reading = self._read(form, system)
        if reading is None:
            raise CommandError("no such list: give its --system")
        summary = {
            "light": reading.light,
            "reason": reading.reason,
            "list": reading.label.number if reading.label else None,
            "asked": reading.asked,
            "ended_after": reading.ended_after,
            "foot": reading.foot,
        }
        self.stdout.write(json.dumps(summary))
        for row in reading.rows:
            record = {"number": row.number, "line": row.text, "state": row.state}
            self.stdout.write(json.dumps(record | {"reasons": row.reasons}, ensure_ascii=False))

    def _read(self, photographed: FormInPicture, system: System | None) -> ReadList | None:
        label = photographed.label
        if label is None:
            return ReadList("red", "number-unread")
        if system is not None:
            outline, scheme = Outline(label.seats, label.rows // label.seats), system.scheme
        else:
            score_list = ScoreList.objects.filter(pk=label.number).first()
            if score_list is None:
                return None
            tournament = score_list.series.tournament
            outline = Outline(score_list.outline.seats, score_list.outline.rounds)
            system, scheme = tournament.rule_system, tournament.scheme
        form = form_to_photograph(outline, system, scheme)
        return read_form(photographed, form, system, outline)


def _system(key: str) -> System:
    system = find(key)
    if system is None:
        raise ArgumentTypeError(f"no such system: {key}")
    return system
