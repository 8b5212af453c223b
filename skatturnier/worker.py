"""A process that answers ends with the one that watches over it, and can be ended while it loads.

Imported before anything else, because loading takes seconds: until granian has its own handlers
in place, a process that it has forked would take its signals for those of its parent, and go on.
"""

import signal
import sys
from contextlib import suppress
from multiprocessing import parent_process

from skatturnier.below import end_after

WANTED_FILES = 65_536

if sys.platform != "win32":  # which has no such limit
    import resource

    # As many open sockets as the computer allows, for this process and its children: the usual
    # 1,024 are used up by the idle connections of a full hall.
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    new_limit = WANTED_FILES if most == resource.RLIM_INFINITY else min(most, WANTED_FILES)
    if new_limit > soft:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (new_limit, most))
if parent := parent_process():
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    end_after(parent.join)

# openpyxl imports numpy wherever it is installed: 12 MB and 0.2 s for nothing.
sys.modules["numpy"] = None  # type: ignore[assignment]
import openpyxl  # noqa: E402, F401

del sys.modules["numpy"]
