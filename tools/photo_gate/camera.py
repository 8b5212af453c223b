"""A page photographed on a table: pose, lens, bent paper, light, blur, noise, JPEG."""

import io
from dataclasses import dataclass
from random import Random

import numpy as np
from PIL import Image, ImageFilter

from tools.photo_gate.paper import MM

PAGE = 210.0, 297.0
SPOILED = ("blurred", "shaken", "far", "cut off", "dark")


@dataclass(frozen=True)
class Photo:
    """`spoiled` says why nobody could read it, "" for all others."""

    jpeg: bytes
    spoiled: str
    about: str


def photograph(page: np.ndarray, rng: Random) -> Photo:
    noise = np.random.default_rng(rng.randrange(2**32))
    spoiled = rng.choice(SPOILED) if rng.random() < 0.1 else ""
    is_scan = not spoiled and rng.random() < 0.12
    height = rng.randrange(1600, 3001)
    width = int(height * (0.707 if is_scan else rng.choice((0.75, 0.75, 0.7))))
    share = {"far": 0.24, "cut off": 1.35}.get(spoiled, rng.uniform(0.82, 0.95))
    x, y = where_on_page(rng, width, height, share, is_scan)
    spoiled = spoiled or ("cut off" if cuts_the_form(x, y) else "")
    z = bent(rng, noise, is_scan)
    lift, down, across = (coarsely(part, x, y) for part in (z, *np.gradient(z)))
    if not is_scan:  # what lies higher looks further from the middle
        x, y = x - lift * (x - 105) / 450, y - lift * (y - 148.5) / 450
    shade = 1 + np.clip(across * rng.uniform(-0.9, 0.9), -0.2, 0.2)
    shade += np.clip(down * rng.uniform(-0.9, 0.9), -0.2, 0.2)
    coarse = Image.fromarray((page * 255).astype(np.uint8))
    shrink = PAGE[1] * MM / (height * min(share, 1.0))
    coarse = coarse.filter(ImageFilter.GaussianBlur(max(0.0, 0.35 * shrink)))
    paper = np.asarray(coarse, np.float32) / 255 * rng.uniform(0.82, 0.98)
    picture = look_up(paper, x, y, MM) * shade[..., None]
    outside = (x < 0) | (x > PAGE[0]) | (y < 0) | (y > PAGE[1])
    picture[outside] = table(rng, noise, x[outside], y[outside])
    if not is_scan:
        picture *= light(rng, width, height)[..., None]
    about = f"{'scan' if is_scan else 'photo'} {width}x{height}"
    return Photo(developed(picture, rng, noise, spoiled, is_scan), spoiled, about)


def where_on_page(
    rng: Random, width: int, height: int, share: float, is_scan: bool
) -> tuple[np.ndarray, np.ndarray]:
    """For every pixel the point of the page, in mm, that is seen there."""
    u, v = np.meshgrid(
        np.arange(width, dtype=np.float32) - width / 2,
        np.arange(height, dtype=np.float32) - height / 2,
    )
    tilt = 0.0 if is_scan else 1.0
    across, along = rng.gauss(0, 0.12) * tilt, rng.gauss(0, 0.16) * tilt
    turn = rng.gauss(0, 0.008 if is_scan else 0.045)
    if rng.random() < 0.06:
        turn += np.pi  # upside down
    distance = 430.0  # mm; the lens sees the page as long as `share` of the picture
    focal = height * share * distance / PAGE[1]
    if width < PAGE[0] / distance * focal and share < 1:
        focal = width * 0.96 * distance / PAGE[0]
    lens = rng.uniform(-0.06, 0.06) * tilt
    radius = (u**2 + v**2) / (width**2 + height**2) * 4
    u, v = u * (1 + lens * radius) / focal, v * (1 + lens * radius) / focal
    ca, sa, cb, sb = np.cos(across), np.sin(across), np.cos(along), np.sin(along)
    # The ray (u, v, 1) meets the plane through (0, 0, distance) that is turned by both angles.
    normal = np.array([sa, -ca * sb, ca * cb])
    first, second = np.array([ca, 0, -sa]), np.array([0, cb, sb])
    reach = distance * normal[2] / (u * normal[0] + v * normal[1] + normal[2])
    spot = np.stack([u * reach, v * reach, reach - distance])
    matrix = np.linalg.pinv(np.stack([first, second], axis=1))
    a, b = np.tensordot(matrix, spot, 1)
    x = a * np.cos(turn) + b * np.sin(turn) + 105 + rng.gauss(0, 1.5)
    y = -a * np.sin(turn) + b * np.cos(turn) + 148.5 + rng.gauss(0, 2)
    return x.astype(np.float32), y.astype(np.float32)


def cuts_the_form(x: np.ndarray, y: np.ndarray) -> bool:
    """Whether an edge of the picture cuts more than 3 mm of a mark."""
    edges = (np.s_[0, :], np.s_[-1, :], np.s_[:, 0], np.s_[:, -1])
    return any(((x[at] > 19) & (x[at] < 198) & (y[at] > 8) & (y[at] < 289)).any() for at in edges)


def bent(rng: Random, noise: np.random.Generator, is_scan: bool) -> np.ndarray:
    """How high the paper lies, in mm, at every mm: curled, folded, crumpled."""
    y, x = np.mgrid[0:298, 0:211].astype(np.float32)
    z = np.zeros_like(x)
    if is_scan:
        return z
    if rng.random() < 0.6:
        z += rng.uniform(-6, 6) * ((x - rng.uniform(50, 160)) / 105) ** 2
        z += rng.uniform(-6, 6) * ((y - rng.uniform(80, 220)) / 150) ** 2
    for place in rng.choice(((), (), (148.5,), (99, 198), (74, 148.5, 223))):
        z += rng.uniform(1, 4) * np.exp(-np.abs(y - place) / rng.uniform(6, 30))
    if rng.random() < 0.2:
        z += rng.uniform(1, 3) * np.exp(-np.abs(x - 105) / rng.uniform(6, 30))
    small = Image.fromarray(noise.normal(0, 1, (12, 9)).astype(np.float32))
    return z + rng.uniform(0, 0.6) * np.asarray(small.resize((211, 298), Image.Resampling.BICUBIC))


def look_up(source: np.ndarray, x: np.ndarray, y: np.ndarray, scale: float) -> np.ndarray:
    """The values of an array at points in mm, between its pixels, too."""
    x = np.clip(x * np.float32(scale) - np.float32(0.5), 0, source.shape[1] - 1.001)
    y = np.clip(y * np.float32(scale) - np.float32(0.5), 0, source.shape[0] - 1.001)
    left, top = x.astype(np.int32), y.astype(np.int32)
    right, low = (x - left).astype(np.float32), (y - top).astype(np.float32)
    if source.ndim == 3:
        right, low = right[..., None], low[..., None]
    upper = source[top, left] * (1 - right) + source[top, left + 1] * right
    lower = source[top + 1, left] * (1 - right) + source[top + 1, left + 1] * right
    return upper * (1 - low) + lower * low


def coarsely(source: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """What changes slowly is looked up at every eighth pixel only."""
    few = look_up(source, x[::8, ::8], y[::8, ::8], 1.0).astype(np.float32)
    image = Image.fromarray(few).resize(x.shape[::-1], Image.Resampling.BILINEAR)
    return np.asarray(image)


def table(rng: Random, noise: np.random.Generator, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Wood, cloth or a light plate under the page."""
    colour = rng.choice(((0.5, 0.33, 0.2), (0.12, 0.3, 0.16), (0.7, 0.68, 0.64), (0.2, 0.2, 0.22)))
    grain = noise.normal(0, 0.1, (40, 600)).astype(np.float32)
    texture = look_up(grain, np.abs(y) % 590, np.abs(x) % 38, 1.0)
    return np.clip(np.array(colour, np.float32) + texture[..., None] * colour[0], 0.02, 1)


def light(rng: Random, width: int, height: int) -> np.ndarray:
    """From one side brighter, and often the shadow of an arm or the telephone."""
    v, u = np.mgrid[0:1:64j, 0:1:48j]
    angle = rng.uniform(0, 2 * np.pi)
    lit = 0.86 + rng.uniform(0, 0.22) * ((u - 0.5) * np.cos(angle) + (v - 0.5) * np.sin(angle))
    lit -= rng.uniform(0, 0.25) * ((u - 0.5) ** 2 + (v - 0.5) ** 2)
    for _number in range(rng.choice((0, 1, 1, 2))):
        angle = rng.uniform(0, 2 * np.pi)
        beyond = (u - rng.uniform(0.2, 0.8)) * np.cos(angle)
        beyond += (v - rng.uniform(0.2, 0.8)) * np.sin(angle)
        soft = rng.uniform(0.015, 0.12)
        lit *= 1 - rng.uniform(0.15, 0.45) / (1 + np.exp(np.clip(-beyond / soft, -40, 40)))
    image = Image.fromarray(lit.astype(np.float32))
    return np.asarray(image.resize((width, height), Image.Resampling.BICUBIC))


def developed(
    picture: np.ndarray, rng: Random, noise: np.random.Generator, spoiled: str, is_scan: bool
) -> bytes:
    """Blur, colour of the light, noise and JPEG."""
    height, width = picture.shape[:2]
    blur = rng.uniform(0.2, 0.5) if is_scan else rng.uniform(0.3, 0.9) * height / 2000
    blur = 6.0 * height / 2000 if spoiled == "blurred" else blur
    bright = 0.045 if spoiled == "dark" else rng.uniform(0.85, 1.1)
    picture = (
        picture * bright * np.array([1, rng.uniform(0.94, 1), rng.uniform(0.82, 1)], np.float32)
    )
    image = Image.fromarray((np.clip(picture, 0, 1) * 255).astype(np.uint8))
    image = image.filter(ImageFilter.GaussianBlur(blur))
    pixels = np.asarray(image, np.float32)
    shake = int(0.011 * height) if spoiled == "shaken" else rng.choice((0, 0, 0, 2))
    if shake and not is_scan:
        axis = rng.randrange(2)
        rolled = [np.roll(pixels, step, axis=axis) for step in range(shake)]
        pixels = sum(rolled) / len(rolled)
    level = 9.0 if spoiled == "dark" else rng.uniform(1.0, 2.0 if is_scan else 7.0)
    grain = noise.standard_normal((height, width, 1), np.float32) * level
    grain = grain + noise.standard_normal(pixels.shape, np.float32) * (level / 3)
    image = Image.fromarray(np.clip(pixels + grain, 0, 255).astype(np.uint8))
    if is_scan and rng.random() < 0.6:
        image = image.convert("L")
    elif rng.random() < 0.5:  # as telephones do
        image = image.filter(ImageFilter.UnsharpMask(2, rng.randrange(30, 90), 2))
    target = io.BytesIO()
    image.save(target, "JPEG", quality=rng.randrange(62, 93))
    return target.getvalue()
