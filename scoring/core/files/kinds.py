"""The file kinds of a table: `<file:kind>`, the last part of a file's address."""

from django.urls.converters import StringConverter

KINDS = ("pdf", "xlsx", "csv")


class FileKindConverter(StringConverter):
    """One of `KINDS`; `ScoringConfig.ready` registers it as "file"."""

    regex = "|".join(KINDS)
