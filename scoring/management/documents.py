"""What the commands that write and read whole documents share (docs/formats.md)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.management.hosts import add_host_option, host_named
from scoring.management.terminal import bytes_of, put_text, refusals_shown, steps
from scoring.models import Season, Tournament
from skatturnier.checks import TAG

Progress = Callable[[str], None]  # told the step that is reached
Summary = dict[str, object]  # what was made, for scripts


class ExportCommand(BaseCommand):
    """Writes a row of `model` with all that belongs to it as text."""

    requires_system_checks = (TAG,)
    model: type[Season] | type[Tournament]

    def text_of(self, row: Any, progress: Progress) -> str:
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        name = self.model._meta.verbose_name
        parser.add_argument("id", type=int, help=f"the number of the {name}")
        parser.add_argument("file", nargs="?", type=Path)

    def handle(self, *args: object, id: int, file: Path | None, **kwargs: object) -> None:
        row = self.model._default_manager.filter(pk=id).first()
        if row is None:
            raise CommandError(f"there is no {self.model._meta.verbose_name} {id}")
        with refusals_shown(), steps() as progress:
            text = self.text_of(row, progress)
        put_text(self.stdout, text, file)


class ImportCommand(BaseCommand):
    """Makes a new row of a document, and says as JSON what was made."""

    requires_system_checks = (TAG,)

    def made_of(self, data: bytes, *, host: int, progress: Progress) -> Summary:
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        add_host_option(parser)

    def handle(self, *args: object, file: Path, host: str, **kwargs: object) -> None:
        data = bytes_of(file)
        with refusals_shown(), steps() as progress:
            summary = self.made_of(data, host=host_named(host), progress=progress)
        self.stdout.write(json.dumps(summary, ensure_ascii=False))
