"""The checks before a start, and the start; without Django, so that a problem is shown at once.

`run.py` checks before it installs anything, the installed program before it loads anything.
"""

import argparse
import errno
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from skatturnier import __version__
from skatturnier.words import Trouble, is_german, localize

ADDRESS_FILE = "server.lock"  # in the data folder; holds the address of the server that runs
LOCK_FILE = "server.held"  # beside it: an empty database that the server has locked
FOLDER = Path(__file__).resolve().parent.parent  # of the program
# One worker: fifty clerks who save a game a second do not need another (tools/load), which would
# take 50 MB of an old laptop's memory. All addresses, so that the whole room can reach it.
SERVER = (
    *("--interface=rsgi", "--http=1", "--host=0.0.0.0", "--no-ws", "--workers=1"),
    *("--respawn-failed-workers", "--workers-kill-timeout=5", "--log-level=warning"),
)

_locks: list[sqlite3.Connection] = []  # open, and so held, until this process ends


def add_start_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=port, default=8000, help=localize("sonst 8000", "8000 by default")
    )
    folder = localize("Ordner für Datenbank und Schlüssel", "folder of the database and the key")
    parser.add_argument("--data", type=Path, metavar="DIR", help=folder)
    parser.add_argument(
        "--no-sample",
        action="store_true",
        help=localize(
            "kein Beispielturnier beim ersten Start", "no sample tournament on the first start"
        ),
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help=localize("öffnet die Seite im Browser", "opens the page in the browser"),
    )
    parser.add_argument("--version", action="version", version=f"Skatturnier {__version__}")


def port(text: str) -> int:  # argparse shows its name: "invalid port value"
    number = int(text)
    if not 1 <= number <= 65534:
        raise argparse.ArgumentTypeError(f"{number}: 1 … 65534")
    return number


def default_data_folder() -> Path:
    """The data folder: beside run.py, or for an installed program the one of the system."""
    return FOLDER / "data" if (FOLDER / "run.py").exists() else user_folder()


def user_folder() -> Path:
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Skatturnier"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Skatturnier"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "skatturnier"


def require_startable(options: argparse.Namespace) -> None:
    """Hold the data folder; raise Trouble unless the program can be served with these options.

    Sets SKATTURNIER_DATA in the environment of this process, for its child processes.
    """
    chosen = options.data or Path(os.environ.get("SKATTURNIER_DATA") or default_data_folder())
    folder = chosen.expanduser().absolute()
    probe = folder / f".writable-{os.getpid()}"
    holder = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_text("", "utf-8")
        probe.unlink()
        if not os.environ.get("DATABASE_URL", "").startswith("postgres"):  # many may share it
            holder = claim(folder, f"http://127.0.0.1:{options.port}")
    except OSError as error:
        raise Trouble(
            localize(
                f"In den Ordner {folder} lässt sich nicht schreiben ({error.strerror}).",
                f"The folder {folder} cannot be written to ({error.strerror}).",
            )
        ) from error
    if holder is not None:
        if options.open and holder:
            open_page(holder)
        raise Trouble(
            localize(
                f"Das Programm läuft schon mit diesen Daten: {holder or folder}",
                f"The program is running on this data already: {holder or folder}",
            )
        )
    require_free_port(options.port)
    os.environ["SKATTURNIER_DATA"] = str(folder)


def serve(options: argparse.Namespace, python: str | Path = sys.executable) -> int:
    """Prepare the database, then serve it until Ctrl+C; the exit status of the last process.

    Both run as child processes of this one: the memory that preparing took is free again.
    """
    require_free_port(options.port)  # again: libraries may have been installed since
    flags = {"--no-sample": options.no_sample, "--open": options.open}
    arguments = [flag for flag, on in flags.items() if on]
    language = "de" if is_german() else "en"
    prepare = ("prepare", "--port", str(options.port), "--language", language, *arguments)
    return run_below(python, "skatturnier", *prepare) or run_below(
        python, "granian", *SERVER, f"--port={options.port}", "skatturnier.rsgi:application"
    )


# The data folder ---------------------------------------------------------------------------------


def claim(folder: Path, address: str) -> str | None:
    """Hold the data folder until this process ends, or return its holder's address; "" if unknown.

    Two servers on one database would not know of each other's caches and clerks.
    """
    lock, note = try_lock(folder / LOCK_FILE), folder / ADDRESS_FILE
    if lock is None:
        return note.read_text("utf-8", "replace") if note.exists() else ""
    note.write_text(address, "utf-8")
    _locks.append(lock)
    return None


def try_lock(path: Path) -> sqlite3.Connection | None:
    """Lock a file until the returned connection is closed; None if another process holds it.

    The file is an empty database, because SQLite locks its files on every system. Where files
    cannot be locked, as on some network drives, the lock excludes nobody.
    """
    database = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode = MEMORY").fetchall()
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            database.close()
            return None
    return database


# The port ----------------------------------------------------------------------------------------


def require_free_port(number: int) -> None:
    with socket.socket() as probe:
        if sys.platform != "win32":
            # As granian does: a port that was closed a minute ago is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", number))  # noqa: S104 (for the whole network)
        except OSError as error:
            raise Trouble(port_trouble(number, error)) from error


def port_trouble(number: int, error: OSError) -> str:
    # Windows says the same of a port that another program holds alone.
    if error.errno == errno.EACCES and number < 1024:
        return localize(
            f"Port {number} darf dieses Konto nicht benutzen. Versuchen Sie --port 8000",
            f"This account may not use port {number}. Try --port 8000",
        )
    return localize(
        f"Port {number} ist belegt; läuft das Programm schon? Sonst: --port {number + 1}",
        f"Port {number} is in use; is the program running already? Otherwise: --port {number + 1}",
    )


# The server --------------------------------------------------------------------------------------


def run_below(python: str | Path, module: str, *arguments: str) -> int:
    """Run a module as a child process and return its exit status; it ends with this process.

    Its standard input is a pipe whose other end only this process holds: whatever ends this one,
    the child reads the end of the pipe (`skatturnier/below.py`).
    """
    command = [str(python), "-m", "skatturnier.below", module, *arguments]
    with subprocess.Popen(command, cwd=FOLDER, stdin=subprocess.PIPE) as below:  # noqa: S603 - ours
        signal.signal(signal.SIGTERM, lambda *_: below.terminate())
        while True:
            with suppress(KeyboardInterrupt):  # the console sends Ctrl+C to both
                return below.wait()


# The browser -------------------------------------------------------------------------------------


def open_page(address: str) -> None:
    """Open an address in the browser of this computer as soon as it answers, in the background."""
    subprocess.Popen(  # noqa: S603 - our own program, no shell
        [sys.executable, "-m", "skatturnier.open_page", address],
        cwd=FOLDER,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
