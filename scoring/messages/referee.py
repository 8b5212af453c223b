"""Sentences of the referee's desk: incidents, questions, verdicts, reasons (docs/law.md
"Infractions").
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.messages.sentence import Sentence

RULINGS: dict[str, Sentence] = {
    "answer-not-possible": _("“%(answer)s” is no possible answer here."),
    "incident-unknown": _("Please choose what happened."),
    "contract-without-soloist": _("A Ramsch has no soloist: the referee's table does not fit it."),
    "contract-must-be-trump-game": _("Only a suit or grand game will do here, no null."),
    "points-above-120": _("Together that would be %(sum)s card-points; there are 120."),
    "claim-without": _(
        "Playing without, the soloist cannot take every trick: a defender holds the jack of clubs."
    ),
    "claim-with-tops": _(
        "With %(tops)s the soloist has taken a trick: at most two tops can lie in the skat."
    ),
    "more-games-than-planned": _(
        "The series has %(most)s games only, and %(played)s would be entered."
    ),
    "game-not-dealt-yet": _(
        "Game %(number)s cannot have been dealt: the list is entered up to game %(played)s."
    ),
    "no-game-was-passed-before": _(
        "Game 1 is no second deal: give the number of the game dealt after the passed one."
    ),
    "deal-was-right": _(
        "The deal was right, so the number went wrong later. Choose instead: %(rows)s."
    ),
    "bid-is-a-level": _("%(bid)s can be bid: the table has it."),
    "ruling-not-decided": _("The facts do not suffice yet: please answer the next question."),
    "ruling-needs-an-entry": _("This decision has no entry for the list."),
    "ruling-without-game": _("The decision names no game of a list: it can only be kept."),
    "ruling-soloist-missing": _("Which seat played the game?"),
    "ruling-other-tournament": _("The list belongs to another tournament."),
    "text-missing": _("Please say why."),
    "objection-twice": _("An objection against this decision has been lodged already."),
    "objection-too-late": _(
        "Series %(series)s has begun: an objection comes before the next series starts."
    ),
    "objection-after-results": _("The result is announced: no objection is possible any more."),
    "objection-decided": _("The board has decided this objection already; its decision is final."),
    "objections-open": _("Open objections: %(count)s. The board decides them before the result."),
    "verify-ruling": _(
        "Decision %(number)s is kept, but the facts it was made from say otherwise."
    ),
    "verify-ruling-game": _("Decision %(number)s names a game that its list does not have."),
}
# Incidents: the rows of the table.
INCIDENTS: dict[str, str | Promise] = {
    "card_exposed": _("A card was exposed while shuffling or dealing"),
    "complaint": _("The cut was missing or too thin, or somebody complains about the deal"),
    "wrong_count": _("Somebody has a wrong number of cards before the first lead"),
    "dealt_out_of_turn": _("Somebody dealt out of turn"),
    "dealt_twice": _("The same dealer dealt twice after a passed game"),
    "skat_seen": _("The skat was seen or exposed before the auction ended"),
    "skat_seen_noticed_late": _("The same, but noticed only after the auction"),
    "bid_taken_back": _("A bid or a pass was taken back"),
    "bid_no_level": _("A bid that no game is worth"),
    "forehand_took_the_skat": _("Forehand took the skat after two passes and will not play"),
    "top_trump_in_skat": _("A top trump in the skat: the bid cannot be reached, he concedes"),
    "announced_too_much": _("Hand, a level or open was announced where it cannot be"),
    "hand_not_announced": _("Hand was not announced, the skat is untouched"),
    "null_below_bid": _("A null was announced below the bid"),
    "slip_of_the_tongue": _("A slip of the tongue in the announcement"),
    "announced_with_wrong_count": _("Announced with more or fewer than ten cards"),
    "led_before_announcing": _("The soloist led before announcing"),
    "skat_after_announcing": _("The soloist looked at or changed the skat after announcing"),
    "ouvert_not_laid_out": _("An open hand was not laid out"),
    "out_of_turn": _("Led or played out of turn"),
    "revoke": _("A suit was not followed (revoke)"),
    "card_pulled": _("A single card was dropped or pulled too early"),
    "card_taken_back": _("A played card was taken back"),
    "remark": _("A remark or a gesture"),
    "sits_out": _("Somebody who sits out looked into a second hand or spoke about the cards"),
    "skat_seen_in_play": _("The skat was looked at or exposed during play"),
    "old_trick_seen": _("An earlier trick was looked at"),
    "tricks_mixed": _("Tricks were mixed up or not stacked in order"),
    "two_cards_shown": _("A defender showed two or more cards"),
    "wrong_count_in_play": _("A wrong number of cards is found during play"),
    "soloist_concedes": _("The soloist concedes"),
    "defender_concedes": _("A defender concedes"),
    "soloist_lays_open": _("The soloist lays his cards open"),
    "defender_lays_open": _("A defender lays his cards open"),
    "thrown_in": _("Cards were thrown in"),
    "tricks_left_lying": _("The soloist leaves won tricks lying"),
}
PHASES: dict[str, str | Promise] = {
    "deal": _("Shuffle and deal"),
    "auction": _("Auction"),
    "announcement": _("Skat and announcement"),
    "play": pgettext_lazy("phase", "Play"),
    "end": _("End of the game"),
}
QUESTIONS: dict[str, str | Promise] = {
    "contract": _("Which game was announced? (the line as at the desk, with the seat)"),
    "contract_named": _(
        "Which game does the soloist name? (the line as at the desk, with the seat)"
    ),
    "bid": _("What was the last bid? (0: the announced game covers it)"),
    "exposed": _("When was the card exposed?"),
    "lifted": _("Had the complainant lifted his cards?"),
    "deal_right": _("Was the deal itself right?"),
    "wrong_side": _("Who has the wrong number of cards?"),
    "auction_over": _("Was it noticed only after the auction?"),
    "plays_on": _("Does the soloist want to play, the cards put right?"),
    "wrong_number": _("Which game was dealt by the wrong person? (0: nobody can tell)"),
    "played": _("Up to which game is the list entered?"),
    "seats": _("How many sit at the table?"),
    "rounds": _("How many rounds has the series?"),
    "ended": _("Did the list end early, with that game?"),
    "signed": _("Have all signed the list?"),
    "has_hand": _("Had the offender been dealt cards?"),
    "old_skat": _("Do all three agree which cards were the skat?"),
    "choice": _("What does the soloist choose before he takes the skat?"),
    "named_bid": _("Which value was bid?"),
    "answered": _("Has somebody answered the bid?"),
    "announced": _("What was announced?"),
    "at_once": _("Was it put right at once?"),
    "same_contract": _("Within the same suit and the same contract?"),
    "was_forehand": _("Was he forehand, so that the lead was his?"),
    "offender": _("Who erred?"),
    "party": _("Who erred?"),
    "harmed": _("Whom did it harm?"),
    "noticed": _("When was it noticed?"),
    "found": _("When was the revoke found?"),
    "before_next_lead": _("Was it the last trick, before the next lead?"),
    "how": _("Was he playing to a trick, or could the card influence his partner?"),
    "demand": _("Does the offended party demand that play goes on?"),
    "soloist_points": _("Card-points of the soloist: completed tricks and skat"),
    "defender_points": _("Card-points of the defenders: completed tricks"),
    "defender_trick": _("Have the defenders a trick?"),
    "soloist_trick": _("Has the soloist a trick?"),
    "finished": _("Were all ten tricks completed?"),
    "inevitable": _("Which level of the winners was inevitable?"),
    "schneider_impossible": _(
        "Did the cards exclude schneider even before the first trick, whoever erred later?"
    ),
    "schwarz_impossible": _(
        "Did the cards exclude schwarz even before the first trick, whoever erred later?"
    ),
    "cards": _("How many cards does the soloist hold?"),
    "first_trick": _("Was it before the end of the first trick?"),
    "consent": _("Does one of the defenders agree?"),
    "claim_true": _("Is the claim true, however the others play?"),
    "soloist_points_taken": _(
        "Card-points of the soloist: skat and the tricks that he took in, without those left lying"
    ),
    "defender_points_taken": _(
        "Card-points of the defenders: the tricks they won themselves, without those left lying"
    ),
}
OPTIONS: dict[str, str | Promise] = {
    "shuffling": _("while shuffling"),
    "deal": _("in the deal"),
    "soloist": _("the soloist"),
    "defender": _("a defender"),
    "outsider": _("somebody else at the table"),
    "both": _("both sides"),
    "nobody": _("nobody"),
    "3": _("three"),
    "4": _("four"),
    "play": _("play"),
    "pass": pgettext_lazy("choice", "pass"),
    "hand": pgettext_lazy("step", "hand"),
    "level": _("schneider or schwarz"),
    "ouvert": _("open, at suit or grand"),
    "to_trick": _("he was playing to a trick: two cards were seen"),
    "influence": _("it could influence his partner"),
    "neither": pgettext_lazy("choice", "neither"),
    "at_once": _("at once"),
    "trick_turned": _("after the trick was turned"),
    "last_trick": _("at the last trick"),
    "later": _("later in the game, or at its end"),
    "gathered": _("after all cards were gathered"),
    "none": _("none"),
    "schneider": pgettext_lazy("step", "schneider"),
    "schwarz": pgettext_lazy("step", "schwarz"),
    "nine_or_ten": _("nine or ten"),
    "fewer": _("fewer than nine"),
}
VERDICTS: dict[str, str | Promise] = {
    "": _("not decided yet"),
    "shuffle_again": _("Shuffle again"),
    "deal_again": _("Deal again: same number, same dealer"),
    "complaint_late": _("The complaint comes too late, play goes on"),
    "annulment": _("Games are void and played again"),
    "round_anew": _("Finished rounds stand, the current round begins anew"),
    "games_stand": _("The games stand"),
    "no_bidding": _("The offender may not bid"),
    "bid_stands": _("Bid and pass stand, the auction goes on"),
    "bid_put_right": _("The bid is put right, the auction goes on"),
    "withdrawn": _("The bid is withdrawn, the auction goes on"),
    "must_play": _("Forehand must play"),
    "passed": _("The game is entered as passed"),
    "part_void": _("That part of the announcement is void, the game goes on"),
    "no_hand_step": _("The game goes on and counts without hand"),
    "announcement_stands": _("The announcement stands"),
    "announce": _("He announces now, the game goes on"),
    "no_offence": _("No offence, the game goes on"),
    "put_right": _("Put right without penalty, the game goes on"),
    "lay_out": _("The defenders ask for the hand, the game goes on"),
    "stands": _("It stands as it is, the game goes on"),
    "organizer": _("Nobody loses by it: the game goes on, the organizer decides"),
    "play_on": _("The game goes on"),
    "won": _("The soloist has won"),
    "lost": _("The soloist has lost"),
}
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
        "Who finds his bid spoilt by a top trump may lose a game of his choice that covers the bid."
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
    "row-sits-out": _("Who sits out looks into one hand at most and says nothing about the cards."),
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
        "Who lays his cards open as soloist claims the rest; at null, that he takes no trick."
    ),
    "row-defender-lays-open": _(
        "A defender who lays his cards open claims that the soloist takes no further trick."
    ),
    "row-thrown-in": _("Who throws his cards in keeps only what he has."),
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
        "Two of his cards were seen at once: the remaining tricks are the soloist's."
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
    "rest-to-the-soloist": _("The remaining tricks are the soloist's."),
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
    "claim-false-defender": _("The claim is false: all remaining tricks are the soloist's."),
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
OBJECTION_STATES: dict[str, str | Promise] = {
    "lodged": pgettext_lazy("objection", "lodged"),
    "upheld": pgettext_lazy("objection", "upheld"),
    "dismissed": pgettext_lazy("objection", "dismissed"),
}
