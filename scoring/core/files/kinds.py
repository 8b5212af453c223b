"""The file kinds of a table, `<file:kind>`, and the names of feeds, `<feed:name>`."""

from django.urls.converters import StringConverter

KINDS = ("pdf", "xlsx", "csv")


class FileKindConverter(StringConverter):
    """One of `KINDS`; `ScoringConfig.ready` registers it as "file"."""

    regex = "|".join(KINDS)


class FeedConverter(StringConverter):
    """A feed of the public pages (docs/formats.md "Feeds"), the last part of its address."""

    regex = r"results\.json|standings\.csv|calendar\.ics|snippet\.html"
