"""Every service is called once: its row in the log, one form counts once, all in its own host.

A new service has to be added to EXAMPLES, or to PARTS if it writes only inside the block of
another. Both tables are compared with the services of the rooms.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model

from scoring.accounts.services import accounts, sign_in
from scoring.accounts.services.sign_in import NewPasskey
from scoring.core.forms import Refused, StaleRevision
from scoring.core.log_rows import fits
from scoring.core.services import Repeated, submission
from scoring.core.text import Details, Name
from scoring.exchange import services as exchange
from scoring.exchange.services import season as exchange_season
from scoring.hosts import services as hosts
from scoring.imports.services import results
from scoring.imports.services.files import withdraw_results
from scoring.imports.services.people import MemberImport, PlayerImport, import_people
from scoring.lists.phone import services as addresses
from scoring.lists.phone import services as table
from scoring.lists.phone.reads import handle_of
from scoring.lists.photos import services as photos
from scoring.lists.services import (
    changing,
    confirmation,
    games,
    lists,
    moves,
    reversal,
    second_entry,
    sittings,
)
from scoring.lists.services import lists as totals
from scoring.models import (
    Actor,
    Booking,
    Club,
    ClubMember,
    Fees,
    Host,
    ListPhoto,
    LogEntry,
    MemberOffer,
    Pot,
    PrizeInKind,
    Reservation,
    ScoreList,
    Season,
    Submission,
    TableAccess,
    TableCall,
    UnsentGames,
    User,
)
from scoring.models.host import FIRST_HOST, HostKey
from scoring.models.log import Action
from scoring.models.tournament import TournamentState
from scoring.money.services import award, breaking_off, ledger, pots
from scoring.money.services.ledger import BookingItem
from scoring.money.services.pots import PotTerms
from scoring.people.services import clubs as register
from scoring.people.services import entries, leaving, members, offers, reservations
from scoring.people.services import leaving as exclusion
from scoring.people.services.matching import Newcomer, RawRow
from scoring.printed_list.incoming import Incoming
from scoring.prints import services as logos
from scoring.public import services as announcement
from scoring.public import services as publishing
from scoring.referee import services as objections
from scoring.referee import services as rulings
from scoring.reporting import services as receiving
from scoring.reporting import services as report_keys
from scoring.reporting import services as targets
from scoring.rules.adjudication import Incident
from scoring.rules.announcement import ITEMS
from scoring.rules.bare_totals import BareTotal
from scoring.rules.game import PlayedGame
from scoring.rules.outline import sittings_changed, starting
from scoring.rules.prizes import PrizePlan as PrizePlan
from scoring.rules.systems import ISKO
from scoring.seasons import services as next_evening
from scoring.seasons import services as season_members
from scoring.seasons import services as seasons
from scoring.seasons.services import SeasonTerms, close_season
from scoring.series.services import draw as draws
from scoring.series.services import seat_changes, series
from scoring.simulation.services import tournament as sample
from scoring.simulation.services import tournament as simulation
from scoring.simulation.services.tournament import SimulationPlan
from scoring.standings import services as adjustments
from scoring.standings import services as lots
from scoring.teams.reads import Member
from scoring.teams.services import categories, teams
from scoring.tournament import services as defaults
from scoring.tournament import services as tournaments
from scoring.tournament.services import TournamentTerms
from scoring.verify.reads.office import host_problems
from tests.authenticator import code_of
from tests.effort import LONG
from tests.factories import (
    line,
    make_entries,
    make_host,
    make_series,
    make_tournament,
    make_user,
    open_list,
)
from tests.league_examples import LEAGUE_EXAMPLES
from tests.papers import LOGO as PICTURE
from tests.parcels import document_of, make_reporter, packed, played, to_report
from tests.photographed import READ_PHOTO
from tests.races import independent
from tests.rooms import functions
from tests.snapshots import built_once
from tests.visitors import browser

pytestmark = pytest.mark.django_db
FIXTURE = Path("fixtures/registered.json")
DAY = date(2026, 11, 21)
Call = Callable[[], object]

# Functions that write only inside another service, or not at all: that service → their names.
PARTS = {
    name: within
    for within, names in {
        "the block of every service": "core.changing",
        "the block of a service": (
            "lists.changing_list lists.holding_list exchange.import_block "
            "leagues.changing_league series.changing_seats"
        ),
        "is rolled back": "lists.reversal_effect imports.judge",
        "test_backups": (
            "backup.back_up backup.back_up_after_closing backup.handed_out backup.put_back "
            "backup.take_in"
        ),
        "back_up_after_closing": "backup.log_failed_backup",
        "back_up, back_up_after_closing": "backup.finish",
        "test_run": "backup.kept_before_update",
        "take_results": (
            "imports.list_of imports.log_taken imports.take_list imports.write_list "
            "imports.record imports.write_games imports.write_totals"
        ),
        "asks": (
            "imports.last_file people.last_registered people.last_registrations "
            "people.registrations people.refuse_overwriting people.last_import"
        ),
        "withdraw_results": "imports.take_back_games",
        "the row itself": "core.write_log",
        "writes nothing": (
            "lists.confirmation_problems exchange.visible_accounts seasons.refuse_unless_organizer "
            "standings.refuse_others referee.refuse_less "
            "hosts.refuse_losing_last_administrator "
            "series.refuse_for_lists series.refuse_closing series.refuse_move "
            "lists.open_recheck lists.recheck_problems people.anonymising_problems "
            "people.merging_problems referee.refuse_others"
        ),
        "reject_list, annul_list": "lists.set_aside",
        "confirm_list, resolve_recheck": "lists.write_confirmation",
        "move_series": "series.write_state",
        "import_tournament": "exchange.accounts_by_name exchange.write_document",
        "import_tournament, import_results": "exchange.write_tournament",
        "import_season": "exchange.write_season",
        "substitute": "leagues.change_members leagues.take_seat",
        "add_late_players": "leagues.enter_late leagues.seat_in_team",
        "import_received": "leagues.match_players",
        "match_players": "leagues.log_rosters",
        "import_results, import_received": "leagues.assign_tournament",
        "test_services_receiving": "leagues.import_received",
        "import_results": "leagues.write_results",
        "prepare_meeting": "leagues.fill_teams",
        "prepare_meeting, import_results": "leagues.admit_leaders",
        "give_penalty, reverse_penalty": "leagues.write_penalty",
        "prepare_next": (
            "seasons.carry_over seasons.carry_over_categories seasons.carry_over_money "
            "seasons.carry_over_prints"
        ),
        "collect_entries": "money.charge",
        "test_ledger": "money.uncharge",
        "book, collect_list": "money.write_bookings",
        "pay_out": "money.fix_amounts money.pay_prize",
        "break_off, resume": "money.store_plan",
        "resume": "money.cancel money.restore_plan",
        "change_entry": "people.rename",
        "test_entries": "people.log_elsewhere",
        "add_entries, import_people": "people.write_entries people.write_people",
        "add_entries, reserve": "people.write_newcomers",
        "take_back": "lists.clearing_back",
        "create_tournament, change_tournament": "standings.join_season",
        "test_seasons": "standings.log_number standings.log_others",
        "add_member, import_people, move_member, take_member": "people.write_member",
        "change_member": "people.change_person",
        "merge_people, anonymise_people": "people.log_name",
        "merge_people": "people.log_details_elsewhere",
        "rearrange": "series.mark_absent",
        "every act": "series.rearrange",
        "open_list": "series.start_by_list",
        "set_public, set_shows_releases": "series.show_all",
        "move_series, release_part": "series.show_part",
        "open_list, move_series": "series.show_step",
        "resolve_recheck": "lists.correct",
        "record_recheck_line": "lists.typing_blind",
        "make_ruling": "referee.enter_decision referee.keep phone.answer_by_ruling",
        "receive": "reporting.put_into_league",
        "test_services_sending": "reporting.report_result reporting.set_target",
        "open_list, draw_series": "series.start_tournament",
        "simulate_championship": (
            "simulation.draw_lots simulation.expel_after simulation.form_teams "
            "simulation.leave_after simulation.play simulation.prepare_office "
            "simulation.register_everybody simulation.settle simulation.try_every_ladder"
        ),
        "test_championship": "simulation.simulate_championship",
        "simulate": (
            "simulation.enter simulation.enter_by_totals simulation.finish simulation.play_series "
            "simulation.register simulation.seat_series"
        ),
        "undo_last": "lists.restore",
        "move_series, open_list": "phone.issue_addresses",
        "change_tournament": "phone.issue_everywhere",
        "take_to_paper, give_back": "phone.set_ended",
        "answer_call": "phone.close_calls",
        "hand_in": "phone.settle",
    }.items()
    for name in names.split()
}


@dataclass
class Stage:
    """The rows of the examples: two accounts and an empty list of four games."""

    by: Actor
    other: User
    score_list: ScoreList

    @property
    def host(self) -> int:
        """Whose everything of the examples is."""
        return int(self.tournament.host_id)

    @property
    def tournament(self) -> Any:
        return self.score_list.series.tournament

    @property
    def first(self) -> Any:
        return self.tournament.entries.get(start_number=1)

    def change(self, service: Callable[..., object], *args: object, **more: object) -> Call:
        """A change of the list at its current revision."""
        now = ScoreList.objects.select_related("series__tournament").get(pk=self.score_list.pk)
        return partial(service, now, *args, by=self.by, revision=now.revision, **more)

    def typed(self) -> "Stage":
        """A list in which all games were passed."""
        for number in range(1, 5):
            self.change(games.record_game, line(number))()
        return self

    def entered(self) -> "Stage":
        self.typed().change(lists.close_list)()
        self.score_list.refresh_from_db()
        self.by = Actor(self.other)  # an author may not confirm
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
        return teams.set_contest(self.tournament, "tandem", by=self.by)

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
        """A released series: table 1 of `first` players, tables 2 and 3 of three; one is late."""
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
    return staged()


def staged() -> Stage:
    score_list = open_list(rounds=1)
    chief, other = (make_user(name, superuser=True) for name in ("chief", "other"))
    return Stage(Actor(chief), other, score_list)


def member(stage: Stage) -> User:
    accounts.give_role(stage.tournament, stage.other, "clerk", by=stage.by)
    return stage.other


def holding(stage: Stage) -> Any:
    """A host in which somebody has a role."""
    host = make_host()
    hosts.give_host_role(host, stage.other, "clerk", by=stage.by)
    return host


def old_hand(stage: Stage) -> Any:
    """Somebody who played a long time ago."""
    return make_entries(make_tournament(date=date(2020, 1, 1)), 1)[0].person


def of_club(stage: Stage, **fields: Any) -> ClubMember:
    """A player who is a member of a club under another name."""
    club = Club.objects.create(name="Karo Sieben")
    return ClubMember.objects.create(club=club, person=stage.first.person, number=9, **fields)


def reserved(stage: Stage) -> Reservation:
    reservations.reserve(stage.tournament, [NEW], by=stage.by)
    return Reservation.objects.get()


def offered(stage: Stage) -> MemberOffer:
    """A member who is offered to another host."""
    offers.offer_member(stage.tournament, of_club(stage), make_host(), on=DAY, by=stage.by)
    return MemberOffer.objects.get()


def taking(stage: Stage, offer: MemberOffer) -> Call:
    """His new host takes him on the page of a tournament of its own."""
    club = Club.objects.create(name="Herz Acht", host=offer.to)
    there = make_tournament(host=offer.to)
    return partial(offers.take_member, there, offer, club, by=stage.by)


def refusing(stage: Stage, offer: MemberOffer) -> Call:
    there = make_tournament(host=offer.to)
    return partial(offers.refuse_offer, there, offer, by=stage.by)


def attempt(stage: Stage) -> Call:
    return partial(sign_in.record_success, stage.other, sign_in.attempt_of("other", "10.0.0.1"))


def by_link(stage: Stage) -> Call:
    token = accounts.renew_link(stage.other, by=stage.by)
    return partial(accounts.use_link, accounts.find_link(token), password="drei kleine worte")


SECRET, MADE = "A" * 32, NewPasskey("ab" * 16, "AAAA", 0)


def with_app(stage: Stage) -> User:
    sign_in.add_app(stage.other, SECRET, code_of(SECRET), by=stage.by, besides=None)
    return stage.other


def with_passkey(stage: Stage) -> User:
    sign_in.add_passkey(stage.other, "Handy", MADE, by=stage.by, besides=None)
    return stage.other


def at_work(stage: Stage) -> User:
    browser(stage.other).get("/account/")
    return stage.other


EVA = Name("Eule", "Eva")
ROW = RawRow(2, {"name": "Eva Eule"}, {"name": "A"})
LADIES = categories.CategoryTerms("Damen")
PAIR = [Member(1), Member(2)]
NEW = Newcomer(Name("Specht", "Sepp"))
BARE = [BareTotal(0, 0, 0, 0)] * 4
ALL = (1, 2, 3, 4)
POT = PotTerms("Gesamt", "overall", PrizePlan(method="table", amounts=(500, 500, 500, 500)))
TERMS = TournamentTerms(name="Neu", date=DAY)
EXAMPLES: dict[str, Callable[[Stage], Call]] = {
    "photos.keep_photo": lambda s: partial(photos.keep_photo, s.score_list, READ_PHOTO, by=s.by),
    "photos.remove_photo": lambda s: partial(
        photos.remove_photo, with_photo(s), reason="Gesicht im Bild", by=s.by
    ),
    "photos.take_sure_rows": lambda s: partial(
        photos.take_sure_rows, with_photo(s), layout=1, by=s.by
    ),
    "phone.answer_call": lambda s: partial(table.answer_call, called(s), by=s.by),
    "phone.give_back": lambda s: partial(addresses.give_back, on_paper(s), by=s.by),
    "phone.issue_missing": lambda s: partial(
        addresses.issue_missing, with_phones(s).score_list.series, by=s.by
    ),
    "phone.renew_address": lambda s: partial(addresses.renew_address, by_phone(s).list, by=s.by),
    "phone.settle_unsent": lambda s: partial(table.settle_unsent, not_sent(s), by=s.by),
    "phone.take_to_paper": lambda s: partial(addresses.take_to_paper, by_phone(s).list, by=s.by),
    "public.publish_announcement": lambda s: partial(
        announcement.publish_announcement, announced(s).tournament, by=s.by
    ),
    "public.save_announcement": lambda s: partial(
        announcement.save_announcement, s.tournament, {"A.a": "Skatclub Herz"}, by=s.by
    ),
    "public.withdraw_announcement": lambda s: partial(
        announcement.withdraw_announcement, posted(s).tournament, by=s.by, reason="slip"
    ),
    "accounts.create_account": lambda s: partial(
        accounts.create_account, "Uwe Uhu", made_by=s.host, by=s.by
    ),
    "accounts.give_role": lambda s: partial(
        accounts.give_role, s.tournament, s.other, "clerk", by=s.by
    ),
    "accounts.add_app": lambda s: partial(
        sign_in.add_app, s.other, SECRET, code_of(SECRET), by=s.by, besides=None
    ),
    "accounts.add_passkey": lambda s: partial(
        sign_in.add_passkey, s.other, "Handy", MADE, by=s.by, besides=None
    ),
    "accounts.end_sessions": lambda s: partial(accounts.end_sessions, at_work(s), by=s.by),
    "accounts.remove_app": lambda s: partial(sign_in.remove_app, with_app(s), by=s.by),
    "accounts.remove_passkey": lambda s: partial(
        sign_in.remove_passkey, with_passkey(s), s.other.passkeys.get().pk, by=s.by
    ),
    "accounts.renew_codes": lambda s: partial(sign_in.renew_codes, with_app(s), by=s.by),
    "accounts.set_email": lambda s: partial(
        accounts.set_email, s.other, "other@example.org", by=s.by
    ),
    "accounts.remove_all_factors": lambda s: partial(
        sign_in.remove_all_factors, with_app(s), by=s.by
    ),
    "accounts.renew_link": lambda s: partial(accounts.renew_link, s.other, by=s.by),
    "accounts.set_active": lambda s: partial(accounts.set_active, s.other, False, by=s.by),
    "accounts.take_role": lambda s: partial(accounts.take_role, s.tournament, member(s), by=s.by),
    "teams.add_category": lambda s: partial(categories.add_category, s.tournament, LADIES, by=s.by),
    "teams.add_suggested": lambda s: partial(categories.add_suggested, s.tournament, by=s.by),
    "teams.assign": lambda s: partial(categories.assign, s.ladies(), [1, 2], by=s.by),
    "teams.change_category": lambda s: partial(
        categories.change_category, s.ladies(), categories.CategoryTerms("Gäste", 500), by=s.by
    ),
    "teams.remove_category": lambda s: partial(categories.remove_category, s.ladies(), by=s.by),
    "teams.set_categories": lambda s: partial(
        categories.set_categories, s.first, [s.ladies().pk], by=s.by
    ),
    "teams.remove_contest": lambda s: partial(teams.remove_contest, s.tandems(), by=s.by),
    "teams.set_contest": lambda s: partial(teams.set_contest, s.tournament, "team", by=s.by),
    "lists.annul_list": lambda s: s.change(confirmation.annul_list, reason="void"),
    "lists.confirm_list": lambda s: s.entered().change(confirmation.confirm_list, signed=ALL),
    "lists.readmit_list": lambda s: rejected(s).change(confirmation.readmit_list, reason="found"),
    "lists.reject_list": lambda s: s.change(confirmation.reject_list, reason="TO 7.2.4"),
    "lists.withdraw_confirmation": lambda s: s.confirmed().change(
        confirmation.withdraw_confirmation, reason="slip"
    ),
    "people.add_entries": lambda s: partial(entries.add_entries, s.tournament, [NEW], by=s.by),
    "people.add_entry": lambda s: partial(entries.add_entry, s.tournament, NEW, by=s.by),
    "people.change_entry": lambda s: partial(
        entries.change_entry, s.first, by=s.by, name=NEW.name, club="", start_number=1
    ),
    "people.publish_name": lambda s: partial(entries.publish_name, s.first, "initials", by=s.by),
    "people.reserve": lambda s: partial(reservations.reserve, s.tournament, [NEW], by=s.by),
    "people.cancel": lambda s: partial(reservations.cancel, reserved(s), by=s.by),
    "people.set_max_players": lambda s: partial(
        reservations.set_max_players, s.tournament, 40, by=s.by
    ),
    "people.remove_entry": lambda s: partial(
        leaving.remove_entry, entries.add_entry(s.tournament, NEW, by=s.by), by=s.by
    ),
    "people.undo_registration": lambda s: partial(
        leaving.undo_registration, entries.add_entry(s.tournament, NEW, by=s.by).tournament, by=s.by
    ),
    "people.undo_import": lambda s: partial(
        leaving.undo_import, s.tournament, imported(s, "Uwe Uhu", "Eva Eule"), by=s.by
    ),
    "people.leave_after": lambda s: partial(leaving.leave_after, s.first, 1, by=s.by),
    "people.set_state": lambda s: partial(leaving.set_state, s.first, "withdrawn", by=s.by),
    "exchange.import_season": lambda s: partial(
        exchange_season.import_season,
        b'{"format": 1, "season": {"name": "2027/28"}}',
        host=s.host,
        by=s.by,
    ),
    "exchange.import_tournament": lambda s: partial(
        exchange.import_tournament, FIXTURE.read_bytes(), host=s.host, by=s.by
    ),
    "money.set_fees": lambda s: partial(
        ledger.set_fees, s.tournament, ledger.Prices(entry_cents=1500), by=s.by
    ),
    "lists.annul_games": lambda s: s.typed().change(games.annul_games, [4], reason="misdeal"),
    "lists.insert_game": lambda s: s.change(moves.insert_game, 1),
    "lists.record_game": lambda s: s.change(games.record_game, line(1)),
    "lists.record_games": lambda s: s.change(games.record_games, [line(n) for n in ALL]),
    "lists.remove_game": lambda s: s.typed().change(moves.remove_game, 4),
    "people.decide_exclusion": lambda s: partial(
        exclusion.decide_exclusion, ruling(s), [1, 2], by=s.by, reason="dealt twice running"
    ),
    "imports.import_people": lambda s: partial(
        import_people, PlayerImport(s.tournament, {}), [ROW], by=s.by
    ),
    "money.book": lambda s: partial(
        ledger.book, s.tournament, BookingItem("other", 500), by=s.by, reason="a donation"
    ),
    "money.collect_entries": lambda s: partial(
        ledger.collect_entries, with_fees(s).tournament, [s.first], by=s.by
    ),
    "money.collect_list": lambda s: partial(
        ledger.collect_list, with_fees(s).entered().score_list, ALL, by=s.by
    ),
    "money.counter_book": lambda s: partial(
        pots.counter_book, donation(s), by=s.by, reason="a slip"
    ),
    "money.give_back": lambda s: partial(
        ledger.give_back, paid(s), by=s.by, reason="leaves before play"
    ),
    "money.refund": lambda s: partial(
        ledger.refund, paid(s), 500, by=s.by, reason="leaves before play"
    ),
    "lists.change_seat": lambda s: two_rounds(s).change(
        sittings.change_seat, sittings.SeatChange(seat=2, after_round=1), reason="unwell"
    ),
    "lists.set_sittings": lambda s: two_rounds(s).change(
        sittings.set_sittings,
        sittings_changed(starting(4), 2, 4, joins=False),
        [],
        reason="unwell",
    ),
    "lists.clear_list": lambda s: s.typed().change(lists.clear_list, reason="wrong table"),
    "lists.close_list": lambda s: s.typed().change(lists.close_list),
    "lists.exchange_seats": lambda s: s.change(lists.exchange_seats, 1, 2),
    "lists.record_foot": lambda s: s.change(lists.record_foot, {1: BARE[0]}),
    "lists.reopen_list": lambda s: s.entered().change(lists.reopen_list, reason="misread"),
    "imports.take_results": lambda s: partial(
        results.take_results, s.tournament, [incoming_list(s)], by=s.by
    ),
    "imports.withdraw_results": lambda s: partial(
        withdraw_results, s.tournament, taken_file(s), by=s.by
    ),
    "prints.remove_logo": lambda s: (
        with_logo(s) and partial(logos.remove_logo, s.tournament, by=s.by)
    ),
    "prints.remove_host_logo": lambda s: (
        with_host_logo(s) and partial(logos.remove_host_logo, s.tournament.host, by=s.by)
    ),
    "prints.set_copies": lambda s: partial(logos.set_copies, s.tournament, {"by-name": 2}, by=s.by),
    "prints.set_host_logo": lambda s: partial(
        logos.set_host_logo, s.tournament.host, PICTURE, by=s.by
    ),
    "prints.set_logo": lambda s: partial(logos.set_logo, s.tournament, PICTURE, by=s.by),
    "standings.adjust": lambda s: partial(
        adjustments.adjust, s.first, -100, reason="late", by=s.by
    ),
    "standings.reverse_adjustment": lambda s: partial(
        adjustments.reverse_adjustment, s.adjusted(), reason="board", by=s.by
    ),
    "standings.record_lots": lambda s: partial(
        lots.record_lots,
        s.entered().tournament,
        "overall",
        list(s.tournament.entries.all()[:2]),
        by=s.by,
    ),
    "money.add_prizes": lambda s: partial(award.add_prizes, pot_of(s), ["Schinken"], by=s.by),
    "money.give_prize": lambda s: partial(
        award.give_prize, thing_of(s.entered()), s.first.start_number, by=s.by
    ),
    "money.pay_person": lambda s: partial(award.pay_person, pot_winner(s.entered()), by=s.by),
    "money.pay_and_set_off": lambda s: partial(
        award.pay_and_set_off, pot_winner(with_fees(s).entered()), None, by=s.by
    ),
    "money.remove_prize": lambda s: partial(award.remove_prize, thing_of(s), by=s.by),
    "money.take_back_payment": lambda s: partial(
        award.take_back_payment, *paid_winner(s.entered()), by=s.by, reason="slip"
    ),
    "money.take_back_prize": lambda s: partial(
        award.take_back_prize, given_thing(s.entered()), by=s.by
    ),
    "money.change_pot": lambda s: partial(
        pots.change_pot, pot_of(s), replace(POT, title="Zweite"), by=s.by
    ),
    "money.create_pot": lambda s: partial(pots.create_pot, s.tournament, POT, by=s.by),
    "money.set_pots": lambda s: partial(pots.set_pots, s.first, [side_pot(s).pk], by=s.by),
    "people.pay_at_the_door": lambda s: partial(
        entries.pay_at_the_door, with_fees(s).first, by=s.by
    ),
    **LEAGUE_EXAMPLES,
    "seasons.prepare_next": lambda s: partial(
        next_evening.prepare_next,
        s.tournament,
        name="Vereinsabend 2",
        day=date(2026, 12, 4),
        season="",
        by=s.by,
    ),
    "seasons.enter_attendees": lambda s: partial(
        next_evening.enter_attendees, following(s), [s.first.person_id], by=s.by, paid=False
    ),
    "money.join_pot": lambda s: partial(pots.join_pot, side_pot(s), 1, by=s.by),
    "money.pay_out": lambda s: partial(pots.pay_out, pot_of(s.entered()), [winner(s)], by=s.by),
    "money.break_off": lambda s: partial(
        breaking_off.break_off, unplayed(s), "refunded", by=s.by, reason="storm"
    ),
    "money.record_handed_in": lambda s: partial(
        award.record_handed_in, s.tournament, [1, 2], by=s.by
    ),
    "money.resume": lambda s: partial(breaking_off.resume, broken_off(s), by=s.by, reason="sun"),
    "money.remove_pot": lambda s: partial(pots.remove_pot, pot_of(s), by=s.by),
    "people.add_member": lambda s: partial(
        members.add_member, s.tournament, s.clubs()[0], EVA, members.MemberTerms(), by=s.by
    ),
    "people.change_member": lambda s: partial(
        members.change_member,
        s.tournament,
        of_club(s),
        EVA,
        members.MemberTerms(9, left=DAY),
        Details(),
        by=s.by,
    ),
    "people.move_member": lambda s: partial(
        members.move_member, s.tournament, of_club(s), s.clubs()[1], on=DAY, by=s.by
    ),
    "people.offer_member": lambda s: partial(
        offers.offer_member, s.tournament, of_club(s), make_host(), on=DAY, by=s.by
    ),
    "people.withdraw_offer": lambda s: partial(
        offers.withdraw_offer, s.tournament, offered(s).member, by=s.by
    ),
    "people.take_member": lambda s: taking(s, offered(s)),
    "people.refuse_offer": lambda s: refusing(s, offered(s)),
    "people.rejoin": lambda s: partial(
        members.rejoin, s.tournament, of_club(s, left=date(2026, 1, 1)), DAY, by=s.by
    ),
    "people.remove_member": lambda s: partial(
        members.remove_member, s.tournament, of_club(s), by=s.by
    ),
    "people.set_age_limits": lambda s: partial(
        members.set_age_limits,
        s.tournament,
        s.clubs()[0],
        junior_below=18,
        senior_from=55,
        by=s.by,
    ),
    "people.undo_members_import": lambda s: partial(
        members.undo_members_import, s.tournament, with_members(s), by=s.by
    ),
    "hosts.add_host": lambda s: partial(hosts.add_host, hosts.HostTerms("LV Nord"), by=s.by),
    "hosts.change_host": lambda s: partial(
        hosts.change_host, make_host(), hosts.HostTerms("SC Umbenannt"), by=s.by
    ),
    "hosts.give_host_role": lambda s: partial(
        hosts.give_host_role, make_host(), s.other, "clerk", by=s.by
    ),
    "hosts.take_host_role": lambda s: partial(hosts.take_host_role, holding(s), s.other, by=s.by),
    "people.add_club": lambda s: partial(register.add_club, s.tournament, "SC Neu", by=s.by),
    "people.anonymise": lambda s: partial(register.anonymise, s.tournament, old_hand(s), by=s.by),
    "people.anonymise_people": lambda s: partial(
        register.anonymise_people, s.tournament, [old_hand(s), old_hand(s)], by=s.by
    ),
    "people.remove_old_photos": lambda s: partial(register.remove_old_photos, by=with_old_photo(s)),
    "people.merge_clubs": lambda s: partial(
        register.merge_clubs, s.tournament, *s.clubs(), by=s.by
    ),
    "people.merge_people": lambda s: partial(
        register.merge_people, s.tournament, old_hand(s), s.first.person, by=s.by
    ),
    "people.rename_club": lambda s: partial(
        register.rename_club, s.tournament, s.clubs()[0], "Neu", by=s.by
    ),
    "public.freeze": lambda s: partial(publishing.freeze, s.tournament, 1, by=s.by),
    "public.release_part": lambda s: partial(
        publishing.release_part, s.score_list.series, "seating", by=s.by
    ),
    "public.reveal": lambda s: partial(publishing.reveal, frozen(s).tournament, by=s.by),
    "public.set_shows_chances": lambda s: partial(
        publishing.set_shows_chances, s.tournament, True, by=s.by
    ),
    "public.set_shows_releases": lambda s: partial(
        publishing.set_shows_releases, s.tournament, False, by=s.by
    ),
    "public.set_public": lambda s: partial(publishing.set_public, s.tournament, True, by=s.by),
    "series.plan_times": lambda s: partial(
        series.plan_times,
        s.tournament,
        begins_at=time(18),
        series_minutes=None,
        break_minutes=15,
        by=s.by,
    ),
    "public.set_public_until": lambda s: partial(
        publishing.set_public_until, s.tournament, date(2027, 1, 31), by=s.by
    ),
    "public.withdraw_part": lambda s: partial(
        publishing.withdraw_part, shown(s).score_list.series, "seating", by=s.by
    ),
    "seasons.add_members": lambda s: partial(
        season_members.add_members, in_season(s), [(s.first.person_id, 7)], by=s.by
    ),
    "seasons.add_newcomers": lambda s: partial(
        season_members.add_newcomers, in_season(s), [NEW], by=s.by
    ),
    "seasons.set_members": lambda s: partial(
        season_members.set_members, in_season(s), {s.first.person_id: 7}, by=s.by
    ),
    "seasons.change_season": lambda s: partial(
        seasons.change_season, in_season(s), SeasonTerms("2026/27", best_of=3), by=s.by
    ),
    "seasons.create_season": lambda s: partial(
        seasons.create_season, SeasonTerms("2027/28"), host=s.host, by=s.by
    ),
    "seasons.move_tournament_to": lambda s: partial(
        seasons.move_tournament_to, s.tournament, Season.objects.create(name="2026/27"), by=s.by
    ),
    "seasons.remove_season": lambda s: partial(
        seasons.remove_season, Season.objects.create(name="2026/27"), by=Actor(name="test")
    ),
    "seasons.close_season": lambda s: partial(close_season, over(s), True, by=s.by),
    "seasons.set_public": lambda s: partial(seasons.set_public, in_season(s), True, by=s.by),
    "lists.give_up_recheck": lambda s: partial(second_entry.give_up_recheck, s.recheck(1), by=s.by),
    "lists.record_recheck_line": lambda s: partial(
        second_entry.record_recheck_line, s.recheck(), line(1), by=s.by, steps=0
    ),
    "lists.record_recheck_totals": lambda s: partial(
        second_entry.record_recheck_totals, s.recheck(), BARE, 4, by=s.by, steps=0
    ),
    "lists.remove_recheck_line": lambda s: partial(
        second_entry.remove_recheck_line, s.recheck(1), 1, by=s.by, steps=1
    ),
    "lists.resolve_recheck": lambda s: partial(
        second_entry.resolve_recheck, s.recheck(3), {4: "first"}, by=s.by, signed=ALL
    ),
    "lists.record_papers_back": lambda s: partial(
        confirmation.record_papers_back, s.entered().score_list.series.tournament, by=s.by
    ),
    "lists.record_signatures": lambda s: partial(
        confirmation.record_signatures, s.entered().score_list.series, [1], by=s.by
    ),
    "lists.start_recheck": lambda s: partial(
        second_entry.start_recheck, s.entered().score_list, by=s.by
    ),
    "lists.shift_recheck_lines": lambda s: partial(
        second_entry.shift_recheck_lines, s.recheck(1), 1, 1, by=s.by, steps=1
    ),
    "lists.restore_games": lambda s: annulled(s).change(
        reversal.restore_games, [4], reason="it was not out of turn"
    ),
    "lists.take_back": lambda s: s.typed().change(
        reversal.take_back, LogEntry.objects.latest("id"), reason="misread"
    ),
    "referee.decide_objection": lambda s: partial(
        objections.decide_objection,
        objections.lodge_objection(ruling(s), "Not so.", by=s.by),
        upheld=True,
        reason="Right.",
        by=s.by,
    ),
    "referee.lodge_objection": lambda s: partial(
        objections.lodge_objection, ruling(s), "Not so.", by=s.by
    ),
    "referee.make_ruling": lambda s: partial(
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
    "series.announce_draw": lambda s: partial(
        draws.announce_draw, s.bare_series(), draws.BY_LOT, by=s.by
    ),
    "series.draw_series": lambda s: partial(draws.draw_series, s.bare_series(), by=s.by),
    "series.seat_by_hand": lambda s: partial(
        draws.seat_by_hand, s.bare_series(), {1: [1, 2, 3, 4]}, by=s.by
    ),
    "series.throw": lambda s: partial(draws.throw, s.announced(), "4 6 1", by=s.by),
    "series.move_series": lambda s: partial(
        series.move_series, s.drawn(), "released", by=s.by, reason="series 1 goes on"
    ),
    "series.open_list": lambda s: partial(series.open_list, s.bare_series(), 1, ALL, by=s.by),
    "series.dissolve_table": lambda s: partial(
        seat_changes.dissolve_table, s.room(), 1, {2: 2, 3: 3}, by=s.by, reason="gone"
    ),
    "series.fill_seat": lambda s: partial(
        seat_changes.fill_seat, s.room(), 1, 13, by=s.by, reason="gone"
    ),
    "series.join_table": lambda s: partial(
        seat_changes.join_table, s.room(), 13, 1, by=s.by, reason="late"
    ),
    "series.leave_table": lambda s: partial(
        seat_changes.leave_table, s.room(4), 1, by=s.by, reason="gone"
    ),
    "series.move_player": lambda s: partial(
        seat_changes.move_player, s.room(4), 1, 2, by=s.by, reason="asked"
    ),
    "series.give_reasons": lambda s: partial(
        series.give_reasons, s.room(), {13: "a late train"}, by=s.by
    ),
    "series.set_time_limit": lambda s: partial(
        series.set_time_limit, s.bare_series(), 130, by=s.by
    ),
    "series.swap_players": lambda s: partial(seat_changes.swap_players, s.drawn(), 1, 2, by=s.by),
    "series.remove_series": lambda s: partial(series.remove_series, s.bare_series(), by=s.by),
    "reporting.give_key": lambda s: partial(report_keys.give_key, make_host(), "Laptop", by=s.by),
    "reporting.remove_target": lambda s: partial(
        targets.remove_target, to_report(s.tournament).host.report_target, by=s.by
    ),
    "reporting.withdraw_key": lambda s: partial(
        report_keys.withdraw_key, make_reporter().key, by=s.by
    ),
    "simulation.create_sample": lambda s: partial(
        sample.create_sample, "Muster", DAY, host=s.host, by=s.by
    ),
    "simulation.simulate": lambda s: partial(
        simulation.simulate,
        SimulationPlan(4, 1, "seed", "Probe", DAY, rounds=1, host=s.host),
        by=s.by,
    ),
    "money.count_till": lambda s: partial(ledger.count_till, s.tournament, {"": 500}, by=s.by),
    "teams.draw_teams": lambda s: partial(teams.draw_teams, s.tandems(), by=s.by),
    "teams.add_team": lambda s: partial(teams.add_team, s.tandems(), "Igel", PAIR, by=s.by),
    "teams.change_team": lambda s: partial(teams.change_team, s.team(), "Uhu", PAIR, by=s.by),
    "teams.remove_team": lambda s: partial(teams.remove_team, s.team(), by=s.by),
    "lists.enter_totals": lambda s: s.change(totals.enter_totals, BARE, 4),
    "tournament.change_tournament": lambda s: partial(
        tournaments.change_tournament, s.tournament, TERMS, by=s.by
    ),
    "tournament.create_tournament": lambda s: partial(
        tournaments.create_tournament, TERMS, host=s.host, by=s.by
    ),
    "tournament.set_defaults": lambda s: partial(
        defaults.set_defaults, s.tournament.host, {"system": "isko-1998", "series": 2}, by=s.by
    ),
    "tournament.move_tournament": lambda s: partial(
        tournaments.move_tournament, make_tournament(), "running", by=s.by
    ),
    "tournament.remove_sample": lambda s: partial(
        tournaments.remove_sample, make_tournament(sample=True), by=s.by
    ),
    "lists.empty_game": lambda s: s.typed().change(moves.empty_game, 4),
    "lists.undo_last": lambda s: s.typed().change(moves.undo_last),
}
# Sign-in has no parameter `by`: it is the account itself.
EXAMPLES_WITHOUT_BY: dict[str, Callable[[Stage], Call]] = {
    # Whoever has a key of a host is a club that reports to it.
    "reporting.receive": lambda s: arrived(s),
    "accounts.use_link": by_link,
    "accounts.create_reset_link": lambda s: partial(accounts.create_reset_link, s.other),
    "accounts.record_success": attempt,
    # Whoever has the address of a list is its table.
    "phone.call_referee": lambda s: partial(table.call_referee, by_phone(s), game=1),
    "phone.claim_writing": lambda s: partial(
        table.claim_writing, by_phone(s), "another-phone", "Ida", replaces=handle_of(DEVICE)
    ),
    "phone.hand_in": lambda s: partial(
        table.hand_in,
        by_phone(s.typed()),
        DEVICE,
        dict.fromkeys(ALL, STROKES),
        revision=5,
    ),
    "phone.keep_unsent": lambda s: partial(table.keep_unsent, by_phone(s), DEVICE, [line(1)]),
    "phone.play_at_table": lambda s: partial(
        table.play_at_table,
        by_phone(s),
        DEVICE,
        table.TableAct(1, changing.Seen("", 1), line=line(1)),
    ),
    "phone.withdraw_call": lambda s: partial(table.withdraw_call, called(s).list.access),
}
ALL_EXAMPLES = {**EXAMPLES, **EXAMPLES_WITHOUT_BY}


def imported(stage: Stage, *names: str) -> int:
    """A list that was read in: the row of the log."""
    rows = [replace(ROW, row=row, values={"name": name}) for row, name in enumerate(names, 2)]
    import_people(PlayerImport(stage.tournament, {}), rows, by=stage.by)
    return LogEntry.objects.latest("id").pk


def taken_file(stage: Stage) -> int:
    """A file of results that was taken in: its row of the log."""
    results.take_results(stage.tournament, [incoming_list(stage)], by=stage.by)
    return LogEntry.objects.latest("id").pk


def with_members(stage: Stage) -> Club:
    club = stage.clubs()[0]
    import_people(MemberImport(stage.tournament, club, {}), [ROW], by=stage.by)
    return club


def arrived(stage: Stage) -> Call:
    """A report of a club with a key."""
    club, content = make_reporter(), packed(document_of(played()))
    return partial(receiving.receive, receiving.Parcel(content, club.host, stage.by, club.key))


DEVICE, STROKES = "the-phone-of-karl", [[[1, 2], [3, 4]]]


def with_phones(stage: Stage) -> Stage:
    """Lists are kept by phone in this tournament, but none has an address yet."""
    stage.tournament.phones = True
    stage.tournament.save()
    return stage


def by_phone(stage: Stage) -> TableAccess:
    """The list is kept by a phone."""
    addresses.issue_missing(with_phones(stage).score_list.series, by=stage.by)
    access = TableAccess.objects.select_related("list__series__tournament").get()
    table.claim_writing(access, DEVICE, "Karl")
    return access


def with_photo(stage: Stage) -> ScoreList:
    photos.keep_photo(stage.score_list, READ_PHOTO, by=stage.by)
    return stage.score_list


def with_old_photo(stage: Stage) -> Actor:
    with_photo(stage)
    ListPhoto.objects.update(added_at=datetime(2020, 1, 1, tzinfo=UTC))
    return stage.by


def called(stage: Stage) -> TableCall:
    table.call_referee(by_phone(stage))
    return TableCall.objects.select_related("list__access", "list__series__tournament").get()


def not_sent(stage: Stage) -> UnsentGames:
    table.keep_unsent(by_phone(stage), DEVICE, [line(1)])
    return UnsentGames.objects.select_related("list__series__tournament").get()


def on_paper(stage: Stage) -> ScoreList:
    score_list = by_phone(stage).list
    addresses.take_to_paper(score_list, by=stage.by)
    return score_list


def two_rounds(stage: Stage) -> Stage:
    """A list in which somebody can leave after the first round."""
    ScoreList.objects.filter(pk=stage.score_list.pk).update(games_due=8)
    stage.score_list.series.rounds = 2
    stage.score_list.series.save()
    return stage


def incoming_list(stage: Stage) -> Incoming:
    passed = tuple(line(number) for number in range(1, 5))
    return Incoming("S1", 1, 1, (None,) * 4, passed)


def with_logo(stage: Stage) -> Stage:
    logos.set_logo(stage.tournament, PICTURE, by=stage.by)
    return stage


def with_host_logo(stage: Stage) -> Stage:
    logos.set_host_logo(stage.tournament.host, PICTURE, by=stage.by)
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
    tournament = stage.tournament
    tournament.season = Season.objects.create(name="2026/27")
    tournament.save()
    return tournament.season


def over(stage: Stage) -> Any:
    """A season of one day, which is final."""
    season = Season.objects.create(name="2025/26", host_id=stage.host)
    make_tournament("Abend", host_id=stage.host, season=season, state=TournamentState.FINAL)
    return season


def shown(stage: Stage) -> Stage:
    publishing.release_part(stage.score_list.series, "seating", by=stage.by)
    return stage


CONCEDED = Incident(
    "soloist_concedes", ISKO, PlayedGame(ISKO, "grand", 2, bid=18), {"cards": "nine_or_ten"}
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
    item = BookingItem("other", 500)
    return ledger.book(stage.tournament, item, by=stage.by, reason="a donation")


def unplayed(stage: Stage) -> Any:
    """A tournament whose first player has paid, and whose series was not played."""
    found = paid(stage).tournament
    found.series.update(state="draft")
    return found


def broken_off(stage: Stage) -> Any:
    found = unplayed(stage)
    breaking_off.break_off(found, "refunded", by=stage.by, reason="storm")
    return found


def pot_of(stage: Stage) -> Pot:
    return pots.create_pot(stage.tournament, POT, by=stage.by)


def thing_of(stage: Stage) -> PrizeInKind:
    """Equal players share their places: each may choose first."""
    plan = replace(POT.plan, ties="share")
    pot = pots.create_pot(stage.tournament, replace(POT, plan=plan), by=stage.by)
    award.add_prizes(pot, ["Schinken"] * 4, by=stage.by)
    return pot.in_kind.get(number=1)


def given_thing(stage: Stage) -> PrizeInKind:
    thing = thing_of(stage)
    award.give_prize(thing, stage.first.start_number, by=stage.by)
    return thing


def pot_winner(stage: Stage) -> Any:
    pot_of(stage)
    return winner(stage)


def paid_winner(stage: Stage) -> tuple[Pot, Any]:
    pot = pot_of(stage)
    pots.pay_out(pot, [winner(stage)], by=stage.by)
    return pot, winner(stage)


def following(stage: Stage) -> Any:
    """The next evening, in one season with this one."""
    how = {"name": "Vereinsabend 2", "day": date(2026, 12, 4), "season": "2026", "by": stage.by}
    return next_evening.prepare_next(stage.tournament, **how)


def side_pot(stage: Stage) -> Pot:
    terms = replace(POT, stake_cents=200, optional=True)
    return pots.create_pot(stage.tournament, terms, by=stage.by)


def winner(stage: Stage) -> Any:
    """All are equal and get the same prize."""
    return stage.first


def paid(stage: Stage) -> Any:
    ledger.collect_entries(with_fees(stage).tournament, [stage.first], by=stage.by)
    return stage.first


def services() -> dict[str, Callable[..., object]]:
    """Every public function with a parameter `by`, as "room.function"."""
    found: dict[str, Callable[..., object]] = {}
    for name, function in functions("services"):
        if "by" in inspect.signature(function).parameters:
            assert name not in found, f"two services are called {name}"
            found[name] = function
    return found


def rows() -> dict[str, list[Any]]:
    """All stored rows, by table."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("scoring").get_models():
            table, key = model._meta.db_table, model._meta.pk.column
            cursor.execute(f"SELECT * FROM {table} ORDER BY {key}")
            found[table] = cursor.fetchall()
    return found


CALLED = sorted(EXAMPLES.keys() & services().keys()) + sorted(EXAMPLES_WITHOUT_BY)


def test_every_service_has_a_call_in_the_table():
    assert services().keys() == EXAMPLES.keys() | PARTS.keys()
    assert not EXAMPLES.keys() & PARTS.keys()


TOKEN = "its-own-token"
# It counts in a block of its own, and a second one who signs in is another one.
WITHOUT_TOKEN = {"accounts.record_success"}


# What a service writes is the same on both databases: on PostgreSQL the night looks at it again.
IN_SHORT = connection.vendor == "postgresql" and not LONG


@pytest.mark.parametrize("name", [] if IN_SHORT else CALLED)
def test_every_service_writes_a_log_row_in_its_host_and_counts_once_for_one_form(
    db: None, name: str
):
    """All that is there before the call belongs to a second host; nothing falls to the first."""
    stage = stage_of_another()
    with inside(stage.host):
        call = ALL_EXAMPLES[name](stage)
    again = independent(call)
    before, log_count, first = rows(), LogEntry.objects.count(), of_the_first()
    with submission("account 1", TOKEN):
        call()
    after = rows()
    assert after != before
    written = LogEntry.objects.order_by("id")[log_count:]
    assert written, f"{name} changed rows without a log row"
    assert all(row.action and row.subject for row in written)
    assert all(map(fits, written)), "no document with such a row could be imported"
    assert of_the_first() == first
    assert list(host_problems()) == []
    assert {
        row.action for row in written if not (row.tournament_id or row.host_id)
    } <= OF_THE_SERVER
    assert Submission.objects.exists() == (name not in WITHOUT_TOKEN)
    with suppress(Repeated, Refused, StaleRevision), submission("account 1", TOKEN):
        again()
    assert (rows() == after) == (name not in WITHOUT_TOKEN)


@pytest.mark.parametrize("name", CALLED if IN_SHORT else [])
def test_postgresql_takes_what_every_service_writes(db: None, name: str):
    """Its statements, its references and the key of its token; what they write is proven above."""
    call = ALL_EXAMPLES[name](staged())
    again, log_count = independent(call), LogEntry.objects.count()
    with submission("account 1", TOKEN):
        call()
    connection.check_constraints()
    assert LogEntry.objects.count() > log_count
    with suppress(Repeated, Refused, StaleRevision), submission("account 1", TOKEN):
        again()


def test_failed_log_row_rolls_the_change_back(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    """A service that writes several tables, in the block that all of them have."""
    call = ALL_EXAMPLES["lists.confirm_list"](stage)
    before = rows()

    def fail(row: LogEntry, **how: object) -> None:
        raise ZeroDivisionError("the log cannot be written")

    monkeypatch.setattr(LogEntry, "save", fail)
    with pytest.raises(ZeroDivisionError):
        call()
    assert rows() == before


# Two hosts ----------------------------------------------------------------------------------------

# Whoever signs in does so to the server, and a new host is not its own work.
OF_THE_SERVER = {Action.ACCOUNT_SIGNED_IN, Action.HOST_ADDED}


def keys_of_hosts() -> list[tuple[type[Model], str]]:
    """Every column that says whose a row is."""
    return [
        (model, field.name)
        for model in apps.get_app_config("scoring").get_models()
        for field in model._meta.concrete_fields
        if field.related_model is Host and model is not Host
    ]


def of_the_first() -> set[tuple[str, Any]]:
    """What the first host has now: a row for which a service forgets to name a host falls to it."""
    return {
        (f"{model.__name__}.{name}", pk)
        for model, name in keys_of_hosts()
        for pk in model._default_manager.filter(**{name: FIRST_HOST}).values_list("pk", flat=True)
    }


@contextmanager
def inside(host: int) -> Iterator[None]:
    """Rows for which nobody names a host belong to this one (an id)."""
    with mock.patch.object(HostKey, "get_default", return_value=host):
        yield


@built_once
def stage_of_another() -> Stage:
    """All of the examples in a second host."""
    # Somebody is there already: what the examples take from snapshots belongs to the first host.
    make_user("somebody")
    second = make_host("SC Zweiter")
    with inside(second.pk):
        stage = staged()
    User.objects.filter(pk=stage.other.pk).update(made_by=second)
    stage.other.refresh_from_db()
    return stage


def test_the_columns_that_name_a_host_are_found():
    """Without them nothing above could fail."""
    found = {f"{model.__name__}.{name}" for model, name in keys_of_hosts()}
    assert {"Tournament.host", "Season.host", "Club.host", "Person.host", "LogEntry.host"} <= found
