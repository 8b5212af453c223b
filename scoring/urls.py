"""The addresses of all pages, room by room."""

from django.urls import include, path

# First what is asked most: what clerks type, then the public pages of a thousand phones.
ROOMS = (
    "lists",
    "public",
    "lists.phone",
    "lists.photos",
    "accounts",
    "hosts",
    "lookups",
    "handbook",
    "log",
    "backup",
    "tournament",
    "referee",
    "people",
    "series",
    "lists.printed",
    "standings",
    "prints",
    "people.imports",
    "leagues",
    "money",
    "reporting",
)

urlpatterns = [path("", include(f"scoring.{room}.urls")) for room in ROOMS]
