"""Sentences of the referee's desk: incidents, questions, verdicts (docs/law.md "Infractions")."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.messages.sentence import Sentence

RULINGS: dict[str, Sentence] = {
    "answer-not-possible": _("“%(answer)s” is not a possible answer here."),
    "incident-unknown": _("Please choose what happened."),
    "contract-without-soloist": _("A Ramsch has no soloist: the referee's table does not fit it."),
    "contract-must-be-trump-game": _("Only a suit or grand game will do here, no null."),
    "points-above-120": _("Together that would be %(sum)s card-points; there are 120."),
    "claim-without": _(
        "Without the highest trump the soloist cannot take every trick: a defender holds it."
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
        "Game 1 is not a second deal: give the number of the game dealt after the passed one."
    ),
    "deal-was-right": _(
        "The deal was right, so the number went wrong later. Choose instead: %(rows)s."
    ),
    "every-null-covers": _(
        "No offence: every null is worth %(null)s at least and covers the bid of %(bid)s."
    ),
    "bid-is-a-level": _("%(bid)s can be bid: the table has it."),
    "ruling-not-decided": _("The facts do not suffice yet: please answer the next question."),
    "ruling-needs-an-entry": _("This decision has no entry for the list."),
    "ruling-without-game": _("The decision names no game of a list: it can only be kept."),
    "ruling-soloist-missing": _("Which seat played the game?"),
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
}
# Incidents: the rows of the table.
INCIDENTS: dict[str, str | Promise] = {
    "card_exposed": _("A card was exposed while shuffling or dealing"),
    "complaint": _("The cut was missing or too thin, or somebody complains about the deal"),
    "cutter_absent": _("Whoever cuts is absent"),
    "wrong_count": _("Somebody has a wrong number of cards before the first lead"),
    "dealt_out_of_turn": _("Somebody dealt out of turn"),
    "dealt_twice": _("The same dealer dealt twice after a passed game"),
    "skat_seen": _("The skat was seen or exposed before the auction ended"),
    "skat_seen_noticed_late": _(
        "The skat was seen before the auction ended, and it was noticed only afterwards"
    ),
    "bid_taken_back": _("A bid or a pass was taken back"),
    "bid_no_level": _("A bid that no game is worth"),
    "bid_out_of_order": _("A bid was too low or out of turn"),
    "forehand_passed_early": _("Forehand passed before being asked"),
    "forehand_took_the_skat": _(
        "Forehand took the skat after both others had passed, and will not play"
    ),
    "soloist_disputed": _("Dispute about who is the soloist"),
    "skat_seen_before_announcing": _(
        "A defender saw the skat after the auction, before the announcement"
    ),
    "top_trump_in_skat": _("A top trump in the skat: the bid cannot be reached, he concedes"),
    "announced_too_much": _("Hand, a level or open was announced where it cannot be"),
    "hand_not_announced": _("Hand was not announced, the skat is untouched"),
    "null_below_bid": _("A null was announced below the bid"),
    "slip_of_the_tongue": _("A slip of the tongue in the announcement"),
    "announced_with_wrong_count": _("Announced with more or fewer than ten cards"),
    "led_before_announcing": _("The soloist led before announcing"),
    "ouvert_not_laid_out": _("An open hand was not laid out"),
    "out_of_turn": _("Led or played out of turn"),
    "revoke": _("A suit was not followed (revoke)"),
    "card_pulled": _("A single card was dropped or pulled too early"),
    "card_taken_back": _("A played card was taken back"),
    "remark": _("A remark, a gesture, or counting aloud"),
    "looked_into_hand": _("A player looked into the hand of another"),
    "skat_seen_in_play": _("The skat was looked at, exposed or changed after the announcement"),
    "old_trick_seen": _("An earlier trick was looked at"),
    "tricks_mixed": _("Tricks were mixed up or not stacked in order"),
    "defender_left_trick": _("A defender leaves a won trick lying"),
    "two_cards_shown": _("A defender showed two or more cards"),
    "wrong_count_in_play": _("A wrong number of cards is found during play"),
    "soloist_concedes": _("The soloist concedes"),
    "defender_concedes": _("A defender concedes"),
    "soloist_lays_open": _("The soloist lays his cards open"),
    "defender_lays_open": _("A defender lays his cards open"),
    "thrown_in": _("Cards were thrown in"),
    "tricks_left_lying": _("The soloist leaves won tricks lying"),
    "level_disputed": _("Dispute about schneider or schwarz"),
    "sits_out": _("Somebody who sits out looked into a second hand"),
    "kibitzer": _("Somebody watches who does not belong to the table"),
    "left_in_round": _("A player wants to leave within a round"),
}
PHASES: dict[str, str | Promise] = {
    "deal": _("Shuffle and deal"),
    "auction": _("Auction"),
    "announcement": _("Skat and announcement"),
    "play": pgettext_lazy("phase", "Play"),
    "end": _("End of the game"),
    "table": _("Around the table"),
}
QUESTIONS: dict[str, str | Promise] = {
    "contract": _("Which game was announced? (the line as at the desk, with the seat)"),
    "contract_named": _(
        "Which game does the soloist name? (the line as at the desk, with the seat)"
    ),
    "bid": _("What was the last bid? (0: the announced game covers it)"),
    "exposed": _("When was the card exposed?"),
    "lifted": _("Had the complainant lifted his cards?"),
    "reserved": _("Did he reserve the cut before he left?"),
    "deal_right": _("Was the deal itself right?"),
    "wrong_side": _("Who has the wrong number of cards?"),
    "auction_over": _("Was it noticed only after the auction?"),
    "plays_on": _("Does the soloist want to play, the cards put right?"),
    "plays_on-skat_seen_before_announcing": _("Does the soloist want to play all the same?"),
    "wrong_number": _("Which game was dealt by the wrong person? (0: nobody can tell)"),
    "played": _("Up to which game is the list entered?"),
    "seats": _("How many sit at the table?"),
    "rounds": _("How many rounds has the series?"),
    "ended": _("Did the list end early, with that game?"),
    "left_after": _("After which game were only three at the table?"),
    "joined_with": _("With which game did a fourth sit down?"),
    "signed": _("Have all signed the list?"),
    "seen_by": _("Who saw the skat?"),
    "has_hand": _("Had the offender been dealt cards?"),
    "old_skat": _("Do all three agree which cards were the skat?"),
    "choice": _("What does the soloist choose before he takes the skat?"),
    "named_bid": _("Which value was bid?"),
    "answered": _("Has somebody answered the bid?"),
    "bidder_known": _("Is it certain who made or held the highest bid?"),
    "announced": _("What was announced?"),
    "skat_taken": _("Had the soloist taken the skat?"),
    "at_once": _("Was it put right at once?"),
    "same_contract": _("Within the same suit and the same contract?"),
    "was_forehand": _("Was he forehand, so that the lead was his?"),
    "offender": _("Who erred?"),
    "party": _("Who erred?"),
    "party-thrown_in": _("Who threw his cards in?"),
    "harmed": _("Whom did it harm?"),
    "noticed": _("When was it noticed?"),
    "found": _("When was the revoke found?"),
    "position_known": _("Is it known what either side had before the trick with the revoke?"),
    "which_trick": _("Which trick was it?"),
    "how": _("Was he playing to a trick, or could the card influence his partner?"),
    "demand": _("Does the offended party demand that play goes on?"),
    "soloist_points": _("Card-points of the soloist: completed tricks and skat"),
    "soloist_points-revoke": _(
        "Card-points of the soloist before the trick with the revoke: tricks and skat"
    ),
    "soloist_points-wrong_count_in_play": _(
        "Card-points of the soloist before the number went wrong: tricks and skat"
    ),
    "defender_points": _("Card-points of the defenders: completed tricks"),
    "defender_points-revoke": _(
        "Card-points of the defenders before the trick with the revoke: tricks only"
    ),
    "defender_points-wrong_count_in_play": _(
        "Card-points of the defenders before the number went wrong: tricks only"
    ),
    "defender_trick": _("Have the defenders a trick?"),
    "defender_trick-revoke": _("Had the defenders a trick before the one with the revoke?"),
    "defender_trick-wrong_count_in_play": _(
        "Had the defenders a trick before the number went wrong?"
    ),
    "soloist_trick": _("Has the soloist a trick?"),
    "soloist_trick-revoke": _("Had the soloist a trick before the one with the revoke?"),
    "soloist_trick-wrong_count_in_play": _("Had the soloist a trick before the number went wrong?"),
    "wrong_discard": _("Did he discard too many or too few cards?"),
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
    "explained": _("Did he say how he will play?"),
    "proved": _("Does the side that claims the level show it by its tricks?"),
    "claim_true": _("Is the claim true, however the others play?"),
    "soloist_points_taken": _(
        "Card-points of the soloist: skat and the tricks that he took in, without those left lying"
    ),
    "defender_points_taken": _(
        "Card-points of the defenders: the tricks they won themselves, without those left lying"
    ),
}
# What is said below a question.
QUESTION_HELP: dict[str, str | Promise] = {
    "position_known": _(
        "The tricks lie in order and tell it. If even they do not, answer no: nothing counts as "
        "decided then (our reading)."
    )
}
OPTIONS: dict[str, str | Promise] = {
    "shuffling": _("while shuffling"),
    "deal": _("in the deal"),
    "soloist": _("the soloist"),
    "defender": _("a defender"),
    "harmed-soloist": pgettext_lazy("whom", "the soloist"),
    "harmed-defender": pgettext_lazy("whom", "the defenders"),
    "harmed-nobody": pgettext_lazy("whom", "nobody"),
    "outsider": _("somebody else at the table"),
    "other": _("somebody else"),
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
    "before_lead": _("the last one, before the next lead"),
    "unclear": _("the last one, because its last card could not be made out"),
    "closed": _("an earlier one, or the last one without need after the lead"),
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
    "next_cuts": _("The next to his right cuts"),
    "table_waits": _("The table waits for him"),
    "complaint_late": _("The complaint comes too late, play goes on"),
    "annulment": _("Games are void and played again"),
    "round_anew": _("Finished rounds stand, the current round begins anew"),
    "games_stand": _("The games stand"),
    "no_bidding": _("The offender may not bid"),
    "bid_stands": _("Bid and pass stand, the auction goes on"),
    "bid_put_right": _("The bid is put right, the auction goes on"),
    "withdrawn": _("The bid is withdrawn, the auction goes on"),
    "highest_bidder": _("Whoever made or held the highest bid is the soloist"),
    "auction_resumed": _("The auction goes on from the last bid that all agree on"),
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
    "result_stands": _("The result stands"),
    "organizer": _("Nobody loses by it: the game goes on, the organizer decides"),
    "organizer_decides": _("He may not: the organizer decides what follows"),
    "level_counts": _("The level counts"),
    "level_not_counted": _("The level does not count"),
    "play_on": _("The game goes on"),
    "won": _("The soloist has won"),
    "lost": _("The soloist has lost"),
}
