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

from scoring.accounts.services import accounts, sign_in
from scoring.core.forms import Refused, StaleRevision
from scoring.core.log_rows import fits
from scoring.core.services import Repeated, submission
from scoring.core.text import Details, Name
from scoring.exchange.reads.office import host_problems
from scoring.hosts import services as hosts
from scoring.lists.phone import services as addresses
from scoring.lists.phone import services as table
from scoring.lists.phone.reads import handle_of
from scoring.lists.photos import services as photos
from scoring.lists.printed.incoming import Incoming
from scoring.lists.services import confirmation, games, lists, second_entry, sittings
from scoring.lists.services.games import Seen
from scoring.log.reads import event_of
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
    Passkey,
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
from scoring.models.team import Member
from scoring.models.tournament import TournamentState
from scoring.money.services import breaking_off, ledger, pots
from scoring.money.services.pots import PotTerms
from scoring.people.imports.services import results
from scoring.people.imports.services.people import MemberImport, PlayerImport, import_people
from scoring.people.services import entries, members, offers, register
from scoring.people.services.matching import Newcomer, RawRow
from scoring.prints import services as logos
from scoring.public import services as announcement
from scoring.referee import services as objections
from scoring.referee import services as rulings
from scoring.reporting import services as receiving
from scoring.rules.adjudication.incident import Incident
from scoring.rules.announcement import ITEMS
from scoring.rules.bare_totals import BareTotal
from scoring.rules.game import PlayedGame
from scoring.rules.outline import all_from_start, sittings_after_leaving
from scoring.rules.prizes import PrizePlan as PrizePlan
from scoring.rules.systems import ISKO
from scoring.series.services import categories, series, teams
from scoring.series.services import draw as draws
from scoring.simulation.services import SimulationPlan
from scoring.standings import services as adjustments
from scoring.tournament.services import evenings, seasons
from scoring.tournament.services.seasons import SeasonTerms
from scoring.tournament.services.tournaments import TournamentTerms
from tests.authenticator import code_of
from tests.factories import (
    line,
    make_entries,
    make_host,
    make_series,
    make_tournament,
    make_user,
    open_list,
)
from tests.league_examples import LEAGUE_EXAMPLES, Arguments, arguments
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
Example = Callable[["Stage"], Call | Arguments]

# Functions that write only inside another service, or not at all, by room.
PARTS = {
    f"{room}.{name}"
    for room, names in {
        "accounts": "changing_account refuse_last_organizer",
        "backup": (
            "back_up back_up_after_closing back_up_before_update finish file_to_download put_back "
            "import_backup"
        ),
        "core": "changing changing_series log_others write_log",
        "exchange": (
            "accounts_by_name import_block write_document write_league "
            "write_season write_tournament"
        ),
        "hosts": "refuse_losing_last_administrator",
        "imports": (
            "judge last_file list_or_opened log_taken take_back_games take_list write_games "
            "write_list write_totals"
        ),
        "leagues": (
            "admit_leaders changing_league enter_late fill_teams "
            "import_received log_rosters match_players take_seat"
        ),
        "lists": (
            "changing_list confirmation_problems correct holding_list open_recheck person_problems "
            "reversal_effect reverse_clearing set_aside typing_blind write_confirmation"
        ),
        "money": (
            "cancel changing_pot charge restore_plan store_plan uncharge "
            "write_bookings write_payouts"
        ),
        "people": (
            "anonymising_problems change_person last_import last_registrations "
            "log_changed log_elsewhere merging_problems refuse_overwriting registrations "
            "save_person write_entries write_member write_newcomers"
        ),
        "phone": (
            "answer_open_call close_calls confirm_or_sign issue_addresses issue_everywhere "
            "set_ended"
        ),
        "referee": "enter_decision",
        "reporting": "put_into_league report_result set_target",
        "series": (
            "mark_absent rearrange refuse_move "
            "show_all show_part show_step start_tournament search_and_write"
        ),
        "simulation": "enter_by_totals enter_list finish play_series register seat_series",
        "tournament": (
            "carry_over carry_over_money change_best_of join_season log_number refuse_others"
        ),
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

    def after(self, service: Callable[..., object], *args: object, **more: object) -> "Stage":
        service(*args, by=self.by, **more)
        return self

    def changed(self, service: Callable[..., object], *args: object, **more: object) -> "Stage":
        self.change(service, *args, **more)()
        return self

    def at_its_revision(self, *args: object, **more: object) -> Arguments:
        """Of a change of the list as it is now."""
        now = ScoreList.objects.select_related("series__tournament").get(pk=self.score_list.pk)
        return arguments(now, *args, revision=now.revision, **more)

    def typed(self) -> "Stage":
        """A list in which all games were passed."""
        for number in range(1, 5):
            self.change(games.record_game, line(number))()
        return self

    def entered(self) -> "Stage":
        self.typed().changed(lists.close_list)
        self.score_list.refresh_from_db()
        self.by = Actor(self.other)  # an author may not confirm
        return self

    def confirmed(self) -> "Stage":
        return self.entered().changed(confirmation.confirm_list, signed=(1, 2, 3, 4))

    def recheck(self, lines: int = 0) -> Any:
        """A second entry with this many passed games."""
        self.entered()
        found = second_entry.start_recheck(self.score_list, by=self.by)
        for number in range(1, lines + 1):
            second_entry.record_recheck_line(found, line(number), by=self.by, seen=Seen("", 1))
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


def old_hand(stage: Stage) -> Any:
    """Somebody who played a long time ago."""
    return make_entries(make_tournament(date=date(2020, 1, 1)), 1)[0].person


def of_club(stage: Stage, **fields: Any) -> ClubMember:
    """A player who is a member of a club under another name."""
    club = Club.objects.create(name="Karo Sieben")
    return ClubMember.objects.create(club=club, person=stage.first.person, number=9, **fields)


def reserved(stage: Stage) -> Reservation:
    entries.reserve(stage.tournament, [NEW], by=stage.by)
    return Reservation.objects.get()


def offered(stage: Stage) -> MemberOffer:
    """A member who is offered to another host."""
    offers.offer_member(stage.tournament, of_club(stage), make_host(), on=DAY, by=stage.by)
    return MemberOffer.objects.get()


def taking(offer: MemberOffer, *club: Club) -> Arguments:
    """His new host takes or refuses him on the page of a tournament of its own."""
    return arguments(make_tournament(host=offer.to), offer, *club)


SECRET, MADE = "A" * 32, Passkey(credential="ab" * 16, data="AAAA")


def with_app(stage: Stage) -> User:
    sign_in.add_app(stage.other, SECRET, code_of(SECRET), by=stage.by, except_key=None)
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
# A call, or the arguments of the service of this name, to which its actor is added.
EXAMPLES: dict[str, Example] = {
    "photos.keep_photo": lambda s: arguments(s.score_list, READ_PHOTO),
    "photos.remove_photo": lambda s: arguments(with_photo(s), reason="Gesicht im Bild"),
    "photos.take_sure_rows": lambda s: arguments(with_photo(s), layout=1),
    "phone.answer_call": lambda s: arguments(called(s)),
    "phone.give_back": lambda s: arguments(on_paper(s)),
    "phone.issue_missing": lambda s: arguments(with_phones(s).score_list.series),
    "phone.renew_address": lambda s: arguments(by_phone(s).list),
    "phone.settle_unsent": lambda s: arguments(not_sent(s)),
    "phone.take_to_paper": lambda s: arguments(by_phone(s).list),
    "public.publish_announcement": lambda s: arguments(announced(s).tournament),
    "public.save_announcement": lambda s: arguments(s.tournament, {"A.a": "Skatclub Herz"}),
    "public.withdraw_announcement": lambda s: arguments(
        announced(s).after(announcement.publish_announcement, s.tournament).tournament,
        reason="slip",
    ),
    "accounts.create_account": lambda s: arguments("Uwe Uhu", made_by=s.host),
    "accounts.give_role": lambda s: arguments(s.tournament, s.other, "clerk"),
    "accounts.add_app": lambda s: arguments(s.other, SECRET, code_of(SECRET), except_key=None),
    "accounts.add_passkey": lambda s: arguments(s.other, "Handy", MADE, except_key=None),
    "accounts.end_sessions": lambda s: arguments(at_work(s)),
    "accounts.remove_factor": lambda s: arguments(
        s.after(sign_in.add_passkey, s.other, "Handy", MADE, except_key=None).other,
        s.other.passkeys.get().pk,
    ),
    "accounts.renew_codes": lambda s: arguments(with_app(s)),
    "accounts.set_email": lambda s: arguments(s.other, "other@example.org"),
    "accounts.remove_all_factors": lambda s: arguments(with_app(s)),
    "accounts.renew_link": lambda s: arguments(s.other),
    "accounts.set_active": lambda s: arguments(s.other, False),
    "accounts.take_role": lambda s: arguments(
        s.tournament, s.after(accounts.give_role, s.tournament, s.other, "clerk").other
    ),
    "series.add_category": lambda s: arguments(s.tournament, LADIES),
    "series.add_suggested": lambda s: arguments(s.tournament),
    "series.assign": lambda s: arguments(s.ladies(), [1, 2]),
    "series.change_category": lambda s: arguments(
        s.ladies(), categories.CategoryTerms("Gäste", 500)
    ),
    "series.remove_category": lambda s: arguments(s.ladies()),
    "series.set_categories": lambda s: arguments(s.first, [s.ladies().pk]),
    "series.remove_contest": lambda s: arguments(s.tandems()),
    "series.set_contest": lambda s: arguments(s.tournament, "team"),
    "lists.annul_list": lambda s: s.at_its_revision(reason="void"),
    "lists.confirm_list": lambda s: s.entered().at_its_revision(signed=ALL),
    "lists.readmit_list": lambda s: s.changed(
        confirmation.reject_list, reason="TO 7.2.4"
    ).at_its_revision(reason="found"),
    "lists.reject_list": lambda s: s.at_its_revision(reason="TO 7.2.4"),
    "lists.withdraw_confirmation": lambda s: s.confirmed().at_its_revision(reason="slip"),
    "people.add_entries": lambda s: arguments(s.tournament, [NEW]),
    "people.change_entry": lambda s: arguments(s.first, name=NEW.name, club="", start_number=1),
    "people.publish_name": lambda s: arguments(s.first, "initials"),
    "people.reserve": lambda s: arguments(s.tournament, [NEW]),
    "people.cancel_reservation": lambda s: arguments(reserved(s)),
    "people.set_max_players": lambda s: arguments(s.tournament, 40),
    "people.remove_entry": lambda s: arguments(
        entries.add_entries(s.tournament, [NEW], by=s.by)[0]
    ),
    "people.undo_registration": lambda s: arguments(
        entries.add_entries(s.tournament, [NEW], by=s.by)[0].tournament
    ),
    "people.undo_import": lambda s: arguments(s.tournament, imported(s)),
    "people.leave_after": lambda s: arguments(s.first, 1),
    "people.set_state": lambda s: arguments(s.first, "withdrawn"),
    "exchange.import_season": lambda s: arguments(
        b'{"format": 1, "season": {"name": "2027/28"}}', host=s.host
    ),
    "exchange.import_tournament": lambda s: arguments(FIXTURE.read_bytes(), host=s.host),
    "money.set_fees": lambda s: arguments(s.tournament, Fees(entry_cents=1500)),
    "lists.annul_games": lambda s: s.typed().at_its_revision([4], reason="misdeal"),
    "lists.insert_game": lambda s: s.at_its_revision(1),
    "lists.record_game": lambda s: s.at_its_revision(line(1)),
    "lists.record_games": lambda s: s.at_its_revision([line(n) for n in ALL]),
    "lists.remove_game": lambda s: s.typed().at_its_revision(4),
    "people.decide_exclusion": lambda s: arguments(ruling(s), [1, 2], reason="dealt twice running"),
    "imports.import_people": lambda s: arguments(PlayerImport(s.tournament, {}), [ROW]),
    "money.book": lambda s: arguments(s.tournament, 500, reason="a donation"),
    "money.collect_entries": lambda s: arguments(with_fees(s).tournament, [s.first]),
    "money.collect_list": lambda s: arguments(with_fees(s).entered().score_list, ALL),
    "money.counter_book": lambda s: arguments(donation(s), reason="a slip"),
    "money.give_back": lambda s: arguments(paid(s), reason="leaves before play"),
    "money.refund": lambda s: arguments(paid(s), 500, reason="leaves before play"),
    "lists.change_seat": lambda s: two_rounds(s).at_its_revision(
        sittings.SeatChange(seat=2, after_round=1), reason="unwell"
    ),
    "lists.set_sittings": lambda s: two_rounds(s).at_its_revision(
        sittings_after_leaving(all_from_start(4), 2, 4, joins=False), [], reason="unwell"
    ),
    "lists.clear_list": lambda s: s.typed().at_its_revision(reason="wrong table"),
    "lists.close_list": lambda s: s.typed().at_its_revision(),
    "lists.exchange_seats": lambda s: s.at_its_revision(1, 2),
    "lists.record_foot": lambda s: s.at_its_revision({1: BARE[0]}),
    "lists.reopen_list": lambda s: s.entered().at_its_revision(reason="misread"),
    "imports.take_results": lambda s: arguments(s.tournament, [incoming_list(s)]),
    "imports.withdraw_results": lambda s: arguments(s.tournament, taken_file(s)),
    "prints.remove_logo": lambda s: arguments(
        s.after(logos.set_logo, s.tournament, PICTURE).tournament
    ),
    "prints.remove_host_logo": lambda s: arguments(
        s.after(logos.set_host_logo, s.tournament.host, PICTURE).tournament.host
    ),
    "prints.set_copies": lambda s: arguments(s.tournament, {"by-name": 2}),
    "prints.set_host_logo": lambda s: arguments(s.tournament.host, PICTURE),
    "prints.set_logo": lambda s: arguments(s.tournament, PICTURE),
    "standings.adjust": lambda s: arguments(s.first, -100, reason="late"),
    "standings.reverse_adjustment": lambda s: arguments(s.adjusted(), reason="board"),
    "standings.record_lots": lambda s: arguments(
        s.entered().tournament, "overall", list(s.tournament.entries.all()[:2])
    ),
    "money.add_prizes": lambda s: arguments(pot_of(s), ["Schinken"]),
    "money.give_prize": lambda s: arguments(thing_of(s.entered()), s.first.start_number),
    "money.pay_prize": lambda s: arguments(
        with_fees(s).entered().after(pots.create_pot, s.tournament, POT).first, set_off=True
    ),
    "money.remove_prize": lambda s: arguments(thing_of(s)),
    "money.take_back_payment": lambda s: arguments(
        pot := pot_of(s.entered()), s.after(pots.pay_out, pot, [s.first]).first, reason="slip"
    ),
    "money.take_back_prize": lambda s: arguments(given(thing_of(s.entered()), s)),
    "money.change_pot": lambda s: arguments(pot_of(s), replace(POT, title="Zweite")),
    "money.create_pot": lambda s: arguments(s.tournament, POT),
    "people.pay_at_the_door": lambda s: arguments(with_fees(s).first),
    **LEAGUE_EXAMPLES,
    "tournament.prepare_next": lambda s: arguments(
        s.tournament, name="Vereinsabend 2", day=date(2026, 12, 4), season=""
    ),
    "tournament.enter_attendees": lambda s: arguments(
        following(s), [s.first.person_id], paid=False
    ),
    "money.join_pot": lambda s: arguments(side_pot(s), 1),
    "money.pay_out": lambda s: arguments(pot_of(s.entered()), [s.first]),
    "money.break_off": lambda s: arguments(unplayed(s), "refunded", reason="storm"),
    "money.record_handed_in": lambda s: arguments(s.tournament, [1, 2]),
    "money.resume": lambda s: arguments(
        s.after(breaking_off.break_off, unplayed(s), "refunded", reason="storm").tournament,
        reason="sun",
    ),
    "money.remove_pot": lambda s: arguments(pot_of(s)),
    "people.add_member": lambda s: arguments(
        s.tournament, s.clubs()[0], EVA, members.MemberTerms()
    ),
    "people.change_member": lambda s: arguments(
        s.tournament, of_club(s), EVA, members.MemberTerms(9, left=DAY), Details()
    ),
    "people.move_member": lambda s: arguments(s.tournament, of_club(s), s.clubs()[1], on=DAY),
    "people.offer_member": lambda s: arguments(s.tournament, of_club(s), make_host(), on=DAY),
    "people.withdraw_offer": lambda s: arguments(s.tournament, offered(s).member),
    "people.take_member": lambda s: taking(
        offer := offered(s), Club.objects.create(name="Herz Acht", host=offer.to)
    ),
    "people.refuse_offer": lambda s: taking(offered(s)),
    "people.rejoin": lambda s: arguments(s.tournament, of_club(s, left=date(2026, 1, 1)), DAY),
    "people.remove_member": lambda s: arguments(s.tournament, of_club(s)),
    "people.set_age_limits": lambda s: arguments(
        s.tournament, s.clubs()[0], junior_below=18, senior_from=55
    ),
    "people.undo_members_import": lambda s: arguments(s.tournament, with_members(s)),
    "hosts.add_host": lambda s: arguments(Host(name="LV Nord")),
    "hosts.change_host": lambda s: arguments(Host(pk=make_host().pk, name="SC Umbenannt")),
    "hosts.give_host_role": lambda s: arguments(make_host(), s.other, "clerk"),
    "hosts.take_host_role": lambda s: arguments(
        host := make_host(), s.after(hosts.give_host_role, host, s.other, "clerk").other
    ),
    "people.add_club": lambda s: arguments(s.tournament, "SC Neu"),
    "people.anonymise_people": lambda s: arguments(s.tournament, [old_hand(s), old_hand(s)]),
    "people.remove_old_photos": lambda s: partial(register.remove_old_photos, by=with_old_photo(s)),
    "people.merge_clubs": lambda s: arguments(s.tournament, *s.clubs()),
    "people.merge_people": lambda s: arguments(s.tournament, old_hand(s), s.first.person),
    "people.rename_club": lambda s: arguments(s.tournament, s.clubs()[0], "Neu"),
    "public.set_frozen_after": lambda s: arguments(s.tournament, 1),
    "public.set_part_public": lambda s: arguments(s.score_list.series, "seating", True),
    "public.set_shows_chances": lambda s: arguments(s.tournament, True),
    "public.set_shows_releases": lambda s: arguments(s.tournament, False),
    "public.set_public": lambda s: arguments(s.tournament, True),
    "series.plan_times": lambda s: arguments(
        s.tournament, begins_at=time(18), series_minutes=None, break_minutes=15
    ),
    "public.set_public_until": lambda s: arguments(s.tournament, date(2027, 1, 31)),
    "people.add_members": lambda s: arguments(in_season(s), [(s.first.person_id, 7)]),
    "people.add_newcomers": lambda s: arguments(in_season(s), [NEW]),
    "people.set_members": lambda s: arguments(in_season(s), {s.first.person_id: 7}),
    "tournament.change_season": lambda s: arguments(
        in_season(s), SeasonTerms("2026/27", best_of=3)
    ),
    "tournament.create_season": lambda s: arguments(SeasonTerms("2027/28"), host=s.host),
    "tournament.move_into_season": lambda s: arguments(s.tournament, "2026/27"),
    "tournament.remove_season": lambda s: partial(
        seasons.remove_season, Season.objects.create(name="2026/27"), by=Actor(name="test")
    ),
    "tournament.close_season": lambda s: arguments(over(s), True),
    "tournament.set_season_public": lambda s: arguments(in_season(s), True),
    "lists.give_up_recheck": lambda s: arguments(s.recheck(1)),
    "lists.record_recheck_line": lambda s: arguments(s.recheck(), line(1), seen=Seen("", 1)),
    "lists.record_recheck_totals": lambda s: arguments(s.recheck(), BARE, 4, seen=Seen("", 1)),
    "lists.remove_recheck_line": lambda s: arguments(s.recheck(1), 1, seen=Seen("0", 1)),
    "lists.resolve_recheck": lambda s: arguments(s.recheck(3), {4: "first"}, signed=ALL),
    "lists.record_papers_back": lambda s: arguments(s.entered().score_list.series.tournament),
    "lists.record_signatures": lambda s: arguments(s.entered().score_list.series, [1]),
    "lists.start_recheck": lambda s: arguments(s.entered().score_list),
    "lists.shift_recheck_lines": lambda s: arguments(s.recheck(1), 1, 1, seen=Seen("0", 1)),
    "lists.restore_games": lambda s: (
        s.typed()
        .changed(games.annul_games, [4], reason="misdeal")
        .at_its_revision([4], reason="it was not out of turn")
    ),
    "lists.take_back": lambda s: s.typed().at_its_revision(
        LogEntry.objects.latest("id"), reason="misread"
    ),
    "referee.decide_objection": lambda s: arguments(
        objections.lodge_objection(ruling(s), "Not so.", by=s.by), upheld=True, reason="Right."
    ),
    "referee.lodge_objection": lambda s: arguments(ruling(s), "Not so."),
    "referee.make_ruling": lambda s: arguments(
        s.tournament, CONCEDED, score_list=s.score_list, number=1, soloist=2, enter=True, revision=1
    ),
    "series.create_series": lambda s: arguments(s.tournament),
    "series.announce_draw": lambda s: arguments(s.bare_series(), draws.BY_LOT),
    "series.draw_series": lambda s: arguments(s.bare_series()),
    "series.seat_by_hand": lambda s: arguments(s.bare_series(), {1: [1, 2, 3, 4]}),
    "series.draw_announced": lambda s: arguments(s.announced(), "4 6 1"),
    "series.move_series": lambda s: arguments(s.drawn(), "released", reason="series 1 goes on"),
    "series.open_list": lambda s: arguments(s.bare_series(), 1, ALL),
    "series.dissolve_table": lambda s: arguments(s.room(), 1, 2, 3, reason="gone"),
    "series.fill_seat": lambda s: arguments(s.room(), 1, 13, reason="gone"),
    "series.join_table": lambda s: arguments(s.room(), 13, 1, reason="late"),
    "series.leave_table": lambda s: arguments(s.room(4), 1, reason="gone"),
    "series.move_player": lambda s: arguments(s.room(4), 1, 2, reason="asked"),
    "series.give_reasons": lambda s: arguments(s.room(), {13: "a late train"}),
    "series.set_time_limit": lambda s: arguments(s.bare_series(), 130),
    "series.swap_players": lambda s: arguments(s.drawn(), 1, 2),
    "series.remove_series": lambda s: arguments(s.bare_series()),
    "reporting.give_key": lambda s: arguments(make_host(), "Laptop"),
    "reporting.remove_target": lambda s: arguments(to_report(s.tournament).host.report_target),
    "reporting.withdraw_key": lambda s: arguments(make_reporter().key),
    "simulation.create_sample": lambda s: arguments("Muster", DAY, host=s.host),
    "simulation.simulate": lambda s: arguments(
        SimulationPlan(4, 1, "seed", "Probe", DAY, rounds=1, host=s.host)
    ),
    "money.count_till": lambda s: arguments(s.tournament, {"": 500}),
    "series.draw_teams": lambda s: arguments(s.tandems()),
    "series.add_team": lambda s: arguments(s.tandems(), "Igel", PAIR),
    "series.change_team": lambda s: arguments(s.team(), "Uhu", PAIR),
    "series.remove_team": lambda s: arguments(s.team()),
    "lists.enter_totals": lambda s: s.at_its_revision(BARE, 4),
    "tournament.change_tournament": lambda s: arguments(s.tournament, TERMS),
    "tournament.create_tournament": lambda s: arguments(TERMS, host=s.host),
    "tournament.set_defaults": lambda s: arguments(
        s.tournament.host, {"system": "isko-1998", "series": 2}
    ),
    "tournament.move_tournament": lambda s: arguments(make_tournament(), "running"),
    "tournament.remove_sample": lambda s: arguments(make_tournament(sample=True)),
    "lists.empty_game": lambda s: s.typed().at_its_revision(4),
    "lists.undo_last": lambda s: s.typed().at_its_revision(),
}
# Sign-in has no parameter `by`: it is the account itself.
EXAMPLES_WITHOUT_BY: dict[str, Example] = {
    # Whoever has a key of a host is a club that reports to it.
    "reporting.receive": lambda s: arrived(s),
    "accounts.use_link": lambda s: arguments(
        accounts.find_link(accounts.renew_link(s.other, by=s.by)), password="drei kleine worte"
    ),
    "accounts.create_reset_link": lambda s: arguments(s.other),
    "accounts.record_success": lambda s: arguments(
        s.other, sign_in.attempt_of("other", "10.0.0.1")
    ),
    # Whoever has the address of a list is its table.
    "phone.call_referee": lambda s: arguments(by_phone(s), game=1),
    "phone.claim_writing": lambda s: arguments(
        by_phone(s), "another-phone", "Ida", replaces=handle_of(DEVICE)
    ),
    "phone.hand_in": lambda s: arguments(
        by_phone(s.typed()), DEVICE, dict.fromkeys(ALL, STROKES), revision=5
    ),
    "phone.keep_unsent": lambda s: arguments(by_phone(s), DEVICE, [line(1)]),
    "phone.play_at_table": lambda s: arguments(
        by_phone(s), DEVICE, table.TableAct(1, games.Seen("", 1), line=line(1))
    ),
    "phone.withdraw_call": lambda s: arguments(called(s).list.access),
}


def call_of(name: str, stage: Stage) -> Call:
    """The call of the example of this name."""
    example = {**EXAMPLES, **EXAMPLES_WITHOUT_BY}[name](stage)
    if not isinstance(example, tuple):
        return example
    args, more = example
    if name in EXAMPLES:
        more["by"] = stage.by  # who may be another one by now
    return partial(dict(SERVICES)[name], *args, **more)


def imported(stage: Stage) -> int:
    """A list that was read in: the row of the log."""
    import_people(PlayerImport(stage.tournament, {}), [ROW], by=stage.by)
    return LogEntry.objects.latest("id").pk


def taken_file(stage: Stage) -> int:
    """A file of results that was taken in: its row of the log."""
    results.take_results(stage.tournament, [incoming_list(stage)], by=stage.by)
    return LogEntry.objects.latest("id").pk


def with_members(stage: Stage) -> Club:
    club = stage.clubs()[0]
    import_people(MemberImport(stage.tournament, club, {}), [ROW], by=stage.by)
    return club


def arrived(stage: Stage) -> Arguments:
    """A report of a club with a key."""
    club, content = make_reporter(), packed(document_of(played()))
    return arguments(receiving.Parcel(content, club.host, stage.by, club.key))


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


def announced(stage: Stage) -> Stage:
    every = {item.code: "…" for item in ITEMS}
    announcement.save_announcement(stage.tournament, every, by=stage.by)
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


CONCEDED = Incident(
    "soloist_concedes", ISKO, PlayedGame(ISKO, "grand", 2, bid=18), {"cards": "nine_or_ten"}
)


def ruling(stage: Stage) -> Any:
    return rulings.make_ruling(stage.tournament, CONCEDED, by=stage.by)


def with_fees(stage: Stage) -> Stage:
    Fees.objects.create(tournament=stage.tournament, entry_cents=1500, passed_cents=10)
    return stage


def donation(stage: Stage) -> Booking:
    return ledger.book(stage.tournament, 500, by=stage.by, reason="a donation")


def unplayed(stage: Stage) -> Any:
    """A tournament whose first player has paid, and whose series was not played."""
    found = paid(stage).tournament
    found.series.update(state="draft")
    return found


def pot_of(stage: Stage) -> Pot:
    return pots.create_pot(stage.tournament, POT, by=stage.by)


def thing_of(stage: Stage) -> PrizeInKind:
    """Equal players share their places: each may choose first."""
    plan = replace(POT.plan, ties="share")
    pot = pots.create_pot(stage.tournament, replace(POT, plan=plan), by=stage.by)
    pots.add_prizes(pot, ["Schinken"] * 4, by=stage.by)
    return pot.in_kind.get(number=1)


def given(thing: PrizeInKind, stage: Stage) -> PrizeInKind:
    pots.give_prize(thing, 1, by=stage.by)
    return thing


def following(stage: Stage) -> Any:
    """The next evening, in one season with this one."""
    how = {"name": "Vereinsabend 2", "day": date(2026, 12, 4), "season": "2026", "by": stage.by}
    return evenings.prepare_next(stage.tournament, **how)


def side_pot(stage: Stage) -> Pot:
    terms = replace(POT, stake_cents=200, optional=True)
    return pots.create_pot(stage.tournament, terms, by=stage.by)


def paid(stage: Stage) -> Any:
    ledger.collect_entries(with_fees(stage).tournament, [stage.first], by=stage.by)
    return stage.first


# Every public function of the services, as "room.function", and those with a parameter `by`.
SERVICES = list(functions("services"))
CALLED_BY = [name for name, it in SERVICES if "by" in inspect.signature(it).parameters]


def rows() -> dict[str, list[Any]]:
    """All stored rows, by table."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("scoring").get_models():
            table, key = model._meta.db_table, model._meta.pk.column
            cursor.execute(f"SELECT * FROM {table} ORDER BY {key}")
            found[table] = cursor.fetchall()
    return found


CALLED = sorted(EXAMPLES.keys() & set(CALLED_BY)) + sorted(EXAMPLES_WITHOUT_BY)


def test_every_service_has_a_call_in_the_table():
    assert sorted(CALLED_BY) == sorted([*EXAMPLES, *PARTS])


TOKEN = "its-own-token"
# It counts in a block of its own, and a second one who signs in is another one.
WITHOUT_TOKEN = {"accounts.record_success"}


# What a service writes is the same on both databases.
@pytest.mark.parametrize("name", CALLED if connection.vendor == "sqlite" else [])
def test_every_service_writes_a_log_row_in_its_host_and_counts_once_for_one_form(
    db: None, name: str
):
    """All that is there before the call belongs to a second host; nothing falls to the first."""
    stage = stage_of_another()
    with inside(stage.host):
        call = call_of(name, stage)
    again = independent(call)
    before, log_count, first = rows(), LogEntry.objects.count(), of_the_first()
    with submission("account 1", TOKEN):
        call()
    after = rows()
    assert after != before
    written = LogEntry.objects.select_related("user", "tournament").order_by("id")[log_count:]
    assert written, f"{name} changed rows without a log row"
    assert all(row.action and row.subject for row in written)
    keys = {key for row in written for side in (row.old, row.new) for key in side or {}}
    names = {each.name for row in written for each in event_of(row).differences}
    assert keys & names <= {"by-name"}, "only papers have their names above the log"
    assert all(map(fits, written)), "no document with such a row could be imported"
    assert of_the_first() == first
    assert list(host_problems()) == []
    of_nobody = {row.action for row in written if not (row.tournament_id or row.host_id)}
    # Whoever signs in does so to the server, and a new host is not its own work.
    assert of_nobody <= {Action.ACCOUNT_SIGNED_IN, Action.HOST_ADDED}
    assert Submission.objects.exists() == (name not in WITHOUT_TOKEN)
    with suppress(Repeated, Refused, StaleRevision), submission("account 1", TOKEN):
        again()
    assert (rows() == after) == (name not in WITHOUT_TOKEN)


@pytest.mark.parametrize("name", CALLED if connection.vendor == "postgresql" else [])
def test_postgresql_takes_what_every_service_writes(db: None, name: str):
    """Its statements, its references and the key of its token; what they write is proven above."""
    call = call_of(name, staged())
    again, log_count = independent(call), LogEntry.objects.count()
    with submission("account 1", TOKEN):
        call()
    connection.check_constraints()
    assert LogEntry.objects.count() > log_count
    with suppress(Repeated, Refused, StaleRevision), submission("account 1", TOKEN):
        again()


def test_failed_log_row_rolls_the_change_back(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    """A service that writes several tables, in the block that all of them have."""
    call = call_of("lists.confirm_list", stage)
    before = rows()
    monkeypatch.setattr(LogEntry, "save", lambda _row, **_how: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        call()
    assert rows() == before


# Two hosts ----------------------------------------------------------------------------------------


# Every column that says whose a row is.
KEYS_OF_HOSTS = {
    f"{model.__name__}.{field.name}": (model, field.name)
    for model in apps.get_app_config("scoring").get_models()
    for field in model._meta.concrete_fields
    if field.related_model is Host and model is not Host
}


def of_the_first() -> set[tuple[str, Any]]:
    """What the first host has now: a row for which a service forgets to name a host falls to it."""
    return {
        (key, pk)
        for key, (model, name) in KEYS_OF_HOSTS.items()
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
    owned = {f"{name}.host" for name in ("Tournament", "Season", "Club", "Person", "LogEntry")}
    assert owned <= KEYS_OF_HOSTS.keys()
