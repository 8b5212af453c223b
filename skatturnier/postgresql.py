"""How connections to PostgreSQL are opened: shared by the threads of a server, and bounded."""

from typing import Any

# Of each server process: one connection for each thread that answers (skatturnier/rsgi.py), so that
# a thread waits for one only while the database is away. Two servers of two processes stay below
# PostgreSQL's 100 connections. The pool soon gives up a lost connection, because it would try again
# at ever longer intervals, and requests would wait for that.
POOL = {"min_size": 1, "max_size": 20, "timeout": 2.0, "reconnect_timeout": 5.0}

# Milliseconds. A request never takes that long, and what is cut off is not written. Commands have
# no bounds: a migration of millions of rows may take an hour.
BOUNDS: dict[str, int | str] = {
    "statement_timeout": 60_000,
    "lock_timeout": 20_000,
    "idle_in_transaction_session_timeout": 60_000,
    # Compiling the query of a page takes longer than answering it.
    "jit": "off",
}

Database = dict[str, Any]

# Django's names of the parts of an address, and PostgreSQL's.
NAMES = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}


def database_of(url: str) -> Database | None:
    """Django's description of the database at an address; None if it is not one of PostgreSQL."""
    if not url.startswith(("postgres://", "postgresql://")):
        return None
    from psycopg import ProgrammingError  # here: a laptop needs none of it
    from psycopg.conninfo import conninfo_to_dict

    try:
        options = conninfo_to_dict(url)
    except ProgrammingError:
        return None
    names = {name: str(options.pop(key, "")) for name, key in NAMES.items()}
    if not names["NAME"] or not (names["PORT"] or "1").isdecimal():
        return None
    return {"ENGINE": "django.db.backends.postgresql", **names, "OPTIONS": options}


def for_server(database: Database) -> Database:
    """The database with a pool for the threads of a server, and bounds of statements and locks."""
    options = dict(database.get("OPTIONS", {}))
    settings = [f"-c {name}={value}" for name, value in BOUNDS.items()]
    words = " ".join([*settings, options.get("options", "")]).strip()
    options |= {"pool": POOL, "options": words, "connect_timeout": 5}
    return database | {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
