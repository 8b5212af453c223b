"""The download of a season as one document."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from scoring.core.access import require_season_not_blind, season_for
from scoring.core.files.download import attachment
from scoring.core.heavy import heavy
from scoring.exchange.reads.export import export_season
from scoring.models import Role


@heavy
@require_GET
def season_document(request: HttpRequest, season_id: int) -> HttpResponse:
    """The season with all its tournaments, for organizers (docs/formats.md)."""
    season = season_for(request, season_id, Role.ORGANIZER)
    require_season_not_blind(request, season, lists=True)
    return attachment(export_season(season).encode(), "json", season.name)
