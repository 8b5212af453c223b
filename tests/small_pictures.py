"""Pictures of pages, stored small."""

from io import BytesIO
from pathlib import Path


def keep(file: Path, png: bytes) -> None:
    """Few colours are enough for a page of a program."""
    from PIL import Image

    file.parent.mkdir(parents=True, exist_ok=True)
    image = Image.open(BytesIO(png)).convert("RGB")
    image.quantize(64, dither=Image.Dither.NONE).save(file, optimize=True)
