"""Every kind of row of a tournament's office, for tests of export, import and verify."""

from datetime import UTC, date, datetime

from scoring.models import (
    Adjustment,
    Announcement,
    Booking,
    Category,
    EntryCategory,
    Fees,
    Logo,
    Objection,
    Pot,
    PrintCopies,
    Ruling,
    ScoreList,
    Season,
    TeamContest,
    TillCount,
    Tournament,
    User,
)
from scoring.rules.adjudication import Incident
from scoring.rules.adjudication import decide as adjudicate
from scoring.rules.systems import ISKO
from tests.factories import make_lots, make_team
from tests.papers import LOGO

AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def furnish(tournament: Tournament, user: User) -> None:
    """Fill the office of a tournament that has a series with a table."""
    tournament.season = Season.objects.get_or_create(name="2026/27", best_of=7)[0]
    tournament.best_of, tournament.frozen_after = 1, 1
    tournament.save()
    tournament.entries.filter(start_number=2).update(fixed_table=1, three_seats=True)
    ladies = Category.objects.create(tournament=tournament, name="Damen", entry_cents=800)
    Category.objects.create(tournament=tournament, name="Freispieler", ranked=False)
    for entry in tournament.entries.filter(start_number__in=(1, 3)):
        EntryCategory.objects.create(entry=entry, category=ladies)
    play_in_teams(tournament, ladies)
    adjust_points(tournament, user)
    keep_money(tournament, user, ladies)
    decide(tournament, user)


def play_in_teams(tournament: Tournament, ladies: Category) -> None:
    one = make_team(tournament, (1, 2, 3), size=4, scaled=True)
    other = make_team(tournament, (4, 5))
    one.members.filter(entry__start_number=3).update(from_series=2, until_series=3)
    make_team(tournament, (1, 4), kind="mixed", size=2)
    TeamContest.objects.filter(kind="mixed", tournament=tournament).update(one_of=ladies)
    make_lots(tournament, "team", [other, one])


def adjust_points(tournament: Tournament, user: User) -> None:
    first, second = tournament.entries.order_by("start_number")[:2]
    series = tournament.series.first()
    made = Adjustment.objects.create(
        entry=first, series=series, points=-100, reason="kam zu spät", at=AT, by=user
    )
    Adjustment.objects.create(entry=second, points=50, reason="Freilos", at=AT)
    Adjustment.objects.create(
        entry=first, series=series, points=100, reason="war da", at=AT, reverses=made
    )


def keep_money(tournament: Tournament, user: User, ladies: Category) -> None:
    Fees.objects.create(
        tournament=tournament, entry_cents=1500, card_cents=100, lost_ladder=[[1, 50], [4, 100]]
    )
    series, score_list = tournament.series.first(), some_list(tournament)
    pot = Pot.objects.create(
        tournament=tournament,
        number=1,
        title="Serie 1",
        kind="series",
        series=series,
        stake_cents=300,
        optional=True,
        plan={"every": 3},
    )
    Pot.objects.create(
        tournament=tournament, number=2, title="Damen", kind="category", category=ladies
    )
    Pot.objects.create(
        tournament=tournament,
        number=3,
        title="Grand ouvert",
        kind="special",
        special="grand-ouvert",
        day=date(2026, 11, 21),
    )
    entry = tournament.entries.first()
    common = {"tournament": tournament, "at": AT, "by": user}
    paid = Booking.objects.create(
        number=1,
        kind="stake",
        entry=entry,
        start_number=entry.start_number,
        pot=pot,
        cents=300,
        **common,
    )
    Booking.objects.create(
        number=2,
        kind="stake",
        entry=entry,
        start_number=entry.start_number,
        pot=pot,
        cents=-300,
        reverses=paid,
        note="Irrtum",
        **common,
    )
    Booking.objects.create(
        number=3, kind="lost_games", entry=entry, list=score_list, cents=150, **common
    )
    # The player of the booking was removed since: only the start number is left.
    Booking.objects.create(number=4, kind="entry_fee", start_number=99, cents=1500, **common)
    TillCount.objects.create(
        kind="entry_fee", counted_cents=1500, expected_cents=1600, note="10 Cent fehlen", **common
    )


def decide(tournament: Tournament, user: User) -> None:
    Announcement.objects.create(
        tournament=tournament, items={"A.a": "SC Herz"}, published_at=AT, published_by=user
    )
    Logo.objects.create(tournament=tournament, png=LOGO)
    PrintCopies.objects.create(tournament=tournament, paper="by-name", copies=2)
    incident = Incident("card_exposed", ISKO, None, {"exposed": "deal"})
    decision = adjudicate(incident)
    facts = {
        "incident": incident.as_record(),
        "decision": decision.as_record(),
        "paragraphs": list(decision.paragraphs),
    }
    ruling = Ruling.objects.create(
        tournament=tournament,
        number=1,
        list=some_list(tournament),
        game_number=2,
        note="Tisch 1",
        applied=True,
        at=AT,
        by=user,
        **facts,
    )
    Ruling.objects.create(tournament=tournament, number=2, at=AT, **facts)
    Objection.objects.create(
        ruling=ruling,
        by_entry=tournament.entries.first(),
        text="Ich habe bedient.",
        lodged_at=AT,
        state="dismissed",
        reason="nicht bedient",
        decided_at=AT,
        decided_by=user,
    )


def some_list(tournament: Tournament) -> ScoreList:
    found = ScoreList.objects.filter(series__tournament=tournament).order_by("table_number").first()
    assert found is not None
    return found
