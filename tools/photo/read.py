"""What a photo of a printed form with marks says: JSON, first the list, then a line a row.

python -m tools.photo.read FILE [--system KEY]
"""

import json
import os
from argparse import ArgumentParser
from pathlib import Path


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from scoring.entry.line import canonical
    from scoring.lists.printed.files.pdf_geometry import form_to_photograph
    from scoring.photo.picture import Unusable
    from scoring.photo.reader import find_form, read_form
    from scoring.rules.outline import Outline
    from scoring.rules.systems import ISKO, SYSTEMS

    parser = ArgumentParser(prog="tools.photo.read")
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", choices=SYSTEMS, default=ISKO.key)
    chosen = parser.parse_args()
    system = SYSTEMS[chosen.system]
    try:
        photo = find_form(chosen.file.read_bytes())
    except Unusable as unusable:
        parser.exit(1, f"{unusable.code}\n")
    if photo.label is None:
        parser.exit(1, "number-unread\n")
    outline = Outline(photo.label.seats, photo.label.rows // photo.label.seats)
    read = read_form(photo, form_to_photograph(outline, system, system.scheme), system, outline)
    summary = {
        "light": read.light,
        "reason": read.reason,
        "list": photo.label.number,
        "asked": read.asked,
        "foot_differs": read.foot_differs,
    }
    print(json.dumps(summary))
    for row in read.rows:
        record = {
            "number": row.number,
            "line": row.line and canonical(row.line),
            "state": row.state,
        }
        print(json.dumps(record | {"reasons": row.reasons}, ensure_ascii=False))


if __name__ == "__main__":
    main()
