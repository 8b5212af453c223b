"""What a second person sends: signatures, second entries, and decisions by the paper."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.confirmation.reads.second_entry import EntryDifference, typed_line
from scoring.confirmation.services.second_entry import Choice
from scoring.core.forms import RevisionField
from scoring.desk.forms.lines import LineForm
from scoring.desk.forms.totals import TotalsForm
from scoring.models import Recheck

FIRST, SECOND = "first", "second"


class SignedForm(forms.Form):
    """The positions of the list that signed it (TO 9.11), and the revision compared with it."""

    revision = RevisionField()
    all_signed = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, seats: Sequence[int]) -> None:
        super().__init__(data)
        self.seats = seats
        self.fields["signed"] = forms.TypedMultipleChoiceField(
            coerce=int, choices=[(seat, seat) for seat in self.seats], required=False
        )

    @property
    def signatures(self) -> list[int]:
        """The signed seats, even if the rest of the form is invalid."""
        data = self.cleaned_data if self.is_bound and not self.errors else {}
        if data.get("all_signed"):
            return list(self.seats)
        return list(data.get("signed", []))


class ResolveForm(SignedForm):
    """Which entry is right at each difference; `steps` is that of the entry shown."""

    steps = RevisionField(min_value=0)

    def __init__(
        self, data: Any = None, *, seats: Sequence[int], found: Sequence[EntryDifference]
    ) -> None:
        super().__init__(data, seats=seats)
        self.found = found
        for each in found:
            self.fields[f"choice_{each.place}"] = forms.ChoiceField(
                choices=[(FIRST, _("first entry")), (SECOND, _("second entry"))], required=False
            )
            self.fields[f"shown_{each.place}"] = forms.CharField(required=False, max_length=16)

    @property
    def choices(self) -> Mapping[int, Choice]:
        """The decided places, but for those at which another difference was shown."""
        data = self.cleaned_data
        return {
            each.place: data[f"choice_{each.place}"]
            for each in self.found
            if data[f"choice_{each.place}"] and data[f"shown_{each.place}"] in ("", each.mark)
        }


class BlindLineForm(LineForm):
    """A line of a second entry, without the list's own lines."""

    def __init__(self, data: Any, *, recheck: Recheck, number: int) -> None:
        super().__init__(data, score_list=recheck.list, number=number)
        self.present = typed_line(recheck, number)

    def chosen(self, text: str) -> None:
        """Candidates would come from the first entry: there are none."""
        return


class BlindTotalsForm(TotalsForm):
    """The figures of a second entry."""

    @property
    def games(self) -> int:
        return self.score_list.outline.games_due
