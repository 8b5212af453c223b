"""Several PDF documents as one, each in as many copies as wanted."""

from collections.abc import Iterable
from io import BytesIO

from django.utils.translation import get_language
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, TextStringObject


def joined(documents: Iterable[tuple[bytes, int]], title: str = "") -> bytes:
    """The documents one after the other; page numbers stay those of each document.

    Each comes with its number of copies. The first gives the title, if none is given.
    """
    writer = PdfWriter()
    for content, copies in documents:
        reader = PdfReader(BytesIO(content))
        for _copy in range(copies):
            for page in reader.pages:
                writer.add_page(page)
        if reader.metadata and "/Title" not in (writer.metadata or {}):
            writer.add_metadata({key: str(value) for key, value in reader.metadata.items()})
    if title:
        writer.add_metadata({"/Title": title})
    writer.root_object[NameObject("/Lang")] = TextStringObject(get_language() or "")
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()
