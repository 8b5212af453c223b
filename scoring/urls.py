"""The addresses of all pages, a room at a time; tests/whole/test_urls.py knows every one."""

from django.urls import include, path

# Public pages first: a thousand phones ask for them.
ROOMS = (
    "public",
    "accounts",
    "lookups",
    "log",
    "backup",
    "tournament",
    "referee",
    "players",
    "teams",
    "clubs",
    "series",
    "desk",
    "confirmation",
    "printed_list",
    "standings",
    "prints",
    "results_import",
    "seasons",
    "money",
)

urlpatterns = [path("", include(f"scoring.{room}.urls")) for room in ROOMS]
