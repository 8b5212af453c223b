"""The subjects of the cited paragraphs, in our own words.

SkO is the Skatordnung in Parlett's English, ST the Skat Order of 1999 where it goes further or
numbers differently, TO the Tournament Game Order of 1999, BT the bid tables of four systems.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType


def _(heading: str) -> str:
    """Mark a heading for the catalogue; it is translated where it is shown."""
    return heading


_SKAT_ORDER = {
    "1.2.2": _("Card-points: 30 in a suit, 120 in all"),
    "2.1.1": _("Suit, grand and null"),
    "2.1.2": _("With the skat or from the hand"),
    "2.1.3": _("Announcements belong to hand games"),
    "2.1.4": _("Null ouvert with or without the skat"),
    "2.2.3": _("A hand game leaves the skat untouched"),
    "2.2.5": _("An open hand is laid out before the first lead"),
    "2.3.2": _("Rank of the trumps"),
    "2.3.3": _("Only jacks are trumps at grand"),
    "2.4.1": _("What tops are"),
    "2.4.2": _("Playing with and without"),
    "2.4.3": _("Up to 11 tops at suit, 4 at grand, none at null"),
    "3.1.2": _("A new player joins with a new round"),
    "3.2.1": _("Seat 1 deals first, then in turn"),
    "3.2.3": _("A card exposed while shuffling"),
    "3.2.4": _("The cut is compulsory, four cards at least"),
    "3.2.5": _("Who cuts for an absent player"),
    "3.2.6": _("How the cards are dealt"),
    "3.2.7": _("At four the dealer sits out"),
    "3.2.8": _("A card exposed in the deal: deal again"),
    "3.2.9": _("A wrong number of cards in the deal"),
    "3.2.10": _("Complaints about the deal come before lifting the cards"),
    "3.2.11": _("A deal out of turn is void; when a round is finished"),
    "3.2.12": _("What is replayed in the current round"),
    "3.2.13": _("A deal out of turn that is found too late"),
    "3.2.14": _("Whoever looks at the skat may not bid"),
    "3.2.15": _("Skat seen in the auction: a new skat is drawn"),
    "3.2.16": _("Every valid deal makes a valid game"),
    "3.3.2": _("Only game values may be bid, from 18"),
    "3.3.3": _("Holding and passing"),
    "3.3.4": _("Rearhand goes on bidding"),
    "3.3.5": _("The highest bid makes the soloist"),
    "3.3.6": _("When only forehand is left"),
    "3.3.7": _("Passed in: the deal moves on"),
    "3.3.8": _("Bids and passes bind"),
    "3.3.9": _("Skat taken before the auction ended"),
    "3.3.10": _("Playing although the skat was seen"),
    "3.4.1": _("A complete announcement of a valid game"),
    "3.4.2": _("The game is worth the bid at least"),
    "3.4.3": _("Conceding when the skat spoils the tops"),
    "3.4.4": _("Invalid announcements; a null below its bid"),
    "3.4.5": _("A slip of the tongue put right at once"),
    "3.4.6": _("Announcing with a wrong number of cards"),
    "3.4.7": _("A valid announcement binds"),
    "3.4.8": _("The discards stay as they are"),
    "3.5.3": _("Everybody at the table pays and is paid"),
    "3.5.4": _("Whoever sits out looks into one hand at most"),
    "4.1.2": _("A card played is not taken back"),
    "4.1.3": _("Leading out of turn ends the game"),
    "4.1.4": _("An offence before the decision loses a simple game"),
    "4.1.5": _("A level that the bid needs is credited"),
    "4.1.6": _("Playing on at the other party's wish"),
    "4.1.7": _("Out of turn, noticed too late"),
    "4.1.8": _("Defenders may not warn each other"),
    "4.1.9": _("A defender shows two or more cards"),
    "4.1.10": _("Out of turn at the last trick"),
    "4.1.11": _("Everybody at the table may object"),
    "4.2.3": _("A revoke ends the game"),
    "4.2.4": _("A revoke found later"),
    "4.2.5": _("Until when a revoke can be claimed"),
    "4.2.6": _("A wrong number of cards during play"),
    "4.2.7": _("Cards pulled or played too early"),
    "4.2.8": _("Looking at the skat during play"),
    "4.2.9": _("Remarks and gestures"),
    "4.3.1": _("The soloist concedes up to the first trick"),
    "4.3.2": _("Conceding later needs a defender's consent"),
    "4.3.3": _("A defender concedes for both"),
    "4.3.4": _("The soloist lays his cards open"),
    "4.3.5": _("A defender lays his cards open"),
    "4.3.6": _("Cards thrown in"),
    "4.4.1": _("What a trick is"),
    "4.4.3": _("Looking at the last trick"),
    "4.4.4": _("Tricks are stacked in order"),
    "4.4.5": _("The soloist leaves tricks lying"),
    "4.4.6": _("Looking at earlier tricks"),
    "4.5.4": _("Only the soloist sees the skat"),
    "4.5.5": _("Holding the cards hidden"),
    "4.5.8": _("No counting aloud"),
    "4.5.9": _("Leaving only at the end of a round"),
    "4.5.10": _("Disputes, referees and objections"),
    "5.1.1": _("Base values of suit and grand games"),
    "5.1.2": _("Values of the null games"),
    "5.2.1": _("The multipliers"),
    "5.2.2": _("A simple game is won with 61 points"),
    "5.2.3": _("Schneider: 30 points or fewer"),
    "5.2.4": _("Schwarz: no trick"),
    "5.2.5": _("Announced levels, reached or not"),
    "5.2.6": _("Ouvert is played from the hand with schwarz announced"),
    "5.2.7": _("A null is won without a trick"),
    "5.2.8": _("Whoever claims a level proves it"),
    "5.3.2": _("Tops, and 1 for game, 2 for schneider, 3 for schwarz"),
    "5.3.4": _("A lost game counts double, after the bid is covered"),
    "5.4.1": _("Overbid games"),
    "5.4.3": _("A level that cannot be reached is not given"),
    "5.5.1": _("Won and lost games and running totals"),
    "5.5.2": _("What a line of the list records"),
    "5.5.3": _("Corrections by agreement"),
    "5.5.4": _("Stakes and rounding"),
    "5.5.5": _("Settlement"),
    "5.6.1": _("Table of game values"),
}

_SKAT_ORDER_1999 = {
    "2.2.5": _("Defenders ask for an open hand to be laid out"),
    "3.3.1": _("The lowest bid is 18, the highest 264"),
    "3.3.9": _("Skat seen before the auction ended: who may still bid"),
    "3.3.10": _("A wrong number of cards found after the auction"),
    "3.3.11": _("Skat seen, noticed after the auction"),
    "3.4.3": _("Announcing and conceding a game that covers the bid"),
    "3.4.4": _("Invalid announcements; a null that cannot be played"),
    "3.4.6": _("Announcing with a wrong number of cards"),
    "4.1.1": _("Leading before the announcement"),
    "4.1.4": _("An offence before the decision"),
    "4.1.5": _("A level that the bid needs"),
    "4.3.1": _("Conceding with nine or ten cards"),
    "4.3.2": _("Conceding later needs a defender's consent"),
    "4.3.4": _("The soloist lays his cards open"),
    "4.3.5": _("A defender lays his cards open: no further trick for the soloist"),
    "4.4.5": _("Tricks left lying claim the rest"),
    "5.2.1": _("Schneider and schwarz count won or lost"),
    "5.2.5": _("A failed announcement is lost at its level"),
    "5.2.6": _("Every trick in an open suit or grand game"),
    "5.4.3": _("Schwarz without cannot be given"),
    "5.5.5": _("Settlement in three ways"),
}

_TOURNAMENT_ORDER = {
    "1.2": _("Played by the Skat Order"),
    "2.1.1": _("The conditions bind like a contract"),
    "3.1": _("The organizer names himself"),
    "3.2": _("Committee and referees"),
    "3.3": _("The organizer answers for it and shows the accounts"),
    "3.4": _("A tournament that cannot be finished"),
    "4.3": _("Expulsion"),
    "5.1": _("Performance and the order of equal players"),
    "6.2": _("What the plan must state"),
    "6.3": _("The plan is posted"),
    "7.1": _("Seating"),
    "7.1.1": _("Seats are assigned or drawn; how many tables of three"),
    "7.1.2": _("Seats are not swapped by players"),
    "7.1.5": _("Only those who play sit at the table"),
    "7.2": _("The score list"),
    "7.2.1": _("Every game entered correctly, completely and clearly"),
    "7.2.2": _("Who keeps the list"),
    "7.2.3": _("Signatures make it a document"),
    "7.2.4": _("Checking and rejecting lists"),
    "7.2.5": _("Faulty entries: the lowest value"),
    "7.3.1": _("The Skat Order governs"),
    "7.3.2": _("Referees decide"),
    "7.3.3": _("Objections to the board"),
    "7.4.1": _("Lists and cards are handed in"),
    "7.4.2": _("No watching after one's own game"),
    "7.4.3": _("Prizes"),
    "7.4.4": _("Lists are kept for six months"),
    "8.1": _("Strictly by the Skat Order"),
    "8.5": _("What the dealer may see"),
    "8.11": _("Running totals after every game"),
    "8.12": _("Adding up the list"),
    "9.1": _("New cards"),
    "9.2": _("No stake agreed, no money"),
    "9.4": _("Passed in, no Ramsch, nobody deals twice running"),
    "9.7": _("No substitutes"),
    "9.9": _("No kibitzing"),
    "9.10": _("Complaints before the next series"),
    "9.11": _("Signing at the end of a series"),
    "9.13": _("Score cards are handed in"),
}

_BID_TABLES = {
    "1B": _("Multipliers, DSkV and ISPA 1998"),
    "1C": _("Bids, DSkV and ISPA 1998"),
    "2A": _("Base values, Texas 2019"),
    "2B": _("Multipliers, Texas 2019"),
    "2C": _("Bids, Texas 2019"),
    "3A": _("Classes and base values, North America 1975"),
    "3B": _("Multipliers, North America 1975"),
    "3C": _("Bids, North America 1975"),
    "4A": _("Classes and base values, North America 1898"),
    "4B": _("Multipliers, North America 1898"),
    "4C": _("Bids, North America 1898"),
    "MP2": _("Declarations with wenzels"),
}

_TEXTS = {"SkO": _SKAT_ORDER, "ST": _SKAT_ORDER_1999, "TO": _TOURNAMENT_ORDER, "BT": _BID_TABLES}

PARAGRAPHS: Mapping[str, str] = MappingProxyType(
    {f"{text} {key}": heading for text, parts in _TEXTS.items() for key, heading in parts.items()}
)


CUSTOM = "custom "


def citations(rule: str) -> tuple[str, ...]:
    """The paragraphs and customs of a `rule`.

    >>> citations("SkO 2.4.2, SkO 5.2.4")
    ('SkO 2.4.2', 'SkO 5.2.4')
    """
    return tuple(rule.split(", ")) if rule else ()


def join_rules(rules: Iterable[str]) -> str:
    """Several rules as one, with each paragraph once.

    >>> join_rules(["BT 3A", "", "BT 3A, BT 3B"])
    'BT 3A, BT 3B'
    """
    return ", ".join(dict.fromkeys(citation for rule in rules for citation in citations(rule)))


def by_custom(key: str) -> str:
    """The citation of a custom, which stands in no text."""
    return f"{CUSTOM}{key}"


def custom_of(citation: str) -> str:
    """The key of the system whose custom is cited; "" for a paragraph.

    >>> custom_of("custom texas"), custom_of("BT 2A")
    ('texas', '')
    """
    return citation.removeprefix(CUSTOM) if citation.startswith(CUSTOM) else ""


def customs(rule: str) -> str:
    """Only the customs of a `rule`."""
    return ", ".join(citation for citation in citations(rule) if custom_of(citation))
