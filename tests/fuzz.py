"""Random requests for the fuzz of every address."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from urllib.parse import quote_plus

FORM = "application/x-www-form-urlencoded"
KINDS = (
    *(FORM, f"{FORM}; charset=utf-16", f"{FORM}; charset=no-such", "multipart/form-data"),
    *("multipart/form-data; boundary=x", "application/json", "text/plain", ""),
)

# Plausible values by the name of the field: one of them is always sent.
PLAUSIBLE: dict[str, tuple[str, ...]] = {
    "behind_number": ("2", "3"), "behind_line": ("g32", "+"), "behind_seen": ("",),
    "behind_layout": ("1",), "behind_token": ("token-0003",),
    "row": ("revoke", "soloist_concedes", "card_exposed", "skat_seen_noticed_late"),
    "cards": ("nine_or_ten", "fewer"), "exposed": ("deal",), "choice": ("pass", "play"),
    "found": ("at_once", "later"), "party": ("soloist", "defender"), "demand": ("no",),
    "soloist_points": ("0", "45", "61"), "defender_points": ("0", "20"), "enter": ("", "1"),
    "game": ("1", "2"), "note": ("", "table 1"),
    **dict.fromkeys(("Aa", "Ab", "Ag", "Ba", "Bf"), ("told", "")), "after": ("0", "1", ""),
    "on": ("yes", "no"), "part": ("seating", "results"), "publish": ("yes",),
    "account": ("1", "2"), "amounts": ("20\n10", "5"), "cents": ("5", "2,50"),
    "counted_all": ("15", ""), "curve": ("linear", "steep"), "direction": ("in", "out", "refund"),
    "each_1": ("0,50",), "every": ("4", "1"), "from_1": ("1",), "entry": ("1", "2"),
    "least": ("", "1"),
    "method": ("every", "places", "table"), "percent": ("100", "75"), "places": ("2",),
    "rest_1": ("0",), "rounding": ("100", "1"), "source_entry_fee": ("", "10", "100"),
    "stake_cents": ("", "1"), "title": ("Gesamt",), "try_money": ("", "100"),
    "action": ("link", "close", "reopen"), "agreed": ("on", ""),
    "another": ("", "on"), "anyway": ("", "on"), "club": ("Skatfreunde", ""),
    "away": ("", "1"), "birth_year": ("", "1954"), "categories": ("1",), "category": ("1", "2"),
    "entry_cents": ("", "12,50"), "fixed_table": ("", "2"), "kept": ("1", "2"),
    "kind": ("tandem", "team", "mixed", "overall", "series", "other", "entry_fee"),
    "choice-2": ("", "new", "1"), "offered": ("2 3", "x"), "take": ("2",), "rows": (
        '{"letters": {"name": "A"}, "rows": [[2, {"name": "Eva Eule"}]]}', "[]", "{}"),
    "members": ("1 2", "3(-2)"), "numbers": ("1", "2 3-4"), "one_of": ("", "1"),
    "passport": ("", "D-17"), "ranked": ("", "on"), "scaled": ("", "on"), "seed": ("", "abc"),
    "short": ("", "on"), "size": ("", "2", "3"), "three_seats": ("", "on", "lot", "lowest"),
    "confirm": ("second", "blind", "self"), "confirmed": ("on",), "correction": ("", "misread"),
    "counts": ("entered", "confirmed"), "date": ("2026-11-21", "2026-11-22"),
    "day": ("2026-11-21", ""), "depth": ("games", "totals"), "family": ("Specht", "Uhu"),
    "first": ("1", "2"), "from_series": ("1", "2"), "full_name": ("Uwe Uhu", "Ada Amsel"),
    "games_played": ("", "3"), "given": ("Sepp", "Uwe"), "hand_loss": ("", "1", "2"),
    "known": ("", "1:20"), "language": ("de", "en"), "line": (
        "Igel 2 3", "2h1", "2 herz mit 1", "e", "1g2 -", "3k1v", "?2 458", "", "1n", "2h1h b36"),
    "lot1": ("1", "2"), "lot2": ("2", "1"), "mode": ("lot", "no-repeats", "by-rank"),
    "name": ("Pokal", "Specht, Sepp"),
    "next": ("/tournaments/",), "number": ("1", "2", "5"), "order": ("1 2", "2,1"),
    "organizer": ("SC Herz",), "page": ("1", "2"), "paper_total": ("on", ""),
    "passed": ("0", "4", ""), "password": ("drei kleine worte", "wrong"), "person": ("", "1"),
    "place": ("Altenburg", ""), "q": ("a", "1"), "ramsch": ("", "on"),
    "reason": ("because", ""), "repeated": ("drei kleine worte",),
    "role": ("viewer", "clerk", "referee", "organizer", "none"), "rounds": ("1", "12"),
    "scheme": ("seeger-fabian", "plain"), "scope": ("overall", "series/1"), "seat": ("1", "2"),
    "seat1": ("1", "5"), "seat2": ("2", "6"), "seat3": ("3", "7"), "seat4": ("4", ""),
    "second": ("2", "3"), "seen": ("", "2h1"), "series": ("1", "3"), "signed": ("1", "2"),
    "stake": ("1", "0,5"), "start_number": ("", "9", "1"),
    "state": ("present", "withdrawn", "expelled", "no_show"), "step": ("1", "-1"),
    "steps": ("0", "1"), "stop_reason": ("", "too late"), "system": ("isko-1998", "texas"),
    "table": ("1", "2", "9"), "text": ("Uhu, Uwe", "1;Uhu;Uwe\n2;Eule;Eva"),
    "ties": ("lot", "share"), "to": (
        "draft", "released", "playing", "closed", "prepare", "running", "review", "final"),
    "total": ("20", ""), "until_series": ("", "3"), "user": ("1", "2", "3"),
    "username": ("chief", "clerk", "nobody"), "wenzels": ("", "on"), "wenzel_bonus": ("", "on"),
    "points": ("-100", "50"), "best_of": ("", "2"), "season": ("", "2026"),
    "season_best_of": ("", "3"), "league": ("", "on"),
    # The draw and the seating.

    "act": ("fill", "move", "join", "leave", "dissolve"), "latecomer": ("3", "5"),
    "clubs": ("apart", "first", "ignore"), "teams": ("apart", "ignore"),
    "no_show": ("", "on"), "provable": ("", "on"),
    "other_table": ("1", "2"), "player": ("1", "2", "3"),
    "swap": ("1", "2"), "tables": ("1 2 3 4", "1 2 3\n4 5 6 7"),
    **{f"{figure}_{seat}": values for seat in range(1, 5) for figure, values in {
        "points": ("0", "100"), "won": ("0", "2"), "lost": ("0", "1"),
        "total": ("0", "200", "")}.items()},
}  # fmt: skip

NASTY = (
    *("", "\x00", "\x1b[2J\x07", "\ud800", "\ufffe", "\u202eabc", "💥" * 300, "é́̂", "\n\r\t"),
    *("-1", "0", "²", "١٢", "NaN", "inf", "1e9", "1_000", " 1 ", "1e300000000"),
    *map(str, (2**31, 2**31 - 1, 2**63, 2**63 - 1, -(2**63) - 1)),
    *("9" * 400, "9" * 5000, "a" * 2000, "x" * 60_000, "9999-12-31", "0001-01-01", "2026-02-30"),
    *("=1+1", "{}", "<script>alert(1)</script>", "%s%(x)s%"),
    *("1:2 3:4", "1:", "1:99999999999999999999"),
)
WORDS = ("subject", "scope", "link_token", "name")  # parts of an address that may be any text
IDS = (*("own",) * 40, "foreign", "gone", "0", str(2**63), "9" * 40)


HEADERS = (
    *("Accept-Language", "Accept-Encoding", "Host", "Referer", "Origin", "User-Agent", "Range"),
    *("If-None-Match", "If-Modified-Since", "X-Account", "X-Forwarded-For", "X-Forwarded-Proto"),
    *("HX-Current-URL", "HX-Target", "HX-Trigger", "HX-Prompt", "X-CSRFToken", "Content-Length"),
)


def in_a_header(text: str) -> str:
    """A text as servers hand it on: its bytes as Latin-1, without an end of the line."""
    return re.sub("[\r\n\0]", "", text.encode("utf-8", "surrogatepass").decode("latin-1"))


def in_an_address(text: str) -> str:
    """A text that a word of an address may be; a slash would begin another word, and Django makes
    no address of a path with a line break.
    """
    return text.encode(errors="replace").decode().replace("/", "|").replace("\n", "|") or "-"


@dataclass(frozen=True)
class Sent:
    """One request: URL, account and data."""

    page: str
    method: str = "POST"
    who: str = "superuser"
    where: str = "own"
    seed: int = 1
    changed: dict[str, list[str]] = field(default_factory=dict, hash=False)
    missing: frozenset[str] = frozenset()
    kind: str = FORM
    partial: bool = True
    token: str = ""
    stale: bool = False
    number: str = "1"
    headers: dict[str, str] = field(default_factory=dict, hash=False)
    path: dict[str, str] = field(default_factory=dict, hash=False)  # words in the address


ROLES = (
    *("superuser",) * 10,
    *("organizer", "referee", "clerk", "clerk", "viewer", "stranger", "anonymous"),
)
NUMBERS = ("1", "1", "2", "3", "4", "5", "0", str(2**63), "9" * 40)
FIELDS = sorted(PLAUSIBLE)


def random_value(random: Random) -> str:
    """What nobody would type, a number of any size, or a few characters of any kind."""
    match random.randrange(3):
        case 0:
            return random.choice(NASTY)
        case 1:
            return str(random.getrandbits(random.randrange(1, 72)) * random.choice((1, -1)))
    highest = random.choice((0x80, 0x400, 0x110000))
    return "".join(chr(random.randrange(highest)) for _ in range(random.randrange(13)))


def random_request(random: Random, posts: list[str], gets: list[str]) -> Sent:
    """A request to one of these pages, more often a POST."""
    method = random.choice(("POST", "POST", "POST", "GET"))
    fields = random.sample(FIELDS, random.randrange(11))
    return Sent(
        page=random.choice(posts if method == "POST" else gets),
        method=method,
        who=random.choice(ROLES),
        where=random.choice(IDS),
        seed=random.randrange(2**16),
        changed={
            name: [random_value(random) for _ in range(random.choice((1, 1, 2)))] for name in fields
        },
        missing=frozenset(random.sample(FIELDS, random.randrange(4))),
        kind=random.choice((FORM,) * 24 + KINDS),
        partial=random.random() < 0.5,
        token=random.choice(("", "", "token-0001", "token-0002")),
        stale=random.random() < 0.125,
        number=random.choice(NUMBERS),
        headers={
            name: in_a_header(random_value(random))
            for name in random.sample(HEADERS, random.randrange(3))
        },
        path={
            name: in_an_address(random_value(random))
            for name in random.sample(WORDS, random.randrange(2))
        },
    )


def encoded(pairs: list[tuple[str, str]]) -> str:
    """A form as bytes on the wire, halves of surrogate pairs included."""
    return "&".join(f"{quoted(name)}={quoted(value)}" for name, value in pairs)


@lru_cache(4_000)
def quoted(text: str) -> str:
    return quote_plus(text.encode("utf-8", "surrogatepass"))
