"""A process that answers ends with the one that watches over it, and can be ended while it loads.

Imported before anything else, because loading takes seconds: until granian has its own handlers
in place, a process that it has forked would take its signals for those of its parent, and go on.
"""

import os
import signal
import time
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from threading import Thread

GRACE = 5  # seconds to answer what was asked before, as `serve` gives them too


def follow(parent: BaseProcess) -> None:
    """End as if told to, once the parent is gone: nobody could end what it leaves behind.

    A task manager or the system, which lacks memory, kills one process and not those below.
    """
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


if parent := parent_process():
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)
    Thread(target=follow, args=(parent,), name="parent", daemon=True).start()
