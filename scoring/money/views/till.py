"""The pages of the till: cash report, fees, what is open, the ledger, counts, breaking off."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

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
from scoring.core.files.download import listing_file
from scoring.core.files.html import table
from scoring.core.forms import (
    ReasonForm,
    cleaned_data_of,
    form_page,
    is_partial,
    notifying,
    page_of_rows,
    parse_number,
    refusals,
)
from scoring.core.listing import Row
from scoring.messages.sentence import booked_text
from scoring.models import Booking, Entry, Role, ScoreList, Tournament
from scoring.models.tournament import TournamentSource
from scoring.money.forms import BookForm, BreakOffForm, FeesForm, LedgerForm, PercentForm, TillForm
from scoring.money.reads.breaking_off import fee_refunds, played_percent, reduced_prizes
from scoring.money.reads.dues import door_prices, dues_of_list, fees_of
from scoring.money.reads.ledger import (
    cash_report,
    counts_listing,
    filtered_bookings,
    ledger_listing,
    open_fees,
    pots_listing,
    report_listing,
    series_dues,
    series_listing,
    series_to_collect,
    till_listing,
    till_of,
    winners_listing,
)
from scoring.money.reads.prizes import award_of
from scoring.money.services import breaking_off, ledger
from scoring.money.services.ledger import count_till, set_fees
from scoring.money.services.pots import counter_book

MAX_COUNTS_ON_PAGE = 20


@require_GET
def show_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    source = TournamentSource(tournament)
    cash = cash_report(source)
    context = {
        "tournament": tournament,
        "source": source,  # for the next step above it
        "report": cash,
        "table": table(report_listing(cash)),
        "pots": table(pots_listing(cash.pots), links={"title": pot_page}),
        "open": sum(dues.rest for dues in open_fees(source)),
        "fees": source.cached(door_prices).fees,
    }
    return render(request, "money/report.html", context)


def pot_page(row: Row) -> str:
    return reverse("pot", args=(row["id"],))


def show_fees(request: HttpRequest, tournament_id: int) -> HttpResponse:
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


# What is open.


@require_GET
def show_open(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who still owes what, each with a button that books it as paid."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    require_not_blind(request, tournament)
    dues = open_fees(TournamentSource(tournament))
    context = {
        "tournament": tournament,
        "page": page_of_rows(request, dues),
        "count": len(dues),
        "rest": sum(player.rest for player in dues),
        "entries": tournament.entries.count(),
    }
    return render(request, "money/open.html", context)


@require_POST
def collect_fees(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Book what these players owe as paid, at the door and for their lists."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    entries = posted_entries(tournament, request.POST.getlist("entry"))
    page = f"?{request.GET.urlencode()}" if request.GET else ""
    with notifying(request):
        if not entries:
            messages.error(request, _("Please choose who has paid."))
        else:
            bookings = ledger.collect_entries(tournament, entries, by=actor(request))
            messages.success(request, booking_sentence(bookings))
    return redirect(reverse("money-open", args=[tournament.pk]) + page)


def posted_entries(tournament: Tournament, ids: list[str]) -> list[Entry]:
    """The players with these posted ids; ids that are not of the tournament are left out."""
    keys = [parse_number(text, digits=18) for text in ids]
    return list(tournament.entries.filter(pk__in=[key for key in keys if key is not None]))


def booking_sentence(bookings: list[Booking]) -> str:
    if not bookings:
        return _("Nothing was open.")
    return booked_text(sum(booking.cents for booking in bookings))


# Lost-game fees, table by table.


@require_GET
def redirect_to_series_fees(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    series = series_to_collect(TournamentSource(tournament))
    if series is None:
        messages.info(request, _("There is no series yet: there are no lists to pay for."))
        return redirect("money", tournament.pk)
    return redirect("series-fees", series.pk)


@require_GET
def series_fees(request: HttpRequest, series_id: int) -> HttpResponse:
    """What each seat owes; lists whose lost games this reader may not see yet are left out."""
    series = series_for(request, series_id, Role.CLERK)
    blind = blind_lists(request, series.tournament)
    lists = series_dues(series, drafts=right_of(request).organizer)
    visible = [dues for dues in lists if dues.score_list.pk not in blind]
    context = {
        "tournament": series.tournament,
        "series": series,
        "all_series": series.tournament.series.all(),
        "lists": visible,
        "hidden": [dues.score_list for dues in lists if dues.score_list.pk in blind],
        "due": sum(dues.due for dues in visible),
        "rest": sum(dues.rest for dues in visible),
        "fees": fees_of(series.tournament),
    }
    return render(request, "money/series.html", context)


@require_POST
def collect_list_fees(request: HttpRequest, list_id: int) -> HttpResponse:
    """Settle one seat of a list or the whole table; htmx gets the table again."""
    score_list = list_for(request, list_id, Role.CLERK)
    positions, posted = score_list.outline.positions, request.POST.getlist("seat")
    seats = [position for position in positions if not posted or str(position) in posted]
    bookings: list[Booking] = []
    with refusals() if is_partial(request) else notifying(request) as refused:
        bookings = ledger.collect_list(
            score_list, seats, rest=posted_rests(request, seats), by=actor(request)
        )
    if is_partial(request):
        dues = dues_of_list(list_for(request, list_id, Role.CLERK))  # 404 if it was removed
        context: dict[str, Any] = {"dues": dues, "fresh": True, "problems": refused.problems}
        context["message"] = booking_sentence(bookings)
        return render(request, "money/_list.html", context, status=refused.status)
    if not refused.problems:
        messages.success(request, booking_sentence(bookings))
    return redirect("series-fees", score_list.series_id)


def posted_rests(request: HttpRequest, seats: list[int]) -> dict[int, int] | None:
    """What the page showed the clerk as owed by each of these seats; None if it sent nothing."""
    texts = {seat: request.POST.get(f"rest_{seat}", "") for seat in seats}
    rests = {seat: int(text) for seat, text in texts.items() if re.fullmatch(r"-?[0-9]{1,8}", text)}
    return rests or None


# The ledger.


@require_GET
def show_ledger(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """All bookings, or those that pass the filter, newest first; without those of hidden lists."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    form = LedgerForm(request.GET)
    blind = blind_lists(request, tournament)
    bookings = filtered_bookings(tournament, **form.filters()).exclude(list__in=blind)
    page = page_of_rows(request, bookings)
    context = {
        "tournament": tournament,
        "form": form,
        "hidden": ScoreList.objects.filter(pk__in=blind),
        "page": page,
        "rows": ledger_listing(page.object_list).rows,
        "total": sum(bookings.values_list("cents", flat=True)),
        "is_filtered": any(request.GET.get(name) for name in form.fields),
    }
    return render(request, "money/ledger.html", context)


def book(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Book money by hand: change for the till, a donation, a refund."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    names = ("direction", "start_number", "kind", "pot")
    initial = {name: request.GET[name] for name in names if name in request.GET}
    form = BookForm(request.POST or None, tournament=tournament, initial=initial)
    if form.is_valid():
        with refusals(form):
            bookings = book_by_hand(request, tournament, form.cleaned_data)
            messages.success(request, booking_sentence(bookings))
            return redirect("ledger", tournament.pk)
    return form_page(request, "money/book.html", form, tournament=tournament)


def book_by_hand(
    request: HttpRequest, tournament: Tournament, data: dict[str, Any]
) -> list[Booking]:
    values: dict[str, Any] = {"reason": data["reason"], "by": actor(request)}
    pot = int(data["pot"]) if data["pot"] else None
    if data["direction"] == BookForm.REFUND and data["cents"] is None:
        return ledger.give_back(data["entry"], **values)
    if data["direction"] == BookForm.REFUND:
        return [ledger.refund(data["entry"], data["cents"], kind=data["kind"], pot=pot, **values)]
    sign = -1 if data["direction"] == BookForm.OUT else 1
    values |= {"kind": data["kind"], "entry": data["entry"], "pot": pot}
    return [ledger.book(tournament, sign * (data["cents"] or 0), **values)]


def reverse_booking(request: HttpRequest, booking_id: int) -> HttpResponse:
    booking = booking_for(request, booking_id, Role.ORGANIZER)
    form = ReasonForm(request.POST or None)
    form.fields["reason"].required = True
    if form.is_valid():
        with refusals(form):
            reason = form.cleaned_data["reason"]
            counter = counter_book(booking, reason=reason, by=actor(request))
            params = {"number": booking.number, "counter": counter.number}
            messages.success(
                request, _("Booking %(number)s is cancelled by number %(counter)s.") % params
            )
            return redirect("ledger", booking.tournament_id)
    listing = ledger_listing(filtered_bookings(booking.tournament).filter(pk=booking.pk))
    return form_page(
        request,
        "money/reverse.html",
        form,
        booking=booking,
        tournament=booking.tournament,
        row=listing.rows[0],
    )


# The till.


def show_till(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """What should be in the till, and a form to count it."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    till = till_of(TournamentSource(tournament))
    form = TillForm(request.POST or None, till=till)
    if form.is_valid():
        with refusals(form):
            amounts, note = form.amounts_by_kind(), form.cleaned_data["note"]
            rows = count_till(tournament, amounts, note=note, by=actor(request))
            sentence = ngettext(
                "%(count)s figure counted.", "%(count)s figures counted.", len(rows)
            )
            messages.success(request, sentence % {"count": len(rows)})
            return redirect("till", tournament.pk)
    counts = counts_listing(tournament, MAX_COUNTS_ON_PAGE)
    return form_page(
        request,
        "money/till.html",
        form,
        tournament=tournament,
        till=till,
        counts=table(counts),
        table=table(till_listing(till)),
    )


# Breaking off a tournament that cannot be played to its end (TO 3.4).


def break_off(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Both ways with what they would book; `?percent=` tries another part of the prizes."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    usual = played_percent(tournament)
    form = BreakOffForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            breaking_off.break_off(tournament, **form.terms(usual), by=actor(request))
            messages.success(request, _("The tournament is broken off."))
            return redirect("break-off", tournament.pk)
    percent_form = PercentForm({"percent": usual, **(request.POST or request.GET).dict()})
    percent = percent_form.cleaned_data["percent"] if percent_form.is_valid() else None
    context: dict[str, Any] = {"tournament": tournament, "percent_form": percent_form}
    if problems := breaking_off.state_problems(tournament):
        context["problems"] = problems
    else:
        context |= previews(tournament, usual if percent is None else percent)
    return form_page(request, "money/break_off.html", form, **context)


def previews(tournament: Tournament, percent: int) -> dict[str, Any]:
    source = TournamentSource(tournament)
    prizes = reduced_prizes(source, percent)
    no_prizes = breaking_off.prize_problems(prizes)
    return {
        "percent": percent,
        "refunds": fee_refunds(source),
        "no_prizes": no_prizes,
        "prizes": None if no_prizes else prizes,
    }


@require_POST
def resume_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request, _("Taken back: the tournament goes on.")):
        breaking_off.resume(
            tournament, **cleaned_data_of(ReasonForm(request.POST)), by=actor(request)
        )
        return redirect("tournament", tournament.pk)
    return redirect("break-off", tournament.pk)


# Files: the fees of a series, the winners of a pot.


@require_GET
def series_fees_file(request: HttpRequest, series_id: int, kind: str) -> HttpResponse:
    series = series_for(request, series_id, Role.CLERK)
    require_not_blind(request, series.tournament, series)
    dues = series_dues(series, drafts=right_of(request).organizer)
    return listing_file(series.tournament, series_listing(series, dues), kind)


@require_GET
def pot_file(request: HttpRequest, pot_id: int, kind: str) -> HttpResponse:
    pot = pot_for(request, pot_id, Role.CLERK)
    return listing_file(pot.tournament, winners_listing(award_of(pot)), kind)
