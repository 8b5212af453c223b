"""Sentences of the rules about one game (scoring.rules.checks, records; docs/law.md "The value of
one game").
"""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Counted, Either, Sentence

GAMES: dict[str, Sentence] = {
    # How a game is played
    "class-missing": Counted(
        "classes",
        _("How was it played? Only %(classes)s is possible."),
        _("How was it played? The ways are %(classes)s."),
    ),
    "unknown-class": Either(
        "classes",
        Counted(
            "classes",
            _("“%(value)s” is not a way to play here. Only %(classes)s is possible."),
            _("“%(value)s” is not a way to play here. The ways are %(classes)s."),
        ),
        _("“%(value)s” cannot be entered: these rules know no ways to play."),
    ),
    "class-not-for-null": _("A null is played by itself, not as %(class)s."),
    "unknown-game": _("“%(value)s” is not a game here. The games are %(games)s."),
    "game-not-in-class": Counted(
        "games",
        _("%(game)s cannot be played as %(class)s. Only %(games)s is possible."),
        _("%(game)s cannot be played as %(class)s, only %(games)s."),
    ),
    "turn-missing": _("Was it the first or the second turn? A lost tournee depends on it."),
    "turn-not-allowed": Either(
        "turns", _("A turn is one of %(turns)s."), _("Only a tournee has turns.")
    ),
    "null-not-in-system": _("This system has no such null from the hand or open."),
    "hand-not-in-class": _("This system has no hand games of this kind."),
    "announcement-needs-hand": _("%(announcement)s can be announced only in a hand game."),
    "announcement-not-in-class": _("%(announcement)s cannot be announced in this kind of game."),
    "announcement-contradicted": _(
        "%(announcement)s is marked as not announced, but %(by)s implies it."
    ),
    # Levels and tops
    "schwarz-without-schneider": _("Whoever is schwarz is schneider as well: mark both."),
    "announced-not-reached": _("Won, but %(level)s was announced and not reached: it is lost."),
    "tops-missing": _("The tops are missing: with or without 1 to %(most)s."),
    "tops-out-of-range": _("There are 1 to %(most)s tops in this game, not %(tops)s."),
    "null-with-tops": _("Null has no tops."),
    "null-with-step": _("Null has no steps but hand and open, and no trumps."),
    "schwarz-without": _(
        "Without the highest trump nobody wins schwarz: a defender holds it, and it takes a trick."
    ),
    "no-trick-with-tops": _(
        "With %(tops)s tops the soloist takes a trick: at most two of them lie in the skat."
    ),
    "no-trick-improbable": _("No trick at all, although playing with %(tops)s? Please check."),
    "wenzels-not-chosen": _(
        "%(wenzel)s cannot be the wenzels here: the highest trumps are the jacks. Only the "
        "organizer allows others, in the settings."
    ),
    "many-tops": _("%(tops)s tops are very rare. Please check."),
    "ouvert-lost": _("A lost open game is very rare. Please check."),
    "level-not-counted": _(
        "The game was lost before its end: %(level)s does not count, the contract value does."
    ),
    # Bid
    "bid-not-a-level": Either(
        "below",
        Either(
            "above",
            _("Nobody can bid %(bid)s: the next levels are %(below)s and %(above)s."),
            _("Nobody can bid %(bid)s: the highest level is %(below)s."),
        ),
        _("Nobody can bid %(bid)s: the lowest level is %(above)s."),
    ),
    "won-below-bid": _(
        "The value of %(value)s does not reach the bid of %(bid)s: overbid, lost with %(score)s."
    ),
    "null-below-bid": _(
        "A null of %(value)s cannot answer a bid of %(bid)s: the soloist owes a suit or grand "
        "game that covers the bid. Enter the one that he names."
    ),
    "overbid-differs": Either(
        "overbid",
        _("Marked as overbid, but the value of %(value)s covers the bid of %(bid)s."),
        _("Not marked as overbid, but the value of %(value)s is below the bid of %(bid)s."),
    ),
    "overbid-won": _("An overbid game is never won."),
    "overbid-needs-score": _(
        "Overbid without a bid: the points of the paper are needed, because they decide."
    ),
    "overbid-score": _(
        "%(score)s cannot be an overbid game: it must be a multiple of %(base)s above %(value)s, "
        "times %(factor)s."
    ),
    # Points, tricks, result
    "card-points-out-of-range": _("Card-points are 0 to %(most)s, not %(points)s."),
    "tricks-out-of-range": _("Tricks are 0 to %(most)s, not %(tricks)s."),
    "no-trick-points": _(
        "Without a trick the soloist has only the skat: at most %(most)s points, not %(points)s."
    ),
    "tricks-points": Counted(
        "tricks",
        _(
            "With one trick and the skat the soloist has %(least)s to %(most)s points, not "
            "%(points)s."
        ),
        _(
            "With %(tricks)s tricks and the skat the soloist has %(least)s to %(most)s points, not "
            "%(points)s."
        ),
    ),
    "result-of-tricks": Counted(
        "tricks",
        _(
            "With one trick and the skat the soloist has %(least)s to %(most)s points: that does "
            "not fit the result."
        ),
        _(
            "With %(tricks)s tricks and the skat the soloist has %(least)s to %(most)s points: "
            "that does not fit the result."
        ),
    ),
    "all-tricks-points": _("All ten tricks are 120 points, not %(points)s."),
    "schneider-differs": Either(
        "schneider",
        _("Schneider is marked, but with %(points)s points nobody is schneider."),
        Counted(
            "points",
            _("Schneider is not marked, but with one point one party is schneider."),
            _("Schneider is not marked, but with %(points)s points one party is schneider."),
        ),
    ),
    "schwarz-differs": Either(
        "schwarz",
        Counted(
            "tricks",
            _("Schwarz is marked, but with one trick nobody is schwarz."),
            _("Schwarz is marked, but with %(tricks)s tricks nobody is schwarz."),
        ),
        _("Schwarz is not marked, but with %(tricks)s tricks one party is schwarz."),
    ),
    "schwarz-points": Counted(
        "points",
        _("Schwarz does not fit one point: no trick leaves at most %(most)s, all tricks are 120."),
        _(
            "Schwarz does not fit %(points)s points: no trick leaves at most %(most)s, all tricks "
            "are 120."
        ),
    ),
    "won-below-61": Either(
        "points",
        Counted(
            "points",
            _("Won with one point? The soloist needs 61."),
            _("Won with %(points)s points? The soloist needs 61."),
        ),
        _("Won without a trick? The soloist needs 61 points."),
    ),
    "lost-with-61": Either(
        "points",
        _("Lost with %(points)s points? If the game was overbid, mark it or enter the bid."),
        _("Lost with all tricks? If the game was overbid, mark it or enter the bid."),
    ),
    "null-won-with-trick": Counted(
        "tricks", _("A null with one trick is lost."), _("A null with %(tricks)s tricks is lost.")
    ),
    "null-lost-without-trick": _("A null without a trick is won."),
    "conceded-won": _("Whoever concedes has lost."),
    "won-missing": _("Was it won or lost? What is entered does not tell."),
    "score-differs": _("The paper says %(score)s; %(right)s is right."),
    "ramsch-not-in-system": _("A passed-in game scores 0: this system has no Ramsch."),
    "ramsch-not-chosen": _("A passed-in game scores 0: this event does not play Ramsch."),
    "ramsch-score": _("A Ramsch is entered by its loss, %(least)s to %(most)s points."),
    "key-twice": _("“%(key)s” occurs twice."),
    "malformed-json": _("This line is not JSON."),
    "record-not-object": _("A game record is a JSON object."),
    "not-a-flag": _("True or false is expected here."),
    "not-a-number": _("A whole number is expected here."),
    "not-a-text": _("A text is expected here."),
    "not-an-object": _("A JSON object is expected here."),
    "out-of-range": _("The number must be %(least)s to %(most)s."),
    "unknown-value": _("“%(value)s” is not known here. It can be %(allowed)s."),
    "unknown-field": _("“%(name)s” is not known and was ignored."),
    "unknown-system": _("There is no rule system “%(value)s”, only %(known)s."),
    "system-differs": _("The record names the system %(value)s, its list %(list)s."),
    "option-not-allowed": _("The system %(system)s has no option %(option)s = %(value)s."),
    "number-missing": _("The number of the game is missing."),
    "passed-with-game": _("A passed-in game has neither soloist nor contract nor points."),
    "ramsch-with-game": _("A Ramsch has only its soloist and its score."),
    "unread-with-game": _("A line is either unreadable or a game, not both."),
    # Sentences about the clerk's line (scoring.entry).
    "line-empty": _(
        "Nothing is typed. 0 is a passed-in game, ? a line that nobody can read, -- removes the "
        "row."
    ),
    "line-too-long": _("A line has at most %(most)s characters: contract, tops, marks, seat."),
    "line-contract-missing": _("The contract is missing. A line begins with %(contracts)s."),
    "line-contract-unknown": _(
        "No contract begins with “%(found)s”. It can be %(contracts)s, or 0 for passed in."
    ),
    "line-suit-ambiguous": _(
        "“%(found)s”: diamonds (Karo) are a, clubs (Kreuz) are x. Which are meant?"
    ),
    "line-is-passed": _("Passed in: nobody plays, and nothing is scored."),
    "line-only-in-a-list": _("This means something only in a list. A game begins with its name."),
    "line-tops-missing": _(
        "“%(found)s”: the tops or the seat are missing, for example %(contract)s 1 %(example)s: "
        "with 1, seat %(example)s. Possible: tops 1 to %(most)s, seat %(free)s."
    ),
    "line-tops-out-of-range": _(
        "%(found)s tops do not exist: at %(game)s there are 1 to %(most)s. A bid follows a /."
    ),
    "line-tops-at-null": _(
        "“%(found)s” cannot follow a null: it has no tops. Only marks and the seat come "
        "after it, and a bid follows a /."
    ),
    "line-mark-unknown": _(
        "“%(found)s” is not a mark. Marks are h hand, s schneider, z schwarz, ss and zz announced, "
        "o open, / and the bid, - lost."
    ),
    "line-mark-twice": _("A mark occurs twice: %(mark)s. Once is enough."),
    "line-digits-unexpected": _(
        "“%(found)s” cannot stand here: tops follow the contract, a bid follows a /, "
        "and the seat is the last digit."
    ),
    "line-digits-after-lost": _(
        "“%(found)s” cannot stand between “lost” and the seat: the seat is one digit, the last."
    ),
    "line-overbid-needs-value": _(
        "Overbid without a bid: type the bid after the /, or the points of the paper after a "
        "minus, then the seat, for example h1/-802 for 80 points lost by seat 2."
    ),
    "line-seat-missing": _(
        "“%(found)s”: the seat is missing, the last digit of the line. It can be %(free)s: "
        "%(found)s %(example)s."
    ),
    "line-running-missing": _(
        "“%(found)s”: the running total of the paper is missing after the =, for "
        "example %(found)s458."
    ),
    "line-running-unreadable": _(
        "“%(found)s” is not a running total: a whole number comes after the =."
    ),
    "line-unread-only-seat": _("“%(found)s”: after the ? comes only the seat, if it can be read."),
    "line-ramsch-points": _("A Ramsch is r, its points and the seat: r203 is 20 points, seat 3."),
}
