"""What is looked at before the program is served; without Django, so that it can be said at once.

`run.py` asks before it installs anything, the installed program before it loads anything.
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
from skatturnier.words import Trouble, localized

LOCK = "server.lock"  # in the data folder; holds the address of the server that runs
HELD = "server.held"  # beside it: an empty database that the server has locked
YES = ("1", "true", "yes", "on")

_held: list[object] = []  # an open file or database, until this process ends


def without_exec() -> bool:
    """Whether the program is served as on Windows, where no program takes the place of another.

    By SKATTURNIER_WITHOUT_EXEC it is tried on other systems; nothing else differs then.
    """
    word = os.environ.get("SKATTURNIER_WITHOUT_EXEC", "").strip().lower()
    return sys.platform == "win32" or word in YES


def add_start_options(parser: argparse.ArgumentParser) -> None:
    """The options of a start, the same from a folder and as an installed program."""
    parser.add_argument("--port", type=port, default=8000, help="8000")
    folder = localized("Ordner für Datenbank und Schlüssel", "folder of the database and the key")
    parser.add_argument("--data", type=Path, metavar="DIR", help=folder)
    parser.add_argument(
        "--no-sample",
        action="store_true",
        help=localized("kein Beispielturnier beim ersten Start", "no sample tournament at first"),
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help=localized("öffnet die Seite im Browser", "opens the page in the browser"),
    )
    parser.add_argument("--version", action="version", version=f"Skatturnier {__version__}")


def port(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 65534:
        raise argparse.ArgumentTypeError(f"{number}: 1 … 65534")
    return number


def user_folder() -> Path:
    """Where an installed program keeps its data: the folder that the system has for it."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Skatturnier"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Skatturnier"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "skatturnier"


def prepare(options: argparse.Namespace, default: Path) -> None:
    """Raises Trouble unless the program can be served with these options.

    The data folder is written into the environment of this process, for those that follow.
    """
    chosen = options.data or Path(os.environ.get("SKATTURNIER_DATA") or default)
    folder = chosen.expanduser().absolute()
    require_writable(folder)
    if address := running_at(folder):
        if options.open:
            open_page(address)
        raise Trouble(already_running(address))
    require_free_port(options.port)
    os.environ["SKATTURNIER_DATA"] = str(folder)


def serve_arguments(options: argparse.Namespace, language: str) -> list[str]:
    """The arguments of `manage.py serve`."""
    flags = {"--no-sample": options.no_sample, "--open": options.open}
    given = [flag for flag, on in flags.items() if on]
    return ["serve", "--port", str(options.port), "--language", language, *given]


# The data folder ---------------------------------------------------------------------------------


def require_writable(folder: Path) -> None:
    probe = folder / f".writable-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_text("", "utf-8")
        probe.unlink()
    except OSError as error:
        raise Trouble(read_only(folder, error)) from error


def read_only(folder: Path, error: OSError) -> str:
    return localized(
        f"In den Ordner {folder} lässt sich nicht schreiben ({error.strerror}).",
        f"The folder {folder} cannot be written to ({error.strerror}).",
    )


def running_at(folder: Path) -> str:
    """The address of the server that has this data folder; "" if none has."""
    try:
        address = (folder / LOCK).read_bytes()[:1000].decode(errors="replace").strip()
        held = hold(lock_of(folder))
    except OSError:
        return ""
    if held is None:
        return address
    held.close()
    return ""


def claim(folder: Path, address: str) -> None:
    """Keep the data folder for this process, and for the program that takes its place.

    Two servers on one database would not know of each other's caches, clerks and locks. Raises
    Trouble with the address of the one that has it.
    """
    held = hold(lock_of(folder))
    if held is None:
        raise Trouble(already_running(running_at(folder)))
    if isinstance(held, LockedFile):
        os.set_inheritable(held.handle, True)
    (folder / LOCK).write_bytes(address.encode())
    _held.append(held)


class LockedFile:
    """The file with the address, locked; a program that takes the place of this one keeps it."""

    def __init__(self, path: Path) -> None:
        self.handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def lock(self) -> bool:
        """False if somebody else has it. A network drive may know no locks: then nobody has."""
        import fcntl

        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
        return True

    def close(self) -> None:
        os.close(self.handle)


class LockedDatabase:
    """An empty database, locked by SQLite, which locks its files on every system.

    It has to for the data anyway. Python's own locks are two: fcntl, which Windows lacks, and
    msvcrt, which the others lack.
    """

    def __init__(self, path: Path) -> None:
        try:
            self.database = sqlite3.connect(
                path, timeout=0, isolation_level=None, check_same_thread=False
            )
        except sqlite3.OperationalError as error:
            raise OSError(f"{path}: {error}") from error

    def lock(self) -> bool:
        """False if somebody else has it. Where nothing can be locked nobody has."""
        try:
            self.database.execute("PRAGMA journal_mode = MEMORY").fetchall()
            self.database.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            return error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        return True

    def close(self) -> None:
        self.database.close()


Lock = LockedFile | LockedDatabase


def lock_of(folder: Path) -> Path:
    return folder / (HELD if without_exec() else LOCK)


def hold(path: Path) -> Lock | None:
    """Lock a file until what is returned is closed; None if somebody else has done so.

    Raises OSError where the file cannot be opened.
    """
    held = LockedDatabase(path) if without_exec() else LockedFile(path)
    if held.lock():
        return held
    held.close()
    return None


def already_running(address: str) -> str:
    return localized(
        f"Das Programm läuft schon mit diesen Daten: {address}",
        f"The program is running on this data already: {address}",
    )


# The port ----------------------------------------------------------------------------------------


def require_free_port(port: int) -> None:
    with socket.socket() as probe:
        if sys.platform != "win32":
            # As the server does: a port that was closed a minute ago is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))  # noqa: S104 (the club's network is meant)
        except OSError as error:
            raise Trouble(_unusable_port(port, error)) from error


def _unusable_port(port: int, error: OSError) -> str:
    if error.errno == errno.EACCES:
        return localized(
            f"Port {port} darf dieses Konto nicht benutzen. Versuchen Sie --port 8000",
            f"This account may not use port {port}. Try --port 8000",
        )
    return localized(
        f"Port {port} ist belegt; läuft das Programm schon? Sonst: --port {port + 1}",
        f"Port {port} is in use; is the program running already? Otherwise: --port {port + 1}",
    )


# The server --------------------------------------------------------------------------------------


def beside(python: str | Path, folder: Path, module: str, *arguments: str) -> int:
    """Run a module of a folder beside this program until it ends; it ends with this one.

    Its standard input is a pipe whose other end this process alone holds: whatever ends this one,
    that one reads the end of it (`skatturnier/below.py`).
    """
    command = [str(python), "-m", "skatturnier.below", module, *arguments]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE) as server:  # noqa: S603 - ours
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())
        while True:
            with suppress(KeyboardInterrupt):  # the console has told both
                return server.wait()


# The browser -------------------------------------------------------------------------------------


def open_page(address: str) -> None:
    """Open an address in the browser of this computer as soon as it answers, in the background."""
    subprocess.Popen(  # noqa: S603 - our own program, no shell
        [sys.executable, "-m", "skatturnier.open_page", address],
        cwd=Path(__file__).resolve().parent.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
