"""What the reader makes of the photos, against what was played."""

import argparse
import json
import resource
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random

from scoring.lists.printed.files.pdf_geometry import form_to_photograph
from scoring.photo.picture import Unusable, stored_jpeg
from scoring.photo.reader import ReadList, find_form, read_form
from scoring.rules.checks import appraise
from scoring.rules.score_list import Line
from tools.photo_gate.camera import Photo, photograph
from tools.photo_gate.hands import Hand
from tools.photo_gate.keeper import Keeper, KeptList
from tools.photo_gate.paper import fill_form

MARKS = ("game", "tops", "hand", "schneider", "schneider_announced", "schwarz",
         "schwarz_announced", "ouvert", "overbid", "won")  # fmt: skip


@dataclass
class Verdict:
    """One photo. `silent` are rows taken as sure whose points are not those that were played."""

    seed: int
    refused: str = ""
    rows: int = 0
    right: int = 0
    asked: dict[int, tuple[str, ...]] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    wrong_number: bool = False
    seconds: float = 0
    megabytes: int = 0


def kept_list(seed: int) -> tuple[KeptList, Hand, Random]:
    rng = Random(seed)
    hand = Hand(rng)
    return Keeper(rng, tick=hand.tick).keep(), hand, rng


def take(seed: int) -> tuple[Photo, str]:
    kept, hand, rng = kept_list(seed)
    page, pen = fill_form(kept, hand, rng)
    return photograph(page, rng), pen.name


def judge(seed: int, data: bytes) -> Verdict:
    kept, _hand, _rng = kept_list(seed)
    verdict = Verdict(seed, rows=kept.outline.games_planned)
    start = time.process_time()
    try:
        photographed = find_form(stored_jpeg(data))  # as the page does
        form = form_to_photograph(kept.outline, kept.system, kept.system.scheme)
        read = read_form(photographed, form, kept.system, kept.outline)
    except Unusable as unusable:
        read = ReadList("red", unusable.code)
    verdict.seconds = time.process_time() - start
    verdict.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if read.light == "red":
        verdict.refused = read.reason
        return verdict
    verdict.wrong_number = read.label is not None and read.label.number != kept.number
    truth = dict(enumerate(kept.lines, 1))
    for row in read.rows:
        if row.state == "asked":
            verdict.asked[row.number] = row.reasons
            continue
        played = truth.get(row.number)
        if meaning(row.line) != meaning(played):
            verdict.silent.append(
                f"{row.number}: {shown(row.line)} {row.state}, was {shown(played)}"
            )
        elif slip := kept.slips.get(row.number):
            verdict.marks.append(f"{row.number}: slip not asked ({slip})")
        elif marks(row.line) != marks(played):
            verdict.marks.append(f"{row.number}: {shown(row.line)}, was {shown(played)}")
        else:
            verdict.right += 1
    return verdict


def meaning(line: Line | None) -> tuple[int | None, int] | None:
    """Who got how many points; None of a game that was not played."""
    if line is None or line.game is None:
        return (None, 0) if line is not None and line.passed else None
    worth = appraise(line.game).worth
    return line.soloist, worth.score if worth else 0


def marks(line: Line | None) -> list[object]:
    if line is None or line.game is None:
        return []
    game = appraise(line.game).game
    return [getattr(game, key) for key in MARKS]


def shown(line: Line | None) -> str:
    return "not played" if line is None else f"{meaning(line)} {marks(line)}"


def verdicts(folder: Path) -> Iterator[tuple[Verdict, str]]:
    """Every photo of the folder, each read in a process of its own."""
    for path in sorted(folder.glob("*.jpg")):
        spoiled = json.loads(path.with_suffix(".json").read_text())["spoiled"]
        with get_context("fork").Pool(1) as pool:
            yield pool.apply(judge, (int(path.stem), path.read_bytes())), spoiled


def report(folder: Path) -> None:
    good, legible, spoiled_read = [], 0, []
    for verdict, spoiled in verdicts(folder):
        slips = kept_list(verdict.seed)[0].slips
        print(verdict.seed, spoiled or "legible", verdict.refused or f"{verdict.right} right",
              f"asked {verdict.asked}" if verdict.asked else "", f"slips {slips}" if slips else "",
              *verdict.silent, *verdict.marks, f"{verdict.seconds:.1f} s {verdict.megabytes} MB",
              sep="; ", flush=True)  # fmt: skip
        legible += not spoiled
        if spoiled and not verdict.refused:
            spoiled_read.append(verdict.seed)
        good.append((verdict, spoiled, slips))
    read = [(verdict, slips) for verdict, _spoiled, slips in good if not verdict.refused]
    refused = Counter(v.refused for v, spoiled, _slips in good if v.refused and not spoiled)
    rows = sum(v.rows for v, _slips in read)
    asked = sum(len(v.asked) for v, _slips in read)
    slipped = sum(len(slips) for _v, slips in read)
    slips_asked = sum(len(v.asked.keys() & slips.keys()) for v, slips in read)
    print(f"photos {len(good)}, legible {legible}; refused of the legible: {dict(refused)}")
    print(f"spoiled photos that were read all the same: {spoiled_read}")
    print(f"read {len(read)}, without a question {sum(not v.asked for v, _slips in read)}")
    print(f"rows {rows}, right in every mark {sum(v.right for v, _slips in read)}")
    print(f"silently wrong in points {sum(len(v.silent) for v, _slips in read)}, "
          f"in a mark or a slip only {sum(len(v.marks) for v, _slips in read)}")  # fmt: skip
    share = f"{asked / max(1, rows):.1%}"
    print(f"rows asked {asked} ({share}), slips {slips_asked} of {slipped}")
    print("why:", Counter(code for v, _slips in read for why in v.asked.values() for code in why))
    print(f"numbers read wrongly {sum(v.wrong_number for v, _slips in read)}")
    seconds = [verdict.seconds for verdict, *_rest in good]
    most = max(verdict.megabytes for verdict, *_rest in good)
    print(f"seconds {min(seconds):.1f} to {max(seconds):.1f}, at most {most} MB")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.photo_gate", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--make", type=int, default=0, metavar="COUNT", help="take photos first")
    parser.add_argument("--seed", type=int, default=1, help="of the first photo")
    parser.add_argument("--only-make", action="store_true")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(chosen.seed, chosen.seed + chosen.make):
        with get_context("fork").Pool(1) as pool:  # whose memory the reader does not inherit
            photo, pen = pool.apply(take, (seed,))
        (chosen.folder / f"{seed:05}.jpg").write_bytes(photo.jpeg)
        about = {"spoiled": photo.spoiled, "about": photo.about, "pen": pen}
        (chosen.folder / f"{seed:05}.json").write_text(json.dumps(about))
    if not chosen.only_make:
        report(chosen.folder)
