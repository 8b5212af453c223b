"""The formulas of all rankings, of players and of teams (docs/law.md "Ranking", TO 5.1).

A block is a sheet with one row for each result or each who is ranked. Only functions common to
Excel 2007 and LibreOffice are used.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import fill_sheet
from scoring.core.head import Head
from scoring.core.listing import Listing
from scoring.messages import reasons

# The figures that decide, in their order, and in which direction.
MERIT = (("performance", ">"), ("won", ">"), ("lost", "<"))


@dataclass(frozen=True, slots=True)
class Block:
    """The rows of a sheet that formulas refer to: its quoted name, first and last row, columns."""

    sheet: str
    first: int
    last: int
    letters: dict[str, str]

    @classmethod
    def of(cls, sheet: Worksheet, listing: Listing, head: Head) -> "Block":
        """Write a listing; at least one row is its block, so that formulas have a range."""
        heads = fill_sheet(sheet, listing, head)
        letters = {
            column.key: get_column_letter(place) for place, column in enumerate(listing.columns, 1)
        }
        quoted = "'" + sheet.title.replace("'", "''") + "'"
        return cls(quoted, heads + 1, heads + max(1, len(listing.rows)), letters)

    def range(self, key: str) -> str:
        """The column as other sheets refer to it: 'Results'!$G$7:$G$90."""
        letter = self.letters[key]
        return f"{self.sheet}!${letter}${self.first}:${letter}${self.last}"

    def own(self, key: str) -> str:
        """The column within its own sheet."""
        letter = self.letters[key]
        return f"${letter}${self.first}:${letter}${self.last}"

    def cells(self, row: int) -> dict[str, str]:
        """The cells of one row by their keys."""
        return {key: f"{letter}{row}" for key, letter in self.letters.items()}


def counts(block: Block, c: Mapping[str, str], best_of: int | None, who: str) -> str:
    """1 if a result is among the best k of its player or team, who stands in column `who`.

    Of equal ones the fewer won, then the later series, is dropped (docs/law.md "Ranking").
    """
    if best_of is None:
        return "=1"
    same = f"{block.own(who)},{c[who]}"
    better = ahead(block, c, (("performance", ">"), ("won", ">"), ("series", "<")), same)
    return f"=IF({better}<{best_of},1,0)"


def ahead(
    block: Block, c: Mapping[str, str], merit: Sequence[tuple[str, str]], among: str = ""
) -> str:
    """How many rows come before this one; each figure decides if those before it are equal."""
    equal = [among] if among else []
    found = []
    for key, sign in merit:
        found.append(f'COUNTIFS({",".join([*equal, block.own(key)])},"{sign}"&{c[key]})')
        equal.append(f"{block.own(key)},{c[key]}")
    return "+".join(found)


def rank(
    block: Block, c: Mapping[str, str], merit: Sequence[tuple[str, str]] = MERIT, *, shared: bool
) -> str:
    """How many stand ahead, and one.

    A lot decides only if all equals have drawn different ones.
    """
    found = f"1+{ahead(block, c, merit)}"
    if shared:
        return f"={found}"
    lot = block.own("lot")
    equal = ",".join(f"{block.own(key)},{c[key]}" for key, _sign in merit)
    undrawn = "*".join(f"({block.own(key)}={c[key]})" for key, _sign in merit)
    parted = (
        f'IF(COUNTIFS({equal})=1,0,IF(SUMPRODUCT({undrawn}*({lot}=""))>0,0,'
        f'COUNTIFS({equal},{lot},"<"&{c["lot"]})))'
    )
    return f"={found}+{parted}"


def place(block: Block, c: Mapping[str, str]) -> str:
    """The row in the ranking: equal ranks are ordered by number."""
    return (
        f"={c['rank']}+COUNTIFS({block.own('rank')},{c['rank']},"
        f'{block.own("number")},"<"&{c["number"]})'
    )


def reason(
    block: Block,
    c: Mapping[str, str],
    behind: Mapping[str, str] | None,
    merit: Sequence[tuple[str, str]] = MERIT,
    *,
    shared: bool,
) -> str:
    """Why a row is ahead of the next (`behind`); empty if the first figure decides."""
    words = {key: sentence.replace('"', '""') for key, sentence in reasons().items()}
    among = f'"{words["shared" if shared else "needed"]}"'
    found = '""'
    if behind is not None:
        found = f'"{words["lot"]}"'
        (usual, _sign), *others = merit
        for key, _sign in reversed(others):
            figures = {"own": f'"&{c[key]}&"', "other": f'"&{behind[key]}&"'}
            found = f'IF({c[key]}<>{behind[key]},"{words[key] % figures}",{found})'
        found = f'IF({c[usual]}<>{behind[usual]},"",{found})'
    return f"=IF(COUNTIF({block.own('rank')},{c['rank']})>1,{among},{found})"
