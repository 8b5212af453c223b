"""How connections to PostgreSQL are opened: shared by the threads of a server, and bounded."""

from typing import Any

# Of each server process: one for each thread that answers (skatturnier/rsgi.py) and for what runs
# beside them, so that a thread waits for one only where the database is away. Two servers of two
# processes stay below PostgreSQL's 100 connections. A connection that was lost is given up soon, so
# that those who ask later try anew and do not wait for its next turn, which comes ever later.
POOL = {"min_size": 1, "max_size": 20, "timeout": 2.0, "reconnect_timeout": 5.0}

# Milliseconds. A request never takes that long, and what is cut off was not written. Commands are
# not bounded: a migration of millions of rows may take an hour.
BOUNDS: dict[str, int | str] = {
    "statement_timeout": 60_000,
    "lock_timeout": 20_000,
    "idle_in_transaction_session_timeout": 60_000,
    # Compiling the query of a page takes longer than answering it.
    "jit": "off",
}

Database = dict[str, Any]


NAMES = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}


def database_of(url: str) -> Database | None:
    """What an address says to PostgreSQL's own programs; None unless it names a database."""
    if not url.startswith(("postgres://", "postgresql://")):
        return None
    from psycopg import ProgrammingError  # here: a laptop needs none of it
    from psycopg.conninfo import conninfo_to_dict

    try:
        options = conninfo_to_dict(url)
    except ProgrammingError:
        return None
    own = {name: str(options.pop(key, "")) for name, key in NAMES.items()}
    if not own["NAME"] or not (own["PORT"] or "1").isdecimal():
        return None
    return {"ENGINE": "django.db.backends.postgresql", **own, "OPTIONS": options}


def server(database: Database) -> Database:
    """For a server: its threads share a pool; statements and locks are bounded."""
    parameters = dict(database.get("OPTIONS", {}))
    words = [
        *(f"-c {name}={value}" for name, value in BOUNDS.items()),
        parameters.get("options", ""),
    ]
    parameters |= {"pool": POOL, "options": " ".join(words).strip(), "connect_timeout": 5}
    return database | {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "OPTIONS": parameters}
