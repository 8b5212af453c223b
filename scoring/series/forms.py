"""Forms for series: draws, changes of a seating, the search, reasons, new series and lists."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.core.forms import DateField, Form, NumberField, TextField, TimeField, set_choices
from scoring.messages.series import APART, DRAW_MODES, THREE_SEATS
from scoring.models.person import MAX_START_NUMBER
from scoring.models.score_list import MAX_TABLE_NUMBER
from scoring.models.tournament import LAST_SERIES_NUMBER, MAX_TIME_LIMIT, ROUNDS
from scoring.series.reads.draw_request import LEAGUE, MANUAL, DrawOptions, Tables
from scoring.series.reads.series import PlayerWithoutList
from scoring.series.services.draw import MAX_SEED_LENGTH
from scoring.series.services.series import MAX_NO_LIST_REASON_LENGTH

MAX_REASON_LENGTH = 200


def choices_of(
    words: Mapping[str, str | Promise], *without: str
) -> list[tuple[str, str | Promise]]:
    return [(code, word) for code, word in words.items() if code not in without]


class DrawForm(Form):
    """Mode and options of a draw, and a reason if an earlier draw was `shown` to others.

    If only a draw of a later series was shown (`later_shown`), the service requires the reason as
    soon as that series is drawn, too.
    """

    mode = forms.ChoiceField(label=_("Way of drawing"), choices=choices_of(DRAW_MODES, MANUAL))
    series = forms.TypedChoiceField(label=_("Series drawn at once"), coerce=int)
    clubs = forms.ChoiceField(label=_("Players of one club"), choices=choices_of(APART))
    teams = forms.ChoiceField(label=_("Players of one team"), choices=choices_of(APART))
    three_seats = forms.ChoiceField(
        label=_("At the tables of three sit"), choices=choices_of(THREE_SEATS)
    )
    provable = forms.BooleanField(
        label=_("Provable draw: show the hash first, then throw dice for the seed"),
        required=False,
    )
    reason = TextField(label=_("Why is it to be drawn again?"), max_length=MAX_REASON_LENGTH)
    options = ("mode", "series", "clubs", "teams", "three_seats")

    def __init__(
        self,
        data: Any,
        *,
        draw_options: DrawOptions,
        most: int,
        shown: bool,
        later_shown: bool,
        league: bool = False,
    ) -> None:
        super().__init__(
            data, initial={**draw_options.document(), "series": min(draw_options.series, most)}
        )
        several = [
            (
                count,
                ngettext("this one and %(count)s more", "this one and %(count)s more", count - 1)
                % {"count": count - 1},
            )
            for count in range(2, most + 1)
        ]
        set_choices(self, "series", [(1, gettext("this one alone")), *several])
        if not league:
            set_choices(self, "mode", choices_of(DRAW_MODES, MANUAL, LEAGUE))
        self.fields["reason"].required = shown
        if not (shown or later_shown):
            del self.fields["reason"]

    @property
    def draw_options(self) -> DrawOptions:
        return DrawOptions(**{name: self.cleaned_data[name] for name in self.options})


class ThrowForm(Form):
    """What the dice showed."""

    seed = TextField(
        label=_("What was thrown"),
        max_length=MAX_SEED_LENGTH,
        help_text=_("Exactly as everybody saw it, such as 4 6 1 3 2 5. Six dice or more."),
    )


class ByHandForm(Form):
    """The whole seating as text: one line a table, start numbers in the order of the seats."""

    tables = forms.CharField(
        label=_("Tables"),
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "class": "figures"}),
        help_text=_(
            "One line for each table, from table 1: the start numbers in the order of the seats, "
            "such as 3 17 8 21."
        ),
    )
    reason = TextField(
        label=_("Why is it to be seated again?"), max_length=MAX_REASON_LENGTH, required=False
    )

    def __init__(self, data: Any = None, *, tables: Tables | None = None, shown: bool) -> None:
        lines = [" ".join(map(str, seated)) for seated in (tables or {}).values()]
        super().__init__(data, initial={"tables": "\n".join(lines)})
        self.fields["reason"].required = shown
        if not shown:
            self.fields["reason"].label = _("Reason")
            self.fields["reason"].help_text = _(
                "Needed only for more than three tables of three (TO 7.1.1)."
            )

    def clean_tables(self) -> Tables:
        """Table number → start numbers; empty lines are skipped."""
        tables: Tables = {}
        for line in self.cleaned_data["tables"].splitlines():
            words = re.split(r"[\s,;/]+", line.strip(" \t,;/"))
            if words == [""]:
                continue
            if not all(re.fullmatch(r"[0-9]{1,5}", word) for word in words):
                raise forms.ValidationError(
                    gettext("Table %(table)s: only start numbers, please.")
                    % {"table": len(tables) + 1}
                )
            tables[len(tables) + 1] = [int(word) for word in words]
        if not tables:
            raise forms.ValidationError(gettext("Nobody is seated yet."))
        if len(tables) > MAX_TABLE_NUMBER:
            raise forms.ValidationError(
                gettext("At most %(most)s tables.") % {"most": MAX_TABLE_NUMBER}
            )
        return tables


class SeatChangeForm(Form):
    """One act after the seating is released; players by start number, tables by number."""

    player = NumberField(min_value=1, max_value=MAX_START_NUMBER, required=False)
    latecomer = NumberField(min_value=1, max_value=MAX_START_NUMBER, required=False)
    table = NumberField(min_value=1, max_value=MAX_TABLE_NUMBER, required=False)
    other_table = NumberField(min_value=1, max_value=MAX_TABLE_NUMBER, required=False)
    no_show = forms.BooleanField(required=False)
    reason = TextField(max_length=400, required=False)


class TimeLimitForm(Form):
    """How long the lists of a series may take; empty: no limit."""

    minutes = NumberField(
        label=_("Time limit in minutes"), min_value=1, max_value=MAX_TIME_LIMIT, required=False
    )


REASON = re.compile(r"reason-([0-9]{1,5})")


class NoListForm(Form):
    """Why players who are present have no list: one field a player."""

    def __init__(self, data: Any = None, *, players: Iterable[PlayerWithoutList]) -> None:
        super().__init__(data)
        self.players = tuple(players)
        for player in self.players:
            number = player.entry.start_number
            field = TextField(
                label=f"{player.entry.person} ({number})",
                max_length=MAX_NO_LIST_REASON_LENGTH,
                required=False,
                initial=player.reason,
            )
            field.widget.attrs["class"] = "form-control"
            self.fields[f"reason-{number}"] = field

    def clean(self) -> dict[str, Any]:
        super().clean()
        # A reason that was there is taken back by an empty field; others are no change.
        former = [player.reason for player, field in self.rows if field.html_name in self.data]
        if not self.errors and not self.late and not any([*self.cleaned_data.values(), *former]):
            raise forms.ValidationError(_("Please type a reason, or give the player a seat."))
        return self.cleaned_data

    @property
    def late(self) -> list[int]:
        """The start numbers of players who were seated or left since the page was opened."""
        names = [name for name, text in self.data.items() if text and name not in self.fields]
        return sorted(int(match[1]) for name in names if (match := REASON.fullmatch(name)))

    @property
    def rows(self) -> list[tuple[PlayerWithoutList, forms.BoundField]]:
        return [(player, self[f"reason-{player.entry.start_number}"]) for player in self.players]

    @property
    def reasons(self) -> dict[int, str]:
        """The posted reasons by start number; call it on a valid form."""
        texts = {name: text for name, text in self.cleaned_data.items() if name in self.data}
        return {int(name.removeprefix("reason-")): text for name, text in texts.items()}


class SeriesForm(Form):
    rounds = NumberField(label=_("Rounds"), min_value=ROUNDS[0], max_value=ROUNDS[-1], initial=12)
    day = DateField(label=_("Day"), required=False)
    minutes = NumberField(
        label=_("Time limit in minutes"),
        min_value=1,
        max_value=MAX_TIME_LIMIT,
        required=False,
        help_text=_("130 minutes are usual for 12 rounds. Empty: no limit."),
    )


class TimesForm(Form):
    """The plan of a day; with a wanted end and a number of series, how many games fit."""

    begins_at = TimeField(label=_("Beginning"), required=False)
    series_minutes = NumberField(
        label=_("Minutes of a series"),
        min_value=1,
        max_value=MAX_TIME_LIMIT,
        required=False,
        help_text=_("Empty: the time limit of the series, else 130 minutes for 12 rounds."),
    )
    break_minutes = NumberField(
        label=_("Minutes of a break"), min_value=0, max_value=MAX_TIME_LIMIT, initial=15
    )
    ends_at = TimeField(label=_("Wanted end"), required=False)
    count = NumberField(
        label=_("Series"), min_value=1, max_value=LAST_SERIES_NUMBER, required=False
    )


class OpenListForm(Form):
    """A list as written on the paper: the table and its players.

    A fourth table of three needs a `reason` (TO 7.1.1).
    """

    table = NumberField(label=_("Table"), min_value=1, max_value=MAX_TABLE_NUMBER)
    seat1 = NumberField(label=_("Seat 1"), min_value=1, max_value=MAX_START_NUMBER)
    seat2 = NumberField(label=_("Seat 2"), min_value=1, max_value=MAX_START_NUMBER)
    seat3 = NumberField(label=_("Seat 3"), min_value=1, max_value=MAX_START_NUMBER)
    seat4 = NumberField(label=_("Seat 4"), min_value=1, max_value=MAX_START_NUMBER, required=False)
    reason = TextField(label=_("Reason"), max_length=400, required=False)

    @property
    def start_numbers(self) -> list[int]:
        seats = [self.cleaned_data[f"seat{position}"] for position in range(1, 5)]
        return [number for number in seats if number is not None]
