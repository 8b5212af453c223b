"""No change without its row in the log: every service is called, and looked at.

A new service has to be added to EXAMPLES, or to PARTS if it writes only inside the block of
another. Both tables are compared with what stands in `scoring.services`.
"""

import inspect
import json
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import scoring.services
from django.apps import apps
from django.db.models.signals import pre_save

from scoring.accounts.services import accounts, sign_in
from scoring.clubs import services as register
from scoring.confirmation.services import confirmation, reversal, second_entry
from scoring.core.text import Name
from scoring.desk.services import games, lists, totals, undo
from scoring.exchange import services as exchange
from scoring.models import Actor, Booking, Club, Fees, LogEntry, Pot, ScoreList, Season, User
from scoring.money.services import fees, ledger, pots, till
from scoring.money.services.pots import PotTerms
from scoring.players.services import entries, import_table, leaving
from scoring.players.services.matching import Newcomer
from scoring.printed_list.incoming import Incoming
from scoring.prints import services as logos
from scoring.public.services import announcement, publishing
from scoring.referee.services import objections, rulings
from scoring.results_import import services as incoming
from scoring.rules.adjudication import Incident
from scoring.rules.announcement import ITEMS
from scoring.rules.bare_totals import BareTotal
from scoring.rules.game import Game
from scoring.rules.prizes import Plan as PrizePlan
from scoring.rules.systems import ISKO
from scoring.series.services import draw as draws
from scoring.series.services import seat_changes, series
from scoring.simulation import demo as sample
from scoring.simulation import tournament as simulation
from scoring.simulation.tournament import Plan
from scoring.standings.services import adjustments, lots, seasons
from scoring.teams.reads.teams import Member
from scoring.teams.services import categories, contests, draw, teams
from scoring.tournament.services import tournaments
from scoring.tournament.services.tournaments import Terms
from tests.factories import (
    line,
    make_entries,
    make_series,
    make_tournament,
    make_user,
    open_list,
)
from tests.papers import LOGO as PICTURE

pytestmark = pytest.mark.django_db
FIXTURE = Path("fixtures/registered.json")
DAY = date(2026, 11, 21)
Call = Callable[[], object]

# What writes inside the block of another service, or only asks: name → whose part it is.
PARTS = {
    "admission.has_role": "asks",
    # They write files, and their rows cannot be looked at within one transaction: test_backups.
    "backups.back_up": "test_backups",
    "backups.back_up_after_closing": "test_backups",
    "backups.failed": "back_up_after_closing",
    "backups.finish": "back_up, back_up_after_closing",
    "backups.handed_out": "test_backups",
    "backups.kept_before_update": "test_run",
    "backups.put_back": "test_backups",
    "backups.take_in": "test_backups",
    "adjustments.write": "adjust, reverse_adjustment",
    "base.changing": "the block itself",
    "incoming.judge": "takes everything back",
    "base.write_log": "the row itself",
    "categories.write_category": "add_category, add_suggested",
    "confirmation.confirmation_problems": "asks",
    "confirmation.set_aside": "reject_list, annul_list",
    "confirmation.write_confirmation": "confirm_list, resolve_recheck",
    "ledger.charge": "collect_entries",
    "ledger.uncharge": "test_ledger",
    "ledger.write_bookings": "book, collect_list",
    "pots.fix_amounts": "pay_out",
    "leaving.last_registered": "asks",
    "entries.refuse_overwriting": "asks",
    "entries.rename": "change_entry",
    "entries.tell_others": "test_entries",
    "entries.write_changes": "change_entry",
    "entries.write_entry": "add_entry, import_players",
    "leaving.take_back": "remove_entry, undo_registration",
    "reversal.clearing_back": "take_back",
    "seasons.join_season": "create_tournament, change_tournament",
    "seasons.log_number": "test_seasons",
    "seasons.log_others": "test_seasons",
    "seasons.refuse_others": "asks",
    "objections.refuse_less": "asks",
    "acts.out_of_order": "asks",
    "draws.write_draw": "announce_draw, draw_series",
    "draws.write_draws": "draw_series, throw",
    "seating.mark_absent": "with_tables",
    "seating.with_tables": "every act",
    "series.refuse_for_lists": "asks",
    "series.refuse_move": "asks",
    "rechecks.correct": "resolve_recheck",
    "rechecks.open_recheck": "asks",
    "rechecks.recheck_problems": "asks",
    "rechecks.log": "the row itself",
    "rechecks.write_document": "record_recheck_line",
    "register.anonymising_problems": "asks",
    "register.foreign": "asks",
    "register.forgettable": "asks",
    "register.merging_problems": "asks",
    "rulings.enter_decision": "make_ruling",
    "rulings.keep": "make_ruling",
    "rulings.refuse_others": "asks",
    "series.begin": "open_list, draw_series",
    "simulation.championship.draw_lots": "simulate_championship",
    "simulation.championship.expel_after": "simulate_championship",
    "simulation.championship.form_teams": "simulate_championship",
    "simulation.championship.leave_after": "simulate_championship",
    "simulation.championship.play": "simulate_championship",
    "simulation.championship.prepare_office": "simulate_championship",
    "simulation.championship.register": "simulate_championship",
    "simulation.championship.settle": "simulate_championship",
    "simulation.championship.simulate_championship": "test_championship",
    "simulation.championship.try_every_ladder": "simulate_championship",
    "simulation.tournament.enter": "simulate",
    "simulation.tournament.enter_bare": "simulate",
    "simulation.tournament.finish": "simulate",
    "simulation.tournament.play_series": "simulate",
    "simulation.tournament.register": "simulate",
    "simulation.tournament.seat_series": "simulate",
    "undo.restore": "undo_last",
}


@dataclass
class Stage:
    """What the examples play with: two accounts and an empty list of four games."""

    by: Actor
    other: User
    score_list: ScoreList

    @property
    def tournament(self) -> Any:
        return self.score_list.series.tournament

    @property
    def first(self) -> Any:
        return self.tournament.entries.get(start_number=1)

    def change(self, service: Callable[..., object], *args: object, **more: object) -> Call:
        """A change of the list as it is now."""
        now = ScoreList.objects.select_related("series__tournament").get(pk=self.score_list.pk)
        return partial(service, now, *args, by=self.by, revision=now.revision, **more)

    def typed(self) -> "Stage":
        """All games were passed in."""
        for number in range(1, 5):
            self.change(games.record_game, line(number))()
        return self

    def entered(self) -> "Stage":
        self.typed().change(lists.close_list)()
        self.score_list.refresh_from_db()
        self.by = Actor(self.other)  # who is to confirm has entered nothing
        return self

    def confirmed(self) -> "Stage":
        self.entered().change(confirmation.confirm_list, signed=(1, 2, 3, 4))()
        return self

    def recheck(self, lines: int = 0) -> Any:
        """A second entry with this many passed games."""
        self.entered()
        found = second_entry.start_recheck(self.score_list, by=self.by)
        for number in range(1, lines + 1):
            second_entry.record_recheck_line(found, line(number), by=self.by, steps=number - 1)
        return found

    def ladies(self) -> Any:
        return categories.add_category(self.tournament, LADIES, by=self.by)

    def tandems(self) -> Any:
        return contests.set_contest(self.tournament, "tandem", by=self.by)

    def team(self) -> Any:
        return teams.add_team(self.tandems(), "Igel", PAIR, by=self.by)

    def clubs(self) -> list[Any]:
        return [Club.objects.create(name=name) for name in ("Kreuz Bube", "Kreuzbube")]

    def adjusted(self) -> Any:
        """An adjustment of the first player."""
        adjustments.adjust(self.first, -100, reason="late", by=self.by)
        return self.first.adjustments.get()

    def bare_series(self) -> Any:
        return make_series(self.tournament, rounds=1)

    def drawn(self) -> Any:
        return draws.draw_series(found := self.bare_series(), by=self.by) and found

    def announced(self) -> Any:
        return draws.announce_draw(found := self.bare_series(), draws.BY_LOT, by=self.by) and found

    def room(self, first: int = 3) -> Any:
        """A released series: table 1 of so many, tables 2 and 3 of three; one player is late."""
        late = make_tournament()
        make_entries(late, 13)
        found, numbers = make_series(late), list(range(1, first + 7))
        tables = {1: numbers[:first], 2: numbers[first : first + 3], 3: numbers[first + 3 :]}
        late.entries.filter(start_number__gt=first + 6).update(state="withdrawn")
        draws.seat_by_hand(found, tables, by=self.by)
        late.entries.filter(start_number=13).update(state="present")
        series.move_series(found, "released", by=self.by, reason="one is late")
        return found


@pytest.fixture
def stage(db: None) -> Stage:
    return Stage(
        Actor(make_user("chief", superuser=True)),
        make_user("other", superuser=True),
        open_list(rounds=1),
    )


def member(stage: Stage) -> User:
    accounts.give_role(stage.tournament, stage.other, "clerk", by=stage.by)
    return stage.other


def old_hand(stage: Stage) -> Any:
    """Somebody who played a long time ago."""
    return make_entries(make_tournament(date=date(2020, 1, 1)), 1)[0].person


def attempt(stage: Stage) -> Call:
    return partial(sign_in.signed_in, stage.other, sign_in.attempt_of("other", "10.0.0.1"))


def by_link(stage: Stage) -> Call:
    token = accounts.renew_link(stage.other, by=stage.by)
    return partial(accounts.use_link, accounts.find_link(token), password="drei kleine worte")


ROW = import_table.RawRow(2, {"name": "Eva Eule"}, {"name": "A"})
LADIES = categories.Terms("Damen")
PAIR = [Member(1), Member(2)]
NEW = Newcomer(Name("Specht", "Sepp"))
BARE = [BareTotal(0, 0, 0, 0)] * 4
ALL = (1, 2, 3, 4)
POT = PotTerms("Gesamt", "overall", PrizePlan(method="table", amounts=(500, 500, 500, 500)))
TERMS = Terms(name="Neu", date=DAY)
EXAMPLES: dict[str, Callable[[Stage], Call]] = {
    "announcements.publish_announcement": lambda s: partial(
        announcement.publish_announcement, announced(s).tournament, by=s.by
    ),
    "announcements.save_announcement": lambda s: partial(
        announcement.save_announcement, s.tournament, {"A.a": "Skatclub Herz"}, by=s.by
    ),
    "announcements.withdraw_announcement": lambda s: partial(
        announcement.withdraw_announcement, posted(s).tournament, by=s.by, reason="slip"
    ),
    "accounts.create_account": lambda s: partial(accounts.create_account, "Uwe Uhu", by=s.by),
    "accounts.give_role": lambda s: partial(
        accounts.give_role, s.tournament, s.other, "clerk", by=s.by
    ),
    "accounts.renew_link": lambda s: partial(accounts.renew_link, s.other, by=s.by),
    "accounts.set_active": lambda s: partial(accounts.set_active, s.other, False, by=s.by),
    "accounts.take_role": lambda s: partial(accounts.take_role, s.tournament, member(s), by=s.by),
    "categories.add_category": lambda s: partial(
        categories.add_category, s.tournament, LADIES, by=s.by
    ),
    "categories.add_suggested": lambda s: partial(categories.add_suggested, s.tournament, by=s.by),
    "categories.assign": lambda s: partial(categories.assign, s.ladies(), [1, 2], by=s.by),
    "categories.change_category": lambda s: partial(
        categories.change_category, s.ladies(), categories.Terms("Gäste", 500), by=s.by
    ),
    "categories.remove_category": lambda s: partial(
        categories.remove_category, s.ladies(), by=s.by
    ),
    "categories.set_categories": lambda s: partial(
        categories.set_categories, s.first, [s.ladies().pk], by=s.by
    ),
    "contests.remove_contest": lambda s: partial(contests.remove_contest, s.tandems(), by=s.by),
    "contests.set_contest": lambda s: partial(contests.set_contest, s.tournament, "team", by=s.by),
    "confirmation.annul_list": lambda s: s.change(confirmation.annul_list, reason="void"),
    "confirmation.confirm_list": lambda s: s.entered().change(
        confirmation.confirm_list, signed=ALL
    ),
    "confirmation.readmit_list": lambda s: rejected(s).change(
        confirmation.readmit_list, reason="found"
    ),
    "confirmation.reject_list": lambda s: s.change(confirmation.reject_list, reason="TO 7.2.4"),
    "confirmation.withdraw_confirmation": lambda s: s.confirmed().change(
        confirmation.withdraw_confirmation, reason="slip"
    ),
    "entries.add_entries": lambda s: partial(entries.add_entries, s.tournament, [NEW], by=s.by),
    "entries.add_entry": lambda s: partial(entries.add_entry, s.tournament, NEW, by=s.by),
    "entries.change_entry": lambda s: partial(
        entries.change_entry, s.first, by=s.by, name=NEW.name, club="", start_number=1
    ),
    "leaving.remove_entry": lambda s: partial(
        leaving.remove_entry, entries.add_entry(s.tournament, NEW, by=s.by), by=s.by
    ),
    "leaving.undo_registration": lambda s: partial(
        leaving.undo_registration,
        entries.add_entry(s.tournament, NEW, by=s.by).tournament,
        by=s.by,
    ),
    "leaving.set_state": lambda s: partial(leaving.set_state, s.first, "withdrawn", by=s.by),
    "exchange.import_tournament": lambda s: partial(
        exchange.import_tournament, FIXTURE.read_bytes(), by=s.by
    ),
    "fees.set_fees": lambda s: partial(
        fees.set_fees, s.tournament, fees.Prices(entry_cents=1500), by=s.by
    ),
    "games.annul_games": lambda s: s.typed().change(games.annul_games, [4], reason="misdeal"),
    "games.insert_game": lambda s: s.change(games.insert_game, 1),
    "games.record_game": lambda s: s.change(games.record_game, line(1)),
    "games.record_games": lambda s: s.change(games.record_games, [line(n) for n in ALL]),
    "games.remove_game": lambda s: s.typed().change(games.remove_game, 4),
    "importing.import_players": lambda s: partial(
        import_table.import_players, s.tournament, [ROW], by=s.by, choices={}, expected=1
    ),
    "ledger.book": lambda s: partial(
        ledger.book, s.tournament, ledger.Item("other", 500), by=s.by, reason="a donation"
    ),
    "ledger.collect_entries": lambda s: partial(
        ledger.collect_entries, with_fees(s).tournament, [s.first], by=s.by
    ),
    "ledger.collect_list": lambda s: partial(
        ledger.collect_list, with_fees(s).entered().score_list, ALL, by=s.by
    ),
    "ledger.counter_book": lambda s: partial(
        ledger.counter_book, donation(s), by=s.by, reason="a slip"
    ),
    "ledger.give_back": lambda s: partial(
        ledger.give_back, paid(s), by=s.by, reason="leaves before play"
    ),
    "ledger.refund": lambda s: partial(
        ledger.refund, paid(s), 500, by=s.by, reason="leaves before play"
    ),
    "lists.clear_list": lambda s: s.typed().change(lists.clear_list, reason="wrong table"),
    "lists.close_list": lambda s: s.typed().change(lists.close_list),
    "lists.exchange_seats": lambda s: s.change(lists.exchange_seats, 1, 2),
    "lists.record_foot": lambda s: s.change(lists.record_foot, {1: BARE[0]}),
    "lists.reopen_list": lambda s: s.entered().change(lists.reopen_list, reason="misread"),
    "incoming.take_results": lambda s: partial(
        incoming.take_results, s.tournament, [incoming_list(s)], by=s.by
    ),
    "logos.remove_logo": lambda s: (
        with_logo(s) and partial(logos.remove_logo, s.tournament, by=s.by)
    ),
    "logos.set_logo": lambda s: partial(logos.set_logo, s.tournament, PICTURE, by=s.by),
    "adjustments.adjust": lambda s: partial(
        adjustments.adjust, s.first, -100, reason="late", by=s.by
    ),
    "adjustments.reverse_adjustment": lambda s: partial(
        adjustments.reverse_adjustment, s.adjusted(), reason="board", by=s.by
    ),
    "lots.record_lots": lambda s: partial(
        lots.record_lots,
        s.entered().tournament,
        "overall",
        list(s.tournament.entries.all()[:2]),
        by=s.by,
    ),
    "pots.change_pot": lambda s: partial(
        pots.change_pot, pot_of(s), replace(POT, title="Zweite"), by=s.by
    ),
    "pots.create_pot": lambda s: partial(pots.create_pot, s.tournament, POT, by=s.by),
    "pots.join_pot": lambda s: partial(pots.join_pot, side_pot(s), 1, by=s.by),
    "pots.pay_out": lambda s: partial(pots.pay_out, pot_of(s.entered()), [winner(s)], by=s.by),
    "pots.remove_pot": lambda s: partial(pots.remove_pot, pot_of(s), by=s.by),
    "register.anonymise": lambda s: partial(register.anonymise, s.tournament, old_hand(s), by=s.by),
    "register.anonymise_people": lambda s: partial(
        register.anonymise_people, s.tournament, [old_hand(s), old_hand(s)], by=s.by
    ),
    "register.merge_clubs": lambda s: partial(
        register.merge_clubs, s.tournament, *s.clubs(), by=s.by
    ),
    "register.merge_people": lambda s: partial(
        register.merge_people, s.tournament, old_hand(s), s.first.person, by=s.by
    ),
    "register.rename_club": lambda s: partial(
        register.rename_club, s.tournament, s.clubs()[0], "Neu", by=s.by
    ),
    "publishing.freeze": lambda s: partial(publishing.freeze, s.tournament, 1, by=s.by),
    "publishing.release_part": lambda s: partial(
        publishing.release_part, s.score_list.series, "seating", by=s.by
    ),
    "publishing.reveal": lambda s: partial(publishing.reveal, frozen(s).tournament, by=s.by),
    "publishing.set_public": lambda s: partial(publishing.set_public, s.tournament, True, by=s.by),
    "publishing.withdraw_part": lambda s: partial(
        publishing.withdraw_part, shown(s).score_list.series, "seating", by=s.by
    ),
    "seasons.set_public": lambda s: partial(seasons.set_public, in_season(s), True, by=s.by),
    "rechecks.give_up_recheck": lambda s: partial(
        second_entry.give_up_recheck, s.recheck(1), by=s.by
    ),
    "rechecks.record_recheck_line": lambda s: partial(
        second_entry.record_recheck_line, s.recheck(), line(1), by=s.by, steps=0
    ),
    "rechecks.record_recheck_totals": lambda s: partial(
        second_entry.record_recheck_totals, s.recheck(), BARE, 4, by=s.by, steps=0
    ),
    "rechecks.remove_recheck_line": lambda s: partial(
        second_entry.remove_recheck_line, s.recheck(1), 1, by=s.by, steps=1
    ),
    "rechecks.resolve_recheck": lambda s: partial(
        second_entry.resolve_recheck, s.recheck(3), {4: "first"}, by=s.by, signed=ALL
    ),
    "rechecks.start_recheck": lambda s: partial(
        second_entry.start_recheck, s.entered().score_list, by=s.by
    ),
    "rechecks.shift_recheck_lines": lambda s: partial(
        second_entry.shift_recheck_lines, s.recheck(1), 1, 1, by=s.by, steps=1
    ),
    "reversal.restore_games": lambda s: annulled(s).change(
        reversal.restore_games, [4], reason="it was not out of turn"
    ),
    "reversal.take_back": lambda s: s.typed().change(
        reversal.take_back,
        LogEntry.objects.latest("id"),
        reason="misread",
    ),
    "objections.decide_objection": lambda s: partial(
        objections.decide_objection,
        objections.lodge_objection(ruling(s), "Not so.", by=s.by),
        upheld=True,
        reason="Right.",
        by=s.by,
    ),
    "objections.lodge_objection": lambda s: partial(
        objections.lodge_objection, ruling(s), "Not so.", by=s.by
    ),
    "rulings.make_ruling": lambda s: partial(
        rulings.make_ruling,
        s.tournament,
        CONCEDED,
        by=s.by,
        score_list=s.score_list,
        number=1,
        soloist=2,
        enter=True,
        revision=1,
    ),
    "series.create_series": lambda s: partial(series.create_series, s.tournament, by=s.by),
    "draws.announce_draw": lambda s: partial(
        draws.announce_draw, s.bare_series(), draws.BY_LOT, by=s.by
    ),
    "draws.draw_series": lambda s: partial(draws.draw_series, s.bare_series(), by=s.by),
    "draws.seat_by_hand": lambda s: partial(
        draws.seat_by_hand, s.bare_series(), {1: [1, 2, 3, 4]}, by=s.by
    ),
    "draws.throw": lambda s: partial(draws.throw, s.announced(), "4 6 1", by=s.by),
    "series.move_series": lambda s: partial(
        series.move_series, s.drawn(), "released", by=s.by, reason="series 1 goes on"
    ),
    "series.open_list": lambda s: partial(series.open_list, s.bare_series(), 1, ALL, by=s.by),
    "seating.dissolve_table": lambda s: partial(
        seat_changes.dissolve_table, s.room(), 1, {2: 2, 3: 3}, by=s.by, reason="gone"
    ),
    "seating.fill_seat": lambda s: partial(
        seat_changes.fill_seat, s.room(), 1, 13, by=s.by, reason="gone"
    ),
    "seating.join_table": lambda s: partial(
        seat_changes.join_table, s.room(), 13, 1, by=s.by, reason="late"
    ),
    "seating.leave_table": lambda s: partial(
        seat_changes.leave_table, s.room(4), 1, by=s.by, reason="gone"
    ),
    "seating.move_player": lambda s: partial(
        seat_changes.move_player, s.room(4), 1, 2, by=s.by, reason="asked"
    ),
    "seating.swap_players": lambda s: partial(seat_changes.swap_players, s.drawn(), 1, 2, by=s.by),
    "series.remove_series": lambda s: partial(series.remove_series, s.bare_series(), by=s.by),
    "simulation.demo.demo": lambda s: partial(sample.demo, "Muster", DAY, by=s.by),
    "simulation.tournament.simulate": lambda s: partial(
        simulation.simulate, Plan(4, 1, "seed", "Probe", DAY, rounds=1), by=s.by
    ),
    "till.count_till": lambda s: partial(till.count_till, s.tournament, {"": 500}, by=s.by),
    "team_lots.draw_teams": lambda s: partial(draw.draw_teams, s.tandems(), by=s.by),
    "teams.add_team": lambda s: partial(teams.add_team, s.tandems(), "Igel", PAIR, by=s.by),
    "teams.change_team": lambda s: partial(teams.change_team, s.team(), "Uhu", PAIR, by=s.by),
    "teams.remove_team": lambda s: partial(teams.remove_team, s.team(), by=s.by),
    "totals.enter_totals": lambda s: s.change(totals.enter_totals, BARE, 4),
    "tournaments.change_tournament": lambda s: partial(
        tournaments.change_tournament, s.tournament, TERMS, by=s.by
    ),
    "tournaments.create_tournament": lambda s: partial(
        tournaments.create_tournament, TERMS, by=s.by
    ),
    "tournaments.move_tournament": lambda s: partial(
        tournaments.move_tournament, make_tournament(), "running", by=s.by
    ),
    "tournaments.remove_sample": lambda s: partial(
        tournaments.remove_sample, make_tournament(sample=True), by=s.by
    ),
    "undo.empty_game": lambda s: s.typed().change(undo.empty_game, 4),
    "undo.undo_last": lambda s: s.typed().change(undo.undo_last),
}
# Who signs in is not told by `by`: it is he himself.
EXAMPLES_WITHOUT_BY: dict[str, Callable[[Stage], Call]] = {
    "accounts.use_link": by_link,
    "sign_in.signed_in": attempt,
}
ALL_EXAMPLES = {**EXAMPLES, **EXAMPLES_WITHOUT_BY}


def incoming_list(stage: Stage) -> Incoming:
    passed = tuple(line(number) for number in range(1, 5))
    return Incoming("S1", 1, 1, (None,) * 4, passed)


def with_logo(stage: Stage) -> Stage:
    logos.set_logo(stage.tournament, PICTURE, by=stage.by)
    return stage


def announced(stage: Stage) -> Stage:
    every = {item.code: "…" for item in ITEMS}
    announcement.save_announcement(stage.tournament, every, by=stage.by)
    return stage


def posted(stage: Stage) -> Stage:
    announcement.publish_announcement(announced(stage).tournament, by=stage.by)
    return stage


def frozen(stage: Stage) -> Stage:
    publishing.freeze(stage.tournament, 1, by=stage.by)
    return stage


def in_season(stage: Stage) -> Any:
    stage.tournament.season = Season.objects.create(name="2026/27")
    stage.tournament.save()
    return stage.tournament


def shown(stage: Stage) -> Stage:
    publishing.release_part(stage.score_list.series, "seating", by=stage.by)
    return stage


CONCEDED = Incident(
    "soloist_concedes", ISKO, Game(ISKO, "grand", 2, bid=18), {"cards": "nine_or_ten"}
)


def ruling(stage: Stage) -> Any:
    return rulings.make_ruling(stage.tournament, CONCEDED, by=stage.by)


def rejected(stage: Stage) -> Stage:
    stage.change(confirmation.reject_list, reason="TO 7.2.4")()
    return stage


def annulled(stage: Stage) -> Stage:
    stage.typed().change(games.annul_games, [4], reason="misdeal")()
    return stage


def with_fees(stage: Stage) -> Stage:
    Fees.objects.create(tournament=stage.tournament, entry_cents=1500, passed_cents=10)
    return stage


def donation(stage: Stage) -> Booking:
    item = ledger.Item("other", 500)
    return ledger.book(stage.tournament, item, by=stage.by, reason="a donation")


def pot_of(stage: Stage) -> Pot:
    return pots.create_pot(stage.tournament, POT, by=stage.by)


def side_pot(stage: Stage) -> Pot:
    terms = replace(POT, stake_cents=200, optional=True)
    return pots.create_pot(stage.tournament, terms, by=stage.by)


def winner(stage: Stage) -> Any:
    """All are equal, and the table gives each of them the same."""
    return stage.first


def paid(stage: Stage) -> Any:
    ledger.collect_entries(with_fees(stage).tournament, [stage.first], by=stage.by)
    return stage.first


def services() -> set[str]:
    """Every public function that is told who acts, as "module.function"."""
    package = scoring.services
    found = set()
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction):
            own = function.__module__ == module.name and not name.startswith("_")
            if own and "by" in inspect.signature(function).parameters:
                found.add(f"{module.name.removeprefix(package.__name__ + '.')}.{name}")
    return found


def rows() -> str:
    """Everything that is stored, in one text."""
    return json.dumps(
        {
            model.__name__: list(model.objects.order_by("pk").values())
            for model in apps.get_app_config("scoring").get_models()
        },
        default=str,
    )


CALLED = sorted(EXAMPLES.keys() & services()) + sorted(EXAMPLES_WITHOUT_BY)


def test_every_service_is_called_here():
    assert services() == EXAMPLES.keys() | PARTS.keys()
    assert not EXAMPLES.keys() & PARTS.keys()


@pytest.mark.parametrize("name", CALLED)
def test_a_service_leaves_a_row_in_the_log(stage: Stage, name: str):
    call = ALL_EXAMPLES[name](stage)
    before, told = rows(), LogEntry.objects.count()
    call()
    assert rows() != before
    written = LogEntry.objects.order_by("id")[told:]
    assert written, f"{name} changed something and told nobody"
    assert all(row.action and row.subject for row in written)


@pytest.mark.parametrize("name", CALLED)
def test_without_its_row_nothing_is_written(stage: Stage, name: str):
    """The row and the change stand or fall together: the log write is made to fail."""
    call = ALL_EXAMPLES[name](stage)
    before = rows()

    def fail(**kwargs: object) -> None:
        raise ZeroDivisionError("the log cannot be written")

    pre_save.connect(fail, sender=LogEntry, dispatch_uid="failing log")
    try:
        with pytest.raises(ZeroDivisionError):
            call()
    finally:
        pre_save.disconnect(sender=LogEntry, dispatch_uid="failing log")
    assert rows() == before
