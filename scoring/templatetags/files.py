"""The files of tables, and charts."""

from django import template
from django.urls import reverse

from scoring.core.chart import Chart, chart_listing
from scoring.core.files.download import KINDS, WITH_PICTURE
from scoring.core.files.html import table
from scoring.core.files.picture import chart_svg

register = template.Library()


@register.inclusion_tag("_files.html")
def files(name: str, *args: object, query: str = "", picture: bool = False) -> dict[str, object]:
    """The files of a table, by the name of their URL, whose last argument is the kind."""
    end = f"?{query}" if query else ""
    kinds = (WITH_PICTURE if picture else KINDS).items()
    return {"links": [(word, reverse(name, args=[*args, kind]) + end) for kind, word in kinds]}


@register.inclusion_tag("public/_picture.html", name="picture")
def chart_picture(chart: Chart) -> dict[str, object]:
    """A chart with its figures, and its files, which lie beside the page: "way.png"."""
    links = [(word, f"{chart.name}.{kind}") for kind, word in WITH_PICTURE.items() if chart.name]
    figures = table(chart_listing(chart))
    wide, narrow = chart_svg(chart), chart_svg(chart, is_narrow=True)
    return {"chart": chart, "wide": wide, "narrow": narrow, "table": figures, "links": links}
