"""Every kind of row of a tournament's office, for tests of export, import and verify."""

from datetime import UTC, date, datetime

from scoring import models
from scoring.rules.adjudication.incident import Incident
from scoring.rules.adjudication.table import decide as adjudicate
from scoring.rules.systems import ISKO
from tests.factories import make_lots, make_team
from tests.papers import LOGO

AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def furnish(tournament: models.Tournament, user: models.User) -> None:
    """Fill the office of a tournament that has a series with a table."""
    tournament.season = models.Season.objects.get_or_create(name="2026/27", best_of=7)[0]
    tournament.best_of, tournament.frozen_after = 1, 1
    tournament.save()
    tournament.entries.filter(start_number=2).update(fixed_table=1, three_seats=True)
    ladies = models.Category.objects.create(tournament=tournament, name="Damen", entry_cents=800)
    models.Category.objects.create(tournament=tournament, name="Freispieler", ranked=False)
    for entry in tournament.entries.filter(start_number__in=(1, 3)):
        models.EntryCategory.objects.create(entry=entry, category=ladies)
    one = make_team(tournament, (1, 2, 3), size=4, scaled=True)
    other = make_team(tournament, (4, 5))
    one.members.filter(entry__start_number=3).update(from_series=2, until_series=3)
    make_team(tournament, (1, 4), kind="mixed", size=2)
    models.TeamContest.objects.filter(kind="mixed", tournament=tournament).update(one_of=ladies)
    make_lots(tournament, "team", [other, one])
    adjust_points(tournament, user)
    keep_money(tournament, user, ladies)
    decide(tournament, user)


def adjust_points(tournament: models.Tournament, user: models.User) -> None:
    first, second = tournament.entries.order_by("start_number")[:2]
    series = tournament.series.first()
    of_series = {"series": series, "at": AT}
    made = first.adjustments.create(points=-100, reason="kam zu spät", by=user, **of_series)
    second.adjustments.create(points=50, reason="Freilos", at=AT)
    first.adjustments.create(points=100, reason="war da", reverses=made, **of_series)


def keep_money(tournament: models.Tournament, user: models.User, ladies: models.Category) -> None:
    models.Fees.objects.create(
        tournament=tournament, entry_cents=1500, card_cents=100, lost_ladder=[[1, 50], [4, 100]]
    )
    series, day = tournament.series.first(), date(2026, 11, 21)
    stake = {"stake_cents": 300, "optional": True, "plan": {"every": 3}}
    pots = tournament.pots
    pot = pots.create(number=1, title="Serie 1", kind="series", series=series, **stake)
    pots.create(number=2, title="Damen", kind="category", category=ladies)
    pots.create(number=3, title="Grand ouvert", kind="special", special="grand-ouvert", day=day)
    entry, common = tournament.entries.first(), {"at": AT, "by": user}
    stake = {"kind": "stake", "entry": entry, "start_number": entry.start_number, "pot": pot}
    bookings = tournament.bookings
    paid = bookings.create(number=1, cents=300, **stake, **common)
    bookings.create(number=2, cents=-300, reverses=paid, note="Irrtum", **stake, **common)
    lost = {"kind": "lost_games", "entry": entry, "list": some_list(tournament)}
    bookings.create(number=3, cents=150, **lost, **common)
    # The player of the booking was removed since: only the start number is left.
    bookings.create(number=4, kind="entry_fee", start_number=99, cents=1500, **common)
    counted = {"counted_cents": 1500, "expected_cents": 1600, "note": "10 Cent fehlen"}
    models.TillCount.objects.create(tournament=tournament, kind="entry_fee", **counted, **common)


def decide(tournament: models.Tournament, user: models.User) -> None:
    models.Announcement.objects.create(
        tournament=tournament, items={"A.a": "SC Herz"}, published_at=AT, published_by=user
    )
    models.Logo.objects.create(tournament=tournament, png=LOGO)
    models.PrintCopies.objects.create(tournament=tournament, paper="by-name", copies=2)
    incident = Incident("card_exposed", ISKO, None, {"exposed": "deal"})
    decision = adjudicate(incident)
    facts = {
        "incident": incident.as_record(),
        "decision": decision.as_record(),
        "paragraphs": list(decision.paragraphs),
    }
    facts |= {"tournament": tournament, "at": AT}
    of_game = {"list": some_list(tournament), "game_number": 2, "note": "Tisch 1"}
    ruling = models.Ruling.objects.create(number=1, applied=True, by=user, **of_game, **facts)
    models.Ruling.objects.create(number=2, **facts)
    said = {"text": "Ich habe bedient.", "by_entry": tournament.entries.first(), "lodged_at": AT}
    decided = {"reason": "nicht bedient", "decided_at": AT, "decided_by": user}
    models.Objection.objects.create(ruling=ruling, state="dismissed", **said, **decided)


def some_list(tournament: models.Tournament) -> models.ScoreList:
    return models.ScoreList.objects.filter(series__tournament=tournament).earliest("table_number")
