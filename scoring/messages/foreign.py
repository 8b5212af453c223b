"""Sentences about files of other programs."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

FILES: dict[str, Sentence] = {
    "file-takes-too-long": _(
        "This workbook was not ready after %(minutes)s minutes, and its writing was ended. Nothing "
        "was changed. Fetch less at once: the lists of one series, or single tables and lists."
    ),
    "file-takes-too-much-memory": _(
        "This workbook takes more memory than this computer has for it, and was not written. "
        "Nothing was changed. Fetch less at once: the lists of one series, or single tables and "
        "lists."
    ),
    "upload-gone": _("This file is kept for an hour only. Please choose it again."),
    "backup-gone": _("This backup is not there any more."),
    "backup-copy-missing": _("%(path)s is not there: plug in the stick. Nothing is copied to it."),
    "backup-copy-read-only": _("%(path)s cannot be written: nothing is copied to it."),
    "backup-copy-failed": _("The backup is made, but not its copy in %(path)s: %(detail)s"),
    "restore-not-typed": _("That is not the name of the file."),
    "backup-postgresql": _("PostgreSQL is backed up with pg_dump, which is not installed here."),
    "backup-exists": _("The file %(path)s exists already. Choose another name."),
    "backup-failed": _("The backup %(path)s could not be written: %(detail)s"),
    "backup-damaged": _("The database %(path)s is damaged: %(detail)s"),
    "restore-postgresql": _(
        "PostgreSQL is restored with pg_restore and psql, on the server itself."
    ),
    "restore-same": _("%(path)s is the database itself. Choose a backup."),
    "restore-failed": _("%(path)s could not be restored: %(detail)s"),
    "restore-not-ours": _("%(path)s is a database of another program."),
    "database-too-old": _(
        "This database was made by a preview of this program. Its tournaments are taken along "
        "as files: with that preview, manage.py export_tournament NUMBER FILE for each; then "
        "with this one, in a new data folder, manage.py import_tournament FILE."
    ),
    "restore-too-old": _(
        "%(path)s was made by a preview of this program, and only that reads it. Its tournaments "
        "are taken along as files: manage.py export_tournament NUMBER FILE there, manage.py "
        "import_tournament FILE here."
    ),
    "restore-not-migrated": _(
        "%(path)s could not be brought to this version of the program: %(detail)s"
    ),
    "restore-schema-foreign": _("%(path)s holds what this program does not make: %(names)s."),
    "restore-schema-missing": _("%(path)s lacks what every backup of this program has: %(names)s."),
    "restore-schema-changed": _("In %(path)s somebody changed: %(names)s."),
    "restore-constraints": _(
        "In %(path)s stand rows that this program cannot have written: %(names)s."
    ),
    "restore-orphans": _("In %(path)s rows point to rows that are gone: %(names)s."),
    "restore-page-size": _(
        "%(path)s was repacked by another program: its pages have %(found)s bytes, not %(wanted)s. "
        'Repack it: sqlite3 FILE "PRAGMA journal_mode=DELETE; PRAGMA page_size=%(wanted)s; VACUUM"'
    ),
    "restore-unreadable": _("In %(path)s stand values that cannot be read: %(names)s."),
    "restore-log-cut": _("Rows that the log lacks in %(path)s: %(missing)s. Use another backup."),
    "restore-not-sqlite": _("%(path)s is no backup of this program."),
    "restore-has-wal": _(
        "%(path)s was copied while the program was running, and its last changes stand in the "
        "-wal file beside it. Use a backup made by the backup command."
    ),
    "restore-newer": _(
        "%(path)s was made by a newer version (%(migration)s). Update the program first."
    ),
}
