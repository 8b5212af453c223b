"""The organizer's page of publishing: switches, the freeze, links and codes."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.forms import (
    DateField,
    Form,
    ReasonForm,
    cleaned_data_of,
    form_page,
    notifying,
    parse_number,
    refusals,
)
from scoring.core.links import room_link, season_link
from scoring.core.text import plain_text
from scoring.messages.labels import label
from scoring.models import Announcement, Role
from scoring.models.tournament import current_series
from scoring.public import services
from scoring.public.reads.announcement import announced_parts, draft_of, suggestions
from scoring.public.reads.projector import part_choices
from scoring.rules.announcement import ITEMS, MAX_ITEM_LENGTH


def plain_lines(text: str) -> str:
    """A text of several lines without invisible characters, outer blanks and repeated empty lines.

    >>> plain_lines("  Startgeld\\x00 10 € \\r\\n\\n\\n\\n Kartengeld 1 € \\n")
    'Startgeld 10 €\\n\\nKartengeld 1 €'
    """
    lines = "\n".join(plain_text(line) for line in re.split(r"\r\n|\r|\n", text))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


class LinesField(forms.CharField):
    def to_python(self, value: object) -> str:
        return plain_lines(str(value)) if value else ""


class PublicUntilForm(Form):
    until = DateField(label=gettext_lazy("Last day on the web"), required=False)


class AnnouncementForm(Form):
    """The items of TO 6.2, a few lines each; in a draft any of them may be empty."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for item in ITEMS:
            letter = item.code.partition(".")[2]
            self.fields[item.field] = LinesField(
                label=f"{letter}) {label('announcement_item', item.code)}",
                required=False,
                max_length=MAX_ITEM_LENGTH,
                help_text=", ".join(item.rules),
                widget=forms.Textarea(attrs={"rows": 2, "class": "form-control"}),
            )

    @classmethod
    def of(
        cls, announcement: Announcement, suggested: Mapping[str, str], data: Any = None
    ) -> "AnnouncementForm":
        """The form with the draft; before the first draft with suggestions."""
        items = announcement.items if announcement.pk else suggested
        return cls(data, initial={item.field: items.get(item.code, "") for item in ITEMS})

    def items(self) -> dict[str, str]:
        return {item.code: self.cleaned_data[item.field] for item in ITEMS}


# The public pages on the sheet of links.
LINKS: tuple[tuple[str, str | Promise], ...] = (
    ("room", gettext_lazy("Start page")),
    ("room-seats", pgettext_lazy("room", "Seating")),
    ("room-standings", gettext_lazy("Standings")),
    ("room-pictures", gettext_lazy("Pictures")),
    ("room-plan", gettext_lazy("Tournament plan")),
    ("room-announcement", gettext_lazy("Announcement")),
    ("room-wall", gettext_lazy("Projector")),
)
WALL_PLACES = (10, 20, 40, 100)  # choices for the places of each ranking on the projector
MANY_PLAYERS = 60  # above which cutting the rankings is suggested


@require_GET
def show_public(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    all_series, series = list(tournament.series.all()), current_series(tournament)
    context = {
        "tournament": tournament,
        "all_series": all_series,
        "until_form": PublicUntilForm(initial={"until": tournament.public_until}),
        # As a rule before the current or last series.
        "freeze_at": max(series.number - 1, 0) if series else 0,
        "announcement": draft_of(tournament),
        "start": room_link(request, _("Start page"), "room", tournament.pk),
        "season_link": season_link(request, tournament.season),
        "wall": room_link(request, _("Projector"), "room-wall", tournament.pk),
        "wall_parts": part_choices(tournament),
        "wall_places": WALL_PLACES,
        "many": tournament.entries.count() > MANY_PLAYERS,
    }
    return render(request, "public/publishing.html", context)


@require_GET
def links(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Every public page with its address and QR code, to be printed."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    has_announcement = draft_of(tournament).published_at is not None
    room_links = [
        room_link(request, word, name, tournament.pk)
        for name, word in LINKS
        if has_announcement or name != "room-announcement"
    ]
    if season := season_link(request, tournament.season):
        room_links.append(season)
    return render(request, "public/links.html", {"tournament": tournament, "links": room_links})


@require_POST
def switch(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Set one switch: a part of a series, the last day, chances, releases at once, or all pages."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    on = request.POST.get("on") == "yes"
    with notifying(request):
        if series := request.POST.get("series"):
            number = parse_number(series, digits=5) or 0
            row = get_object_or_404(tournament.series, number=number)
            services.set_part_public(row, request.POST.get("part", ""), on, by=actor(request))
        elif "until" in request.POST:
            data = cleaned_data_of(PublicUntilForm(request.POST))
            services.set_public_until(tournament, **data, by=actor(request))
            messages.success(request, _("Saved."))
        elif request.POST.get("chances"):
            services.set_shows_chances(tournament, on, by=actor(request))
        elif request.POST.get("releases"):
            services.set_shows_releases(tournament, on, by=actor(request))
        else:
            services.set_public(tournament, on, by=actor(request))
    return redirect("tournament-public", tournament.pk)


@require_POST
def freeze(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    after = parse_number(request.POST.get("after", ""), digits=5)
    with notifying(request):
        services.set_frozen_after(tournament, after, by=actor(request))
    return redirect("tournament-public", tournament.pk)


def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The draft: saved, or saved and published if nothing is missing."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    draft = draft_of(tournament)
    form = AnnouncementForm.of(draft, suggestions(tournament), request.POST or None)
    if form.is_valid():
        saved, publishing = False, "publish" in request.POST
        with refusals(form):
            services.save_announcement(tournament, form.items(), by=actor(request))
            saved = True
            if publishing:
                services.publish_announcement(tournament, by=actor(request))
            published = _("The announcement is published.")
            messages.success(request, published if publishing else _("The announcement is saved."))
            return redirect("announcement", tournament.pk)
        if saved:
            form.add_error(None, _("Not published yet. What was typed is kept as a draft."))
    context: dict[str, Any] = {"tournament": tournament, "draft": draft}
    context["parts"] = announced_parts(draft)
    return form_page(request, "public/edit_announcement.html", form, **context)


@require_POST
def withdraw(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request):
        services.withdraw_announcement(
            tournament, **cleaned_data_of(ReasonForm(request.POST)), by=actor(request)
        )
    return redirect("announcement", tournament.pk)
