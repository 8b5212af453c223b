"""The paragraphs of a message as links to the page of the rules."""

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.messages import message
from scoring.rules.paragraphs import citations
from scoring.rules.problem import Problem


def cited(rule: str) -> SafeString:
    """Each paragraph of a rule, a link to its place on the page of the rules; "" of none."""
    links = format_html_join(
        ", ",
        '<a href="{}#{}">{}</a>',
        ((reverse("rules"), each.replace(" ", "-"), each) for each in citations(rule)),
    )
    return format_html("<cite>{}</cite>", links) if rule else SafeString("")


def with_paragraph(problem: Problem) -> str:
    """The sentence of a problem, for a page; behind it the paragraph that decides."""
    said = message(problem)
    return format_html("{} {}", said, cited(problem.rule)) if problem.rule else said
