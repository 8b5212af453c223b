"""Members whom other hosts offer, and what became of those who were offered to them."""

from django.db.models import QuerySet

from scoring.models import MemberOffer
from scoring.models.host import Owned


def offers_to(owned: Owned) -> QuerySet[MemberOffer]:
    """Who is offered to this host, each with his person, club and host of now."""
    offers = MemberOffer.objects.waiting_for(owned)
    return offers.select_related("to", "member__person", "member__club__host")


def refused_offers(owned: Owned) -> QuerySet[MemberOffer]:
    """Whom this host has offered in vain, with what the other one said."""
    offers = MemberOffer.objects.refused_to(owned)
    return offers.select_related("to", "member__person", "member__club")
