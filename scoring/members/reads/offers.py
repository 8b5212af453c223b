"""Members whom other hosts offer."""

from django.db.models import QuerySet

from scoring.models import MemberOffer
from scoring.models.host import Owned


def offers_to(owned: Owned) -> QuerySet[MemberOffer]:
    """Who is offered to this host, each with his person, club and host of now."""
    offers = MemberOffer.objects.filter(to=owned.host_id)
    return offers.select_related("member__person", "member__club__host")
