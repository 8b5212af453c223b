"""Settings from the environment: invalid ones stop the start with a message."""

import os
import sqlite3
import subprocess
import sys

import pytest
from django.core.checks import run_checks

from launch.environment import ROOT
from skatturnier.environment import EnvironmentVariables
from skatturnier.settings import PASSWORD_HASHERS

STRONG = "k7" * 10 + "xQ3-" * 10


def python(*arguments: str, data: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """A program of its own with these variables."""
    inherited = {"DJANGO_SETTINGS_MODULE": "skatturnier.settings", "SKATTURNIER_DATA": str(data)}
    environment = os.environ | inherited | variables
    # For the browser of the tests only; Django's deployment checks refuse it.
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def codes(environment: EnvironmentVariables) -> list[str]:
    return [str(problem.id).removeprefix("skatturnier.") for problem in environment.problems]


@pytest.mark.parametrize(
    ("version", "journal"), [((3, 51, 2), "TRUNCATE"), ((3, 51, 3), "WAL"), ((4, 0, 0), "WAL")]
)
def test_an_empty_environment_is_a_laptop_with_sqlite_in_its_data_folder(
    tmp_path, monkeypatch, version, journal
):
    """An older SQLite can damage the database by its log (sqlite.org/wal.html#walresetbug), and
    not every computer has a newer one."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    environment = EnvironmentVariables({})
    assert environment.profile() == "laptop"
    database = environment.database(tmp_path)
    assert database["NAME"] == str(tmp_path / "skatturnier.sqlite3")
    assert database["OPTIONS"] == {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": f"PRAGMA journal_mode={journal}; PRAGMA synchronous=FULL;",
    }
    assert (database["CONN_MAX_AGE"], database["ATOMIC_REQUESTS"]) == (None, False)
    assert environment.problems == []


@pytest.fixture(autouse=True)
def driver(monkeypatch):
    """The driver of PostgreSQL can be loaded, whatever database the tests run on."""
    monkeypatch.delitem(sys.modules, "psycopg", raising=False)


def test_threads_of_a_server_share_connections_to_postgresql(tmp_path):
    """A command has one of its own, without bounds."""
    environment = EnvironmentVariables({"DATABASE_URL": "postgres://skat@db.example.org/club"})
    database = environment.database(tmp_path, serving=True)
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["NAME"], database["CONN_MAX_AGE"]) == ("club", 0)
    assert database["OPTIONS"]["pool"]["max_size"] == 20
    assert "-c statement_timeout=60000" in database["OPTIONS"]["options"]
    assert not environment.database(tmp_path).get("OPTIONS")


def test_an_address_of_postgresql_is_read_as_its_own_programs_read_it(tmp_path):
    """A port behind the name reached the servers and not pg_dump, which wrote no backup. Options
    of the address come behind ours and win."""
    url = "postgres://skat:a%40b@/club?host=/run/postgresql&port=5477&sslmode=require"
    url += "&options=-c%20statement_timeout%3D5000"
    database = EnvironmentVariables({"DATABASE_URL": url}).database(tmp_path, serving=True)
    assert [database[name] for name in ("NAME", "USER", "PASSWORD")] == ["club", "skat", "a@b"]
    assert [database[name] for name in ("HOST", "PORT")] == ["/run/postgresql", "5477"]
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["options"].endswith(" -c statement_timeout=5000")


def test_servers_on_one_postgresql_need_one_key(tmp_path):
    """A key of its own in each data folder would sign people out at every other request."""
    environment = EnvironmentVariables({})
    environment.secret_key(tmp_path, shared=True)
    assert codes(environment) == ["E015"]
    assert not (tmp_path / "secret_key").exists()
    given = EnvironmentVariables({"SKATTURNIER_SECRET_KEY": "0123456789" * 5})
    assert given.secret_key(tmp_path, shared=True) == "0123456789" * 5
    assert codes(given) == []


@pytest.mark.parametrize(
    "url",
    ["skat", "mysql://root:geheim@localhost/skat", "postgres://host-without-a-database",
     "postgres://host:not-a-port/skat", "sqlite://:memory:", "sqlite:///relative.sqlite3",
     "sqlite:////no/such/folder/skat.sqlite3"],
)  # fmt: skip
def test_a_database_that_cannot_be_used_is_refused_and_its_password_never_repeated(tmp_path, url):
    environment = EnvironmentVariables({"DATABASE_URL": url})
    environment.database(tmp_path)
    assert codes(environment) == ["E006"]
    assert "geheim" not in str(environment.problems)


def test_a_misspelt_name_is_refused_with_the_likely_one():
    environment = EnvironmentVariables({"SKATTURNIER_ALOWED_HOSTS": "skat.example.org"})
    assert codes(environment) == ["E001"]
    assert environment.problems[0].hint == "Did you mean SKATTURNIER_ALLOWED_HOSTS?"


@pytest.mark.parametrize(
    ("name", "value", "read", "code"),
    [
        # An unknown profile is treated as the stricter one.
        ("PROFILE", "prodution", lambda it, _: it.profile() == "production", "E003"),
        ("DEBUG", "Yes", lambda it, _: it.flag("DEBUG") is True, None),
        ("DEBUG", "off", lambda it, _: it.flag("DEBUG") is False, None),
        ("DEBUG", "maybe", lambda it, _: it.flag("DEBUG") is False, "E002"),
        ("SECRET_KEY", STRONG, lambda it, folder: it.secret_key(folder) == STRONG, None),
        ("SECRET_KEY", "skat" * 20, lambda it, folder: it.secret_key(folder), "E005"),
        ("BACKUP_COPY", "stick", lambda it, folder: it.backup_copy(folder) is None, "E012"),
        # A copy in the same folder would be lost with the original.
        ("BACKUP_COPY", "{}/backups", lambda it, folder: it.backup_copy(folder) is None, "E012"),
        *(("BACKUPS_KEPT", number, lambda it, _: it.backups_kept() == 50, "E013")
          for number in ("0", "-1", "many", "1e3", "99999999999999999999", "²")),
        ("LOG", "xml", lambda it, _: it.log() == "line", "E014"),
        *(("EMAIL", url, lambda it, _: it.email() == {}, "E018")
          for url in ("mail.example.org", "http://mail.example.org", "smtp://")),
        # Reports need a mail server and a sender.
        ("ERRORS_TO", "chief@example.org", lambda it, _: it.errors_to() == [], "E019"),
        *(("BEHIND_PROXY", value, lambda it, _: it.proxies() == [], "E020")
          for value in ("maybe", "10.0.0", "10.0.0.5,proxy", "1,10.0.0.5", "10.0.0.0/99")),
        *(("EMAIL_FROM", sender, lambda it, _: it.sender() == "webmaster@localhost", "E022")
          for sender in ("Skatverband", "skat@", "@example.org", "a@b.org\nBcc: all@b.org")),
        ("IMPRINT", "/imprint", lambda it, _: it.web_address("IMPRINT") == "/imprint", None),
        *(("PRIVACY", value, lambda it, _: it.web_address("PRIVACY") == "", "E023")
          for value in ("javascript:alert(1)", "example.org", 'https://x.org/"onclick')),
    ],
)  # fmt: skip
def test_a_value_that_is_none_is_refused_with_its_code(tmp_path, name, value, read, code):
    environment = EnvironmentVariables({f"SKATTURNIER_{name}": value.format(tmp_path)})
    assert read(environment, tmp_path)
    assert codes(environment) == ([code] if code else [])


def test_the_secret_key_is_generated_once_and_only_its_owner_may_read_it(tmp_path):
    first = EnvironmentVariables({}).secret_key(tmp_path)
    assert len(first) >= 50
    assert EnvironmentVariables({}).secret_key(tmp_path) == first
    if os.name == "posix":
        assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_an_unusable_key_file_is_named(tmp_path):
    (tmp_path / "secret_key").write_text("")
    environment = EnvironmentVariables({})
    environment.secret_key(tmp_path)
    assert codes(environment) == ["E008"]
    assert "Delete the file" in environment.problems[0].hint


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    environment = EnvironmentVariables({"SKATTURNIER_DATA": str(tmp_path / "file" / "data")})
    folder = environment.data_folder(tmp_path)
    environment.secret_key(folder)
    assert codes(environment) == ["E004", "E007"]


def test_a_server_started_without_run_py_is_stopped_too(tmp_path):
    """All that is wrong is reported."""
    variables = {"SKATTURNIER_DEBUG": "maybe", "DATABASE_URL": "oracle://xe"}
    answer = python("-c", "import skatturnier.wsgi", data=tmp_path, **variables)
    assert answer.returncode == 1
    assert "skatturnier.E002" in answer.stderr
    assert "skatturnier.E006" in answer.stderr


@pytest.mark.long
def test_the_production_profile_passes_the_deployment_checks(tmp_path):
    answer = python(
        "manage.py",
        "check",
        "--deploy",
        "--fail-level=WARNING",
        data=tmp_path,
        SKATTURNIER_PROFILE="production",
        SKATTURNIER_ALLOWED_HOSTS="skat.example.org",
        DATABASE_URL=f"sqlite:///{tmp_path}/skatturnier.sqlite3",
    )
    assert (answer.stderr, answer.returncode) == ("", 0)
    assert "no issues (2 silenced)" in answer.stdout  # what only the operator knows


@pytest.mark.parametrize("hosts", ["", "*"])
def test_production_needs_a_name_a_database_and_no_debugging(tmp_path, hosts):
    values = {"PROFILE": "production", "DEBUG": "1", "ALLOWED_HOSTS": hosts}
    environment = EnvironmentVariables({f"SKATTURNIER_{name}": values[name] for name in values})
    environment.database(tmp_path)
    assert environment.debug()
    assert environment.allowed_hosts() == hosts.split()
    assert codes(environment) == ["E021", "E010", "E011"]


def test_the_laptop_passes_all_checks_and_keeps_passwords_by_argon2():
    assert run_checks() == []
    assert PASSWORD_HASHERS[0] == "scoring.accounts.hashers.BoundedArgon2"


def test_a_second_backup_folder_that_cannot_be_examined_stops_no_start(tmp_path):
    """Path.is_dir() raises where the folder above may not be entered, and for a broken stick."""
    copy = tmp_path / ("x" * 300)
    environment = EnvironmentVariables({"SKATTURNIER_BACKUP_COPY": str(copy)})
    assert environment.backup_copy(tmp_path / "data") == copy
    assert [problem.is_serious() for problem in environment.problems] == [False]
