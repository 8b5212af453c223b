"""The environment `.venv` with the requirements of a lock file, checked by hash."""

import hashlib
import importlib.util
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

from skatturnier.words import Trouble, localize, say

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = "requirements.txt"
DEVELOPMENT = "requirements-dev.txt"
BEST = "3.13"  # the Python that is recommended if none that fits is installed
NO_COMPILE = "--no-compile"  # most of the libraries' code is never run; Python compiles the rest
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


class Environment:
    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.wheels = root / "wheels"
        self.log = self.folder / "install.log"
        self.python = self.program("python")

    def program(self, name: str) -> Path:
        if sys.platform == "win32":
            return self.folder / "Scripts" / f"{name}.exe"
        return self.folder / "bin" / name

    def ensure(self, lock: str) -> None:
        """Install the requirements of a lock file unless they are installed already."""
        stamp = self.folder / f"{lock}.installed"
        digest, is_usable = fingerprint(self.root / lock), self._is_usable()
        if is_usable and stamp.exists() and stamp.read_text("utf-8") == digest:
            return
        if not is_usable:
            self._make()
        say(
            f"Die benötigten Bibliotheken werden eingerichtet ({lock}, einmalig, etwa eine "
            "Minute) …",
            f"Installing the requirements ({lock}, once, about a minute) …",
        )
        self._install(lock)
        stamp.write_text(digest, "utf-8")  # last: an interrupted installation is repeated

    def download(self, folder: Path, requirements: Path, *options: str) -> None:
        if not self.pip("download", "--dest", str(folder), *options, "-r", str(requirements)):
            raise Trouble(self.broken_download())

    def _make(self) -> None:
        if sys.platform == "win32" and sysconfig.get_platform() != "win-amd64":
            raise Trouble(
                localize(
                    "Dieses Python ist für 32 Bit oder ARM, wofür es nicht alle Bibliotheken gibt. "
                    f"Gebraucht wird Python {BEST}, „Windows installer (64-bit)“, auch auf ARM: "
                    "https://www.python.org/downloads/windows/",
                    "This Python is for 32 bits or ARM, for which some libraries are missing. "
                    f'Please install Python {BEST}, "Windows installer (64-bit)", on ARM too: '
                    "https://www.python.org/downloads/windows/",
                )
            )
        if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            raise Trouble(
                localize(
                    "Python fehlt das Modul venv. Unter Debian und Ubuntu: "
                    f"sudo apt install python{VERSION}-venv",
                    "Python's venv module is missing. On Debian and Ubuntu: "
                    f"sudo apt install python{VERSION}-venv",
                )
            )
        result = subprocess.run(
            [sys.executable, "-m", "venv", "--clear", str(self.folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            reason = (result.stderr or result.stdout).strip().splitlines()[-1:]
            raise Trouble(
                localize("Die Umgebung .venv ließ sich nicht anlegen: ", "Could not make .venv: ")
                + "".join(reason)
            )

    def _is_usable(self) -> bool:
        """Whether there is an environment of this Python's version with pip in it."""
        code = "import pip, sys; print('%d.%d' % sys.version_info[:2])"
        try:
            answer = subprocess.run(
                [str(self.python), "-c", code], capture_output=True, text=True, check=False
            )
        except OSError:  # the Python it was made with is gone, or belongs to another account
            return False
        return answer.stdout.strip() == VERSION

    def _install(self, lock: str) -> None:
        if any(self.wheels.glob("*.whl")):
            local = ("--no-index", "--find-links", str(self.wheels))
            if self.pip("install", NO_COMPILE, *local, "--requirement", lock):
                return
            fit = self._other_pythons()
            pythons = f" (Python {fit})" if fit else ""
            say(
                f"wheels/{pythons} passt nicht zu diesem Rechner oder Stand; weiter über das "
                "Internet …",
                f"wheels/{pythons} does not fit this computer or version; trying the internet …",
            )
        if not self.pip("install", NO_COMPILE, "--requirement", lock):
            raise Trouble(self.broken_download())

    def _other_pythons(self) -> str:
        """The Pythons that the libraries in wheels/ are for; "" if this one is among them."""
        names = " ".join(wheel.name for wheel in self.wheels.glob("*.whl"))
        minors = {int(minor) for minor in re.findall(r"-cp3(\d+)-cp3\1\b", names)}
        versions = [f"3.{minor}" for minor in sorted(minors)]
        return "" if VERSION in versions else ", ".join(versions)

    def pip(self, *arguments: str) -> bool:
        command = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        with self.log.open("w", encoding="utf-8") as log:
            status = subprocess.call(
                [*command, *arguments, "--require-hashes"],
                cwd=self.root,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        return status == 0

    def broken_download(self) -> str:
        if fit := self._other_pythons():
            return localize(
                f"Die Bibliotheken in wheels/ sind für Python {fit}, dieses ist {VERSION}, und aus "
                f"dem Internet ließen sie sich nicht laden. Bitte ein passendes Python einrichten. "
                f"Einzelheiten: {self.log}",
                f"The requirements in wheels/ are for Python {fit}, this is {VERSION}, and they "
                "could not be downloaded. Please install a Python that fits. "
                f"Details: {self.log}",
            )
        return localize(
            "Die Bibliotheken ließen sich nicht laden. Gibt es Internet? Ohne Internet: auf einem "
            "anderen Rechner `python3 run.py pack`, dann den Ordner wheels/ hierher kopieren. "
            f"Einzelheiten: {self.log}",
            "The requirements could not be downloaded. Is there internet? Without it: "
            "`python3 run.py pack` on another computer, then copy its folder wheels/ here. "
            f"Details: {self.log}",
        )


def fingerprint(lock: Path) -> str:
    """A text that changes with the Python version and the lock file."""
    return f"python {VERSION} {hashlib.sha256(lock.read_bytes()).hexdigest()}\n"
