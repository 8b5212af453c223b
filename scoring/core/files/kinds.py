"""The file kinds of a table, `<file:kind>`, and the names of feeds, `<feed:name>`."""

from django.urls.converters import StringConverter

KINDS = ("pdf", "xlsx", "csv")
PICTURE = "png"  # of rankings and charts, to share


class FileKindConverter(StringConverter):
    """One of `KINDS` or PICTURE; `ScoringConfig.ready` registers it as "file"."""

    regex = "|".join((*KINDS, PICTURE))


class FeedConverter(StringConverter):
    """A feed of the public pages (docs/formats.md "Feeds"), the last part of its address."""

    regex = r"results\.json|standings\.csv|calendar\.ics|snippet\.html"
