"""Listings and score lists with difficult content for prints."""

import json
from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from pypdf import PdfReader

from scoring.core.listing import PROVISIONAL, Column, Head, Listing
from scoring.lists.printed.form import PaperList, PaperSeat
from scoring.lists.printed.reads.fill import paper_list
from scoring.rules.game import PlayedGame
from scoring.rules.list_records import ListRecord
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import ISKO, SUITS, GameClass, NullGame, System, bases

NAMES = (
    "Schulze-Delitzsch-Wolkenstein, Hans-Joachim Karl-Friedrich",
    "Łukasiewicz, Żaneta Świętosława",
    "Özdoğan, Şükrü İlhan",
    "Ng, Li",
)
HEAD = Head(
    club="Skatclub ♣♠♥♦ Köln-Nippes e. V.",
    tournament="45. Offene Stadtmeisterschaft im Preisskat um den Pokal des Oberbürgermeisters",
    place="Bürgerhaus Köln-Ehrenfeld",
    day=date(2026, 11, 21),
    state=PROVISIONAL,
    printed_at=datetime(2026, 11, 21, 13, 32, tzinfo=UTC),
)


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def squeezed(text: str) -> str:
    """Without white space, because a name may be wrapped."""
    return "".join(text.split())


def picture(width: int = 300, height: int = 200) -> bytes:
    """A logo with transparency: a dark ring."""
    image, ring = Image.new("RGBA", (width, height)), (10, 10, width - 10, height - 10)
    ImageDraw.Draw(image).ellipse(ring, outline="black", width=20)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


LOGO = picture()
SEATS = tuple(PaperSeat(place, name, 116 + place) for place, name in enumerate(NAMES, 1))

# A fifth system, with columns and a class that no other has.
FIFTH = System(
    key="club-house",
    classes=(
        GameClass("house", bases(9, 10, 11, 12, 24), token="w", turns=(1, 2),
                  announces="always", second_turn_loss_factor=3),
    ),
    nulls=(NullGame(30),),
    null_loss_factor=1,
    schneider_points=90,
    scheme="seeger",
    columns=("class", "turn", "base", "with", "without", "schneider", "schwarz", "house_rule"),
)  # fmt: skip


def standings(rows: int) -> Listing:
    """A ranking of so many players over three series."""
    columns = [
        Column("rank", "Rank", "rank"),
        Column("name", "Name", width=24),
        Column("club", "Club"),
        *(Column(f"series_{n}", f"Series {n}", "points") for n in (1, 2, 3)),
        Column("won", "Won", "int"),
        Column("lost", "Lost", "int"),
        Column("performance", "Performance", "points"),
    ]
    players = []
    for number in range(1, rows + 1):
        series = {f"series_{n}": (number * 37 * n) % 2900 - 900 for n in (1, 2, 3)}
        club = ("Skatfreunde Altenburg", "", "=1+1")[number % 3]
        player = {"rank": number, "name": f"{NAMES[number % 4]} {number}", "club": club, **series}
        player |= {"won": number % 60, "lost": number % 13, "performance": sum(series.values())}
        players.append({**player, "entry_id": 100_000 + number})
    return Listing("Overall standings", columns, players)


def filled(system: System = ISKO, seats: int = 4, rounds: int = 12, **more: object) -> PaperList:
    """A complete list: every suit, with and without, now and then passed, lost or a null."""
    outline = Outline(seats, rounds)
    lines = [line(system, outline, number) for number in range(1, outline.games_planned + 1)]
    return paper_of(lines, outline, system, **more)


def paper_of(
    lines: list[Line], outline: Outline, system: System = ISKO, **more: object
) -> PaperList:
    options = {"head": HEAD, "seats": SEATS[: outline.seats], "series": 2, "table": 7}
    options |= {"revision": 31, **more}
    return paper_list(lines, outline, system, system.scheme, **options)


def line(system: System, outline: Outline, number: int) -> Line:
    if number % 17 == 0:
        return Line(number, passed=True)
    soloist = number % outline.seats + 1  # the dealer's left neighbour
    if number % 19 == 0:
        return Line(number, PlayedGame(system, "null", won=number % 2 == 0), soloist)
    game_class = next(each for each in system.classes if SUITS[0] in each.bases)
    game = PlayedGame(
        system,
        SUITS[number % 4],
        (1, -1, 2, -3, 4)[number % 5],
        game_class.key,
        turn=number % 2 + 1 if game_class.turns else None,
        schneider=number % 11 == 0,
        won=number % 6 != 0,
    )
    return Line(number, game, soloist)


def real_list(number: int) -> PaperList:
    """One of the five real lists of three players."""
    path = Path(__file__).parent / "data" / "lists" / f"three-seats-{number}.json"
    record = ListRecord(json.loads(path.read_text(encoding="utf-8")))
    return paper_of(list(record.lines), record.outline, record.system)


def blank(seats: int = 4, rounds: int = 12, system: System = ISKO) -> PaperList:
    return paper_list([], Outline(seats, rounds), system, system.scheme, head=HEAD)
