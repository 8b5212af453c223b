"""Return freed memory to the operating system after a large document."""

import ctypes
import gc
import sys


def release_memory() -> None:
    """Collect reference cycles and let the C library release unused pages.

    A workbook of a thousand players has a hundred thousand cells in reference cycles. Without this
    call they stay until the next full collection, and the C library does not release their pages.
    """
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim:
            trim(0)
