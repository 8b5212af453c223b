"""Checks before serving: port, data folder, environment."""

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

from launch.environment import ROOT, RUNTIME, Environment, read_only
from launch.words import Trouble, is_german, localized


def start(port: int, data: Path | None, *, sample: bool) -> int:
    """Serve until Ctrl+C; the exit status of the server."""
    require_free_port(port)
    folder = (data or Path(os.environ.get("SKATTURNIER_DATA") or ROOT / "data")).expanduser()
    require_writable(folder.absolute())
    environment = Environment()
    environment.ensure(RUNTIME)

    command = [str(environment.python), str(ROOT / "manage.py"), "serve", "--port", str(port)]
    command += ["--language", "de" if is_german() else "en"]
    command += [] if sample else ["--no-sample"]
    os.environ["SKATTURNIER_DATA"] = str(folder.absolute())
    if os.name == "posix":
        # Replaces this process, so that signals reach the server itself.
        os.execv(command[0], command)  # noqa: S606
    return subprocess.call(command)


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


def require_writable(folder: Path) -> None:
    probe = folder / f".writable-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_text("", "utf-8")
        probe.unlink()
    except OSError as error:
        raise Trouble(read_only(folder, error)) from error
