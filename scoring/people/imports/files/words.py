"""The words of tables: what headings mean, which cells name a series, a sum or a player."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.core.cached import digest_of
from scoring.core.spreadsheets import MAX_SHOWN_LENGTH, Spot, as_whole, letters, vocabulary
from scoring.core.text import fold
from scoring.messages.labels import label
from scoring.people.imports.reads import (
    LEFT_OUT,
    Asked,
    FileAnswers,
    FileQuestion,
    KnownPlaces,
    Option,
    is_alike,
)
from scoring.rules.problem import Problem

NAMES = ("name", "family", "given", "family_first")
IDENTITY = ("number", *NAMES)
FIGURES = ("points", "won", "lost", "total")
OVERALL = frozenset(
    ("gesamt", "total", "summe", "gesamtergebnis", "gesamtwertung", "endstand", "overall")
)
SUMS = OVERALL | {
    *("summen", "gesamtsumme", "sum", "zusammen", "σ", "insgesamt", "durchschnitt", "schnitt"),
    *("mittelwert", "average", "mean", "kontrolle", "kontrollsumme", "differenz", "eingepasst"),
    *("passe", "ø"),
}
BLANK = frozenset(("", "-", "–", "—", "−", "x", "/", "./."))
# Headings that leave no doubt which points stand below.
CERTAIN_POINTS = {
    "points": ("spielpunkte", "spielpkt", "spielpkte", "punktespiel", "gamepoints"),
    "total": ("leistung", "performance", "seegerfabian", "totalpoints"),
}
MAX_TEXT = 120  # letters
_SERIES = re.compile(
    r"(?<!\w)(?:(?:serie|series|runde|durchgang)\s*(?:nr\.?\s*)?|s\.?\s?)(\d{1,2})(?![\d.]\w|\w)"
    r"|(?<!\w)(\d{1,2})\s?\.\s?(?:serie|runde|durchgang)\b"
)
# Neither one series nor another: "Serie 1-3", "Serie 1 + 2", "nach Serie 2", "nach 2 Serien".
_SEVERAL = re.compile(
    r"(?:serien?|series|runden?)\s*\d+\.?\s*(?:[-–+&/,]|bis|und|to|and)\s*\d"
    r"|\b(?:nach|after|bis)\s+(?:der\s+)?(?:serie|series|runde|\d)"
)
_TABLE = re.compile(r"(?:tisch|table)\s*(?:nr\.?\s*)?(\d{1,4})")


@dataclass(frozen=True, slots=True)
class TableKind:
    """A kind of table: what its columns can mean, and the words that propose it."""

    name: str
    meanings: tuple[str, ...]
    words: Mapping[str, str]

    @property
    def has_figures(self) -> bool:
        return "points" in self.meanings

    def is_table(self, meanings: Collection[str]) -> bool:
        present = set(meanings)
        if not self.has_figures:
            return bool(present.intersection(("name", "family", "family_first")))
        figures = len(present.intersection(FIGURES))
        return figures >= 2 or (figures == 1 and not present.isdisjoint(IDENTITY))

    def meaning_of(self, text: str) -> str:
        """What a column with this heading means; empty for an unknown one."""
        if series_in(text) is not None:
            text = _SERIES.sub(" ", fold(text[:MAX_TEXT]))
        return self.words.get(letters(text), "")


DETAILS = ("passport", "birth_year", "category")
# In a club's own list; in a table of players the number of a member is the passport number.
OF_CLUB = {
    **dict.fromkeys(("mitgliedsnummer", "mitgliedsnr", "mitgliednummer", "mitgliednr"), "number"),
    **dict.fromkeys(("mitglnr", "membernumber"), "number"),
    "mitglied": "name",
    "member": "name",
    "geschlecht": "category",
}
OF_MEMBER = (*IDENTITY, *DETAILS, "joined", "left")
OF_PLAYER = (*IDENTITY, "club", *DETAILS, "state")
OF_RESULT = (*IDENTITY, "series", "table", "seat", *FIGURES)

PLAYERS = TableKind("players", OF_PLAYER, vocabulary(*OF_PLAYER))
MEMBERS = TableKind("members", OF_MEMBER, {**vocabulary(*OF_MEMBER), **OF_CLUB})
# "Platz" may be a seat or a rank: it has to be answered.
RESULTS = TableKind("results", OF_RESULT, vocabulary(*OF_RESULT, "place", "rank"))


@lru_cache(2_000)
def series_in(text: str) -> int | None:
    """The one series that a text names.

    >>> [series_in(text) for text in ("Serie 2", "3. Serie", "Serie 1-3", "nach Serie 2", "S1 T4")]
    [2, 3, None, None, 1]
    """
    plain = fold(text[:MAX_TEXT])
    numbers = {int(first or second) for first, second in _SERIES.findall(plain)}
    return numbers.pop() if len(numbers) == 1 and not _SEVERAL.search(plain) else None


def table_in(text: str) -> int | None:
    """The number of "Tisch 12"."""
    match = _TABLE.fullmatch(fold(text[:MAX_TEXT]))
    return int(match[1]) if match else None


def is_sum(text: str) -> bool:
    """Whether a row with this first text holds sums: "Summe", "Gesamt Tisch 2", "Ø"."""
    words = fold(text[:MAX_TEXT]).replace(":", " ").replace("∑", "σ").split()
    return bool(words) and words[0] in SUMS


def is_figure(cell: object) -> bool:
    return as_whole(cell) is not None or isinstance(cell, float)


def is_blank(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and cell.strip().casefold() in BLANK)


def text_of(cell: object) -> str:
    """The text of a cell; empty for a number."""
    return " ".join(cell.split()) if isinstance(cell, str) and not is_figure(cell) else ""


def texts(row: Sequence[object]) -> list[str]:
    return [text for cell in row if (text := text_of(cell))]


# Frequent given names in Skat clubs.
GIVEN_NAMES = frozenset(
    fold("""
    achim adam albert alexander alfred alois andrea andreas angelika anita anja anke anna anne
    annegret anton armin arno astrid axel barbara bea beate bernd bernhard birgit björn bodo
    brigitte bruno burkhard bärbel carl carla carsten charlotte christa christel christian
    christiane christina christoph claudia claus cornelia dagmar daniel daniela david detlef dieter
    dietmar dirk doris eckhard edgar edith egon elisabeth elke ellen emil emma erich erika ernst
    erwin eva ewald felix ferdinand florian frank franz franziska friedhelm friedrich fritz gabi
    gabriele georg gerald gerd gerda gerhard gisela gottfried gregor gudrun guido gunter gustav
    günter günther hannelore hans hans-joachim hans-jürgen hans-peter harald hartmut hedwig heike
    heiko heiner heinrich heinz helga helge helmut herbert hermann hilde hildegard holger horst
    hubert hugo ilona ilse ines inge ingeborg ingo ingrid irene iris irmgard jan jana jens joachim
    jochen johann johanna johannes jonas josef julia julian jutta jörg jürgen karin karl karl-heinz
    karsten katharina kathrin katja kerstin klaus konrad kurt lars laura lena leo leon lisa lothar
    lukas lutz manfred manuel manuela marco maria marion markus marlies martin martina mathias
    matthias max maximilian michael michaela mike monika nicole niklas nils norbert olaf oliver
    oskar otto pascal patrick paul paula peter petra philipp rainer ralf ralph regina reiner
    reinhard reinhold renate robert roland rolf roman ronald rosemarie rudi rudolf ruth rüdiger
    sabine sandra sarah sebastian siegfried sigrid silke silvia simon sonja stefan stefanie steffen
    stephan susanne sven tanja thea theo theodor thomas thorsten tim timo tobias tom torsten udo
    ulf uli ulrich ulrike ursula ute uwe vera volker waldemar walter waltraud werner wilfried
    wilhelm willi winfried wolf wolfgang yvonne
    """).split()
)


def family_stands_first(names: Sequence[str]) -> bool:
    """Whether names without a comma begin with the family name: by given names, else by order.

    >>> family_stands_first(["Müller Jörg", "Adam Bea"]), family_stands_first(["Jörg Müller"])
    (True, False)
    """
    words = [name.split() for name in names if "," not in name]
    pairs = [(fold(parts[0]), fold(parts[-1])) for parts in words if len(parts) > 1]
    votes = [(last in GIVEN_NAMES) - (first in GIVEN_NAMES) for first, last in pairs]
    if any(votes):
        return sum(votes) > 0
    firsts, lasts = [first for first, _last in pairs], [last for _first, last in pairs]
    is_sorted = len(set(firsts)) > 4 and firsts == sorted(firsts)
    return is_sorted and lasts != sorted(lasts)


# Whom a row or a seat names: by number, name and seat. Where these disagree there is a question.

MAX_OPTIONS = 20_000  # of all questions; beyond that only similar names are offered
MAX_SEARCHED = 300  # names compared with all others: nobody answers more questions


@dataclass(frozen=True, slots=True)
class Identity:
    player: int | None = None
    problem: Problem | None = None
    options: tuple[int, ...] = ()


def unclear(code: str, options: Iterable[int] = (), **params: object) -> Identity:
    return Identity(None, Problem(code, "", params), tuple(dict.fromkeys(options)))


class PlayerFinder:
    def __init__(self, places: KnownPlaces, answers: FileAnswers) -> None:
        self.places, self.answers = places, answers
        self.asked: dict[str, Asked] = {}
        self.searched = 0

    def ask_who(
        self,
        about: object,
        text: str,
        spot: Spot,
        options: Sequence[int],
        series: int | None = None,
        *,
        may_leave: bool = True,
    ) -> str:
        """The answer: a start number, with a seat in `series` if given, or LEFT_OUT; else empty."""
        name = f"who-{digest_of(about)[:12]}"
        answer = self.answers.of(name, (*map(str, self.places.names), LEFT_OUT))
        if answer.isdigit() and series and (series, int(answer)) not in self.places.seats:
            answer = ""
        asked = self.asked.get(name)
        if asked is None:
            question = FileQuestion(name, text, self.options(options, may_leave=may_leave), answer)
            asked = Asked(spot.sheet, spot.cell, spot.problem, question, not answer)
        self.asked[name] = replace(asked, is_open=asked.is_open or not answer)
        return answer

    def options(self, numbers: Sequence[int], *, may_leave: bool) -> tuple[Option, ...]:
        names = self.places.names
        is_short = (len(self.asked) + 1) * len(names) <= MAX_OPTIONS
        others = [number for number in sorted(names) if is_short and number not in numbers]
        people = [Option(str(each), f"{each} · {names[each]}") for each in (*numbers, *others)]
        if may_leave:
            people.insert(len(numbers), Option(LEFT_OUT, label("results_column", LEFT_OUT)))
        return tuple(people)

    def identify(self, number: int | None, name: str) -> Identity:
        exact, text = self.places.by_name(name) if name else [], name[:MAX_SHOWN_LENGTH]
        if number is None:
            if len(exact) == 1:
                return Identity(exact[0])
            code = "incoming-name-twice" if exact else "incoming-name-unknown"
            return unclear(code, exact or self.alike(name), text=text)
        ours = self.places.names.get(number)
        if ours is not None and (
            not name or number in exact or (not exact and is_alike(name, ours))
        ):
            return Identity(number)
        options = [number] if ours is not None else []
        options += exact or (self.alike(name) if name else [])
        if not options:
            return unclear("start-number-unknown", number=number)
        code, ours = "incoming-number-contradicts", ours or "–"
        return unclear(code, options, number=number, found=text, name=ours)

    def alike(self, name: str) -> list[int]:
        self.searched += 1
        return self.places.alike(name) if self.searched <= MAX_SEARCHED else []

    def check_seat(self, player: int, series: int, table: int | None, seat: int | None) -> Identity:
        here = self.places.seats.get((series, player))
        if here is None:
            return unclear("incoming-not-seated", number=player, series=series)
        place = table or here[0], seat or here[1]
        if place == here:
            return Identity(player)
        other = self.places.at(series, *place) if seat else None
        return unclear(
            "incoming-other-place",
            [player, *([other] if other is not None else [])],
            number=player,
            name=self.places.names[player],
            table=here[0],
            seat=here[1],
            found_table=place[0],
            found_seat=place[1],
        )


def player_text(number: int | None, name: str) -> str:
    words = ("" if number is None else str(number), name[:MAX_SHOWN_LENGTH])
    return " · ".join(filter(None, words))
