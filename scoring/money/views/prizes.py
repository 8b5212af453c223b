"""Pots and prize plans: set up with a preview, winners with amounts, paid out."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor, grant, pot_for, right_of, tournament_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.files.html import table
from scoring.core.forms import cents
from scoring.messages import amount
from scoring.models import Booking, Entry, Pot, PrizeInKind, Role, Tournament
from scoring.money.forms import HandedInForm, JoinForm, PotForm, PrizesForm, plan_values
from scoring.money.reads.award import (
    Preview,
    ceremony,
    last_played,
    missing_from,
    preview,
    ready_winners,
    seated_at,
    waiting_winners,
)
from scoring.money.reads.award import handed_in_players as players_of
from scoring.money.reads.ledger import cash_report, open_fees, pots_listing, proof, proof_of
from scoring.money.reads.prizes import PotAward, awards_up_to, plan_of, unsettled
from scoring.money.services import award, pots
from scoring.money.services.award import record_handed_in
from scoring.money.services.pots import pay_out
from scoring.money.views.till import chosen, pot_page
from scoring.rules.prizes import PrizePlan, plan_problems
from scoring.standings.reads.results import StandingsSource


@require_GET
def show_pots(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """All pots with what came in and where it goes."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    found = cash_report(tournament)
    context = {
        "tournament": tournament,
        "report": found,
        "proof": proof(found.taken, found.prizes, found.undecided, found.kept),
        "table": table(pots_listing(found.pots), links={"title": pot_page}, orderable=False),
    }
    return render(request, "money/pots.html", context)


@require_GET
def show_pot(request: HttpRequest, pot_id: int) -> HttpResponse:
    """Who wins what of a pot, and what was paid out."""
    pot = pot_for(request, pot_id, Role.CLERK)
    source = StandingsSource(pot.tournament)
    *before, pot_award = awards_up_to(pot, source)
    waiting, here = unsettled(before), not pot.tournament.reported_at
    provisional = pot_award.missing or pot_award.to_come
    missing = missing_from(pot.tournament, source)
    context = {
        "tournament": pot.tournament,
        "pot": pot,
        "found": pot_award,
        "plan": pot_award.plan,
        "proof": proof_of(pot_award),
        "astray": astray_of(pot_award),
        "waiting": waiting,
        "not_handed_in": waiting_winners(pot_award, missing),
        "may_pay": right_of(request).organizer and here and pot_award.complete and not waiting,
        "payable": bool(ready_winners(pot_award, missing)),
        "join": JoinForm() if here and pot.optional and pot.stake_cents else None,
        "lot_needed": bool(pot_award.award.undecided),
        "planned": None,
    }
    if provisional and not pot_award.winners:
        context["planned"] = proven(preview(pot, pot_award.plan, source=source))
    return render(request, "money/pot.html", context)


def astray_of(found: PotAward) -> list[tuple[Entry | None, int]]:
    """Who was paid and wins nothing here any more, with his cents."""
    astray = dict(found.astray)
    entries = found.pot.tournament.entries.select_related("person").in_bulk(astray)
    return [(entries.get(entry), cents) for entry, cents in astray.items()]


@require_http_methods(["GET", "POST"])
def new_pot(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    first = not tournament.pots.exists()
    initial = {"title": _("Overall prizes"), "source_entry_fee": 100} if first else {}
    form = PotForm(request.POST or None, tournament=tournament, initial=initial)
    return pot_form_page(request, Pot(tournament=tournament), form)


@require_http_methods(["GET", "POST"])
def change_pot(request: HttpRequest, pot_id: int) -> HttpResponse:
    pot = pot_for(request, pot_id, Role.ORGANIZER)
    form = PotForm(
        request.POST or None, tournament=pot.tournament, initial=PotForm.values(pot, plan_of(pot))
    )
    return pot_form_page(request, pot, form)


def pot_form_page(request: HttpRequest, pot: Pot, form: PotForm) -> HttpResponse:
    """The form; `step` "save" and "another" write it.

    "edit" makes the amounts of the preview a table.
    """
    step = request.POST.get("step", "")
    if form.is_valid() and step not in ("edit", "preview"):
        with refusals(form):
            saved = save(request, pot, form)
            messages.success(request, _("Saved: %(title)s") % {"title": saved.title})
            if step == "another":
                return redirect("pot-new", saved.tournament_id)
            return redirect("pot", saved.pk)
    preview = tried(request, pot, form)
    if step == "edit" and preview and not form.errors:
        form = as_table(form, preview)
    return form_page(
        request,
        "money/pot_form.html",
        form,
        tournament=pot.tournament,
        pot=pot,
        shown=proven(preview),
    )


def save(request: HttpRequest, pot: Pot, form: PotForm) -> Pot:
    if not pot.pk:
        return pots.create_pot(pot.tournament, form.terms(), by=actor(request))
    pots.change_pot(pot, form.terms(), by=actor(request))
    return pot


def as_table(form: PotForm, found: Preview) -> PotForm:
    """The form again, with the amounts of the preview as a table to be edited."""
    plan = replace(form.plan(), method="table", amounts=found.amounts)
    initial = {**form.cleaned_data, **plan_values(plan)}
    return PotForm(initial=initial, tournament=form.tournament)


@require_POST
def preview_pot(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The amounts of a plan while it is being typed."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = PotForm(request.POST, tournament=tournament)
    pot = known_pot(tournament, request.POST.get("pot", ""))
    form.is_valid()
    found = proven(tried(request, pot, form))
    return render(request, "money/_preview.html", {"shown": found})


def known_pot(tournament: Tournament, number: str) -> Pot:
    """The pot that is being changed, or a new one."""
    known = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
    return tournament.pots.filter(number=known).first() or Pot(tournament=tournament)


def proven(found: Preview | None) -> dict[str, Any] | None:
    """The preview with its proof; None as long as the form tells no plan."""
    if found is None:
        return None
    return {"preview": found, "proof": proof(found.money, found.prizes, 0, found.kept)}


def tried(request: HttpRequest, pot: Pot, form: PotForm) -> Preview | None:
    """The plan of the form, tried out with the money and the players that are asked for."""
    plan = plan_of_form(pot, form)
    if plan is None:
        return None
    if form.is_bound:
        form.lend(pot)
    players = request.POST.get("try_players", "")
    count = int(players) if players.isascii() and players.isdecimal() and len(players) < 6 else None
    return preview(pot, plan, money=tried_money(request), players=count)


def plan_of_form(pot: Pot, form: PotForm) -> PrizePlan | None:
    """The plan that the form tells, or that is stored as long as nothing was typed."""
    if not form.is_bound:
        return PrizePlan(sources=(("entry_fee", 100),)) if not pot.pk else plan_of(pot)
    if any(name in form.errors for name in (*PotForm.giving, *(s.name for s in form.sources))):
        return None
    plan = form.plan()
    return None if plan_problems(plan) else plan


def tried_money(request: HttpRequest) -> int | None:
    """What was typed to be tried; None where that is no amount to be given away."""
    try:
        money = cents(request.POST.get("try_money", ""))
    except ValueError:
        return None
    return money if money >= 0 else None


@require_POST
def remove_pot(request: HttpRequest, pot_id: int) -> HttpResponse:
    """Remove a pot that never held any money."""
    pot = pot_for(request, pot_id, Role.ORGANIZER)
    tournament_id = pot.tournament_id
    with notifying(request):
        pots.remove_pot(pot, by=actor(request))
        messages.success(request, _("The pot is removed."))
        return redirect("pots", tournament_id)
    return redirect("pot", pot_id)


@require_POST
def join(request: HttpRequest, pot_id: int) -> HttpResponse:
    """Somebody pays the stake of an optional pot."""
    pot = pot_for(request, pot_id, Role.CLERK)
    with notifying(request):
        number = cleaned(JoinForm(request.POST))["start_number"]
        pots.join_pot(pot, number, by=actor(request))
        messages.success(request, _("Number %(number)s plays for it.") % {"number": number})
    return redirect("pot", pot.pk)


@require_POST
def pay(request: HttpRequest, pot_id: int) -> HttpResponse:
    """Pay these winners their prizes."""
    pot = pot_for(request, pot_id, Role.ORGANIZER)
    entries = chosen(pot.tournament, request.POST.getlist("entry"))
    with notifying(request):
        booked = pots.pay_out(pot, entries, by=actor(request))
        paid = amount(-sum(booking.cents for booking in booked))
        messages.success(request, _("Paid out: %(sum)s.") % {"sum": paid})
    return redirect("pot", pot.pk)


# The award station: winners read aloud, prizes handed out and chosen, one page.


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
        booked = pay_out(pot, [entry], by=by) if pot else award.pay_person(entry, by=by)
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
            award.take_back_payment(pot, entry, reason=reason, by=actor(request))
            messages.success(request, _("Taken back."))
    return back_to(tournament, pot)


@require_POST
def prizes_add(request: HttpRequest, pot_id: int) -> HttpResponse:
    """Put things into a pot."""
    pot = pot_for(request, pot_id, Role.ORGANIZER)
    with notifying(request):
        titles = cleaned(PrizesForm(request.POST))["titles"]
        award.add_prizes(pot, titles, by=actor(request))
        messages.success(request, _("Saved."))
    return back_to(pot.tournament, pot)


@require_POST
def prize_give(request: HttpRequest, prize_id: int) -> HttpResponse:
    """Hand a thing to the winner who chose it."""
    thing = prize_for(request, prize_id)
    tournament = thing.pot.tournament
    entry = entry_of(request, tournament)
    with notifying(request):
        award.give_prize(thing, entry.start_number, by=actor(request))
        words = {"name": str(entry.person), "title": thing.title}
        messages.success(request, _("%(name)s takes “%(title)s”.") % words)
    return back_to(tournament, thing.pot)


@require_POST
def prize_take_back(request: HttpRequest, prize_id: int) -> HttpResponse:
    """Put a thing back, or, if nobody has it, out of its pot."""
    thing = prize_for(request, prize_id)
    with notifying(request):
        act = award.take_back_prize if thing.entry_id else award.remove_prize
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


# Lists and start cards that came back, ticked by number, by table, or one by one.


@require_http_methods(["GET", "POST"])
def handed_in(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who is still missing, and a field for the numbers that are called out (TO 7.4.1, 9.13)."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    series, players = last_played(tournament), players_of(tournament)
    missing = [player.start_number for player in players if not player.handed_in]
    number = series.number if series else 1
    seated = seated_at(series)
    form = HandedInForm(request.POST or None, series=number, seated=seated, missing=missing)
    if form.is_valid():
        with refusals(form):
            back = form.cleaned_data["take_back"]
            changed = record_handed_in(
                tournament, form.start_numbers, handed_in=not back, by=actor(request)
            )
            messages.success(request, recorded(changed, back=back))
            return redirect("handed-in", tournament.pk)
    context: dict[str, Any] = {"tournament": tournament, "players": players, "missing": missing}
    return form_page(request, "money/handed_in.html", form, **context)


def recorded(numbers: list[int], *, back: bool) -> str:
    """What was ticked, in one sentence."""
    if not numbers:
        return _("That was ticked before: nothing has changed.")
    if back:
        sentence = ngettext(
            "%(count)s tick taken back.", "%(count)s ticks taken back.", len(numbers)
        )
    else:
        sentence = ngettext(
            "Handed in: lists and start card of %(count)s player.",
            "Handed in: lists and start cards of %(count)s players.",
            len(numbers),
        )
    return sentence % {"count": len(numbers)}
