"""A process that answers ends with the one that watches over it, and can be ended while it loads.

Imported before anything else, because loading takes seconds: until granian has its own handlers
in place, a process that it has forked would take its signals for those of its parent, and go on.
"""

import signal
from multiprocessing import parent_process

from skatturnier.below import end_after

if parent := parent_process():
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)
    end_after(parent.join)
