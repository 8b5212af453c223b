"""The log in words: names of its fields, and how their values are written."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.messages.catalogue import CODES
from scoring.messages.labels import label
from scoring.messages.sentence import Either, amount
from scoring.models.money import BookingKind
from scoring.models.names import Scope

NOTHING = "–"
# Reasons that the program itself gives; what people typed stays as it is.
REASONS: Mapping[str, str | Promise] = {
    "late at the table": _("late at the table"),
    "photo": _("from the photo"),
    "second entry": _("second entry"),
    "simulated": _("simulated"),
}
FIELDS: Mapping[str, str | Promise] = {
    "all": _("In the till"),
    "amounts": _("Amounts by place"),
    "bookings": _("Bookings"),
    "broken_off": _("Broken off"),
    "card_cents": _("Card money"),
    "cents": _("Sum"),
    "counted": _("Counted"),
    "curve": _("How the prizes decrease"),
    "every": _("One winner for how many players"),
    "expected": _("Expected"),
    "explained": _("Reason"),
    "kind": pgettext_lazy("log", "Kind"),
    "least": _("No prize under"),
    "language": _("Language of new accounts"),
    "logo": _("Logo"),
    "lost_ladder": _("Lost-game fees"),
    "minutes": _("Time limit in minutes"),
    "method": _("Who wins"),
    "one_each": _("One prize a person"),
    "optional": _("Only for those who pay the stake"),
    "passed_cents": _("Passed-game fee"),
    "percent": _("Percent given away"),
    "places": _("Number of places"),
    "plan": _("Prize plan"),
    "player": _("Start number"),
    "rounding": _("Rounded to"),
    "sources": _("Flows in (percent)"),
    "special": _("Special ranking"),
    "stake_cents": _("Stake of each player"),
    "table_cents": _("Table money"),
    "title": _("Title"),
    "agreed": _("The others agree"),
    "announced": _("Announced before the round"),
    "alone": _("confirmed alone"),
    "by": pgettext_lazy("log", "counted by"),
    "birth_year": _("Year of birth"),
    "categories": _("Categories"),
    "best_of": _("Series that count"),
    "category": _("Category"),
    "changed": pgettext_lazy("log", "changed"),
    "club": _("Club"),
    "absent": _("Did not play, or series lost"),
    "account": _("Account"),
    "address": _("Address"),
    "cannot_host": _("Cannot host"),
    "counter_points": _("Counter-points"),
    "days": _("Match days"),
    "division": _("Division"),
    "divisions": _("Divisions"),
    "from_day": _("From match day"),
    "home": _("Plays at home at"),
    "host": _("Host (number)"),
    "in": _("Comes in"),
    "level": _("Level, 1 is the highest"),
    "match_points": _("Match points"),
    "meeting": _("Meeting"),
    "out": _("Goes out"),
    "people": _("Roster"),
    "promoted": _("Teams promoted"),
    "promotion_playoff": _("In the promotion play-off"),
    "refused": _("Refused because"),
    "relegated": _("Teams relegated"),
    "relegation_playoff": _("In the relegation play-off"),
    "replaced": _("Replaced"),
    "reported": _("Match report is in"),
    "results": _("Results"),
    "scoring": _("Scoring"),
    "team": _("Team"),
    "venue": _("Venue"),
    "club_name": _("Club"),
    "confirm": _("Lists are confirmed by"),
    "copied": _("Copied"),
    "count": _("Reservations"),
    "counts": _("What the standings count"),
    "date": _("Date"),
    "day": _("Day"),
    "depth": _("Entered"),
    "draw": _("Draw"),
    "edition": _("Edition of the rules"),
    "entries": _("Entries"),
    "entry_cents": _("Entry fee"),
    "factor": _("Second step when signing in"),
    "app": _("Apps"),
    "passkey": _("Passkeys"),
    "second_factor": _("Second step demanded of organizers"),
    "sessions": _("Sessions"),
    "failures": _("Failures"),
    "file": _("File"),
    "fixed_table": _("Fixed table"),
    "foot": _("Foot of the list"),
    "foot_differs": _("Foot differs, the games count"),
    "figure": _("figure"),
    "paper": _("on paper"),
    "computed": _("computed"),
    "from_series": _("From series"),
    "format": _("Format of the document"),
    "frozen_after": _("Frozen after series"),
    "begins_at": _("Beginning"),
    "series_minutes": _("Minutes of a series"),
    "break_minutes": _("Minutes of a break"),
    "max_players": _("Places"),
    "public_until": _("Public pages until"),
    "published_as": _("Name on the public pages"),
    "games": _("Games"),
    "log": _("Rows of the log"),
    "sha256": _("Checksum"),
    "games_played": _("Games played"),
    "handed_in": _("Lists and start card handed in"),
    "ask_handed_in": _("Signatures, lists and start cards are asked for"),
    "hand_loss": _("A lost hand game counts"),
    "league": _("League"),
    "items": pgettext_lazy("announcement", "Items"),
    "incident": _("What happened"),
    "list": _("List"),
    "lists": _("Lists"),
    "joined": _("Member since"),
    "junior_below": _("Juniors have not completed"),
    "lady": _("Counts among the ladies"),
    "left": _("Left on"),
    "member_number": _("Member number"),
    "member_numbers": _("Member numbers"),
    "members": _("Members"),
    "hash": _("Hash"),
    "of_host": _("Host"),
    "host_kind": _("Kind of host"),
    "mode": _("Way of drawing"),
    "moved": _("Rows moved"),
    "name": _("Name"),
    "number": _("Row"),
    "numbers": _("Games"),
    "one_of": _("One member belongs to"),
    "order": _("Order"),
    "organizer": _("Organized by"),
    "paper_total": _("Total on paper is asked for"),
    "passport": _("Passport number"),
    "parent": _("Stands below"),
    "passed": _("Passed games"),
    "place": _("Place"),
    "players": _("Players"),
    "points": _("Points"),
    "pots": _("Pots"),
    "public": _("Public"),
    "closed": _("Closed"),
    "ranked": _("Ranked"),
    "ramsch": _("Ramsch"),
    "review_until": _("Under review until"),
    "revision": _("Revision"),
    "renumbered": _("Renumbered"),
    "role": _("Role"),
    "rounds": _("Rounds"),
    "scaled": _("Short teams are scaled"),
    "rule": _("Paragraphs"),
    "scheme": _("Scoring"),
    "scope": _("Standings"),
    "season": _("Season"),
    "season_best_of": _("Tournaments of the season that count"),
    "season_kind": _("Kind of season"),
    "season_least": _("Evenings needed for a rank"),
    "season_order": _("Season ranked by"),
    "score": _("Points"),
    "seats": _("Seats"),
    "seed": _("Seed"),
    "shows_chances": _("Show the chances"),
    "shows_releases": _("Show releases at once"),
    "series": _("Series"),
    "senior_from": _("Seniors have completed"),
    "signatures": _("Signed by the seats"),
    "size": _("Size"),
    "start_number": _("Start number"),
    "start_numbers": _("Start numbers"),
    "stake": _("Stake in cents a point"),
    "state": _("State"),
    "stop_reason": _("Broken off because"),
    "substitutes": _("Substitutes during a series"),
    "photo": _("Photo"),
    "phones": _("Lists kept at the table by phone"),
    "signed_suffices": _("Signatures at the table suffice"),
    "text": _("Text"),
    "device": _("Device"),
    "system": _("Rules"),
    "tables": _("Tables"),
    "teams": _("Teams"),
    "tournaments": _("Tournaments"),
    "threes": _("Tables of three"),
    "three_seats": _("Likes to sit at a table of three"),
    "things": _("Prizes in kind"),
    "ties": _("When players are equal in everything"),
    "until_series": _("Until series"),
    "verdict": _("Decision"),
    "version": _("Version"),
    "wenzels": _("Queens and kings as wenzels"),
    "wenzel_bonus": _("Bonus for queens and kings"),
}
# Values that are amounts.
CENTS = frozenset(
    (
        *("all", "amounts", "card_cents", "cents", "entry_cents", "least", "passed_cents"),
        *("rounding", "stake_cents", "table_cents", *BookingKind.values),
    )
)
# Values that are codes, by the kind of label that they are shown with.
KINDS = {"mode": "draw_mode", "kind": "pot_kind", "sources": "booking_kind"} | {
    key: key
    for key in (
        *("system", "scheme", "depth", "counts", "confirm", "ties", "role", "incident", "verdict"),
        *("method", "curve", "broken_off", "season_kind", "season_order", "host_kind", "factor"),
        "published_as",
    )
}
STATES = {
    "list": "list_state",
    "series": "series_state",
    "tournament": "tournament_state",
    "entry": "entry_state",
    "ruling": "objection_state",
}
DATES = ("date", "day", "joined", "left", "public_until")
# What a row is about, by the kind of its subject; `number` is the rest of that.
SUBJECTS: Mapping[str, Promise] = {
    "booking": _("Booking %(number)s"),
    "pot": _("Pot %(number)s"),
    "fees": _("Fees"),
    "handed-in": _("Lists and start cards"),
    "till": _("Till"),
    "entry": _("Player no. %(number)s"),
    "ruling": _("Decision %(number)s"),
    "series": _("Series %(number)s"),
    "account": _("Account %(number)s"),
    "backup": _("Backup"),
    "announcement": _("Announcement"),
    "tournament": _("Tournament"),
    "category": _("Category %(number)s"),
    "club": _("Club %(number)s"),
    "host": _("Host %(number)s"),
    "contest": _("Teams"),
    "season": _("Season %(number)s"),
    "league": _("League %(number)s"),
    "team": _("Team %(number)s"),
    "tandem": _("Tandem %(number)s"),
    "mixed": _("Mixed pair %(number)s"),
    "register": _("Register of people"),
    "report": _("Reports of “%(number)s”"),
    "reporting": _("Reporting results"),
    "sign-in": _("Sign-in"),
}


def field_label(key: str) -> str:
    """The label of a field; an unknown name, from a later version, is shown unchanged."""
    return str(FIELDS.get(key) or label("booking_kind", key))


def value_text(key: str, value: object, about: str = "") -> str:
    """A value of the log as text in the active language.

    `about` is the kind of its subject, which decides how a state is named.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     value_text("state", "closed", "series"), value_text("start_numbers", [3, 17])
    ('closed', '3, 17')
    """
    if value in (None, "", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if key in CENTS and isinstance(value, int):
        return amount(value)
    if isinstance(value, list | tuple):
        if key == "lost_ladder":
            sentence = gettext("from %(first)s %(cents)s")
            try:  # "from 1 €0.50, from 4 €1.00"
                steps = [{"first": first, "cents": amount(cents)} for first, cents in value]
            except (TypeError, ValueError):
                return str(value)
            return ", ".join(sentence % step for step in steps)
        if key == "lists" and isinstance(value[0], int):
            return about_text("list/{}/{}".format(*value, ""))
        return ", ".join(value_text(key, each, about) for each in value)
    if isinstance(value, Mapping):
        gap, end = (": ", "; ") if key == "tables" else (" ", ", ")
        pairs = (field_label(str(k)) + gap + value_text(str(k), v, about) for k, v in value.items())
        return end.join(pairs)
    return code_text(key, str(value), about)


def code_text(key: str, value: str, about: str) -> str:
    """The text of a single value: a code, a day, the name of a field, a number, or what it says."""
    if key == "state":
        return label(STATES.get(about, "list_state"), value)
    if key in KINDS:
        return label(KINDS[key], value)
    if key == "changed":
        return field_label(value)
    if key == "refused":
        return problem_text(value)
    if key == "account":
        return value.removeprefix("account/")
    if key in DATES:
        return day_text(value)
    if key == "review_until":
        return day_text(value, with_time=True)
    if key in ("list", "lists"):
        return about_text(value)
    if key == "scope":
        return scope_text(value)
    return value.replace("-", "−") if value.lstrip("-").isdecimal() else value


def problem_text(code: str) -> str:
    """The sentence of a problem of which only the code was logged; its figures are left out."""
    sentence = CODES.get(code)
    while isinstance(sentence, Either):
        sentence = sentence.without_param
    return code if sentence is None else str(sentence) % defaultdict(lambda: "…")


def scope_text(scope: str) -> str:
    """Which standings, for a scope such as "overall", "series/2", "category/Damen" or "team"."""
    standings = Scope(scope)
    if standings == "overall":
        return gettext("Overall")
    if standings.kind == "category":
        return standings.key
    if standings.kind == "day":
        return day_text(standings.key)
    return about_text(scope) if standings.key else label("team_kind", scope)


def day_text(value: str, *, with_time: bool = False) -> str:
    try:
        if with_time:
            return date_format(localtime(datetime.fromisoformat(value)), "SHORT_DATETIME_FORMAT")
        return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    except (OverflowError, ValueError):
        return value


def about_text(subject: str) -> str:
    """What a row is about: "list/1/3" is table 3 of series 1.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     about_text("list/1/3"), about_text("entry/17"), about_text("account/ada")
    ('Series 1 · Table 3', 'Player no. 17', 'Account ada')
    """
    kind, _slash, rest = subject.partition("/")
    if kind == "list":
        series, _slash, table = rest.partition("/")
        return gettext("Series %(series)s · Table %(table)s") % {"series": series, "table": table}
    return str(SUBJECTS[kind]) % {"number": rest} if kind in SUBJECTS else subject


def reason_text(reason: str) -> str:
    """A reason of the log, in the language of the page if the program gave it."""
    return str(REASONS.get(reason, reason))
