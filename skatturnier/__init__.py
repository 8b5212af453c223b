"""Settings, middleware and start of the program.

`newest_sqlite` must run before Django is imported: two libraries of SQLite in one process would
take each other's locks from a file (sqlite.org/howtocorrupt.html, "Multiple copies of SQLite").
"""

import sqlite3
import sys

__version__ = "1.0.0"


def newest_sqlite() -> None:
    """Put pysqlite3 in place of Python's own module if its SQLite is newer."""
    try:
        import pysqlite3
    except ImportError:  # not installed yet, or there is no wheel for this computer
        return
    if pysqlite3.sqlite_version_info > sqlite3.sqlite_version_info:
        sys.modules["sqlite3"] = pysqlite3
        sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2


newest_sqlite()
