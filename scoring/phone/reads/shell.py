"""What the page of a list needs beside its state: addresses, and its words."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from scoring.phone.reads import client_files
from scoring.phone.reads.law import law_name
from scoring.phone.reads.words import page_words
from scoring.rules.systems import System


@dataclass(frozen=True, slots=True)
class Shell:
    """`setup` and `words` are handed to the script, the addresses are in the head of the page.

    `first` is loaded before the first key shows. What `setup` names besides is loaded when it is
    needed, and kept by the service worker for a reload without a network.
    """

    setup: dict[str, Any]
    words: dict[str, Any]
    law: str
    style: str
    start: str
    first: tuple[str, ...]
    practice: bool = False


def file_address(name: str) -> str:
    return reverse("phone-file", args=[client_files.version(), name])


def table_shell(system: System, place: str) -> Shell:
    """The page of the list at the path `place`."""
    return _shell(system, place, client_files.TABLE, practice=False)


def practice_shell(system: System) -> Shell:
    return _shell(system, reverse("phone-practice"), client_files.PRACTICE, practice=True)


def _shell(system: System, place: str, own: tuple[str, ...], *, practice: bool) -> Shell:
    law = reverse("phone-law", args=[law_name(system)])
    worker = reverse("phone-worker")
    return Shell(
        setup={
            "law": law,
            "place": place,
            "worker": worker,
            "practice": practice,
            "later": list(map(file_address, client_files.LATER)),
        },
        words=page_words(system),
        law=law,
        style=file_address(client_files.STYLE),
        start=file_address(client_files.FIRST[0]),
        first=tuple(map(file_address, (*client_files.FIRST[1:], *own))),
        practice=practice,
    )
