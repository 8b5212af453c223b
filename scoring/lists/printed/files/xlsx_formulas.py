"""The positions on the sheet of a list, and its formulas (docs/law.md "The four systems", 2, 3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl.utils import get_column_letter

from scoring.rules.systems import GRAND, MAX_TOPS, System
from scoring.rules.valuation import WENZEL_BONUS

MARK = "skat-list/1"  # at the end of the first row, by which the sheet is recognised
TITLE, ABOUT, NAMES, STARTS, HEADINGS = 1, 2, 3, 4, 5  # rows
FIRST = HEADINGS + 1  # the row of the first game
# The fields of row 2: label, then value two columns on.
ABOUT_KEYS = ("series", "table", "seats", "rounds", "played", "passed", "reason")
RESULT_KEYS = ("soloist", "won", "raised", "factor", "value", "plus", "minus")
LEVELS = (("schneider", "schneider_announced"), ("schwarz", "schwarz_announced"))
WON_WORDS = ("g", "w", "+", "gewonnen", "won")
LOST_WORDS = ("v", "l", "-", "−", "–", "verloren", "lost")


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The columns of a system's sheet, by key, from 1; `seats` is 3 or 4."""

    columns: dict[str, int]
    seats: int

    @classmethod
    def of(cls, system: System, seats: int, *, wenzels: bool | None = None) -> "SheetLayout":
        """The columns of a sheet; `wenzels` overrides whether the system has a column of them."""
        keys = ["number", *system.columns, *RESULT_KEYS[:3]]
        if system.wenzels if wenzels is None else wenzels:
            keys.append("wenzel")
        keys += RESULT_KEYS[3:]
        for seat in range(1, seats + 1):
            keys += [f"points_{seat}", f"won_{seat}", f"lost_{seat}"]
        keys += ["dealer", "remark", "error"]
        return cls({key: place for place, key in enumerate(keys, 1)}, seats)

    @classmethod
    def ending_at(cls, system: System, seats: int, last: int) -> "SheetLayout":
        """The columns of a sheet with `last` of them; wenzels may have been allowed later."""
        both = (cls.of(system, seats, wenzels=each) for each in (False, True))
        return next((each for each in both if each.last == last), cls.of(system, seats))

    def letter(self, key: str) -> str:
        return get_column_letter(self.columns[key])

    def cell(self, key: str, row: int) -> str:
        return f"{self.letter(key)}{row}"

    def range(self, key: str, first: int, last: int | str) -> str:
        """A part of a column in formulas: $B$6:$B17."""
        letter = self.letter(key)
        return f"${letter}${first}:${letter}{last}"

    def seat_of(self, key: str) -> int | None:
        """The seat to which a column belongs; None for one of the game."""
        name, _mark, seat = key.partition("_")
        return int(seat) if name in ("points", "won", "lost") and seat else None

    @property
    def last(self) -> int:
        return len(self.columns)

    def about(self, key: str) -> tuple[int, int]:
        """The columns of a label, which covers two, and of its value in row 2."""
        first = 1 + 3 * ABOUT_KEYS.index(key)
        return first, first + 2

    def about_cell(self, key: str) -> str:
        return f"{get_column_letter(self.about(key)[1])}{ABOUT}"


def won_word() -> str:
    return pgettext("mark of a sheet", "w")


def lost_word() -> str:
    return pgettext("mark of a sheet", "l")


def text(words: str) -> str:
    return '"' + words.replace('"', '""') + '"'


def value(layout: SheetLayout, system: System, row: int) -> str:
    """The value before sign and loss factor; an overbid game and a Ramsch are raised."""
    c = _cells(layout, row)
    return (
        f"=IF(ISNUMBER({c['raised']}),{c['raised']},IF(NOT(ISNUMBER({c['base']})),0,"
        f"{own_value(layout, system, row)}))"
    )


def own_value(layout: SheetLayout, system: System, row: int) -> str:
    """Base × (tops + game + steps); of a null the base."""
    c = _cells(layout, row)
    counted = " + ".join(steps(layout, system, row))
    product = f"{c['base']}*({counted})"
    if any(game_class.ouvert == "doubles" for game_class in system.classes):
        product += f'*IF({c["ouvert"]}<>"",2,1)'
    return f"IF(COUNT({c['with']},{c['without']})=0,{c['base']},{product})"


def steps(layout: SheetLayout, system: System, row: int) -> Iterator[str]:
    c = _cells(layout, row)
    yield f"SUM({c['with']},{c['without']})+1"
    if "hand" in c:
        yield f'IF({c["hand"]}<>"",1,0)'
    for level, announced in LEVELS:
        if announced in c:
            # An announced level counts, reached or not; after a failed announcement no own schwarz
            # counts beside it (SkO 5.2.5).
            ticked = f'{c[level]}<>""'
            if level == "schwarz" and "schneider_announced" in c:
                failed = f'AND({c["won"]}={text(lost_word())},{c["schneider_announced"]}<>"")'
                ticked = f"AND({ticked},NOT({failed}))"
            yield f'IF(OR({ticked},{c[announced]}<>""),1,0)+IF({c[announced]}<>"",1,0)'
        elif level in c:
            yield f'IF({c[level]}<>"",1,0)'
    if any(game_class.ouvert == "step" for game_class in system.classes):
        yield f'IF({c["ouvert"]}<>"",1,0)'
    if "wenzel" in c and system.wenzel_bonus:
        queens, kings = WENZEL_BONUS["Q"], WENZEL_BONUS["K"]
        yield f'IF({c["wenzel"]}="Q",{queens},IF({c["wenzel"]}="K",{kings},0))'


def factor(layout: SheetLayout, system: System, row: int) -> str:
    c = _cells(layout, row)
    trumps = str(system.classes[0].loss_factor)
    if "class" in c:
        trumps = "1"
        for game_class in system.classes:
            for token, cost in (
                (game_class.token * 2, game_class.second_turn_loss_factor),
                (game_class.token, game_class.loss_factor),
            ):
                if cost != 1:
                    trumps = f"IF({c['class']}={text(token)},{cost},{trumps})"
    tops = f"COUNT({c['with']},{c['without']})"
    nulls = str(system.null_loss_factor)
    from_hand = [null.value for null in system.nulls if null.hand]
    if system.hand_loss is not None and from_hand:
        bases = ",".join(f"{c['base']}={each}" for each in from_hand)
        nulls = f"IF(OR({bases}),{system.hand_loss},{nulls})"
    loss_factor = f"IF({tops}=0,{nulls},{trumps})"
    if system.hand_loss is not None and "hand" in c:
        loss_factor = f'IF({c["hand"]}<>"",{system.hand_loss},{loss_factor})'
    return f'=IF({c["base"]}="R",1,{loss_factor})'


def plus(layout: SheetLayout, row: int) -> str:
    c = _cells(layout, row)
    return f'=IF(AND({c["value"]}>0,{c["won"]}={text(won_word())}),{c["value"]},"")'


def minus(layout: SheetLayout, row: int) -> str:
    c = _cells(layout, row)
    lost = text(lost_word())
    return f'=IF(AND({c["value"]}>0,{c["won"]}={lost}),{c["value"]}*{c["factor"]},"")'


def running(layout: SheetLayout, seat: int, first: int, row: int) -> str:
    """The soloist's points after this game."""
    c = _cells(layout, row)
    solo = layout.range("soloist", first, row)
    gains, losses = (layout.range(key, first, row) for key in ("plus", "minus"))
    sums = f"SUMIF({solo},{seat},{gains})-SUMIF({solo},{seat},{losses})"
    return f'=IF({c["soloist"]}={seat},{sums},"")'


def count(layout: SheetLayout, seat: int, first: int, row: int, *, won: bool) -> str:
    c = _cells(layout, row)
    word = text(won_word() if won else lost_word())
    solo, result = layout.range("soloist", first, row), layout.range("won", first, row)
    both = f"AND({c['soloist']}={seat},{c['won']}={word})"
    return f'=IF({both},COUNTIFS({solo},{seat},{result},{word}),"")'


def error(layout: SheetLayout, system: System, row: int) -> str:
    sentence = '""'
    for condition, words in reversed(list(faults(layout, system, row))):
        sentence = f"IF({condition},{text(words)},{sentence})"
    return "=" + sentence


def faults(layout: SheetLayout, system: System, row: int) -> Iterator[tuple[str, str]]:
    c = _cells(layout, row)
    base, solo, won = c["base"], c["soloist"], c["won"]
    marks = f"COUNTA({c['with']},{c['without']},{solo},{won})"
    yield f'AND({base}="",{marks}=0)', ""
    yield f'{base}=""', _("base value missing")
    yield f'AND({base}="E",{marks}>0)', _("passed in: nothing else may stand here")
    yield f'OR({base}="E",{base}="?")', ""
    alternatives = ",".join(f"{base}={each}" for each in known_bases(system))
    yield f'AND({base}<>"R",NOT(OR({alternatives})))', _("no such base value")
    yield f"AND({solo}<>1,{solo}<>2,{solo}<>3,{solo}<>{layout.seats})", _("soloist missing")
    if layout.seats == 4:
        yield f"{solo}={c['dealer']}", _("the dealer does not play (SkO 3.2.7)")
    results = ",".join(f"{won}<>{text(word)}" for word in (won_word(), lost_word()))
    yield f"AND({results})", _("won or lost?")
    yield f"COUNT({c['with']},{c['without']})=2", _("with or without, not both")
    nulls = ",".join(f"{base}={each}" for each in null_bases(system))
    yield (
        f'AND(COUNT({c["with"]},{c["without"]})=0,NOT(OR({nulls},{base}="R")))',
        _("tops missing"),
    )
    tops = f"SUM({c['with']},{c['without']})"
    too_many = f"OR({tops}<0,{tops}>{MAX_TOPS['clubs']},{tops}<>INT({tops}))"
    yield too_many, _("there are not that many tops")
    of_grand = ",".join(f"{base}={each}" for each in grand_bases(system))
    if of_grand:
        words = _("a grand has four tops at most (SkO 2.4.3)")
        yield f"AND(OR({of_grand}),{tops}>{MAX_TOPS[GRAND]})", words
    too_low = f"IF(ISNUMBER({c['raised']}),{c['raised']}<{own_value(layout, system, row)},FALSE)"
    yield (
        f'IF({base}="R",FALSE,{too_low})',
        _("overbid: not raised below its own value (SkO 5.4.1)"),
    )
    if "hand" in c and all(game_class.announces == "from-hand" for game_class in system.classes):
        is_announced = f"COUNTA({c['schneider_announced']},{c['schwarz_announced']})>0"
        words, rule = _("announced only from the hand"), system.citations.announcements
        yield f'AND({is_announced},{c["hand"]}="")', f"{words} ({rule})" if rule else words


def known_bases(system: System) -> list[int]:
    trumps = {base for game_class in system.classes for base in game_class.bases.values()}
    return sorted(trumps | set(null_bases(system)))


def grand_bases(system: System) -> list[int]:
    """The base values of grands that no suit game and no null has."""
    bases = [item for game_class in system.classes for item in game_class.bases.items()]
    grands = {base for game, base in bases if game == GRAND}
    suits = {base for game, base in bases if game != GRAND}
    return sorted(grands - suits - set(null_bases(system)))


def null_bases(system: System) -> list[int]:
    return sorted({null.value for null in system.nulls})


def _cells(layout: SheetLayout, row: int) -> dict[str, str]:
    return {key: f"${layout.letter(key)}{row}" for key in layout.columns}
