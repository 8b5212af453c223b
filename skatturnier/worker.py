"""A process that answers ends with granian's main process, and can be ended while it loads.

Imported before anything else, because loading takes seconds, and a process that granian has forked
would go on when it is told to end, until granian's own handlers are in place.
"""

import signal
import sys
from contextlib import suppress
from multiprocessing import parent_process

from skatturnier.below import end_after

WANTED_FILES = 65_536

if sys.platform != "win32":  # which has no such limit
    import resource

    # The idle connections of a full hall use up the usual limit of 1,024 open sockets.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    new_limit = WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, WANTED_FILES)
    if new_limit > soft:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (new_limit, hard))
if parent := parent_process():
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    end_after(parent.join)

# openpyxl imports numpy wherever it is installed: 12 MB and 0.2 s for nothing.
sys.modules["numpy"] = None  # type: ignore[assignment]
import openpyxl  # noqa: E402, F401

del sys.modules["numpy"]
