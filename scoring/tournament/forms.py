"""Forms for the terms and steps of a tournament, the defaults of a host, seasons and evenings."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import (
    DateField,
    Form,
    HostedForm,
    MomentField,
    NumberField,
    ReasonForm,
    StakeField,
    TextField,
    set_choices,
)
from scoring.messages.labels import label
from scoring.models import HostDefaults, Season, Tournament
from scoring.models.season import MAX_KEPT, MAX_SEASON_NAME, SeasonKind, SeasonOrder
from scoring.models.tournament import ROUNDS, Confirm, Counts, Ties
from scoring.money.forms import FeesForm
from scoring.money.services.ledger import fee_columns
from scoring.rules.score_list import SCHEMES
from scoring.rules.systems import ISKO, SYSTEMS, find
from scoring.tournament.reads.evenings import Attendee
from scoring.tournament.services.seasons import SeasonTerms
from scoring.tournament.services.tournaments import (
    MAX_NAME_LENGTH,
    MAX_SERIES_AT_CREATION,
    TournamentTerms,
    stake_text,
    tournament_terms,
)


@dataclass(frozen=True, slots=True)
class TournamentKind:
    """What a new tournament of this kind starts with."""

    word: str | Promise
    hint: str | Promise
    series: int = 0  # 0: as many as the host proposes
    fees: bool = True  # those of the host
    asks_handed_in: bool = True  # signatures, lists and start cards, at the end
    confirm: Confirm = Confirm.SECOND
    league: bool = False  # teams with match points, and substitutes
    in_season: bool = False  # counts in the club's season


PREISSKAT = "preisskat"  # unless another kind is chosen
KINDS = {
    PREISSKAT: TournamentKind(
        _("Open tournament with prizes"),
        _("Fees, pots and prizes; no papers to hand in."),
        asks_handed_in=False,
    ),
    "evening": TournamentKind(
        _("Club evening"),
        _("Two series that count in the season of the club; no papers to hand in."),
        series=2,
        asks_handed_in=False,
        confirm=Confirm.SELF,
        in_season=True,
    ),
    "match-day": TournamentKind(
        _("Match day of a league"),
        _("Teams of four by match points, with substitutes, without money."),
        series=3,
        fees=False,
        asks_handed_in=False,
        league=True,
    ),
    "championship": TournamentKind(
        _("Championship"),
        _("Lists and start cards are handed in before a prize is paid."),
    ),
}


# The terms of a tournament.


def edition_choices() -> list[tuple[str, str]]:
    """Every rule system with every edition: "isko-1998/2022"."""
    choices = []
    for system in SYSTEMS.values():
        name = label("system", system.key)
        for edition in system.editions:
            words = name if edition in name else f"{name}, {edition}"
            choices.append((f"{system.key}/{edition}", words))
    return choices


def scheme_choices() -> list[tuple[str, str]]:
    default = ("", str(_("as usual in this rule system")))
    return [default, *((scheme, label("scheme", scheme)) for scheme in SCHEMES)]


def hand_loss_choices() -> list[tuple[str, str]]:
    factors = sorted({factor for system in SYSTEMS.values() for factor in system.hand_loss_options})
    default = ("", str(_("as the rule system says")))
    return [default, *((str(factor), f"× {factor}") for factor in factors)]


def count_field(text: str | Promise, help_text: str | Promise) -> NumberField:
    return NumberField(
        label=text, min_value=1, max_value=MAX_KEPT, required=False, help_text=help_text
    )


class MoveForm(ReasonForm):
    """A step of the tournament; `until` is the end of a review."""

    until = MomentField(label=_("Objections are heard until"), required=False)


class UsualChoiceField(forms.TypedChoiceField):
    """A choice that has the usual value unless another one is sent."""

    def __init__(self, *, usual: str, **options: Any) -> None:
        super().__init__(initial=usual, empty_value=usual, required=False, **options)


OTHER_RULES = ("system", "stake", "hand_loss", "ramsch", "wenzels", "wenzel_bonus")


class RulesForm(Form):
    """How a tournament is played and counted."""

    place = TextField(label=_("Place"), max_length=MAX_NAME_LENGTH, required=False)
    organizer = TextField(label=_("Organized by"), max_length=MAX_NAME_LENGTH, required=False)
    system = UsualChoiceField(
        label=_("Rules"), choices=edition_choices, usual=f"{ISKO.key}/{ISKO.newest_edition}"
    )
    scheme = forms.ChoiceField(label=_("Scoring"), choices=scheme_choices, required=False)
    ties = UsualChoiceField(
        label=_("When players are equal in everything"), choices=Ties.choices, usual=Ties.LOT
    )
    counts = UsualChoiceField(
        label=_("What the standings count"), choices=Counts.choices, usual=Counts.ENTERED
    )
    confirm = UsualChoiceField(
        label=_("Who confirms lists?"),
        choices=Confirm.choices,
        usual=Confirm.SECOND,
        help_text=_(
            "A blind second entry is typed without seeing the first; a list counts in the "
            "standings only after it. Whoever entered a list may confirm it only with the last "
            "choice, and then it is marked."
        ),
    )
    paper_total = forms.BooleanField(
        label=_("Ask for the total on the paper when three figures a player are entered"),
        help_text=_("Without it a misread figure cannot be noticed."),
        initial=True,
        required=False,
    )

    details: tuple[str, ...] = ()

    @property
    def usual_rules(self) -> list[str]:
        return [name for name in self.details if name not in OTHER_RULES]

    @property
    def other_rules(self) -> list[str]:
        """Rules that hardly any tournament changes; the page folds them away."""
        return [name for name in self.details if name in OTHER_RULES]

    @property
    def plays_by_other_rules(self) -> bool:
        """Whether one of them was changed or is invalid: then the page unfolds them."""
        fields = [self[name] for name in self.other_rules]
        usual = (None, "", False)
        return any(
            field.errors or field.value() not in (*usual, field.field.initial) for field in fields
        )

    def rule_values(self) -> dict[str, Any]:
        values = {name: self.cleaned_data[name] for name in RulesForm.base_fields}
        system, _slash, edition = values["system"].partition("/")
        return values | {"system": system, "edition": edition}


class TermsForm(RulesForm):
    name = TextField(label=_("Name of the tournament"), max_length=MAX_NAME_LENGTH)
    date = DateField(label=_("Date"), initial=timezone.localdate)
    stake = StakeField(
        label=_("Stake in cents a point"),
        required=False,
        help_text=_(
            "1/10, 1/4, 0,5 or 1. It is agreed before a series and holds from the next one that "
            "has not begun. Empty: nobody plays for money (TO 9.2)."
        ),
    )

    def terms(self) -> TournamentTerms:
        values = self.cleaned_data | self.rule_values()
        fields = values.keys() & TournamentTerms.__dataclass_fields__.keys()
        return TournamentTerms(**{name: values[name] for name in fields})


class SizeForm(Form):
    series = NumberField(
        label=_("Series"), min_value=0, max_value=MAX_SERIES_AT_CREATION, initial=3
    )
    rounds = NumberField(
        label=_("Rounds in a series"),
        min_value=ROUNDS[0],
        max_value=ROUNDS[-1],
        initial=12,
        help_text=_("12 rounds are 48 games at a table of four and 36 at a table of three."),
    )


class NewTournamentForm(HostedForm, SizeForm, TermsForm):
    """A new tournament. For another host or kind the form is fetched again with other defaults."""

    season = TextField(label=_("Season"), max_length=MAX_SEASON_NAME, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "held_by" in self.fields:
            self.fields["held_by"].widget.attrs |= {
                "hx-get": reverse("tournament-new"),
                "hx-include": "#id_name, #id_date, [name=kind]:checked",
                "hx-target": "#terms",
                "hx-select": "#terms",
                "hx-swap": "outerHTML",
            }
        if not self.kind.in_season:
            del self.fields["season"]

    details = ("system", "scheme", "ties", "counts", "confirm", "paper_total", "stake")

    @property
    def kind(self) -> TournamentKind:
        asked = self.data.get("kind") or self.initial.get("kind")
        return KINDS.get(str(asked), KINDS[PREISSKAT])

    @property
    def basics(self) -> tuple[str, ...]:
        host = ("held_by",) if "held_by" in self.fields else ()
        season = ("season",) if "season" in self.fields else ()
        return "name", *host, "date", "place", "organizer", "series", "rounds", *season

    def terms(self) -> TournamentTerms:
        return replace(
            super().terms(),
            ask_handed_in=self.kind.asks_handed_in,
            league=self.kind.league,
            substitutes=self.kind.league,
        )


class DefaultsForm(SizeForm, RulesForm, FeesForm):
    language = forms.ChoiceField(
        label=_("Language of new accounts"),
        choices=[("", _("as the browser says")), *settings.LANGUAGES],
        required=False,
        help_text=_(
            "The language in which people with a new account of this host first see the program."
        ),
    )
    basics = ("place", "organizer", "series", "rounds", "language")
    details = ("system", "scheme", "ties", "counts", "confirm", "paper_total")

    @classmethod
    def of(cls, defaults: HostDefaults, data: Any = None) -> "DefaultsForm":
        return cls(data, initial=cls.values(defaults) | defaults_as_initial(defaults))

    def columns(self) -> dict[str, Any]:
        size = {key: self.cleaned_data[key] for key in ("series", "rounds", "language")}
        return {**self.rule_values(), **size, **fee_columns(self.prices())}


def initial_for_kind(defaults: HostDefaults, key: str) -> dict[str, Any]:
    key = key if key in KINDS else PREISSKAT
    kind = KINDS[key]
    values = defaults_as_initial(defaults) | {"kind": key}
    # What the host has set counts more than what is typical of the kind.
    if not HostDefaults.objects.filter(host=defaults.host_id).exists():
        values |= {"confirm": kind.confirm} | ({"series": kind.series} if kind.series else {})
    if kind.in_season:
        of_club = Season.objects.filter(host=defaults.host_id, kind=SeasonKind.CLUB)
        newest = of_club.filter(closed_at__isnull=True).order_by("-pk").first()
        championship = gettext("Club championship %(year)s") % {"year": timezone.localdate().year}
        values["season"] = newest.name if newest else championship
    return values


def defaults_as_initial(defaults: HostDefaults) -> dict[str, Any]:
    keys = (*DefaultsForm.basics, *DefaultsForm.details)
    values = {key: getattr(defaults, key) for key in keys}
    system = find(defaults.system) or ISKO
    edition = defaults.edition or system.newest_edition
    return values | {"system": f"{system.key}/{edition}"}


class SettingsForm(TermsForm):
    hand_loss = forms.TypedChoiceField(
        label=_("A lost hand game counts"),
        choices=hand_loss_choices,
        coerce=int,
        empty_value=None,
        required=False,
    )
    ramsch = forms.BooleanField(label=_("Ramsch is played when everybody passes"), required=False)
    wenzels = forms.BooleanField(
        label=_("Queens and kings may be wenzels"),
        help_text=_(
            "Instead of the jacks they are then the four highest trumps of a game. The Skat Order "
            "knows jacks only (SkO 2.3.2)."
        ),
        required=False,
    )
    wenzel_bonus = forms.BooleanField(
        label=_("Queens as wenzels count one step more, kings two"), required=False
    )
    best_of = count_field(
        _("Series that count"),
        _("The best of each player; the others are shown as dropped. Empty: all."),
    )
    season = TextField(
        label=_("Season"),
        max_length=MAX_SEASON_NAME,
        required=False,
        help_text=_("Tournaments that name the same season are counted together."),
    )
    season_best_of = count_field(
        _("Tournaments of the season that count"),
        _("The best of each person, for the whole season. Empty: as before; in a new season all."),
    )
    league = forms.BooleanField(
        label=_("Teams play for match points by series, as leagues do (3-2-1-0)"), required=False
    )
    substitutes = forms.BooleanField(
        label=_("In a league: who leaves during a series may be replaced at a round"),
        required=False,
    )
    ask_handed_in = forms.BooleanField(
        label=_("Ask for signatures, lists and start cards at the end (TO 9.11, 9.13)"),
        required=False,
    )
    phones = forms.BooleanField(
        label=_("Lists are kept at the table by phone"),
        help_text=_(
            "With the release every list gets an address of its own, as a QR code on the prepared "
            "list and the table sign. Paper stays possible at every table."
        ),
        required=False,
    )
    signed_suffices = forms.BooleanField(
        label=_("Lists that all have signed at the table need no second person"), required=False
    )
    basics: tuple[str, ...] = ("name", "date", "place", "organizer")
    details: tuple[str, ...] = (
        *NewTournamentForm.details,
        *("hand_loss", "ramsch", "wenzels", "wenzel_bonus"),
        *("best_of", "season", "season_best_of", "league", "substitutes", "ask_handed_in"),
        *("phones", "signed_suffices"),
    )
    reported: TournamentTerms | None = None  # those of a result from elsewhere

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "SettingsForm":
        terms = tournament_terms(tournament)
        initial = asdict(terms) | {"name": tournament.title, "stake": stake_text(terms.stake)}
        initial["system"] = f"{tournament.system}/{tournament.edition}"
        if not tournament.phones:
            initial["signed_suffices"] = True  # where phones begin, no list has a paper to compare
        if tournament.scheme == tournament.rule_system.scheme:
            initial["scheme"] = ""  # the default stays one, even if other rules are chosen
        form = cls(data, initial=initial)
        if tournament.reported_at:  # the rest is set where it was played
            form.basics, form.details, form.reported = ("season", "season_best_of"), (), terms
            form.fields = {name: form.fields[name] for name in form.basics}
        return form

    def terms(self) -> TournamentTerms:
        if self.reported is not None:
            return replace(self.reported, **self.cleaned_data)
        self.cleaned_data["signed_suffices"] &= self.cleaned_data["phones"]
        return super().terms()


# Seasons, their tournaments and evenings.


class AttendanceForm(Form):
    """People who played before, to be ticked; `paid` books what is due at the door."""

    people = forms.TypedMultipleChoiceField(label=_("Who is here?"), coerce=int, required=False)
    paid = forms.BooleanField(label=_("Entry fees are collected now"), required=False, initial=True)

    def __init__(self, *args: Any, people: Sequence[Attendee], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        persons = [attendee.person for attendee in people]
        set_choices(self, "people", [(person.pk, str(person)) for person in persons])


class NextEveningForm(AttendanceForm):
    name = TextField(label=_("Name of the evening"), max_length=MAX_NAME_LENGTH)
    date = DateField(label=_("Date"))
    season = TextField(
        label=_("Season"),
        max_length=MAX_SEASON_NAME,
        help_text=_("Evenings of the same season are counted together."),
    )
    field_order = ("name", "date", "season", "people", "paid")


class SeasonForm(Form):
    name = TextField(label=_("Name of the season"), max_length=MAX_SEASON_NAME)
    kind = forms.ChoiceField(label=_("Kind"), choices=SeasonKind.choices)
    order = forms.ChoiceField(label=_("Ranked by"), choices=SeasonOrder.choices)
    best_of = count_field(
        _("How many evenings count"), _("The best of each person. Empty: all of them.")
    )
    least = count_field(
        _("Evenings needed for a rank"),
        _("Whoever came less often stands at the end, without a rank."),
    )

    def terms(self) -> SeasonTerms:
        return SeasonTerms(**{key: self.cleaned_data[key] for key in SeasonForm.base_fields})


class NewSeasonForm(HostedForm, SeasonForm):
    """A season before its first evening."""


class TournamentChoiceForm(Form):
    tournament = forms.TypedChoiceField(label=_("Tournament"), coerce=int)

    def __init__(self, *args: Any, offered: Iterable[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = {tournament.pk: tournament for tournament in offered}
        names = {
            pk: f"{tournament.name}, {date_format(tournament.date, 'SHORT_DATE_FORMAT')}"
            for pk, tournament in self.offered.items()
        }
        set_choices(self, "tournament", names.items())

    @property
    def chosen(self) -> Tournament:
        return self.offered[self.cleaned_data["tournament"]]
