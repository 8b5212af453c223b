"""Return freed memory to the operating system: large blocks at once, the rest on demand."""

import ctypes
import gc
import sys

LARGE = 1 << 20  # bytes
SEARCH_AFTER = 20_000  # objects more than before; Python's own limit is 700
M_MMAP_THRESHOLD = -3  # of mallopt in glibc


def return_large_blocks() -> None:
    """Let the C library give back each large block when it is freed.

    Otherwise glibc raises its limit to the size of the first one and keeps the next ones for the
    thread that has freed them: sixteen threads that have hashed a password keep 19 MB each.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt:
            mallopt(M_MMAP_THRESHOLD, LARGE)


def keep_program() -> None:
    """Leave what was loaded at the start out of every search for reference cycles.

    A full search through the whole program halts every thread for a fifth of a second; small ones
    come seldom, because requests leave few cycles behind.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(SEARCH_AFTER)


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
