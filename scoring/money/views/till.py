"""The till's pages: fees, what is open, lost-game fees by list, the ledger, the count."""

import re
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import (
    actor,
    blind_lists,
    booking_for,
    list_for,
    pot_for,
    require_not_blind,
    right_of,
    series_for,
    tournament_for,
)
from scoring.core.answers import (
    OK,
    PER_PAGE,
    UNPROCESSABLE,
    cleaned,
    form_page,
    is_partial,
    notifying,
    refusals,
)
from scoring.core.files.download import listing_file
from scoring.core.files.html import table
from scoring.core.forms import ReasonForm
from scoring.core.listing import Row
from scoring.messages import amount
from scoring.models import Booking, Entry, Role, ScoreList, Tournament
from scoring.money.forms import BookForm, BreakOffForm, FeesForm, LedgerForm, PercentForm, TillForm
from scoring.money.reads.breaking_off import BreakOff, Progress, fees_back, prizes_cut
from scoring.money.reads.dues import door_prices, dues_of_list, fees_of
from scoring.money.reads.ledger import (
    bookings,
    cash_report,
    ledger_listing,
    open_fees,
    open_listing,
    pots_listing,
    proof,
    report_listing,
    series_dues,
    series_listing,
    series_to_collect,
    till,
    till_listing,
    winners_listing,
)
from scoring.money.reads.prizes import award_of
from scoring.money.services import breaking_off, ledger
from scoring.money.services.ledger import BookingItem, count_till, set_fees
from scoring.standings.reads.results import StandingsSource


@require_GET
def report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What came in, what went out, what the pots give away, and the proof."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    source = StandingsSource(tournament)
    found = cash_report(tournament, source)
    context = {
        "tournament": tournament,
        "report": found,
        "proof": proof(found.taken, found.prizes, found.undecided, found.kept),
        "table": table(report_listing(found), orderable=False),
        "pots": table(
            pots_listing(found.pots), links={"title": pot_page}, orderable=False, prefix="pots-"
        ),
        "open": sum(dues.rest for dues in open_fees(tournament, source)),
        "fees": source.cached(door_prices).fees,
    }
    return render(request, "money/report.html", context)


@require_http_methods(["GET", "POST"])
def fees(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What everybody pays."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    form = FeesForm(request.POST or None, initial=FeesForm.values(fees_of(tournament)))
    if form.is_valid():
        with refusals(form):
            set_fees(tournament, form.prices(), by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("money-fees", tournament.pk)
    pots = tournament.pots.filter(stake_cents__gt=0)
    categories = tournament.categories.filter(entry_cents__isnull=False)
    return form_page(
        request, "money/fees.html", form, tournament=tournament, pots=pots, categories=categories
    )


def pot_page(row: Row) -> str:
    return reverse("pot", args=(row["id"],))


# What is open -----------------------------------------------------------------------------------


@require_GET
def show_open(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who still owes what, each with the button that books it as paid."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    require_not_blind(request, tournament)
    open_dueses = open_fees(tournament)
    context = {
        "tournament": tournament,
        "page": Paginator(open_dueses, PER_PAGE).get_page(request.GET.get("page")),
        "count": len(open_dueses),
        "listing": open_listing(open_dueses),
        "rest": sum(dues.rest for dues in open_dueses),
        "entries": tournament.entries.count(),
    }
    return render(request, "money/open.html", context)


@require_POST
def collect(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Book what these players owe as paid, at the door and for their lists."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    entries = chosen(tournament, request.POST.getlist("entry"))
    if not entries:
        messages.error(request, _("Please choose who has paid."))
        return redirect("money-open", tournament.pk)
    with notifying(request):
        booked = ledger.collect_entries(tournament, entries, lists=True, by=actor(request))
        messages.success(request, booked_text(booked))
    return redirect("money-open", tournament.pk)


def chosen(tournament: Tournament, ids: list[str]) -> list[Entry]:
    """The players of a tournament among these ids; what is none is left out."""
    known = [int(each) for each in ids if each.isascii() and each.isdecimal() and len(each) < 19]
    return list(tournament.entries.filter(pk__in=known))


def booked_text(booked: list[Booking]) -> str:
    """What was booked, in one sentence."""
    whole = sum(booking.cents for booking in booked)
    if not booked:
        return _("Nothing was open.")
    if whole < 0:
        return _("Given back: %(sum)s.") % {"sum": amount(-whole)}
    return _("Booked: %(sum)s.") % {"sum": amount(whole)}


# Lost-game fees ---------------------------------------------------------------------------------


@require_GET
def lists_at_hand(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The last series that owes something, else the last that was played."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    series = series_to_collect(tournament)
    if series is None:
        messages.info(request, _("There is no series yet: there are no lists to pay for."))
        return redirect("money", tournament.pk)
    return redirect("series-fees", series.pk)


@require_GET
def series_fees(request: HttpRequest, series_id: int) -> HttpResponse:
    """All lists of a series with what each seat owes; that tells how many games it lost."""
    series = series_for(request, series_id, Role.CLERK)
    blind = blind_lists(request, series.tournament)
    every = series_dues(series, drafts=right_of(request).organizer)
    list_dueses = [list_dues for list_dues in every if list_dues.score_list.pk not in blind]
    context = {
        "tournament": series.tournament,
        "series": series,
        "every": series.tournament.series.all(),
        "lists": list_dueses,
        "hidden": [list_dues.score_list for list_dues in every if list_dues.score_list.pk in blind],
        "due": sum(list_dues.due for list_dues in list_dueses),
        "rest": sum(list_dues.rest for list_dues in list_dueses),
        "fees": fees_of(series.tournament),
    }
    return render(request, "money/series.html", context)


@require_POST
def list_fees(request: HttpRequest, list_id: int) -> HttpResponse:
    """Tick one seat of a list or the whole table; htmx gets the table anew."""
    score_list = list_for(request, list_id, Role.CLERK)
    positions, ticked = score_list.outline.positions, request.POST.getlist("seat")
    seats = [position for position in positions if str(position) in ticked] or list(positions)
    booked: list[Booking] = []
    with refusals() if is_partial(request) else notifying(request) as found:
        booked = ledger.collect_list(
            score_list, seats, rest=taken(request, seats), by=actor(request)
        )
    if is_partial(request):
        return list_fragment(request, score_list, problems=found.problems, said=booked_text(booked))
    if not found.problems:
        messages.success(request, booked_text(booked))
    return redirect("series-fees", score_list.series_id)


def taken(request: HttpRequest, seats: list[int]) -> dict[int, int] | None:
    """What the clerk saw that each of these seats owes; None if the page did not say."""
    seen = {seat: request.POST.get(f"rest_{seat}", "") for seat in seats}
    found = {seat: int(each) for seat, each in seen.items() if re.fullmatch(r"-?[0-9]{1,8}", each)}
    return found or None


def list_fragment(request: HttpRequest, score_list: ScoreList, **context: Any) -> HttpResponse:
    status = UNPROCESSABLE if context["problems"] else OK
    dues = dues_of_list(
        ScoreList.objects.select_related("series__tournament").get(pk=score_list.pk)
    )
    context |= {"dues": dues, "series": score_list.series, "fresh": True}
    return render(request, "money/_list.html", context, status=status)


# The ledger -------------------------------------------------------------------------------------


@require_GET
def show_ledger(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """All bookings, or those that are looked for, newest first."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    form = LedgerForm(request.GET)
    found = bookings(tournament, form.sought())
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "form": form,
        "page": page,
        "listing": ledger_listing(page.object_list),
        "rows": ledger_listing(page.object_list).rows,
        "whole": sum(found.values_list("cents", flat=True)),
        "sought": any(request.GET.get(name) for name in form.fields),
        "query": query_without_page(request),
    }
    return render(request, "money/ledger.html", context)


def query_without_page(request: HttpRequest) -> str:
    """What is looked for, to be kept in links."""
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


@require_http_methods(["GET", "POST"])
def book(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Money by hand: change for the till, a donation, a refund."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    initial = {
        name: request.GET.get(name, "")[:12] for name in ("direction", "start_number", "kind")
    }
    form = BookForm(
        request.POST or None,
        tournament=tournament,
        initial={name: text for name, text in initial.items() if text},
    )
    if form.is_valid():
        with refusals(form):
            booked = booked_by_hand(request, tournament, form.cleaned_data)
            messages.success(request, booked_text(booked))
            return redirect("ledger", tournament.pk)
    return form_page(request, "money/book.html", form, tournament=tournament)


def booked_by_hand(
    request: HttpRequest, tournament: Tournament, data: dict[str, Any]
) -> list[Booking]:
    how: dict[str, Any] = {"reason": data["reason"], "by": actor(request)}
    pot = int(data["pot"]) if data["pot"] else None
    if data["direction"] == BookForm.REFUND and data["cents"] is None:
        return ledger.give_back(data["entry"], **how)
    if data["direction"] == BookForm.REFUND:
        return [ledger.refund(data["entry"], data["cents"], kind=data["kind"], pot=pot, **how)]
    sign = -1 if data["direction"] == BookForm.OUT else 1
    item = BookingItem(data["kind"], sign * data["cents"], data["entry"], pot=pot)
    return [ledger.book(tournament, item, **how)]


@require_http_methods(["GET", "POST"])
def reverse_booking(request: HttpRequest, booking_id: int) -> HttpResponse:
    """Cancel a booking by a counter-booking, with a reason."""
    booking = booking_for(request, booking_id, Role.ORGANIZER)
    form = ReasonForm(request.POST or None)
    form.fields["reason"].required = True
    if form.is_valid():
        with refusals(form):
            counter = ledger.counter_book(
                booking, reason=form.cleaned_data["reason"], by=actor(request)
            )
            params = {"number": booking.number, "counter": counter.number}
            messages.success(
                request, _("Booking %(number)s is cancelled by number %(counter)s.") % params
            )
            return redirect("ledger", booking.tournament_id)
    listing = ledger_listing(bookings(booking.tournament).filter(pk=booking.pk))
    return form_page(
        request,
        "money/reverse.html",
        form,
        booking=booking,
        tournament=booking.tournament,
        row=listing.rows[0],
    )


# The till ---------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def show_till(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What should be in the till; count it, and see the difference."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    found = till(tournament)
    form = TillForm(request.POST or None, till=found)
    if form.is_valid():
        with refusals(form):
            rows = count_till(
                tournament, form.counted(), note=form.cleaned_data["note"], by=actor(request)
            )
            said = ngettext("%(count)s figure counted.", "%(count)s figures counted.", len(rows))
            messages.success(request, said % {"count": len(rows)})
            return redirect("till", tournament.pk)
    counts = tournament.till_counts.select_related("by").order_by("-id")[:20]
    return form_page(
        request,
        "money/till.html",
        form,
        tournament=tournament,
        till=found,
        counts=counts,
        table=table(till_listing(found), orderable=False),
    )


# A tournament that cannot be played to its end: what each way would book, and the act (TO 3.4).


@require_http_methods(["GET", "POST"])
def break_off(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Both ways with what they book; `?percent=` tries another part of the prizes."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    usual = Progress(tournament).percent
    form = BreakOffForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            breaking_off.break_off(tournament, **form.terms(usual), by=actor(request))
            messages.success(request, _("The tournament is broken off."))
            return redirect("break-off", tournament.pk)
    tried = PercentForm({"percent": usual, **(request.POST or request.GET).dict()})
    percent = tried.cleaned_data["percent"] if tried.is_valid() else None
    problems = breaking_off.state_problems(tournament)
    context: dict[str, Any] = {"tournament": tournament, "problems": problems, "tried": tried}
    if not problems:
        context |= previews(tournament, usual if percent is None else percent)
    return form_page(request, "money/break_off.html", form, **context)


def previews(tournament: Tournament, percent: int) -> dict[str, Any]:
    """What each of the two ways would book."""
    source = StandingsSource(tournament)
    back = fees_back(tournament, source)
    context: dict[str, Any] = {"percent": percent, "back": back, "back_proof": report_proof(back)}
    context["no_prizes"] = breaking_off.prize_problems(tournament, source)
    if not context["no_prizes"]:
        prizes = prizes_cut(tournament, percent, source)
        context |= {"prizes": prizes, "prizes_proof": report_proof(prizes)}
    return context


def report_proof(found: BreakOff) -> str:
    """Taken = given back + prizes + kept, spelt out."""
    params = {
        "taken": amount(found.taken),
        "back": amount(found.back),
        "prizes": amount(found.paid + found.paid_now + found.open_prizes),
        "kept": amount(found.kept),
    }
    sentence = _("taken %(taken)s = given back %(back)s + prizes %(prizes)s + kept %(kept)s")
    return sentence % params


@require_POST
def resume(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tournament goes on: counter-bookings cancel what was booked."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        breaking_off.resume(tournament, **cleaned(ReasonForm(request.POST)), by=actor(request))
        messages.success(request, _("Taken back: the tournament goes on."))
        return redirect("tournament", tournament.pk)
    return redirect("break-off", tournament.pk)


# The fees of a series and the winners of a pot to take along: PDF, workbook and csv.


@require_GET
def series_fees_file(request: HttpRequest, series_id: int, kind: str) -> HttpResponse:
    """What each seat of a series owes for its lost games."""
    series = series_for(request, series_id, Role.CLERK)
    require_not_blind(request, series.tournament, series)
    list_dueses = series_dues(series, drafts=right_of(request).organizer)
    return listing_file(series.tournament, series_listing(series, list_dueses), kind)


@require_GET
def pot_file(request: HttpRequest, pot_id: int, kind: str) -> HttpResponse:
    """The winners of a pot with their prizes."""
    pot = pot_for(request, pot_id, Role.CLERK)
    return listing_file(pot.tournament, winners_listing(award_of(pot)), kind)
