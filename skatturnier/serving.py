"""`python -m skatturnier.serving PORT …`: granian, which says in a line that its port is taken.

It was free when the start asked; what else starts with the computer may have taken it since.
"""

import sys

from granian.cli import entrypoint

from skatturnier.starting import keep_port, require_free_port
from skatturnier.words import Trouble


def main() -> None:
    """Watch over the server until it ends; the arguments behind the port are granian's."""
    port = int(sys.argv.pop(1))
    try:
        keep_port(port)
        try:
            entrypoint()  # type: ignore[no-untyped-call]
        except RuntimeError:
            require_free_port(port)  # granian's own words are a page of addresses in memory
            raise
    except Trouble as taken:
        sys.exit(str(taken))


if __name__ == "__main__":
    main()
