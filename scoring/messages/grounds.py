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
    "row-cutter-absent": _("The cut is compulsory; if whoever cuts is away, somebody else may."),
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
    "row-bid-out-of-order": _("Every bid is higher than the last one, and made in its turn."),
    "row-forehand-passed-early": _("Forehand waits until both others have bid or passed."),
    "row-soloist-disputed": _("The soloist is whoever made or held the highest bid."),
    "row-skat-seen-before-announcing": _("Only the soloist may look at the skat."),
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
        "A null that does not cover the bid is not a valid game: the soloist owes one that does."
    ),
    "row-slip-of-the-tongue": _(
        "A slip of the tongue may be put right at once within suit and contract."
    ),
    "row-announced-with-wrong-count": _("The soloist announces with exactly ten cards."),
    "row-led-before-announcing": _("The soloist announces before he leads."),
    "row-ouvert-not-laid-out": _("An open hand is laid out before the first lead."),
    "row-out-of-turn": _("Playing out of turn ends the game in favour of the other party."),
    "row-revoke": _("A revoke ends the game in favour of the other party."),
    "row-card-pulled": _(
        "Nobody pulls or plays a card out of turn so that it could influence others; two cards "
        "that a defender shows end the game."
    ),
    "row-card-taken-back": _("A played card may not be taken back."),
    "row-remark": _("Remarks and gestures that may influence play end the game."),
    "row-looked-into-hand": _("Nobody looks into the cards of another player."),
    "row-sits-out": _("Whoever sits out looks into one hand at most."),
    "row-kibitzer": _("Only those who play there sit at the table; watching is forbidden."),
    "row-left-in-round": _(
        "A player leaves at the end of a round only, and says so before it begins."
    ),
    "row-level-disputed": _("Whoever claims schneider or schwarz proves it."),
    "row-skat-seen-in-play": _("After the announcement nobody looks at the skat or changes it."),
    "row-old-trick-seen": _("Tricks stay closed, but for the last one before the next lead."),
    "row-tricks-mixed": _("Tricks are stacked so that each can be looked up."),
    "row-defender-left-trick": _("The defenders gather every trick before the next lead."),
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
    "cut-reserved": _(
        "He has reserved the cut. If it takes too long, the referee has somebody else cut."
    ),
    "cut-not-reserved": _("That holds where more than three sit at the table."),
    "wrong-on-both-sides": _("Both parties have a wrong number of cards."),
    "noticed-in-auction": _("It was noticed before the end of the auction."),
    "soloist-counted-wrong": _("Only the soloist has a wrong number of cards: contract value."),
    "defenders-counted-wrong": _("Only the defenders have a wrong number of cards."),
    "cards-put-right": _("The soloist plays, the cards are put right."),
    "deal-was-wrong": _("The deal was wrong: it decides, and not the discard."),
    "games-void": _("Play goes on with game %(number)s."),
    "void-though-order-is-right": _(
        "That holds also if the order of deal has come right by itself since (our reading)."
    ),
    "list-is-signed": _("All have signed: nothing is replayed."),
    "last-round-is-finished": _(
        "The last round is finished and stands. Only a wrong deal of its last game could still be "
        "corrected, until all have signed."
    ),
    "round-is-finished": _(
        "Finished rounds stand. Play goes on with game %(number)s. Seat 1 deals it, or the first "
        "seat that is still taken."
    ),
    "passed-game-stands": _("The passed game stands; the second deal was out of turn."),
    "banned-by-the-organizer": _(
        "The order says of it: “all players are banned from further play”. Whether that is done "
        "the organizer decides."
    ),
    "exclusion-is-the-organizers": _("The organizer decides whether somebody is excluded."),
    "offender-may-not-bid": _(
        "The others are not bound by their bids, except whoever passed before any bid."
    ),
    "skat-stays": _("The offender has no hand: the skat stays as it is (our reading)."),
    "old-skat-agreed": _("If somebody plays, he gets the old skat: all agree on it."),
    "new-skat-drawn": _(
        "If somebody plays, the offender shuffles his twelve cards and the dealer draws two."
    ),
    "offender-was-barred": _("He saw the skat himself and could not bid any more."),
    "passed-by-our-reading": _("So nobody has bid: a passed game (our reading)."),
    "as-a-defenders-error": _(
        "The soloist does not want to play: it counts as a defender's error in play (our reading)."
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
    "no-level-above": _("The highest bid is %(most)s."),
    "withdrawn-by-our-reading": _("There is no next level: the bid is withdrawn (our reading)."),
    "bid-answered": _(
        "Somebody has answered: the bid is put right, to a higher value or in its turn (our "
        "reading)."
    ),
    "bid-not-answered": _(
        "Nobody has answered yet: the bidder puts it right or withdraws it (our reading)."
    ),
    "early-pass-binds": _("The pass binds all the same, like every other (our reading)."),
    "highest-bid-counts": _("It is certain whose bid was the highest."),
    "back-to-the-agreed-bid": _("Nobody can tell whose bid was the highest (our reading)."),
    "skat-taken-is-played": _("He has taken the skat."),
    "conceded-before-play": _("Conceded before play, at contract value."),
    "system-announces-always": _("These rules allow announcing after taking the skat."),
    "null-may-be-open": _("A null may be announced open after taking the skat, too."),
    "announcement-void": _("It may be put right at once, within suit and contract."),
    "hand-may-announce": _("He plays from the hand, and there it may be announced."),
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
    "position-unknown": _(
        "Not even the tricks tell what either side had before: nothing counts as decided (our "
        "reading)."
    ),
    "skat-closed-to-him": _("The soloist loses without schneider, and nobody may ask to play on."),
    "established-by-our-reading": _("What was decided before the error stands (our reading)."),
    "irregularity-in-play": _("It is an offence in play like any other."),
    "no-claim-of-defenders": _("Unlike the soloist, they claim nothing by it."),
    "watcher-goes": _("He leaves the table. It counts against nobody, and is recorded."),
    "leaves-after-a-round": _("He plays the round to its end."),
    "round-without-him": _(
        "If he goes all the same, the organizer decides whether the list ends or somebody else "
        "plays (our reading)."
    ),
    "level-was-shown": _("It was shown by the tricks."),
    "level-not-shown": _("It was not shown."),
    "corrected-first": _("The revoke is corrected first."),
    "play-goes-on": _("The offended party demands it; the error is void."),
    "soloist-takes-it-back": _("The soloist takes the card back without penalty."),
    "two-cards-seen": _("Two of his cards were seen at once."),
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
    "last-card-was-unclear": _(
        "A trick whose last card could not be made out is shown even after the next lead."
    ),
    "last-trick-may-be-seen": _("The last trick is shown before the next lead."),
    "rest-to-the-soloist": _("The rest counts in favour of the soloist."),
    "right-number-wins": _("Levels count only if they were inevitable."),
    "level-by-our-reading": _(
        "A level that the soloist needs is his here too, unless the cards exclude it (our reading)."
    ),
    "conceded": _("Contract value, no own schneider."),
    "conceded-later": _("A defender agrees: contract value."),
    "schneider-was-made": _(
        "The defenders hold 90 card-points already: the soloist is schneider (our reading)."
    ),
    "no-consent": _("No defender agrees."),
    "binds-both": _("It counts as a defender's error."),
    "claim-true": _("The claim is true: as played, levels count."),
    "claim-explained": _("He said how he will play: that is not a claim of all the other tricks."),
    "plays-as-he-said": _("He plays on with open cards, as he said (our reading)."),
    "claim-false-soloist": _(
        "The claim is false: every card not yet played goes to the defenders (our reading: SkO is "
        "followed)."
    ),
    "st-counts-from-the-trick": _(
        "By ST they get only the cards from the trick on that the soloist loses."
    ),
    "sko-claims-alone": _(
        "By our reading ST is followed. By SkO he claims that he alone takes all other tricks."
    ),
    "null-claim-refuted": _("The claim is false."),
    "claim-false-defender": _("The claim is false: the rest counts in favour of the soloist."),
    "tricks-to-the-defenders": _(
        "The claim is false: those tricks and the rest go to the defenders."
    ),
    "null-claim-true": _("The claim is true: he takes no trick."),
    "null-claim-false": _("The claim is false: the null is lost."),
    "rest-to-the-others": _("The thrower counts what he has, the other party gets the rest."),
    "schwarz-not-made": _("The soloist needs every trick and still had cards in hand."),
    "given-up-no-schneider": _(
        "The tricks that he gives up do not make him schneider (our reading)."
    ),
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
