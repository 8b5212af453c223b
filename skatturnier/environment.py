"""The settings that come from environment variables; invalid values are reported, not guessed.

An invalid value never raises here: it becomes an error of a system check, which stops the start.
"""

import difflib
import os
import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from email.utils import parseaddr
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from django.core import checks

from skatturnier import postgresql
from skatturnier.mail import smtp_settings

PREFIX = "SKATTURNIER_"
NAMES = (
    *("DATA", "PROFILE", "SECRET_KEY", "ALLOWED_HOSTS", "BEHIND_PROXY", "DEBUG"),
    *("BACKUP_COPY", "BACKUPS_KEPT", "LOG"),
    *("METRICS", "EMAIL", "EMAIL_FROM", "ERRORS_TO", "SECOND_FACTOR", "IMPRINT", "PRIVACY"),
    "HSTS_SUBDOMAINS",
)
LOOPBACK = ("127.0.0.0/8", "::1")
MAX_BACKUPS = 10_000
YES = ("1", "true", "yes", "on")
NO = ("", "0", "false", "no", "off")

# Django's requirements of a key (security.W009).
MIN_KEY_LENGTH = 50

# SQLite before this version can damage a database with a write-ahead log in rare cases: a
# checkpoint that starts just when another has ended and a commit begins the log anew may skip
# changes (sqlite.org/wal.html#walresetbug). Its rollback journal is slower.
MIN_WAL_VERSION = (3, 51, 3)


class EnvironmentVariables:
    """Reads the variables of one process and collects the invalid ones.

    >>> environment = EnvironmentVariables({"SKATTURNIER_DEBUG": "maybe"})
    >>> environment.flag("DEBUG")
    False
    >>> environment.problems[0].msg
    "SKATTURNIER_DEBUG is 'maybe', which is neither yes nor no."
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = variables
        self.problems: list[checks.CheckMessage] = []
        self._refuse_unknown_names()

    def text(self, name: str, default: str = "") -> str:
        return self.variables.get(PREFIX + name, "").strip() or default

    def flag(self, name: str) -> bool:
        word = self.text(name).lower()
        if word not in YES + NO:
            self._problem(
                "E002",
                f"{PREFIX}{name} is {word!r}, which is neither yes nor no.",
                f"Set {PREFIX}{name} to 1 or 0, or remove it.",
            )
        return word in YES

    def debug(self) -> bool:
        is_on = self.flag("DEBUG")
        if is_on and self.text("PROFILE") == "production":
            self._problem(
                "E010",
                f"{PREFIX}DEBUG shows the program's insides to everybody on the internet.",
                f"Remove {PREFIX}DEBUG; on a laptop remove {PREFIX}PROFILE instead.",
            )
        return is_on

    def allowed_hosts(self) -> list[str]:
        hosts = self.words("ALLOWED_HOSTS")
        if self.text("PROFILE") == "production" and (not hosts or "*" in hosts):
            self._problem(
                "E011",
                "A server on the internet must know its own name.",
                f"Set {PREFIX}ALLOWED_HOSTS, e.g. skat.example.org,www.example.org",
            )
        return hosts

    def words(self, name: str) -> list[str]:
        """A list separated by commas."""
        return [word.strip() for word in self.text(name).split(",") if word.strip()]

    def proxies(self) -> list[IPv4Network | IPv6Network]:
        """The addresses of the proxies whose headers are believed; `1` stands for this computer."""
        words = self.words("BEHIND_PROXY")
        if len(words) < 2 and self.text("BEHIND_PROXY").lower() in YES + NO:
            words = list(LOOPBACK) if self.flag("BEHIND_PROXY") else []
        try:
            return [ip_network(word, strict=False) for word in words]
        except ValueError:
            self._problem(
                "E020",
                f"{PREFIX}BEHIND_PROXY does not name the addresses of proxies.",
                "Write 1 for a proxy on this computer, else addresses or networks, "
                "e.g. 10.0.0.5,10.1.0.0/24",
            )
            return []

    def profile(self) -> str:
        """The profile; the stricter one if the value is invalid, for commands without checks."""
        return self._one_of("PROFILE", ("laptop", "production"), "E003", "a profile")

    def log(self) -> str:
        """How lines of the log are written: "line" for people, "json" for programs."""
        return self._one_of("LOG", ("json", "line"), "E014", "a kind of log", default="line")

    def _one_of(
        self, name: str, choices: tuple[str, str], code: str, noun: str, default: str = "laptop"
    ) -> str:
        """One of two words; the second if it is neither."""
        word = self.text(name, default)
        if word in choices:
            return word
        self._problem(
            code,
            f"{PREFIX}{name} is {word!r}, which is not {noun}.",
            f"Use one of: {', '.join(choices)}.",
        )
        return choices[1]

    def data_folder(self, default: Path) -> Path:
        """The folder of the database and the secret key, created if it is missing."""
        folder = Path(self.text("DATA", default=str(default))).expanduser().absolute()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._problem(
                "E004",
                f"The data folder {folder} cannot be made: {error.strerror}.",
                f"Name a folder that you may write to: {PREFIX}DATA, or run.py --data.",
            )
        return folder

    def backup_copy(self, folder: Path) -> Path | None:
        """The second folder for backups, e.g. on a USB stick; it may be missing at the start."""
        text = self.text("BACKUP_COPY")
        if not text:
            return None
        copy = Path(text).expanduser()
        if not copy.is_absolute() or copy.resolve().is_relative_to(folder.resolve()):
            self._problem(
                "E012",
                f"{PREFIX}BACKUP_COPY is {text!r}, which is not a second folder for backups.",
                "Name a full path outside the data folder, e.g. /media/stick/skat, or remove it.",
            )
            return None
        if not os.path.isdir(copy):  # Path.is_dir() raises where it may not look
            hint = f"Plug in the stick, or remove {PREFIX}BACKUP_COPY."
            message = f"{copy} is not there: backups are not copied for now."
            self.problems.append(checks.Warning(message, hint, id="skatturnier.W020"))
        return copy

    def backups_kept(self) -> int:
        text = self.text("BACKUPS_KEPT", "50")
        is_number = text.isascii() and text.isdecimal() and len(text) < 10
        if is_number and 1 <= int(text) <= MAX_BACKUPS:
            return int(text)
        self._problem(
            "E013",
            f"{PREFIX}BACKUPS_KEPT is {text!r}, which is not a number of backups to keep.",
            f"Write a whole number from 1 to {MAX_BACKUPS}, or remove it: 50.",
        )
        return 50

    def email(self) -> dict[str, Any]:
        url = self.text("EMAIL")
        try:
            return smtp_settings(url) if url else {}
        except ValueError:  # the address may hold a password, so it is not repeated
            self._problem(
                "E018",
                f"{PREFIX}EMAIL does not name a mail server.",
                "Write smtp+tls://user:password@mail.example.org, with smtp, smtp+tls or smtp+ssl.",
            )
            return {}

    def sends_links(self) -> bool:
        """Whether there is a mail server and a sender, so that accounts get links by e-mail."""
        return bool(self.text("EMAIL") and self.text("EMAIL_FROM"))

    def sender(self) -> str:
        sender = self.text("EMAIL_FROM", "webmaster@localhost")
        name, _at, domain = parseaddr(sender)[1].rpartition("@")
        if name and domain and sender.isprintable():
            return sender
        self._problem(
            "E022",
            f"{PREFIX}EMAIL_FROM is {sender!r}, which is not an address.",
            "Write skat@example.org or Skatverband <skat@example.org>.",
        )
        return "webmaster@localhost"

    def web_address(self, name: str) -> str:
        """The address of a page elsewhere, or a path of this server; "" if none is named."""
        address = self.text(name)
        if not address or (
            address.startswith(("https://", "http://", "/")) and not set(address) & set(" <>\"'")
        ):
            return address
        self._problem(
            "E023",
            f"{PREFIX}{name} is {address!r}, which is not an address of a page.",
            "Write https://www.example.org/imprint",
        )
        return ""

    def errors_to(self) -> list[tuple[str, str]]:
        """Who gets reports of errors, as Django's ADMINS."""
        addresses = self.words("ERRORS_TO")
        if addresses and not self.sends_links():
            self._problem(
                "E019",
                f"{PREFIX}ERRORS_TO needs a mail server and a sender.",
                f"Set {PREFIX}EMAIL and {PREFIX}EMAIL_FROM, or remove it.",
            )
            return []
        return [(address, address) for address in addresses]

    def secret_key(self, folder: Path, *, shared: bool = False) -> str:
        """The key from the environment, else one that is generated into the data folder.

        A key that is `shared` by servers is not generated.
        """
        key = self.text("SECRET_KEY")
        if key and (len(key) < MIN_KEY_LENGTH or len(set(key)) < 5):
            self._problem(
                "E005",
                f"{PREFIX}SECRET_KEY is too short or too uniform to be a secret.",
                f"Use at least {MIN_KEY_LENGTH} random characters, or remove the variable: "
                "a key is then generated into the data folder.",
            )
        if shared and not key:
            self._problem(
                "E015",
                f"{PREFIX}SECRET_KEY is missing: all servers on one PostgreSQL need the same.",
                f"Set it to at least {MIN_KEY_LENGTH} random characters, on every server alike: "
                "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'",
            )
            return secrets.token_urlsafe(MIN_KEY_LENGTH)
        return key or self._generated_key(folder / "secret_key")

    def database(self, folder: Path, *, serving: bool = False) -> dict[str, Any]:
        """Django's description of the database; SQLite in the data folder by default."""
        url = self.variables.get("DATABASE_URL", "").strip()
        if not url:
            # A command on a server that lacks the variables would open another database.
            if self.text("PROFILE") == "production":
                self._problem(
                    "E021",
                    "DATABASE_URL is missing: a server on the internet has to name its database.",
                    "Write postgres://user:password@host/database, or for a single process "
                    f"sqlite:///{folder.absolute() / 'skatturnier.sqlite3'}",
                )
            return sqlite(folder / "skatturnier.sqlite3")
        if url.startswith("sqlite:"):
            path = Path(unquote(url.partition("?")[0].removeprefix("sqlite:///")))
            if path.is_absolute() and path.parent.is_dir():
                return sqlite(path)
        elif database := postgresql.database_of(url):
            if serving:
                return postgresql.for_server(database)
            return database | {"CONN_HEALTH_CHECKS": True}  # one connection, no bounds
        # The address may hold a password, so it is not repeated here.
        self._problem(
            "E006",
            "DATABASE_URL does not name a database that can be used.",
            "Write sqlite:////full/path/in/an/existing/folder.sqlite3 or "
            "postgres://user:password@host/database, or remove it to use the data folder.",
        )
        return sqlite(folder / "skatturnier.sqlite3")

    def _generated_key(self, path: Path) -> str:
        key = secrets.token_urlsafe(MIN_KEY_LENGTH)
        try:
            with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(key)
        except FileExistsError:
            with suppress(OSError, UnicodeDecodeError):
                if len(stored := path.read_text("utf-8").strip()) >= MIN_KEY_LENGTH:
                    return stored
            self._problem(
                "E008",
                f"{path} holds no usable secret key.",
                "Delete the file: a new key is generated, and everybody signs in again.",
            )
        except OSError as error:
            self._problem(
                "E007",
                f"The secret key cannot be kept in {path}: {error.strerror}.",
                "Make the data folder writable, or name another one: run.py --data.",
            )
        return key

    def _refuse_unknown_names(self) -> None:
        """Report unknown names: a misspelt variable would silently keep its default."""
        names = [PREFIX + name for name in NAMES]
        for name in sorted(set(self.variables) - set(names)):
            if not name.startswith(PREFIX):
                continue
            similar = difflib.get_close_matches(name, names, n=1)
            self._problem(
                "E001",
                f"{name} is not a setting.",
                f"Did you mean {similar[0]}?" if similar else f"There are: {', '.join(names)}.",
            )

    def _problem(self, code: str, message: str, hint: str) -> None:
        self.problems.append(checks.Error(message, hint, id=f"skatturnier.{code}"))


def is_postgresql(database: Mapping[str, Any]) -> bool:
    return str(database["ENGINE"]).endswith("postgresql")


def sqlite(path: Path) -> dict[str, Any]:
    """Django's description of an SQLite database.

    With Django's defaults most writes of 50 clients were refused ("database is locked"), with these
    options none, and none is lost in a power cut.
    """
    journal = "WAL" if sqlite3.sqlite_version_info >= MIN_WAL_VERSION else "TRUNCATE"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": f"PRAGMA journal_mode={journal}; PRAGMA synchronous=FULL;",
        },
        "CONN_MAX_AGE": None,
        "ATOMIC_REQUESTS": False,
    }
