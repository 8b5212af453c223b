"""Whether categories, teams, adjustments, money and rulings fit the rest of a document."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.exchange.fields import LARGEST_SMALL, Node, Problems, check_unique
from scoring.models.money import PotKind
from scoring.models.ruling import ObjectionState
from scoring.rules.fees import ladder_problems
from scoring.rules.prize_plans import read_plan
from scoring.rules.problem import Problem


@dataclass(frozen=True, slots=True)
class DocumentNames:
    """The names in a document: players, series, tables."""

    players: frozenset[int]
    series: frozenset[int]
    tables: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, document: Node, players: frozenset[int]) -> "DocumentNames":
        serieses = [node for node in document.get("series", ()) if "number" in node]
        tables = {
            (series["number"], table["number"])
            for series in serieses
            for table in series.get("tables", ())
            if "number" in table
        }
        numbers = frozenset(node["number"] for node in serieses)
        return cls(players, numbers, frozenset(tables))


def check_office(document: Node, players: frozenset[int], problems: Problems) -> None:
    """Note references to nothing, and duplicates."""
    known = DocumentNames.of(document, players)
    categories = sound(document, "categories")
    check_unique(categories, "name", "category-twice", problems)
    names = {node["name"] for node in categories}
    numbers = {node["number"] for node in sound(document, "pots") if node["optional"]}
    for entry in document.get("entries", ()):
        check_memberships(entry, "categories", names, "category", problems)
        check_memberships(entry, "pots", numbers, "pot", problems)
    check_contests(sound(document, "contests"), names, known, problems)
    check_adjustments(sound(document, "adjustments"), known, problems)
    check_money(document, names, known, problems)
    check_rulings(sound(document, "rulings"), known, problems)
    check_announcement(document.get("announcement"), problems)
    check_unique(sound(document, "print_copies"), "paper", "paper-twice", problems)


def sound(document: Node, key: str) -> list[Node]:
    return [node for node in document.get(key, ()) if node.sound]


def among(node: Node, key: str, known: Collection[object], code: str, problems: Problems) -> bool:
    """Note an unknown name; None is always known."""
    value = node.get(key)
    if value is None or value in known:
        return True
    problems.note(code, node.where(key), value=value)
    return False


def check_memberships(
    entry: Node, key: str, known: Collection[object], what: str, problems: Problems
) -> None:
    """Note categories or optional pots of a player that are unknown, or stand there twice."""
    own = entry.get(key, ())
    for index, name in enumerate(own):
        if name not in known:
            problems.note(f"{what}-unknown", f"{entry.where(key)}[{index}]", value=name)
        elif name in own[:index]:
            problems.note(f"{what}-twice", f"{entry.where(key)}[{index}]", value=name)


def check_contests(
    contests: Iterable[Node], names: Collection[str], known: DocumentNames, problems: Problems
) -> None:
    contests = list(contests)
    check_unique(contests, "kind", "contest-twice", problems)
    for contest in contests:
        among(contest, "one_of", names, "category-unknown", problems)
        teams = [team for team in contest["teams"] if team.sound]
        check_unique(teams, "number", "team-twice", problems)
        check_unique(teams, "name", "team-name-twice", problems)
        members = [each for team in teams for each in team["members"] if each.sound]
        check_unique(members, "player", "plays-for-two-teams", problems)
        for team in teams:
            check_unique(team["members"], "position", "position-twice", problems)
            check_size(contest, team, problems)
        for member in members:
            among(member, "player", known.players, "player-unknown", problems)
            until = member["until_series"]
            if until is not None and until < member["from_series"]:
                since = member["from_series"]
                problems.note("leaves-before-coming", member.where("until_series"), since=since)


def check_size(contest: Node, team: Node, problems: Problems) -> None:
    """No more may play for a team at a time than its contest allows."""
    stays = [(each["from_series"], each["until_series"]) for each in team["members"] if each.sound]
    fullest = max(
        (
            sum(since <= number and (until is None or number <= until) for since, until in stays)
            for number, _until in stays
        ),
        default=0,
    )
    if fullest > contest["size"]:
        most = contest["size"]
        problems.note("team-too-large", team.where("members"), count=fullest, most=most)


def check_adjustments(rows: list[Node], known: DocumentNames, problems: Problems) -> None:
    check_unique(rows, "reverses", "reversed-twice", problems)
    for place, row in enumerate(rows, 1):
        among(row, "player", known.players, "player-unknown", problems)
        among(row, "series", known.series, "series-unknown", problems)
        if not row["points"]:
            problems.note("changes-nothing", row.where("points"))
        target = row["reverses"]
        if target is not None and not (
            target < place and mirrors(row, rows[target - 1], "points", "player", "series")
        ):
            problems.note("reverses-another", row.where("reverses"), value=target)


def mirrors(row: Node, other: Node, figure: str, *same: str) -> bool:
    """Whether a row exactly reverses another one, which itself reverses none."""
    if other["reverses"] is not None:
        return False
    return bool(row[figure] == -other[figure] and all(row[key] == other[key] for key in same))


def check_money(
    document: Node, names: Collection[str], known: DocumentNames, problems: Problems
) -> None:
    fees = document.get("fees")
    if fees is not None and fees.sound and ladder_problems(fees["lost_ladder"]):
        problems.note("not-a-ladder", fees.where("lost_ladder"))
    pots = sound(document, "pots")
    check_unique(pots, "number", "pot-twice", problems)
    for pot in pots:
        among(pot, "series", known.series, "series-unknown", problems)
        among(pot, "category", names, "category-unknown", problems)
        if pot["kind"] == PotKind.CATEGORY and pot["category"] is None:
            problems.note("field-missing", pot.path, key="category")
        check_things(sound(pot, "in_kind"), known, problems)
        try:
            read_plan(pot["plan"])
        except ValueError as error:
            problems.note("not-a-plan", pot.where("plan"), detail=str(error)[:120])
    check_bookings(sound(document, "bookings"), {pot["number"] for pot in pots}, known, problems)


def check_things(rows: list[Node], known: DocumentNames, problems: Problems) -> None:
    """The prizes in kind of a pot: each once, and one for each who has taken any."""
    check_unique(rows, "number", "prize-twice", problems)
    check_unique(rows, "player", "prize-twice", problems)
    for row in rows:
        among(row, "player", known.players, "player-unknown", problems)


REVERSED = ("kind", "player", "series", "table", "pot")


def check_bookings(
    rows: list[Node], pots: Collection[int], known: DocumentNames, problems: Problems
) -> None:
    check_unique(rows, "number", "booking-twice", problems)
    check_unique(rows, "reverses", "reversed-twice", problems)
    earlier: dict[int, Node] = {}
    for place, row in enumerate(rows, 1):
        if row["number"] != place:
            problems.note("booking-gap", row.where("number"), value=place)
        among(row, "player", known.players, "player-unknown", problems)
        among(row, "pot", pots, "pot-unknown", problems)
        check_table(row, known, problems)
        if not row["cents"]:
            problems.note("changes-nothing", row.where("cents"))
        target = row["reverses"]
        if target is not None and not (
            target in earlier and mirrors(row, earlier[target], "cents", *REVERSED)
        ):
            problems.note("reverses-another", row.where("reverses"), value=target)
        earlier[row["number"]] = row


def check_table(row: Node, known: DocumentNames, problems: Problems) -> None:
    """Series and table together name a list."""
    place = (row["series"], row["table"])
    if place != (None, None) and place not in known.tables:
        problems.note("table-unknown", row.where("table"), value=row["table"])


def check_rulings(rows: list[Node], known: DocumentNames, problems: Problems) -> None:
    check_unique(rows, "number", "ruling-twice", problems)
    for row in rows:
        check_table(row, known, problems)
        check_decided(row, problems)
        objection = row["objection"]
        if objection is None or not objection.sound:
            continue
        among(objection, "player", known.players, "player-unknown", problems)
        if objection["state"] != ObjectionState.LODGED and objection["decided_at"] is None:
            problems.note("field-missing", objection.path, key="decided_at")


def check_decided(row: Node, problems: Problems) -> None:
    """The types of what pages show of a ruling; `verify` checks that it follows from its facts."""
    incident, decision = row["incident"], row["decision"]
    texts = {
        "incident.row": incident.get("row", ""),
        "decision.verdict": decision.get("verdict", ""),
    }
    texts |= {f"paragraphs[{place}]": each for place, each in enumerate(row["paragraphs"])}
    for key, text in texts.items():
        if not isinstance(text, str):
            problems.note("not-a-text", row.where(key))
    numbers = {
        "incident.series": incident.get("series", 0),
        "decision.score": decision.get("score", 0),
    }
    for key, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool):
            problems.note("not-an-integer", row.where(key))
        elif abs(number) > LARGEST_SMALL:
            problems.note(
                "number-out-of-range", row.where(key), low=-LARGEST_SMALL, high=LARGEST_SMALL
            )


def check_announcement(node: Node | None, problems: Problems) -> None:
    if node is None or not node.sound:
        return
    for key, text in node["items"].items():
        if not isinstance(text, str):
            problems.append(Problem("document-not-a-text", f"{node.where('items')}.{key}"))
