"""The reasons of a referee's decisions: of each row, and of the single case (docs/law.md
"Infractions").
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GROUNDS: dict[str, str | Promise] = {
    "row-card-exposed": _(
        "A card exposed while shuffling: shuffle again. Exposed in the deal: deal again."
    ),
    "row-complaint": _(
        "Missing cut, thin cut, complaints about the deal: only until the complainant lifts his "
        "cards."
    ),
    "row-wrong-count": _(
        "A wrong number of cards is put right by a new deal until the auction ends; afterwards "
        "the side with the wrong number has lost."
    ),
    "row-dealt-out-of-turn": _(
        "A deal out of turn is void and so are the later games of the round; finished rounds stand."
    ),
    "row-dealt-twice": _(
        "A passed game is a game: the deal moves on. Dealing again is a deal out of turn."
    ),
    "row-skat-seen": _("Whoever sees the skat before the auction ends may not bid."),
    "row-skat-seen-noticed-late": _(
        "Noticed after the auction, the soloist chooses before he takes the skat."
    ),
    "row-bid-taken-back": _("Bids, bids that were held, and passes bind."),
    "row-bid-no-level": _("Only values that a game can have may be bid."),
    "row-forehand-took-the-skat": _(
        "When both others have passed, forehand may play without a bid; if he takes the skat, he "
        "has to."
    ),
    "row-top-trump-in-skat": _(
        "Whoever finds his bid spoilt by a top trump may lose a game of his choice that covers the "
        "bid."
    ),
    "row-announced-too-much": _("Only what the rules allow can be announced; the rest is void."),
    "row-hand-not-announced": _("Hand counts only if it was announced."),
    "row-null-below-bid": _(
        "A null that does not cover the bid is no valid game: the soloist owes one that does."
    ),
    "row-slip-of-the-tongue": _(
        "A slip of the tongue may be put right at once within suit and contract."
    ),
    "row-announced-with-wrong-count": _("The soloist announces with exactly ten cards."),
    "row-led-before-announcing": _("The soloist announces before he leads."),
    "row-skat-after-announcing": _("After the announcement the skat is closed to the soloist too."),
    "row-ouvert-not-laid-out": _("An open hand is laid out before the first lead."),
    "row-out-of-turn": _("Playing out of turn ends the game in favour of the other party."),
    "row-revoke": _("A revoke ends the game in favour of the other party."),
    "row-card-pulled": _(
        "Nobody pulls or plays a card out of turn so that it could influence others; two cards "
        "that a defender shows end the game."
    ),
    "row-card-taken-back": _("A played card may not be taken back."),
    "row-remark": _("Remarks and gestures that may influence play end the game."),
    "row-sits-out": _(
        "Whoever sits out looks into one hand at most and says nothing about the cards."
    ),
    "row-skat-seen-in-play": _("Nobody looks at the skat during play."),
    "row-old-trick-seen": _("Tricks stay closed, but for the last one before the next lead."),
    "row-tricks-mixed": _("Tricks are stacked so that each can be looked up."),
    "row-two-cards-shown": _("A defender who shows two cards ends the game."),
    "row-wrong-count-in-play": _("During play the party with the right number of cards wins."),
    "row-soloist-concedes": _(
        "The soloist concedes freely until the end of the first trick, later with a defender's "
        "consent."
    ),
    "row-defender-concedes": _("One defender concedes for both."),
    "row-soloist-lays-open": _(
        "Whoever lays his cards open as soloist claims the rest; at null, that he takes no trick."
    ),
    "row-defender-lays-open": _(
        "A defender who lays his cards open claims that the soloist takes no further trick."
    ),
    "row-thrown-in": _("Whoever throws his cards in keeps only what he has."),
    "row-tricks-left-lying": _("A soloist who leaves won tricks lying claims the rest."),
    "exposed-shuffling": _("It was while shuffling."),
    "exposed-in-deal": _("It was in the deal."),
    "cards-lifted": _("The complainant had lifted his cards."),
    "cards-not-lifted": _("The complainant had not lifted his cards."),
    "wrong-on-both-sides": _("Both parties have a wrong number of cards."),
    "noticed-in-auction": _("It was noticed before the end of the auction."),
    "soloist-counted-wrong": _("Only the soloist has a wrong number of cards: contract value."),
    "defenders-counted-wrong": _("Only the defenders have a wrong number of cards."),
    "cards-put-right": _("The soloist plays, the cards are put right."),
    "deal-was-wrong": _("The deal was wrong: it decides, and not the discard."),
    "games-void": _("Play goes on with game %(number)s."),
    "list-is-signed": _("All have signed: nothing is replayed."),
    "last-round-is-finished": _(
        "The last round is finished and stands. Only a wrong deal of its last game could still be "
        "corrected, until all have signed."
    ),
    "round-is-finished": _(
        "Finished rounds stand. Play goes on with game %(number)s, which seat 1 deals."
    ),
    "passed-game-stands": _("The passed game stands; the second deal was out of turn."),
    "banned-by-the-organizer": _(
        "The order says of it: “all players are banned from further play”. Whether that is done "
        "the organizer decides."
    ),
    "exclusion-is-the-organizers": _("Whether somebody is excluded the organizer decides."),
    "offender-may-not-bid": _(
        "The others are not bound by their bids, except who passed before any bid."
    ),
    "skat-stays": _("The offender has no hand: the skat stays as it is (our reading)."),
    "old-skat-agreed": _("If somebody plays, he gets the old skat: all agree on it."),
    "new-skat-drawn": _(
        "If somebody plays, the offender shuffles his twelve cards and the dealer draws two."
    ),
    "soloist-plays": _("The soloist plays."),
    "soloist-passes": _("The soloist does not play."),
    "bid-binds": _("It cannot be taken back."),
    "bid-to-the-next-level": _(
        "Somebody has answered: the bid is put right to the next level, %(bid)s (our reading)."
    ),
    "bid-unanswered": _(
        "Nobody has answered yet: the bidder puts it right to the next level, %(bid)s, or "
        "withdraws it (our reading)."
    ),
    "no-level-above": _("No game is worth more than %(most)s (our reading)."),
    "skat-taken-is-played": _("He has taken the skat."),
    "conceded-before-play": _("Conceded before play, at contract value."),
    "system-announces-always": _("These rules allow announcing after taking the skat."),
    "null-may-be-open": _("A null may be announced open after taking the skat, too."),
    "announcement-void": _("It may be put right at once, within suit and contract."),
    "hand-was-not-said": _("It was not announced."),
    "null-does-not-cover": _("Lost at contract value of the game he names."),
    "slip-put-right": _("It was put right at once, within suit and contract."),
    "announcement-binds": _("A valid announcement binds."),
    "not-ten-cards": _("Lost at contract value, without schneider."),
    "led-in-turn": _("He led in turn: the led card still counts as a hand card."),
    "sko-is-stricter": _(
        "By our reading ST is followed. SkO is stricter: by it, whoever announces with nine cards "
        "has lost."
    ),
    "led-out-of-turn": _("He led out of turn: lost at contract value of the game he names."),
    "defenders-ask": _("There is no penalty."),
    "trick-was-turned": _("It was noticed only after the trick was turned."),
    "at-the-last-trick": _("It was at the last trick."),
    "cards-gathered": _("All cards have been gathered: it is too late."),
    "judged-from-its-trick": _("The trick in which it happened decides."),
    "corrected-first": _("The revoke is corrected first."),
    "play-goes-on": _("The offended party demands it; the error is void."),
    "soloist-takes-it-back": _("The soloist takes the card back without penalty."),
    "two-cards-seen": _(
        "Two of his cards were seen at once: the rest counts in favour of the soloist."
    ),
    "influences-the-partner": _("The card could influence his partner."),
    "nobody-influenced": _(
        "One card was seen, not two, and it could influence nobody: no penalty."
    ),
    "card-stays-played": _("A card once played stays played."),
    "no-party-erred": _("He plays on neither side: it counts against nobody, and is recorded."),
    "nobody-harmed": _("Nobody was harmed (our reading)."),
    "counts-for-whom-it-helped": _(
        "He plays on neither side: it counts for the party that it helped (our reading)."
    ),
    "last-trick-may-be-seen": _("The last trick is shown before the next lead."),
    "rest-to-the-soloist": _("The rest counts in favour of the soloist."),
    "right-number-wins": _("Levels count only if they were inevitable."),
    "level-by-our-reading": _(
        "A level that the soloist needs is his here too, unless the cards exclude it (our reading)."
    ),
    "conceded": _("Contract value, no own schneider."),
    "conceded-later": _("A defender agrees: contract value, no own schneider."),
    "no-consent": _("No defender agrees."),
    "binds-both": _("It counts as a defender's error."),
    "claim-true": _("The claim is true: as played, levels count."),
    "claim-false-soloist": _("The claim is false: the rest goes to the defenders."),
    "claim-false-defender": _("The claim is false: the rest counts in favour of the soloist."),
    "tricks-to-the-defenders": _(
        "The claim is false: those tricks and the rest go to the defenders."
    ),
    "null-claim-true": _("The claim is true: he takes no trick."),
    "null-claim-false": _("The claim is false: the null is lost."),
    "rest-to-the-others": _("The thrower counts what he has, the other party gets the rest."),
    "schwarz-not-made": _("The soloist needs every trick and still had cards in hand."),
    "null-thrown-in-by-a-defender": _(
        "At null a defender who throws his cards in concedes (our reading)."
    ),
    "null-thrown-in-by-the-soloist": _(
        "At null a soloist who throws his cards in claims that he takes no trick (our reading)."
    ),
    "need-unreachable": _("The game could never be won: what the bid demands cannot be reached."),
    "soloist-had-won": _("The soloist had won already, with %(points)s card-points."),
    "all-tricks-made": _("The soloist had made all tricks."),
    "defenders-had-won": _(
        "The defenders had won already: %(points)s card-points, %(enough)s are enough."
    ),
    "trick-against-schwarz": _("The soloist needs schwarz, and the defenders have a trick."),
    "null-was-lost": _("The soloist has a trick: the null was lost already."),
    "null-was-won": _("All tricks are played: the null was won already."),
    "soloist-erred": _("The soloist had not won yet: he loses at contract value."),
    "defender-erred": _("Nothing was decided yet: the soloist wins what he announced."),
    "level-credited": _(
        "Nothing was decided yet: the soloist needs %(level)s and is credited with it."
    ),
    "cards-exclude-level": _(
        "The soloist needs %(level)s, and the cards excluded it even before the first trick."
    ),
    "schneider-by-custom": _(
        "By custom of %(system)s schneider takes %(points)s card-points; no text says so."
    ),
    "loss-by-custom": _(
        "By custom of %(system)s the value of a lost game counts × %(factor)s; no text says so."
    ),
    "bid-covered": _("The value is raised until it covers the bid of %(bid)s."),
}
