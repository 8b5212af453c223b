"""The pages of pots and prizes: prize plans with a preview, payouts, the award, handed-in lists."""

from copy import copy
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, grant, pot_for, require_not_blind, right_of, tournament_for
from scoring.core.files.html import table
from scoring.core.forms import cents, cleaned_data_of, form_page, notifying, parse_number, refusals
from scoring.core.services import only_previews
from scoring.messages.sentence import amount
from scoring.models import Entry, Pot, PrizeInKind, Role, Tournament
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.money.forms import HandedInForm, JoinForm, PotForm, PrizesForm, plan_values
from scoring.money.reads.award import (
    Preview,
    ceremony,
    games_of_the_evening,
    members_playing_for,
    payers_without_team,
    preview,
    seated_players,
    start_numbers_by_table,
)
from scoring.money.reads.ledger import cash_report, open_fees, pots_listing, proof_of
from scoring.money.reads.prizes import OF_TEAMS, Money, award_of, plan_of
from scoring.money.services import pots
from scoring.money.services.pots import record_handed_in, set_terms
from scoring.money.views.till import posted_entries, pot_page
from scoring.rules.prizes import PrizePlan, plan_problems


@require_GET
def show_pots(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    cash = cash_report(TournamentSource(tournament))
    context = {
        "tournament": tournament,
        "report": cash,
        "table": table(pots_listing(cash.pots), links={"title": pot_page}),
    }
    return render(request, "money/pots.html", context)


@require_GET
def show_pot(request: HttpRequest, pot_id: int) -> HttpResponse:
    pot = pot_for(request, pot_id, Role.CLERK)
    source = TournamentSource(pot.tournament)
    pot_award, editable = award_of(pot, source), not pot.tournament.reported_at
    members = members_playing_for(pot) if pot.kind in OF_TEAMS else []
    overpaid, money = pot_award.overpaid, Money(source)
    entries = pot.tournament.entries.select_related("person").in_bulk(overpaid)
    context = {
        "tournament": pot.tournament,
        "pot": pot,
        "pot_award": pot_award,
        "plan": pot_award.plan,
        "proof": proof_of(pot_award),
        "overpaid": [(entries.get(entry), cents) for entry, cents in overpaid.items()],
        "may_pay": right_of(request).organizer and editable and pot_award.may_pay,
        "join": JoinForm() if editable and pot.optional and pot.stake_cents else None,
        "joined": len(money.stake_payers(pot)),
        "teamless": payers_without_team(pot, money, members),
        "without_teams": pot.kind in OF_TEAMS and not members,
    }
    if not (pot_award.winners or pot_award.complete):
        context["planned"] = preview(pot, pot_award.plan, source=source)
    return render(request, "money/pot.html", context)


def new_pot(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    first = not tournament.pots.exists()
    initial = {"title": _("Overall prizes"), "source_entry_fee": 100} if first else {}
    form = PotForm(request.POST or None, tournament=tournament, initial=initial)
    return pot_form_page(request, Pot(tournament=tournament), form)


def change_pot(request: HttpRequest, pot_id: int) -> HttpResponse:
    pot = pot_for(request, pot_id, Role.ORGANIZER)
    form = PotForm(
        request.POST or None, tournament=pot.tournament, initial=PotForm.values(pot, plan_of(pot))
    )
    return pot_form_page(request, pot, form)


def pot_form_page(request: HttpRequest, pot: Pot, form: PotForm) -> HttpResponse:
    """Save the form; the `step` "edit" offers the amounts of its preview as a table instead."""
    step = request.POST.get("step", "")
    if form.is_valid() and step != "edit":
        with refusals(form):
            if pot.pk:
                pots.change_pot(pot, form.terms(), by=actor(request))
            else:
                pot = pots.create_pot(pot.tournament, form.terms(), by=actor(request))
            messages.success(request, _("Saved: %(title)s") % {"title": pot.title})
            if step == "another":
                return redirect("pot-new", pot.tournament_id)
            return redirect("pot", pot.pk)
    trial = try_plan(request, pot, form)
    if step == "edit" and trial:
        plan = replace(form.plan(), method="table", amounts=trial.amounts)
        initial = {**form.cleaned_data, **plan_values(plan)}
        form = PotForm(initial=initial, tournament=pot.tournament)
    return form_page(
        request, "money/pot_form.html", form, tournament=pot.tournament, pot=pot, preview=trial
    )


@only_previews
@require_POST
def preview_pot(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = PotForm(request.POST, tournament=tournament)
    number = parse_number(request.POST.get("pot", ""), digits=5) or 0
    pot = tournament.pots.filter(number=number).first() or Pot(tournament=tournament)
    return render(request, "money/_preview.html", {"preview": try_plan(request, pot, form)})


def try_plan(request: HttpRequest, pot: Pot, form: PotForm) -> Preview | None:
    """Try out the terms of the form, or those that it begins with; None if invalid."""
    of_fees = form.initial.get("source_entry_fee")
    sources = (("entry_fee", of_fees),) if of_fees else ()
    plan = plan_of(pot) if pot.pk else PrizePlan(sources=sources)
    if form.is_bound:
        if set(form.errors) - {NON_FIELD_ERRORS} or plan_problems(form.plan()):
            return None
        pot, plan = copy(pot), form.plan()
        set_terms(pot, form.terms())
    count = parse_number(request.POST.get("try_players", ""), digits=4)
    return preview(pot, plan, money=trial_money(request), players=count)


def trial_money(request: HttpRequest) -> int | None:
    """The posted amount to try out; None without one, or if it is negative."""
    try:
        money_cents = cents(request.POST.get("try_money", ""))
    except ValueError:
        return None
    return money_cents if money_cents >= 0 else None


@require_POST
def remove_pot(request: HttpRequest, pot_id: int) -> HttpResponse:
    pot = pot_for(request, pot_id, Role.ORGANIZER)
    tournament_id = pot.tournament_id
    with notifying(request, _("The pot is removed.")):
        pots.remove_pot(pot, by=actor(request))
        return redirect("pots", tournament_id)
    return redirect("pot", pot_id)


@require_POST
def join_pot(request: HttpRequest, pot_id: int) -> HttpResponse:
    pot = pot_for(request, pot_id, Role.CLERK)
    with notifying(request):
        number = cleaned_data_of(JoinForm(request.POST))["start_number"]
        pots.join_pot(pot, number, by=actor(request))
        messages.success(request, _("Number %(number)s plays for it.") % {"number": number})
    return redirect("pot", pot.pk)


@require_POST
def pay_winners(request: HttpRequest, pot_id: int) -> HttpResponse:
    pot = pot_for(request, pot_id, Role.ORGANIZER)
    entries = posted_entries(pot.tournament, request.POST.getlist("entry"))
    with notifying(request):
        bookings = pots.pay_out(pot, entries, by=actor(request))
        paid = amount(-sum(booking.cents for booking in bookings))
        messages.success(request, _("Paid out: %(sum)s.") % {"sum": paid})
    return redirect("pot", pot.pk)


# The award: winners are read aloud, prizes handed out and chosen, all on one page.


@require_GET
def show_award(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    return award_page(request, tournament, PrizesForm())


def award_page(
    request: HttpRequest, tournament: Tournament, form: PrizesForm, pot: Pot | None = None
) -> HttpResponse:
    """Every winner in reading order, with what he gets and has; `form` with things for `pot`."""
    require_not_blind(request, tournament)  # debts and the game of the evening show single lists
    source = TournamentSource(tournament)
    debts = {dues.entry.pk: dues.rest for dues in open_fees(source) if dues.rest > 0}
    context: dict[str, Any] = {
        "tournament": tournament,
        "source": source,  # for the next step above it
        "award": ceremony(source),
        "best_games": games_of_the_evening(tournament),
        "debts": debts,
        "open_sum": sum(debts.values()),
        "may_pay": right_of(request).organizer and not tournament.reported_at,
        "sent_pot": pot,
    }
    return form_page(request, "money/award.html", form, **context)


@require_POST
def pay_prize(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Pay one person (`entry`) what is due from every pot, or from one `pot` only."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    entry, pot = posted_entry(request, tournament), posted_pot(request, tournament)
    with notifying(request):
        set_off = bool(request.POST.get("set_off"))
        bookings = pots.pay_prize(entry, pot, set_off=set_off, by=actor(request))
        paid = amount(-sum(booking.cents for booking in bookings))
        params = {"sum": paid, "name": str(entry.person)}
        messages.success(request, _("Handed out: %(sum)s to %(name)s.") % params)
    return redirect_to_award(tournament, pot)


@require_POST
def take_back_payment(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    entry, pot = posted_entry(request, tournament), posted_pot(request, tournament)
    if pot is None:
        raise Http404("no pot was named")
    with notifying(request, _("Taken back.")):
        reason = _("taken back at the award")
        pots.take_back_payment(pot, entry, reason=reason, by=actor(request))
    return redirect_to_award(tournament, pot)


@require_POST
def add_prizes(request: HttpRequest, pot_id: int) -> HttpResponse:
    pot, form = pot_for(request, pot_id, Role.ORGANIZER), PrizesForm(request.POST)
    if form.is_valid():
        with refusals(form):
            pots.add_prizes(pot, form.cleaned_data["titles"], by=actor(request))
            messages.success(request, _("Saved."))
            return redirect_to_award(pot.tournament, pot)
    return award_page(request, pot.tournament, form, pot)


@require_POST
def give_prize(request: HttpRequest, prize_id: int) -> HttpResponse:
    thing = prize_for(request, prize_id)
    tournament = thing.pot.tournament
    entry = posted_entry(request, tournament)
    with notifying(request):
        pots.give_prize(thing, entry.start_number, by=actor(request))
        params = {"name": str(entry.person), "title": thing.title}
        messages.success(request, _("%(name)s takes “%(title)s”.") % params)
    return redirect_to_award(tournament, thing.pot)


@require_POST
def take_back_prize(request: HttpRequest, prize_id: int) -> HttpResponse:
    """Take a thing back from its winner; the button "remove" takes it out of its pot."""
    thing = prize_for(request, prize_id)
    is_removed = "remove" in request.POST
    with notifying(request, _("Removed.") if is_removed else _("Taken back.")):
        act = pots.remove_prize if is_removed else pots.take_back_prize
        act(thing, by=actor(request))
    return redirect_to_award(thing.pot.tournament, thing.pot)


def prize_for(request: HttpRequest, prize_id: int) -> PrizeInKind:
    """A thing with its pot and tournament, for organizers."""
    things = PrizeInKind.objects.select_related("pot__tournament", "entry")
    thing = get_object_or_404(things, pk=prize_id)
    grant(request, thing.pot.tournament, Role.ORGANIZER)
    return thing


def posted_entry(request: HttpRequest, tournament: Tournament) -> Entry:
    entries = tournament.entries.select_related("person", "tournament")
    return get_object_or_404(entries, pk=parse_number(request.POST.get("entry", ""), digits=15))


def posted_pot(request: HttpRequest, tournament: Tournament) -> Pot | None:
    if not (posted := request.POST.get("pot")):
        return None
    with_parts = tournament.pots.select_related("tournament", "series", "category")
    return get_object_or_404(with_parts, pk=parse_number(posted, digits=15))


def redirect_to_award(tournament: Tournament, pot: Pot | None) -> HttpResponse:
    """Back to the award page, at the place where the reader was."""
    place = f"#pot-{pot.number}" if pot else "#people"
    return redirect(reverse("award", args=[tournament.pk]) + place)


# Lists and start cards that came back.


def show_handed_in(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who is still missing, and a field for start numbers called out (TO 7.4.1, 9.13)."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    # The lists of the last series come in at the end.
    series = tournament.series.exclude(state=SeriesState.DRAFT).last()
    number, seated = series.number if series else 1, start_numbers_by_table(series)
    players = seated_players(tournament)
    missing = [player.start_number for player in players if not player.handed_in]
    form = HandedInForm(request.POST or None, series=number, seated=seated, missing=missing)
    if form.is_valid():
        with refusals(form):
            back = form.cleaned_data["take_back"]
            changed = record_handed_in(
                tournament, form.start_numbers, handed_in=not back, by=actor(request)
            )
            messages.success(request, handed_in_sentence(changed, back=back))
            return redirect("handed-in", tournament.pk)
    context: dict[str, Any] = {"tournament": tournament, "players": players, "missing": missing}
    return form_page(request, "money/handed_in.html", form, **context)


def handed_in_sentence(numbers: list[int], *, back: bool) -> str:
    if not numbers:
        return _("Nothing has changed: it was like this before.")
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
