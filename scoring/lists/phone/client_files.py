"""Scripts, style sheet and law tables of the page, under addresses that name their content.

So a cached page never mixes the files of two versions.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse

from scoring.lists.phone.reads import outline_record
from scoring.lists.phone.words import COLUMN_SIGNS, page_words
from scoring.messages.labels import LABELS
from scoring.models import Tournament
from scoring.models.tournament import TournamentState
from scoring.rules.law_table import law_table
from scoring.rules.outline import Outline
from scoring.rules.systems import SYSTEMS, System, find, variant

# In the order of their imports.
SCRIPTS = (
    "list.js",
    "dom.js",
    "keys.js",
    "law.js",
    "words.js",
    "score_list.js",
    "keep.js",
    "idb.js",
    "token.js",
    "sync.js",
    "sheets.js",
    "hand_in.js",
)
GONE = "gone.js"
STYLE = "phone.css"
WORKER = "worker.js"
NAMES = (*SCRIPTS, GONE, STYLE, WORKER)
STATIC = Path(__file__).parents[2] / "static"
FOLDERS = {"idb.js": "vendor", "token.js": "scoring", "dom.js": "scoring"}
PRACTISING = ("Anna", "Bernd", "Clara", "Dieter")
DIGEST = 12  # characters of the digest in a name


def content(name: str) -> bytes:
    """One of the files; raises LookupError for any other name."""
    if name not in NAMES:
        raise LookupError(name)
    return (STATIC / FOLDERS.get(name, "scoring/phone") / name).read_bytes()


@cache
def digest_of_files() -> str:
    return sha256(b"".join(map(content, NAMES))).hexdigest()[:DIGEST]


def version() -> str:
    """A digest of all files, in development computed anew."""
    if settings.DEBUG:
        digest_of_files.cache_clear()
    return digest_of_files()


@cache
def law_json(system: System) -> bytes:
    return json.dumps(law_table(system).content, separators=(",", ":"), ensure_ascii=False).encode()


def make_tables() -> None:
    """Make the tables of running tournaments before a whole hall asks for them."""
    played = Tournament.objects.filter(
        phones=True, state=TournamentState.RUNNING, system__in=SYSTEMS
    )
    for system in {tournament.rule_system for tournament in played}:
        law_json(system)


def law_code(system: System) -> str:
    """A system with its options in one word.

    >>> from scoring.rules.systems import ISKO, TEXAS
    >>> law_code(ISKO), law_code(variant(TEXAS, hand_loss=1, ramsch=True))
    ('isko-1998-0', 'texas-1r')
    """
    wenzels = "b" if system.wenzel_bonus else "w" * system.wenzels
    options = f"{system.hand_loss or ''}{'r' * system.ramsch}{wenzels}"
    return f"{system.key}-{options or 0}"


def system_coded(code: str) -> System | None:
    """The system with this `law_code`, if there is one."""
    key, _, options = code.rpartition("-")
    system = find(key)
    if system is None:
        return None
    loss = next((option for option in system.hand_loss_options if str(option) in options), None)
    return variant(
        system,
        hand_loss=loss,
        ramsch="r" in options and system.ramsch_allowed,
        wenzels="w" in options,
        wenzel_bonus="b" in options,
    )


def law_name(system: System) -> str:
    """The name of a law table: the code of its system and a digest of its content."""
    return f"{law_code(system)}-{sha256(law_json(system)).hexdigest()[:DIGEST]}"


def file_address(name: str) -> str:
    return reverse("phone-file", args=[version(), name])


def practice_state(seats: int) -> dict[str, Any]:
    """The state of an empty list to try (docs/formats.md "The list at the table")."""
    players = [
        {"position": position, "seat": position, "name": name}
        for position, name in enumerate(PRACTISING[:seats], 1)
    ]
    outline = outline_record(Outline(seats, 12))
    place = {"series": 1, "table": 1, "players": players, "outline": outline}
    return {"list": place, "revision": 0, "layout": 0, "mine": True, "lines": []}


def page_shell(system: System, place: str = "") -> dict[str, Any]:
    """Words and addresses for the page of the list at the path `place`, or of the practice list."""
    law = reverse("phone-law", args=[law_name(system)])
    setup = {
        "law": law,
        "place": place or reverse("phone-practice"),
        "worker": reverse("phone-worker"),
        "practice": None if place else {seats: practice_state(seats) for seats in (3, 4)},
    }
    start, *modules = map(file_address, SCRIPTS)
    return {
        "setup": setup,
        "words": page_words(system),
        "columns": [(COLUMN_SIGNS[key], LABELS["column"][key]) for key in system.columns],
        "law": law,
        "style": file_address(STYLE),
        "start": start,
        "modules": modules,
        "practice": not place,
    }
