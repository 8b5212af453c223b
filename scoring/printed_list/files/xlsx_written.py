"""Where the sums of a list stand in its workbook, so that other sheets can refer to them."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.printed_list.files.xlsx_formulas_foot import POINTS, TOTAL
from scoring.printed_list.files.xlsx_layout import SheetLayout
from scoring.printed_list.files.xlsx_results import SeatSums
from scoring.printed_list.reads.xlsx_rows import LiveList


@dataclass(frozen=True, slots=True)
class WrittenList:
    """A list on the sheet of this name; its foot begins in row `foot`."""

    sheet: str
    live: LiveList
    layout: SheetLayout
    foot: int
    sums: Mapping[int, SeatSums]

    def reference(self, cell: str) -> str:
        """A cell as formulas of other sheets name it: 'S1 T2'!N54."""
        return f"'{self.sheet}'!{cell}"

    def formulas(self, seat: int) -> dict[str, str]:
        """The sums of a seat as formulas of another sheet."""
        lost = {
            each: self.reference(self.layout.cell(f"lost_{each}", self.foot + POINTS))
            for each in range(1, self.layout.seats + 1)
        }
        others = "+".join(cell for each, cell in lost.items() if each != seat)
        return {
            "points": self.reference(self.layout.cell(f"points_{seat}", self.foot)),
            "won": self.reference(self.layout.cell(f"won_{seat}", self.foot)),
            "lost": lost[seat],
            "others_lost": others,
        }

    def total(self, seat: int) -> str:
        """The performance of a seat, as a formula of another sheet."""
        return self.reference(self.layout.cell(f"points_{seat}", self.foot + TOTAL))
