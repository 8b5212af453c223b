"""Give memory back after something big: the old laptop has other programs to run."""

import ctypes
import gc
import sys


def give_back() -> None:
    """Free what a large document left behind, and let the system have it.

    A workbook of a thousand players is a hundred thousand cells that point at each other: without
    this they stay until Python looks for such rings by itself, and the C library keeps their
    pages even then.
    """
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim:
            trim(0)
