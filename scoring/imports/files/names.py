"""Whether a column says "Müller Jörg" or "Jörg Müller"."""

from collections.abc import Sequence

from scoring.core.text import folded

# Frequent in Skat clubs.
_GIVEN = (
    "achim", "adam", "albert", "alexander", "alfred", "alois", "andrea", "andreas",
    "angelika", "anita", "anja", "anke", "anna", "anne", "annegret", "anton", "armin",
    "arno", "astrid", "axel", "barbara", "bea", "beate", "bernd", "bernhard", "birgit",
    "björn", "bodo", "brigitte", "bruno", "burkhard", "bärbel", "carl", "carla", "carsten",
    "charlotte", "christa", "christel", "christian", "christiane", "christina", "christoph",
    "claudia", "claus", "cornelia", "dagmar", "daniel", "daniela", "david", "detlef",
    "dieter", "dietmar", "dirk", "doris", "eckhard", "edgar", "edith", "egon", "elisabeth",
    "elke", "ellen", "emil", "emma", "erich", "erika", "ernst", "erwin", "eva", "ewald",
    "felix", "ferdinand", "florian", "frank", "franz", "franziska", "friedhelm",
    "friedrich", "fritz", "gabi", "gabriele", "georg", "gerald", "gerd", "gerda", "gerhard",
    "gisela", "gottfried", "gregor", "gudrun", "guido", "gunter", "gustav", "günter",
    "günther", "hannelore", "hans", "hans-joachim", "hans-jürgen", "hans-peter", "harald",
    "hartmut", "hedwig", "heike", "heiko", "heiner", "heinrich", "heinz", "helga", "helge",
    "helmut", "herbert", "hermann", "hilde", "hildegard", "holger", "horst", "hubert",
    "hugo", "ilona", "ilse", "ines", "inge", "ingeborg", "ingo", "ingrid", "irene", "iris",
    "irmgard", "jan", "jana", "jens", "joachim", "jochen", "johann", "johanna", "johannes",
    "jonas", "josef", "julia", "julian", "jutta", "jörg", "jürgen", "karin", "karl",
    "karl-heinz", "karsten", "katharina", "kathrin", "katja", "kerstin", "klaus", "konrad",
    "kurt", "lars", "laura", "lena", "leo", "leon", "lisa", "lothar", "lukas", "lutz",
    "manfred", "manuel", "manuela", "marco", "maria", "marion", "markus", "marlies",
    "martin", "martina", "mathias", "matthias", "max", "maximilian", "michael", "michaela",
    "mike", "monika", "nicole", "niklas", "nils", "norbert", "olaf", "oliver", "oskar",
    "otto", "pascal", "patrick", "paul", "paula", "peter", "petra", "philipp", "rainer",
    "ralf", "ralph", "regina", "reiner", "reinhard", "reinhold", "renate", "robert",
    "roland", "rolf", "roman", "ronald", "rosemarie", "rudi", "rudolf", "ruth", "rüdiger",
    "sabine", "sandra", "sarah", "sebastian", "siegfried", "sigrid", "silke", "silvia",
    "simon", "sonja", "stefan", "stefanie", "steffen", "stephan", "susanne", "sven",
    "tanja", "thea", "theo", "theodor", "thomas", "thorsten", "tim", "timo", "tobias",
    "tom", "torsten", "udo", "ulf", "uli", "ulrich", "ulrike", "ursula", "ute", "uwe",
    "vera", "volker", "waldemar", "walter", "waltraud", "werner", "wilfried", "wilhelm",
    "willi", "winfried", "wolf", "wolfgang", "yvonne",
)  # fmt: skip
GIVEN_NAMES = frozenset(map(folded, _GIVEN))


def family_stands_first(names: Sequence[str]) -> bool:
    """Whether names without a comma begin with the family name: by given names, else by order.

    >>> family_stands_first(["Müller Jörg", "Adam Bea"]), family_stands_first(["Jörg Müller"])
    (True, False)
    """
    words = [name.split() for name in names if "," not in name]
    pairs = [(folded(each[0]), folded(each[-1])) for each in words if len(each) > 1]
    votes = [(last in GIVEN_NAMES) - (first in GIVEN_NAMES) for first, last in pairs]
    if any(votes):
        return sum(votes) > 0
    firsts, lasts = [first for first, _last in pairs], [last for _first, last in pairs]
    is_sorted = len(set(firsts)) > 4 and firsts == sorted(firsts)
    return is_sorted and lasts != sorted(lasts)
