"""The gates of the reader: rows silently wrong, rows asked, photos refused, seconds, memory.

python -m tools.photo.evaluate FORMS GLYPHS [--lists 60] [--seed 1000] [--style pub] [--digits D]
    [--slips] [--without marks|score|totals|counts] [--wrong] [--ruled]

With --ruled FORMS are those of `tools.photo.official`, which have no marks.
"""

import resource
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time

import numpy as np

from scoring.photo import reader
from scoring.photo.find import FormInPicture
from scoring.photo.form import kind_of
from scoring.photo.picture import Unusable, open_picture, stored_jpeg
from scoring.photo.reader import ReadList, find_form, read_form
from scoring.photo.reading import NetReading
from scoring.photo.ruling import find_ruled, first_rows
from scoring.photo.writings import TICKS
from scoring.rules.checks import appraise
from scoring.rules.outline import Outline
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO
from tools.photo.lists import Habits
from tools.photo.pages import read_blank
from tools.photo.simulate import STYLES, Photographed, photographed, read_style

WITNESSES = {
    "marks": frozenset({"base", "with", "without", *TICKS}),
    "score": frozenset({"plus", "minus"}),
    "totals": frozenset({"points"}),
    "counts": frozenset({"won", "lost"}),
}


class Blinded(NetReading):
    """A reading that does not look at some columns."""

    unseen: frozenset[str] = frozenset()

    def likelihoods(self, row: int, key: str, texts: Sequence[str]) -> np.ndarray:
        if kind_of(key) in self.unseen:
            return np.zeros(len(texts))
        return super().likelihoods(row, key, texts)

    def candidates(self, row: int, key: str) -> Sequence[str]:
        return () if kind_of(key) in self.unseen else super().candidates(row, key)

    def learn(self, sure: Mapping[tuple[int, str], str]) -> None:
        super().learn(
            {place: sure[place] for place in sure if kind_of(place[1]) not in self.unseen}
        )


def facts(line: Line | None) -> tuple[object, ...]:
    """What a row says, whatever way it is written."""
    if line is None:
        return ("ended",)
    if line.game is None:
        return ("passed" if line.passed else "unread",)
    done = appraise(line.game)
    score = None if done.worth is None else done.worth.score
    game = done.game
    levels = (game.hand, game.schneider, game.schneider_announced, game.schwarz, game.ouvert)
    trump = (game.tops, *levels) if game.tops else ()
    return ("game", line.soloist, score, game.game, *trump)


def ruled_form(picture: bytes) -> FormInPicture:
    found = find_ruled(open_picture(picture))
    if found is None:
        raise Unusable("no-marks")
    return found


def compare(one: Photographed, read: ReadList, counted: Counter[str], wrong: bool) -> None:
    """Count what was read rightly, asked and silently wrong."""
    for row in read.rows:
        lines = one.played.lines
        truth = facts(lines[row.number - 1] if row.number <= len(lines) else None)
        seen = facts(row.line)
        counted["rows"] += 1
        counted["right"] += truth == seen
        counted["points right"] += truth[:3] == seen[:3]
        counted["asked"] += row.state == "asked"
        has_slip = row.number - 1 in one.played.slips
        counted["slips"] += has_slip
        counted["slips asked"] += has_slip and row.state == "asked"
        for reason in row.reasons:
            counted[f"reason {reason}"] += 1
        if row.state != "asked" and truth != seen:
            counted["silently wrong"] += 1
            counted["silently wrong in points"] += truth[:3] != seen[:3]
            if wrong:
                print("  SILENT", row.number, truth, seen)
        elif wrong and row.state == "asked":
            print("  asked", row.number, row.reasons, truth == seen)


def main(arguments: list[str]) -> None:
    parser = ArgumentParser(prog="tools.photo.evaluate")
    parser.add_argument("forms", type=Path)
    parser.add_argument("glyphs", type=Path)
    parser.add_argument("--digits", type=Path)
    parser.add_argument("--lists", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--style", choices=STYLES, default="pub")
    parser.add_argument("--slips", action="store_true")
    parser.add_argument("--without", choices=WITNESSES)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--confusion", action="store_true")
    parser.add_argument("--ruled", action="store_true")
    chosen = parser.parse_args(arguments)
    if chosen.without:
        Blinded.unseen = WITNESSES[chosen.without]
        reader.NetReading = Blinded
    style = read_style(chosen.style, chosen.glyphs, chosen.digits)
    blanks = [read_blank(each.with_suffix("")) for each in sorted(chosen.forms.glob("*.json"))]
    habits = Habits(forgotten_ticks=1, wrong_sums=1) if chosen.slips else Habits(ends_early=0.1)
    counted: Counter[str] = Counter()
    confused: Counter[tuple[str, str]] = Counter()
    lights: Counter[str] = Counter()
    seconds = []
    for seed in range(chosen.seed, chosen.seed + chosen.lists):
        one = photographed(style, blanks, seed, habits)
        form = one.blank.form
        start = process_time()
        try:
            kept = stored_jpeg(one.picture)  # as the page does
            found = find_form(kept) if not chosen.ruled else ruled_form(kept)
            outline = Outline(form.seats, form.row_count // form.seats)
            form = first_rows(found.form, form.row_count) if found.form else form
            read = read_form(found, form, ISKO, outline)
        except Unusable as unusable:
            read = ReadList("red", unusable.code)
        seconds.append(process_time() - start)
        lights[f"{read.light} {read.reason}"] += 1
        counted["numbers wrong"] += read.label is not None and read.label.number != one.blank.number
        print(seed, read.light, read.reason, f"asked {read.asked}",
              f"blur {one.conditions.blur:.1f} {seconds[-1]:.1f} s", flush=True)  # fmt: skip
        compare(one, read, counted, chosen.wrong)
        if chosen.confusion and read.rows:
            confuse(one, found, confused)
    print(dict(lights))
    for name, count in sorted(counted.items()):
        share = f"{count / counted['rows']:.2%}" if counted["rows"] else ""
        print(f"{name:30} {count:6} {share}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"seconds: mean {np.mean(seconds):.1f}, most {max(seconds):.1f}; memory {memory} MB")
    if chosen.confusion:
        table(confused)


def confuse(one: Photographed, found, confused: Counter[tuple[str, str]]) -> None:
    """Count which sign was read for which, in cells that were read with as many signs."""
    from scoring.photo.flatten import flatten

    reading = NetReading(flatten(found.grey, found.page, one.blank.form))
    for (row, key), text in one.played.cells.items():
        if text == "x" or row >= one.blank.form.row_count:
            continue
        free = reading.free(row, key)
        confused["cells", "all"] += 1
        confused["cells", "right"] += free == text
        if len(free) == len(text):
            confused.update(zip(text, free, strict=True))


def table(confused: Counter[tuple[str, str]]) -> None:
    signs = "0123456789-"
    print("cells", confused["cells", "all"], "right", confused["cells", "right"])
    print("   ", *(f"{sign:>5}" for sign in signs))
    for sign in signs:
        print(f"{sign:3}", *(f"{confused[sign, other]:5}" for other in signs))


if __name__ == "__main__":
    main(sys.argv[1:])
