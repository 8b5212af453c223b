"""Settings, middleware and start of the program.

Where the environment brings a newer SQLite than Python has, whoever imports `sqlite3` gets that one
(`newest_sqlite`). It is here because it must come before Django: two libraries in one process would
take each other's locks from a file (sqlite.org/howtocorrupt.html, "Multiple copies of SQLite").
"""

import sqlite3
import sys

__version__ = "1.0.0"


def newest_sqlite() -> None:
    """Put pysqlite3 in place of Python's own module if its SQLite is newer.

    Python's own is the system's: Debian 12 has 3.40.1, which has to do without a write-ahead log
    (`skatturnier.environment.MIN_WAL_VERSION`).
    """
    try:
        import pysqlite3
    except ImportError:  # not installed yet, or there is no wheel for this computer
        return
    if pysqlite3.sqlite_version_info > sqlite3.sqlite_version_info:
        sys.modules["sqlite3"] = pysqlite3
        sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2


newest_sqlite()
