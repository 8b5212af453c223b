"""Summaries of the cited paragraphs, for the page of the rules."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SUMMARIES: Mapping[str, str | Promise] = {
    "SkO 1.2.2": _(
        "Ace 11, ten 10, king 4, queen 3, jack 2: 30 in each suit, 120 in the whole pack."
    ),
    "SkO 2.1.1": _("There are suit games, grand and null, each with the skat or from the hand."),
    "SkO 2.1.2": _("Each game is played with the skat or from the hand."),
    "SkO 2.1.3": _(
        "Schneider, schwarz and open can be announced only in a suit or grand game from the hand."
    ),
    "SkO 2.1.4": _("A null can be announced open with the skat as well as from the hand."),
    "SkO 2.2.3": _(
        "Whoever plays from the hand does not take or look at the skat: he announces and plays "
        "with the ten cards that he was dealt."
    ),
    "SkO 2.2.5": _("An open hand lies sorted on the table before the first card is led."),
    "SkO 2.3.2": _(
        "At a suit game the four jacks are always the highest trumps, then the other seven cards "
        "of the suit."
    ),
    "SkO 2.3.3": _("At grand the four jacks are the only trumps."),
    "SkO 2.4.2": _(
        "With the jack of clubs, in hand or skat, one plays with the unbroken row from it down;"
        " without it, without as many as lie above one's own highest trump."
    ),
    "SkO 2.4.3": _(
        "One to eleven tops at a suit game, one to four at grand; null has no trumps and so no "
        "tops."
    ),
    "SkO 3.1.2": _("A player joins if all others agree, and only at the start of a round."),
    "SkO 3.2.1": _("Seat 1 deals the first game, then the deal goes round to the left."),
    "SkO 3.2.3": _("Whoever shows a card while shuffling shuffles again before the cut."),
    "SkO 3.2.4": _("The cards must be cut, with at least four cards in each part."),
    "SkO 3.2.6": _("Three cards each, two for the skat, then four and three: ten cards each."),
    "SkO 3.2.7": _("At a table of four the dealer gets no cards and cannot be the soloist."),
    "SkO 3.2.8": _("A card exposed in the deal means dealing again, whoever was at fault."),
    "SkO 3.2.9": _(
        "A wrong number of cards, noticed before the auction ends or on both sides, means "
        "dealing again."
    ),
    "SkO 3.2.10": _(
        "Whoever has lifted his cards can no longer complain about shuffle, cut or deal."
    ),
    "SkO 3.2.11": _(
        "A game dealt out of turn is void, unless its round is finished; in the very last game it "
        "can be put right until all have signed."
    ),
    "SkO 3.2.12": _(
        "From the wrong deal on, all games of the current round are void and played again."
    ),
    "SkO 3.2.13": _(
        "If nobody can tell where it went wrong, the current round alone is played again from "
        "seat 1."
    ),
    "SkO 3.2.14": _("Whoever looks at the skat or exposes it may not bid in this game."),
    "SkO 3.2.15": _(
        "The offender shuffles his ten cards with the skat, and the dealer draws a new one."
    ),
    "SkO 3.2.16": _("Every valid deal leads to a valid game; one that all pass is a game, too."),
    "SkO 3.3.2": _("Only values that some game really has can be bid; the lowest is 18."),
    "SkO 3.3.7": _("If all pass, the next player deals; nobody deals twice in one round."),
    "SkO 3.3.9": _(
        "Seeing the skat too early ends bidding for the offender; the others are no longer bound."
    ),
    "SkO 3.3.10": _(
        "If the skat was seen too early, whoever wants to play all the same may; if it is "
        "noticed after the auction, the soloist chooses before taking the skat."
    ),
    "SkO 3.4.1": _(
        "The announcement names a valid game with everything that is to count, hand included."
    ),
    "SkO 3.4.2": _("Any game may be announced that is worth at least the last bid."),
    "SkO 3.4.3": _(
        "A top trump in the skat may spoil the value: then a game that covers the bid can be "
        "given up before play."
    ),
    "SkO 3.4.4": _(
        "Announcing against the rules is void. A null below the bid costs a suit or grand game "
        "that covers it."
    ),
    "SkO 3.4.5": _("A wrong announcement may be put right at once if suit and kind of game stay."),
    "SkO 3.4.6": _(
        "Whoever announces with more or fewer than ten cards has lost, without schneider."
    ),
    "SkO 3.4.7": _("What was validly announced cannot be changed."),
    "SkO 3.4.8": _(
        "After the announcement the soloist neither changes nor looks at his discards: he would "
        "lose, without schneider or schwarz."
    ),
    "SkO 4.1.3": _(
        "Leading out of turn ends the game. If it was decided already, the winner keeps what he"
        " had made by then."
    ),
    "SkO 4.1.4": _(
        "Whoever errs before the decision loses a simple game, without schneider or schwarz."
    ),
    "SkO 4.1.5": _(
        "If the bid needs schneider or schwarz, a defender's error credits it, unless it was "
        "impossible by then."
    ),
    "SkO 4.1.6": _(
        "The offended party may demand that play goes on; then the error counts for nothing."
    ),
    "SkO 4.1.7": _(
        "A card out of turn that was noticed only after the trick was turned down stands."
    ),
    "SkO 4.1.8": _("Defenders neither warn nor stop each other; whoever does has erred."),
    "SkO 4.1.9": _(
        "A defender who shows two cards ends the game, and the rest is the soloist's. The "
        "soloist may take a dropped card back."
    ),
    "SkO 4.1.10": _("At the last trick a card out of turn is put right without penalty."),
    "SkO 4.1.11": _(
        "Whoever sits at the table may point out an error, also the player who sits out."
    ),
    "SkO 4.2.3": _(
        "Failing to follow suit ends the game for the other party; if it goes on, the error is "
        "corrected first."
    ),
    "SkO 4.2.4": _(
        "If it is found later that somebody did not follow suit, the game is judged as if it "
        "had ended in that trick."
    ),
    "SkO 4.2.5": _(
        "When both parties' cards are gathered, nobody can claim any more that suit was not "
        "followed."
    ),
    "SkO 4.2.6": _(
        "Whoever plays with a wrong number of cards loses; a level counts only if it was "
        "inevitable."
    ),
    "SkO 4.2.7": _("Pulling or playing a card too early, so that it may influence others, loses."),
    "SkO 4.2.8": _("Looking at the skat during play ends the game for the other party."),
    "SkO 4.2.9": _(
        "Remarks and gestures that may influence play end the game for the other party."
    ),
    "SkO 4.3.1": _("Until the end of the first trick the soloist may give his game up."),
    "SkO 4.3.2": _(
        "After the first trick the soloist needs the consent of one defender to give up."
    ),
    "SkO 4.3.3": _("If one defender gives up, the game ends for both."),
    "SkO 4.3.4": _(
        "The soloist's open cards claim all remaining tricks; if that is wrong, the rest is the"
        " defenders'."
    ),
    "SkO 4.3.5": _(
        "A defender who lays his cards open claims that he alone takes all other tricks; a trick "
        "that he loses and those after it are the soloist's."
    ),
    "SkO 4.3.6": _("Thrown-in cards end the game; whoever threw them counts only what he has."),
    "SkO 4.4.1": _("A trick is one card of each player; it ends with the third."),
    "SkO 4.4.3": _("The last trick is shown on request until the next one is led."),
    "SkO 4.4.4": _("Tricks lie in order, so that each can be found again."),
    "SkO 4.4.5": _("If the soloist leaves won tricks lying, he claims all the rest."),
    "SkO 4.4.6": _("Looking at earlier tricks ends the game for the other party."),
    "SkO 4.5.9": _("A player leaves after a round only, and announces it before that round."),
    "SkO 4.5.10": _(
        "Complaints are made at once; a referee decides, and the board settles objections "
        "before the results are announced."
    ),
    "SkO 5.1.1": _("Diamonds 9, hearts 10, spades 11, clubs 12, grand 24."),
    "SkO 5.1.2": _("Null 23, from the hand 35, open 46, open from the hand 59."),
    "SkO 5.2.1": _(
        "Tops, one for the game, and one each for hand, schneider, schwarz, their announcements"
        " and open."
    ),
    "SkO 5.2.2": _("The soloist needs 61 card-points, the skat included."),
    "SkO 5.2.3": _("Thirty card-points or fewer are schneider."),
    "SkO 5.2.4": _("No trick at all is schwarz; a trick without card-points is one."),
    "SkO 5.2.5": _(
        "Announced levels count won and lost; reaching more counts more, failing adds no "
        "schneider of one's own."
    ),
    "SkO 5.2.6": _("Open at suit and grand means from the hand, with every trick announced."),
    "SkO 5.2.7": _("Null is won by taking no trick."),
    "SkO 5.3.4": _("A lost game counts double; the doubling does not help to cover the bid."),
    "SkO 5.4.1": _(
        "A game below its bid is lost; its value is raised until it covers the bid, then doubled."
    ),
    "SkO 5.4.3": _("A level that can never be reached is not given, whatever the defenders do."),
    "SkO 5.5.1": _("Every game is added to the soloist's total or taken off, game by game."),
    "SkO 5.5.2": _("The list shows base value, tops and every step."),
    "SkO 5.5.3": _("During the series a wrong entry is put right if all at the table agree."),
    "SkO 5.5.4": _("The stake is agreed beforehand; a value is rounded up, then a loss doubled."),
    "SkO 5.5.5": _(
        "Everybody settles with everybody: number of players times one's own total, less the "
        "sum of all."
    ),
    "SkO 5.6.1": _("The table of all values that games can have."),
    "ST 3.3.1": _("Bids go from 18 up to 264."),
    "ST 3.4.3": _(
        "A jack in the skat may put the bid out of reach: then a game that covers it is announced "
        "and given up."
    ),
    "ST 3.4.4": _(
        "What plainly contradicts the rules is void. A null that can no longer be played costs a "
        "suit or grand game at the last bid."
    ),
    "ST 3.4.6": _(
        "Announcing with more or fewer than ten cards loses after a proper deal; a card that was "
        "led still counts as held."
    ),
    "ST 4.1.4": _(
        "An error before the game is won loses it at its normal value, without schneider or "
        "schwarz."
    ),
    "ST 4.1.5": _(
        "Whoever needed a higher level has won with it when the defenders err, unless they had "
        "enough points already."
    ),
    "ST 4.3.1": _("As long as he holds nine cards the soloist may give his announced game up."),
    "ST 4.3.2": _(
        "With fewer than nine cards the soloist needs the consent of one defender to give up, "
        "who answers for both."
    ),
    "ST 4.3.4": _(
        "Open cards claim the rest; if the defenders make a trick, the rest is theirs. At null "
        "they claim that no trick follows."
    ),
    "ST 5.4.3": _(
        "Schwarz without the jack of clubs cannot be won, not even by a defender's error."
    ),
    "TO 1.2": _("Tournaments keep to the Skat Order, so that everybody plays by the same rules."),
    "TO 2.1.1": _("What was announced binds organizer and players alike, as a contract does."),
    "TO 3.1": _("Whoever runs a tournament is named in its announcement."),
    "TO 3.2": _("A committee may run it; referees who know the rules settle disputes."),
    "TO 3.3": _(
        "The organizer sets conditions and prizes, answers for them, and shows the accounts."
    ),
    "TO 3.4": _(
        "If a tournament cannot be played to its end, fees are given back or the prizes are paid "
        "in part."
    ),
    "TO 4.3": _(
        "Whoever breaks the rules on purpose or misbehaves can be expelled; the entry fee is kept."
    ),
    "TO 5.1": _(
        "Game points, 50 for each game won less each lost, and a bonus for games the others "
        "lost; then games won, games lost, the lot."
    ),
    "TO 6.2": _("What players must know beforehand: rules, fees, series, seats, prizes."),
    "TO 7.1.1": _("Every table has four seats; at most three tables have three players."),
    "TO 7.1.2": _("The seat that was assigned is exchanged by nobody but the organizer."),
    "TO 7.2.1": _("Each game is entered correctly, completely and legibly."),
    "TO 7.2.2": _("Seat 1 usually keeps the list; everybody at the table answers for it."),
    "TO 7.2.3": _("Signed by all players, the list is a document."),
    "TO 7.2.4": _("Lists are checked; what cannot be read or is incomplete may be rejected."),
    "TO 7.2.5": _("What was entered wrongly counts at the lowest value that fits the entry."),
    "TO 7.3.1": _("The Skat Order decides how play goes."),
    "TO 7.3.2": _("Organizer and referees settle disputes by the Skat Order."),
    "TO 7.3.3": _(
        "Against a referee's decision the board can be called, in writing and on questions of "
        "the rules."
    ),
    "TO 7.4.1": _(
        "At the end lists and start cards come back to the organizer; only then is there a prize."
    ),
    "TO 7.4.2": _("Whoever has finished does not watch at tables where others still play."),
    "TO 7.4.3": _(
        "The prizes are given when the result is worked out; one that is to be sent is sent at "
        "the winner's expense."
    ),
    "TO 7.4.4": _("Lists and start cards are kept for half a year."),
    "TO 8.1": _("The Skat Order is kept strictly."),
    "TO 8.11": _("After every game the total stands in the list."),
    "TO 8.12": _(
        "At the end points, games won and lost, and the games the others lost are added up."
    ),
    "TO 9.1": _("Every table plays with the new cards that it is given."),
    "TO 9.2": _("Without a stake agreed before the series nobody pays."),
    "TO 9.4": _(
        "A game that all pass counts nothing; there is no Ramsch, and nobody deals twice running."
    ),
    "TO 9.7": _("There are no substitutes."),
    "TO 9.10": _(
        "Complaints about a decision come before the next series; what the board decides is final."
    ),
    "TO 9.11": _("All players sign the list at the end of a series."),
    "TO 9.13": _("Score cards can be asked for at the end; whoever lacks one gets no prize."),
    "BT 2A": _("Texas: suits as usual, grand 16, null 20, 30, 40 and 60."),
    "BT 1B": _(
        "DSkV and ISPA 1998: tops, game, hand, schneider, schwarz, announcements and open. A last "
        "trick with the lowest trump (“mit einem Spitze”) is a local custom and counts nothing."
    ),
    "BT 1C": _("DSkV and ISPA 1998: 82 bids on 63 levels."),
    "BT 2B": _(
        "Texas: schneider and schwarz may be announced after taking the skat; an open hand "
        "doubles the value."
    ),
    "BT 2C": _("Texas: 77 bids on 58 levels; an open hand has none of its own."),
    "BT 3A": _(
        "North America 1975: how a game is played decides its base value: guckser, tournee, solo "
        "or grand ouvert; null 20 and 40."
    ),
    "BT MP2": _(
        "Queens or kings as permanent trumps; with the bonus queens count one step, kings two. At "
        "a tournee a king, queen or jack that is turned up leaves no choice of rank."
    ),
    "BT 3B": _(
        "North America 1975: tops, one for the game, schneider and schwarz; only a solo can "
        "announce them, and a grand ouvert has them all."
    ),
    "BT 3C": _("North America 1975: 138 bids on 71 levels."),
    "BT 4A": _(
        "North America 1898: as in 1975, with the frage as the cheapest kind, a guckser of 12, "
        "a solo grand of 16, and a revolution for 60."
    ),
    "BT 4B": _("North America 1898: counted as in 1975, at a frage without announcements."),
    "BT 4C": _("North America 1898: 191 bids on 85 levels."),
}
