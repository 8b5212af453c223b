"""The award station: winners read aloud, prizes handed out and chosen, one page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, grant, pot_for, right_of, tournament_for
from scoring.core.answers import cleaned, notifying
from scoring.messages import amount
from scoring.models import Booking, Entry, Pot, PrizeInKind, Role, Tournament
from scoring.money.forms.award import PrizesForm
from scoring.money.reads.award import ceremony
from scoring.money.reads.ledger import open_fees
from scoring.money.services import award as services
from scoring.money.services.pots import pay_out


@require_GET
def show_award(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Every winner in reading order, with what he gets and whether he has it."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    context = {
        "tournament": tournament,
        "award": ceremony(tournament),
        "debts": {dues.entry.pk: dues.rest for dues in open_fees(tournament) if dues.rest > 0},
        "may_pay": right_of(request).organizer and not tournament.reported_at,
        "form": PrizesForm(),
    }
    return render(request, "money/award.html", context)


@require_POST
def award_pay(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Hand one person, or everybody of a pot, what is due: `entry`, and `pot` for that alone."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    entry, pot = entry_of(request, tournament), pot_of(request, tournament)
    with notifying(request):
        by = actor(request)
        booked = pay_out(pot, [entry], by=by) if pot else services.pay_person(entry, by=by)
        messages.success(request, handed_out(booked, entry))
    return back_to(tournament, pot)


@require_POST
def award_take_back(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Take a tick away: what a pot paid to somebody comes back into the till."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    entry, pot = entry_of(request, tournament), pot_of(request, tournament)
    with notifying(request):
        if pot:
            reason = _("taken back at the award")
            services.take_back_payment(pot, entry, reason=reason, by=actor(request))
            messages.success(request, _("Taken back."))
    return back_to(tournament, pot)


@require_POST
def prizes_add(request: HttpRequest, pot_id: int) -> HttpResponse:
    """Put things into a pot."""
    pot = pot_for(request, pot_id, Role.ORGANIZER)
    with notifying(request):
        titles = cleaned(PrizesForm(request.POST))["titles"]
        services.add_prizes(pot, titles, by=actor(request))
        messages.success(request, _("Saved."))
    return back_to(pot.tournament, pot)


@require_POST
def prize_give(request: HttpRequest, prize_id: int) -> HttpResponse:
    """Hand a thing to the winner who chose it."""
    thing = prize_for(request, prize_id)
    tournament = thing.pot.tournament
    entry = entry_of(request, tournament)
    with notifying(request):
        services.give_prize(thing, entry.start_number, by=actor(request))
        words = {"name": str(entry.person), "title": thing.title}
        messages.success(request, _("%(name)s takes “%(title)s”.") % words)
    return back_to(tournament, thing.pot)


@require_POST
def prize_take_back(request: HttpRequest, prize_id: int) -> HttpResponse:
    """Put a thing back, or, if nobody has it, out of its pot."""
    thing = prize_for(request, prize_id)
    with notifying(request):
        act = services.take_back_prize if thing.entry_id else services.remove_prize
        act(thing, by=actor(request))
        messages.success(request, _("Taken back."))
    return back_to(thing.pot.tournament, thing.pot)


def prize_for(request: HttpRequest, prize_id: int) -> PrizeInKind:
    """A thing with its pot and tournament, for organizers."""
    things = PrizeInKind.objects.select_related("pot__tournament", "entry")
    thing = get_object_or_404(things, pk=prize_id)
    grant(request, thing.pot.tournament, Role.ORGANIZER)
    return thing


def entry_of(request: HttpRequest, tournament: Tournament) -> Entry:
    """Whom the form names; raises Http404."""
    entries = tournament.entries.select_related("person", "tournament")
    return get_object_or_404(entries, pk=key_in(request, "entry"))


def pot_of(request: HttpRequest, tournament: Tournament) -> Pot | None:
    """Which pot the form names, if it names one; raises Http404."""
    if not request.POST.get("pot"):
        return None
    pots = tournament.pots.select_related("tournament", "series", "category")
    return get_object_or_404(pots, pk=key_in(request, "pot"))


def key_in(request: HttpRequest, name: str) -> int:
    """The key of a row in the form; 0 if it is none."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


def handed_out(booked: list[Booking], entry: Entry) -> str:
    words = {"sum": amount(-sum(booking.cents for booking in booked)), "name": str(entry.person)}
    return _("Handed out: %(sum)s to %(name)s.") % words


def back_to(tournament: Tournament, pot: Pot | None) -> HttpResponse:
    """The page again, where the reader was."""
    place = f"#pot-{pot.number}" if pot else "#people"
    return redirect(reverse("award", args=[tournament.pk]) + place)
