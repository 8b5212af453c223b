"""The export of a tournament, or of a season, as one document (docs/formats.md)."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db.models import QuerySet
from msgspec import Raw

from scoring.exchange import season_document
from scoring.exchange.document import (
    FORMAT,
    Document,
    EntryPart,
    LogRowPart,
    MembershipPart,
    PersonPart,
    SettingsPart,
    TablePart,
)
from scoring.exchange.part import Part, children
from scoring.models import (
    Entry,
    EntryCategory,
    Game,
    LeaguePlayer,
    Logo,
    Person,
    PotChoice,
    ScoreList,
    Season,
    Tournament,
)
from scoring.models.account import STAND_IN, username_without_mark
from scoring.models.season import SeasonKind
from scoring.rules.records import SYSTEM_FIELDS, write_line
from scoring.standings.reads.season import counted_tournaments

Row = dict[str, Any]
FieldsOf = Callable[[int], Row]  # of the row with this id
More = Mapping[type[Part], FieldsOf]
Places = Mapping[int, int]  # the place in the document, from 1, by id
NO_PLACES: Mapping[str, Places] = {}
ENCODER = msgspec.json.Encoder(order="sorted")


def export_text(tournament: Tournament) -> str:
    return export_bytes(tournament).decode()


def export_bytes(tournament: Tournament) -> bytes:
    """The document in UTF-8, which takes half the memory of a string."""
    return encode_document(export_document(tournament))


def encode_document(document: Part) -> bytes:
    """JSON in UTF-8 with sorted keys and one space of indent: stable to the byte."""
    return msgspec.json.format(ENCODER.encode(document), indent=1) + b"\n"


def export_document(tournament: Tournament) -> Document:
    """The document of a tournament, each log row and game encoded at once to save memory."""
    season = tournament.season
    own = Tournament.objects.filter(pk=tournament.pk)
    [(settings,)] = iter_rows(own, SettingsPart)
    settings |= {"wenzels": tournament.wenzels or None}
    if season:
        settings |= {"season": season.name, "season_best_of": season.best_of}
    more: More = {EntryPart: entry_fields(tournament), TablePart: game_fields(tournament)}
    below = fields_below(Document, own, more)
    logo = Logo.objects.filter(tournament=tournament).first()
    log = iter_rows(tournament.log.order_by("id"), LogRowPart)
    parts = below(tournament.pk)
    parts["memberships"] = without_namesakes(tournament, parts["memberships"])
    return Document(
        format=FORMAT,
        tournament=SettingsPart(**settings),
        logo=bytes(logo.png) if logo else None,
        log=[encode_raw(LogRowPart(**row)) for (row,) in log],
        **parts,
    )


def without_namesakes(tournament: Tournament, rows: list[MembershipPart]) -> list[MembershipPart]:
    """One of each name: that of an account rather than that of a stand-in."""
    accounts = tournament.memberships.exclude(user__username__startswith=STAND_IN)
    roles = dict(accounts.values_list("user__username", "role"))
    chosen = (row for row in rows if row.role == roles.get(row.user, row.role))
    return list({row.user: row for row in chosen}.values())


def encode_raw(value: object) -> Raw:
    """Encode one of very many objects: as bytes it takes a fraction of the memory."""
    return Raw(ENCODER.encode(value))


# Rows -------------------------------------------------------------------------------------------


def iter_rows(
    rows: QuerySet[Any], kind: type[Part], *first: str, prefix: str = ""
) -> Iterator[tuple[Any, ...]]:
    """The values of the columns `first`, and the fields of a part that differ from their defaults.

    With `prefix`, the fields come from the related row at that path.
    """
    columns, defaults = kind.columns(), kind.defaults()
    fields = [
        (name, defaults.get(name, msgspec.NODEFAULT), column.endswith("__username"))
        for name, column in columns.items()
    ]
    paths = [prefix + column for column in columns.values()]
    for values in rows.values_list(*first, *paths).iterator(chunk_size=5_000):
        row: Row = {}
        for (name, default, is_user), value in zip(fields, values[len(first) :], strict=True):
            if value == default:
                continue
            if isinstance(value, datetime):
                value = value.astimezone(UTC).isoformat()
            row[name] = username_without_mark(value) if is_user and value else value
        yield *values[: len(first)], row


def parts_by_owner(
    kind: type[Part], owners: QuerySet[Any], more: More, places: Mapping[str, Places]
) -> dict[int, list[Any]]:
    """The parts of the rows below `owners`, by the id of the row above them."""
    rows = kind.MODEL._default_manager.filter(**{f"{kind.OWNER}__in": owners}, **kind.ONLY)
    rows = rows.order_by(*kind.ORDER)
    below, own = fields_below(kind, rows, more, places), dict[int, int]()
    others = more.get(kind, lambda _pk: {})
    groups: dict[int, list[Any]] = defaultdict(list)
    for pk, owner, row in iter_rows(rows, kind, "pk", kind.OWNER):
        own[pk] = len(groups[owner]) + 1
        for name in kind.PLACES:
            if name in row:
                row[name] = {"reverses": own, **places}[name].get(row[name])
        groups[owner].append(kind(**row, **others(pk), **below(pk)))
    return groups


def fields_below(
    kind: type[Part], rows: QuerySet[Any], more: More, places: Mapping[str, Places] = NO_PLACES
) -> FieldsOf:
    """The fields of a part, by the id of its row, that hold rows of their own.

    `more` gives, by part, the fields that are no columns; `places`, by field, the places in the
    document of the rows that are named by them.
    """
    groups = {
        name: parts_by_owner(child, rows, more, places) for name, child in children(kind).items()
    }
    singles = {name for name, default in kind.defaults().items() if default is None}

    def fields_of(pk: int) -> Row:
        parts = {name: by_owner.get(pk, []) for name, by_owner in groups.items()}
        return {
            name: next(iter(own), None) if name in singles else own for name, own in parts.items()
        }

    return fields_of


# Players and lists ------------------------------------------------------------------------------


def entry_fields(tournament: Tournament) -> FieldsOf:
    rows = Entry.objects.filter(tournament=tournament)
    people = dict(iter_rows(rows, PersonPart, "pk", prefix="person__"))
    of_entries = EntryCategory.objects.filter(entry__tournament=tournament).order_by("category_id")
    choices = PotChoice.objects.filter(entry__tournament=tournament).order_by("pot__number")
    categories = values_by_entry(of_entries, "category__name")
    pots = values_by_entry(choices, "pot__number")
    return lambda pk: {
        "person": PersonPart(**people[pk]),
        "categories": categories[pk],
        "pots": pots[pk],
    }


def values_by_entry(rows: QuerySet[Any], column: str) -> dict[int, list[Any]]:
    values: dict[int, list[Any]] = defaultdict(list)
    for entry, value in rows.values_list("entry_id", column):
        values[entry].append(value)
    return values


def game_fields(tournament: Tournament) -> FieldsOf:
    system = tournament.rule_system
    lists = ScoreList.objects.filter(series__tournament=tournament).select_related("series")
    outlines = {each.pk: each.outline for each in lists}
    games: dict[int, list[Raw]] = defaultdict(list)
    rows = Game.objects.filter(list__in=lists).order_by("list_id", "number", "attempt")
    for game in rows.iterator(chunk_size=5_000):
        record = write_line(Game.line_of(game, system, outlines[game.list_id]))
        for key in SYSTEM_FIELDS:  # in the settings of the tournament
            record.pop(key, None)
        if not (game.passed or game.unread):
            record["score"] = game.score  # for the importer to check
        games[game.list_id].append(encode_raw(record))
    return lambda pk: {"games": games[pk]}


# A season --------------------------------------------------------------------------------------


def export_season(season: Season) -> str:
    tournaments = list(counted_tournaments(season))
    people = people_by_id(season, tournaments)
    own = Season.objects.filter(pk=season.pk)
    [(terms,)] = iter_rows(own, season_document.TermsPart)
    league = None
    if season.kind == SeasonKind.LEAGUE:
        places = {
            "person": places_by_id(list(people)),
            "tournament": places_by_id([each.pk for each in tournaments]),
        }
        leaders = season.leaders.select_related("user")
        league = season_document.LeaguePart(
            leaders=list(dict.fromkeys(leader.user.sign_in_name for leader in leaders)),
            **fields_below(season_document.LeaguePart, own, {}, places)(season.pk),
        )
    document = season_document.SeasonDocument(
        format=FORMAT,
        season=season_document.TermsPart(**terms),
        people=list(people.values()),
        tournaments=[export_document(tournament) for tournament in tournaments],
        league=league,
    )
    return encode_document(document).decode()


def places_by_id(ids: Sequence[int]) -> Places:
    return {pk: place for place, pk in enumerate(ids, 1)}


def people_by_id(
    season: Season, tournaments: list[Tournament]
) -> dict[int, season_document.SeasonPersonPart]:
    """People in document order: by first entry, then other members by number, then rosters."""
    numbers = dict(season.members.values_list("person", "number"))
    people: dict[int, season_document.SeasonPersonPart] = {}
    place_of = places_by_id([tournament.pk for tournament in tournaments])
    entries = Entry.objects.filter(tournament__in=place_of)
    rows = entries.values_list("tournament", "start_number", "person")
    for place, start_number, who in sorted((place_of[pk], number, who) for pk, number, who in rows):
        person = people.setdefault(who, season_document.SeasonPersonPart(number=numbers.get(who)))
        person.entries.append(
            season_document.PlayedPart(tournament=place, start_number=start_number)
        )
    rosters = LeaguePlayer.objects.filter(season=season)
    rosters = rosters.order_by("team__division__number", "team__number", "id")
    others = dict.fromkeys((*numbers, *rosters.values_list("person", flat=True)))
    without_entry = [who for who in others if who not in people]
    person_rows = dict(iter_rows(Person.objects.filter(pk__in=without_entry), PersonPart, "pk"))
    for who in without_entry:
        row = PersonPart(**person_rows[who])
        people[who] = season_document.SeasonPersonPart(number=numbers.get(who), person=row)
    return people
