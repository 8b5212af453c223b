"""What is looked at before the program is served; without Django, so that it can be said at once.

`run.py` asks before it installs anything, the installed program before it loads anything.
"""

import argparse
import errno
import os
import socket
import sys
from pathlib import Path

from skatturnier.words import Trouble, localized

LOCK = "server.lock"  # in the data folder; holds the address of the server that runs
FAR = 1 << 30  # Windows locks bytes, and nobody may read those that are locked

_held: list[int] = []  # open files, until this process ends


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
        handle = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return ""
    try:
        return "" if locked(handle) else os.read(handle, 1000).decode(errors="replace").strip()
    finally:
        os.close(handle)


def claim(folder: Path, address: str) -> None:
    """Keep the data folder for this process, and for the program that takes its place.

    Two servers on one database would not know of each other's caches, clerks and locks. Raises
    Trouble with the address of the one that has it.
    """
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    if not locked(handle):
        os.close(handle)
        raise Trouble(already_running(running_at(folder)))
    os.ftruncate(handle, 0)
    os.write(handle, address.encode())
    os.set_inheritable(handle, True)
    _held.append(handle)


def locked(handle: int) -> bool:
    """Lock an open file until it is closed; False if another process has done so."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # A network drive may know no locks: then nobody can be told, and nobody is kept out.
        if sys.platform == "win32":
            os.lseek(handle, 0, os.SEEK_SET)
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)
    return True


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


# The browser -------------------------------------------------------------------------------------


def open_page(address: str) -> None:
    """Open an address in the browser of this computer as soon as it answers, in the background."""
    import subprocess

    subprocess.Popen(  # noqa: S603 - our own program, no shell
        [sys.executable, "-m", "skatturnier.open_page", address],
        cwd=Path(__file__).resolve().parent.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
