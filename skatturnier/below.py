"""`python -m skatturnier.below MODULE …`: a module that ends with the program which started it.

A task manager, or a system that lacks memory, kills one process and not those below: what it leaves
would hold the port, and nobody could end it by Ctrl+C.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from threading import Thread

GRACE = 5  # seconds to answer open requests: `--workers-kill-timeout` of `starting.SERVER`


def end_after(wait: Callable[[], object]) -> None:
    """Terminate this process when `wait` returns, which a thread calls."""

    def end() -> None:
        wait()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)

    Thread(target=end, name="parent", daemon=True).start()


def follow_input() -> None:
    """End with the program that holds the other end of the standard input (`starting.run_below`).

    A process that this one starts must not get that input: while a thread reads it, Windows blocks
    even the question what kind of input it is.
    """
    pipe, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    end_after(lambda: os.read(pipe, 1))


if __name__ == "__main__":
    import runpy

    follow_input()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
