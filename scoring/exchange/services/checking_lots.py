"""Whether the lots of a document belong to its standings, players and teams."""

from collections.abc import Iterable

from scoring.exchange.fields import Node, Problems
from scoring.models.names import Scope
from scoring.rules import systems
from scoring.standings.reads.special import specials_in


def check_lots(document: Node, players: frozenset[int], problems: Problems) -> None:
    """Lots belong to standings that exist, and to players or teams that take part."""
    teams = {
        (contest.get("kind"), team.get("number"))
        for contest in document.get("contests", ())
        for team in contest.get("teams", ())
    }
    scopes = scopes_of(document)
    seen: set[tuple[str, str, int]] = set()
    for lot in document.get("lots", ()):
        if not lot.sound:
            continue
        of = "player" if lot["team"] is None else "team"
        if (lot["player"] is None) == (lot["team"] is None):
            problems.note("lot-of-nobody", lot.path)
        elif of == "player":
            check_known(lot, players, problems)
        elif (lot["scope"], lot["team"]) not in teams:
            problems.note("team-unknown", lot.where("team"), value=lot["team"])
        if lot["scope"] not in scopes:
            problems.note("lot-scope", lot.where("scope"), value=lot["scope"])
        if (lot["scope"], of, lot[of]) in seen:
            problems.note("lot-twice", lot.where(of), value=lot[of])
        seen.add((lot["scope"], of, lot[of]))
    check_drawings([lot for lot in document.get("lots", ()) if lot.sound], problems)


def check_drawings(lots: Iterable[Node], problems: Problems) -> None:
    """Lots of one drawing have the same standings and totals, and different places."""
    drawn: dict[int, tuple[str, str]] = {}
    places: set[tuple[int, int]] = set()
    for lot in lots:
        drawing, what = lot["drawing"], (lot["scope"], lot["totals"])
        together = drawn.setdefault(drawing, what) == what
        if drawing and (not together or (drawing, lot["order"]) in places):
            problems.note("lot-drawing", lot.where("drawing"), value=drawing)
        places.add((drawing, lot["order"]))


def scopes_of(document: Node) -> frozenset[str]:
    """The standings that a document has."""
    serieses = document.get("series", ())
    system = systems.find((document.get("tournament") or {}).get("system", ""))
    scopes = [
        *(Scope.of("series", each["number"]) for each in serieses if "number" in each),
        *(Scope.of("day", each["day"]) for each in serieses if each.get("day")),
        *(each["kind"] for each in document.get("contests", ()) if "kind" in each),
        *(
            Scope.of("category", each["name"])
            for each in document.get("categories", ())
            if each.sound and each["ranked"]
        ),
        *(Scope.of("special", code) for code in specials_in(system.key if system else "")),
    ]
    return frozenset(("overall", *scopes))


def check_known(node: Node, players: frozenset[int], problems: Problems) -> None:
    """Note a start number that nobody in the tournament has."""
    if "player" in node and node["player"] not in players:
        problems.note("player-unknown", node.where("player"), value=node["player"])
