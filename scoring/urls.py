"""The addresses of all pages, a room at a time; tests/whole/test_urls.py knows every one."""

from django.urls import include, path

# Public pages first: a thousand phones ask for them.
ROOMS = (
    "public",
    "phone",
    "accounts",
    "hosts",
    "lookups",
    "log",
    "backup",
    "tournament",
    "referee",
    "players",
    "teams",
    "clubs",
    "members",
    "series",
    "desk",
    "confirmation",
    "printed_list",
    "standings",
    "prints",
    "results_import",
    "seasons",
    "exchange",
    "leagues",
    "money",
)

urlpatterns = [path("", include(f"scoring.{room}.urls")) for room in ROOMS]
