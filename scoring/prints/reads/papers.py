"""What is handed out and posted: cards, the seating, signs, winners, certificates, the press."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.core.listing import (
    CLUB,
    LINE,
    NAME,
    RANK,
    SEAT,
    SERIES,
    START_NUMBER,
    TABLE,
    TOTAL,
    WON,
    Column,
    Head,
    Listing,
    code_column,
    head_of,
    rows_of,
)
from scoring.core.text import spoken_name
from scoring.messages.labels import label
from scoring.messages.sentence import amount, figure_text
from scoring.models import Draw, Entry, ScoreList, Seat, Series, Tournament
from scoring.models.money import PotKind
from scoring.models.person import EntryState
from scoring.models.spelling import names_for_everybody
from scoring.models.tournament import SeriesState, TournamentSource, TournamentState
from scoring.money.reads.award import ceremony
from scoring.money.reads.prizes import awards
from scoring.referee.reads import open_objection_problems, uncorrected_objection_problems
from scoring.series.reads.draw_request import MANUAL, current_draw, hand_acts
from scoring.series.reads.series import IS_MISSING, SeriesView
from scoring.standings.reads.players import Standings, StandingsRow, listing_of, standings
from scoring.standings.reads.scopes import TeamRow, TeamStandings, find_standings, kinds_of

DOTS = "………………"
NO_BREAK = "\N{NO-BREAK SPACE}"
Address = Callable[[str, int], str]  # of a "list" by id, of a "room-player" by start number


@dataclass(frozen=True, slots=True)
class SeatOfPlayer:
    """A player's seat in a series; without a table it is not drawn yet."""

    series: int
    table: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A player with the seats that a start card names, or the one at which a place card stands."""

    start_number: int
    name: str
    club: str
    places: tuple[SeatOfPlayer, ...]
    link: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """The sign of a table, `names` by seat; `link` leads to the list that is kept by phone."""

    table: int
    names: tuple[str, ...] = ()
    link: str = ""


def start_cards(tournament: Tournament, address: Address, *, drafts: bool) -> list[Card]:
    """A card for everybody present, by start number."""
    all_series = list(tournament.series.all())
    seats = Seat.objects.filter(series__tournament=tournament)
    if not drafts:
        seats = seats.exclude(series__state=SeriesState.DRAFT)
    sits: defaultdict[int, dict[int, SeatOfPlayer]] = defaultdict(dict)
    for seat in seats.select_related("series", "list"):
        number = seat.series.number
        sits[seat.entry_id][number] = SeatOfPlayer(number, seat.list.table_number, seat.chair)
    entries = tournament.entries.select_related("person").filter(state=EntryState.PRESENT)
    return [
        card_of(
            entry,
            address,
            *(
                sits[entry.pk].get(series.number, SeatOfPlayer(series.number))
                for series in all_series
                if series.number in sits[entry.pk] or entry.plays(series.number)
            ),
        )
        for entry in entries
    ]


def place_cards(view: SeriesView, address: Address) -> list[Card]:
    """A card for every seat of a series, table by table."""
    cards = []
    for table in view.tables:
        outline = table.outline
        for seat in table.seat_rows.all():
            chair = outline.seat_of(seat.position)
            place = SeatOfPlayer(view.series.number, table.table_number, chair)
            cards.append(card_of(seat.entry, address, place))
    return cards


def card_of(entry: Entry, address: Address, *places: SeatOfPlayer) -> Card:
    link = address("room-player", entry.start_number)
    return Card(entry.start_number, str(entry.person), entry.club_name, places, link)


def table_signs(view: SeriesView, phones: Mapping[int, str]) -> list[Sign]:
    """A sign for every table; `phones` are the addresses of lists that are kept by phone."""
    signs = []
    for table in view.tables:
        outline = table.outline
        # Of two players of one seat the later one, who joined, has the higher position.
        names = {outline.seat_of(seat.position): seat.entry for seat in table.seat_rows.all()}
        people = tuple(str(entry.person) for _seat, entry in sorted(names.items()))
        signs.append(Sign(table.table_number, people, phones.get(table.pk, "")))
    return signs


def most_tables(tournament: Tournament) -> int:
    """How many tables a series of the tournament has at most, drawn or by those present."""
    lists = ScoreList.objects.filter(series__tournament=tournament)
    drawn = lists.aggregate(most=Max("table_number", default=1))["most"]
    present = tournament.entries.filter(state=EntryState.PRESENT).count()
    return int(max(drawn, -(-present // 4)))


def seating_head(view: SeriesView) -> Head:
    """The head of a posted seating: neither provisional nor final, but maybe a draft."""
    is_draft = view.series.state == SeriesState.DRAFT
    return replace(head_of(view.series.tournament), state=_("draft") if is_draft else "")


def by_name_listing(view: SeriesView) -> Listing:
    columns = [
        NAME.of("entry.person.sorted_name", 24),
        START_NUMBER.of("entry.start_number", 4),
        TABLE.of("table.table_number"),
        SEAT.of("position"),
    ]
    rows = rows_of(columns, view.by_name)
    return Listing(_("Seating by name"), columns, rows, series_words(view.series), proof(view))


def by_table_listing(view: SeriesView) -> Listing:
    most = max((table.seats for table in view.tables), default=4)
    seats = range(1, most + 1)
    columns = [
        Column("table", _("Table"), "rank", width=5),
        *(Column(f"seat_{n}", _("Seat %(number)s") % {"number": n}, width=20) for n in seats),
    ]
    rows = [
        {"table": table.table_number}
        | {
            f"seat_{seat.position}": f"{seat.entry.person.sorted_name} ({seat.entry.start_number})"
            for seat in table.seat_rows.all()
            if seat.position <= table.outline.began
        }
        for table in view.tables
    ]
    return Listing(_("Seating by table"), columns, rows, series_words(view.series), proof(view))


def by_table_posting(view: SeriesView) -> Listing:
    """Every table with its players below each other, and the proof below."""
    listing = by_table_listing(view)
    table, *seats = listing.columns
    rows = []
    for row in listing.rows:
        lines = [
            # The number stays with the word before it: "Becker, Ada (17)".
            f"{number} {NO_BREAK.join(str(row[seat.key]).rsplit(' ', 1))}"
            for number, seat in enumerate(seats, 1)
            if seat.key in row
        ]
        rows.append({"table": row["table"], "players": LINE.join(lines)})
    return replace(listing, columns=[table, Column("players", _("Players"), width=30)], rows=rows)


def series_words(series: Series) -> str:
    games = {"four": 4 * series.rounds, "three": 3 * series.rounds}
    number = _("Series %(number)s") % {"number": series.number}
    return f"{number} · " + _("%(four)s games at four, %(three)s at three") % games


def proof(view: SeriesView) -> list[str]:
    """How to repeat the draw: its number, seed, engine and the hash of the players."""
    draw = current_draw(view.series)
    if draw is None:
        return []
    words = {
        "number": draw.number,
        "mode": label("draw_mode", draw.mode),
        "engine": draw.engine,
        "time": date_format(localtime(draw.drawn_at), "SHORT_DATETIME_FORMAT"),
    }
    first = _("Draw %(number)s: %(mode)s, %(time)s (engine %(engine)s)") % words
    if draw.number > 1 and draw.reason:
        first += " – " + _("drawn again: %(reason)s") % {"reason": draw.reason}
    if draw.mode == MANUAL:
        return [first]
    acts = len(hand_acts(draw.options))
    changed = ngettext(
        "Since the draw %(count)s change was made by hand; the log tells it.",
        "Since the draw %(count)s changes were made by hand; the log tells them.",
        acts,
    )
    lines = [
        first,
        _("Seed: %(seed)s") % {"seed": draw.seed},
        _("Hash of the players: %(hash)s") % {"hash": draw.entries_hash},
        unavoidable(draw),
        changed % {"count": acts} if acts else "",
        _("The same players and the same seed give the same seating: anybody may draw it again."),
    ]
    return [line for line in lines if line]


def unavoidable(draw: Draw) -> str:
    """What the draw could not avoid, in one line."""
    words = {
        "repeated_meetings": _("pairs who meet again: %(count)s"),
        "same_team": _("team-mates at one table: %(count)s"),
        "same_club": _("club-mates at one table: %(count)s"),
        "repeated_three_seat": _("again at a table of three: %(count)s"),
    }
    counts = ((text, draw.report.get(key)) for key, text in words.items())
    return " · ".join(text % {"count": count} for text, count in counts if count is not None)


def missing_listing(tournament: Tournament) -> Listing:
    """The lists that are still to come, with their players."""
    lists = (
        ScoreList.objects.filter(IS_MISSING, series__tournament=tournament)
        .select_related("series")
        .prefetch_related("seat_rows__entry__person")
        .order_by("series__number", "table_number")
    )
    columns = [
        SERIES.of("series.number", 6),
        Column("table", _("Table"), "rank", width=6, value="table_number"),
        code_column("state", pgettext("score list", "State"), "list_state", 12, "progress"),
        Column("players", _("Players"), width=60).of(
            lambda row: " · ".join(str(seat.entry.person) for seat in row.seat_rows.all())
        ),
    ]
    rows = rows_of(columns, lists)
    count = ngettext("%(count)s list missing", "%(count)s lists missing", len(rows))
    return Listing(_("Missing lists"), columns, rows, count % {"count": len(rows)})


def short_standings(ranking: Standings) -> Listing:
    """With few columns, for the largest type."""
    return listing_of(ranking, [RANK.of(width=4), NAME.of(width=24), WON.of(width=4), TOTAL], ())


def winners_listing(ranking: Standings) -> Listing:
    """The winners to be read aloud, the last place first, with their prizes or room for them."""
    prizes = prizes_by_entry(ranking)
    columns = [
        Column("rank", pgettext("rank", "Place"), "rank", width=6, value="rank.rank"),
        NAME.of(lambda row: spoken_name(row.name), 30),
        CLUB.of(width=24),
        TOTAL.of(width=8),
        Column("prize", _("Prize"), align="end", width=24).of(
            lambda row: prizes.get(row.entry_id, DOTS)
        ),
    ]
    last = max(
        (place for place, row in enumerate(ranking.rows, 1) if row.entry_id in prizes), default=0
    )
    # As a rule one prize for every fourth player.
    places = max(3, -(-len(ranking.rows) // 4), last)
    rows = rows_of(columns, first_places(ranking.rows, places))
    subtitle = _("to be read from the top: the winner comes last")
    return Listing(_("Winners"), columns, rows[::-1], f"{ranking.title} · {subtitle}")


def first_places(rows: Sequence[Any], places: int) -> list[Any]:
    """The rows of the first places of a ranking, with all who share the last of them."""
    last = max((row.rank.rank for row in rows[:places]), default=0)
    return [row for row in rows if row.rank.rank <= last]


def prizes_by_entry(ranking: Standings) -> dict[int, str]:
    """The prizes of the pots of this ranking, by entry: "€40.00" or "€40.00 + €5.00"."""
    won: defaultdict[int, list[str]] = defaultdict(list)
    for pot in awards(TournamentSource(ranking.tournament)):
        for winner in pot.winners if pot.scope == ranking.scope else ():
            cents = winner.prize.cents
            prize = _("lot needed") if cents is None else amount(cents)
            won[winner.contender.entry_id].append(prize)
    return {entry: " + ".join(prizes) for entry, prizes in won.items()}


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of a player or a team."""

    name: str
    club: str  # of a team: its players
    rank: int
    points: str  # formatted
    contest: str  # name of the ranking


def certificates(ranking: Standings | TeamStandings, places: int) -> list[Certificate]:
    """The first places of a ranking; every member of a team takes one home."""
    contest, honours = contest_of(ranking), list[Certificate]()
    for row in ranking.rows:
        if row.rank.rank <= places:
            points = figure_text(row.performance, grouped=True)
            honour = Certificate(*honoured_name(row), row.rank.rank, points, contest)
            honours += [honour] * (len(row.members) if isinstance(row, TeamRow) else 1)
    return honours


def honoured_name(row: StandingsRow | TeamRow) -> tuple[str, str]:
    """The name, and what stands below it."""
    if isinstance(row, TeamRow):
        # Names are not broken.
        names = (spoken_name(name).replace(" ", NO_BREAK) for _number, name in row.members)
        return row.name, ", ".join(names)
    return spoken_name(row.name), row.club


def contest_of(ranking: Standings | TeamStandings) -> str:
    """The name of a ranking on a certificate; empty for the overall one."""
    if isinstance(ranking, TeamStandings):
        return label("team_kinds", ranking.contest.kind)
    if number := ranking.scope.number:
        return _("Series %(number)s") % {"number": number}
    if day := ranking.scope.day:
        return date_format(day, "DATE_FORMAT")
    return ranking.scope.key


# Papers of the award: every certificate, and the report for the press.

FIRST_PLACES = 3
FIRST_OVERALL = 10  # of the overall standings, in the report for the press


@dataclass(frozen=True, slots=True)
class PressReport:
    """A heading, one paragraph that can be printed as it is, and lists below it."""

    title: str
    lead: str
    parts: tuple[tuple[str, str], ...]


def award_certificates(tournament: Tournament, *, beyond_prizes: bool = False) -> list[Certificate]:
    """The first places of every ranking that a pot is won by; if there is none, of the overall one.

    Places after the last prize of a ranking only with `beyond_prizes`, or where nobody wins.
    """
    source = TournamentSource(tournament)
    last_prizes: dict[str, int] = {}
    for pot in ceremony(source).pots:
        scope = str(pot.pot_award.scope)
        ranks = (line.contender.rank_in_standings for line in pot.lines)
        last_prizes[scope] = max([last_prizes.get(scope, 0), *ranks])
    honours: list[Certificate] = []
    for scope, last in last_prizes.items():
        ranking = find_standings(tournament, scope, source=source)
        if isinstance(ranking, Standings | TeamStandings):
            places = FIRST_PLACES if beyond_prizes or not last else min(FIRST_PLACES, last)
            honours += certificates(ranking, places)
    return honours or certificates(standings(tournament, source=source), FIRST_PLACES)


@names_for_everybody()
def press_report(source: TournamentSource) -> PressReport:
    """Who won, in sentences, with the first of every ranking; names as their people allow it."""
    tournament = source.tournament
    overall = standings(tournament, source=source)
    first = first_places(overall.rows, FIRST_OVERALL)
    words = ngettext("First place", "The first %(count)s", len(first)) % {"count": len(first)}
    parts = [(words, place_names(first))]
    for series in tournament.series.all():
        if len(overall.numbers) > 1 and series.number in overall.numbers:
            words = _("Series %(number)s") % {"number": series.number}
            winners = first_places(standings(tournament, series, source=source).rows, 1)
            parts.append((words, place_names(winners)))
    for kind in kinds_of(tournament).classes:
        ranking = find_standings(tournament, kind.scope, source=source)
        if isinstance(ranking, Standings | TeamStandings):
            parts.append((kind.name, place_names(first_places(ranking.rows, FIRST_PLACES))))
    for pot in ceremony(source).pots:
        if pot.pot_award.pot.kind == PotKind.SPECIAL:
            names = [line.spoken for line in reversed(pot.lines)]
            parts.append((pot.pot_award.pot.title, "; ".join(names[:FIRST_PLACES])))
    shown = tuple(part for part in parts if part[1])
    return PressReport(tournament.title, lead(tournament, overall), shown)


def lead(tournament: Tournament, overall: Standings) -> str:
    """When, where, how many, and who won."""
    series = len(overall.numbers)
    facts = [
        ngettext("%(count)s player", "%(count)s players", len(overall.rows))
        % {"count": len(overall.rows)},
        ngettext("%(count)s series", "%(count)s series", series) % {"count": series},
    ]
    day = date_format(tournament.date, "DATE_FORMAT")
    about = list(filter(None, (tournament.organizer, tournament.place, day)))
    sentences = [f"{', '.join(about)}: {', '.join(facts)}."]
    winners = first_places(overall.rows, 1)
    if winners:
        result = (
            _("Won by %(names)s with %(points)s points.")
            if is_decided(tournament)
            else _("Led by %(names)s with %(points)s points.")
        )
        names = get_text_list([spoken_name(row.name) for row in winners], _("and"))
        points = figure_text(winners[0].performance, grouped=True)
        sentences.append(result % {"names": names, "points": points})
    if others := first_places(overall.rows, FIRST_PLACES)[len(winners) :]:
        behind = "; ".join(_("%(name)s (%(points)s)") % spoken_result(other) for other in others)
        sentences.append(_("Followed by %(names)s.") % {"names": behind})
    return " ".join(sentences)


def is_decided(tournament: Tournament) -> bool:
    """Whether nobody can object to the result any more, and no objection changes it."""
    if tournament.state == TournamentState.REVIEW and tournament.review_over:
        waiting = open_objection_problems(tournament) + uncorrected_objection_problems(tournament)
        return not waiting
    return tournament.state == TournamentState.FINAL


def spoken_result(row: StandingsRow | TeamRow) -> Mapping[str, str]:
    return {"name": honoured_name(row)[0], "points": figure_text(row.performance, grouped=True)}


def place_names(rows: Iterable[StandingsRow | TeamRow]) -> str:
    """The places with names, clubs or players, and points, in one line of text."""
    places = []
    for row in rows:
        name, below = honoured_name(row)
        words = f"{name} ({below})".replace(NO_BREAK, " ") if below else name
        places.append(f"{row.rank.rank}. {words} {figure_text(row.performance, grouped=True)}")
    return "; ".join(places)
