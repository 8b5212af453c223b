"""`python -m skatturnier.open_page ADDRESS`: opens it in the browser as soon as it answers."""

import socket
import sys
import time
import webbrowser
from urllib.parse import urlsplit

PATIENCE = 60.0  # seconds


def answers(address: str) -> bool:
    """Whether a server listens there."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 80), 1).close()
    except OSError:
        return False
    return True


def main(address: str) -> None:
    ends = time.monotonic() + PATIENCE
    while not answers(address):
        if time.monotonic() > ends:
            return
        time.sleep(0.2)
    webbrowser.open(address)


if __name__ == "__main__":
    main(sys.argv[1])
