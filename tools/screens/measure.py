"""What of a page is in sight: figures of a page that a browser shows."""

from typing import Any

# The window of a club's laptop of 1366 × 768, less what browser and taskbar take.
SEEN = 650

FIGURES = (
    "content",
    "first",
    "rows",
    "links",
    "buttons",
    "fields",
    "sideways",
)

SCRIPT = """(seen) => {
  const isShown = (each) => each.getBoundingClientRect().width > 1
    && each.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true})
    && !each.closest("details:not([open]) > :not(summary)");
  const of = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isShown);
  const top = (each) => each ? Math.round(each.getBoundingClientRect().top + scrollY) : null;
  const main = document.querySelector("main") ?? document.body;
  const fields = of("input:not([type=hidden]), select, textarea", main);
  const rows = of("tbody tr", main);
  const firsts = [...rows, ...fields.filter((each) => !each.closest(".page-head"))].map(top);
  // The first thing below title, second navigation and actions.
  const heads = "h1, .page-head, .visually-hidden, #messages, #waiting, .sub";
  const body = of("main > *").flatMap((each) => each.matches(heads) ? [] : [each]);
  return {
    content: top(body.find((each) => each.getBoundingClientRect().height > 1)),
    first: firsts.length ? Math.min(...firsts) : null,
    rows: rows.filter((each) => each.getBoundingClientRect().bottom + scrollY <= seen).length,
    links: of("a[href]").length,
    buttons: of("button, summary, input[type=submit]").length,
    fields: of("input:not([type=hidden]), select, textarea").length,
    sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  };
}"""


def measure(page: Any, seen: int = SEEN) -> dict[str, int | None]:
    """The figures of the page as it stands: y of the content and of the first row or field, rows
    in sight, visible links, buttons and fields, pixels by which the window scrolls sideways."""
    figures: dict[str, int | None] = page.evaluate(SCRIPT, seen)
    return figures
