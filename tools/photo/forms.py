"""Blank forms as the program prints them: pictures, and where their cells stand.

python -m tools.photo.forms FOLDER
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

DOTS = 200  # an inch
KINDS = ((4, 12), (3, 12), (4, 6))


def main(folder: Path) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.utils import translation

    django.setup()
    translation.activate("de")
    folder.mkdir(parents=True, exist_ok=True)
    for number, (seats, rounds) in enumerate(KINDS, 1):
        make(folder / f"{seats}-{rounds}", seats, rounds, 1000 * number + 7)


def make(target: Path, seats: int, rounds: int, number: int) -> None:
    from scoring.core.listing import Head
    from scoring.lists.printed.files.pdf import score_lists_pdf
    from scoring.lists.printed.files.pdf_geometry import form_pages, photo_form
    from scoring.lists.printed.form import PaperSeat
    from scoring.lists.printed.reads.fill import paper_list
    from scoring.rules.score_list import Outline
    from scoring.rules.systems import ISKO

    names = ("Anna Özdemir", "Karl-Heinz Müller", "Jürgen Schmidt-Lang", "Ute Böhm")
    paper = paper_list(
        [],
        Outline(seats, rounds),
        ISKO,
        ISKO.scheme,
        head=Head(club="Skatclub Buben 1911", tournament="Herbstpreisskat", place="Gasthof Linde"),
        seats=[PaperSeat(place, name, 16 + place) for place, name in enumerate(names[:seats], 1)],
        series=2,
        table=7,
        number=number,
    )
    paper = replace(paper, link="https://skat.example/lists/1007/")
    (page,) = form_pages(paper)
    target.with_suffix(".pdf").write_bytes(score_lists_pdf([paper]))
    target.with_suffix(".json").write_text(
        json.dumps(asdict(photo_form(page.grid)) | {"number": number})
    )
    program = ["pdftoppm", "-r", str(DOTS), "-png", "-singlefile"]
    subprocess.run([*program, target.with_suffix(".pdf"), target], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
