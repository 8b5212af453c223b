"""Problems in words, and their paragraphs as links to the page of the rules."""

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.messages.catalogue import message
from scoring.messages.labels import CUSTOMS
from scoring.rules.paragraphs import PARAGRAPHS, citations, custom_of
from scoring.rules.problem import Problem


def citation_text(rule: str) -> str:
    """The paragraphs and customs of a rule in words: "SkO 5.4.1, by custom of Texas Skat"."""
    return ", ".join(_in_words(citation) for citation in citations(rule))


def cite_links(rule: str, note: str = "") -> SafeString:
    """The paragraphs of a rule, those on the page of the rules linked to it; "" without any.

    `note` is the title of the whole.
    """
    if not rule:
        return SafeString("")
    page = reverse("rules")
    words = (
        format_html('<a href="{}#{}">{}</a>', page, citation.replace(" ", "-"), citation)
        if citation in PARAGRAPHS
        else _in_words(citation)
        for citation in citations(rule)
    )
    links = format_html_join(", ", "{}", ((word,) for word in words))
    title = format_html(' title="{}"', note) if note else ""
    return format_html("<cite{}>{}</cite>", title, links)


def _in_words(citation: str) -> str:
    return str(CUSTOMS.get(custom_of(citation), citation))


def with_paragraph(problem: Problem) -> str:
    """The sentence of a problem, for a page, then the paragraph that decides."""
    words = message(problem)
    return format_html("{} {}", words, cite_links(problem.rule)) if problem.rule else words
