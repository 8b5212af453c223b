"""`python -m skatturnier.open_page ADDRESS`: opens it in the browser as soon as it answers."""

import socket
import sys
import time
import webbrowser
from urllib.parse import urlsplit

PATIENCE = 60.0  # seconds


def main(address: str) -> None:
    parts, ends = urlsplit(address), time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            socket.create_connection((parts.hostname or "", parts.port or 80), 1).close()
        except OSError:
            time.sleep(0.2)
        else:
            webbrowser.open(address)
            return


if __name__ == "__main__":
    main(sys.argv[1])
